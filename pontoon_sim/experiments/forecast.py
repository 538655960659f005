"""How many deals a precision takes, and how long that is, from a pilot."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pontoon_sim.base.numbers import MOST_DEALS
from pontoon_sim.experiments.job import Job
from pontoon_sim.runs.blocks import Workers, tables_for
from pontoon_sim.runs.driver import Until, run
from pontoon_sim.statistics.intervals import LEAST_TABLES, anytime_half_width

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


def forecast(job: Job, workers: Workers = None) -> Forecast:
    """Play a pilot and say how many deals a job's precision needs.

    The pilot is the beginning of the run itself; it is not kept. Its error decides, so the answer
    is good to a tenth or two.
    """
    work, asked = job.work, job.experiment
    work.ready()
    pilot = max(PILOT_TABLES, work.tables_per_block)
    work.play(0, 1)  # compiles, so that the clock does not count it
    played = run(work, Until(pilot * work.units_per_table), workers=workers)
    if played.stopped == "interrupted":
        raise KeyboardInterrupt
    ses = job.arms.figures(played.sums).ses
    per_table = max((se for se in ses if math.isfinite(se)), default=math.nan) * math.sqrt(pilot)

    def half(tables: int) -> float:
        return anytime_half_width(per_table / math.sqrt(tables), tables, asked.confidence)

    if asked.precision is None:
        tables = job.tables
    else:
        tables, most = LEAST_TABLES, tables_for(work, MOST_DEALS)
        while half(tables) > asked.precision and tables < most:
            tables *= 2
        low = tables // 2
        while low + 1 < tables:
            middle = (low + tables) // 2
            low, tables = (low, middle) if half(middle) <= asked.precision else (middle, tables)
    seconds = tables * played.seconds / pilot
    return Forecast(tables * work.units_per_table, seconds, half(tables))
