"""The solved game: against a linear programme that shares nothing with it, exact best replies, and
what follows from the rules."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact import best_reply
from pontoon_sim.exact.multisets import catalogue
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.compare import compare
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.runs.trial import Arm
from pontoon_sim.solve.reader import posterior_of, write_reader
from pontoon_sim.solve.solution import solve
from pontoon_sim.solve.solver import Plans, Solver
from pontoon_sim.solve.tree import SIGHTS, Signal, tree_of
from pontoon_sim.solve.write import signal_code, write_plans
from pontoon_sim.strategies import find, load, seats_from
from tests.solve.sequence_form import Game

EQUAL = ("split=none", "stake_max=10")

PACKS = [
    ((0, 0, 0, 4, 0, 0, 2, 0, 0, 5), ("soft_21_draws=false",), (1,)),
    ((0, 0, 0, 0, 0, 3, 3, 1, 0, 5), ("pontoon_against_pontoon=push", "trick_pays=1"), (1,)),
    ((2, 0, 0, 0, 0, 0, 0, 0, 5, 4), ("pontoon_against_pontoon=push",), (1, 3)),
    ((0, 0, 0, 1, 4, 0, 1, 1, 0, 4), ("banker_trick_takes=1",), (1,)),
    ((1, 0, 0, 0, 1, 5, 0, 0, 1, 5), ("pontoon_pays=3",), (1,)),
    ((2, 0, 0, 0, 2, 0, 4, 1, 0, 3), ("stick_min=16",), (1,)),
    ((1, 0, 0, 0, 0, 0, 2, 3, 0, 5), ("stick_min=0",), (1, 10)),
    ((1, 0, 0, 3, 0, 0, 0, 3, 0, 4), ("buy_certain_trick=false",), (1,)),
    ((1, 0, 2, 0, 0, 0, 3, 0, 0, 5), ("banker_pontoon_takes=1",), (1, 2)),
    ((0, 0, 3, 0, 0, 2, 0, 2, 0, 4), (), (1,)),
    ((2, 0, 0, 0, 0, 4, 0, 0, 0, 5), (), (1, 4)),
    ((1, 0, 0, 0, 3, 0, 0, 3, 0, 4), ("buy_max=1",), (1,)),
]


@pytest.mark.parametrize(("pack", "settings", "stakes"), PACKS, ids=range(len(PACKS)))
def test_a_small_pack_is_worth_what_the_sequence_form_says(pack, settings, stakes) -> None:
    """Both sides of the programme remember every card and choice in order; nothing is merged."""
    rules = rules_from("shuffled", [*EQUAL, *settings], seats=2)
    game = Game(rules, tuple(range(1, rules.buy_max + 1)), pack, stakes).build()
    solver = Solver(tree_of(rules, pack=pack), tuple(map(float, stakes)))
    _, value, stopped = solver.run(2e-7)
    assert stopped == "narrow" and value.width <= 2e-7
    assert value.low - 1e-9 <= game.value() <= value.high + 1e-9


def banker_plan(tree, draws_below: int) -> np.ndarray:
    hands = catalogue()
    draws = tree.banker.draws & (hands.total[tree.banker.hands] < draws_below)
    return np.repeat(draws.astype(float)[None, None], tree.sights, axis=1)


@pytest.mark.parametrize("total", [15, 16, 17, 18])
def test_the_best_reply_to_a_banker_who_sees_nothing_is_the_exact_one(total: int) -> None:
    rules = rules_from("shuffled", EQUAL, seats=2)
    tree = tree_of(rules)
    solver = Solver(tree)
    average = solver.average()
    plans = Plans(average.stakes, average.player, banker_plan(tree, total))
    exact = best_reply(rules, find(f"draw_below_{total}", "banker"))
    assert solver.value_of(plans).high == pytest.approx(exact.net, abs=1e-12)


def test_each_signal_is_told_from_every_other() -> None:
    tree = tree_of(rules_from("shuffled", EQUAL, seats=2))
    assert len(set(tree.signals)) == len(tree.signals) == tree.sights
    codes = {signal_code(signal, tree.prices) for signal in tree.signals}
    assert len(codes) == tree.sights  # in the strategy files too
    keys = set(zip(tree.signal.tolist(), tree.private.tolist(), strict=True))
    assert len(keys) == tree.nodes
    assert all(
        tree.signals[tree.signal[n]].cards == catalogue().size[tree.hand[n]]
        for n in range(0, tree.nodes, 101)
    )
    children = tree.child.reshape(tree.nodes, -1).max(axis=1)
    assert ((children < 0) | (children > np.arange(tree.nodes))).all()


def test_seeing_more_never_costs_the_banker() -> None:
    """Brackets of 1e-4; each sight tells apart what the one before does."""
    rules = rules_from("shuffled", EQUAL, seats=2)
    edges = [solve(rules, sees=sees, width=3e-3).edge_bounds for sees in SIGHTS]
    for (low, _), (_, high) in pairwise(edges):
        assert low <= high
    assert edges[0][1] < edges[-1][0] - 0.03


def test_finer_prices_are_worth_no_more() -> None:
    """A price between the least and the dearest is a mixture of the two."""
    rules = rules_from("shuffled", EQUAL, seats=2)
    coarse = solve(rules, width=1e-3)
    fine = solve(rules, prices=[1, 1.5, 2], width=1e-3)
    assert abs(coarse.edge_initial - fine.edge_initial) < 2e-3


@pytest.mark.parametrize(
    ("settings", "seats", "sentence"),
    [
        (("split=none",), 3, "more than two people have no such solution: set seats = 2"),
        (("split=any_pair",), 2, "split hands are not solved: set split = none"),
        (("split=none", "reshuffle=pontoon"), 2, "a pack that is not shuffled has a memory"),
        (("split=none", "burn=hard_13"), 2, "burnt hands are not solved"),
        (("split=none", "shoot=true"), 2, "shoot bets are not solved"),
        (("split=none", "banker_doubles=plain"), 2, "doubled deals are not solved"),
    ],
)
def test_what_cannot_be_solved_is_refused(settings, seats: int, sentence: str) -> None:
    with pytest.raises(PontoonError, match="this game cannot be solved: ") as fault:
        tree_of(rules_from("shuffled", settings, seats=seats))
    assert sentence in str(fault.value) and "\n" not in str(fault.value)


def test_the_command_answers_and_keeps_both_plans(pontoon, tmp_path) -> None:
    outcome = pontoon(
        "solve", "--set", "stake_max=10", "--width", "1e-3", "--json", tmp_path / "x.json"
    )
    assert outcome.status == 0
    assert outcome.out.startswith("When both play as well as can be, the banker wins 3.8")
    form = json.loads((tmp_path / "x.json").read_text())
    low, high = (form["edge_initial"][name] for name in ("low", "high"))
    assert low <= 0.0382455 <= high <= low + 1e-3
    for decision in form["player"]:
        assert sum(decision["plan"].values()) == pytest.approx(1, abs=1e-5)
    assert all(0 <= decision["draws"] <= 1 for decision in form["banker"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--sees everything", "a banker cannot look at 'everything'"),
        ("--prices 1,3", "a price of 3 stakes is not possible"),
        ("--prices one", "write numbers with commas, such as 1,1.5,2"),
        ("--stakes 5", "a stake of 5 is not possible: take 10 to 100 chips"),
        ("--width 0", "0.0 is not in the range"),
        ("--seats 4", "set seats = 2"),
    ],
)
def test_bad_input_is_one_sentence(pontoon, words: str, sentence: str) -> None:
    outcome = pontoon("solve", *words.split())
    assert outcome.status == 2 and sentence in outcome.err and outcome.err.count("\n") == 1


# --- the plans as strategies ----------------------------------------------------------------------


def test_the_shipped_plans_are_worth_what_the_solution_says() -> None:
    """Four standard errors: one false alarm in 16,000."""
    rules = rules_from("shuffled", EQUAL, seats=2)
    seats = seats_from(rules, "solved_player", "solved_banker")
    edge = simulate(rules, seats, deals=1_000_000, seed=17).edge
    assert abs(edge.value - 0.0382475) < 4 * edge.se


def test_the_file_of_a_plan_does_what_the_plan_says(tmp_path) -> None:
    rules = rules_from("shuffled", EQUAL, seats=2)
    solution = solve(rules, width=3e-3)
    paths = write_plans(tmp_path, solution, "pontoon solve")
    player, banker = (load(path) for path in paths)
    seats = seats_from(rules, player, banker)
    edge = simulate(rules, seats, deals=400_000, seed=5).edge
    low, high = solution.edge_bounds
    assert low - 4 * edge.se < edge.value < high + 4 * edge.se


def test_what_a_signal_says_of_a_hand() -> None:
    """stick16 never buys. Stuck on two cards it holds 20 by ten-ten (120 pairs) or ace-nine (16),
    and 16 by ten-six (64), nine-seven (16), ace-five (16) or eight-eight (6); a hand that twisted a
    ten-card and stuck had 6 to 11 before."""
    posterior = posterior_of(rules_from("shuffled", ["split=none"]), [find("stick16", "player")])
    assert sum(row.sum() for row in posterior.values()) == pytest.approx(1)
    stuck = posterior[Signal()]
    assert stuck[20] / stuck[16] == pytest.approx((120 + 16) / (64 + 16 + 16 + 6))
    assert stuck[:16].sum() == 0 and posterior[Signal((), (9,))][:16].sum() == 0


def test_what_is_learnt_from_deals_is_what_enumeration_says() -> None:
    """A part that never errs plays stick16 but is counted as chance. 28,000 hands, which
    are not independent in a deal; 5 standard errors for each of some 40 chances: less than one
    false alarm in 10,000."""
    rules = rules_from("shuffled", ["split=none"], seats=8)
    counted = posterior_of(rules, [find("stick16", "player")])
    played = posterior_of(rules, [find("with_errors(stick16,0)", "player")], 4_000)
    assert set(played) <= set(counted)
    compared = 0
    for signal, row in counted.items():
        for score in np.flatnonzero(row > 2e-3):
            error = (row[score] / 28_000) ** 0.5
            assert abs(played[signal][score] - row[score]) < 5 * error
            compared += 1
    assert compared > 20


def test_a_reader_learns_who_never_stands_low(tmp_path) -> None:
    """stick18 shows 18 and more, so a banker who knows it draws to more than `unbeaten` does; in a
    game with two packs too."""
    write_reader(tmp_path / "knows.py", rules_from("shuffled"), [find("stick18", "player")], "test")
    for packs in (1, 2):
        rules = rules_from("shuffled", [f"packs={packs}"], seats=4)
        arms = [
            Arm(name, rules, seats_from(rules, "stick18", banker))
            for name, banker in (("unbeaten", "unbeaten"), ("knows", load(tmp_path / "knows.py")))
        ]
        gain = compare(arms, deals=20_000).contrasts[0].figures["edge_initial"].paired
        assert gain.low > 0.015


def test_the_reader_beats_a_banker_that_looks_at_nothing() -> None:
    rules = rules_from("shuffled", seats=4)
    arms = [
        Arm(name, rules, seats_from(rules, "pub_regular", name))
        for name in ("draw_below_16", "reader")
    ]
    gain = compare(arms, deals=20_000).contrasts[0].figures["edge_initial"].paired
    assert gain.low > 0.03


def test_the_reader_remembers_the_order_of_the_cards() -> None:
    rules = rules_from("standard", seats=6)
    arms = [
        Arm(name, rules, seats_from(rules, "pub_regular", name))
        for name in ("forgetful(reader)", "reader")
    ]
    gain = compare(arms, deals=20_000).contrasts[0].figures["edge_initial"].paired
    assert gain.low > 0.03
