"""Playing a block of tables: the only entry into the compiled engine."""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.control import all_new, keep_control, luck_at, start_control
from pontoon_sim.kernel.deal import play_deal, seat_round
from pontoon_sim.kernel.generator import split_word
from pontoon_sim.kernel.layout import MAX_HANDS
from pontoon_sim.kernel.pack import (
    cards_left,
    draw,
    shuffle_whole_pack,
    start_fresh_pack,
    start_stream,
)
from pontoon_sim.kernel.shoot import keep_shoot, kitty_of, shoot_net, start_shoot
from pontoon_sim.kernel.state import CELL, CONTROL_UNIT, CYCLE_FROM, KITTY_LIMIT, RING
from pontoon_sim.kernel.view import clear_public, forget_seen, set_view

_MASK = RING - 1


@njit(cache=True, nogil=True)
def start_table(rules, st, view, sh, seed, table):
    """A fresh table: its stream, its pack, its first banker (P4)."""
    start_stream(st, seed, table)
    st.deal = 0
    st.tenure = 0
    st.fault = 0
    for seat in range(rules.seats):
        st.bankroll[seat] = 0
        st.banked[seat] = 0
        for position in range(rules.seats):
            for k in range(len(CELL) - 1):
                st.cells[seat, position, k] = 0
    for position in range(rules.seats):
        st.hands[position] = MAX_HANDS
    clear_public(rules, st, view)
    set_view(rules, view)
    forget_seen(rules, st, view)
    if sh is not None:
        start_shoot(sh)
    banker = rules.first_banker
    if banker < 0:
        number, _ = split_word(st.chance_key, np.uint64(rules.seats))
        banker = np.int64(number)
    st.banker = banker
    seat_round(rules.seats, st, banker)
    if rules.stretch == 0:
        shuffle_whole_pack(rules, st)


@njit(cache=True, nogil=True)
def keep_row(rules, st, row):
    """Write a finished table's sums to its row, see `state.row_count`."""
    n = rules.seats
    for i in range(row.shape[0]):
        for k in range(len(CELL)):
            row[i, k] = 0
    for banker in range(n):
        bank = 2 * n - 1 + banker
        row[bank, 0] = st.banked[banker]
        for k in range(2, len(CELL) - 1):
            row[bank, k + 1] = st.cells[banker, n - 1, k]
        for position in range(n - 1):
            seat = n - 1 + (banker + 1 + position) % n
            row[position, 0] += st.banked[banker]
            row[seat, 0] += st.banked[banker]
            for k in range(len(CELL) - 1):
                chips = st.cells[banker, position, k]
                row[position, k + 1] += chips
                row[seat, k + 1] += chips
                if k < 2:  # what was staked against this bank
                    row[bank, k + 1] += chips


@njit(cache=True, nogil=True)
def chips_made(rules, st):
    """Chips that a table has made out of nothing: all purses together, 0 if all is well."""
    chips = np.int64(0)
    for seat in range(rules.seats):
        chips += st.bankroll[seat]
    return chips


@njit(cache=True, nogil=True)
def failed_deal(st, view, sh):
    """Whether the deal just played has failed: 1 when a strategy's answer was not legal, 3 when the
    kitty has outgrown all sums; else 0."""
    if view is not None and st.fault:
        return 1
    if sh is not None and sh.kitty > KITTY_LIMIT:
        return 3
    return 0


@njit(cache=True, nogil=True)
def tell_failure(st, failed, table, faults):
    """Fill `faults` for what `failed_deal` has said, and say it again.

    By itself, because an array that is handed to a function is counted there in step with other
    threads: once a deal that would cost a twentieth of the time.
    """
    faults[0] = table
    faults[1] = st.deal
    if failed == 1:
        faults[2] = st.fault_seat
        faults[3] = st.fault - 1
        faults[4] = st.fault_answer
    return failed


@njit(cache=True, nogil=True)
def play_next(rules, lineup, st, view, sh, control, tally):
    """Play the next deal of a table, fresh pack or continuing, and shuffle after it where due.

    Returns what `failed_deal` says of it.
    """
    if rules.stretch > 0:
        start_fresh_pack(rules, st)
        all_new(rules, st, control)
    shuffled = play_deal(rules, lineup, st, view, sh, control, tally, None, None)
    failed = failed_deal(st, view, sh)
    if failed:
        return failed
    if shuffled and rules.stretch == 0:
        shuffle_whole_pack(rules, st)
        all_new(rules, st, control)
    st.deal += 1
    return 0


@njit(cache=True, nogil=True)
def play_block(game, first_table, sizes, rows):
    """Play whole tables and tally them.

    Parameters
    ----------
    game : `state.Game`
    first_table : int64
    sizes : int64, (tables,): deals of each table
    rows : `state.TableRows`

    Returns
    -------
    int64 : 0; 1 when a strategy's answer was not legal (play stops there); 2 when the chips of a
        table do not sum to zero, which is a fault of the engine; 3 when a kitty outgrew all sums.
    """
    rules, lineup, st, view, sh, seed, tally, faults, control = game
    for t in range(sizes.size):
        start_table(rules, st, view, sh, seed, first_table + t)
        start_control(rules, st, control)
        for _ in range(sizes[t]):
            failed = play_next(rules, lineup, st, view, sh, control, tally)
            if failed:
                return tell_failure(st, failed, first_table + t, faults)
        if chips_made(rules, st):
            return 2
        keep_row(rules, st, rows.stakes[t])
        keep_shoot(sh, rows.shoot, t)
        keep_control(rules, st, control, rows, t)
    tally.splits += st.splits
    tally.burnt += st.burnt
    return 0


@njit(cache=True, nogil=True)
def _has_recurred(rules, st, sh, kept, stream, kitty):
    """Whether pack, kitty and stream of random numbers are as they were kept. All that follows is
    then as it was, where everybody plays from a table."""
    if st.rng[0] != stream or kitty_of(sh) != kitty:
        return False
    k = 0
    while k < kept.size and st.pack[(st.head + k) & _MASK] == kept[k]:
        k += 1
    return k == kept.size


@njit(cache=True, nogil=True)
def play_tenures(game, first_table, longest, rows):
    """Play tables until the bank first changes hands: one tenure of the bank each.

    Parameters
    ----------
    game, first_table
        As `play_block` has them.
    longest : int64
        Deals after which a tenure is broken off; also where a kitty has outgrown all sums, and,
        where nobody plays by a function, where the table has come back to a state that it had been
        in (Brent, An improved Monte Carlo factorization algorithm, 1980).
    rows : int64, (tables, len(TENURE)): see `state.TENURE`

    Returns
    -------
    int64 : 0, or 1 as `play_block`.
    """
    rules, lineup, st, view, sh, seed, tally, faults, control = game
    kept, stream = np.zeros(rules.cards_in_pack, np.uint8), st.rng[0]
    for t in range(rows.shape[0]):
        start_table(rules, st, view, sh, seed, first_table + t)
        start_control(rules, st, control)
        banker = st.banker
        net, shot = np.int64(0), np.int64(0)
        failed, cycle, looked, kitty, net_then, shot_then = 0, 0, CYCLE_FROM, 0, net, shot
        while st.banker == banker and st.deal < longest:
            failed = play_next(rules, lineup, st, view, sh, control, tally)
            if failed == 1:
                return tell_failure(st, failed, first_table + t, faults)
            net += st.net[banker]
            shot += shoot_net(sh, banker)
            if failed:
                break
            if view is None and st.deal >= CYCLE_FROM:
                if st.deal == looked:
                    looked *= 2
                    for k in range(kept.size):
                        kept[k] = st.pack[(st.head + k) & _MASK]
                    stream, kitty, net_then, shot_then = st.rng[0], kitty_of(sh), net, shot
                elif _has_recurred(rules, st, sh, kept, stream, kitty):
                    cycle = st.deal - looked // 2
                    net, shot = net - net_then, shot - shot_then
                    break
        rows[t, 0] = st.deal
        rows[t, 1] = net
        rows[t, 2] = shot
        rows[t, 3] = st.banker != banker and failed == 0
        rows[t, 4] = net * CONTROL_UNIT
        for position in range(rules.seats - 1):
            rows[t, 4] += luck_at(st, control, banker, position)
        rows[t, 5] = cycle
    return 0


@njit(cache=True, nogil=True)
def _remaining_pack(rules, st, out):
    """Write the cards still in the pack to `out` in the order in which they would be dealt;
    changes the pack, so its caller keeps a copy."""
    k = 0
    while cards_left(rules, st) > 0:
        out[k] = draw(rules, st, 0, None)
        k += 1
    return k


@njit(cache=True, nogil=True)
def log_deals(game, table, first, last, log, heads, packs):
    """Play deals 0 to `last - 1` of one table and log those from `first` on.

    `log` int64 (last - first, LOG_ROWS, LOG_WIDTH). `heads` int64 (last - first, 7 + seats):
    events logged, banker, next banker, shuffled, kitty before and after, deals of this bank before,
    then the net by seat. `packs`
    uint8 (last - first, 2, cards): the pack before the first card (in the order dealt) and, hands
    put under, before any shuffle.

    Returns the number of deals played; fewer than `last` when a strategy's answer is not legal,
    and then the last log holds the events up to it.
    """
    rules, lineup, st, view, sh, seed, tally, _, _ = game
    saved = np.zeros(RING, np.uint8)
    kept_next = np.zeros(rules.seats, np.int64)
    kept_end = np.zeros(rules.seats, np.int64)
    rest = np.zeros(2 * RING, np.uint8)
    start_table(rules, st, view, sh, seed, table)
    size = rules.cards_in_pack
    for d in range(last):
        if rules.stretch > 0:
            start_fresh_pack(rules, st)
        banker = st.banker
        if d < first:
            shuffled = play_deal(rules, lineup, st, view, sh, None, tally, None, None)
            if st.fault:
                return d
        else:
            i = d - first
            st.log_length = 0
            st.dealt_count = 0
            before = st.head
            heads[i, 6] = st.tenure
            kitty = kitty_of(sh)
            if rules.stretch == 0:
                for k in range(size):
                    packs[i, 0, k] = st.pack[(before + k) & _MASK]
            shuffled = play_deal(rules, lineup, st, view, sh, None, tally, log[i], None)
            # the pack as it lies now: cards not dealt, busted hands, then all others put under
            for k in range(RING):
                saved[k] = st.pack[k]
            for p in range(rules.seats):
                kept_next[p], kept_end[p] = st.next[p], st.end[p]
            head, tail, late = st.head, st.tail, st.late_rng
            count = _remaining_pack(rules, st, rest)
            for k in range(RING):
                st.pack[k] = saved[k]
            for p in range(rules.seats):
                st.next[p], st.end[p] = kept_next[p], kept_end[p]
            st.head, st.tail, st.late_rng = head, tail, late
            if rules.stretch > 0:
                # in the order dealt; what was never dealt follows as it would have come
                for k in range(size):
                    if k < st.dealt_count:
                        packs[i, 0, k] = st.dealt[k]
                    else:
                        packs[i, 0, k] = rest[k - st.dealt_count]
            for k in range(min(count, size)):
                packs[i, 1, k] = rest[k]
            heads[i, 0] = st.log_length
            heads[i, 1] = banker
            heads[i, 2] = st.banker
            heads[i, 3] = 1 if shuffled else 0
            heads[i, 4] = kitty
            heads[i, 5] = kitty_of(sh)
            for seat in range(rules.seats):
                heads[i, 7 + seat] = st.net[seat] + shoot_net(sh, seat)
            if st.fault:
                return d
        if shuffled and rules.stretch == 0:
            shuffle_whole_pack(rules, st)
        st.deal += 1
    return last
