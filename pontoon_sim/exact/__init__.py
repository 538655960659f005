"""Exact values by enumeration: line-ups, best replies and bankers, control variates, the oracle of
the tests. It knows neither runs nor reports; `loops` is all of it that is compiled.

Hands and queries are in multisets, queries and starts; values in banker_distribution, lineup and
figures; the distribution of nets in split_hands and distribution; responses in choices,
two_card_deals, replies, simple_replies, decisions, bankers and strategy_files.

Right where the pack is fresh (`reshuffle = every_deal`), players and bankers look at their own hand
only, and the pack does not run out; anything else is refused in one sentence. Control variates hold
everywhere. Importing this
package imports no numba; calling it does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pontoon_sim.exact.bankers import BestBanker, Step, alternate, best_banker
    from pontoon_sim.exact.control_variates import control_variates
    from pontoon_sim.exact.figures import ExactValue, Part, Reply
    from pontoon_sim.exact.lineup import LineUp, exact_value
    from pontoon_sim.exact.replies import ReplySolver, best_reply

_MODULES = {
    "bankers": ("BestBanker", "Step", "alternate", "best_banker"),
    "replies": ("ReplySolver", "best_reply"),
    "control_variates": ("control_variates",),
    "figures": ("ExactValue", "Part", "Reply"),
    "lineup": ("LineUp", "exact_value"),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}
__all__ = [
    "BestBanker",
    "ExactValue",
    "LineUp",
    "Part",
    "Reply",
    "ReplySolver",
    "Step",
    "alternate",
    "best_banker",
    "best_reply",
    "control_variates",
    "exact_value",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
