"""One answer of a strategy that is shown a view: a compiled function, or a blend of strategies.

A blend leaves it to `view.chance` which of its parts answers (`strategies/blend.py` is the same in
plain Python, and says what it is for). It is data, so that no blend has to be compiled: all share
one function, `blend_answer`, which is called by its address as others are. So those who play
without blends do not pay for them.
"""

from __future__ import annotations

import numpy as np
from numba import config, from_dtype, njit, types
from numba.extending import intrinsic

from pontoon_sim.kernel.calls import call_address
from pontoon_sim.kernel.generator import mix
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    BID,
    BRANCH,
    BURN,
    CARD_PLACES,
    DOUBLE,
    DRAW,
    KITTY,
    MOST_CARDS,
    NODE_FORGET,
    NODE_FUNCTION,
    NODE_RANDOM,
    NODE_STEP,
    NODE_TOSS,
    RANK_COUNT,
    SEAT,
    SHOOT,
    SPLIT,
    STAKE,
    STICK,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TOP_UP,
    TURN,
    TWIST,
    draw_index,
    fourth_index,
    turn_index,
)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_S32 = np.uint64(32)
_NODE = BRANCH.itemsize

_turn_place = njit(cache=True)(turn_index)
_draw_place = njit(cache=True)(draw_index)
_fourth_place = njit(cache=True)(fourth_index)


@njit(cache=True)
def in_chips(word, room):
    """A table's amount: chips, at most `room`, or where negative thousandths of it."""
    return min(word, room) if word >= 0 else room * -word // 1000


@njit(cache=True)
def number_of(chance, which):
    """One of several numbers, 0 to 2**32 - 1, that `view.chance` is good for."""
    return np.int64(mix(np.uint64(chance) + _GOLDEN * np.uint64(which)) >> _S32)


@njit(cache=True)
def _table_turn(seat, view):
    if view.can_split and seat.pair[at(view.pair - 1)]:
        return np.int64(SPLIT)
    place = _turn_place(np.int64(view.twisted > 0), view.cards, view.soft, view.hard)
    letter = np.int64(seat.turn[at(place)])
    if letter == TABLE_BURN:
        if view.can_burn:
            return np.int64(BURN)
        letter = np.int64(seat.turn[at(_turn_place(1, 2, 0, view.hard))])
    if letter == TABLE_STICK or not view.can_twist:  # the pack is empty (P32)
        return np.int64(STICK)
    if letter == TABLE_BUY_LEAST:
        return view.cheapest
    return view.dearest if letter == TABLE_BUY_MOST else np.int64(TWIST)


@njit(cache=True)
def _table_shoot(seat, view):
    if view.cards == 3:
        return in_chips(seat.shoot_fourth[at(_fourth_place(view.soft, view.hard))], view.room)
    bets = seat.shoot_first if view.hand == 0 else seat.shoot_split
    return in_chips(bets[at(view.first_card - 1)], view.room)


@njit(cache=True)
def table_answer(seat, view):
    """The answer to any decision of a table that is part of a blend; `seat` is a layout.SEAT."""
    what = view.decision
    if what == TURN:
        return _table_turn(seat, view)
    if what == DRAW:
        place = _draw_place(view.cards, view.soft, view.hard)
        return np.int64(view.can_twist != 0 and seat.draw[at(place)] != 0)
    if what == STAKE:
        return seat.stake[at(view.first_card - 1)]
    if what == SHOOT:
        return _table_shoot(seat, view)
    if what == KITTY:
        return seat.kitty
    if what == TOP_UP:
        return in_chips(seat.top_up, view.room)
    if what == DOUBLE:
        return np.int64(seat.double[at(view.first_card - 1)])
    return seat.bid if what == BID else seat.ask


@njit(cache=True)
def random_answer(view, chance):
    """A legal action of a hand, each kind as likely as any other, each price too; or a draw."""
    toss, sized = number_of(chance, 1), number_of(chance, 2)
    if view.decision == DRAW:
        return toss & 1
    can_buy = np.int64(view.cheapest > 0)
    kinds = view.can_stick + view.can_twist + view.can_split + view.can_burn + can_buy
    place = (toss * kinds) >> 32
    if place < view.can_stick:
        return np.int64(STICK)
    place -= view.can_stick
    if place < view.can_twist:
        return np.int64(TWIST)
    place -= view.can_twist
    if place < view.can_split:
        return np.int64(SPLIT)
    place -= view.can_split
    if place < view.can_burn:
        return np.int64(BURN)
    return view.cheapest + ((sized * (view.dearest - view.cheapest + 1)) >> 32)


def record_at(dtype):
    """An intrinsic that takes the record at an address."""
    kind = from_dtype(dtype)

    @intrinsic
    def record_at(typingctx, address):
        """The record at an address that somebody keeps alive."""

        def codegen(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), codegen

    return record_at


if not config.DISABLE_JIT:  # else blends have a number in `calls.PLAIN` as functions have
    _node_at, _seat_at = record_at(BRANCH), record_at(SEAT)

    @njit(cache=True)
    def _forgetful(address, view):
        """The answer of a function that is shown nothing but what lies on the table."""
        seen, fresh = view.seen.copy(), view.fresh
        coming, hand_cards = view.coming.copy(), view.hand_cards.copy()
        for i in range(RANK_COUNT):
            view.seen[at(i)] = view.held[at(i)]
        view.fresh = view.cards_left
        for i in range(MOST_CARDS):
            view.coming[at(i)] = 0
        for i in range(CARD_PLACES):
            view.hand_cards[at(i)] = 0
        answer = call_address(address, view)
        for i in range(RANK_COUNT):
            view.seen[at(i)] = seen[at(i)]
        view.fresh = fresh
        for i in range(MOST_CARDS):
            view.coming[at(i)] = coming[at(i)]
        for i in range(CARD_PLACES):
            view.hand_cards[at(i)] = hand_cards[at(i)]
        return answer

    def blend_answer(view):
        """The answer of the blend whose nodes are at `view._nodes`; `strategies/compiled.py`
        compiles it where a blend plays."""
        nodes = view._nodes
        chance = view.chance
        forgets = False
        node = _node_at(nodes)
        while node.kind == NODE_TOSS or node.kind == NODE_FORGET or node.kind == NODE_STEP:
            taken = node.yes
            if node.kind == NODE_FORGET:
                forgets = True
            elif node.kind == NODE_STEP:
                unsplit = view.hand == 0 and view.hands == 1
                if unsplit and view.cards == node.yes and (node.limit != BURN or view.can_burn):
                    return node.limit
                taken = node.no
            else:
                taken = node.yes if number_of(chance, 1) < node.limit else node.no
                chance = number_of(chance, 2)
            node = _node_at(nodes + taken * _NODE)
        if node.kind == NODE_RANDOM:
            return random_answer(view, chance)
        if node.kind != NODE_FUNCTION:
            return table_answer(_seat_at(node.yes), view)
        kept = view.chance
        view.chance = chance
        answer = _forgetful(node.yes, view) if forgets else call_address(node.yes, view)
        view.chance = kept
        return answer


@njit(cache=True)
def ask(lineup, seat, decision, view):
    """The answer of a seat's function to a view."""
    view._nodes = lineup.nodes[at(seat), at(decision)]
    return call_address(lineup.address[at(seat), at(decision)], view)


@njit(cache=True)
def ask_all(address, views, out):
    """Answers to `views` (layout.VIEW, (n,)) into `out` (int64, (n,))."""
    for n in range(views.size):
        out[n] = call_address(address, views[n])
