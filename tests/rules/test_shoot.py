"""S1-S9: Shoot Pontoon. Worked out by hand. The kitty is 10 where a test does not say otherwise."""

from __future__ import annotations

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.cards import complete_pack, parse_cards
from pontoon_sim.game.rules import rules_of
from pontoon_sim.kernel.layout import SPLIT, STICK, TWIST
from pontoon_sim.reference import IllegalAction, Table, bets


class Both:
    def __init__(self, strategy):
        self.player = self.banker = strategy


def shot(deal, hands, banker, then="", kitty=100, shoots=None, **more):
    """A deal with a kitty; `shoots` maps a seat to its answers to `shoot`."""
    answers = {0: {"kitty": [kitty]}}
    answers |= {seat: {"shoot": given} for seat, given in (shoots or {}).items()}
    for seat, given in more.pop("also", {}).items():
        answers[seat] = {**answers.get(seat, {}), **given}
    return deal(hands, banker, then, answers=answers, shoot=True, **more)


# --- S1: the kitty ----------------------------------------------------------------------------


def test_S1_the_banker_puts_up_a_kitty_before_the_first_card(deal):
    game = shot(deal, ["TS 9S"], "TH 8H", kitty=60)
    assert game.events[:2] == [["kitty", 0, 60], ["card", 1, 0, "TS", "down"]]
    assert (game.record.kitty, game.record.kitty_after) == (0, 60)
    assert game.net == [-10, 10]  # putting it up is no gain and no loss
    view = game.views(0, "kitty")[0]
    assert (view.room, view.kitty, view.cards_left, view.cards, view.position) == (100, 0, 52, 0, 1)


@pytest.mark.parametrize("kitty", [9, 101, 0, -10])
def test_S1_the_kitty_has_limits(deal, kitty):
    with pytest.raises(IllegalAction, match=rf"{kitty} is not between 10 and 100 \(S1\)"):
        shot(deal, ["TS 9S"], "TH 8H", kitty=kitty)


def test_S1_the_limits_are_settings(deal):
    game = shot(deal, ["TS 9S"], "TH 8H", kitty=500, kitty_min=200, kitty_max=500)
    assert game.record.kitty_after == 500
    game = deal(["TS 9S"], "TH 8H", shoot=True, kitty_min=70, kitty_max=70)
    assert game.events[0] == ["kitty", 0, 70]  # no choice, so nobody is asked
    assert game.views(0, "kitty") == []


def test_S1_a_strategy_without_a_kitty_of_its_own_puts_up_the_least(deal):
    people = deal(["TS 9S"], "TH 8H").people
    people[0].decides = lambda decision: decision != "kitty"
    rules = rules_of({"seats": 2, "shoot": True, "kitty_min": 30})
    table = Table(rules, [Both(p) for p in people], banker=0)
    record = table.play_deal(complete_pack(parse_cards("TS TH 9S 8H")))
    assert record.events[0].as_list() == ["kitty", 0, 30]


def test_S1_no_kitty_in_ordinary_pontoon(deal):
    game = deal(["TS 9S"], "TH 8H")
    assert game.all("kitty", "shoot") == []
    assert game.views(1, "shoot") == []


# --- S2: the first bets -----------------------------------------------------------------------


def test_S2_shoot_bets_follow_the_stakes(deal):
    game = shot(deal, ["TS 9S", "TD 7D"], "TH 8H", shoots={1: [30], 2: [70]})
    names = [event[0] for event in game.events]
    assert names == [
        "kitty", "card", "card", "card", "stake", "stake", "shoot", "shoot",
        "card", "card", "card", "stick", "stick", "stick",
        "pay", "pay_shoot", "pay", "pay_shoot",
    ]  # fmt: skip
    assert game.all("shoot") == [["shoot", 1, 0, 30], ["shoot", 2, 0, 70]]
    first, second = game.views(1, "shoot")[0], game.views(2, "shoot")[0]
    assert (first.room, first.kitty, first.cards, first.stake, first.initial) == (
        100,
        100,
        1,
        10,
        10,
    )
    assert (second.room, second.kitty) == (70, 100)
    assert first.can_stick == first.can_twist == first.cheapest == first.dearest == 0
    # 19 beats 18 and gets 30 from the kitty; 17 loses and puts 70 in.
    assert game.all("pay_shoot") == [["pay_shoot", 1, 0, 30], ["pay_shoot", 2, 0, -70]]
    assert game.net == [40, 40, -80]
    assert game.record.kitty_after == 140


def test_S2_nobody_has_to(deal):
    game = shot(deal, ["TS 9S"], "TH 8H", shoots={1: [0]})
    assert game.all("shoot", "pay_shoot") == []


def test_S2_the_first_may_shoot_it_all_and_then_nobody_else_can(deal):
    game = shot(deal, ["TS 9S", "TD 7D"], "TH 8H", shoots={1: [100]}, bank_passes="never")
    assert game.views(2, "shoot") == []
    assert game.net == [-100, 110, -10]
    assert game.record.kitty_after == 0


@pytest.mark.parametrize(
    ("bet", "said"), [(101, "above the room of 100"), (-1, "less than nothing")]
)
def test_S2_a_bet_outside_the_room(deal, bet, said):
    with pytest.raises(IllegalAction, match=rf"{said}.*\(S2\)"):
        shot(deal, ["TS 9S"], "TH 8H", shoots={1: [bet]})


def test_S2_the_sum_of_the_bets_counts(deal):
    with pytest.raises(IllegalAction, match=r"71 is above the room of 70.*30 of it is shot \(S2\)"):
        shot(deal, ["TS 9S", "TD 7D"], "TH 8H", shoots={1: [30], 2: [71]})


# --- S3: the banker's pontoon -----------------------------------------------------------------


def test_S3_a_bankers_pontoon_takes_all_shoot_bets_once(deal):
    game = shot(
        deal,
        ["TS 9S", "AS KS"],
        "AH KH",
        shoots={1: [30], 2: [20]},
        pontoon_against_pontoon="push",
    )
    assert game.events[-6:] == [
        ["pontoon", 0, 0],
        ["pay", 1, 0, -20],
        ["pay_shoot", 1, 0, -30],
        ["pay", 2, 0, 0],
        ["pay_shoot", 2, 0, -20],
        ["shuffle"],
    ]
    assert game.net == [70, -50, -20]
    assert game.record.kitty_after == 150


# --- S4: before the fourth card ---------------------------------------------------------------


def test_S4_a_bet_before_the_fourth_card_bought(deal):
    game = shot(
        deal,
        ["2S 3S"],
        "TH 8H",
        "4D TD",
        shoots={1: [10, 25]},
        turns={1: [10, 10, STICK]},
    )
    place = game.events.index(["shoot", 1, 0, 25])
    assert game.events[place + 1 : place + 3] == [["buy", 1, 0, 10], ["card", 1, 0, "TD", "down"]]
    second = game.views(1, "shoot")[1]
    assert (second.cards, second.total, second.room, second.stake) == (3, 9, 90, 20)
    assert game.all("pay", "pay_shoot") == [["pay", 1, 0, 30], ["pay_shoot", 1, 0, 35]]


def test_S4_also_twisted_and_without_a_bet_before(deal):
    game = shot(deal, ["2S 3S"], "TH 8H", "4D TD", shoots={1: [0, 100]}, turns={1: [TWIST, STICK]})
    place = game.events.index(["shoot", 1, 0, 100])
    assert game.events[place + 1] == ["twist", 1, 0]
    assert game.net == [-110, 110]


def test_S4_not_for_a_third_or_fifth_card(deal):
    game = shot(deal, ["2S 3S"], "TH 8H", "2D 4D 5D", shoots={1: [0, 0]}, turns={1: [10, 10, 10]})
    assert [view.cards for view in game.views(1, "shoot")] == [1, 3]


def test_S4_within_the_room_as_it_then_stands(deal):
    with pytest.raises(IllegalAction, match=r"61 is above the room of 60.*\(S2\)"):
        shot(
            deal,
            ["2S 3S", "TD 7D"],
            "TH 8H",
            "4D TC",
            shoots={1: [10, 61], 2: [30]},
            turns={1: [10, 10]},
        )


def test_S4_the_triple_knows_the_number_of_cards(deal):
    from pontoon_sim.reference import Deal, Hand

    state = Deal(rules_of({"seats": 2, "shoot": True}), 0, complete_pack([]), kitty=50)
    hand = Hand(1, initial=10, stake=10)
    state.players[0].hands.append(hand)
    legal = []
    for _ in range(5):
        state.give(hand, "down")
        legal.append(bets.can_shoot(state, hand, 5))
    assert legal == [True, False, True, False, False]


# --- S5: split hands --------------------------------------------------------------------------


def test_S5_the_first_bet_stays_with_the_first_hand_and_the_new_one_gets_its_own(deal):
    game = shot(
        deal,
        ["8S 8C"],
        "TH 8H",
        "TS 9D",
        shoots={1: [40, 25]},
        turns={1: [SPLIT]},
    )
    place = game.events.index(["shoot", 1, 1, 25])
    assert game.events[place - 1 : place + 4] == [
        ["split", 1, 0, 1, 10],
        ["shoot", 1, 1, 25],
        ["card", 1, 0, "TS", "down"],
        ["card", 1, 1, "9D", "down"],
        ["stick", 1, 0],
    ]
    view = game.views(1, "shoot")[1]
    assert (view.hand, view.hands, view.cards, view.total, view.room) == (1, 2, 1, 8, 60)
    assert view.first_card == 8
    assert game.all("pay_shoot") == [["pay_shoot", 1, 0, -40], ["pay_shoot", 1, 1, -25]]


def test_S5_every_new_hand_of_a_resplit(deal):
    game = shot(
        deal,
        ["8S 8C"],
        "TH 9H",
        "8D TS TD 3S KD",
        shoots={1: [0, 10, 20]},
        turns={1: [SPLIT, SPLIT, STICK, STICK, TWIST]},
    )
    assert game.all("shoot") == [["shoot", 1, 1, 10], ["shoot", 1, 2, 20]]
    # 8-T and 8-T lose to 19; 8-3-K is 21.
    assert game.all("pay_shoot") == [["pay_shoot", 1, 1, -10], ["pay_shoot", 1, 2, 20]]


def test_S5_S4_hold_for_each_hand(deal):
    game = shot(
        deal,
        ["2S 2C"],
        "TH 9H",
        "3S 3C 4S KS 4D KD",
        shoots={1: [1, 2, 3, 4]},
        turns={1: [SPLIT, TWIST, STICK, TWIST, STICK]},
    )
    assert game.all("shoot") == [
        ["shoot", 1, 0, 1],
        ["shoot", 1, 1, 2],
        ["shoot", 1, 0, 3],
        ["shoot", 1, 1, 4],
    ]
    # 2-3-4-K is 19 each: ties.
    assert game.all("pay_shoot") == [["pay_shoot", 1, 0, -4], ["pay_shoot", 1, 1, -6]]


def test_S5_the_bet_on_split_aces_is_made_before_their_further_cards(deal):
    game = shot(deal, ["AS AC"], "TH 8H", "KS KD", shoots={1: [0, 25]}, turns={1: [SPLIT]})
    assert game.views(1, "shoot")[1].total == 11  # not yet the pontoon that it comes to be
    assert game.all("split", "shoot", "pontoon") == [
        ["split", 1, 0, 1, 10],
        ["shoot", 1, 1, 25],
        ["pontoon", 1, 0],
        ["pontoon", 1, 1],
    ]


def test_S5_no_bet_on_the_first_hand_or_on_two_cards(deal):
    from pontoon_sim.reference import Deal, Hand

    state = Deal(rules_of({"seats": 2, "shoot": True}), 0, complete_pack([]), kitty=50)
    hand = Hand(1, split=True, initial=10, stake=10)
    state.players[0].hands.append(hand)
    state.give(hand, "down")
    with pytest.raises(IllegalAction, match=r"stays with the first hand \(S5\)"):
        bets.verify_shoot(state, hand, 5)
    state.give(hand, "down")
    with pytest.raises(IllegalAction, match=r"no shoot bet on 2 cards.*\(S2, S5\)"):
        bets.verify_shoot(state, hand, 5)
    new = Hand(1, number=1, split=True, initial=10, stake=10)
    state.give(new, "down")
    assert bets.can_shoot(state, new, 5)


# --- S6, S7: settling -------------------------------------------------------------------------


def test_S6_a_bust_hands_bets_go_into_the_kitty_and_make_room(deal):
    game = shot(
        deal,
        ["TS 6S", "2D 3D"],
        "TH 8H",
        "KS 4D TD",
        shoots={1: [100], 2: [200]},
        turns={1: [TWIST], 2: [10, 10, STICK]},
    )
    place = game.events.index(["bust", 1, 0])
    assert game.events[place + 1 : place + 3] == [["pay", 1, 0, -10], ["pay_shoot", 1, 0, -100]]
    # The second player had no room at first; before its fourth card there are 200.
    views = game.views(2, "shoot")
    assert [(view.room, view.kitty, view.cards) for view in views] == [(200, 200, 3)]
    assert game.net == [-120, -110, 230]
    assert game.record.kitty_after == 0


def test_S7_pontoons_and_tricks_are_paid_their_shoot_bets_once(deal):
    game = shot(
        deal,
        ["AS KS", "2S 3S"],
        "TH 8H",
        "2D 4D 5D",
        shoots={1: [30], 2: [20, 5]},
        turns={2: [TWIST]},
    )
    assert game.all("pay", "pay_shoot") == [
        ["pay", 1, 0, 20],
        ["pay_shoot", 1, 0, 30],
        ["pay", 2, 0, 20],
        ["pay_shoot", 2, 0, 25],
    ]


def test_S7_a_bankers_trick_takes_shoot_bets_once_only(deal):
    game = shot(deal, ["TS 9S"], "2H 3H", "2D 4D 5D", shoots={1: [30]}, draws=[1, 1, 1])
    assert game.all("pay", "pay_shoot") == [["pay", 1, 0, -20], ["pay_shoot", 1, 0, -30]]


def test_S7_a_tie_goes_into_the_kitty(deal):
    game = shot(deal, ["TS 8S"], "TH 8H", shoots={1: [30]})
    assert game.all("pay_shoot") == [["pay_shoot", 1, 0, -30]]


# --- S8, S9: between deals --------------------------------------------------------------------


def shoot_table(deal, **answers):
    """Heads-up tables: seat 0 banks; the player holds 19 against 18, then the pack goes on."""
    people = deal(["TS 9S"], "TH 8H").people
    for strategy, name in ((people[0], "banker"), (people[1], "player")):
        strategy.asked.clear()
        for decision, given in answers.get(name, {}).items():
            strategy.answers[decision] = list(given)
    rules = rules_of({"seats": 2, "shoot": True})
    return Table(rules, [Both(p) for p in people], banker=0), people


NINETEEN = complete_pack(parse_cards("TS TH 9S 8H TD TC 9D 8D"))


def test_S8_the_banker_may_add_to_the_kitty(deal):
    table, people = shoot_table(
        deal, banker={"kitty": [60], "top_up": [60]}, player={"shoot": [20, 0]}
    )
    first = table.play_deal(NINETEEN)
    assert first.kitty_after == 40
    second = table.play_deal(first.pack_after)
    assert (second.kitty, second.events[0].as_list()) == (40, ["kitty", 0, 60])
    assert second.kitty_after == 100
    view = people[0].views("top_up")[0]
    assert (view.room, view.kitty, view.cards_left) == (60, 40, 52)


@pytest.mark.parametrize(
    ("added", "said"), [(61, "above kitty_max = 100"), (-1, "out of the kitty")]
)
def test_S8_not_above_the_limit_nor_out_of_it(deal, added, said):
    table, _ = shoot_table(deal, banker={"kitty": [60], "top_up": [added]}, player={"shoot": [20]})
    first = table.play_deal(NINETEEN)
    with pytest.raises(IllegalAction, match=rf"{said}.*\(S8\)"):
        table.play_deal(first.pack_after)


def test_S8_nothing_to_add_to_a_full_kitty(deal):
    table, people = shoot_table(deal, banker={"kitty": [100]})
    first = table.play_deal(NINETEEN)
    second = table.play_deal(first.pack_after)
    assert people[0].views("top_up") == []
    assert second.events[0].name == "card"


def test_S8_a_dry_kitty_is_auctioned_at_the_highest_price(deal):
    game = shot(
        deal,
        ["TS 9S", "TD 7D", "TC 7C"],
        "TH 8H",
        shoots={1: [100]},
        also={0: {"ask": [12]}, 1: {"bid": [3]}, 2: {"bid": [12]}, 3: {"bid": [12]}},
    )
    assert game.record.kitty_after == 0
    assert game.events[-1] == ["bank", 2, "auction", 12]
    assert game.views(0, "ask")[0].kitty == 0
    assert game.record.next_banker == 2


@pytest.mark.parametrize(("ask", "bid"), [(13, 12), (0, 0), (0, -5)])
def test_S8_no_auction_below_the_reserve_or_at_nothing(deal, ask, bid):
    game = shot(
        deal, ["TS 9S"], "TH 8H", shoots={1: [100]}, also={0: {"ask": [ask]}, 1: {"bid": [bid]}}
    )
    assert game.all("bank") == []
    assert game.record.next_banker == 0


def test_S8_a_dry_bank_need_not_be_sold(deal):
    # The banker asks -1 where it says nothing else: it puts up a new kitty, and nobody bids.
    game = shot(deal, ["TS 9S"], "TH 8H", shoots={1: [100]})
    assert game.all("bank") == []
    assert len(game.views(0, "ask")) == 1
    assert game.views(1, "bid") == []


def test_S8_no_auction_where_the_bank_never_passes(deal):
    game = shot(deal, ["TS 9S"], "TH 8H", shoots={1: [100]}, bank_passes="never")
    assert game.all("bank") == []
    assert game.views(0, "ask") == []
    # A sale (P31) is another matter.
    game = shot(
        deal,
        ["TS 9S"],
        "TH 8H",
        shoots={1: [100]},
        also={0: {"ask": [4]}, 1: {"bid": [9]}},
        bank_passes="never",
        bank_sale=True,
    )
    assert game.all("bank") == [["bank", 1, "sale", 6]]


def test_S8_the_auctions_price_is_paid_by_bankrolls(deal):
    table, _ = shoot_table(
        deal, banker={"kitty": [10], "ask": [0]}, player={"shoot": [10], "bid": [9]}
    )
    record = table.play_deal(NINETEEN)
    assert list(record.net) == [-20, 20]
    assert table.bankrolls == [-11, 11]
    assert (table.banker, table.kitty) == (1, 0)


def test_S8_nobody_bids_and_the_banker_puts_up_a_new_kitty(deal):
    table, people = shoot_table(
        deal, banker={"kitty": [10, 80], "ask": [0]}, player={"shoot": [10], "bid": [0]}
    )
    first = table.play_deal(NINETEEN)
    assert (first.next_banker, first.kitty_after) == (0, 0)
    second = table.play_deal(first.pack_after)
    assert second.events[0].as_list() == ["kitty", 0, 80]
    assert people[0].views("top_up") == []


def test_S8_no_auction_where_a_pontoon_took_the_bank(deal):
    game = shot(deal, ["AS KS"], "TH 8H", shoots={1: [100]})
    assert game.all("bank") == [["bank", 1, "pontoon", 0]]
    assert game.views(1, "bid") == []


def test_S9_the_old_banker_takes_the_kitty_and_the_new_one_puts_up_its_own(deal):
    table, people = shoot_table(deal, banker={"kitty": [60]}, player={"kitty": [90]})
    first = table.play_deal(complete_pack(parse_cards("AS TH KS 8H")))
    assert (first.next_banker, first.kitty_after) == (1, 0)
    assert list(first.net) == [-20, 20]  # the 60 come back: no gain
    second = table.play_deal(NINETEEN)
    assert (second.banker, second.kitty) == (1, 0)
    assert second.events[0].as_list() == ["kitty", 1, 90]
    assert people[1].views("top_up") == []


def test_S9_a_sale_also_empties_the_kitty(deal):
    game = shot(
        deal,
        ["TS 9S"],
        "TH 8H",
        kitty=50,
        also={0: {"ask": [5]}, 1: {"bid": [5]}},
        bank_sale=True,
    )
    assert game.all("bank") == [["bank", 1, "sale", 5]]
    assert game.record.kitty_after == 0


def test_S_a_kitty_where_there_is_none(deal):
    with pytest.raises(PontoonError, match=r"set shoot = true \(S1\)"):
        rules_of({"kitty_min": 5})
