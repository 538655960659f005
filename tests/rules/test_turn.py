"""P12-P16, P19-P21, P32: sticking, buying, twisting, going bust. Worked out by hand."""

from __future__ import annotations

import pytest

from pontoon_sim.game.cards import complete_pack, parse_cards
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    BURN,
    HAND_BUST,
    HAND_PONTOON,
    HAND_TRICK,
    SPLIT,
    STICK,
    TWIST,
)
from pontoon_sim.reference import Deal, Hand, IllegalAction, turn


def test_P12_a_pontoon_is_declared_on_its_turn(deal):
    game = deal(["9S 9H", "AS KS"], "TD 8D")
    assert game.events[8:11] == [["stick", 1, 0], ["pontoon", 2, 0], ["stick", 0, 0]]
    assert game.views(2, "turn") == []
    assert game.net == [-10, -10, 20]  # 18 ties, the pontoon is paid double


def test_P12_the_ten_card_of_a_declared_pontoon_stays_down_until_settlement(deal):
    game = deal(["KS AS", "9S 7H", "AD AC"], "TD 6D", "2C QC JC 3C", turns={2: [TWIST], 3: [SPLIT]},
                draws=[1])  # fmt: skip
    view = game.views(2, "turn")[0]
    assert view.hand_state[0] == HAND_PONTOON
    assert view.hand_shown[0] == 1
    assert view.hand_cards[:5] == [0, 1, 0, 0, 0]  # the ace, dealt second
    # Ace of the pontoon, own nine and seven.
    assert view.seen == [1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]
    # A pontoon of split aces: the ace lies up already, its ten-card is the player's secret.
    view = game.views(0, "draw")[0]
    assert [view.hand_state[slot] for slot in (0, 8, 9)] == [HAND_PONTOON] * 3
    assert [view.hand_shown[slot] for slot in (0, 8, 9)] == [1, 1, 1]
    assert view.seen[9:] == [1, 0, 0, 0]  # the banker's own ten
    # Settled: everything has been seen.
    assert game.record.shuffled


def test_P12_a_split_ten_lies_up_when_its_pontoon_is_declared(deal):
    game = deal(["KS KD"], "TD 6D", "AC 9C 5C", turns={1: [SPLIT]}, draws=[1])
    view = game.views(0, "draw")[0]
    assert view.hand_state[0] == HAND_PONTOON
    assert view.hand_shown[:2] == [11, 10]
    assert view.hand_cards[:2] == [13, 1]


@pytest.mark.parametrize("hand", ["TS 4S", "AS 3S", "2S 3S"])
def test_P13_no_sticking_below_15(deal, hand):
    with pytest.raises(IllegalAction, match=r"is below stick_min = 15 \(P13\)"):
        deal([hand], "TH 8H", turns={1: [STICK]})


@pytest.mark.parametrize("hand", ["TS 5S", "AS 4S", "TS JS"])
def test_P13_sticking_at_15(deal, hand):
    assert deal([hand], "TH 8H", turns={1: [STICK]}).all("stick")[0] == ["stick", 1, 0]


def test_P13_the_variant_is_16(deal):
    with pytest.raises(IllegalAction, match=r"15 is below stick_min = 16 \(P13\)"):
        deal(["TS 5S"], "TH 8H", turns={1: [STICK]}, stick_min=16)
    assert deal(["TS 6S"], "TH 8H", turns={1: [STICK]}, stick_min=16).net == [10, -10]


def test_P13_without_a_limit_anything_sticks(deal):
    game = deal(["2S 3S"], "TH 8H", turns={1: [STICK]}, stick_min=0)
    assert game.net == [10, -10]


def test_P13_five_cards_stand_whatever_their_total(deal):
    game = deal(["AS 2S"], "TH 8H", "AD 2D AC", turns={1: [TWIST, TWIST]})
    # A-2-A-2-A is a hard 7, soft 17; five cards stand and are paid double.
    assert game.events[-3:-1] == [["trick", 1, 0], ["stick", 0, 0]]
    assert game.net == [-20, 20]


def test_P14_the_third_card_costs_up_to_twice_the_stake(deal):
    for price in (100, 137, 175, 200):
        game = deal(["5S 6S"], "TH 8H", "9D", turns={1: [price]}, answers={1: {"stake": [100]}})
        assert game.all("buy") == [["buy", 1, 0, price]]
        assert game.events[game.events.index(["buy", 1, 0, price]) + 1] == [
            "card", 1, 0, "9D", "down",
        ]  # fmt: skip
        assert game.net == [-(100 + price), 100 + price]  # 20 beats 18


@pytest.mark.parametrize("price", [99, 201, 1])
def test_P14_a_price_outside_the_limits(deal, price):
    with pytest.raises(IllegalAction, match=rf"{price} is not between 100 and 200 \(P14\)"):
        deal(["5S 6S"], "TH 8H", "9D", turns={1: [price]}, answers={1: {"stake": [100]}})


def test_P14_the_price_may_only_fall(deal):
    stake = {1: {"stake": [100]}}
    game = deal(["2S 3S"], "TH 8H", "2D 3D 4D", turns={1: [175, 175, 100]}, answers=stake)
    assert game.net == [-1100, 1100]  # 100 + 175 + 175 + 100 = 550, a trick pays double
    views = game.views(1, "turn")
    assert [(view.cheapest, view.dearest) for view in views] == [(100, 200), (100, 175), (100, 175)]
    assert [view.stake for view in views] == [100, 275, 450]
    assert [view.bought for view in views] == [0, 1, 2]
    with pytest.raises(IllegalAction, match=r"176 is not between 100 and 175 \(P14\)"):
        deal(["2S 3S"], "TH 8H", "2D 3D", turns={1: [175, 176]}, answers=stake)
    with pytest.raises(IllegalAction, match=r"120 is not between 100 and 100 \(P14\)"):
        deal(["2S 3S"], "TH 8H", "2D 3D 4D", turns={1: [175, 100, 120]}, answers=stake)


def test_P14_the_dearest_third_card_is_a_setting(deal):
    game = deal(["5S 6S"], "TH 8H", "9D", turns={1: [30]}, buy_max=3)
    assert game.net == [-40, 40]
    with pytest.raises(IllegalAction, match=r"11 is not between 10 and 10 \(P14\)"):
        deal(["5S 6S"], "TH 8H", "9D", turns={1: [11]}, buy_max=1)


def test_P15_a_twist_is_free_and_face_up(deal):
    game = deal(["5S 6S"], "TH 8H", "9D", turns={1: [TWIST]})
    place = game.events.index(["twist", 1, 0])
    assert game.events[place + 1] == ["card", 1, 0, "9D", "up"]
    assert game.net == [-10, 10]


def test_P15_no_buying_after_a_twist(deal):
    with pytest.raises(IllegalAction, match=r"after a twist there is no more buying \(P15\)"):
        deal(["5S 6S"], "TH 8H", "4D", turns={1: [TWIST, 10]})
    view = deal(["5S 6S"], "TH 8H", "4D", turns={1: [TWIST]}).views(1, "turn")[1]
    assert (view.cheapest, view.dearest, view.can_twist, view.twisted) == (0, 0, 1, 1)


def test_P15_a_bought_hand_may_twist(deal):
    game = deal(["2S 3S"], "TH 8H", "4D TD", turns={1: [15, TWIST]})
    assert game.net == [-25, 25]  # 2 + 3 + 4 + 10 = 19 beats 18


def test_P14_no_buying_at_all(deal):
    with pytest.raises(IllegalAction, match=r"no card may be bought: buy_max = 0 \(P14\)"):
        deal(["2S 3S"], "TH 8H", turns={1: [10]}, buy_max=0)
    game = deal(["2S 3S"], "TH 8H", "2D 8D", turns={1: [STICK]}, buy_max=0)
    assert game.all("twist", "buy") == [["twist", 1, 0]] * 2  # nothing else is legal on 5 and 7
    view = game.views(1, "turn")[0]
    assert (view.total, view.cheapest, view.dearest) == (15, 0, 0)


def test_P16_a_certain_trick_may_be_bought(deal):
    game = deal(["2S 3S"], "TH 8H", "2D 4D KD", turns={1: [10, 10, 10]})
    assert game.net == [-80, 80]  # a hard 11 on four cards, and 21 on five: a trick on 40


def test_P16_or_only_twisted(deal):
    # A hard 11 on four cards has one legal action then: it is twisted without a question.
    game = deal(["2S 3S"], "TH 8H", "2D 4D KD", turns={1: [10, 10]}, buy_certain_trick=False)
    assert game.all("twist") == [["twist", 1, 0]]
    assert game.net == [-60, 60]
    # A hard 12 may bust, so it may be bought.
    game = deal(["2S 3S"], "TH 8H", "3D 4D 9D", turns={1: [10, 10, 10]}, buy_certain_trick=False)
    assert game.net == [-80, 80]


def test_P16_a_soft_hand_counts_by_its_hard_total(deal):
    with pytest.raises(IllegalAction, match=r"cannot bust may only be twisted.*\(P16\)"):
        # A-2-3-5 holds 21 or 11: its fifth card cannot bust.
        deal(["AS 2S"], "TH 8H", "3D 5D 9D", turns={1: [10, 10, 10]}, buy_certain_trick=False)


def test_P19_a_soft_21_on_four_cards_may_be_drawn_to(deal):
    game = deal(["AS 2S"], "TH 8H", "3D 5D 9D", turns={1: [TWIST, TWIST, TWIST]})
    assert game.all("trick") == [["trick", 1, 0]]
    view = game.views(1, "turn")[2]
    assert (view.total, view.hard, view.soft, view.can_stick, view.can_twist) == (21, 11, 1, 1, 1)
    assert game.net == [-20, 20]


def test_P19_a_soft_21_on_three_cards_may_be_drawn_to(deal):
    game = deal(["AS 4S"], "TH 8H", "6D KD", turns={1: [TWIST, TWIST]})
    # A-4-6 is 21 or 11; the king makes it a hard 21, which stands by itself.
    assert len(game.views(1, "turn")) == 2
    assert game.events[-4:-1] == [["card", 1, 0, "KD", "up"], ["stick", 1, 0], ["stick", 0, 0]]


def test_P19_a_soft_21_may_also_be_stuck_on(deal):
    assert deal(["AS 4S"], "TH 8H", "6D", turns={1: [TWIST, STICK]}).net == [-10, 10]


def test_P19_or_a_soft_21_stands(deal):
    game = deal(["AS 4S"], "TH 8H", "6D", turns={1: [TWIST]}, soft_21_draws=False)
    assert len(game.views(1, "turn")) == 1
    assert game.all("stick") == [["stick", 1, 0], ["stick", 0, 0]]


def test_P19_a_hard_21_stands_by_itself(deal):
    game = deal(["TS 5S"], "TH 8H", "6D", turns={1: [TWIST]})
    assert len(game.views(1, "turn")) == 1
    assert game.net == [-10, 10]


def test_P20_a_bust_is_settled_at_once(deal):
    game = deal(["TS 6S", "TD 9D"], "TH 8H", "KD", turns={1: [20]})
    assert game.events[8:13] == [
        ["buy", 1, 0, 20],
        ["card", 1, 0, "KD", "down"],
        ["bust", 1, 0],
        ["pay", 1, 0, -30],
        ["stick", 2, 0],
    ]
    assert game.net == [20, -30, 10]
    # The bust hand went under first, in the order dealt; then the hands, then the banker's.
    assert game.after[-7:] == ["TS", "6S", "KD", "TD", "9D", "TH", "8H"]


@pytest.mark.parametrize(
    ("banker", "then", "draws"),
    [
        ("TH 6H", "KD TC", [1]),  # the banker busts too
        ("2H 3H", "KD 4D 5D 6D", [1, 1, 1]),  # the banker makes a trick, which takes double
    ],
)
def test_P20_a_bust_loses_its_stake_once_whatever_the_banker_gets(deal, banker, then, draws):
    game = deal(["TS 6S", "TD 9D"], banker, then, turns={1: [TWIST]}, draws=draws)
    assert game.pays[0] == [1, 0, -10]


def test_P20_bust_cards_are_seen_by_all(deal):
    game = deal(["TS 6S", "TD 9D"], "QH 8H", "KD", turns={1: [20]})
    view = game.views(2, "turn")[0]
    # Its own ten and nine, and the ten, six and king that were thrown in.
    assert view.seen == [0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 1]
    assert (view.hand_state[0], view.hand_stake[0], view.hand_shown[0]) == (HAND_BUST, 30, 26)
    assert view.hand_bought[0] == 1


def test_P21_a_hand_below_stick_min_has_to_draw(deal):
    # 2-3 has a choice of buying and twisting; after the twist there is only one action left.
    game = deal(["2S 3S"], "TH 8H", "2D 3D 9D", turns={1: [TWIST]})
    assert len(game.views(1, "turn")) == 1
    assert game.all("twist", "trick", "stick") == [
        ["twist", 1, 0],
        ["twist", 1, 0],
        ["twist", 1, 0],
        ["trick", 1, 0],
        ["stick", 0, 0],
    ]


def test_P21_a_pair_below_stick_min_may_split_instead(deal):
    view = deal(["7S 7H"], "TH 8H", "TD", turns={1: [TWIST]}).views(1, "turn")[0]
    assert (view.can_stick, view.can_twist, view.can_split, view.pair) == (0, 1, 1, 7)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (SPLIT, r"not of equal rank \(P17\)"),
        (BURN, r"burn = 'none' \(P33\)"),
        (-4, "no action has the number -4"),
    ],
)
def test_an_illegal_answer_names_strategy_hand_and_reason(deal, answer, said):
    with pytest.raises(
        IllegalAction, match=rf"'seat1' answered .* to 'turn'.*TS 6S \(16\).*{said}"
    ):
        deal(["TS 6S"], "TH 8H", turns={1: [answer]})


def test_P23_a_trick_shows_itself_but_not_its_cards(deal):
    game = deal(["2S 3S", "TD 9D"], "TH 8H", "2D 3D 4D", turns={1: [10, 10, 10]})
    view = game.views(2, "turn")[0]
    assert (view.hand_state[0], view.hand_shown[0], view.hand_bought[0]) == (HAND_TRICK, 0, 3)
    assert sum(view.seen) == 2  # its own two cards


def short_deal(cards: str, left: int) -> tuple[Deal, Hand]:
    """A deal in which the first player holds these cards and the pack has `left` cards left."""
    held = parse_cards(cards)
    short = Deal(Rules(seats=2), 0, complete_pack(held))
    hand = Hand(1, initial=10, stake=10)
    short.players[0].hands.append(hand)
    for _ in held:
        short.give(hand, "down")
    while len(short.pack) > left:
        short.pack.pop()
    return short, hand


def test_P32_a_hand_that_cannot_be_given_a_card_stands():
    short, hand = short_deal("TS 2H", left=1)
    assert not turn.can_stick(short, hand)
    short, hand = short_deal("TS 2H", left=0)
    assert turn.can_stick(short, hand)
    for verify in (turn.verify_twist, turn.verify_buy):
        with pytest.raises(IllegalAction, match=r"no card is left in the pack \(P32\)"):
            verify(short, hand)


def test_P32_a_split_needs_two_cards():
    assert turn.can_split(*short_deal("7S 7H", left=2))
    with pytest.raises(IllegalAction, match=r"cannot give both hands a card \(P32\)"):
        turn.verify_split(*short_deal("7S 7H", left=1))
