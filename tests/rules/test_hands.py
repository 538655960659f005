"""P10, P11: what beats what. One exhaustive table over all hands up to 21, against a ranking
written here from the words of the rule.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from pontoon_sim.game.rules import Rules
from pontoon_sim.reference import Hand, beats, score

VALUES = range(1, 11)


def multisets() -> list[tuple[int, ...]]:
    """Values (ace 1) of all hands of two to five cards of one pack that total at most 21."""
    return [
        values
        for count in (2, 3, 4, 5)
        for values in combinations_with_replacement(VALUES, count)
        if sum(values) <= 21 and all(values.count(low) <= 4 for low in range(1, 10))
    ]


def hand_of(values: tuple[int, ...], banker: bool = False) -> Hand:
    return Hand(0, cards=[(value - 1) * 4 for value in values], banker=banker)


def rank(values: tuple[int, ...]) -> tuple[int, int]:
    """P10 in plain words: class, then total; larger is better."""
    best = sum(values)
    if 1 in values and best + 10 <= 21:
        best += 10
    if len(values) == 2 and sorted(values) == [1, 10]:
        return 4, 0
    if len(values) == 5:
        return 3, 0  # all five-card tricks are equal
    if best == 21:
        return 2, 0
    return 1, best


def test_P10_there_are_1004_hands_up_to_21():
    assert len(multisets()) == 1004


def test_P10_P11_every_pair_of_hands():
    rules = Rules()
    hands = [(rank(values), hand_of(values), hand_of(values, True)) for values in multisets()]
    scores = {id(hand): score(rules, hand) for _, *both in hands for hand in both}
    wrong = [
        (mine[1].cards, theirs[2].cards)
        for mine in hands
        for theirs in hands
        if (scores[id(mine[1])] > scores[id(theirs[2])]) != (mine[0] > theirs[0])
    ]
    assert wrong == []


def test_P11_beats_follows_the_scores():
    rules = Rules()
    sample = multisets()[::29]
    for mine in sample:
        for theirs in sample:
            expected = rank(mine) > rank(theirs)
            assert beats(rules, hand_of(mine), hand_of(theirs, True)) == expected


@pytest.mark.parametrize("values", [(10, 10, 2), (9, 8, 7), (5, 5, 5, 5, 2), (10, 1, 1, 10)])
def test_P10_over_21_is_worth_nothing(values):
    assert score(Rules(), hand_of(values)) == 0


@pytest.mark.parametrize(
    ("hand", "banker", "then", "turns", "draws", "paid"),
    [
        ("AS KS", "TH 6H", "5D", [], [1], 20),  # pontoon beats 21 in three cards
        ("2S 3S", "TH 6H", "2D 4D 3D 5C", [-1], [1], 20),  # a trick of 14 beats 21
        ("TS 6S", "TH 9H", "5D", [-1], [], 10),  # 21 beats 19
        ("TS TD", "TH 9H", "", [], [], 10),  # 20 beats 19
        ("AS 8S", "TH 9H", "", [], [], -10),  # 19 ties: the banker's
        ("TS 6S", "9H 7H", "5D 5C", [-1], [1], -10),  # 21 each: the banker's
        ("TS 9S", "2H 3H", "9D 5D", [], [1, 1, 0], -10),  # 19 on two cards ties with 19 on four
    ],
)
def test_P10_P11_hands_at_the_table(deal, hand, banker, then, turns, draws, paid):
    game = deal([hand], banker, then, turns={1: turns}, draws=draws)
    assert game.net == [-paid, paid]
