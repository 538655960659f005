"""P17, P18: splitting pairs. Worked out by hand."""

from __future__ import annotations

import pytest

from pontoon_sim.kernel.layout import HAND_PONTOON, HAND_STUCK, HAND_WAITING, SPLIT, STICK, TWIST
from pontoon_sim.reference import IllegalAction


def test_P17_a_split_deals_one_card_to_each_hand_the_old_one_first(deal):
    game = deal(["8S 8H"], "TH 8D", "TS 9C", turns={1: [SPLIT, STICK, STICK]})
    assert game.events[5:] == [
        ["split", 1, 0, 1, 10],
        ["card", 1, 0, "TS", "down"],
        ["card", 1, 1, "9C", "down"],
        ["stick", 1, 0],
        ["stick", 1, 1],
        ["stick", 0, 0],
        ["pay", 1, 0, -10],  # 18 ties with 18
        ["pay", 1, 1, -10],  # 17
    ]
    # The first hand keeps the first card, the new one takes the second.
    assert game.after[-6:] == ["8S", "TS", "8H", "9C", "TH", "8D"]


def test_P17_king_and_jack_are_no_pair(deal):
    view = deal(["KS JS"], "TH 8H", turns={1: [STICK]}).views(1, "turn")[0]
    assert (view.pair, view.can_split) == (0, 0)
    with pytest.raises(IllegalAction, match=r"not of equal rank \(P17\)"):
        deal(["KS JS"], "TH 8H", turns={1: [SPLIT]})


def test_P17_two_queens_are(deal):
    game = deal(["QS QD"], "TH 8H", "9S TD", turns={1: [SPLIT]})
    assert game.net == [-20, 20]  # 19 and 20 against 18


def test_P17_only_the_first_two_cards(deal):
    with pytest.raises(IllegalAction, match=r"only the first two cards may be split \(P17\)"):
        deal(["2S 3S"], "TH 8H", "3D", turns={1: [10, SPLIT]})


def test_P17_aces_only(deal):
    with pytest.raises(IllegalAction, match=r"only aces may be split.*\(P17\)"):
        deal(["8S 8H"], "TH 8D", turns={1: [SPLIT]}, split="aces")
    game = deal(["AS AH"], "TH 8D", "8C 7C", turns={1: [SPLIT]}, split="aces")
    assert game.net == [0, 0]  # soft 19 wins, soft 18 ties


def test_P17_none(deal):
    with pytest.raises(IllegalAction, match=r"split = 'none' \(P17\)"):
        deal(["8S 8H"], "TH 8D", turns={1: [SPLIT]}, split="none")


def test_P17_the_split_cards_are_face_up(deal):
    game = deal(["8S 8H", "TD 9D"], "TH 8D", "TS 9C", turns={1: [SPLIT]})
    view = game.views(2, "turn")[0]
    assert (view.hand_shown[0], view.hand_shown[1]) == (8, 8)
    assert (view.hand_state[0], view.hand_state[1]) == (HAND_STUCK, HAND_STUCK)
    assert view.seen == [0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0]


def test_P17_what_the_splitting_player_sees(deal):
    game = deal(["8S 8H"], "TH 8D", "TS 9C", turns={1: [SPLIT, STICK, STICK]})
    first, second = game.views(1, "turn")[1:]
    assert (first.hand, first.hands, first.first_card, first.total) == (0, 2, 8, 18)
    assert (second.hand, second.hands, second.first_card, second.total) == (1, 2, 8, 17)
    assert (first.stake, first.initial, second.stake) == (10, 10, 10)
    assert first.hand_state[:3] == [HAND_WAITING, HAND_WAITING, 0]
    # All four own cards, counted once each although two of them lie face up.
    assert first.seen == [0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0]
    assert first.held == [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]


def test_P17_resplits_up_to_four_hands_numbered_after_all_others(deal):
    game = deal(
        ["8S 8H"],
        "TH 9D",
        # Split: 8D to hand 0, TS to hand 1. Hand 0 again: 2S to 0, 8C to 2. Hand 0 plays 8-2, K.
        # Hand 1 sticks on 18. Hand 2, eights again: 3S to 2, 4S to 3; 8-3 twists JS: 21.
        # Hand 3: 8-4 twists QS: 22, bust.
        "8D TS 2S 8C KS 3S 4S JS QS",
        turns={1: [SPLIT, SPLIT, TWIST, STICK, STICK, SPLIT, TWIST, TWIST]},
    )
    assert game.all("split") == [
        ["split", 1, 0, 1, 10],
        ["split", 1, 0, 2, 10],
        ["split", 1, 2, 3, 10],
    ]
    assert [event[1:3] for event in game.all("stick", "bust")] == [
        [1, 0], [1, 1], [1, 2], [1, 3], [0, 0],
    ]  # fmt: skip
    # Against 19: 20 wins, 18 loses, 21 wins, the bust was settled first.
    assert game.pays == [[1, 3, -10], [1, 0, 10], [1, 1, -10], [1, 2, 10]]


def test_P17_a_fifth_hand_is_not_allowed(deal):
    with pytest.raises(IllegalAction, match=r"max_hands = 2 hands \(P17\)"):
        deal(["8S 8H"], "TH 9D", "8D TS", turns={1: [SPLIT, SPLIT]}, max_hands=2)
    # With two packs the first hand may hold a pair of eights again after three splits.
    then = "8D 8C 8S TS 8H TD"
    with pytest.raises(IllegalAction, match=r"max_hands = 4 hands \(P17\)"):
        deal(["8S 8H"], "TH 9D", then, turns={1: [SPLIT] * 4}, packs=2)


def test_P18_each_hand_has_the_initial_stake_and_its_own_purchases(deal):
    game = deal(
        ["8S 8H"],
        "TH 9D",
        "2S 3S TS TD",
        turns={1: [SPLIT, 50, STICK, 40]},
        answers={1: {"stake": [30]}},
    )
    # Hand 0: 8-2-10 = 20 on 30 + 50; hand 1: 8-3-10 = 21 on 30 + 40. 21 stands by itself.
    assert game.pays == [[1, 0, 80], [1, 1, 70]]


def test_P18_the_price_cap_is_each_hands_own(deal):
    turns = {1: [SPLIT, 10, TWIST, 20]}
    game = deal(["2S 2H"], "TH 9D", "3S 4S 9S KS 5S", turns=turns)
    prices = [view.dearest for view in game.views(1, "turn")]
    # The pair; 2-3; 2-3-9 after a card for 10, which then busts; 2-4; 2-4-5 after one for 20.
    assert prices[:5] == [20, 20, 10, 20, 20]


def test_P18_a_split_pontoon_is_paid_double_but_never_takes_the_bank(deal):
    game = deal(["AS AH", "AD KD"], "TH 9D", "KS 8S", turns={1: [SPLIT, STICK]})
    assert game.all("pontoon") == [["pontoon", 1, 0], ["pontoon", 2, 0]]
    assert game.pays == [[1, 0, 20], [1, 1, -10], [2, 0, 20]]
    # The unsplit pontoon further from the banker's left takes it (P30).
    assert game.all("bank") == [["bank", 2, "pontoon", 0]]


def test_P18_a_split_pontoon_alone_leaves_the_bank_but_shuffles(deal):
    game = deal(["AS AH", "TD 7D"], "TH 9D", "KS 8S", turns={1: [SPLIT, STICK]})
    assert game.all("bank", "shuffle") == [["shuffle"]]
    assert game.record.next_banker == 0
    assert game.views(2, "turn")[0].hand_state[0] == HAND_PONTOON
    assert game.views(2, "turn")[0].hand_shown[0] == 1  # its ten-card lies face down (P12)


def test_P18_or_a_split_ace_and_ten_are_an_ordinary_21(deal):
    game = deal(["AS AH"], "TH 5D", "KS 8S 6C", turns={1: [SPLIT, STICK]}, draws=[1],
                split_pontoon=False)  # fmt: skip
    assert game.all("pontoon", "shuffle") == []
    # It stands by itself, as a stick, and ties with the banker's 21.
    assert game.all("stick")[:2] == [["stick", 1, 0], ["stick", 1, 1]]
    assert len(game.views(1, "turn")) == 2
    assert game.net == [20, -20]


def test_P18_an_ordinary_21_is_paid_once(deal):
    game = deal(["AS AH"], "TH 9D", "KS 8S", turns={1: [SPLIT]}, split_pontoon=False)
    assert game.pays == [[1, 0, 10], [1, 1, -10]]  # 21 beats 19, soft 19 ties
