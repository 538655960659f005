"""What a simulation gives back: the tallies with everything that they were made from, and the
estimates worked out from them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.display import Displayed, frame_of
from pontoon_sim.base.numbers import RISKS
from pontoon_sim.engine.tallies import WHOLE_TABLE, Group, Tallies
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.results import breakdown
from pontoon_sim.results.figures import GAME_FIGURES, figures_as_dict
from pontoon_sim.results.shoot import ShootOutcomes, shoot_outcomes
from pontoon_sim.runs.trial import inputs_of
from pontoon_sim.statistics.estimates import (
    CONFIDENCE,
    Estimate,
    long_run_variance,
    ratio,
    sd_per_deal,
)
from pontoon_sim.statistics.moments import Moments
from pontoon_sim.statistics.ruin import Drift
from pontoon_sim.strategies.model import Seat

SCHEMA = 3
"""Of all result files; raised when keys change."""

LEAST_DEALS_OF_SD = 20_000
"""Below so many deals the SD of a deal has no interval: the large nets that make it are rare, and
one at 95 % covered 68 to 90 % in up to 1,000 deals (91 to 97 % in 3,000 to 10,000)."""


@dataclass(frozen=True, repr=False)
class Result(Displayed):
    """A finished simulation.

    Attributes
    ----------
    tallies : Tallies
        Integer sums; all figures follow from them.
    seconds : float
        Wall-clock time of play, compilation included.
    stopped : str
        "done", "precise" (the precision asked for was reached), "budget" or "interrupted"; or the
        sentence of the fault that ended it.
    anytime_half_width : float or None
        Where somebody watched the figures, with `precision` or Ctrl-C: half-width of the
        anytime-valid interval of `edge`. None also where there is none yet.
    risks : tuple of float
        Risks of ruin for which bankrolls are named.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    deals_per_table: int
    tallies: Tallies
    confidence: float = CONFIDENCE
    seconds: float = 0.0
    stopped: str = "done"
    precision: float | None = None
    anytime_half_width: float | None = None
    risks: tuple[float, ...] = RISKS

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.tallies.deals

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """The figures of the whole table, from the banker's side.

        `edge_initial`: banker's net over initial stakes. `edge_action`: over all chips staked,
        purchases and splits included. `net_per_deal`: chips. `sd_per_deal`: standard deviation of
        the banker's net of a deal, chips.
        """
        return edges(self.tallies.table, 1, self.confidence)

    @cached_property
    def adjusted(self) -> dict[str, Estimate] | None:
        """`edge_initial`, `edge_action` and `net_per_deal`, adjusted for the luck of the deal by
        control variates: the same figures from the same deals, but surer. None where there are no
        control variates, see `exact/control_variates.py`.

        Nothing is fitted: each control variate has a mean of exactly zero and a coefficient of 1;
        errors are over tables like all others.
        """
        return adjusted_edges(self.tallies, WHOLE_TABLE, self.confidence)

    @cached_property
    def variance_ratio(self) -> float | None:
        """How many times as many deals would have made `edge_initial` as sure as the adjusted."""
        if self.adjusted is None:
            return None
        played, adjusted = self.edge_initial.se, self.adjusted["edge_initial"].se
        return (played / adjusted) ** 2 if played and adjusted else None

    @property
    def edge_initial(self) -> Estimate:
        """Banker's net over the initial stakes."""
        return self.estimates["edge_initial"]

    @property
    def edge(self) -> Estimate:
        """Banker's net over the initial stakes, as sure as the deals can make it: adjusted where
        there are control variates, else `edge_initial`."""
        return self.edge_initial if self.adjusted is None else self.adjusted["edge_initial"]

    @property
    def edge_as_stopped(self) -> Estimate:
        """`edge` with the interval that holds for how the run ended: the anytime-valid one
        where it went on until a precision was reached, or somebody ended it who watched it."""
        edge, half = self.edge, self.anytime_half_width
        if half is None and self.precision is None and self.stopped != "interrupted":
            return edge
        if half is None:
            return Estimate(edge.value, edge.se, None, None, edge.confidence)
        return Estimate(edge.value, edge.se, edge.value - half, edge.value + half, edge.confidence)

    @cached_property
    def roles(self) -> dict[Group, dict[str, Any]]:
        """By strategy, the players' first: deals played in that role, and its edges, `edge` the
        adjusted one. A player's are the *banker's* edges against it."""
        return {group: self._row(group) for group in self.tallies.groups if group.strategy}

    @cached_property
    def seat_positions(self) -> list[dict[str, Any]]:
        """By place from the banker's left: the banker's edge against whoever sits there."""
        places = range(self.rules.seats - 1)
        return [{"position": p, **self._row(Group("player", position=p))} for p in places]

    @cached_property
    def seat_rows(self) -> list[dict[str, Any]]:
        """By seat: who sits there, deals as banker, and net per deal in both roles together."""
        rows = []
        for number, seat in enumerate(self.seats):
            player = self.tallies.groups[Group("player", seat=number)]
            banker = self.tallies.groups[Group("banker", seat=number)]
            rows.append(
                {
                    "seat": number,
                    "player": seat.player.name,
                    "banker": seat.banker.name,
                    "deals_as_banker": banker.of("deals"),
                    "net": player.of("net") + banker.of("net"),
                }
            )
        return rows

    @cached_property
    def drift(self) -> Drift | None:
        """What a deal adds to the bank's purse in a long row of deals: how long luck hides the
        advantage (N0), and how large a purse outlasts it. None from a single table.

        Its mean is adjusted (control variates) where that can be had.
        """
        variance = long_run_variance(self.tallies.table)
        if not variance:
            return None
        mean = (self.adjusted or self.estimates)["net_per_deal"]
        return Drift(mean, variance, self.tallies.tables)

    @cached_property
    def kinds(self) -> list[dict[str, Any]]:
        """Players' hands by how they ended; see `breakdown.player_kinds`."""
        return breakdown.player_kinds(self.tallies)

    @cached_property
    def banker_kinds(self) -> list[dict[str, Any]]:
        """Deals by how the banker's hand ended; see `breakdown.banker_kinds`."""
        return breakdown.banker_kinds(self.tallies)

    @cached_property
    def first_two(self) -> list[dict[str, Any]]:
        """Players' deals by their first two cards; see `breakdown.first_two`."""
        return breakdown.first_two(self.tallies)

    @cached_property
    def shoot(self) -> ShootOutcomes | None:
        """What came of the shoot bets; None where Shoot was off."""
        return shoot_outcomes(self.tallies, self.confidence)

    def frame(self, table: str = "estimates") -> Any:
        """One of the result's tables for pandas, with every row and nothing rounded.

        Parameters
        ----------
        table : str
            `estimates`, `places`, `strategies`, `seats`, `kinds`, `banker_kinds`, `first_two`; with
            Shoot also `shoot_bets`, `shoot_room`, `kitty_course`. Edges and shares are in %, + is
            chips to the bank.

        Examples
        --------
        >>> from pontoon_sim.game.rules import rules_from
        >>> from pontoon_sim.measure.simulate import simulate
        >>> from pontoon_sim.strategies import seats_from
        >>> rules = rules_from("standard", seats=3)
        >>> simulate(rules, seats_from(rules), deals=2000).frame("kinds").columns.tolist()
        ['% of hands', '% of them paid', 'chips staked', 'edge %']
        """
        return frame_of(self, table)

    def _row(self, group: Group) -> dict[str, Any]:
        moments = self.tallies.groups[group]
        figures = edges(moments, group.sign, self.confidence)
        edge = edge_of(self.tallies, self.confidence, group)
        if edge is not None:
            figures["edge"] = edge
        return {"deals": moments.of("deals"), **{k: v.as_dict() for k, v in figures.items()}}

    def inputs(self) -> dict[str, Any]:
        """What the tallies follow from, beside the number of deals."""
        return {
            **inputs_of(self.rules, self.seats),
            "seed": self.seed,
            "deals_per_table": self.deals_per_table,
        }

    def as_dict(self) -> dict[str, Any]:
        """The result file, see SCHEMA."""
        return {
            "schema": SCHEMA,
            "behaviour": BEHAVIOUR,
            "package": __version__,
            **self.inputs(),
            "tables": self.tallies.tables,
            "deals": self.deals,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "precision": self.precision,
            "anytime_half_width": self.anytime_half_width,
            "estimates": figures_as_dict(GAME_FIGURES, self),
            "adjusted": None
            if self.adjusted is None
            else {name: figure.as_dict() for name, figure in self.adjusted.items()},
            "drift": None if self.drift is None else drift_form(self.drift, self.risks),
            "roles": {str(group): row for group, row in self.roles.items()},
            "seat_positions": self.seat_positions,
            "seat_rows": self.seat_rows,
            "kinds": self.kinds,
            "banker_kinds": self.banker_kinds,
            "first_two": self.first_two,
            "shoot": None if self.shoot is None else self.shoot.as_dict(),
            "tallies": (tallies := self.tallies.as_dict()),
            "checksum": checksum(self.inputs(), tallies),
        }


def drift_form(drift: Drift, risks: tuple[float, ...]) -> dict[str, Any]:
    """JSON form: long-run SD, N0, and bankrolls by the risk that they leave; those that are
    infinite, without an advantage, are left out."""
    form = {"long_run_sd": drift.sd.as_dict()}
    if drift.mean.value == 0:
        return form
    purses = [{"risk": risk, **drift.bankroll(risk).as_dict()} for risk in risks]
    return {**form, "n0": drift.n0.as_dict(), "bankroll": purses}


def checksum(inputs: dict[str, Any], tallies: dict[str, Any]) -> str:
    """SHA-256 of what a run that goes on from a file leans on."""
    text = json.dumps([inputs, tallies], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def adjusted_moments(tallies: Tallies, group: Group = WHOLE_TABLE) -> Moments | None:
    """Sums of ADJUSTED_QUANTITIES of a group; None without control variates, or where the run was
    begun without them, so that they are not of all tables."""
    moments = tallies.adjusted.get(group)
    return None if moments is None or moments.tables != tallies.tables else moments


def adjusted_edges(
    tallies: Tallies, group: Group, confidence: float = CONFIDENCE
) -> dict[str, Estimate] | None:
    """The adjusted figures of a group, from the banker's side; see `Result.adjusted`."""
    moments = adjusted_moments(tallies, group)
    if moments is None:
        return None
    under = {"edge_initial": "initial", "edge_action": "staked", "net_per_deal": "deals"}
    figures = {
        name: ratio(moments, "adjusted", denominator, group.sign, confidence)
        for name, denominator in under.items()
    }
    return {name: f.scaled(1 / CONTROL_UNIT) for name, f in figures.items() if f is not None}


def edge_of(
    tallies: Tallies, confidence: float = CONFIDENCE, group: Group = WHOLE_TABLE
) -> Estimate | None:
    """`Result.edge` of any group, from the banker's side; None where nothing was staked."""
    adjusted = adjusted_edges(tallies, group, confidence)
    if adjusted is not None:
        return adjusted.get("edge_initial")
    return ratio(tallies.groups[group], "net", "initial", group.sign, confidence)


def edges(group: Moments, sign: int, confidence: float) -> dict[str, Estimate]:
    """The four figures of a group; `sign` is -1 where the group's net is the players'."""
    sd = sd_per_deal(group, confidence)
    if sd is not None and group.of("deals") < LEAST_DEALS_OF_SD:
        sd = Estimate(sd.value, sd.se, None, None, confidence)
    figures = {
        "edge_initial": ratio(group, "net", "initial", sign, confidence),
        "edge_action": ratio(group, "net", "staked", sign, confidence),
        "net_per_deal": ratio(group, "net", "deals", sign, confidence),
        "sd_per_deal": sd,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}
