"""P1-P9: table, stakes, the deal, the banker's pontoon. Results worked out by hand."""

from __future__ import annotations

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.cards import full_pack
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.kernel.layout import HAND_WAITING
from pontoon_sim.reference import IllegalAction, Table


def test_P01_every_seat_has_a_strategy():
    with pytest.raises(PontoonError, match=r"0 seats are filled.*\(P1\)"):
        Table(Rules(), [], banker=0)


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        (full_pack()[:-1], "KC is missing"),
        (full_pack(2), "AS is too many"),
        ([*full_pack()[:-1], 0], "AS is too many"),
        ([*full_pack()[:-1], 77], "KC is missing"),
    ],
)
def test_P01_the_pack_has_to_be_whole(deal, pack, said):
    people = deal(["TS 9S"], "TH 8H").people
    table = Table(rules_of({"seats": 2}), [_Both(p) for p in people], banker=0)
    with pytest.raises(PontoonError, match=said):
        table.play_deal(pack)


class _Both:
    def __init__(self, strategy):
        self.player = self.banker = strategy


def test_P01_two_packs_hold_every_card_twice(deal):
    game = deal(["TS TS", "9S 9S"], "TH TH", packs=2, seats=3)
    assert len(game.record.pack) == 104
    assert game.net == [20, -10, -10]


def test_P01_eight_seats_from_one_pack(deal):
    hands = ["TS 9S", "TH 9H", "TD 9D", "TC 9C", "JS 8S", "JH 8H", "JD 8D"]
    game = deal(hands, "QS 8C")
    # 19 beats 18, the 18s tie and lose.
    assert game.net == [-10, 10, 10, 10, 10, -10, -10, -10]


@pytest.mark.parametrize(
    ("hand", "banker", "net"),
    [
        ("AS 7S", "TH 7H", 10),  # soft 18 beats 17: the ace is 11
        ("KS 7S", "QH 7H", -10),  # king and queen are 10 both: 17 each
        ("JS 8S", "TH 7H", 10),  # jack-eight is 18
    ],
)
def test_P02_values_of_the_cards(deal, hand, banker, net):
    assert deal([hand], banker).net == [-net, net]


def test_P02_the_ace_falls_back_to_one(deal):
    game = deal(["AS 6S"], "TH 7H", "KD 2C", turns={1: [-1, -1]})
    # ace-six-king is 17, the two makes it 19.
    assert game.net == [-10, 10]
    assert [view.total for view in game.views(1, "turn")] == [17, 17, 19]
    assert [view.soft for view in game.views(1, "turn")] == [1, 0, 0]


@pytest.mark.parametrize("stake", [10, 55, 100])
def test_P03_stakes_within_the_limits(deal, stake):
    game = deal(["TS 9S"], "TH 8H", answers={1: {"stake": [stake]}})
    assert game.all("stake") == [["stake", 1, stake]]
    assert game.net == [-stake, stake]


@pytest.mark.parametrize("stake", [9, 101, 0, -10])
def test_P03_stakes_outside_the_limits(deal, stake):
    with pytest.raises(IllegalAction, match=rf"{stake} is not between 10 and 100 \(P3\)"):
        deal(["TS 9S"], "TH 8H", answers={1: {"stake": [stake]}})


def test_P03_a_fixed_stake_is_not_asked(deal):
    game = deal(["TS 9S"], "TH 8H", stake_min=25, stake_max=25)
    assert game.net == [-25, 25]
    assert game.views(1, "stake") == []


def test_P03_an_answer_has_to_be_a_whole_number(deal):
    with pytest.raises(IllegalAction, match="a whole number"):
        deal(["TS 9S"], "TH 8H", answers={1: {"stake": [12.5]}})


def test_P04_the_first_banker_is_a_seat(deal):
    person = _Both(deal(["TS 9S"], "TH 8H").people[0])
    with pytest.raises(PontoonError, match=r"banker 2 is no seat: take 0 to 1 \(P4\)"):
        Table(rules_of({"seats": 2}), [person] * 2, banker=2)


def test_P05_P06_P07_order_of_the_deal(deal):
    game = deal(["TS 9S", "TH 9H"], "8D TD", stake_max=10)
    assert game.events == [
        ["card", 1, 0, "TS", "down"],
        ["card", 2, 0, "TH", "down"],
        ["card", 0, 0, "8D", "down"],
        ["stake", 1, 10],
        ["stake", 2, 10],
        ["card", 1, 0, "9S", "down"],
        ["card", 2, 0, "9H", "down"],
        ["card", 0, 0, "TD", "down"],
        ["stick", 1, 0],
        ["stick", 2, 0],
        ["stick", 0, 0],
        ["pay", 1, 0, 10],
        ["pay", 2, 0, 10],
    ]


def test_P05_the_banker_is_last_wherever_it_sits(deal):
    people = deal(["TS 9S"], "TH 8H").people
    rules = rules_of({"seats": 3})
    table = Table(rules, [_Both(people[0])] * 3, banker=1)
    record = table.play_deal(full_pack())
    dealt = [event.args[0] for event in record.events if event.name == "card"][:6]
    assert dealt == [2, 0, 1, 2, 0, 1]


def test_P06_a_stake_knows_one_card_and_the_stakes_before(deal):
    game = deal(["AS 9S", "TH 9H", "7C 9C"], "8D TD", answers={1: {"stake": [40]}})
    view = game.views(2, "stake")[0]
    assert (view.first_card, view.cards, view.total, view.hard, view.soft) == (10, 1, 10, 10, 0)
    assert view.held == [0] * 9 + [1, 0, 0, 0]
    assert view.seen == view.held
    assert (view.position, view.seats, view.stake, view.initial) == (1, 4, 0, 0)
    assert (view.can_stick, view.can_twist, view.can_split, view.can_burn) == (0, 0, 0, 0)
    assert (view.cheapest, view.dearest, view.cards_left) == (0, 0, 48)
    assert (view.hand_stake[0], view.hand_stake[4], view.hand_stake[8]) == (40, 0, 0)
    assert (view.hand_state[0], view.hand_state[4]) == (HAND_WAITING, 0)
    ace = game.views(1, "stake")[0]
    assert (ace.first_card, ace.total, ace.hard, ace.soft) == (1, 11, 1, 1)


def test_P08_the_bankers_pontoon_ends_the_deal_and_takes_double(deal):
    game = deal(["TS 9S", "5H 6H"], "AD TD", answers={2: {"stake": [30]}})
    assert game.events[8:] == [
        ["pontoon", 0, 0],
        ["pay", 1, 0, -20],
        ["pay", 2, 0, -60],
        ["shuffle"],
    ]
    assert game.net == [80, -20, -60]
    assert game.views(1, "turn") == []
    assert game.record.next_banker == 0


def test_P08_the_bankers_pontoon_may_take_once(deal):
    assert deal(["TS 9S"], "TD AD", banker_pontoon_takes=1).net == [10, -10]


@pytest.mark.parametrize(("setting", "lost"), [("double", 20), ("single", 10), ("push", 0)])
def test_P09_pontoon_against_pontoon(deal, setting, lost):
    game = deal(["AS KS", "9S 9H"], "AD KD", pontoon_against_pontoon=setting)
    assert game.pays == [[1, 0, -lost], [2, 0, -20]]
    # The bank stays (P30), the player's pontoon is not declared.
    assert game.all("pontoon", "bank") == [["pontoon", 0, 0]]


@pytest.mark.parametrize(("setting", "lost"), [("double", 10), ("single", 10), ("push", 0)])
def test_P09_a_pontoon_loses_no_more_than_the_other_hands(deal, setting, lost):
    game = deal(
        ["AS KS", "9S 9H"], "AD KD", banker_pontoon_takes=1, pontoon_against_pontoon=setting
    )
    assert game.pays == [[1, 0, -lost], [2, 0, -10]]


def test_P08_every_hand_is_turned_up(deal):
    game = deal(
        ["TS 9S", "5H 6H"],
        "AD TD",
        bank_sale=True,
        reshuffle="never",
    )
    # Asked for a price after the deal, the banker has seen all six cards.
    seen = game.views(0, "ask")[0].seen
    assert seen == [1, 0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 0]
