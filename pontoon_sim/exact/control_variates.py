"""Control variates: tables of what hands are worth, from which the kernel takes known luck.

The kernel (kernel/control.py) takes from the net the difference between a function of the next card
and its mean over the cards never dealt, which has mean zero whatever the function is: the tables
here may be wrong, and estimates are as sharp as they are near. They are worked out as if each card
came from a whole pack, by recursion over hands, from the letters of a player's and of a banker's
table. A strategy in Python has the tables of another in its place, a blend those of one of its
parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pontoon_sim.engine.engine import ControlVariates
from pontoon_sim.exact.banker_distribution import CLASSES, payments
from pontoon_sim.exact.multisets import Floats, Ints
from pontoon_sim.game.ranking import banker_score, player_score
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    DRAW_SIZE,
    RANK_COUNT,
    SCORE_PONTOON,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TURN_SIZE,
    draw_index,
    turn_index,
)
from pontoon_sim.kernel.state import (
    BANKER_KINDS,
    CONTROL,
    CONTROL_TABLES,
    CONTROL_UNIT,
    LANES,
    hand_kind,
    score_lane,
)
from pontoon_sim.strategies.library import DEFAULT_PLAYER, find
from pontoon_sim.strategies.lowering import lowered_table
from pontoon_sim.strategies.model import Role, Seat, Strategy

SUBSTITUTES: dict[Role, str] = {"player": DEFAULT_PLAYER, "banker": "draw_below_17"}
"""Whose tables a strategy has that is no table itself."""

CHANCES = np.array([1.0] * 9 + [4.0]) / RANK_COUNT
"""Of the next card's value, from a whole pack; the same for two packs."""

_PONTOON = hand_kind(1, 11)


def control_variates(rules: Rules, seats: Sequence[Seat]) -> ControlVariates:
    """The tables of a line-up as the kernel reads them. They fit any line-up under any rules; with
    more than CONTROL_TABLES pairs of a banker and a player, some have those of another."""
    bankers = [_table_of(seat.banker) for seat in seats]
    players = [_table_of(seat.player) for seat in seats]
    known_bankers, known_players = list(dict.fromkeys(bankers)), list(dict.fromkeys(players))
    if len(known_bankers) * len(known_players) > CONTROL_TABLES:
        known_bankers = known_bankers[:1]
        known_players = known_players[:CONTROL_TABLES]
    record = np.zeros(1, CONTROL)
    for i, banker in enumerate(known_bankers):
        for j, player in enumerate(known_players):
            number = i * len(known_players) + j
            for name, table in _tables(rules, player, banker).items():
                record[name][0, number] = table

    def number_of(strategy: Strategy, known: list[Strategy]) -> int:
        return known.index(strategy) if strategy in known else 0

    return ControlVariates(
        record,
        tuple(number_of(player, known_players) for player in players),
        tuple(len(known_players) * number_of(banker, known_bankers) for banker in bankers),
    )


def _table_of(strategy: Strategy) -> Strategy:
    """The strategy itself where it is a table, a part of a blend that is, or a substitute."""
    if strategy.form == "table":
        return strategy
    parts = () if strategy.blend is None else strategy.blend.parts
    tables = [part for part in map(_table_of, parts) if part.role == strategy.role]
    return tables[0] if tables else find(SUBSTITUTES[strategy.role], strategy.role)


@dataclass(frozen=True)
class _Banker:
    """The banker's outcomes, and what they pay a player's hand that stands.

    Attributes
    ----------
    pay : float64, (DRAW_SIZE, 25)
        Gain per chip, by the banker's hand (`layout.draw_index`) and the player's score.
    of_kind : float64, (BANKER_KINDS, 25)
        The same by the banker's first two cards; nothing for a pontoon.
    doubles : float64, (13,)
        2.0 for first cards on which it doubles the deal (P34).
    """

    pay: Floats
    of_kind: Floats
    doubles: Floats


@lru_cache(64)
def _banker(rules: Rules, strategy: Strategy) -> _Banker:
    table = lowered_table(strategy.table, rules)[0]
    pays = payments(rules).astype(np.float64)
    chances = np.zeros((DRAW_SIZE, CLASSES))
    for cards in (5, 4, 3, 2):
        for ace in (0, 1):
            for hard in range(cards - 1, 32):
                place = draw_index(cards, ace, hard)
                if cards < 5 and hard < 21 and table["draw"][place]:
                    for value, chance in enumerate(CHANCES, 1):
                        child = draw_index(cards + 1, ace or value == 1, hard + value)
                        chances[place] += chance * chances[child]
                else:
                    soft = bool(ace) and hard <= 11
                    chances[place, banker_score(rules, cards, hard, soft)] = 1.0
    pay = chances @ pays.T
    of_kind = np.zeros((BANKER_KINDS, CLASSES))
    for ace, hards in ((0, range(4, 21)), (1, range(2, 11))):
        for hard in hards:
            of_kind[hand_kind(ace, hard)] = pay[draw_index(2, ace, hard)]
    doubled = rules.banker_doubles != "none"
    return _Banker(pay, of_kind, 1.0 + table["double"] * doubled)


def _hands(rules: Rules, turn: npt.NDArray[np.uint8], of_kind: Floats) -> tuple[Floats, Floats]:
    """What a player's hand is worth by `layout.turn_index`: `per_chip` (kinds, TURN_SIZE) and
    `to_come` (kinds, 2, TURN_SIZE), see `state.CONTROL`. A pair counts as its total."""
    per_chip = np.zeros((BANKER_KINDS, TURN_SIZE))
    to_come = np.zeros((BANKER_KINDS, 2, TURN_SIZE))
    prices = np.array([1.0, max(rules.buy_max, 1)])
    per_chip.reshape(BANKER_KINDS, 16, 32)[:, :, 22:] = -1.0
    for cards in (5, 4, 3, 2):
        for twisted in (0, 1):
            for ace in (0, 1):
                for hard in range(cards, 22):
                    here = turn_index(twisted, cards, ace, hard)
                    soft = bool(ace) and hard <= 11
                    pontoon = cards == 2 and soft and hard == 11 and rules.split_pontoon
                    # what a hand of two cards does that may not be thrown in stands there
                    letter = TABLE_STICK
                    if cards < 5 and not pontoon:
                        letter = turn[turn_index(1, 2, ace, hard) if cards == 2 else here]
                    if letter == TABLE_STICK:
                        score = player_score(rules, cards, hard, soft, split=True)
                        per_chip[:, here] = of_kind[:, score]
                        continue
                    bought = letter in (TABLE_BUY_LEAST, TABLE_BUY_MOST)
                    after = 1 if twisted or not bought else 0
                    children = [
                        turn_index(after, cards + 1, ace or value == 1, hard + value)
                        for value in range(1, 11)
                    ]
                    per_chip[:, here] = per_chip[:, children] @ CHANCES
                    to_come[:, :, here] = to_come[:, :, children] @ CHANCES
                    if letter == TABLE_BUY_LEAST:
                        to_come[:, 1, here] = to_come[:, 0, here]
                        to_come[:, :, here] += per_chip[:, here, None]
                    elif letter == TABLE_BUY_MOST:
                        to_come[:, :, here] += per_chip[:, here, None] * prices
    return per_chip, to_come


def _two_cards(
    rules: Rules, table: np.void, of_kind: Floats, per_chip: Floats, to_come: Floats
) -> tuple[Floats, Floats]:
    """Worth per chip of the initial stake: `second` (kinds, 13, 13) by the first two cards, and
    `single` (kinds, 13) of one card to which one more is dealt."""
    values = np.minimum(np.arange(RANK_COUNT) + 1, 10)
    totals = values[:, None] + values
    aces = (np.arange(RANK_COUNT) == 0)[:, None] | (np.arange(RANK_COUNT) == 0)
    places = totals + np.where(aces, turn_index(0, 2, 1, 0), turn_index(0, 2, 0, 0))
    second = per_chip[:, places] + to_come[:, 1, places]
    single = second.mean(axis=2)
    split = table["pair"] != 0
    for rank in np.flatnonzero(split).tolist():
        second[:, rank, rank] = 2 * single[:, rank]
    for rank in range(RANK_COUNT):
        for other in range(RANK_COUNT):
            thrown = table["turn"][turn_index(0, 2, 0, int(totals[rank, other]))] == TABLE_BURN
            if thrown and not aces[rank, other] and not (rank == other and split[rank]):
                second[:, rank, other] = single.mean(axis=1)
    pontoon = aces & (totals == 11)
    second[:, pontoon] = of_kind[:, SCORE_PONTOON, None]
    loses = {"double": rules.banker_pontoon_takes, "single": 1, "push": 0}
    second[_PONTOON] = -float(rules.banker_pontoon_takes)
    second[_PONTOON, pontoon] = -float(loses[rules.pontoon_against_pontoon])
    return second, single


def _kinds() -> Ints:
    """Kind of the banker's first two cards, int64, (13, 13), by rank."""
    ranks = np.arange(RANK_COUNT)
    values, aces = np.minimum(ranks + 1, 10), (ranks == 0)[:, None] | (ranks == 0)
    return np.asarray(np.vectorize(hand_kind)(aces, values[:, None] + values), np.int64)


def means_of_whole_pack(tables: Mapping[str, Floats], pack: Floats) -> dict[str, Floats]:
    """`players_mean` and `banker_mean` of `state.CONTROL` for one player and banker, from their
    other tables and the cards of a pack by rank, float64, (13,)."""
    left = pack - np.eye(RANK_COUNT)[:, None] - np.eye(RANK_COUNT)
    second = tables["second"][..., :RANK_COUNT].astype(np.float64)
    of_banker = tables["banker_second"][..., :RANK_COUNT].astype(np.float64)
    return {
        "players_mean": _mean_of_two(left, (second * tables["stake"][:, None])[_kinds()]),
        "banker_mean": tables["scale"] * _mean_of_two(pack, of_banker),
    }


def _mean_of_two(pack: Floats, worth: Floats) -> npt.NDArray[np.float64]:
    """Mean over two cards of one pack.

    Parameters
    ----------
    pack : float64, (..., 13): cards by rank
    worth : float64, (..., 13, 13), whole numbers: by first and second
    """
    size = pack.sum(axis=-1)
    rows = np.einsum("...s,...rs->...r", pack, worth) - np.einsum("...rr->...r", worth)
    return np.asarray((pack * rows).sum(axis=-1) / (size * (size - 1)))


@lru_cache(256)
def _tables(rules: Rules, player: Strategy, banker: Strategy) -> dict[str, Floats]:
    """The fields of `state.CONTROL` for one player against one banker."""
    bank, table = _banker(rules, banker), lowered_table(player.table, rules)[0]
    per_chip, to_come = _hands(rules, table["turn"], bank.of_kind)
    second, single = _two_cards(rules, table, bank.of_kind, per_chip, to_come)
    pack = np.full(RANK_COUNT, 4.0 * rules.packs)

    def after_first(worth: Floats) -> Floats:
        """Mean of (..., 13, 13) over the second card."""
        own = np.einsum("...rr->...r", worth)
        return np.asarray((worth @ pack - own) / (pack.sum() - 1))

    largest = int(table["stake"].max())
    first = after_first(second) * table["stake"] / largest
    banker_second = first.mean(axis=1)[_kinds()] * bank.doubles[:, None]
    pay = np.zeros((DRAW_SIZE, LANES))
    for score in range(11, CLASSES):
        pay[:, score_lane(score)] = bank.pay[:, score]
    worths = {
        "pay": pay,
        "banker_first": after_first(banker_second),
        "banker_second": banker_second,
        "first": first,
        "second": second,
        "single": single,
        "per_chip": per_chip,
        "to_come": to_come,
    }
    tables = {name: np.rint(worth * CONTROL_UNIT) for name, worth in worths.items()}
    tables |= {"times": bank.doubles, "stake": table["stake"], "scale": np.array(largest)}
    tables |= means_of_whole_pack(tables, pack)
    for name in ("banker_first", "banker_second", "first", "second", "single"):
        by_rank = tables[name]
        wider = [*[(0, 0)] * (by_rank.ndim - 1), (0, LANES - RANK_COUNT)]
        tables[name] = np.pad(by_rank, wider)
    return tables
