"""Exact values by enumeration: line-ups, best replies, best bankers, the oracle of the tests.

Right where the pack is fresh (`reshuffle = every_deal`), players and bankers look at their own hand
only, and the pack does not run out; anything else is refused in one sentence. Importing this
package imports no numba; calling it does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pontoon_sim.exact.alternating import Step, alternate
    from pontoon_sim.exact.bankers import BestBanker, best_banker
    from pontoon_sim.exact.control_variates import (
        FinishedHands,
        control_variates,
        finished_hands,
        first_two_cards,
    )
    from pontoon_sim.exact.lineup import ExactValue, LineUp, Part, exact_value
    from pontoon_sim.exact.reply import Reply, Replying, best_reply

#: Public name -> the module that holds it.
_PLACES = {
    "BestBanker": "bankers",
    "ExactValue": "lineup",
    "FinishedHands": "control_variates",
    "LineUp": "lineup",
    "Part": "lineup",
    "Reply": "reply",
    "Replying": "reply",
    "Step": "alternating",
    "alternate": "alternating",
    "best_banker": "bankers",
    "best_reply": "reply",
    "control_variates": "control_variates",
    "exact_value": "lineup",
    "finished_hands": "control_variates",
    "first_two_cards": "control_variates",
}

__all__ = [
    "BestBanker",
    "ExactValue",
    "FinishedHands",
    "LineUp",
    "Part",
    "Reply",
    "Replying",
    "Step",
    "alternate",
    "best_banker",
    "best_reply",
    "control_variates",
    "exact_value",
    "finished_hands",
    "first_two_cards",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
