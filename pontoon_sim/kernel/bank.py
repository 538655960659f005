"""The bank between deals: passing (P30), sale (P31), the auction of a dry kitty (S8), S9."""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.answer import ask
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import ASK, BID, EV_BANK, PRICE_LIMIT
from pontoon_sim.kernel.log import note
from pontoon_sim.kernel.shoot import fault
from pontoon_sim.kernel.state import BANK_NEVER, BANK_PONTOON, BANK_ROTATE
from pontoon_sim.kernel.view import look_between

BY_PONTOON, BY_SALE, BY_ROTATION, BY_AUCTION = range(4)


@njit(cache=True)
def _price(rules, lineup, st, view, sh, seat, decision, position):
    """What a strategy would take or give for the bank, chips."""
    if view is not None and lineup.address[at(seat), at(decision)] != 0:
        look_between(rules, lineup, st, view, sh, seat, decision, position)
        price = ask(lineup, seat, decision, view)
        if price > PRICE_LIMIT or price < -PRICE_LIMIT:  # where the function has failed, too
            fault(st, decision, seat, price)
            return np.int64(-1)  # no bid, and not for sale
        return price
    return lineup.ask[at(seat)] if decision == ASK else lineup.bid[at(seat)]


@njit(cache=True)
def _highest_bid(rules, lineup, st, view, sh):
    """The highest bid and its seat; of equal ones the nearest to the banker's left. 0: none."""
    best, buyer = np.int64(0), np.int64(-1)
    for position in range(rules.seats - 1):
        seat = st.seat_at[at(position)]
        bid = _price(rules, lineup, st, view, sh, seat, BID, position)
        if view is not None and st.fault:
            return np.int64(0), np.int64(-1)
        if bid > best:
            best, buyer = bid, seat
    return best, buyer


@njit(cache=True)
def move_bank(st, sh, tally, heir, reason, price, log):
    """The bank changes hands for a price; the old banker takes what is in the kitty (S9)."""
    old = st.banker
    note(log, st, EV_BANK, heir, reason, price, 0)
    tally.bank_moves += 1
    st.bankroll[at(heir)] -= price
    st.bankroll[at(old)] += price
    st.banker = heir
    st.tenure = 0
    if sh is not None:
        sh.kitty = 0


@njit(cache=True)
def pass_bank(rules, lineup, st, view, sh, tally, log):
    """Who holds the bank in the next deal."""
    n = rules.seats
    banker = st.banker
    dry = False
    if sh is not None and sh.kitty == 0:
        dry = True
        sh.dry[0] += 1
        sh.dry[1] += sh.life
    if rules.bank_passes == BANK_PONTOON and st.next_banker >= 0:
        move_bank(st, sh, tally, st.next_banker, BY_PONTOON, 0, log)
    elif rules.bank_passes == BANK_ROTATE and st.tenure >= rules.rotate_every:
        move_bank(st, sh, tally, (banker + 1) % n, BY_ROTATION, 0, log)
    elif dry and rules.bank_passes != BANK_NEVER:
        reserve = _price(rules, lineup, st, view, sh, banker, ASK, n - 1)
        price, buyer = np.int64(0), np.int64(-1)
        if reserve >= 0:
            price, buyer = _highest_bid(rules, lineup, st, view, sh)
        if price > 0 and price >= reserve:
            tally.sales[0] += 1
            tally.sales[1] += price
            move_bank(st, sh, tally, buyer, BY_AUCTION, price, log)
    elif rules.bank_sale:
        ask = _price(rules, lineup, st, view, sh, banker, ASK, n - 1)
        if ask >= 0:
            bid, buyer = _highest_bid(rules, lineup, st, view, sh)
            if bid > 0 and bid >= ask:
                price = (ask + bid) // 2
                tally.sales[0] += 1
                tally.sales[1] += price
                move_bank(st, sh, tally, buyer, BY_SALE, price, log)
