"""Who is ahead in a league, and how sure that is.

The measure is chips: a bot's net per 100 deals among the others. Ratings made from wins and losses
(Elo, Bradley and Terry) are for games that tell no more than who won; here they would throw away
by how much, and the net adds up to zero over the bots by itself.

Rounds are independent and alike, so errors are over rounds. Bots of a league depend on each other
(what one wins another loses), and intervals that are to hold all at once have to know how: see
`statistics.intervals.max_t`, for the bots and for all differences of two.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.leagues.bots import Bot
from pontoon_sim.leagues.play import League
from pontoon_sim.leagues.tables import MEETING, PERSON, score_covariance
from pontoon_sim.statistics.estimates import Estimate, linear_estimate
from pontoon_sim.statistics.intervals import anytime_half_width, max_t
from pontoon_sim.statistics.moments import Moments
from pontoon_sim.strategies.model import ROLES, Role

HUNDRED = 100
"""All nets are told per so many deals."""


@dataclass(frozen=True)
class Place:
    """One bot's place in a league. All nets are chips per 100 deals, luck-adjusted.

    Attributes
    ----------
    rank : int
        From 1.
    groups : str
        Letters; bots that share one are not significantly different.
    net : Estimate
        Per 100 deals in which it sat; low and high hold for all bots at once.
    stakes, shoot, price : Estimate
        The parts of `net`: from stakes, from shoot bets, from buying and selling the bank.
    as_player, as_banker : Estimate or None
        Net from stakes and shoot bets per 100 deals in that role; None where it never had it.
    edge_as_player, edge_as_banker : Estimate or None
        Net over the initial stakes, its own or at its bank those of the players.
    banked : float
        Share of its deals in which it held the bank.
    """

    rank: int
    bot: Bot
    groups: str
    net: Estimate
    stakes: Estimate
    shoot: Estimate
    price: Estimate
    as_player: Estimate | None
    as_banker: Estimate | None
    edge_as_player: Estimate | None
    edge_as_banker: Estimate | None
    banked: float


class Standings:
    """The ranking of a league, the differences, and who does well at whose table."""

    def __init__(self, league: League) -> None:
        self.league = league

    @cached_property
    def _net(self) -> npt.NDArray[np.float64]:
        """Net per 100 deals of each bot, float64, (bots,)."""
        scores = np.asarray(self.league.sums.scores, np.float64)
        deals = self.league.rounds * self.league.deals_a_round
        return HUNDRED / CONTROL_UNIT * scores / deals

    @cached_property
    def _covariance(self) -> npt.NDArray[np.float64]:
        """Of the errors of `_net`."""
        scale = HUNDRED / self.league.deals_a_round
        return score_covariance(self.league.sums) * scale * scale / self.league.rounds

    @cached_property
    def _factors(self) -> tuple[float, float]:
        """Half-widths in standard errors: of all bots at once, of all differences at once. Of a
        league that was watched they are those of anytime-valid intervals, each with Bonferroni's
        share of the error."""
        rounds, level = self.league.rounds, self.league.terms.confidence
        fixed = max_t(self._covariance, rounds - 1, level)
        if not self.league.watched:
            return fixed
        bots = len(self.league.bots)

        def anytime(intervals: int) -> float:
            return anytime_half_width(1.0, rounds, 1 - (1 - level) / max(intervals, 1))

        return max(fixed[0], anytime(bots)), max(fixed[1], anytime(bots * (bots - 1) // 2))

    @property
    def method(self) -> str:
        """How intervals come to hold all at once."""
        return (
            "anytime-valid over rounds, Bonferroni's share to each"
            if self.league.watched
            else "single-step max-t over rounds"
        )

    @cached_property
    def order(self) -> list[int]:
        """Bots from the first to the last, by number; those of equal net in order of entry."""
        return sorted(range(len(self.league.bots)), key=lambda i: -self._net[i])

    @cached_property
    def differs(self) -> npt.NDArray[np.bool_]:
        """Whether two bots' nets are significantly different, all pairs tested at once."""
        net, cov = self._net, self._covariance
        own = np.diag(cov)
        se = np.sqrt(np.maximum(own[:, np.newaxis] + own - 2 * cov, 0.0))
        return np.asarray(np.abs(net[:, np.newaxis] - net) > self._factors[1] * se + 1e-9)

    @cached_property
    def places(self) -> list[Place]:
        """The bots from the first to the last."""
        letters = group_letters(self.differs, self.order)
        return [self._place(rank, i, letters[i]) for rank, i in enumerate(self.order, 1)]

    def _place(self, rank: int, i: int, letters: str) -> Place:
        se = math.sqrt(max(self._covariance[i, i], 0.0))
        half, value = self._factors[0] * se, float(self._net[i])
        confidence = self.league.terms.confidence
        person = self.person(i)
        played, banked = person.of("played"), person.of("banked")
        return Place(
            rank=rank,
            bot=self.league.bots[i],
            groups=letters,
            net=Estimate(value, se, value - half, value + half, confidence),
            stakes=self._part(
                i,
                {"net": 1, "player_shoot": -1, "banker_shoot": -1, "price": -1},
                luck=("player_luck", "banker_luck"),
            ),
            shoot=self._part(i, {"player_shoot": 1, "banker_shoot": 1}),
            price=self._part(i, {"price": 1}),
            as_player=self.role(i, "player"),
            as_banker=self.role(i, "banker"),
            edge_as_player=self._won(i, "player", "player_initial"),
            edge_as_banker=self._won(i, "banker", "banker_initial"),
            banked=banked / (played + banked),
        )

    def person(self, i: int) -> Moments:
        """Moments over rounds of PERSON; bots first, then regulars."""
        sums = self.league.sums
        return Moments(PERSON, sums.rounds, list(sums.people[i]), sums.people_products[i].tolist())

    def role(self, i: int, role: Role) -> Estimate | None:
        """Net, shoot bets included, per 100 deals in a role; None where it never had it."""
        net = self._won(i, role, "played" if role == "player" else "banked")
        return None if net is None else net.scaled(HUNDRED)

    def _won(self, i: int, role: Role, under: str) -> Estimate | None:
        """Chips won in a role, luck taken off, over another quantity."""
        weights: dict[Hashable, int] = {f"{role}_net": CONTROL_UNIT, f"{role}_luck": -1}
        won = linear_estimate(self.person(i), weights, under, self.league.terms.confidence)
        return None if won is None else won.scaled(1 / CONTROL_UNIT)

    def _part(
        self, i: int, weights: Mapping[Hashable, int], luck: tuple[Hashable, ...] = ()
    ) -> Estimate:
        """A part of a bot's net per 100 deals, less `luck`, with Student's interval."""
        parts = {name: times * CONTROL_UNIT for name, times in weights.items()}
        parts |= dict.fromkeys(luck, -1)
        part = linear_estimate(self.person(i), parts, confidence=self.league.terms.confidence)
        assert part is not None
        return part.scaled(HUNDRED / CONTROL_UNIT / self.league.deals_a_round)

    @cached_property
    def matrices(self) -> list[tuple[str, list[int], list[int]]]:
        """Who met whose bank: titles, players and bankers, people by number in order of rank.

        One matrix where the bots play each other; against regulars one for the bots as players and
        one for them as bankers.
        """
        if not self.league.regulars:
            return [("Whose table is good for whom", self.order, self.order)]
        regulars = [len(self.order) + k for k in range(len(self.league.regulars))]
        return [
            ("At the regulars' banks", self.order, regulars),
            ("At the bots' banks", regulars, self.order),
        ]

    def meeting(self, player: int, banker: int) -> Estimate | None:
        """A player's net, shoot bets included, per 100 deals in which that banker held the bank;
        None where they never met so.

        The interval holds for all meetings of the league at once (Bonferroni).
        """
        sums = self.league.sums
        moments = Moments(
            MEETING,
            sums.rounds,
            list(sums.meetings[player, banker]),
            sums.meeting_products[player, banker].tolist(),
        )
        confidence = 1 - (1 - self.league.terms.confidence) / self.meetings
        weights: dict[Hashable, int] = {"net": CONTROL_UNIT, "luck": -1}
        net = linear_estimate(moments, weights, "deals", confidence)
        return None if net is None else net.scaled(HUNDRED / CONTROL_UNIT)

    @cached_property
    def meetings(self) -> int:
        """Pairs of a player and a banker that have met."""
        return int(np.count_nonzero(self.league.sums.meetings[..., MEETING.index("deals")]))

    def name(self, person: int) -> str:
        """Name of a bot or a regular."""
        return (*self.league.bots, *self.league.regulars)[person].name

    def not_told_apart(self, i: int) -> list[int]:
        """Bots whose net is not significantly different from bot `i`'s, from the first on."""
        return [j for j in self.order if j != i and not self.differs[i, j]]

    def pairs(self) -> list[dict[str, Any]]:
        """All differences of two bots, the better first, with intervals that hold all at once."""
        net, cov, confidence = self._net, self._covariance, self.league.terms.confidence
        rows = []
        for k, i in enumerate(self.order):
            for j in self.order[k + 1 :]:
                se = math.sqrt(max(cov[i, i] + cov[j, j] - 2 * cov[i, j], 0.0))
                value, half = float(net[i] - net[j]), self._factors[1] * se
                figure = Estimate(value, se, value - half, value + half, confidence)
                rows.append(
                    {
                        "better": self.name(i),
                        "worse": self.name(j),
                        "significant": bool(self.differs[i, j]),
                        **figure.as_dict(),
                    }
                )
        return rows

    def as_dict(self) -> dict[str, Any]:
        """The result file of a league, schema 2."""
        league, terms = self.league, self.league.terms
        return {
            "schema": 2,
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "rules": league.rules.model_dump(),
            "seed": terms.seed,
            "deals_per_table": terms.deals_per_table,
            "rounds": league.rounds,
            "tables": league.rounds * league.seating.tables,
            "deals": league.deals,
            "seconds": round(league.seconds, 3),
            "stopped": league.stopped,
            "precision": terms.precision,
            "anytime_half_width": league.anytime_half_width,
            "unit": "chips per 100 deals",
            "simultaneous": {
                "confidence": terms.confidence,
                "method": self.method,
                "factor_of_each": self._factors[0],
                "factor_of_differences": self._factors[1],
            },
            "bots": [_place_form(place) for place in self.places],
            "regulars": [_bot_form(bot) for bot in league.regulars],
            "out": [{"name": out.name, "why": out.why} for out in league.out],
            "differences": self.pairs(),
            "matrices": [self._matrix_form(*matrix) for matrix in self.matrices],
            "people": [self.name(i) for i in range(len(league.bots) + len(league.regulars))],
            "tallies": league.sums.as_dict(),
        }

    def _matrix_form(self, title: str, players: list[int], bankers: list[int]) -> dict[str, Any]:
        cells = [[self.meeting(i, j) for j in bankers] for i in players]
        return {
            "title": title,
            "players": [self.name(i) for i in players],
            "bankers": [self.name(j) for j in bankers],
            "players_net": [[None if c is None else c.as_dict() for c in row] for row in cells],
        }


def _bot_form(bot: Bot) -> dict[str, Any]:
    form: dict[str, Any] = {"name": bot.name}
    for role in ROLES:
        strategy = getattr(bot.seat, role)
        own = role in bot.own
        form[role] = {"name": strategy.name, "hash": strategy.content_hash, "own": own}
    return form


def _place_form(place: Place) -> dict[str, Any]:
    figures = (
        "net", "stakes", "shoot", "price", "as_player", "as_banker", "edge_as_player",
        "edge_as_banker",
    )  # fmt: skip
    estimates = {name: getattr(place, name) for name in figures}
    return {
        "rank": place.rank,
        **_bot_form(place.bot),
        "groups": place.groups,
        **{
            name: None if figure is None else figure.as_dict() for name, figure in estimates.items()
        },
        "banked": place.banked,
    }


def group_letters(differs: npt.NDArray[np.bool_], order: Sequence[int]) -> list[str]:
    """Letters for groups of bots of which no two are significantly different.

    Two bots share a letter just where they do not differ: the letters are the largest such groups.
    Found by inserting and absorbing (Piepho, An algorithm for a letter-based representation of
    all-pairwise comparisons, 2004).

    Parameters
    ----------
    differs : bool, (b, b)
    order : sequence of int
        The bots from the first to the last; letters are given in this order.

    Returns
    -------
    list of str, by bot

    >>> differs = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], bool)
    >>> group_letters(differs, [0, 1, 2])
    ['a', 'ab', 'b']
    """
    groups = [frozenset(order)]
    for k, i in enumerate(order):
        for j in order[k + 1 :]:
            if differs[i, j]:
                parted = [g - {x} for g in groups if {i, j} <= g for x in (i, j)]
                kept = [g for g in groups if not {i, j} <= g]
                for group in parted:
                    if not any(group <= other for other in kept):
                        kept = [g for g in kept if not g <= group] + [group]
                groups = kept
    rank = {bot: place for place, bot in enumerate(order)}
    groups.sort(key=lambda group: sorted(rank[bot] for bot in group))
    letters = [""] * len(order)
    for number, group in enumerate(groups):
        for bot in group:
            letters[bot] += letter(number)
    return letters


def letter(number: int) -> str:
    """a to z, then A to Z, then numbers in brackets."""
    names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return names[number] if number < len(names) else f"({number + 1})"
