"""What is better beyond doubt: tests of all answers in all states at once, by sums over tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from pontoon_sim.statistics.intervals import holm
from pontoon_sim.tuning.explorer import Floats
from pontoon_sim.tuning.states import State

LEAST_TABLES = 30
"""Tables, in effect, that must have met a state before anything is decided there."""


@dataclass(frozen=True)
class Change:
    """Another answer in one state.

    Attributes
    ----------
    state : int
        Its number.
    word : Any
        What the table is to say.
    gain, se : float
        Worth of one such decision (a mean over the visits of the state) and its standard error
        over tables.
    share : float
        What it adds to the worth of a deal, as far as one change at a time tells.
    p : float
        Chance of such a gain where there is none.
    """

    state: int
    word: Any
    gain: float
    se: float
    share: float
    p: float


def trials(states: Sequence[State], sums: Floats, deals: float) -> list[Change]:
    """Every other answer of every state with its gain and one-sided p-value.

    Parameters
    ----------
    sums : float64, (2, states, answers, 5)
        From `Explorer.explore`. Where too few tables met a state as they were played, what came
        of it astray decides: it prepares answers for hands that the strategy does not come to hold
        yet, and whose share is next to nothing until it does.
    deals : float
        Deals of tuned seats.

    Notes
    -----
    A state is met at some tables more often than at others: its number of tables is taken as
    (sum of visits)**2 / (sum of their squares), and p from Student's law with one less. Fewer than
    `LEAST_TABLES` leave p at 1.
    """
    changes = []
    for number, state in enumerate(states):
        for answer, word in enumerate(state.words):
            played, astray = sums[:, number, answer]
            enough = min(LEAST_TABLES, _tables(astray))
            chosen = played if _tables(played) >= enough else astray
            visits, visits2, gain, gain2, product = chosen.tolist()
            if gain2 == 0.0:  # the table's own answer, or one that plays the same
                continue
            mean, tables = gain / visits, _tables(chosen)
            squares = max(gain2 - 2 * mean * product + mean * mean * visits2, 0.0)
            se = math.sqrt(squares * tables / max(tables - 1, 1.0)) / visits
            p = 1.0
            if tables >= LEAST_TABLES and se > 0:
                p = float(special.stdtr(tables - 1, -mean / se))
            share = mean * float(played[0]) / deals
            changes.append(Change(number, word, mean, se, share, p))
    return changes


def _tables(row: Floats) -> float:
    """Tables that have met a state, in effect."""
    return float(row[0] * row[0] / row[1]) if row[1] else 0.0


def beyond_doubt(tried: Sequence[Change], error: float) -> list[Change]:
    """The best answer of each state among those that are better by Holm's test.

    Parameters
    ----------
    error : float
        Family-wise: chance that any answer is taken for better that is not.
    """
    sure: dict[int, Change] = {}
    significant = holm([change.p for change in tried], error)
    better = [change for change, is_better in zip(tried, significant, strict=True) if is_better]
    for change in sorted(better, key=lambda c: c.p):
        best = sure.get(change.state)
        if best is None or change.gain > best.gain:
            sure[change.state] = change
    return sorted(sure.values(), key=lambda c: -c.share)


def error_of_look(error: float, look: int) -> float:
    """The part of a family-wise error that belongs to look `look` (1, 2, ...): all sum to it.

    >>> round(sum(error_of_look(0.05, k) for k in range(1, 10_000)), 5)
    0.05
    """
    return error / (look * (look + 1))


def undecided(tried: Sequence[Change], deals_share: Floats) -> float:
    """What single changes might still gain at most, worth per deal: over states, the largest upper
    95 % limit above 0, summed. Interactions are left out.

    Parameters
    ----------
    deals_share : float64, (states,)
        Visits of each state per deal of a tuned seat.
    """
    most: dict[int, float] = {}
    for change in tried:
        upper = (change.gain + 1.645 * change.se) * float(deals_share[change.state])
        most[change.state] = max(most.get(change.state, 0.0), upper)
    return sum(most.values())


def visits_per_deal(sums: Floats, deals: float) -> Floats:
    """Visits of each state per deal of a tuned seat, float64 (states,)."""
    visits: Floats = np.asarray(sums[0, :, :, 0].max(axis=1) / deals)
    return visits
