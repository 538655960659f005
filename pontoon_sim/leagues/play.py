"""A league from its terms to its result: rounds in blocks, in order, until all is played or known.

Everything follows from rules, bots, seed and the number of rounds; threads and blocks change
nothing. A bot whose answer is not legal is out, and the league is played again from its beginning
without it: what stands in the end is what would stand had it never come.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from pontoon_sim.base.errors import PlayError, PontoonError
from pontoon_sim.base.files import lies_there
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.leagues.bots import Bot, Out
from pontoon_sim.leagues.seating import Seating
from pontoon_sim.leagues.tables import BrokenRuleError, Sums, Tables, score_covariance
from pontoon_sim.runs.blocks import tables_for
from pontoon_sim.runs.checkpoint import NAME, Checkpoint, read_checkpoint
from pontoon_sim.runs.driver import Figures, Progress, Until, run
from pontoon_sim.runs.trial import DEALS_PER_TABLE, refuse_long_tables, refuse_seed
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
    budget : float or None
        Seconds after which this sitting ends.
    threads : int or None
        None: all processors. Changes no result.
    """

    deals: int
    deals_per_table: int = DEALS_PER_TABLE
    seed: int = 1
    precision: float | None = None
    confidence: float = CONFIDENCE
    budget: float | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.deals_per_table <= 1_000_000:
            raise PontoonError(
                f"deals_per_table = {self.deals_per_table} is not possible: take 1 to 1e6"
            )
        refuse_seed(self.seed)
        _ = self.until

    @property
    def until(self) -> Until:
        """When play ends."""
        return Until(self.deals, self.precision, self.budget, self.confidence)


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
        "done", "precise" (the precision asked for was reached), "budget" or "interrupted"; or the
        sentence of the fault that ended it.
    anytime_half_width : float or None
        With a precision, or after Ctrl-C: half-width of the widest anytime-valid simultaneous
        interval, a share of the least stake a deal.
    checkpoint : Checkpoint or None
        What it was worked out from.
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
    checkpoint: Checkpoint | None = field(default=None, repr=False)

    @property
    def watched(self) -> bool:
        """Whether the league ended because of what its figures were: at a precision, or by somebody
        who watched them. Intervals are then anytime-valid ones."""
        return self.terms.precision is not None or self.stopped == "interrupted"

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


def tables_of(league: League) -> Tables:
    """What plays the rounds of a league."""
    deals = league.terms.deals_per_table
    return Tables(league.rules, league.bots, league.regulars, league.seating, deals)


def league_of(
    rules: Rules, bots: Sequence[Bot], terms: Terms, regulars: Sequence[Bot] = ()
) -> League:
    """A league that has not played anything yet."""
    seating = Seating(max(len(bots), 1), rules.seats, terms.seed, len(regulars))
    return League(rules, tuple(bots), tuple(regulars), (), terms, seating, Sums.nothing(0, 0))


def play_league(
    rules: Rules,
    bots: Sequence[Bot],
    terms: Terms,
    *,
    regulars: Sequence[Bot] = (),
    folder: Path | None = None,
    on_progress: Callable[[League, Progress], None] = lambda league, progress: None,
    on_out: Callable[[Out], None] = lambda out: None,
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
    folder : Path, optional
        Where checkpoints are kept. The league goes on from the one that lies there.
    on_progress : callable, optional
        Called after every block with the league so far.
    on_out : callable, optional
        Called with each bot that breaks a rule in play.

    Raises
    ------
    PontoonError
        Too few bots or deals, or a regular or a default strategy broke a rule; or the checkpoint is
        of another league.
    KeyboardInterrupt
        Ctrl-C before there were two rounds to tell of.
    """
    refuse_long_tables(rules, terms.deals_per_table)
    league = league_of(rules, bots, terms, regulars)
    whole, checkpoint = tables_of(league), None
    if folder is not None and lies_there(folder / NAME):
        checkpoint = read_checkpoint(folder, whole)
        for name, why in checkpoint.notes["out"]:
            league = _without(league, Out(name, why))
    while True:
        refuse_unplayable(league)
        tables = tables_of(league)
        planned = tables_for(tables, terms.deals)
        if checkpoint is None:
            checkpoint = Checkpoint.begin(tables, (0, planned))
            checkpoint.inputs = whole.inputs()  # those who are out now come along again
            checkpoint.notes = {"out": [[out.name, out.why] for out in league.out]}
        checkpoint.planned = (0, max(planned, checkpoint.played_to))
        try:
            return _played(league, tables, checkpoint, folder, on_progress)
        except BrokenRuleError as broken:
            out = _thrown_out(league, broken)
            on_out(out)
            league, checkpoint = _without(league, out), None


def _without(league: League, out: Out) -> League:
    """A league without one of its bots."""
    rest = tuple(bot for bot in league.bots if bot.name != out.name)
    seating = replace(league.seating, bots=max(len(rest), 1))
    return replace(league, bots=rest, out=(*league.out, out), seating=seating)


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


def _played(
    league: League,
    tables: Tables,
    checkpoint: Checkpoint,
    folder: Path | None,
    on_progress: Callable[[League, Progress], None],
) -> League:
    """Play the rounds of a league in which nobody has broken a rule yet."""
    so_far = replace(league, sums=checkpoint.sums)
    played = run(
        tables,
        league.terms.until,
        figures=lambda sums: figures(so_far),
        checkpoint=checkpoint,
        folder=folder,
        workers=league.terms.threads,
        on_progress=lambda progress: on_progress(so_far, progress),
    )
    if played.sums.rounds < 2 and played.fault:
        raise PlayError(played.fault)
    if played.sums.rounds < 2:
        raise KeyboardInterrupt
    ended = replace(so_far, seconds=played.seconds, stopped=played.stopped, checkpoint=played)
    return replace(ended, anytime_half_width=played.half_width if ended.watched else None)


def figures(league: League) -> Figures:
    """The bots' nets per deal as a share of the least stake, and the half-width of the widest of
    their anytime-valid intervals that hold all at once, with Bonferroni's share of the error to
    each. It is infinite below LEAST_ROUNDS rounds."""
    stakes, rounds = league.deals_a_round * league.rules.stake_min, league.rounds
    unit = CONTROL_UNIT * rounds * stakes
    values = tuple(float(score) / unit for score in league.sums.scores)
    if rounds < LEAST_ROUNDS:
        return Figures(values, (math.nan,) * len(values), math.inf)
    ses = np.sqrt(np.maximum(np.diag(score_covariance(league.sums)), 0.0) / rounds)
    confidence = 1 - (1 - league.terms.confidence) / len(league.bots)
    half = anytime_half_width(float(ses.max()), rounds, confidence) / stakes
    return Figures(values, tuple((ses / stakes).tolist()), half)
