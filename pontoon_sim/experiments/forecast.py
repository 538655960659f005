"""How many deals a precision takes, and how long that is, from a pilot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pontoon_sim.base.numbers import MOST_DEALS
from pontoon_sim.experiments.work import changed, count_of, no_sums, point_of, work_of
from pontoon_sim.measure.simulate import refuse_precision
from pontoon_sim.run.blocks import Clock, run_blocks
from pontoon_sim.run.trial import Trial
from pontoon_sim.statistics.intervals import LEAST_TABLES, anytime_half_width

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment

PILOT_TABLES = 200


@dataclass(frozen=True)
class Forecast:
    """What a precision will take, from a pilot.

    Attributes
    ----------
    deals : int
        Of each arm (tenures for banks).
    seconds : float
        On this machine, with the threads that were named.
    half_width : float
        Of the anytime-valid interval after the deals that are planned without a precision.
    """

    deals: int
    seconds: float
    half_width: float


def forecast(
    experiment: Experiment,
    deals: int | None = None,
    precision: float | None = None,
    threads: int | None = None,
) -> Forecast:
    """Play a pilot and say how many deals a precision needs.

    The pilot is the beginning of the run itself; it is not kept. Its error decides, so the answer
    is good to a tenth or two.
    """
    from pontoon_sim.experiments.setup import setup_of

    experiment = changed(experiment, deals, precision)
    refuse_precision(experiment.precision)
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    work.ready()
    pilot = max(PILOT_TABLES, work.tables_per_block)
    work.play(0, 1)  # compiles, so that the clock does not count it
    sums, clock = no_sums(work), Clock()
    if run_blocks(work, sums, [(0, pilot)], threads=threads) == "interrupted":
        raise KeyboardInterrupt
    seconds = clock.seconds / pilot
    ses = point_of(setup, work, sums, experiment.confidence)[3]
    per_table = max((se for se in ses if math.isfinite(se)), default=math.nan) * math.sqrt(pilot)

    def half(tables: int) -> float:
        return anytime_half_width(per_table / math.sqrt(tables), tables, experiment.confidence)

    wanted = experiment.precision
    if wanted is None:
        tables = work.tables_for(count_of(experiment))
    else:
        tables, most = LEAST_TABLES, work.tables_for(MOST_DEALS)
        while half(tables) > wanted and tables < most:
            tables *= 2
        low = tables // 2
        while low + 1 < tables:
            middle = (low + tables) // 2
            low, tables = (low, middle) if half(middle) <= wanted else (middle, tables)
    each = work.deals_per_table if isinstance(work, Trial) else 1
    return Forecast(tables * each, tables * seconds, half(tables))
