"""What a trial of several arms came to: each arm's result, and the differences between arms.

`measure.compare` plays arms over the same packs; `Comparison` holds their sums and estimates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.display import Displayed, frame_of
from pontoon_sim.engine.tallies import Tallies
from pontoon_sim.results.result import SCHEMA, Result, adjusted_moments, edge_of, edges
from pontoon_sim.runs.blocks import Range
from pontoon_sim.runs.trial import Arm, Sums, Trial
from pontoon_sim.statistics.estimates import (
    CONFIDENCE,
    Apart,
    Difference,
    Estimate,
    difference,
    widest,
)
from pontoon_sim.statistics.intervals import LEAST_TABLES, anytime_half_width, holm

FIGURES = {
    "edge_initial": ("net", "initial"),
    "edge_action": ("net", "staked"),
    "net_per_deal": ("net", "deals"),
    "shoot_per_deal": ("shoot", "deals"),
    "adjusted": ("adjusted", "stakes"),
}
"""Figures that are compared, each a ratio of two sums of `trial.TOGETHER`. `adjusted` is
`edge_initial` adjusted by control variates (`Result.adjusted`), where there are any."""


@dataclass(frozen=True)
class Contrast:
    """An arm against the one that it is compared with.

    Attributes
    ----------
    arm, reference : int
        Places among the arms of the trial.
    figures : dict of str to Difference
        By name of FIGURES, arm less reference; from the banker's side.
    significant : bool
        The difference of `Comparison.figure` is not 0, by Holm's rule over all contrasts of the
        comparison: the chance that *any* of them is called so wrongly is 1 - confidence.
    """

    arm: int
    reference: int
    figures: dict[str, Difference]
    significant: bool


@dataclass(frozen=True, repr=False)
class Comparison(Displayed):
    """A trial that was played.

    Attributes
    ----------
    trial : Trial
    sums : Sums
    references : tuple of (int or None), by arm
        The arm that each is compared with; None for those that others are compared with.
    stopped : str
        "done", "precise", "budget" or "interrupted"; or the
        sentence of the fault that ended it.
    ranges : tuple of (int, int)
        Tables played.
    """

    trial: Trial
    sums: Sums
    references: tuple[int | None, ...]
    confidence: float = CONFIDENCE
    seconds: float = 0.0
    stopped: str = "done"
    precision: float | None = None
    ranges: tuple[Range, ...] = ()

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms, in the order in which they were named."""
        return self.trial.arms

    @property
    def deals(self) -> int:
        """Deals that each arm played."""
        return self.sums.deals

    @cached_property
    def results(self) -> list[Result]:
        """The result of each arm by itself, as `simulate` gives it."""
        return [
            Result(
                rules=arm.rules,
                seats=arm.seats,
                seed=self.trial.seed if self.trial.paired else (self.trial.seed + i) % 2**64,
                deals_per_table=self.trial.deals_per_table,
                tallies=tallies,
                confidence=self.confidence,
                seconds=self.seconds / len(self.arms),
                stopped=self.stopped,
                precision=self.precision,
                anytime_half_width=self._half_width_of(tallies) if self.watched else None,
            )
            for i, (arm, tallies) in enumerate(zip(self.arms, self.sums.arms, strict=True))
        ]

    def _half_width_of(self, tallies: Tallies) -> float | None:
        """Half-width of the anytime-valid interval of an arm's edge; None where there is none."""
        edge, tables = edge_of(tallies), tallies.tables
        if edge is None or edge.se is None or tables < LEAST_TABLES:
            return None
        return anytime_half_width(edge.se, tables, self.confidence)

    @property
    def watched(self) -> bool:
        """Whether the run ended because of what its figures were: at a precision, or by somebody
        who watched them. Intervals are then anytime-valid ones."""
        return self.precision is not None or self.stopped == "interrupted"

    @cached_property
    def estimates(self) -> list[dict[str, Estimate]]:
        """By arm, the figures of the group that is compared (`Arm.of`), from the banker's side."""
        arms = [
            edges(tallies.groups[arm.of], arm.of.sign, self.confidence)
            for arm, tallies in zip(self.arms, self.sums.arms, strict=True)
        ]
        if self.is_adjusted:
            for arm, figures, tallies in zip(self.arms, arms, self.sums.arms, strict=True):
                edge = edge_of(tallies, self.confidence, arm.of)
                figures |= {} if edge is None else {"adjusted": edge}
        return arms

    @cached_property
    def is_adjusted(self) -> bool:
        """Whether the edge of every arm is adjusted (control variates)."""
        return all(
            adjusted_moments(tallies, arm.of) is not None
            for arm, tallies in zip(self.arms, self.sums.arms, strict=True)
        )

    @property
    def figure(self) -> str:
        """The figure that is asked for: the banker's edge, as sure as the deals can make it."""
        return "adjusted" if self.is_adjusted else "edge_initial"

    def difference(
        self, arm: int, reference: int, figure: str = "edge_initial"
    ) -> Difference | None:
        """One figure of an arm less that of another; None where an arm has put nothing down, or
        there is no such figure. Where hardly any table has shown a difference, the adjusted one is
        the played one: no variance of what happened tells of what has not."""
        if figure == "adjusted" and self.is_adjusted and self.trial.paired:
            played = self.difference(arm, reference)
            if played is not None and played.paired.basis and played.paired.basis.is_rare:
                return played
        over, under = FIGURES[figure]
        together = self.sums.together
        if (arm, over) not in together.quantities:
            return None
        arms, level = (arm, reference), self.confidence
        if not self.trial.paired:
            gap = difference(together, arms, over, under, level)
            return gap and Difference(gap.unpaired, gap.unpaired, gap.correlation, 1.0)
        moved = int(self.sums.apart[int(figure == "adjusted"), arm, reference])
        gap = difference(together, arms, over, under, level, Apart(moved, math.inf, True))
        if gap is None or gap.paired.se != 0 or gap.paired.value:
            return gap
        bound = self.trial.bound(arm, reference, figure)
        return difference(together, arms, over, under, level, bound)

    def answer(self, arm: int, reference: int) -> Difference | None:
        """The difference of `figure`; its variance ratio is against two runs, unadjusted."""
        gap, played = self.difference(arm, reference, self.figure), self.difference(arm, reference)
        if gap is None or played is None or not self.is_adjusted:
            return gap
        times, se, other = played.variance_ratio, gap.paired.se, played.unpaired.se
        if times is not None and se is not None and other is not None:
            times = (other / se) ** 2 if se else math.inf
        return Difference(gap.paired, played.unpaired, played.correlation, times)

    @cached_property
    def contrasts(self) -> list[Contrast]:
        """Every arm that has a reference against it."""
        pairs = [(arm, ref) for arm, ref in enumerate(self.references) if ref is not None]
        rows = []
        for arm, reference in pairs:
            gaps = {name: self.difference(arm, reference, name) for name in FIGURES}
            if not (self.arms[arm].rules.shoot or self.arms[reference].rules.shoot):
                del gaps["shoot_per_deal"]
            rows.append({name: gap for name, gap in gaps.items() if gap is not None})
        ps = [row[self.figure].p if self.figure in row else 1.0 for row in rows]
        significant = holm(ps, 1 - self.confidence)
        return [
            Contrast(arm, reference, row, is_significant)
            for (arm, reference), row, is_significant in zip(pairs, rows, significant, strict=True)
        ]

    @property
    def asked(self) -> list[Estimate | None]:
        """The figures that are asked for: differences of `figure` where arms are compared, else
        each arm's own; None where there is none."""
        pairs = [(arm, ref) for arm, ref in enumerate(self.references) if ref is not None]
        if not pairs:
            return [
                edge_of(tallies, self.confidence, arm.of)
                for arm, tallies in zip(self.arms, self.sums.arms, strict=True)
            ]
        gaps = [self.difference(arm, reference, self.figure) for arm, reference in pairs]
        return [None if gap is None else gap.paired for gap in gaps]

    @property
    def half_width(self) -> float:
        """The widest half-width of the anytime-valid intervals of what is asked for; infinite
        below LEAST_TABLES tables."""
        return widest(self.asked, self.confidence)

    def frame(self, table: str = "differences") -> Any:
        """A table for pandas: the `differences` between arms, or the edges of the `arms` by
        themselves, % of the initial stakes."""
        return frame_of(self, table)

    def as_dict(self) -> dict[str, Any]:
        """The result file of several arms, see SCHEMA."""
        names = [arm.name for arm in self.arms]
        half = self.half_width
        return {
            "schema": SCHEMA,
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "seed": self.trial.seed,
            "paired": self.trial.paired,
            "tables": self.sums.tables,
            "table_ranges": [list(tables) for tables in self.ranges],
            "deals_per_table": self.trial.deals_per_table,
            "deals": self.deals,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "precision": self.precision,
            "anytime_half_width": half if math.isfinite(half) else None,
            "differences": [
                {
                    "arm": names[row.arm],
                    "reference": names[row.reference],
                    "significant": row.significant,
                    **{name: figure.as_dict() for name, figure in row.figures.items()},
                }
                for row in self.contrasts
            ],
            "arms": [
                {
                    "name": arm.name,
                    "of": str(arm.of),
                    "compared": {name: figure.as_dict() for name, figure in estimates.items()},
                    **result.as_dict(),
                }
                for arm, result, estimates in zip(
                    self.arms, self.results, self.estimates, strict=True
                )
            ],
            "together": self.sums.together.as_dict(),
        }
