"""What to do with a hand, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pontoon_sim.advice import Worth

_IMPERATIVES = {"stick": "Stick", "twist": "Twist", "split": "Split", "burn": "Burn"}
_GERUNDS = {"stick": "sticking", "twist": "twisting", "split": "splitting", "burn": "burning"}
CLEAR = 1.96
"""Standard errors beyond which the difference between two actions is called clear."""


def answer(worths: Sequence[Worth], stake: int) -> str:
    """The best action and what the next best would cost, in one or two sentences.

    Parameters
    ----------
    worths : sequence of Worth
        The best first.
    stake : int
        The initial stake, chips.
    """
    best, second = worths[0], worths[1]
    share = f"{100 * second.cost / stake:.2g} % of the stake"
    if second.cost_se and second.cost < CLEAR * second.cost_se:
        return (
            f"{_imperative(best.action)} or {_infinitive(second.action)}: too few packs to tell"
            f" which is better ({share} between them, give or take"
            f" {100 * CLEAR * second.cost_se / stake:.2g})."
        )
    if math.isclose(second.cost, 0, abs_tol=1e-12):
        return (
            f"{_imperative(best.action)} or {_infinitive(second.action)}: they are worth the same."
        )
    chips = f"{second.cost:.2g} chip{'' if f'{second.cost:.2g}' == '1' else 's'}"
    action, other = _imperative(best.action), _gerund(second.action)
    return f"{action}. The next best, {other}, costs {share} ({chips})."


def _imperative(action: str) -> str:
    return _IMPERATIVES.get(action, action.capitalize())


def _infinitive(action: str) -> str:
    return _imperative(action).lower()


def _gerund(action: str) -> str:
    return _GERUNDS.get(action, action.replace("buy at", "buying at"))
