"""P33-P35: burning, doubling, three sevens. Worked out by hand."""

from __future__ import annotations

import pytest

from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.reference import IllegalAction


def test_P33_a_hard_13_is_thrown_in_for_two_new_cards(deal):
    game = deal(["TS 3S", "TD 9D"], "TH 8H", "JS 9S", turns={1: [BURN, STICK]}, burn="hard_13")
    assert game.events[8:12] == [
        ["burn", 1],
        ["card", 1, 0, "JS", "down"],
        ["card", 1, 0, "9S", "down"],
        ["stick", 1, 0],
    ]
    assert game.net == [-20, 10, 10]
    assert game.after[-8:-6] == ["TS", "3S"]  # at the bottom at once, before the hands
    assert game.views(2, "turn")[0].seen == [0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0]


def test_P33_only_once(deal):
    with pytest.raises(IllegalAction, match=r"thrown in a hand in this deal already \(P33\)"):
        deal(["TS 3S"], "TH 8H", "7S 6S", turns={1: [BURN, BURN]}, burn="hard_13")


@pytest.mark.parametrize(
    ("hand", "setting", "said"),
    [
        ("TS 3S", "none", "burn = 'none'"),
        ("TS 4S", "hard_13", "a 14 may not be thrown in, only a 13"),
        ("TS 2S", "hard_13_14", "a 12 may not be thrown in, only a 13 or 14"),
        ("AS 2S", "hard_13", "a hand with an ace"),
        ("AS 3S", "hard_13_14", "a hand with an ace"),
    ],
)
def test_P33_what_may_not_be_burnt(deal, hand, setting, said):
    with pytest.raises(IllegalAction, match=rf"{said}.*\(P33\)"):
        deal([hand], "TH 8H", turns={1: [BURN]}, burn=setting)


def test_P33_hard_14_where_the_setting_allows_it(deal):
    game = deal(["7S 7C"], "TH 8H", "JS 9S", turns={1: [BURN]}, burn="hard_13_14")
    assert game.net == [-10, 10]


def test_P33_only_the_first_two_cards_before_anything_else(deal):
    with pytest.raises(IllegalAction, match=r"only the first two cards.*\(P33\)"):
        deal(["2S 3S"], "TH 8H", "8D", turns={1: [10, BURN]}, burn="hard_13")
    with pytest.raises(IllegalAction, match=r"not split, may be thrown in \(P33\)"):
        deal(["6S 6C"], "TH 8H", "7D TD", turns={1: [SPLIT, BURN]}, burn="hard_13")


def test_P33_a_new_hand_may_be_a_pontoon_and_take_the_bank(deal):
    game = deal(["TS 3S"], "TH 8H", "AS KS", turns={1: [BURN]}, burn="hard_13")
    assert game.all("pontoon", "bank") == [["pontoon", 1, 0], ["bank", 1, "pontoon", 0]]
    assert game.net == [-20, 20]


def test_P33_a_new_pair_may_be_split(deal):
    game = deal(["TS 3S"], "TH 8H", "9S 9C TD JD", turns={1: [BURN, SPLIT]}, burn="hard_13")
    assert game.net == [-20, 20]


# Seats 1 to 5: a pontoon, a trick of 16, 19, 18, and a bust on 10 + 20.
HANDS = ["AS KS", "2S 3S", "TD 9D", "TC 8C", "JS 6S"]
TURNS = {2: [TWIST], 5: [20]}
THEN = "2D 4D 5C QS"


def doubled(deal, kind, banker, then=THEN, **settings):
    answers = {0: {"double": [1]}}
    return deal(HANDS, banker, then, turns=TURNS, answers=answers, banker_doubles=kind, **settings)


def test_P34_the_banker_doubles_on_its_first_card(deal):
    game = doubled(deal, "plain", "TH 8H")
    names = [event[0] for event in game.events]
    place = game.events.index(["double", 0])
    assert names[place - 1] == "stake"
    assert names[place + 1] == "card"
    view = game.views(0, "double")[0]
    assert (view.cards, view.total, view.first_card, view.position) == (1, 10, 10, 5)
    assert sum(view.seen) == 1
    assert view.hand_stake[0] == 10


def test_P34_it_need_not(deal):
    game = deal(["TS 9S"], "TH 8H", answers={0: {"double": [0]}}, banker_doubles="plain")
    assert game.net == [-10, 10]
    assert deal(["TS 9S"], "TH 8H").views(0, "double") == []


def test_P34_plain_doubles_all_but_pontoons_and_tricks(deal):
    game = doubled(deal, "plain", "TH 8H")
    # The bust loses 2 x 30 at once; pontoon and trick get twice; 19 wins and 18 loses 2 x 10.
    assert game.pays == [[5, 0, -60], [1, 0, 20], [2, 0, 20], [3, 0, 20], [4, 0, -20]]


def test_P34_compound_doubles_pontoons_and_tricks_again(deal):
    game = doubled(deal, "compound", "TH 8H")
    assert game.pays == [[5, 0, -60], [1, 0, 40], [2, 0, 40], [3, 0, 20], [4, 0, -20]]


@pytest.mark.parametrize(("kind", "lost"), [("plain", 20), ("compound", 40)])
def test_P34_the_bankers_pontoon_in_a_doubled_deal(deal, kind, lost):
    answers = {0: {"double": [1]}}
    game = deal(["TS 9S", "AS KS"], "AH KH", answers=answers, banker_doubles=kind)
    assert game.pays == [[1, 0, -lost], [2, 0, -lost]]


@pytest.mark.parametrize(("kind", "lost"), [("plain", 20), ("compound", 40)])
def test_P34_the_bankers_trick_in_a_doubled_deal(deal, kind, lost):
    game = deal(["TS 9S", "AS KS"], "2H 3H", "2D 4D 5D", draws=[1, 1, 1],
                answers={0: {"double": [1]}}, banker_doubles=kind)  # fmt: skip
    assert game.pays == [[1, 0, -lost], [2, 0, lost]]


def test_P34_a_bust_banker_in_a_doubled_deal(deal):
    game = deal(["TS 9S", "AS KS"], "TH 6H", "KD", draws=[1],
                answers={0: {"double": [1]}}, banker_doubles="plain")  # fmt: skip
    assert game.pays == [[1, 0, 20], [2, 0, 20]]


def test_P34_shoot_bets_are_not_doubled(deal):
    game = deal(
        ["TS 9S"],
        "TH 8H",
        answers={0: {"double": [1]}, 1: {"shoot": [7]}},
        banker_doubles="compound",
        shoot=True,
    )
    assert game.all("pay", "pay_shoot") == [["pay", 1, 0, 20], ["pay_shoot", 1, 0, 7]]


def sevens(deal, banker="TH 9H", then="7C", setting=3, **more):
    return deal(["7S 7D"], banker, then, turns={1: [TWIST]}, three_sevens_pays=setting, **more)


def test_P35_three_sevens_are_paid_three_times(deal):
    assert sevens(deal).net == [-30, 30]
    assert sevens(deal, setting=0).net == [-10, 10]  # an ordinary 21


def test_P35_three_sevens_beat_a_bankers_21_and_trick(deal):
    assert sevens(deal, "TH 6H", "7C 5D", draws=[1]).net == [-30, 30]
    assert sevens(deal, "2H 3H", "7C 2D 4D 5D", draws=[1, 1, 1]).net == [-30, 30]
    assert sevens(deal, "TH 6H", "7C 5D", setting=0, draws=[1]).net == [10, -10]
    assert sevens(deal, "2H 3H", "7C 2D 4D 5D", setting=0, draws=[1, 1, 1]).net == [20, -20]


def test_P35_a_bust_banker_pays_them_three_times(deal):
    assert sevens(deal, "TH 6H", "7C KD", draws=[1]).net == [-30, 30]


def test_P35_a_bankers_pontoon_comes_first(deal):
    game = deal(["7S 7D"], "AH KH", three_sevens_pays=3)
    assert game.net == [20, -20]


def test_P35_not_from_a_split_and_not_for_the_banker(deal):
    game = deal(["7S 7D"], "TH 9H", "7C TD 7H", turns={1: [SPLIT, TWIST]}, three_sevens_pays=3)
    assert game.pays[0] == [1, 0, 10]  # 7-7-7 on a split hand: 21
    # The banker's 7-7-7 is a 21: another 21 ties with it, a five-card trick beats it.
    game = deal(
        ["TS 6S", "2S 3S"],
        "7H 7D",
        "5S 2D 4D 5D 7C",
        turns={1: [TWIST], 2: [TWIST]},
        draws=[1],
        three_sevens_pays=3,
    )
    assert game.pays == [[1, 0, -10], [2, 0, 20]]


@pytest.mark.parametrize(("kind", "paid"), [("plain", 30), ("compound", 60)])
def test_P34_P35_three_sevens_count_with_the_pontoons_in_a_doubled_deal(deal, kind, paid):
    game = sevens(deal, answers={0: {"double": [1]}}, banker_doubles=kind)
    assert game.net == [-paid, paid]


def test_P35_bought_sevens_count_their_whole_stake(deal):
    game = deal(["7S 7D"], "TH 9H", "7C", turns={1: [20]}, three_sevens_pays=3)
    assert game.net == [-90, 90]
