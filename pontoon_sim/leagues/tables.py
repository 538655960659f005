"""Rounds of a league played and summed up, by bot and by who met whose bank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PlayError, PontoonError
from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.lowering import lower_rules
from pontoon_sim.exact.control_variates import control_variates
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel import layout, state
from pontoon_sim.kernel.league import play_line_ups
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.leagues.bots import Bot
from pontoon_sim.leagues.seating import Seating
from pontoon_sim.statistics.moments import Moments, sums_and_products
from pontoon_sim.strategies.line_up import lower_people

DEALS_PER_BLOCK, TABLES_PER_BLOCK = 200_000, 2000
"""A block is rounds up to either of these; a table's line-up takes some 20 kB while it lasts."""

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
    "player_luck",
    "banker_luck",
)
"""What is summed up of each person: deals and chips won in all; deals as a player, chips won there
in all and by shoot bets, initial stakes; the same at the bank, where the stakes are the players';
chips got less chips given for the bank. `net` is `player_net + banker_net + price`. Last the luck
in both nets (control variates), in CONTROL_UNITs of a chip."""

MEETING = ("deals", "net", "luck")
"""What is summed up of each player at each banker's table: the player's deals, chips won there,
shoot bets included, and the luck in that net, in CONTROL_UNITs of a chip."""


@dataclass
class Sums:
    """Sums over rounds, and over rounds of products two by two; whole numbers of any size.

    Attributes
    ----------
    tables : int
        Rounds: they are what is played one by one here.
    scores, score_products : (bots,), (bots, bots)
        What each bot won in a round, luck taken off, in CONTROL_UNITs of a chip.
    people, people_products : (people, q), (people, q, q)
        PERSON; people are the bots, then the regulars.
    meetings, meeting_products : (people, people, 3), (people, people, 3, 3)
        MEETING, by player and banker.
    """

    tables: int
    scores: npt.NDArray[Any]
    score_products: npt.NDArray[Any]
    people: npt.NDArray[Any]
    people_products: npt.NDArray[Any]
    meetings: npt.NDArray[Any]
    meeting_products: npt.NDArray[Any]

    @property
    def rounds(self) -> int:
        """Rounds that are in it."""
        return self.tables

    def add(self, other: Sums) -> None:
        """Add the sums of other rounds."""
        self.tables += other.tables
        for name in _ARRAYS:
            getattr(self, name)[...] += getattr(other, name)

    def as_dict(self) -> dict[str, Any]:
        """JSON form: whole numbers only, enough to work out every estimate again."""
        arrays = {name: getattr(self, name).tolist() for name in _ARRAYS}
        return {"rounds": self.rounds, "person": PERSON, "meeting": MEETING, **arrays}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Sums:
        """The sums that `as_dict` wrote."""
        return cls(form["rounds"], *(np.array(form[name], object) for name in _ARRAYS))

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


_ARRAYS = tuple(array.name for array in fields(Sums)[1:])


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

    def __init__(
        self,
        rules: Rules,
        bots: Sequence[Bot],
        regulars: Sequence[Bot],
        seating: Seating,
        deals_per_table: int,
    ) -> None:
        self.rules, self.seating, self.deals_per_table = rules, seating, deals_per_table
        self.people, self.bots = (*bots, *regulars), len(bots)
        deals = seating.tables * deals_per_table
        rounds = min(DEALS_PER_BLOCK // deals, TABLES_PER_BLOCK // seating.tables)
        #: Rounds of a block: they are what is played one by one here.
        self.tables_per_block = max(1, rounds)
        #: Deals of a round.
        self.units_per_table = deals
        self._rules = lower_rules(self.rules).view(np.recarray)
        seats = [bot.seat for bot in self.people]
        self._lowered = lower_people(seats, self.rules)
        control = control_variates(self.rules, seats)
        self._control = control.record.view(np.recarray)[0]
        self._lowered["player_tables"] = control.players
        self._lowered["banker_tables"] = control.bankers
        self._function: npt.NDArray[np.bool_] = (self._lowered["address"] != 0).any(axis=1)

    @property
    def kind(self) -> str:
        """What its checkpoints call it."""
        return "rounds of a league"

    def ready(self) -> None:
        """Lowered and compiled it is from the beginning."""

    def sums_of(self, form: Mapping[str, Any] | None = None) -> Sums:
        """The sums that `Sums.as_dict` wrote; of no rounds, where there is no form."""
        return Sums.nothing(self.bots, len(self.people)) if form is None else Sums.from_dict(form)

    def inputs(self) -> dict[str, Any]:
        """All that the sums follow from, beside which rounds were played."""
        people = [
            [bot.name, *(f"{s.name} {s.content_hash}" for s in (bot.seat.player, bot.seat.banker))]
            for bot in self.people
        ]
        return {
            "seed": self.seating.seed,
            "deals_per_table": self.deals_per_table,
            "rules": self.rules.model_dump(),
            "bots": people[: self.bots],
            "regulars": people[self.bots :],
        }

    def play(self, first: int, last: int) -> Sums:
        """Play rounds `first` to `last - 1` and sum up."""
        line_ups = np.concatenate([self.seating.round(number) for number in range(first, last)])
        rounds = np.repeat(np.arange(last - first), self.seating.tables)
        t, n = line_ups.shape
        banked = np.zeros((t, n), np.int64)
        meetings = np.zeros((t, n, n, 4), np.int64)
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
        game = state.Game(
            self._rules[0],
            lowered.view(np.recarray),
            scratch,
            view if functions else None,
            shoot if self.rules.shoot else None,
            np.uint64(self.seating.seed),
            tally,
            faults,
            self._control,
        )
        failed = play_line_ups(
            game, numbers, np.int64(self.deals_per_table), banked, meetings, purses
        )
        if failed == 2:
            raise AssertionError("the chips of a league's table do not sum to zero")
        if failed:
            place, _, seat, decision = faults[:4].tolist()
            why = self._told(line_ups[place], int(numbers[place]))
            if failed == 3:
                raise PlayError(why)
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
        # of each round, by player and banker: deals, initial stakes, net, shoot net and luck
        met = np.zeros((count, p, p, 5), np.int64)
        apart = ~np.eye(n, dtype=bool)
        at = rounds[:, np.newaxis, np.newaxis]
        place = np.broadcast_arrays(at, line_ups[:, np.newaxis, :], line_ups[:, :, np.newaxis])
        key = tuple(part[:, apart] for part in place)  # banker's seat first, then the player's
        deals = np.broadcast_to(banked[:, :, np.newaxis], meetings.shape[:3])[:, apart]
        np.add.at(met[..., 0], key, deals)
        for quantity in range(4):
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
        by["player_luck"][...] = played[..., 4]
        by["banker_luck"][...] = -held[..., 4]
        adjusted = by["net"] * CONTROL_UNIT - by["player_luck"] - by["banker_luck"]
        scores, score_products = sums_and_products(adjusted[np.newaxis, :, : self.bots])
        people, people_products = sums_and_products(person.transpose(1, 0, 2))
        cells = np.stack([met[..., 0], met[..., 2] + met[..., 3], met[..., 4]], axis=-1)
        cells = cells.reshape(count, p * p, len(MEETING)).transpose(1, 0, 2)
        cell_sums, cell_products = sums_and_products(cells)
        return Sums(
            count,
            scores[0],
            score_products[0],
            people,
            people_products,
            cell_sums.reshape(p, p, len(MEETING)),
            cell_products.reshape(p, p, len(MEETING), len(MEETING)),
        )


def score_covariance(sums: Sums) -> npt.NDArray[np.float64]:
    """Covariances over rounds of the chips that bots win in a round, luck taken off, float64,
    (bots, bots)."""
    bots, products = tuple(range(len(sums.scores))), sums.score_products.tolist()
    covariance = Moments(bots, sums.rounds, list(sums.scores), products).covariance()
    return covariance / CONTROL_UNIT**2
