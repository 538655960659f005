"""A league from its terms to its result: rounds in blocks, in order, until all is played or known.

Everything follows from rules, bots, seed and the number of rounds; threads and blocks change
nothing. A bot whose answer is not legal is out, and the league is played again from its beginning
without it: what stands in the end is what would stand had it never come.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_DEALS
from pontoon_sim.game.rules import Rules
from pontoon_sim.league.bots import Bot, Out
from pontoon_sim.league.seating import Seating
from pontoon_sim.league.tables import BrokenRuleError, Sums, Tables, score_covariance
from pontoon_sim.measure.simulate import refuse_precision
from pontoon_sim.run.blocks import Range, run_blocks
from pontoon_sim.run.trial import DEALS_PER_TABLE, refuse_seed
from pontoon_sim.statistics.estimates import CONFIDENCE
from pontoon_sim.statistics.intervals import LEAST_TABLES, anytime_half_width
from pontoon_sim.strategies.model import DECISIONS_OF

LEAST_ROUNDS = LEAST_TABLES


@dataclass(frozen=True)
class Terms:
    """How long a league plays, and how sure it is to be.

    Attributes
    ----------
    deals : int
        Deals to play at all tables, rounded up to whole rounds; with `precision`, the most.
    seed : int
        Of the packs and of who sits where.
    precision : float or None
        Stop when the anytime-valid simultaneous intervals of all bots' nets per deal are no wider
        than this share of the least stake to either side. Looked at after every block.
    threads : int or None
        None: all processors. Changes no result.
    """

    deals: int
    deals_per_table: int = DEALS_PER_TABLE
    seed: int = 1
    precision: float | None = None
    confidence: float = CONFIDENCE
    threads: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise PontoonError(f"deals = {self.deals} is not possible: take 1 to 1e13")
        if not 1 <= self.deals_per_table <= 1_000_000:
            raise PontoonError(
                f"deals_per_table = {self.deals_per_table} is not possible: take 1 to 1e6"
            )
        refuse_seed(self.seed)
        refuse_precision(self.precision)


@dataclass(frozen=True)
class League:
    """A league, played to its end or so far.

    Attributes
    ----------
    bots, regulars : tuple of Bot
        Those who are ranked; those of `--against`, who are not.
    out : tuple of Out
        Those who broke a rule, before play or in it.
    stopped : str
        "done", "precise" (the precision asked for was reached) or "interrupted".
    anytime_half_width : float or None
        With a precision: half-width of the widest anytime-valid simultaneous interval, a share of
        the least stake a deal.
    """

    rules: Rules
    bots: tuple[Bot, ...]
    regulars: tuple[Bot, ...]
    out: tuple[Out, ...]
    terms: Terms
    seating: Seating
    sums: Sums = field(repr=False)
    seconds: float = 0.0
    stopped: str = "done"
    anytime_half_width: float | None = None

    @property
    def rounds(self) -> int:
        """Rounds played, the units of all errors."""
        return self.sums.rounds

    @property
    def deals(self) -> int:
        """Deals played, at all tables."""
        return self.rounds * self.seating.tables * self.terms.deals_per_table

    @property
    def deals_a_round(self) -> int:
        """Deals of each bot in a round; a bot with two seats at a table counts a deal twice."""
        return self.seating.seats_a_bot * self.terms.deals_per_table


Progress = Callable[[League, int], None]
"""Called after every block with the league so far and the rounds planned."""


def play_league(
    rules: Rules,
    bots: Sequence[Bot],
    terms: Terms,
    *,
    regulars: Sequence[Bot] = (),
    out: Sequence[Out] = (),
    progress: Progress | None = None,
    tell: Callable[[Out], None] = lambda out: None,
) -> League:
    """Play a league.

    Parameters
    ----------
    rules : Rules
    bots : sequence of Bot
        At least two, or one against regulars.
    terms : Terms
    regulars : sequence of Bot
        Where there are any, each bot plays alone against these.
    out : sequence of Out
        Those who are out already; handed on to the result.
    progress : callable, optional
    tell : callable, optional
        Called with each bot that breaks a rule in play.

    Raises
    ------
    PontoonError
        Too few bots or deals, or a regular or a default strategy broke a rule.
    KeyboardInterrupt
        Ctrl-C before there were two rounds to tell of.
    """
    league = League(
        rules,
        tuple(bots),
        tuple(regulars),
        tuple(out),
        terms,
        Seating(max(len(bots), 1), rules.seats, terms.seed, len(regulars)),
        Sums.nothing(0, 0),
    )
    began = time.perf_counter()
    while True:
        refuse_unplayable(league)
        try:
            played = _played(league, progress)
            return replace(played, seconds=time.perf_counter() - began)
        except BrokenRuleError as broken:
            out_now = _thrown_out(league, broken)
            tell(out_now)
            rest = tuple(b for i, b in enumerate(league.bots) if i != broken.person)
            league = replace(
                league,
                bots=rest,
                out=(*league.out, out_now),
                seating=replace(league.seating, bots=max(len(rest), 1)),
            )


def _thrown_out(league: League, broken: BrokenRuleError) -> Out:
    """The bot that broke a rule; a regular's or a default strategy's fault ends the league."""
    role = "banker" if broken.decision in DECISIONS_OF["banker"] else "player"
    if broken.person >= len(league.bots) or role not in league.bots[broken.person].own:
        raise PontoonError(broken.why) from None
    return Out(league.bots[broken.person].name, broken.why)


def refuse_unplayable(league: League) -> None:
    """Refuse a league with nobody to compare, or too short for errors."""
    bots, out = len(league.bots), len(league.out)
    if bots < (1 if league.regulars else 2):
        raise PontoonError(
            f"{bots} bot{'' if bots == 1 else 's'} make no league{f' ({out} out)' if out else ''}:"
            " name two or more, or one or more with --against"
        )
    each = league.seating.tables * league.terms.deals_per_table
    if league.terms.deals <= (LEAST_ROUNDS - 1) * each:
        raise PontoonError(
            f"{league.terms.deals:,} deals are too few: a round of {bots} bot"
            f"{'' if bots == 1 else 's'} is {league.seating.tables} tables of"
            f" {league.terms.deals_per_table} deals, and errors need {LEAST_ROUNDS} rounds; take"
            f" --deals {LEAST_ROUNDS * each} or more, or fewer --deals-per-table"
        )


def _played(league: League, progress: Progress | None) -> League:
    """Play the rounds of a league in which nobody has broken a rule yet."""
    terms, seating = league.terms, league.seating
    tables = Tables(league.rules, league.bots, league.regulars, seating, terms.deals_per_table)
    sums = Sums.nothing(len(league.bots), len(tables.people))
    league = replace(league, sums=sums)
    planned = -(-terms.deals // (seating.tables * terms.deals_per_table))
    reached = None

    def merged(sums: Sums, rounds: Range) -> str | None:
        nonlocal reached
        if progress is not None:
            progress(league, planned)
        if terms.precision is not None:
            reached = anytime(league)
            if reached <= terms.precision:
                return "precise"
        return None

    stopped = run_blocks(tables, sums, [(0, planned)], threads=terms.threads, merged=merged)
    if sums.rounds < 2:
        raise KeyboardInterrupt
    return replace(league, stopped=stopped, anytime_half_width=reached)


def anytime(league: League) -> float:
    """Half-width of the widest of the bots' anytime-valid intervals that hold all at once, of net
    per deal as a share of the least stake; Bonferroni's share of the error to each. Infinite below
    LEAST_ROUNDS rounds."""
    if league.rounds < LEAST_ROUNDS:
        return math.inf
    se = math.sqrt(max(np.diag(score_covariance(league.sums)).max(), 0.0) / league.rounds)
    confidence = 1 - (1 - league.terms.confidence) / len(league.bots)
    half = anytime_half_width(se, league.rounds, confidence)
    return half / (league.deals_a_round * league.rules.stake_min)
