"""Packs so small that every deal is played out card by card, and the enumeration of the same.

The deals are played here straight from RULES.md, with nothing of `pontoon_sim.exact`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pontoon_sim.exact import LineUp
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies import load
from pontoon_sim.strategies.library import find

Pack = tuple[int, ...]
"""Cards of each rank 0-12."""
Nets = dict[int, float]
"""Chance of each net in chips."""
Done = tuple[tuple[int, int], ...]
"""Score and stake of each finished hand."""
Hand = tuple[tuple[int, ...], int, int, int]
"""Ranks in ascending order, stake, price of the last card bought (0: none), cards twisted."""
STAKE = 10

TURN = """
def turn(view):
    if view.can_burn and view.hard == 14:
        return BURN
    if view.can_split and (view.pair < 13 or view.hands < 3):
        return SPLIT
    if view.can_stick and view.total >= (17 if view.hand == 0 else 15 + view.hands % 3):
        return STICK
    if view.cheapest and view.hard < 15:
        return view.dearest if view.hand == 1 else view.cheapest
    return TWIST
"""
HEAD = '''"""Splits, burns, buys and twists, each hand of a split in its own way."""

from pontoon_sim.strategies import BURN, SPLIT, STICK, TWIST, player_strategy


@player_strategy(own_cards_only=True)'''
WORDS = ("BURN", "SPLIT", "STICK", "TWIST")
_words: dict[str, Any] = {word: word.lower() for word in WORDS}
exec(TURN, _words)


def hard(ranks: tuple[int, ...]) -> int:
    return sum(min(rank + 1, 10) for rank in ranks)


def best(ranks: tuple[int, ...]) -> int:
    return hard(ranks) + (10 if 0 in ranks and hard(ranks) <= 11 else 0)


def draws(pack: Pack) -> Iterator[tuple[float, int, Pack]]:
    for rank, cards in enumerate(pack):
        if cards:
            less = (*pack[:rank], cards - 1, *pack[rank + 1 :])
            yield cards / sum(pack), rank, less


def mixed(parts: Iterator[tuple[float, Nets]]) -> Nets:
    whole: Nets = {}
    for chance, nets in parts:
        for net, p in nets.items():
            whole[net] = whole.get(net, 0.0) + chance * p
    return whole


def nets_of(pack: Pack, burning: bool = False, tricks: bool = True, buy_max: int = 2) -> Nets:
    """Chance of each net of a deal, the player's hand dealt first, the banker drawing below 17."""
    choose = _words["turn"]

    @cache
    def banker(pack: Pack, ranks: tuple[int, ...], done: Done) -> Nets:
        if len(ranks) < 5 and best(ranks) < 17:
            return mixed(
                (chance, banker(less, tuple(sorted((*ranks, rank))), done))
                for chance, rank, less in draws(pack)
            )
        return {sum(settled(score, stake, ranks) for score, stake in done): 1.0}

    def settled(score: int, stake: int, ranks: tuple[int, ...]) -> int:
        if score == 0:
            return -stake
        if hard(ranks) > 21:
            return stake * (2 if score > 21 else 1)
        if tricks and len(ranks) == 5:
            return 2 * stake if score == 23 else -2 * stake
        return stake * (2 if score > 21 else 1) if score > best(ranks) else -stake

    @cache
    def play(
        pack: Pack, held: tuple[int, ...], todo: tuple[Hand, ...], number: int,
        done: Done, burnt: bool,
    ) -> Nets:  # fmt: skip
        """`todo` begins with hand `number`; `held` are the banker's two cards."""
        if not todo:
            return banker(pack, held, tuple(sorted(done)))
        (ranks, stake, last, twisted), *others = todo
        hands = number + len(todo)
        rest = number, done, burnt
        size, total = len(ranks), best(ranks)
        pontoon = size == 2 and total == 21
        score = 0 if hard(ranks) > 21 else 23 if pontoon else 22 if tricks and size == 5 else total
        soft = total != hard(ranks)
        may_draw = score not in (0, 23) and size < 5 and (total < 21 or (soft and size > 2))
        pair = ranks[0] + 1 if size == 2 and ranks[0] == ranks[1] else 0
        buys = may_draw and not twisted and buy_max > 0
        can_split = pair > 0 and hands < 4
        can_burn = (
            burning and size == 2 and hard(ranks) in (13, 14) and 0 not in ranks
            and hands == 1 and not burnt
        )  # fmt: skip
        action: Any = "stick"
        if may_draw:
            action = choose(SimpleNamespace(
                can_burn=can_burn, can_split=can_split, can_stick=total >= 15, hard=hard(ranks),
                total=total, pair=pair, hand=number, hands=hands, cheapest=STAKE if buys else 0,
                dearest=(last or buy_max * STAKE) if buys else 0,
            ))  # fmt: skip
        if action == "stick":
            ended = (*done, (score, stake))
            return play(pack, held, tuple(others), number + 1, tuple(sorted(ended)), burnt)
        if action == "burn":
            return mixed(
                (a * b, play(pack_b, held, (two(x, y),), 0, (), True))
                for a, x, pack_a in draws(pack)
                for b, y, pack_b in draws(pack_a)
            )
        if action == "split":
            return mixed(
                (a * b, play(pack_b, held, (two(ranks[0], x), *others, two(ranks[0], y)), *rest))
                for a, x, pack_a in draws(pack)
                for b, y, pack_b in draws(pack_a)
            )
        if action == "twist":
            twisted += 1
        else:
            stake, last = stake + action, action
        return mixed(
            (
                chance,
                play(
                    less, held, ((tuple(sorted((*ranks, rank))), stake, last, twisted), *others),
                    number, done, burnt,
                ),
            )
            for chance, rank, less in draws(pack)
        )  # fmt: skip

    def two(a: int, b: int) -> Hand:
        return tuple(sorted((a, b))), STAKE, 0, 0

    def deals() -> Iterator[tuple[float, Nets]]:
        for a, x, pack_a in draws(pack):
            for b, y, pack_b in draws(pack_a):
                for c, v, pack_c in draws(pack_b):
                    for d, w, pack_d in draws(pack_c):
                        if best((v, w)) == 21:
                            yield a * b * c * d, {-2 * STAKE: 1.0}
                        else:
                            held = tuple(sorted((v, w)))
                            yield a * b * c * d, play(pack_d, held, (two(x, y),), 0, (), False)

    return mixed(deals())


def pack_of(**cards: int) -> Pack:
    names = ["A", *(f"_{pips}" for pips in range(2, 10)), "T", "J", "Q", "K"]
    return tuple(cards.get(name, 0) for name in names)


PACKS = {
    "eights are split": (pack_of(A=2, _5=2, _8=7, K=6), {}),
    "ten-cards are split": (pack_of(_2=3, _6=3, J=6, K=6), {}),
    "aces are split": (pack_of(A=9, _6=8, _9=8), {}),
    "fours and tens are burnt": (pack_of(_4=6, T=3, K=5, _9=6), {"burning": True}),
    "nothing is bought": (pack_of(A=2, _5=2, _8=7, K=6), {"buy_max": 0}),
    "five cards are no trick": (pack_of(A=9, _6=8, _9=8), {"tricks": False}),
    "neither": (pack_of(A=9, _4=8, _8=8), {"buy_max": 0, "tricks": False}),
}
SETTINGS = {"burning": "burn=hard_13_14", "tricks": "five_card_trick=false", "buy_max": "buy_max=0"}


@pytest.mark.parametrize("name", PACKS)
def test_P10_P14_P17_P33_nets_of_a_small_pack_are_those_of_all_its_deals(
    tmp_path: Path, name: str
) -> None:
    pack, changes = PACKS[name]
    (tmp_path / "own.py").write_text(HEAD + TURN)
    rules = rules_from("shuffled", ["stake_max=10", *(SETTINGS[change] for change in changes)])
    lineup = LineUp(rules, load(tmp_path / "own.py"), find("draw_below_17", "banker"))
    lineup.enumeration.ranks = pack
    value = lineup.value(every_net=True)
    nets = nets_of(pack, **changes)
    assert sum(nets.values()) == pytest.approx(1.0, abs=1e-12)
    for net in {*nets, *value.distribution}:
        assert value.distribution.get(net, 0.0) == pytest.approx(nets.get(net, 0.0), abs=1e-13)
    chips, chances = np.array(list(nets)), np.array(list(nets.values()))
    assert value.net == pytest.approx(chips @ chances, abs=1e-11)
    assert value.sd == pytest.approx(
        np.sqrt(chips**2 @ chances - (chips @ chances) ** 2), abs=1e-10
    )
    assert lineup.net == pytest.approx(value.net, abs=1e-11)
