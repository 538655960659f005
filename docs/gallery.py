"""The results gallery: plays the headline runs, which takes a quarter of an hour, and writes docs/gallery.md.

`make gallery` runs it. The runs are kept in build/gallery with their checkpoints, so that it goes on
where it was stopped; delete that folder to play everything anew. `--draw` plays nothing and writes
the page from the runs that are there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pontoon_sim.engine.engine import Engine
from pontoon_sim.exact import exact_value
from pontoon_sim.experiments.folder import open_run
from pontoon_sim.experiments.job import Plan
from pontoon_sim.experiments.model import Experiment
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.experiments.play import run_experiment
from pontoon_sim.experiments.reading import experiment_of
from pontoon_sim.game.rules import PRESETS, rules_from
from pontoon_sim.report.experiments import write_report
from pontoon_sim.report.plots.style import (
    DASHES,
    LINES,
    MARKERS,
    new_figure,
    settle,
    styled,
    tidy,
    write_figure,
)
from pontoon_sim.runs.driver import Progress
from pontoon_sim.statistics.estimates import Estimate
from pontoon_sim.strategies import find, seats_from

DOCS = Path(__file__).resolve().parent
RUNS = DOCS.parent / "build" / "gallery"

WANTED = 1e-4
"""Standard error of the banker's edge, as a share of the initial stakes."""

DEALS = {2: 1.8e8, 3: 1.05e8, 4: 8.2e7, 5: 6.5e7, 6: 5.8e7, 7: 5.6e7, 8: 5.4e7}
"""Deals of each game by number of seats: enough for WANTED."""

FRESH_DEALS = 3e7
"""The same with fresh packs, where much more luck can be taken off."""

BANKERS = ("draw_below_15", "draw_below_16", "draw_below_17", "draw_below_18")
PLAYERS, BANKER = "pub_regular", "draw_below_16"

FRESH = "shuffled"


def edges(seats: int, presets: Sequence[str], deals: float) -> Experiment:
    """The banker's edge under some presets, for a number of people."""
    said: dict[str, Any] = {
        "question": f"How big is the banker's advantage, {seats} people?",
        "kind": "sweep" if len(presets) > 1 else "measure",
        "seats": seats,
        "players": PLAYERS,
        "banker": BANKER,
        "deals": deals,
    }
    if len(presets) > 1:
        said["over"] = [{"what": "rules", "values": list(presets)}]
    else:
        said["rules"] = presets[0]
    return experiment_of(said)


def games() -> dict[str, list[str]]:
    """Presets that these people play alike, deal by deal, under the first of them: found by playing
    200 tables of each at 2 and at 6 seats."""
    found: dict[str, tuple[str, list[str]]] = {}
    for preset in PRESETS:
        played_out = ""
        for seats in (2, 6):
            rules = rules_from(preset, seats=seats)
            tallies = Engine(rules, seats_from(rules, PLAYERS, BANKER), 1).play(0, [200] * 200)
            played_out += json.dumps(tallies.table.as_dict())
        found.setdefault(played_out, (preset, []))[1].append(preset)
    return dict(found.values())


def sticking(seats: int) -> Experiment:
    """Stick 15 against stick 16 from fresh packs, against four bankers."""
    return experiment_of(
        {
            "question": "What does it cost to stick on 15?",
            "kind": "compare",
            "rules": "shuffled",
            "seats": seats,
            "deals": 1e7,
            "arm": [{"name": name, "players": name} for name in ("stick16", "stick15")],
            "over": [{"what": "banker", "values": list(BANKERS)}],
        }
    )


def banks() -> Experiment:
    """What the bank is worth, for 2 to 8 people."""
    return experiment_of(
        {
            "question": "What is the bank worth?",
            "kind": "bank value",
            "players": PLAYERS,
            "banker": BANKER,
            "tenures": 4e6,
            "over": [{"what": "seats", "values": list(range(2, 9))}],
        }
    )


def played(name: str, experiment: Experiment) -> Outcome:
    """The outcome of a run in build/gallery, played or gone on with where it has to be."""
    folder = RUNS / name
    if "--draw" in sys.argv:
        return open_run(folder)
    print(f"{name}: {experiment.question}", flush=True)
    begun = (folder / "checkpoint.json").exists()
    bank = experiment.kind == "bank value"
    deals = experiment.most_tenures if bank else experiment.most_deals
    plan = Plan(deals=deals, out=folder, resume=begun)
    outcome = run_experiment(experiment, plan, on_progress=show)
    write_report(outcome, folder)
    return outcome


def show(progress: Progress) -> None:
    """A line on a terminal."""
    if sys.stderr.isatty() and progress.figures is not None:
        worst = max(progress.figures.ses)
        print(f"\r  {progress.share:6.1%}, largest SE {worst:.2e}", end="", file=sys.stderr)


def edge_table(by_seats: dict[int, dict[str, Estimate]]) -> tuple[list[str], np.ndarray]:
    """Lines of the table of edges; and the edges, (games, seats), in %."""
    alike = games()
    lines = ["| preset | " + " | ".join(f"{seats} seats" for seats in by_seats) + " |"]
    lines.append("|---|" + "---:|" * len(by_seats))
    values = np.zeros((len(alike), len(by_seats)))
    for row, (first, presets) in enumerate(alike.items()):
        cells = []
        for column, (seats, figures) in enumerate(by_seats.items()):
            edge = figures[first]
            assert edge.se is not None
            if edge.se > WANTED:
                raise SystemExit(f"{first}, {seats} seats: SE {edge.se:.6f}, raise DEALS")
            values[row, column] = 100 * edge.value
            cells.append(f"{100 * edge.value:.3f} ± {100 * edge.se:.3f}")
        lines.append(f"| {', '.join(presets)} | " + " | ".join(cells) + " |")
    return lines, values


def draw_edges(values: np.ndarray, seats: list[int]) -> None:
    """The edges by number of people, a line for each game."""
    with styled():
        figure = new_figure(9, 5)
        (ax,) = figure.axes
        for row, (edges, presets) in enumerate(zip(values, games().values(), strict=True)):
            ax.plot(
                seats, edges, color=LINES[row % 4], ls=DASHES[row // 4], marker=MARKERS[row],
                lw=1.4, ms=5, label=", ".join(presets),
            )  # fmt: skip
        ax.set_xticks(seats)
        ax.set_xlabel("people at the table, banker included")
        ax.set_ylabel("banker's net, % of the initial stakes")
        ax.set_title(f"The banker's edge against {PLAYERS} players, {BANKER} at the bank")
        ax.set_ylim(bottom=0)
        tidy(ax, "y")
        ax.legend(frameon=False)
        write_figure(DOCS / "images" / "gallery_edges.png", settle(figure))


def sticking_table(outcomes: dict[int, Outcome]) -> list[str]:
    """What sticking on 15 in place of 16 gives the banker: exact and sampled."""
    rules = rules_from("shuffled")
    head = "| banker | exact | " + " | ".join(f"sampled, {n} seats" for n in outcomes) + " |"
    lines = [head, "|---|---:|" + "---:|" * len(outcomes)]
    for place, banker in enumerate(BANKERS):
        late, early = (
            -value.net / value.initial
            for value in (
                exact_value(rules, find(name, "player"), find(banker, "banker"))
                for name in ("stick16", "stick15")
            )
        )
        cells = [f"{100 * (early - late):+.5f}"]
        for outcome in outcomes.values():
            assert outcome.comparison is not None
            figure = outcome.comparison.contrasts[place].figures["adjusted"].paired
            assert figure.se is not None
            off = abs(figure.value - (early - late)) / figure.se
            if off > 4:
                raise SystemExit(f"{banker}: {off:.1f} standard errors from the exact value")
            cells.append(f"{100 * figure.value:+.5f} ± {100 * figure.se:.5f}")
        lines.append(f"| {banker} | " + " | ".join(cells) + " |")
    return lines


def bank_table(outcome: Outcome) -> list[str]:
    """The price of the bank."""
    lines = ["| seats | worth, chips | SD of a tenure | deals |", "|---:|---:|---:|---:|"]
    for bank in outcome.banks:
        assert bank.net.se is not None
        lines.append(
            f"| {bank.rules.seats} | {bank.net.value:.3f} ± {bank.net.se:.3f} |"
            f" {bank.net_sd:.0f} | {bank.length.value:.2f} |"
        )
    return lines


def edges_by_seats() -> dict[int, dict[str, Estimate]]:
    """The banker's edge by number of seats and first preset of each game."""
    found: dict[int, dict[str, Estimate]] = {}
    continuing = [preset for preset in games() if preset != FRESH]
    for seats, deals in DEALS.items():
        outcome = played(f"edges_{seats}", edges(seats, continuing, deals))
        fresh = played(f"fresh_{seats}", edges(seats, [FRESH], FRESH_DEALS))
        assert outcome.comparison is not None and fresh.comparison is not None
        found[seats] = {
            preset: figures["adjusted"]
            for preset, figures in zip(continuing, outcome.comparison.estimates, strict=True)
        }
        adjusted = fresh.comparison.results[0].adjusted
        assert adjusted is not None
        found[seats][FRESH] = adjusted["edge_initial"]
    return found


def page() -> str:
    """All of docs/gallery.md."""
    by_seats = edges_by_seats()
    lines, values = edge_table(by_seats)
    draw_edges(values, list(by_seats))
    duels = {seats: played(f"sticking_{seats}", sticking(seats)) for seats in (2, 6)}
    bank = played("banks", banks())
    exact = exact_value(rules_from(FRESH), find(PLAYERS, "player"), find(BANKER, "banker"))
    deals = sum(DEALS.values()) * (len(games()) - 1)
    continuing = ",".join(preset for preset in games() if preset != FRESH)
    return f"""# Results

The headline numbers of the game, with standard errors. This page is written by `make gallery`, which plays
{deals:,.0f} deals for the first table alone and can be stopped and started again. Every figure is from the
banker's side: + is chips to the bank.

## How big is the banker's advantage?

Banker's net, % of the initial stakes, {PLAYERS} players against {BANKER}, stakes 10 to 100, luck-adjusted ([luck.md](luck.md)), with one
standard error:

{chr(10).join(lines)}

![The banker's edge by number of people, a line for each preset](images/gallery_edges.png)

`pontoon sweep --over rules={continuing} --players {PLAYERS} --banker {BANKER} --seats 6 --deals {DEALS[6] / 1e6:g}e6`

- {PLAYERS} never sticks on 15, splits aces only and makes no shoot bets. So `stick16`, `aces_only` and `shoot` change nothing for such
  players: the games are the same card by card. What shoot bets add stands in [shoot.md](shoot.md).
- `{FRESH}` has an exact value, the same for any number of people:
  {-100 * exact.net / exact.initial:.5f} % (`pontoon exact --players {PLAYERS} --banker {BANKER}`).
- **Where the pack is not shuffled the edge hangs on the number of people**, and not smoothly: seven people, and less so four, are dear to
  the players. With a fresh pack for every deal nothing of it is left: it comes from the order in which cards go under the pack and come
  round again, and from how many deals a pack holds ([come_round.md](come_round.md)).

## What does it cost to stick on 15?

The banker's edge against `stick15` players less that against `stick16` players, from fresh packs, % of the initial stakes;
sampled over the same packs and luck-adjusted, beside the exact value:

{chr(10).join(sticking_table(duels))}

`pontoon compare --rules shuffled --seats 6 --arm stick16 --arm stick15 --over banker={",".join(BANKERS)} --deals 1e7`

Against a banker who draws below 17 it hardly matters; against one who stands earlier sticking on 15 is dear, and against
one who draws to 18 it pays.

## What is the bank worth?

What its holder wins until it passes, which is a fair price for it: standard rules, {PLAYERS} players with {BANKER} at the
bank, chips (stakes 10 to 100), with one standard error.

{chr(10).join(bank_table(bank))}

`pontoon bank --seats 2:8 --players {PLAYERS} --banker {BANKER} --tenures 4e6`
"""


if __name__ == "__main__":
    RUNS.mkdir(parents=True, exist_ok=True)
    text = page()
    (DOCS / "gallery.md").write_text(text, encoding="utf-8")
    print("docs/gallery.md is written")
