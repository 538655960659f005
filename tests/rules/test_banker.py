"""P22-P28, P31a: the banker's turn and the payments. Worked out by hand."""

from __future__ import annotations

import pytest

from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.reference import IllegalAction


def test_P22_the_banker_turns_up_and_draws_until_it_likes(deal):
    game = deal(["TS 9S"], "5H 6H", "2D 3D", draws=[1, 1, 0])
    assert game.events[-4:] == [
        ["card", 0, 0, "2D", "up"],
        ["card", 0, 0, "3D", "up"],
        ["stick", 0, 0],
        ["pay", 1, 0, 10],  # 16 on four cards
    ]


def test_P22_there_is_no_minimum(deal):
    assert deal(["TS 9S"], "2H 3H", draws=[0]).net == [-10, 10]


def test_P22_five_cards_end_it(deal):
    game = deal(["TS 9S"], "2H 3H", "2D 3D 4D 5D", draws=[1, 1, 1])
    assert game.all("trick", "stick")[-1] == ["trick", 0, 0]
    assert len(game.views(0, "draw")) == 3


def test_P22_a_hard_21_ends_it(deal):
    game = deal(["TS 9S"], "TH 6H", "5D", draws=[1])
    assert game.events[-2:] == [["stick", 0, 0], ["pay", 1, 0, -10]]
    assert len(game.views(0, "draw")) == 1


def test_P22_the_banker_may_draw_to_a_soft_21(deal):
    game = deal(["TS 9S"], "AH 4H", "6D KD", draws=[1, 1])
    assert len(game.views(0, "draw")) == 2  # A-4-6-K is a hard 21
    game = deal(["TS 9S"], "AH 4H", "6D KD", draws=[1], soft_21_draws=False)
    assert len(game.views(0, "draw")) == 1


def test_P22_a_banker_answers_yes_or_no(deal):
    with pytest.raises(IllegalAction, match="1 for yes or 0 for no"):
        deal(["TS 9S"], "5H 6H", draws=[2])


def test_P22_no_turn_when_every_hand_has_bust(deal):
    game = deal(["TS 6S", "TD 6D"], "5H 6H", "KS KD", turns={1: [TWIST], 2: [TWIST]})
    assert game.net == [20, -10, -10]
    assert game.events[-1] == ["pay", 2, 0, -10]
    assert game.views(0, "draw") == []
    assert game.after[-8:] == ["TS", "6S", "KS", "TD", "6D", "KD", "5H", "6H"]


def test_P23_what_the_banker_sees(deal):
    game = deal(
        ["TS 9S", "2S 3S", "8S 8C", "TD 6D"],
        "5H 6H",
        "2D 3D TC 7S KD",
        turns={2: [20, TWIST, 0], 3: [SPLIT], 4: [TWIST]},
        stick_min=0,
    )
    view = game.views(0, "draw")[0]
    assert (view.position, view.hand, view.hands, view.stake, view.initial) == (4, 0, 1, 0, 0)
    assert (view.total, view.cards, view.twisted, view.bought) == (11, 2, 0, 0)
    assert (view.can_stick, view.can_twist) == (1, 1)
    assert view.hand_stake[:14] == [10, 0, 0, 0, 30, 0, 0, 0, 10, 10, 0, 0, 10, 0]
    assert view.hand_bought[4] == 1
    assert view.hand_twisted[4] == 1
    # Face up: the twisted three, both eights, the bust hand.
    assert [view.hand_shown[slot] for slot in (0, 4, 8, 9, 12)] == [0, 3, 8, 8, 26]
    # Ranks: own five and six; three; eight twice; ten, six and king of the bust hand.
    assert view.seen == [0, 0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 0, 1]


def test_P23_what_lies_open_is_told(deal):
    game = deal(
        ["2S 3S", "TS 3H", "8S 8C", "JS 7S"],
        "5H 6H",
        "4D 2D 5S 9S 9H TD TC QD 3D KD",
        turns={1: [17, 12, STICK], 2: [BURN], 3: [SPLIT], 4: [TWIST]},
        answers={0: {"double": [1], "kitty": [100]}, 1: {"shoot": [7, 5]}, 3: {"shoot": [1, 2]}},
        stick_min=0,
        burn="hard_13",
        banker_doubles="plain",
        shoot=True,
    )
    view = game.views(0, "draw")[0]
    assert view.doubled == 1
    assert [view.hand_initial[slot] for slot in (0, 1, 4, 8, 9, 12)] == [10, 0, 10, 10, 10, 10]
    assert view.hand_prices[:3] == [17, 12, 0]
    assert sum(view.hand_prices[3:]) == 0
    assert view.hand_stake[0] == 39
    # The bets stand until they are settled; that of the bust hand is in the kitty.
    assert [view.hand_shoot[slot] for slot in (0, 4, 8, 9, 12)] == [12, 0, 1, 2, 0]
    assert [view.hand_burnt[slot] for slot in (0, 4, 8)] == [0, 13, 0]
    # One's own, and those of others, while the turns go on.
    assert game.views(1, "turn")[1].hand_prices[0] == 17
    assert game.views(4, "turn")[0].hand_shoot[0] == 12
    first = game.views(1, "stake") or game.views(1, "shoot")
    assert first[0].doubled in (0, 1)


def test_P23_P34_players_see_that_the_deal_is_doubled(deal):
    answers = {0: {"double": [1]}}
    game = deal(
        ["TS 6S"], "TH 8H", "2D", turns={1: [TWIST]}, answers=answers, banker_doubles="plain"
    )
    assert game.views(0, "double")[0].doubled == 0
    assert game.views(1, "turn")[0].doubled == 1


def test_P23_P29_a_shuffle_that_is_due(deal):
    answers = {0: {"ask": [5]}, 1: {"bid": [0]}, 2: {"bid": [0]}}
    play = {"answers": answers, "bank_sale": True, "bank_passes": "rotate", "rotate_every": 9}
    game = deal(["TS 9S", "TC 7C"], "TH 8H", **play)
    assert game.views(0, "ask")[0].shuffle_due == 0
    game = deal(["AS KS", "TC 7C"], "TH 8H", **play)
    assert [game.views(seat, what)[0].shuffle_due for seat, what in ((0, "ask"), (1, "bid"))] == [
        1,
        1,
    ]
    assert game.views(0, "draw")[0].shuffle_due == 1  # declared on the player's turn
    assert game.views(2, "turn")[0].shuffle_due == 1
    game = deal(["AS KS", "TC 7C"], "TH 8H", **play, reshuffle="never")
    assert game.views(0, "ask")[0].shuffle_due == 0
    game = deal(["TS 9S", "TC 7C"], "TH 8H", **play, reshuffle="every_deal")
    assert game.views(0, "ask")[0].shuffle_due == 1


def test_P10_five_cards_count_by_their_total_where_there_are_no_tricks(deal):
    game = deal(
        ["TS 9S", "2S 3S", "AS KS", "TD 5D", "2C 3C"],
        "2H 3H",
        "2D 4D 4C 6D 4H 5H 9H 3D 4S 6H",
        turns={2: [TWIST], 4: [TWIST], 5: [TWIST]},
        draws=[1, 1, 1],
        five_card_trick=False,
    )
    assert game.all("trick") == []
    assert len([e for e in game.all("card") if e[1] == 0]) == 5
    paid = {seat: chips for seat, _, chips in game.pays}
    assert paid[3] == 20  # the pontoon
    assert set(map(abs, (chips for seat, chips in paid.items() if seat != 3))) == {10}


def test_P24_P25_a_bust_banker_pays_the_whole_stake_and_double_to_pontoons_and_tricks(deal):
    game = deal(
        ["AS KS", "2S 3S", "TD 5D"],
        "TH 6H",
        "2D 4D 5C 8D",
        turns={2: [20, 20, 10]},
        draws=[1],
    )
    assert game.all("bust") == [["bust", 0, 0]]
    # Pontoon 2 x 10, trick 2 x (10 + 20 + 20 + 10), a 15 gets its stake.
    assert game.pays == [[1, 0, 20], [2, 0, 120], [3, 0, 10]]


def test_P26_the_banker_pays_higher_totals_and_takes_the_rest(deal):
    game = deal(["TS 9S", "TD 8D", "TC 7C", "2S 3S", "AS KS"], "JH 8H", "2D 4D 5C",
                turns={4: [TWIST]})  # fmt: skip
    assert game.pays == [[1, 0, 10], [2, 0, -10], [3, 0, -10], [4, 0, 20], [5, 0, 20]]


def test_P26_on_21_the_banker_pays_only_pontoons_and_tricks(deal):
    game = deal(["TS 6S", "2S 3S", "AS KS"], "JH 6H", "5S 2D 4D 8C 5H",
                turns={1: [TWIST], 2: [TWIST]}, draws=[1])  # fmt: skip
    # The player's 21 ties; 2-3-2-4-8 is a trick of 19; the pontoon.
    assert game.pays == [[1, 0, -10], [2, 0, 20], [3, 0, 20]]


@pytest.mark.parametrize(("setting", "lost"), [(2, 20), (1, 10)])
def test_P27_the_bankers_trick_takes_from_all_but_pontoons(deal, setting, lost):
    game = deal(
        ["TS 9S", "2S 3S", "AS KS", "TD 5D"],
        "2H 3H",
        "2D 4D 5C 6D 3D 4H 5H",
        turns={2: [TWIST], 4: [TWIST]},
        draws=[1, 1, 1],
        banker_trick_takes=setting,
    )
    # 2-3-3-4-5 is the banker's trick. The player's own trick loses double too, the pontoon wins.
    # Seat 4 has 10-5-6 = 21 and loses.
    assert game.all("trick") == [["trick", 2, 0], ["trick", 0, 0]]
    assert game.pays == [[1, 0, -lost], [2, 0, -lost], [3, 0, 20], [4, 0, -lost]]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_P28_what_a_pontoon_and_a_trick_are_paid(deal, times):
    game = deal(["AS KS", "2S 3S"], "TH 8H", "2D 4D 5C", turns={2: [TWIST]}, pontoon_pays=times)
    assert game.pays == [[1, 0, 10 * times], [2, 0, 20]]
    game = deal(["AS KS", "2S 3S"], "TH 8H", "2D 4D 5C", turns={2: [TWIST]}, trick_pays=times)
    assert game.pays == [[1, 0, 20], [2, 0, 10 * times]]


def test_P31a_settlement_goes_round_in_order(deal):
    game = deal(["TS 9S", "8S 8C", "TD 6D"], "5H 6H", "TC 7S", turns={2: [SPLIT]}, draws=[0])
    assert [pay[:2] for pay in game.pays] == [[1, 0], [2, 0], [2, 1], [3, 0]]
