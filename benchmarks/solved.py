"""The figures of docs/solved.md: what each piece of information is worth to the banker, what house
rules are worth, and at which ratio of stakes the bank begins to lose. Some minutes.

    python benchmarks/solved.py information
    python benchmarks/solved.py rules
    python benchmarks/solved.py stakes
"""

from __future__ import annotations

import sys

from pontoon_sim.game.rules import rules_from
from pontoon_sim.solve.solution import solve
from pontoon_sim.solve.solver import Solver
from pontoon_sim.solve.tree import SIGHTS, tree_of

EQUAL = ("split=none", "stake_max=10")
WIDTH = 1e-5


def information() -> None:
    """The banker's edge at equal stakes by what it looks at."""
    rules = rules_from("shuffled", EQUAL, seats=2)
    for sees in SIGHTS:
        solution = solve(rules, sees=sees, width=WIDTH)
        low, high = solution.edge_bounds
        seconds = solution.value.seconds
        print(f"{sees:<8}{100 * low:+.4f} to {100 * high:+.4f} %  ({seconds:.0f} s)", flush=True)


def rules() -> None:
    """The banker's edge at equal stakes under house rules, one changed at a time."""
    changes = [
        (),
        ("stick_min=16",),
        ("stick_min=0",),
        ("buy_certain_trick=false",),
        ("buy_max=1",),
        ("soft_21_draws=false",),
        ("banker_trick_takes=1",),
        ("trick_pays=1",),
        ("pontoon_against_pontoon=push",),
        ("banker_pontoon_takes=1",),
        ("packs=2",),
    ]
    for change in changes:
        solution = solve(rules_from("shuffled", [*EQUAL, *change], seats=2), width=3 * WIDTH)
        low, high = solution.edge_bounds
        print(f"{', '.join(change) or 'as it is':<32}{100 * low:+.4f} to {100 * high:+.4f} %")
        sys.stdout.flush()


def stakes() -> None:
    """The player's value by how much larger the largest stake is than the smallest."""
    tree = tree_of(rules_from("shuffled", EQUAL, seats=2))
    for ratio in (1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 5.0, 10.0):
        _, value, _ = Solver(tree, (1.0, ratio)).run(1e-4)
        print(
            f"1 to {ratio:<6g} {value.low:+.5f} to {value.high:+.5f} smallest stakes a deal,"
            f" {-100 * value.middle / value.initial:+.3f} % for the bank",
            flush=True,
        )


FIGURES = {"information": information, "rules": rules, "stakes": stakes}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in FIGURES:
        sys.exit(f"name what to work out: {', '.join(FIGURES)}")
    FIGURES[sys.argv[1]]()
