"""Exact values by enumeration: line-ups, best replies, best bankers, the oracle of the tests.

Right where the pack is fresh (`reshuffle = every_deal`), players and bankers look at their own hand
only, and the pack does not run out; anything else is refused in one sentence. Importing this
package imports no numba; calling it does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pontoon_sim.exact.lineup import ExactValue, LineUp, Part, exact_value

#: Public name -> the module that holds it.
_PLACES = {
    "ExactValue": "lineup",
    "LineUp": "lineup",
    "Part": "lineup",
    "exact_value": "lineup",
}

__all__ = ["ExactValue", "LineUp", "Part", "exact_value"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
