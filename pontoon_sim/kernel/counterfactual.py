"""A deal played again with one decision of a table taken otherwise (see explore.py).

`counterfactual` is a record of COUNTERFACTUAL while choices are explored, and None in all other
play: then nothing of this is compiled into the deal.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import DRAW_SIZE, FOURTH_SIZE, MAX_SEATS, RANK_COUNT, TURN_SIZE

MAX_DECISIONS = 512
"""Decisions of a deal that are remembered; more than eleven players with four hands each take."""

COUNTERFACTUAL = np.dtype(
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
        ("recording", np.int64),  # 1: remember what is met
        ("decisions", np.int64),  # decisions of tuned seats so far
        # of each decision met: who, in which state, what the table says
        ("seat", np.int64, (MAX_DECISIONS,)),
        ("state", np.int64, (MAX_DECISIONS,)),
        ("table_answer", np.int64, (MAX_DECISIONS,)),
    ],
    align=True,
)


@njit(cache=True)
def choose(counterfactual, seat, state, answer):
    """What is done at a decision: the table's own `answer`, but at a forced one the other."""
    if state < 0 or counterfactual.tuned[at(seat)] == 0:
        return answer
    number = counterfactual.decisions
    counterfactual.decisions = number + 1
    if counterfactual.recording and number < MAX_DECISIONS:
        counterfactual.seat[at(number)] = seat
        counterfactual.state[at(number)] = state
        counterfactual.table_answer[at(number)] = answer
    if number == counterfactual.forced:
        return counterfactual.answer
    return counterfactual.later_answer if number == counterfactual.later else answer


@njit(cache=True)
def set_decisions(counterfactual, remembers, forced, answer, later, later_answer):
    """Say how the next deal is to be played."""
    counterfactual.recording, counterfactual.decisions = remembers, 0
    counterfactual.forced, counterfactual.answer = forced, answer
    counterfactual.later, counterfactual.later_answer = later, later_answer
