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
from pontoon_sim.statistics.moments import Moments, moments_of, moments_of_lines
from pontoon_sim.strategies.model import Seat

QUANTITIES = ("deals", "initial", "staked", "net", "net_squares")
"""What a group sums up, in this order: deals (a player's deals for players), chips of initial
stakes, all chips staked, net chips, and the sum of squares of the net of one deal."""

SHOOT_STAGES = ("first", "split", "fourth")
"""When a shoot bet is made: on the first card, on a hand made by splitting, before the fourth."""

CONTROL_QUANTITIES = ("deals", "initial", "staked", "net", "expected", "adjusted", "stakes")
"""What the group `"control"` sums up, from the banker's side. Chips: the initial stakes, all chips
staked, the net as it was. In parts of a chip (`state.CONTROL_UNIT`): the net without the luck of
draws and of the banker's cards; the same without that of the players' first two cards; and the
initial stakes, at their expectation where it is known."""

COUNTS = tuple(name for name in state.TALLY.names or ())

SHOOT_QUANTITIES = ("deals", "chips", "net", "net_squares", "net_product")
"""The same of shoot bets, from the banker's side: deals, chips shot, the bank's net from them, the
sum of squares of that net of one deal, and of its product with the net from stakes. The last two
are kept for all bets together only."""


@dataclass
class Tallies:
    """All sums of a run, or of a part of it.

    Attributes
    ----------
    groups : dict of str to Moments
        `"all"`, `"banker at 2"`, `"player at 2"`, `"position 0"`, `"player stick16"`,
        `"banker draw_below_16"`. Net and squares are the banker's in `"all"` and in the groups of
        bankers (whose stakes are those of the players against them), the players' elsewhere. Also
        `"shoot ..."` with Shoot, and `"control"`, of the whole table, where luck is taken out.
    counts : dict of str to ndarray of int64
        The fields of `kernel.state.TALLY`, cut to the seats of the table.
    """

    groups: dict[str, Moments] = field(default_factory=dict)
    counts: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)

    @property
    def tables(self) -> int:
        """Tables played."""
        return self.groups["all"].tables if self.groups else 0

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.groups["all"].of("deals") if self.groups else 0

    def add(self, other: Tallies) -> None:
        """Add the sums of other tables of the same game."""
        for name, moments in other.groups.items():
            if name not in self.groups:
                self.groups[name] = Moments(moments.quantities)
            self.groups[name].add(moments)
        for name, count in other.counts.items():
            self.counts[name] = self.counts[name] + count if name in self.counts else count

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only, enough to merge runs and to work out every estimate again."""
        return {
            "groups": {name: moments.as_dict() for name, moments in self.groups.items()},
            "counts": {name: count.tolist() for name, count in self.counts.items()},
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Tallies:
        """The tallies that `as_dict` wrote."""
        groups = {name: Moments.from_dict(part) for name, part in form["groups"].items()}
        counts = {name: np.asarray(part, np.int64) for name, part in form["counts"].items()}
        return cls(groups, counts)


def group_lines(seats: Sequence[Seat]) -> dict[str, list[int]]:
    """For every group of `Tallies.groups` but those of shoot bets, the lines of a table's row
    (`kernel.state.row_count`) that it adds up."""
    n = len(seats)
    players, banks = range(n - 1, 2 * n - 1), range(2 * n - 1, 3 * n - 1)
    groups = {f"position {p}": [p] for p in range(n - 1)}
    groups |= {f"player at {s}": [players[s]] for s in range(n)}
    groups |= {f"banker at {s}": [banks[s]] for s in range(n)}
    groups["all"] = list(banks)
    for role, lines in (("player", players), ("banker", banks)):
        for seat, line in zip(seats, lines, strict=True):
            groups.setdefault(f"{role} {getattr(seat, role).name}", []).append(line)
    return groups


def group_moments(seats: Sequence[Seat], rows: npt.NDArray[np.int64]) -> dict[str, Moments]:
    """Moments of the groups of `group_lines`, exactly.

    Parameters
    ----------
    rows : int64, (tables, kernel.state.row_count(n), 5)
    """
    return moments_of_lines(group_lines(seats), rows, QUANTITIES)


def sign_of(group: str) -> int:
    """What makes a group's net the banker's: -1 for groups of players, else 1."""
    return 1 if group == "all" or group.startswith("banker ") else -1


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
    """What Shoot Pontoon adds to the tallies of a block, all group and count names with `shoot`.

    Parameters
    ----------
    rows : int64, (tables, kernel.state.row_count(n), 5)
    shoot_rows : int64, (tables, kernel.state.SHOOT_ROW)
    shoot : ndarray of kernel.state.SHOOT, shape (1,)
    """
    tables, n = len(rows), (rows.shape[1] + 1) // 3
    deals = rows[:, 2 * n - 1 :, 0].sum(axis=1)
    kinds = shoot_kinds()
    lines = {"shoot": list(range(state.BETS))}
    for stage in SHOOT_STAGES:
        lines[f"shoot {stage}"] = [
            place for name, places in kinds.items() if name.startswith(stage) for place in places
        ]
    lines |= {f"shoot {name}": places for name, places in kinds.items()}
    stacked = np.zeros((len(lines), tables, 5), np.int64)
    stacked[:, :, 0] = deals
    for i, places in enumerate(lines.values()):
        stacked[i, :, 1] = shoot_rows[:, places].sum(axis=1)
        stacked[i, :, 2] = -shoot_rows[:, [state.BETS + k for k in places]].sum(axis=1)
    stacked[0, :, 3:] = shoot_rows[:, 2 * state.BETS :]
    groups = moments_of(list(lines), stacked, SHOOT_QUANTITIES)
    counts = {f"shoot {name}": np.asarray(shoot[name][0]).copy() for name in state.SHOOT_COUNTS}
    counts["shoot room"] = counts["shoot room"][: n - 1]
    return Tallies(groups, counts)


def control_columns(
    rows: npt.NDArray[np.int64],
    sums: npt.NDArray[np.int64],
    mean: npt.NDArray[np.int64],
    initial: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Every table's CONTROL_QUANTITIES.

    Parameters
    ----------
    rows : int64, (tables, kernel.state.row_count(n), 5)
    sums : int64, (tables, len(kernel.state.CONTROL_ROW))
    mean, initial : int64, (n,)
        Of a deal of each seat as a player, CONTROL_UNITs, as `engine.ControlVariates` has them.

    Returns
    -------
    int64, (tables, 7)
    """
    n = len(mean)
    players, banks = rows[:, n - 1 : 2 * n - 1], rows[:, 2 * n - 1 :].sum(axis=1)
    deals = players[:, :, 0]
    stakes = np.where(initial > 0, deals * initial, players[:, :, 1] * state.CONTROL_UNIT).sum(
        axis=1
    )
    luck = sums[:, 1] - deals @ mean
    columns = (*banks[:, :4].T, -sums[:, 0], luck - sums[:, 0], stakes)
    return np.stack(columns, axis=1)
