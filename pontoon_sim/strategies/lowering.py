"""Tables as the arrays that the kernel reads. Numpy only.

Legality that depends on the hand and the rules alone is resolved here, once: `stick_min` (P13,
P21), no buying after a twist (P15), the certain trick (P16), which pairs may be split (P17), soft
21 (P19). What depends on the deal stays with the engine: cards left in the pack (P32), hands left
for a split, a burn already used (P33).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pontoon_sim.game.legal import burn_totals, may_buy, may_draw, split_ranks
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    SEAT,
    TABLE_BURN,
    TABLE_STICK,
    TABLE_TWIST,
    draw_index,
    fourth_index,
    turn_index,
)
from pontoon_sim.strategies.amounts import NO_BET, ShootTable
from pontoon_sim.strategies.table import BankerTable, PlayerTable, choose


def lowered_table(table: PlayerTable | BankerTable | None, rules: Rules) -> npt.NDArray[np.void]:
    """A table under the rules, as one record of `layout.SEAT`, shape (1,).

    Everything that it does not decide is the default (see `model.default_answer`); without a table,
    everything is.
    """
    seat = np.zeros(1, SEAT)
    lower_player(seat[0], table if isinstance(table, PlayerTable) else None, rules)
    lower_banker(seat[0], table if isinstance(table, BankerTable) else None, rules)
    return seat


def lower_player(record: np.void, table: PlayerTable | None, rules: Rules) -> None:
    """Fill a player's part of a `layout.SEAT`.

    A hand that may be burnt has TABLE_BURN at its place; what to do with it where burning is not
    legal (a second time, a split hand) stands at the place of the same hand with `twisted` = 1,
    which two cards can never be: `turn_index(1, 2, 0, hard)`. That place is filled for all hands.
    """
    record["stake"][:] = rules.stake_min
    _lower_turn(record["turn"], table, rules)
    if table is None:
        return
    for rank in table.pairs.intersection(split_ranks(rules)):
        record["pair"][rank - 1] = 1
    record["stake"][:] = [word.chips(rules.stake_min, rules.stake_max) for word in table.stakes]
    if table.shooting is not None:
        _lower_shoot(record, table.shooting, rules.stake_min)
    if table.price is not None:
        record["bid"] = table.price.price(rules.stake_min, none=0)


def _lower_shoot(record: np.void, shooting: ShootTable, stake_min: int) -> None:
    """Shoot bets; the kernel takes them of the room that it finds (S2, S4, S5)."""
    record["shoot_first"][:] = [amount.lowered(stake_min) for amount in shooting.first]
    record["shoot_split"][:] = [amount.lowered(stake_min) for amount in shooting.split]
    for ace in (0, 1):
        for hard in range(3, 22):
            soft = bool(ace) and hard <= 11
            amount = shooting.fourth.get((soft, hard + 10 if soft else hard), NO_BET)
            record["shoot_fourth"][fourth_index(ace, hard)] = amount.lowered(stake_min)


def _lower_turn(turn: npt.NDArray[np.uint8], table: PlayerTable | None, rules: Rules) -> None:
    """Fill `turn`; without a table, with a twist below `stick_min` and a stick from there on."""
    turn[:] = TABLE_STICK
    for cards in (2, 3, 4):
        for twisted in (0, 1):
            for ace in (0, 1):
                for hard in range(cards, 22):
                    letter = _letter(cards, bool(twisted), bool(ace), hard, table, rules)
                    turn[turn_index(twisted, cards, ace, hard)] = letter
    if table is None:
        return
    for hard in range(4, 22):
        # Two cards never lie after a twist: see `lower_player`.
        kept = turn[turn_index(0, 2, 0, hard)]
        turn[turn_index(1, 2, 0, hard)] = kept
        turn[turn_index(1, 2, 1, hard)] = turn[turn_index(0, 2, 1, hard)]
        if hard in table.burns and hard in burn_totals(rules):
            turn[turn_index(0, 2, 0, hard)] = TABLE_BURN


def _letter(
    cards: int, twisted: bool, ace: bool, hard: int, table: PlayerTable | None, rules: Rules
) -> int:
    """The legal action for a hand, given that the pack still has a card (P32)."""
    soft = ace and hard <= 11
    total = hard + 10 * soft
    if not may_draw(rules, cards, hard, soft):
        return TABLE_STICK
    can_stick = total >= rules.stick_min
    if table is None:
        return TABLE_STICK if can_stick else TABLE_TWIST
    after_twist = twisted and cards > 2
    letters = table.cells.get((cards, after_twist, soft, total), "S")
    return choose(letters, can_stick, True, may_buy(rules, cards, hard, soft, after_twist))


def lower_banker(record: np.void, table: BankerTable | None, rules: Rules) -> None:
    """Fill a banker's part of a `layout.SEAT`."""
    record["ask"], record["kitty"] = -1, rules.kitty_limits[0]
    if table is None:
        return
    if table.new_kitty is not None:
        record["kitty"] = table.new_kitty.between(*rules.kitty_limits, rules.stake_min)
    if table.addition is not None:
        record["top_up"] = table.addition.lowered(rules.stake_min)
    if table.price is not None:
        record["ask"] = table.price.price(rules.stake_min, none=-1)
    for rank in table.doubles:
        record["double"][rank - 1] = 1
    for cards in (2, 3, 4):
        for ace in (0, 1):
            for hard in range(cards, 22):
                soft = bool(ace) and hard <= 11
                if may_draw(rules, cards, hard, soft):
                    letter = table.cells.get((cards, False, soft, hard + 10 * soft), "S")
                    record["draw"][draw_index(cards, ace, hard)] = letter == "D"
