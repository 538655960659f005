"""The figures of a game, each stated once: text, JSON, CSV, reports and `.frame()` show them all.

Another is a line of GAME_FIGURES or BANK_FIGURES: its name, its unit, and the function that works
it out. How it is called in words stands in `report.words.LABELS`, if its name is not enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pontoon_sim.statistics.estimates import Estimate
from pontoon_sim.statistics.ruin import Drift

SHARE, CHIPS, DEALS = "share of initial stakes", "chips", "deals"


class Figure(NamedTuple):
    """A figure of a game or of a bank.

    Attributes
    ----------
    name, unit : str
        A unit that begins with "share" is shown in per cent.
    value : callable
        Takes the result; gives an estimate, a plain number, or None where it cannot be told.
    apart : bool
        Text shows it in a place of its own, and not in the table of all figures.
    """

    name: str
    unit: str
    value: Callable[[Any], Estimate | float | None]
    apart: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it is a share of something."""
        return self.unit.startswith("share")


# Results are Any here: their modules import this one.


def _estimate(name: str) -> Callable[[Any], Estimate | None]:
    return lambda result: result.estimates.get(name)


def _of_drift(figure: Callable[[Drift], Estimate]) -> Callable[[Any], Estimate | None]:
    def value(result: Any) -> Estimate | None:
        return figure(result.drift) if result.drift and result.drift.mean.value else None

    return value


def _shoot(name: str) -> Callable[[Any], Estimate | None]:
    return lambda result: None if result.shoot is None else getattr(result.shoot, name)


def _adjusted(result: Any) -> Estimate | None:
    return None if result.adjusted is None else result.adjusted.get("edge_initial")


GAME_FIGURES: list[Figure] = [
    Figure("edge_initial", SHARE, _estimate("edge_initial")),
    Figure("edge_action", "share of all chips staked", _estimate("edge_action")),
    Figure("net_per_deal", CHIPS, _estimate("net_per_deal")),
    Figure("sd_per_deal", CHIPS, _estimate("sd_per_deal")),
    Figure("n0", DEALS, _of_drift(lambda drift: drift.n0), apart=True),
    Figure("bankroll_5", CHIPS, _of_drift(lambda drift: drift.bankroll(0.05)), apart=True),
    Figure("bankroll_1", CHIPS, _of_drift(lambda drift: drift.bankroll(0.01)), apart=True),
    Figure("shoot_per_deal", CHIPS, _shoot("net_per_deal"), apart=True),
    Figure("edge_shoot", "share of chips shot", _shoot("edge"), apart=True),
    Figure("adjusted", SHARE, _adjusted, apart=True),
]
"""Figures of a game, from the banker's side."""


def _of_bank(name: str) -> Callable[[Any], Estimate | float]:
    return lambda value: getattr(value, name)


BANK_FIGURES: list[Figure] = [
    Figure("net", CHIPS, _of_bank("net")),
    Figure("stakes_net", CHIPS, _of_bank("stakes_net")),
    Figure("shoot_net", CHIPS, _of_bank("shoot_net")),
    Figure("net_sd", CHIPS, _of_bank("net_sd")),
    Figure("length", DEALS, _of_bank("length")),
    Figure("length_sd", DEALS, _of_bank("length_sd")),
    Figure("net_per_deal", CHIPS, _of_bank("net_per_deal")),
]
"""Figures of a tenure of the bank."""


def figures_as_dict(figures: list[Figure], result: Any) -> dict[str, Any]:
    """The JSON form of a result's figures, by name."""
    values = {figure.name: figure.value(result) for figure in figures}
    return {
        name: value.as_dict() if isinstance(value, Estimate) else value
        for name, value in values.items()
    }
