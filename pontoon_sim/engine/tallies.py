"""Integer sums of a run: what blocks give back, merged in any order to the same result.

Two kinds. *Moments* keep, for groups of people, the sums and the products of sums **by table**:
tables are the units of independence, so all standard errors come from them. *Counts* are plain
totals over deals: kinds of hands, first two cards, the distribution of the banker's net.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.game.cards import RANKS
from pontoon_sim.kernel import state
from pontoon_sim.kernel.layout import fourth_index
from pontoon_sim.statistics.moments import Key, Moments, moments_of, moments_of_lines
from pontoon_sim.strategies.model import ROLES, Role, Seat

QUANTITIES = ("deals", "initial", "staked", "net", "net_squares")
"""What a group sums up, in this order: deals (a player's deals for players), chips of initial
stakes, all chips staked, net chips, and the sum of squares of the net of one deal."""

SHOOT_STAGES = ("first", "split", "fourth")
"""When a shoot bet is made: on the first card, on a hand made by splitting, before the fourth."""

ADJUSTED_QUANTITIES = ("deals", "initial", "staked", "net", "adjusted")
"""What `Tallies.adjusted` sums up: as QUANTITIES, but for the last, the net adjusted by control
variates, in parts of a chip (`state.CONTROL_UNIT`)."""

COUNTS = tuple(name for name in state.TALLY.names or ())

SHOOT_QUANTITIES = ("deals", "chips", "net", "net_squares", "net_product")
"""The same of shoot bets, from the banker's side: deals, chips shot, the bank's net from them, the
sum of squares of that net of one deal, and of its product with the net from stakes. The last two
are kept for all bets together only."""


@dataclass(frozen=True)
class Group:
    """Whose deals are summed up: the whole table, or a seat, a place or a strategy in one role.

    Attributes
    ----------
    role : "player", "banker" or None
        None for the whole table.
    seat, position : int or None
        A seat of the line-up; a place from the banker's left, whoever sits there.
    strategy : str or None
        All seats that play it in that role.
    """

    role: Role | None = None
    seat: int | None = None
    position: int | None = None
    strategy: str | None = None

    @property
    def sign(self) -> int:
        """What makes the group's net the banker's: -1 for players, else 1."""
        return -1 if self.role == "player" else 1

    def __str__(self) -> str:
        if self.role is None:
            return "all"
        if self.position is not None:
            return f"position {self.position}"
        return f"{self.role} {self.strategy if self.seat is None else f'at {self.seat}'}"

    @classmethod
    def parse(cls, text: str) -> Group:
        """A group from its text, as files and experiments have it.

        >>> [Group.parse(text).sign for text in ("all", "position 0", "player stick16")]
        [1, -1, -1]
        >>> Group.parse("banker at 2")
        Group(role='banker', seat=2, position=None, strategy=None)
        """
        if text == "all":
            return WHOLE_TABLE
        first, _, rest = text.partition(" ")
        if first == "position":
            return cls("player", position=int(rest))
        role: Role = "banker" if first == "banker" else "player"
        if rest.startswith("at "):
            return cls(role, seat=int(rest.removeprefix("at ")))
        return cls(role, strategy=rest)


WHOLE_TABLE = Group()
"""The whole table, from the banker's side."""


@dataclass
class Tallies:
    """All sums of a run, or of a part of it.

    Attributes
    ----------
    groups : dict of Group to Moments
        QUANTITIES. Net and squares are the banker's of the whole table and of bankers (whose stakes
        are those of the players against them), the players' elsewhere.
    counts : dict of str to ndarray of int64
        The fields of `kernel.state.TALLY`, cut to the seats of the table; with Shoot also those of
        `kernel.state.SHOOT`, as `"shoot ..."`.
    shoot : dict of str to Moments
        SHOOT_QUANTITIES of shoot bets: `"all"`, SHOOT_STAGES and `shoot_kinds`. Empty without.
    adjusted : dict of Group to Moments
        ADJUSTED_QUANTITIES of the same groups, with signs as there. Empty without control variates.
    """

    groups: dict[Group, Moments] = field(default_factory=dict)
    counts: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    shoot: dict[str, Moments] = field(default_factory=dict)
    adjusted: dict[Group, Moments] = field(default_factory=dict)

    @property
    def table(self) -> Moments:
        """Sums of the whole table, from the banker's side."""
        return self.groups[WHOLE_TABLE]

    @property
    def tables(self) -> int:
        """Tables played."""
        return self.table.tables if self.groups else 0

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.table.of("deals") if self.groups else 0

    def add(self, other: Tallies) -> None:
        """Add the sums of other tables of the same game."""
        _add_all(self.groups, other.groups)
        _add_all(self.shoot, other.shoot)
        _add_all(self.adjusted, other.adjusted)
        for name, count in other.counts.items():
            self.counts[name] = self.counts[name] + count if name in self.counts else count

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only, enough to merge runs and to work out every estimate again."""
        return {
            "groups": {str(group): moments.as_dict() for group, moments in self.groups.items()},
            "counts": {name: count.tolist() for name, count in self.counts.items()},
            "shoot": {name: moments.as_dict() for name, moments in self.shoot.items()},
            "adjusted": {str(group): part.as_dict() for group, part in self.adjusted.items()},
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Tallies:
        """The tallies that `as_dict` wrote."""
        groups, adjusted = (
            {Group.parse(text): Moments.from_dict(part) for text, part in form[name].items()}
            for name in ("groups", "adjusted")
        )
        return cls(
            groups,
            {name: np.asarray(part, np.int64) for name, part in form["counts"].items()},
            {name: Moments.from_dict(part) for name, part in form["shoot"].items()},
            adjusted,
        )


def _add_all(mine: dict[Key, Moments], theirs: Mapping[Key, Moments]) -> None:
    for key, moments in theirs.items():
        if key not in mine:
            mine[key] = Moments(moments.quantities)
        mine[key].add(moments)


def group_lines(seats: Sequence[Seat]) -> dict[Group, list[int]]:
    """For every group of a line-up, the lines of a table's row (`kernel.state.row_count`) that it
    adds up."""
    n = len(seats)
    players, banks = range(n - 1, 2 * n - 1), range(2 * n - 1, 3 * n - 1)
    groups = {Group("player", position=p): [p] for p in range(n - 1)}
    groups |= {Group("player", seat=s): [players[s]] for s in range(n)}
    groups |= {Group("banker", seat=s): [banks[s]] for s in range(n)}
    groups[WHOLE_TABLE] = list(banks)
    for role, lines in zip(ROLES, (players, banks), strict=True):
        for seat, line in zip(seats, lines, strict=True):
            group = Group(role, strategy=getattr(seat, role).name)
            groups.setdefault(group, []).append(line)
    return groups


def group_moments(seats: Sequence[Seat], rows: npt.NDArray[np.int64]) -> dict[Group, Moments]:
    """Moments of the groups of `group_lines`, exactly.

    Parameters
    ----------
    rows : int64, (tables, kernel.state.row_count(n), 5)
    """
    return moments_of_lines(group_lines(seats), rows, QUANTITIES)


def tallies_of(
    seats: Sequence[Seat], rows: npt.NDArray[np.int64], tally: npt.NDArray[np.void]
) -> Tallies:
    """The tallies of one block.

    Parameters
    ----------
    seats : sequence of Seat, length n
    rows : int64, (tables, kernel.state.row_count(n), 5)
    tally : ndarray of kernel.state.TALLY, shape (1,)
    """
    n = len(seats)
    counts = {}
    for name in COUNTS:
        field_array = np.asarray(tally[name][0])
        by_seats = name in ("kind", "pair", "banker_kind")
        counts[name] = field_array[:n].copy() if by_seats else field_array.copy()
    return Tallies(group_moments(seats, rows), counts)


def shoot_kinds() -> dict[str, list[int]]:
    """Kinds of a shoot bet that can be made, by name, with their places among `state.BETS`.

    `"first A"`: on a first card. `"split 8"`: on a hand made by splitting eights. `"fourth hard
    13"`, `"fourth soft 15"`: before the fourth card, by the best total of the three.
    """
    kinds = {f"first {rank}": [i] for i, rank in enumerate(RANKS)}
    kinds |= {f"split {rank}": [len(RANKS) + i] for i, rank in enumerate(RANKS)}
    fourth = 2 * len(RANKS)
    for total in range(6, 22):
        aces = (0, 1) if total >= 12 else (0,)  # three cards with an ace make 13 to 21 soft
        kinds[f"fourth hard {total}"] = [fourth + fourth_index(ace, total) for ace in aces]
    for total in range(13, 22):
        kinds[f"fourth soft {total}"] = [fourth + fourth_index(1, total - 10)]
    return kinds


def shoot_tallies(
    rows: npt.NDArray[np.int64], shoot_rows: npt.NDArray[np.int64], shoot: npt.NDArray[np.void]
) -> Tallies:
    """What Shoot Pontoon adds to the tallies of a block.

    Parameters
    ----------
    rows : int64, (tables, kernel.state.row_count(n), 5)
    shoot_rows : int64, (tables, kernel.state.SHOOT_ROW)
    shoot : ndarray of kernel.state.SHOOT, shape (1,)
    """
    tables, n = len(rows), (rows.shape[1] + 1) // 3
    deals = rows[:, 2 * n - 1 :, 0].sum(axis=1)
    kinds = shoot_kinds()
    lines = {"all": list(range(state.BETS))}
    for stage in SHOOT_STAGES:
        lines[stage] = [
            place for name, places in kinds.items() if name.startswith(stage) for place in places
        ]
    lines |= kinds
    stacked = np.zeros((len(lines), tables, 5), np.int64)
    stacked[:, :, 0] = deals
    for i, places in enumerate(lines.values()):
        stacked[i, :, 1] = shoot_rows[:, places].sum(axis=1)
        stacked[i, :, 2] = -shoot_rows[:, [state.BETS + k for k in places]].sum(axis=1)
    stacked[0, :, 3:] = shoot_rows[:, 2 * state.BETS :]
    bets = moments_of(list(lines), stacked, SHOOT_QUANTITIES)
    counts = {f"shoot {name}": np.asarray(shoot[name][0]).copy() for name in state.SHOOT_COUNTS}
    counts["shoot room"] = counts["shoot room"][: n - 1]
    return Tallies(counts=counts, shoot=bets)
