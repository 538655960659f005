"""Playing arms, whatever is asked of them: deals to be compared, or tenures of the bank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from pontoon_sim.results.bank import BankValues
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.runs.blocks import Workers
from pontoon_sim.runs.checkpoint import Checkpoint
from pontoon_sim.runs.driver import Figures, Progress, Until, figures_of, run
from pontoon_sim.runs.tenures import BankTrial
from pontoon_sim.runs.trial import Trial

Answer: TypeAlias = Comparison | BankValues
"""What arms came to. Both kinds tell the figures that are asked for by `asked`."""


class Arms:
    """Arms that are to be played, and how their sums are read.

    Parameters
    ----------
    work : Trial or BankTrial
    until : Until
    references : sequence of (int or None), by arm
        The arm of a `Trial` that each is compared with.
    """

    def __init__(
        self, work: Trial | BankTrial, until: Until, references: Sequence[int | None] = ()
    ) -> None:
        self.work, self.until, self._references = work, until, tuple(references)

    def figures(self, sums: Any) -> Figures:
        """The figures that are asked for."""
        return figures_of(self._answer(sums).asked, self.until.confidence)

    def answer(self, played: Checkpoint) -> Answer:
        """What was played comes to."""
        return self._answer(
            played.sums,
            seconds=played.seconds,
            stopped=played.stopped,
            precision=self.until.precision,
            ranges=tuple(played.done),
        )

    def _answer(self, sums: Any, **ended: Any) -> Answer:
        confidence = self.until.confidence
        if isinstance(self.work, BankTrial):
            return BankValues(self.work, sums, confidence, **ended)
        return Comparison(self.work, sums, self._references, confidence, **ended)

    def play(
        self,
        checkpoint: Checkpoint | None = None,
        folder: Path | None = None,
        workers: Workers = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Checkpoint:
        """Play, or go on with what was played; see `driver.run`."""
        return run(
            self.work,
            self.until,
            figures=self.figures,
            checkpoint=checkpoint,
            folder=folder,
            workers=workers,
            on_progress=on_progress,
        )
