"""The one way in which anything is played: until all is done, until it is known well enough, until
the time is up, or until Ctrl-C; with a checkpoint now and then."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pontoon_sim.base.errors import PlayError, PontoonError
from pontoon_sim.base.numbers import MOST_DEALS
from pontoon_sim.runs.blocks import Range, Work, Workers, less, run_blocks, tables_for
from pontoon_sim.runs.checkpoint import Checkpoint, Point
from pontoon_sim.statistics.estimates import CONFIDENCE, Estimate, widest
from pontoon_sim.statistics.intervals import LEAST_TABLES

SAVE_EVERY = 2.0
"""Seconds between two checkpoints: what a kill can cost."""

COURSE_POINTS = 40
"""Points of the course of a run that is long enough for them."""


@dataclass(frozen=True)
class Until:
    """How long a run plays.

    Attributes
    ----------
    deals : int
        Of each arm (tenures of banks; of a league, at all tables); with `precision` or `budget`,
        the most.
    precision : float, optional
        Stop when the anytime-valid intervals of all figures that are asked for are no wider than
        this to either side: a share of the initial stakes (0.001 is 0.1 %). Looked at after every
        block.
    budget : float, optional
        Seconds after which this sitting ends.
    confidence : float
        Of all intervals.
    """

    deals: int
    precision: float | None = None
    budget: float | None = None
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise PontoonError(f"deals = {self.deals} is not possible: take 1 to 1e13")
        if self.precision is not None and not 0 < self.precision < math.inf:
            raise PontoonError(
                f"precision = {self.precision} is not possible: take a share such as 0.001"
            )
        if self.budget is not None and not 0 < self.budget < math.inf:
            raise PontoonError(
                f"budget = {self.budget} is not possible: take some seconds, such as 60"
            )

    @classmethod
    def of(cls, deals: int | Until) -> Until:
        """Until so many deals are played, where nothing else was asked for."""
        return deals if isinstance(deals, Until) else cls(deals)


class Figures(NamedTuple):
    """The figures that a run is asked for, at some moment.

    Attributes
    ----------
    values, ses : tuple of float
        NaN where there is none.
    half_width : float
        Of the widest anytime-valid interval; infinite where there is none.
    """

    values: tuple[float, ...]
    ses: tuple[float, ...]
    half_width: float


def figures_of(asked: Sequence[Estimate | None], confidence: float = CONFIDENCE) -> Figures:
    """Estimates as `Figures`."""
    values = tuple(math.nan if one is None else one.value for one in asked)
    ses = tuple(math.nan if one is None or one.se is None else one.se for one in asked)
    return Figures(values, ses, widest(asked, confidence))


@dataclass(frozen=True)
class Progress:
    """A run after some block.

    Attributes
    ----------
    sums : Sums
        As they are by now; the run goes on adding to them.
    deals, planned : int
        Deals (or tenures) of each arm that are played, and that are to be played.
    share : float
        How much of the run is done: by deals, time or precision, whichever ends it first.
    figures : Figures or None
    """

    sums: Any
    deals: int
    planned: int
    share: float
    figures: Figures | None


def run(
    work: Work,
    until: Until,
    *,
    figures: Callable[[Any], Figures] | None = None,
    checkpoint: Checkpoint | None = None,
    folder: Path | None = None,
    workers: Workers = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Checkpoint:
    """Play work, or go on with it.

    Parameters
    ----------
    work : Work
    until : Until
    figures : callable, optional
        The figures that are asked for, of sums: what a precision is about.
    checkpoint : Checkpoint, optional
        How far the run has come, changed in place; it says which tables are planned. Default: as
        many as hold `until.deals`, from the first one on.
    folder : Path, optional
        Where checkpoints are kept.
    workers : Workers
    on_progress : callable, optional
        Called after each block.

    Returns
    -------
    Checkpoint
        `stopped` says why the run ended.

    Raises
    ------
    PlayError
        A strategy broke a rule, or a kitty outgrew all sums, before anything was counted; later
        the sentence stands in `stopped`, and all tables before count.
    KeyboardInterrupt
        Ctrl-C before anything was played.
    """
    state = checkpoint or Checkpoint.begin(work, (0, tables_for(work, until.deals)))
    sitting = _Sitting(work, until, figures, state, folder, on_progress)
    state.stopped = "interrupted"
    if folder is not None:
        state.write(folder)
    try:
        if state.sums.tables and sitting.is_precise():
            state.stopped = "precise"
        else:
            left = less([state.planned], state.done)
            step = _step(work, until, state)
            state.stopped = run_blocks(work, state.sums, left, workers, sitting.merged, step)
    except PlayError as error:
        if not state.sums.tables:
            raise
        state.stopped = str(error)
    finally:  # also where a cluster is lost or a strategy breaks a rule: what was played is kept
        sitting.save()
    if not state.sums.tables:
        raise KeyboardInterrupt
    return state


def _step(work: Work, until: Until, state: Checkpoint) -> int:
    """Tables of a block: in a short run fewer than work would have, so that its course can be seen
    to come to rest. Where a precision ends the run every block is a look, and all are alike."""
    if until.precision is not None:
        return work.tables_per_block
    first, last = state.planned
    return min(work.tables_per_block, max((last - first) // COURSE_POINTS, LEAST_TABLES))


class _Sitting:
    """One sitting of a run: what is done after each block."""

    def __init__(
        self,
        work: Work,
        until: Until,
        figures: Callable[[Any], Figures] | None,
        state: Checkpoint,
        folder: Path | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._each, self._until, self._figures = work.units_per_table, until, figures
        self._state, self._folder, self._on_progress = state, folder, on_progress
        self._began = self._saved = time.monotonic()
        self._before = state.seconds

    def is_precise(self) -> bool:
        """Whether what is asked for is known well enough by now."""
        if self._until.precision is None or self._figures is None:
            return False
        self._state.half_width = self._figures(self._state.sums).half_width
        return self._state.half_width <= self._until.precision

    def merged(self, tables: Range) -> str | None:
        """Look at the run after a block; why it is to end, or None."""
        state, now = self._state, None
        state.note(tables)
        if self._figures is not None:
            now = self._figures(state.sums)
            state.half_width = now.half_width
            deals = state.sums.tables * self._each
            state.course.note(Point(deals, state.sums.tables, now.values, now.ses))
        if self._on_progress is not None:
            self._on_progress(self._progress(now))
        if self._until.precision is not None and state.half_width <= self._until.precision:
            return "precise"
        if self._until.budget is not None and self._seconds() >= self._until.budget:
            return "budget"
        if time.monotonic() - self._saved >= SAVE_EVERY:
            self.save()
        return None

    def save(self) -> None:
        """Write a checkpoint, where there is a folder for it."""
        self._state.seconds = self._before + self._seconds()
        self._saved = time.monotonic()
        if self._folder is not None:
            self._state.write(self._folder)

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _progress(self, figures: Figures | None) -> Progress:
        first, last = self._state.planned
        deals, planned = self._state.sums.tables * self._each, (last - first) * self._each
        shares = [deals / planned]
        if self._until.budget is not None:
            shares.append(self._seconds() / self._until.budget)
        if self._until.precision is not None and self._state.half_width > 0:
            shares.append((self._until.precision / self._state.half_width) ** 2)
        return Progress(self._state.sums, deals, planned, min(max(shares), 1.0), figures)
