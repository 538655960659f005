"""Playing a league: rounds in blocks on threads, summed up by bot and by who met whose bank.

Everything follows from rules, bots, seed and the number of rounds; threads and blocks change
nothing. A bot whose answer is not legal is out, and the league is played again from its beginning
without it: what stands in the end is what would stand had it never come.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.engine import Engine
from pontoon_sim.errors import PontoonError
from pontoon_sim.kernel import layout, state
from pontoon_sim.kernel.league import play_line_ups
from pontoon_sim.league.bots import Bot, Out
from pontoon_sim.league.seating import Seating
from pontoon_sim.lowering import lower_rules
from pontoon_sim.rules import Rules
from pontoon_sim.simulate import DEALS_PER_TABLE, MAX_SEED, Plan
from pontoon_sim.stats import CONFIDENCE, anytime_half_width
from pontoon_sim.strategies.lowering import lower_people
from pontoon_sim.strategies.model import DECISIONS_OF
from pontoon_sim.tallies import sums_and_products

DEALS_PER_BLOCK, TABLES_PER_BLOCK = 200_000, 2000
"""A block is rounds up to either of these; a table's line-up takes some 20 kB while it lasts."""

LEAST_ROUNDS = 20
"""Below this many the normal law that the intervals lean on is not to be trusted."""

PERSON = (
    "deals",
    "net",
    "played",
    "player_net",
    "player_shoot",
    "player_initial",
    "banked",
    "banker_net",
    "banker_shoot",
    "banker_initial",
    "price",
)
"""What is summed up of each person: deals and chips won in all; deals as a player, chips won there
in all and by shoot bets, initial stakes; the same at the bank, where the stakes are the players';
chips got less chips given for the bank. `net` is `player_net + banker_net + price`."""

MEETING = ("deals", "net")
"""What is summed up of each player at each banker's table: the player's deals and chips won there,
shoot bets included."""


@dataclass
class Sums:
    """Sums over rounds, and over rounds of products two by two; whole numbers of any size.

    Attributes
    ----------
    scores, score_products : (bots,), (bots, bots)
        Chips that each bot won in a round.
    people, people_products : (people, q), (people, q, q)
        PERSON; people are the bots, then the regulars.
    meetings, meeting_products : (people, people, 2), (people, people, 2, 2)
        MEETING, by player and banker.
    """

    rounds: int
    scores: npt.NDArray[Any]
    score_products: npt.NDArray[Any]
    people: npt.NDArray[Any]
    people_products: npt.NDArray[Any]
    meetings: npt.NDArray[Any]
    meeting_products: npt.NDArray[Any]

    def add(self, other: Sums) -> None:
        """Add the sums of other rounds."""
        self.rounds += other.rounds
        for name in (
            "scores",
            "score_products",
            "people",
            "people_products",
            "meetings",
            "meeting_products",
        ):
            getattr(self, name)[...] += getattr(other, name)

    @classmethod
    def nothing(cls, bots: int, people: int) -> Sums:
        """No rounds yet."""
        q, m = len(PERSON), len(MEETING)
        shapes = (
            (bots,),
            (bots, bots),
            (people, q),
            (people, q, q),
            (people, people, m),
            (people, people, m, m),
        )
        return cls(0, *(np.zeros(shape, object) for shape in shapes))


class BrokenRuleError(Exception):
    """A person's answer was not legal: who, in which round, and the engine's sentence."""

    def __init__(self, person: int, decision: str, why: str) -> None:
        super().__init__(why)
        self.person, self.decision, self.why = person, decision, why


class Tables:
    """A game and its people, lowered once and ready to play any rounds.

    Notes
    -----
    Safe to share between threads, as `Engine` is.
    """

    def __init__(self, league: League) -> None:
        self.rules, self.seating = league.rules, league.seating
        self.people, self.bots = (*league.bots, *league.regulars), len(league.bots)
        self.deals_per_table = league.terms.deals_per_table
        self._rules = lower_rules(self.rules).view(np.recarray)
        self._lowered = lower_people([bot.seat for bot in self.people], self.rules)
        self._function: npt.NDArray[np.bool_] = (self._lowered["address"] != 0).any(axis=1)

    def play(self, first: int, last: int) -> Sums:
        """Play rounds `first` to `last - 1` and sum up."""
        line_ups = np.concatenate([self.seating.round(number) for number in range(first, last)])
        rounds = np.repeat(np.arange(last - first), self.seating.tables)
        t, n = line_ups.shape
        banked = np.zeros((t, n), np.int64)
        meetings = np.zeros((t, n, n, 3), np.int64)
        purses = np.zeros((t, n), np.int64)
        with_functions = self._function[line_ups].any(axis=1)
        for functions in (False, True):
            chosen = np.flatnonzero(with_functions == functions)
            if len(chosen):
                parts = banked[chosen], meetings[chosen], purses[chosen]
                self._play(line_ups[chosen], first + rounds[chosen], functions, *parts)
                banked[chosen], meetings[chosen], purses[chosen] = parts
        return self._summed(line_ups, rounds, banked, meetings, purses)

    def _play(
        self,
        line_ups: npt.NDArray[np.int64],
        numbers: npt.NDArray[np.int64],
        functions: bool,
        banked: npt.NDArray[np.int64],
        meetings: npt.NDArray[np.int64],
        purses: npt.NDArray[np.int64],
    ) -> None:
        lowered = np.zeros(len(line_ups), layout.LINEUP)
        for name in layout.SEAT.names or ():
            lowered[name][:, : self.rules.seats] = self._lowered[name][line_ups]
        kinds = (state.TABLE, layout.VIEW, state.SHOOT, state.TALLY)
        scratch, view, shoot, tally = (np.zeros(1, kind).view(np.recarray)[0] for kind in kinds)
        faults = np.zeros(len(state.FAULT), np.int64)
        failed = play_line_ups(
            self._rules[0],
            lowered.view(np.recarray),
            scratch,
            view if functions else None,
            shoot if self.rules.shoot else None,
            np.uint64(self.seating.seed),
            numbers,
            np.int64(self.deals_per_table),
            tally,
            banked,
            meetings,
            purses,
            faults,
        )
        if failed == 2:
            raise AssertionError("the chips of a league's table do not sum to zero")
        if failed:
            place, _, seat, decision = faults[:4].tolist()
            why = self._told(line_ups[place], int(numbers[place]))
            if failed == 3:
                raise PontoonError(why)
            raise BrokenRuleError(int(line_ups[place, seat]), layout.DECISIONS[decision], why)

    def _told(self, line_up: npt.NDArray[np.int64], number: int) -> str:
        """What the ordinary engine says of a table that could not be played to its end."""
        seats = [self.people[person].seat for person in line_up]
        try:
            Engine(self.rules, seats, self.seating.seed).play(number, [self.deals_per_table])
        except PontoonError as error:
            return str(error)
        raise AssertionError(f"table {number} of a league fails there and nowhere else")

    def _summed(
        self,
        line_ups: npt.NDArray[np.int64],
        rounds: npt.NDArray[np.int64],
        banked: npt.NDArray[np.int64],
        meetings: npt.NDArray[np.int64],
        purses: npt.NDArray[np.int64],
    ) -> Sums:
        """Sums of whole rounds.

        Parameters
        ----------
        line_ups : int64, (t, seats)
        rounds : int64, (t,): 0 the first round here
        banked, meetings, purses : as `kernel.league.play_line_ups` writes them
        """
        count, p, n = int(rounds[-1]) + 1, len(self.people), self.rules.seats
        # of each round, by player and banker: deals, initial stakes, net and shoot net
        met = np.zeros((count, p, p, 4), np.int64)
        apart = ~np.eye(n, dtype=bool)
        at = rounds[:, np.newaxis, np.newaxis]
        place = np.broadcast_arrays(at, line_ups[:, np.newaxis, :], line_ups[:, :, np.newaxis])
        key = tuple(part[:, apart] for part in place)  # banker's seat first, then the player's
        deals = np.broadcast_to(banked[:, :, np.newaxis], meetings.shape[:3])[:, apart]
        np.add.at(met[..., 0], key, deals)
        for quantity in range(3):
            np.add.at(met[..., 1 + quantity], key, meetings[:, apart, quantity])
        person = np.zeros((count, p, len(PERSON)), np.int64)
        by = dict(zip(PERSON, np.moveaxis(person, -1, 0), strict=True))
        seat_key = np.broadcast_arrays(rounds[:, np.newaxis], line_ups)
        np.add.at(by["banked"], tuple(seat_key), banked)
        np.add.at(by["net"], tuple(seat_key), purses)
        played, held = met.sum(axis=2), met.sum(axis=1)
        by["played"][...] = played[..., 0]
        by["player_initial"][...] = played[..., 1]
        by["player_shoot"][...] = played[..., 3]
        by["player_net"][...] = played[..., 2] + played[..., 3]
        by["banker_initial"][...] = held[..., 1]
        by["banker_shoot"][...] = -held[..., 3]
        by["banker_net"][...] = -held[..., 2] - held[..., 3]
        by["price"][...] = by["net"] - by["player_net"] - by["banker_net"]
        by["deals"][...] = by["played"] + by["banked"]
        scores, score_products = sums_and_products(by["net"][np.newaxis, :, : self.bots])
        people, people_products = sums_and_products(person.transpose(1, 0, 2))
        cells = np.stack([met[..., 0], met[..., 2] + met[..., 3]], axis=-1)
        cells = cells.reshape(count, p * p, 2).transpose(1, 0, 2)
        cell_sums, cell_products = sums_and_products(cells)
        return Sums(
            count,
            scores[0],
            score_products[0],
            people,
            people_products,
            cell_sums.reshape(p, p, 2),
            cell_products.reshape(p, p, 2, 2),
        )


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
        Plan(self.deals, self.deals_per_table)  # refuses what cannot be played
        if not 0 <= self.seed <= MAX_SEED:
            raise PontoonError(f"seed = {self.seed} is not possible: take 0 to 2**64 - 1")
        if self.precision is not None and not 0 < self.precision < math.inf:
            raise PontoonError(
                f"precision = {self.precision} is not possible: take a share such as 0.005"
            )


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
    terms, people = league.terms, len(league.bots) + len(league.regulars)
    tables = Tables(league)
    sums = Sums.nothing(len(league.bots), people)
    league = replace(league, sums=sums)
    each = league.seating.tables * terms.deals_per_table
    planned = -(-terms.deals // each)
    step = max(1, min(DEALS_PER_BLOCK // each, TABLES_PER_BLOCK // league.seating.tables))
    workers = terms.threads or os.cpu_count() or 1
    pool = ThreadPoolExecutor(workers)
    stopped, reached = "done", None
    try:
        blocks = ((at, min(at + step, planned)) for at in range(0, planned, step))
        for block in _in_order(pool, tables, blocks, 2 * workers):
            sums.add(block)
            if progress is not None:
                progress(league, planned)
            if terms.precision is not None:
                reached = anytime(league)
                if reached <= terms.precision:
                    stopped = "precise"
                    break
    except KeyboardInterrupt:
        stopped = "interrupted"
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    if sums.rounds < 2:
        raise KeyboardInterrupt
    return replace(league, stopped=stopped, anytime_half_width=reached)


def _in_order(
    pool: Executor, tables: Tables, blocks: Iterator[tuple[int, int]], ahead: int
) -> Iterator[Sums]:
    """Sums of the blocks in order, with at most `ahead` of them under way."""
    waiting: list[Future[Sums]] = []
    try:
        while True:
            while len(waiting) < ahead and (block := next(blocks, None)) is not None:
                waiting.append(pool.submit(tables.play, *block))
            if not waiting:
                return
            yield waiting.pop(0).result()
    finally:
        for future in waiting:
            future.cancel()


def score_covariance(sums: Sums) -> npt.NDArray[np.float64]:
    """Covariances over rounds of the chips that bots win in a round, float64, (bots, bots)."""
    r = sums.rounds
    exact = r * sums.score_products - np.outer(sums.scores, sums.scores)
    return np.asarray(exact, np.float64) / (r * (r - 1))


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
