"""P29-P31: the pack, the bank and its price between deals. Worked out by hand."""

from __future__ import annotations

from random import Random

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.cards import complete_pack, full_pack, names, parse_cards
from pontoon_sim.game.rules import rules_of
from pontoon_sim.kernel.layout import SPLIT, TWIST
from pontoon_sim.reference import IllegalAction, Table, play_table


class Both:
    def __init__(self, strategy):
        self.player = self.banker = strategy


def test_P29_the_hands_go_under_in_seating_order(deal):
    game = deal(
        ["TS 9S", "8S 8C", "TD 6D"],
        "5H 6H",
        "TC 7S KD 2D",
        turns={2: [SPLIT], 3: [TWIST]},
        draws=[1],
    )
    # The bust hand lies above the others, the untouched cards above that.
    assert game.after[-12:] == [
        "TD", "6D", "KD", "TS", "9S", "8S", "TC", "8C", "7S", "5H", "6H", "2D",
    ]  # fmt: skip
    assert names(game.record.pack[12:]) == game.after[:-12]
    assert not game.record.shuffled
    assert game.all("shuffle") == []


@pytest.mark.parametrize(
    ("hands", "banker", "then", "turns"),
    [
        (["AS KS", "TD 9D"], "TH 9H", "", {}),  # a player's
        (["AS AH", "TD 9D"], "TH 9H", "KS 8S", {1: [SPLIT]}),  # a split one
        (["TS 9S", "TD 9D"], "AH KH", "", {}),  # the banker's
    ],
)
def test_P29_a_pontoon_shuffles_the_pack(deal, hands, banker, then, turns):
    game = deal(hands, banker, then, turns=turns)
    assert game.record.shuffled
    assert game.events[-1] == ["shuffle"]
    game = deal(hands, banker, then, turns=turns, reshuffle="never")
    assert not game.record.shuffled
    assert game.all("shuffle") == []


def test_P29_no_pontoon_no_shuffle_unless_every_deal(deal):
    assert not deal(["TS 9S"], "TH 9H").record.shuffled
    assert deal(["TS 9S"], "TH 9H", reshuffle="every_deal").record.shuffled


def test_P29_an_unshuffled_pack_goes_on_as_it_lies(deal):
    people = deal(["TS 9S"], "TH 9H").people
    table = Table(rules_of({"seats": 2}), [Both(p) for p in people], banker=0)
    first = table.play_deal(complete_pack(parse_cards("TS TH 9S 9H")))
    with pytest.raises(PontoonError, match=r"deal 1: the pack was not shuffled.*\(P29\)"):
        table.play_deal(full_pack())
    second = table.play_deal(first.pack_after)
    assert second.pack == first.pack_after
    assert second.deal == 1


def test_P29_memory_lasts_until_the_shuffle(deal):
    people = deal(["TS 9S"], "TH 9H").people
    people[1].asked.clear()
    table = Table(rules_of({"seats": 2}), [Both(p) for p in people], banker=0)
    first = table.play_deal(complete_pack(parse_cards("TS TH 9S 9H AS JS JH KS")))
    table.play_deal(first.pack_after)  # the player holds AS JH: a pontoon
    views = people[1].views("stake")
    assert views[0].seen == [0] * 9 + [1, 0, 0, 0]
    assert views[1].seen == [1, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0]
    assert views[1].bankroll == -10
    table.play_deal(full_pack())  # after the pontoon: shuffled, nothing is remembered
    assert sum(people[0].views("stake")[0].seen) == 1


def test_P30_the_pontoon_nearest_the_bankers_left_takes_the_bank(deal):
    game = deal(["TS 9S", "AS KS", "AD KD"], "TH 9H")
    assert game.all("bank") == [["bank", 2, "pontoon", 0]]
    assert game.record.next_banker == 2


def test_P30_not_where_the_bank_never_passes(deal):
    game = deal(["AS KS"], "TH 9H", bank_passes="never")
    assert game.all("bank") == []
    assert game.record.next_banker == 0


@pytest.mark.parametrize(("every", "bankers"), [(1, [1, 2, 0, 1, 2]), (2, [0, 1, 1, 2, 2])])
def test_P30_the_bank_rotates(deal, every, bankers):
    person = Both(deal(["TS 9S"], "TH 9H").people[0])
    rules = rules_of({"seats": 3, "bank_passes": "rotate", "rotate_every": every})
    records = play_table(rules, [person] * 3, 0, 5, Random(5))
    assert [record.next_banker for record in records] == bankers
    moves = [[e.as_list() for e in record.events if e.name == "bank"] for record in records]
    before = [0, *bankers[:-1]]
    assert moves == [
        [["bank", now, "rotate", 0]] if now != then else []
        for then, now in zip(before, bankers, strict=True)
    ]


def test_P30_a_buyer_holds_a_rotating_bank_for_its_whole_turn(deal):
    people = deal(["TS 9S", "TC 7C"], "TH 8H").people
    people[0].answers["ask"], people[2].answers["bid"] = [5], [9]
    rules = rules_of({"seats": 3, "bank_passes": "rotate", "rotate_every": 3, "bank_sale": True})
    table = Table(rules, [Both(person) for person in people], banker=0)
    pack, records = complete_pack(parse_cards("TS TC TH 9S 7C 8H")), []
    for _ in range(5):
        records.append(table.play_deal(pack))
        pack = full_pack() if records[-1].shuffled else records[-1].pack_after
    # Sold after the first deal; then three deals of the buyer, not two.
    assert [record.next_banker for record in records] == [2, 2, 2, 0, 0]
    assert [record.tenure for record in records] == [0, 0, 1, 2, 0]


def test_P30_a_pontoon_does_not_take_a_rotating_bank(deal):
    game = deal(["TS 9S", "AS KS"], "TH 9H", bank_passes="rotate", rotate_every=3)
    assert game.record.next_banker == 0
    assert game.record.shuffled


def sale(deal, ask, *bids, **settings):
    answers = {0: {"ask": [ask]}, **{seat: {"bid": [bid]} for seat, bid in enumerate(bids, 1)}}
    hands = ["TS 9S", "TC 9C", "JD 9D"][: len(bids)]
    return deal(hands, "TH 9H", answers=answers, bank_sale=True, **settings)


@pytest.mark.parametrize(
    ("ask", "bids", "sold"),
    [
        (40, (50, 61, 10), (2, 50)),  # the midpoint of 40 and 61, rounded down
        (40, (40, 0, 0), (1, 40)),
        (40, (39, 12, -5), None),
        (40, (70, 70, 10), (1, 55)),  # a tie goes to the nearest
        (0, (1, 0, 0), (1, 0)),
        (0, (0, -3, 0), None),  # nobody bids
    ],
)
def test_P31_the_bank_is_sold_at_the_midpoint(deal, ask, bids, sold):
    game = sale(deal, ask, *bids)
    expected = [] if sold is None else [["bank", sold[0], "sale", sold[1]]]
    assert game.all("bank") == expected
    assert game.record.next_banker == (0 if sold is None else sold[0])
    assert game.net == [30, -10, -10, -10]  # the price is not part of the deal


def test_P31_a_bank_that_is_not_for_sale(deal):
    game = deal(["TS 9S"], "TH 9H", answers={0: {"ask": [-1]}}, bank_sale=True)
    assert game.all("bank") == []
    assert game.views(1, "bid") == []


def test_P31_a_price_has_a_limit(deal):
    assert sale(deal, 10**10, 10**10, 0, 0).all("bank") == [["bank", 1, "sale", 10**10]]
    with pytest.raises(IllegalAction, match=r"a price lies from -10,000,000,000 to"):
        sale(deal, 0, 10**10 + 1, 0, 0)
    with pytest.raises(IllegalAction, match=r"a price lies from -10,000,000,000 to"):
        sale(deal, -(2**62), 0, 0, 0)


def test_P31_no_sale_by_default_and_none_where_a_pontoon_took_the_bank(deal):
    assert deal(["TS 9S"], "TH 9H").views(0, "ask") == []
    assert deal(["AS KS"], "TH 9H", bank_sale=True).views(0, "ask") == []


def test_P31_the_price_goes_from_bankroll_to_bankroll(deal):
    people = deal(["TS 9S"], "TH 9H").people
    people[0].answers["ask"], people[1].answers["bid"] = [20], [41]
    table = Table(rules_of({"seats": 2, "bank_sale": True}), [Both(p) for p in people], banker=0)
    record = table.play_deal(complete_pack(parse_cards("TS TH 9S 9H")))
    assert list(record.net) == [10, -10]
    assert table.bankrolls == [10 + 30, -10 - 30]
    assert table.banker == 1
    view = people[1].views("bid")[0]
    assert (view.bankroll, view.position, view.cards, view.cards_left) == (-10, 0, 0, 52)
