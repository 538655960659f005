"""Forks: a deal played again with one decision of a table taken otherwise (see explore.py).

`fork` is a record of FORK while choices are explored, and None in all other play: then nothing of
this is compiled into the deal.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import DRAW_SIZE, FOURTH_SIZE, MAX_SEATS, RANK_COUNT, TURN_SIZE

MOST_MET = 512
"""Decisions of a deal that are remembered; more than eleven players with four hands each take."""

FORK = np.dtype(
    [
        ("tuned", np.int64, (MAX_SEATS,)),  # 1: decisions of this seat's table are explored
        # place in a lowered table -> number of the state it belongs to, -1: not explored
        ("turn", np.int64, (TURN_SIZE,)),
        ("pair", np.int64, (RANK_COUNT,)),
        ("burn", np.int64, (2,)),  # hard 13, hard 14
        ("stake", np.int64, (RANK_COUNT,)),
        ("shoot_first", np.int64, (RANK_COUNT,)),
        ("shoot_split", np.int64, (RANK_COUNT,)),
        ("shoot_fourth", np.int64, (FOURTH_SIZE,)),
        ("draw", np.int64, (DRAW_SIZE,)),
        ("double", np.int64, (RANK_COUNT,)),
        # the deal under way
        ("forced", np.int64),  # number of the decision taken otherwise; -1: none
        ("answer", np.int64),  # what is done there
        ("later", np.int64),  # a second one after it, -1: none
        ("later_answer", np.int64),
        ("remembers", np.int64),  # 1: remember what is met
        ("met", np.int64),  # decisions of tuned seats so far
        # of each decision met: who, in which state, what the table says
        ("seat", np.int64, (MOST_MET,)),
        ("state", np.int64, (MOST_MET,)),
        ("base", np.int64, (MOST_MET,)),
    ],
    align=True,
)


@njit(cache=True)
def way(fork, seat, state, answer):
    """What is done at a decision: the table's own `answer`, but at a forced one the other."""
    if state < 0 or fork.tuned[at(seat)] == 0:
        return answer
    number = fork.met
    fork.met = number + 1
    if fork.remembers and number < MOST_MET:
        fork.seat[at(number)] = seat
        fork.state[at(number)] = state
        fork.base[at(number)] = answer
    if number == fork.forced:
        return fork.answer
    return fork.later_answer if number == fork.later else answer


@njit(cache=True)
def set_out(fork, remembers, forced, answer, later, later_answer):
    """Say how the next deal is to be played."""
    fork.remembers, fork.met = remembers, 0
    fork.forced, fork.answer = forced, answer
    fork.later, fork.later_answer = later, later_answer
