"""pontoon_sim: a Monte Carlo simulator of Pontoon and Shoot Pontoon.

`import pontoon_sim as pt` offers every name of `pt.__all__`, each loaded when it is first used.
Rules, strategies and experiments are named as on the command line, or given as objects.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

BEHAVIOUR = 4
"""Behaviour version: raised only when the same inputs give other numbers."""

DISPLAY = "pontoon_sim.report.display"
"""The module that knows how results are shown, imported when the first one is."""

_ROOMS = {
    "api.plans": ("Tuned", "advise", "best_banker", "best_reply", "distil", "exact_value", "tune"),
    "api.play": ("arm", "bank_value", "compare", "league", "replay", "run", "simulate", "sweep"),
    "base.errors": ("PontoonError",),
    "exact.figures": ("ExactValue",),
    "game.rules": ("Rules", "rules_from"),
    "results.bank": ("BankValue",),
    "results.comparison": ("Comparison",),
    "results.result": ("Result",),
    "runs.driver": ("Until",),
    "strategies.library": ("find", "seats_from"),
    "strategies.model": ("Strategy",),
}
_PLACES = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "BEHAVIOUR", "__version__"]
