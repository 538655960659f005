"""What errors cost, what a memory is worth, and what lies open: the tables of docs/bots.md.

`python benchmarks/bots.py errors`, `memory` and `open` play a line-up and its twin with the same
seeds and compare them table by table, in the standard game with six people where they name no
other. `--deals 1e5` is quick; the document holds a million.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import pontoon_sim as pt
from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.strategies import seats_from

TABLE, TABLES = 200, 100  # deals of a table, as in pontoon simulate; tables of a block
DEALS, INITIAL, NET = 0, 1, 3  # columns of a group's rows, see tallies.QUANTITIES
RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)


def rows_of(rules: Rules, players: str, banker: str, group: str, deals: int) -> np.ndarray:
    """Sums of each table for one group, float64 (tables, 5)."""
    engine, tables = Engine(rules, seats_from(rules, players, banker), seed=1), deals // TABLE

    def play(first: int) -> np.ndarray:
        sizes = [TABLE] * min(TABLES, tables - first)
        return engine.play_block(first, sizes).by_table(Group.parse(group))

    with ThreadPoolExecutor() as pool:
        return np.concatenate(list(pool.map(play, range(0, tables, TABLES)))).astype(float)


def ratio(rows: np.ndarray, below: int) -> tuple[float, np.ndarray]:
    """Net over another sum, and each table's part in its error."""
    value = rows[:, NET].sum() / rows[:, below].sum()
    return value, (rows[:, NET] - value * rows[:, below]) / rows[:, below].mean()


def row(name: str, one: np.ndarray, twin: np.ndarray, sign: int) -> str:
    """A line of the table: % of the initial stakes of both, chips a deal of both, differences.
    `sign` is -1 to tell the bank's net as the players'."""
    cells = []
    for below, unit in ((INITIAL, 100), (DEALS, 1)):
        (a, errors), (b, others) = ratio(one, below), ratio(twin, below)
        error = (errors - others).std(ddof=1) / len(errors) ** 0.5
        cells += [f"{sign * unit * a:+.2f}", f"{sign * unit * b:+.2f}"]
        cells += [f"{sign * unit * (a - b):+.2f} ± {unit * error:.2f}"]
    return f"| {name} | {' | '.join(cells)} |"


def errors(deals: int) -> Iterable[str]:
    """Players who err, then bankers who err; the twin does not."""
    rules = rules_from("standard")
    for player, banker, sign in (("pub_regular", None, -1), (None, "draw_below_16", 1)):
        names = {"players": player or "pub_regular", "banker": banker or "draw_below_16"}
        role, part = ("players", player) if player else ("banker", banker)
        twin = rows_of(rules, **names, group="all", deals=deals)
        for rate in RATES:
            erring = {**names, role: f"with_errors({part},{rate})"}
            rows = rows_of(rules, **erring, group="all", deals=deals)
            yield row(f"{100 * rate:g} % of {part}", rows, twin, sign)


def memory(deals: int) -> Iterable[str]:
    """One player with a memory among five without, then banks; the twin forgets."""
    for what, sets, name in (
        ("counter, level stakes", ["stake_max=10"], "counter"),
        ("memory_player, level stakes", ["stake_max=10"], "memory_player"),
        ("counter, stakes 10 to 100", [], "counter"),
        ("memory_player, stakes 10 to 100", [], "memory_player"),
        ("memory_player, shuffled", ["reshuffle=every_deal"], "memory_player"),
    ):
        rules = rules_from("standard", sets)
        both = [
            rows_of(rules, f"{who}{',pub_regular' * 5}", "draw_below_16", f"player {who}", deals)
            for who in (name, f"forgetful({name})")
        ]
        yield row(what, *both, 1)
    for what, sets in (
        ("memory_banker", []),
        ("memory_banker, shuffled", ["reshuffle=every_deal"]),
    ):
        rules = rules_from("standard", sets)
        both = [
            rows_of(rules, "pub_regular", who, "all", deals)
            for who in ("memory_banker", "forgetful(memory_banker)")
        ]
        yield row(what, *both, 1)


HIDDEN = {
    "doubled": (r"view\.doubled\b", "0"),
    "prices": (r"(view\.hand_prices\[[^]]*\])", r"min(\1, view.stake_min)"),
    "shoot bets": (r"view\.hand_shoot\[[^]]*\]", "0"),
}
"""What a twin does not see: its expression in the file of a strategy, and what stands for it."""


def open_to_all(deals: int) -> Iterable[str]:
    """Strategies that look at what lies open (P23), each beside a twin that does not."""
    shooting = ["kitty_min=100"]  # of at most 100: every kitty is full
    for name, field, preset, sets, others in (
        ("doubler", "doubled", "old_hoyle", [], "pub_regular"),
        ("memory_banker", "prices", "standard", [], "pub_regular"),
        ("reader", "prices", "standard", [], "pub_regular"),
        ("reader", "shoot bets", "shoot", shooting, "shoot_regular"),
        ("shoot_regular", "doubled", "shoot", [*shooting, "banker_doubles=compound"], "doubler"),
    ):
        rules, strategy = rules_from(preset, sets), pt.find(name)
        with tempfile.TemporaryDirectory() as folder:
            twin = Path(folder) / f"{name}.py"
            twin.write_text(re.sub(*HIDDEN[field], strategy.path.read_text(encoding="utf-8")))
            pairs = [(who, others) for who in (twin, name)]
            arms = [
                pt.arm(arm, rules, *(pair if strategy.role == "player" else pair[::-1]))
                for arm, pair in zip(("without", "with"), pairs, strict=True)
            ]
            figures = pt.compare(*arms, deals=deals).contrasts[0].figures
        sign = 1 if strategy.role == "banker" else -1
        cells = []
        for figure, unit in (("edge_initial", 100), ("net_per_deal", 1), ("shoot_per_deal", 1)):
            gap = figures[figure].paired if figure in figures else None
            cells += [f"{sign * unit * gap.value:+.3f} ± {unit * gap.se:.3f}" if gap else "-"]
        yield f"| `{name}` | {field} | {' | '.join(cells)} |"


KINDS = {"errors": errors, "memory": memory, "open": open_to_all}


def main() -> None:
    """Print one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=KINDS)
    parser.add_argument("--deals", type=float, default=1e6)
    given = parser.parse_args()
    if given.table == "open":
        print("| strategy | sees | % of stakes | chips a deal | chips a deal by shooting |")
        print("|---" * 5 + "|")
    else:
        print("| | % of stakes | twin | difference | chips a deal | twin | difference |")
        print("|---" * 7 + "|")
    for line in KINDS[given.table](int(given.deals)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
