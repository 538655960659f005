"""pontoon_sim: a Monte Carlo simulator of Pontoon and Shoot Pontoon."""

__version__ = "0.1.0"

BEHAVIOUR = 3
"""Behaviour version: raised only when the same inputs give other numbers."""

DISPLAY = "pontoon_sim.report.display"
"""The module that knows how results are shown, imported when the first one is."""
