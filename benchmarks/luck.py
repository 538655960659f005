"""What control variates are worth, and what they cost: the tables of docs/luck.md.

python benchmarks/luck.py                 # factors, from 2e6 deals of each line-up
python benchmarks/luck.py --speed         # speeds, as ratios of rounds that take turns
python benchmarks/luck.py --mean 1e8      # the luck taken off is nothing within 4 SE
"""

from __future__ import annotations

import argparse
import statistics
import time

from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.tallies import WHOLE_TABLE
from pontoon_sim.exact.control_variates import control_variates
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.measure.compare import compare
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.runs.trial import Arm
from pontoon_sim.statistics.estimates import linear_estimate
from pontoon_sim.strategies import seats_from

LINE_UPS = (
    ("standard", 1, 2, "pub_regular", "draw_below_16"),
    ("standard", 1, 6, "pub_regular", "draw_below_16"),
    ("standard", 1, 7, "pub_regular", "draw_below_16"),
    ("standard", 1, 2, "stick15", "draw_below_16"),
    ("standard", 1, 6, "stick15", "draw_below_16"),
    ("standard", 1, 7, "stick15", "draw_below_16"),
    ("standard", 1, 6, "gambler", "draw_below_16"),
    ("standard", 1, 6, "counter", "draw_below_16"),
    ("standard", 1, 6, "pub_regular", "table_reader"),
    ("standard", 2, 6, "pub_regular", "draw_below_16"),
    ("standard", 2, 2, "stick15", "draw_below_16"),
    ("shuffled", 1, 2, "pub_regular", "draw_below_16"),
    ("shuffled", 1, 6, "pub_regular", "draw_below_16"),
    ("shuffled", 1, 6, "stick15", "draw_below_16"),
    ("shuffled", 1, 6, "pub_regular", "table_reader"),
    ("shuffled", 1, 6, "counter", "draw_below_16"),
)


def factors(deals: int) -> None:
    print("| rules | packs | people | players | banker | factor |\n|---|---|---|---|---|---:|")
    for preset, packs, seats, players, banker in LINE_UPS:
        rules = rules_from(preset, packs=packs, seats=seats)
        result = simulate(rules, seats_from(rules, players, banker), deals=deals)
        worth = f"{result.variance_ratio:.3g}"
        print(f"| {preset} | {packs} | {seats} | {players} | {banker} | {worth} |", flush=True)
    for preset in ("standard", "shuffled"):
        rules = rules_from(preset)
        arms = [Arm(name, rules, seats_from(rules, name)) for name in ("stick15", "stick16")]
        answer = compare(arms, deals=deals).answer(1, 0)
        worth = f"{answer.variance_ratio:.4g}"
        print(f"| {preset} | 1 | 6 | stick15 less stick16, paired | | {worth} |", flush=True)


def speed(rounds: int = 24, deals: int = 40_000) -> None:
    print("| rules | people | players | speed, luck-adjusted over as played |\n|---|---|---|---:|")
    for preset, _, seats, players, banker in LINE_UPS:
        if banker != "draw_below_16" or players not in ("pub_regular", "stick15"):
            continue
        rules = rules_from(preset, seats=seats)
        people = seats_from(rules, players, banker)
        both = Engine(rules, people, 1), Engine(rules, people, 1, control_variates(rules, people))
        ratios = []
        for number in range(-1, rounds):
            took = []
            for engine in both:
                began = time.perf_counter()
                engine.play(max(number, 0) * deals // 200, [200] * (deals // 200))
                took.append(time.perf_counter() - began)
            ratios += [took[0] / took[1]] * (number >= 0)
        print(f"| {preset} | {seats} | {players} | {statistics.median(ratios):.3f} |", flush=True)


def mean(deals: int) -> None:
    print("| rules | people | players | luck taken off, SE |\n|---|---|---|---:|")
    for preset, _, seats, players, banker in LINE_UPS[1::4]:
        rules = rules_from(preset, seats=seats)
        result = simulate(rules, seats_from(rules, players, banker), deals=deals)
        moments = result.tallies.adjusted[WHOLE_TABLE]
        luck = linear_estimate(moments, {"net": CONTROL_UNIT, "adjusted": -1}, "deals")
        off = luck.value / luck.se
        print(f"| {preset} | {seats} | {players} | {off:+.2f} |", flush=True)
        assert abs(off) < 4


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=float, default=2e6)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--mean", type=float)
    asked = parser.parse_args()
    if asked.speed:
        speed()
    elif asked.mean:
        mean(int(asked.mean))
    else:
        factors(int(asked.deals))
