"""From strategies to the arrays that the kernel reads. Numpy only.

Legality that depends on the hand and the rules alone is resolved here, once: `stick_min` (P13,
P21), no buying after a twist (P15), the certain trick (P16), which pairs may be split (P17), soft
21 (P19). What depends on the deal stays with the engine: cards left in the pack (P32), hands left
for a split, a burn already used (P33).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.legal import burn_totals, may_buy, may_draw, split_ranks
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    DECISIONS,
    SEAT,
    SEES_ORDER,
    SEES_OWN_CARDS,
    SEES_PACK,
    SEES_TABLE,
    SHEET,
    STAKE_MAX,
    STAKE_MIN,
    STAKE_PERCENT,
    STAKE_TIMES,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
    draw_index,
    fourth_index,
    sheet_index,
    turn_index,
)
from pontoon_sim.strategies.amounts import NO_BET, Amount, ShootTable
from pontoon_sim.strategies.model import Seat, Strategy
from pontoon_sim.strategies.table import BankerTable, PlayerTable, choose


def lower_seats(seats: Sequence[Seat], rules: Rules) -> npt.NDArray[np.void]:
    """Everything that the kernel needs to know of the strategies, seat by seat.

    Parameters
    ----------
    seats : sequence of Seat, length `rules.seats`
    rules : Rules

    Returns
    -------
    ndarray of layout.SEAT, shape (n_seats,)
        Function strategies are compiled by this, and their addresses stay valid as long as the
        process lives. Where a function decides, the table's place holds a legal default.

    Notes
    -----
    A hand that may be burnt has TABLE_BURN at its place; what to do with it where burning is not
    legal (a second time, a split hand) stands at the place of the same hand with `twisted` = 1,
    which two cards can never be: `turn_index(1, 2, 0, hard)`. That place is filled for all hands.
    """
    if len(seats) != rules.seats:
        raise PontoonError(
            f"{len(seats)} line-ups for {rules.seats} seats: every seat needs one (P1)"
        )
    return lower_people(seats, rules)


def lower_people(people: Sequence[Seat], rules: Rules) -> npt.NDArray[np.void]:
    """`lower_seats` for people who have no seats yet, however many there are."""
    lowered = np.zeros(len(people), dtype=SEAT)
    for record, seat in zip(lowered, people, strict=True):
        record["ask"], record["kitty"] = -1, rules.kitty_limits[0]
        _lower_player(record, seat.player, rules)
        _lower_banker(record, seat.banker, rules)
        for strategy in (seat.player, seat.banker):
            if strategy.form != "table":
                record["sees"] = max(record["sees"], _sees(strategy))
                record["uses_chance"] |= not strategy.facts.deterministic
                record["uses_held"] |= _may_look_at_held(strategy)
    return lowered


def _sees(strategy: Strategy) -> int:
    """How much of the view it says that it looks at; the contract battery holds it to that."""
    if strategy.facts.uses_order:
        return SEES_ORDER
    if strategy.facts.uses_seen:
        return SEES_PACK
    return SEES_OWN_CARDS if strategy.facts.own_cards_only else SEES_TABLE


def _may_look_at_held(strategy: Strategy) -> bool:
    """Whether the file so much as names `held`, or brings in code from elsewhere that might."""
    if strategy.blend is not None:
        return strategy.blend.forgets or any(map(_may_look_at_held, strategy.blend.parts))
    if strategy.form == "table":
        return False
    text = strategy.content.decode("utf-8", "replace")
    imports = [line.split() for line in text.splitlines() if "import" in line.split()]
    known = ("pontoon_sim.strategies", "__future__", "math", "numpy")
    return "held" in text or any(words[1] not in known for words in imports if len(words) > 1)


def _lower_player(record: np.void, player: Strategy, rules: Rules) -> None:
    table = player.table
    if isinstance(table, PlayerTable):
        _lower_turn(record["turn"], table, rules)
        for rank in table.pairs.intersection(split_ranks(rules)):
            record["pair"][rank - 1] = 1
        record["stake"][:] = [word.chips(rules.stake_min, rules.stake_max) for word in table.stakes]
        if table.shooting is not None:
            _lower_shoot(record, table.shooting, rules.stake_min)
        if table.price is not None:
            record["bid"] = table.price.price(rules.stake_min, none=0)
        return
    _lower_turn(record["turn"], None, rules)
    record["stake"][:] = rules.stake_min
    _set_addresses(record, player)


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
        # Two cards never lie after a twist: see the notes of `lower_seats`.
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


def _lower_banker(record: np.void, banker: Strategy, rules: Rules) -> None:
    table = banker.table
    if not isinstance(table, BankerTable):
        _set_addresses(record, banker)
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


def _set_addresses(record: np.void, strategy: Strategy) -> None:
    from pontoon_sim.strategies.compiled import address_of, nodes_of

    for number, decision in enumerate(DECISIONS):
        if strategy.decides(decision):
            record["address"][number] = address_of(strategy, decision)
            record["nodes"][number] = nodes_of(strategy, decision)


def sheet_of(table: PlayerTable | BankerTable | None) -> npt.NDArray[np.void]:
    """A table as it is written, for a blend that it is part of: one record of `layout.SHEET`.

    It holds no rules: what is legal it finds in the view. None: only defaults (see
    `model.default_answer`).
    """
    sheet = np.zeros(1, SHEET)
    record = sheet[0]
    record["ask"][0] = -1
    if isinstance(table, PlayerTable):
        codes = {"S": TABLE_STICK, "T": TABLE_TWIST, "1": TABLE_BUY_LEAST, "2": TABLE_BUY_MOST}
        for (cards, twisted, soft, total), letters in table.cells.items():
            for k, letter in enumerate(dict.fromkeys(letters)):
                record["letters"][sheet_index(cards, twisted, soft, total), k] = 1 + codes[letter]
        kinds = {"min": STAKE_MIN, "max": STAKE_MAX, "x": STAKE_TIMES, "%": STAKE_PERCENT}
        for rank, word in enumerate(table.stakes, 1):
            record["stake"][rank] = kinds[word.kind], word.number
        record["pairs"][list(table.pairs)] = 1
        record["burns"][list(table.burns)] = 1
        if table.shooting is not None:
            for rank in range(1, 14):
                record["shoot_first"][rank] = _written(table.shooting.first[rank - 1])
                record["shoot_split"][rank] = _written(table.shooting.split[rank - 1])
            for (soft, total), amount in table.shooting.fourth.items():
                record["shoot_fourth"][22 * soft + total] = _written(amount)
        if table.price is not None:
            record["bid"] = _written(table.price)
    elif table is not None:
        for (cards, _, soft, total), letters in table.cells.items():
            record["draw"][sheet_index(cards, 0, soft, total)] = letters == "D"
        record["doubles"][list(table.doubles)] = 1
        if table.new_kitty is not None:
            record["kitty"] = _written(table.new_kitty)
        if table.addition is not None:
            record["top_up"] = _written(table.addition)
        if table.price is not None and table.price.kind != "none":
            record["ask"] = _written(table.price)
    return sheet


def _written(amount: Amount) -> tuple[int, int]:
    """An amount as `layout.SHEET` holds it: chips or a share, and times the least stake."""
    return (0, amount.number) if amount.kind == "x" else (amount.lowered(0), 0)
