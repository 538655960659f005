"""What exploring says that a choice gains is what playing that choice gains, to the chip."""

from __future__ import annotations

import numpy as np
import pytest

from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import Seat, find, seats_from
from pontoon_sim.strategies.tabletext import table_strategy
from pontoon_sim.tuning.explorer import Explorer, Worth
from pontoon_sim.tuning.paired import DEALS, INITIAL, NET, WORTH
from pontoon_sim.tuning.states import states_of, with_word, word_of

DEALS_PLAYED = 20_000


def explorer(rules, seats, tuned, role="player", worth=None, per_table=1, seed=7):
    return Explorer(rules, seats, seed, tuned, role, worth or Worth(), per_table)


def gain_by_playing(rules, seats, at, role, state, word, worth=None):
    """Worth of the same deals with one word changed, less what they are worth as they are."""
    strategy = getattr(seats[at], role)
    changed = table_strategy("changed", strategy.facts, with_word(strategy.table, state, word))
    other = list(seats)
    other[at] = Seat(**{**vars(seats[at]), role: changed})
    tuned = [seat == at for seat in range(rules.seats)]
    before, after = (
        explorer(rules, line_up, tuned, role, worth).values(DEALS_PLAYED)
        for line_up in (seats, other)
    )
    return float((after[:, WORTH] - before[:, WORTH]).sum())


def line_up(rules, player, banker, at, role):
    """One seat of the strategy to be tuned among others."""
    seats = list(seats_from(rules, "pub_regular", "draw_below_17"))
    seats[at] = Seat(find(player, "player"), find(banker, "banker"))
    return tuple(seats)


@pytest.mark.parametrize("worth", [Worth(), Worth(bankroll=1000)], ids=["chips", "growth"])
def test_gain_of_a_player_s_choice_is_that_of_playing_it(worth):
    # Tables of one deal, and no splits: a state is met at most once, so nothing else can change.
    rules = rules_from(sets=["split=none", "burn=hard_13_14", "first_banker=0"], seats=4)
    seats = line_up(rules, "mixed", "draw_below_16", 2, "player")
    table = seats[2].player.table
    states = states_of(table, rules, ("cards", "stakes"))
    tuned = [False, False, True, False]
    _, sums = explorer(rules, seats, tuned, worth=worth).explore(DEALS_PLAYED, states)
    tried = 0
    for number, state in enumerate(states):
        if number % 7 and state.kind == "turn":
            continue
        for answer, word in enumerate(state.words):
            found = sums[0, number, answer, 2]
            played = gain_by_playing(rules, seats, 2, "player", state, word, worth)
            assert found == pytest.approx(played, abs=1e-6), (str(state), word)
            tried += found != 0
    assert tried > 15


def test_gain_of_a_banker_s_choice_is_that_of_playing_it():
    rules = rules_from(sets=["banker_doubles=compound", "first_banker=1"], seats=3)
    seats = line_up(rules, "stick16", "draw_below_15", 1, "banker")
    states = states_of(seats[1].banker.table, rules, ("cards", "doubles"))
    tuned = [False, True, False]
    _, sums = explorer(rules, seats, tuned, "banker").explore(DEALS_PLAYED, states)
    for number, state in enumerate(states):
        if number % 5 == 0:
            for answer, word in enumerate(state.words):
                played = gain_by_playing(rules, seats, 1, "banker", state, word)
                assert sums[0, number, answer, 2] == played, (str(state), word)


@pytest.mark.slow
def test_gain_holds_with_shoot_bets_and_a_banker_who_looks_at_the_players():
    rules = rules_from("shoot", ["split=none", "first_banker=0"], seats=4)
    seats = line_up(rules, "shoot_ace_ten", "draw_below_16", 1, "player")
    seats = (Seat(seats[0].player, find("table_reader", "banker")), *seats[1:])
    states = states_of(seats[1].player.table, rules, ("cards", "shoots"))
    tuned = [False, True, False, False]
    rows, sums = explorer(rules, seats, tuned).explore(DEALS_PLAYED, states)
    assert rows[:, NET].sum() == rows[:, WORTH].sum()
    for number, state in enumerate(states):
        if number % 9 == 0 or state.kind == "shoot_first":
            for answer, word in enumerate(state.words):
                played = gain_by_playing(rules, seats, 1, "player", state, word)
                assert sums[0, number, answer, 2] == played, (str(state), word)


def test_the_tables_themselves_are_played_as_simulate_plays_them():
    rules = rules_from()
    seats = seats_from(rules, "pub_regular")
    result = simulate(rules, seats, deals=20_000, seed=3)
    both = Explorer(rules, seats, 3, [True] * 6, "player", Worth())
    states = states_of(seats[0].player.table, rules)
    for rows in (both.values(20_000), both.explore(20_000, states)[0]):
        assert rows[:, DEALS].sum() == 5 * 20_000
        assert rows[:, NET].sum() == -result.tallies.table.of("net")
        assert rows[:, INITIAL].sum() == result.tallies.table.of("initial")


def test_any_number_of_threads_finds_the_same_to_the_bit():
    rules = rules_from("shuffled")
    seats = seats_from(rules, "stick16")
    states = states_of(seats[0].player.table, rules)
    one, two = (
        Explorer(rules, seats, 5, [True] * 6, "player", Worth()).explore(50_000, states, threads)
        for threads in (1, 2)
    )
    assert np.array_equal(one[0], two[0]) and np.array_equal(one[1], two[1])


def test_hands_that_a_table_never_holds_are_met_astray():
    rules = rules_from("shuffled")
    seats = seats_from(rules, "stick16")  # it never buys
    states = states_of(seats[0].player.table, rules)
    _, sums = Explorer(rules, seats, 5, [True] * 6, "player", Worth()).explore(50_000, states)
    bought = [n for n, s in enumerate(states) if str(s).endswith("three cards, bought")]
    assert sums[0, bought, 0, 0].sum() == 0
    # a pair of aces, or of twos and threes, with a third: too rare to be met in so few deals
    assert (sums[1, bought, 0, 0] > 20).sum() >= 18


def test_words_of_states_are_what_the_table_plays():
    rules = rules_from("shoot", ["burn=hard_13"])
    table = find("mixed", "player").table
    for state in states_of(table, rules, ("cards", "stakes", "shoots")):
        for word in state.words:
            assert word_of(with_word(table, state, word), state, rules) == word
