"""The numbers that a change of the code alone must not move: every preset played, valued and
compared, each answer reduced to a hash of all its figures.

`python tests/golden/numbers_golden.py` writes `numbers.json` anew, which is right only where the
behaviour version was raised, or where a case was added.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pontoon_sim.advice import Situation, advise_exactly
from pontoon_sim.exact import best_banker, best_reply, exact_value
from pontoon_sim.game.rules import PRESETS, rules_from
from pontoon_sim.leagues.bots import entrants_from
from pontoon_sim.leagues.play import Terms, play_league
from pontoon_sim.measure.bank import bank_value
from pontoon_sim.measure.compare import compare
from pontoon_sim.measure.simulate import replay, simulate
from pontoon_sim.runs.trial import Arm
from pontoon_sim.strategies import find, seats_from
from pontoon_sim.tuning.game import game_of
from pontoon_sim.tuning.rounds import Tuning

FILE = Path(__file__).with_name("numbers.json")
PEOPLE = "stick15,pub_regular,gambler,counter,mixed,trick_hunter"
SHOOTERS = "shoot_regular,shoot_all,shoot_trick,pub_regular,shoot_ace_ten,never_shoot"
BLEND, ERRORS = "mix(stick15:1,gambler:2)", "with_errors(pub_regular,0.1)"
DEALS = 8_000


def numbers_in(form: Any) -> Iterator[str]:
    """Every number of a JSON form; seconds are nobody's number. Floats to twelve digits: processors
    may differ in the last ones."""
    if isinstance(form, Mapping):
        for key, part in form.items():
            if key != "seconds":
                yield from numbers_in(part)
    elif isinstance(form, list | tuple):
        for part in form:
            yield from numbers_in(part)
    elif isinstance(form, int | float) and not isinstance(form, bool):
        yield str(form) if isinstance(form, int) else f"{form:.12g}"


def digest(form: Any) -> str:
    """A hash of all numbers, in whatever order and under whatever names they stand."""
    text = " ".join(sorted(numbers_in(form)))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def played(preset: str, people: str, banker: str = "draw_below_16") -> Any:
    rules = rules_from(preset)
    seats = seats_from(rules, people, banker)
    result = simulate(rules, seats, deals=DEALS, seed=7)
    edges = [result.edge_initial.value, result.edge_initial.se, result.edge_initial.low]
    adjusted = result.adjusted or {}
    edges += [figure.value for figure in adjusted.values()]
    records = replay(rules, seats, seed=7, table=3, first=2, last=6)
    return {"tallies": result.tallies.as_dict(), "edges": edges, "net": [r.net for r in records]}


def compared(preset: str, seats: int) -> Any:
    rules = rules_from(preset, seats=seats)
    arms = [Arm(n, rules, seats_from(rules, n)) for n in ("stick15", "stick16", "mixed")]
    comparison = compare(arms, deals=DEALS, seed=7)
    figures = [f.as_dict() for c in comparison.contrasts for f in c.figures.values()]
    return {"sums": comparison.sums.as_dict(), "figures": [numbers_of(f) for f in figures]}


def numbers_of(figure: Mapping[str, Any]) -> list[Any]:
    return [figure[name] for name in ("value", "se", "low", "high", "correlation")]


def banked(preset: str, player: str, banker: str = "draw_below_16") -> Any:
    rules = rules_from(preset)
    value = bank_value(rules, seats_from(rules, player, banker), tenures=2_000, seed=7)
    figures = [value.net.value, value.net.se, value.length.value, value.net_per_deal.se]
    return {"moments": value.moments.as_dict(), "lengths": value.lengths.tolist(), "f": figures}


def exactly(preset: str, player: str, banker: str = "draw_below_16", **settings: Any) -> Any:
    changes = [f"{name}={value}" for name, value in settings.items()]
    rules = rules_from(preset, ["reshuffle=every_deal", "bank_passes=never", *changes])
    value = exact_value(rules, find(player, "player"), find(banker, "banker"))
    return [value.net, value.staked, value.sd, *value.hands.values(), *value.distribution.values()]


def replied(**settings: Any) -> Any:
    rules = rules_from("shuffled", [f"{name}={value}" for name, value in settings.items()])
    reply = best_reply(rules, find("draw_below_17", "banker"))
    return [reply.net, reply.staked]


def banker_replied() -> Any:
    best = best_banker(rules_from("shuffled"), [find("pub_regular", "player")])
    return [best.gain, best.bound]


def leagued() -> Any:
    bots = entrants_from(["stick15", "pub_regular", "gambler", "mixed", "cautious"]).bots
    league = play_league(rules_from("standard"), bots, Terms(deals=40_000, seed=7))
    sums = league.sums
    return [sums.scores.tolist(), sums.score_products.tolist(), sums.people_products.tolist()]


def tuned() -> Any:
    rules = rules_from("shuffled", seats=2)
    start = find("stick16", "player")
    game = game_of(rules, seats_from(rules, "stick16"), start, seed=7)
    tuning = Tuning(game)
    tuning.run(200_000)
    return [[r.changes, r.deals, r.value] for r in tuning.course.rounds]


def advised() -> Any:
    situation = Situation(rules_from("shuffled"), (28, 29), 10)
    return [w.chips for w in advise_exactly(situation, find("draw_below_16", "banker"))]


CASES: dict[str, Callable[[], Any]] = {
    **{f"play {p}": (lambda p=p: played(p, PEOPLE)) for p in PRESETS},
    "play pub_regular": lambda: played("standard", "pub_regular"),
    "play shuffled alike": lambda: played("shuffled", "pub_regular", "unbeaten"),
    "play a reader": lambda: played("standard", "stick16", "table_reader"),
    "play memories": lambda: played("standard", "memory_player", "memory_banker"),
    "play blends": lambda: played("pub", ",".join(3 * [BLEND, ERRORS])),
    "play shooters": lambda: played("shoot", SHOOTERS, "kitty_full"),
    "play doubler": lambda: played("old_hoyle", "pub_regular", "doubler"),
    **{f"compare {p} {n}": (lambda p=p, n=n: compared(p, n))
       for p, n in (("shuffled", 2), ("shuffled", 6), ("standard", 3))},
    "bank standard": lambda: banked("standard", "pub_regular"),
    "bank shoot": lambda: banked("shoot", "shoot_regular", "kitty_defended"),
    **{f"exact {p}": (lambda p=p: exactly(p, "pub_regular"))
       for p in ("standard", "stick16", "aces_only", "no_certain_buy", "old_hoyle")},
    "exact pub": lambda: exactly("pub", "mixed", "draw_below_17"),
    "exact gambler": lambda: exactly("standard", "gambler"),
    "best reply": replied,
    "best reply, burning": lambda: replied(burn="hard_13"),
    "best banker": banker_replied,
    "league": leagued,
    "tune": tuned,
    "advise": advised,
}  # fmt: skip


def main() -> None:
    digests = {}
    for name, case in CASES.items():
        digests[name] = digest(case())
        print(name, digests[name], flush=True)
    FILE.write_text(json.dumps(digests, indent=1) + "\n")


if __name__ == "__main__":
    main()
