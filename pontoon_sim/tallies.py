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

from pontoon_sim.kernel import state
from pontoon_sim.strategies.model import Seat

QUANTITIES = ("deals", "initial", "staked", "net", "net_squares")
"""What a group sums up, in this order: deals (a player's deals for players), chips of initial
stakes, all chips staked, net chips, and the sum of squares of the net of one deal."""

COUNTS = tuple(name for name in state.TALLY.names or ())


@dataclass
class Moments:
    """Sums over tables of the five quantities, and of their products two by two.

    Attributes
    ----------
    tables : int
        Number of tables added.
    sums : list of int, (5,)
    products : list of list of int, (5, 5)
    """

    tables: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * 5)
    products: list[list[int]] = field(default_factory=lambda: [[0] * 5 for _ in range(5)])

    def add(self, other: Moments) -> None:
        """Add the sums of other tables."""
        self.tables += other.tables
        for i in range(5):
            self.sums[i] += other.sums[i]
            for j in range(5):
                self.products[i][j] += other.products[i][j]

    def of(self, name: str) -> int:
        """The sum of one quantity over all tables."""
        return self.sums[QUANTITIES.index(name)]

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"tables": self.tables, "sums": self.sums, "products": self.products}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Moments:
        """The moments that `as_dict` wrote."""
        return cls(form["tables"], list(form["sums"]), [list(row) for row in form["products"]])


@dataclass
class Tallies:
    """All sums of a run, or of a part of it.

    Attributes
    ----------
    groups : dict of str to Moments
        `"all"`, `"banker at 2"`, `"player at 2"`, `"position 0"`, `"player stick16"`,
        `"banker draw_below_16"`. Net and squares are the banker's in `"all"` and in the groups of
        bankers (whose stakes are those of the players against them), the players' elsewhere.
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
            self.groups.setdefault(name, Moments()).add(moments)
        for name, count in other.counts.items():
            self.counts[name] = self.counts[name] + count if name in self.counts else count

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only, enough to merge runs and to work out every estimate again."""
        return {
            "quantities": list(QUANTITIES),
            "groups": {name: moments.as_dict() for name, moments in self.groups.items()},
            "counts": {name: count.tolist() for name, count in self.counts.items()},
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Tallies:
        """The tallies that `as_dict` wrote."""
        groups = {name: Moments.from_dict(part) for name, part in form["groups"].items()}
        counts = {name: np.asarray(part, np.int64) for name, part in form["counts"].items()}
        return cls(groups, counts)


def moments_of(names: Sequence[str], stacked: npt.NDArray[np.int64]) -> dict[str, Moments]:
    """Moments of groups of people.

    Parameters
    ----------
    names : sequence of str, length g
    stacked : int64, (g, tables, 5)

    Notes
    -----
    Worked out in decimal numbers while every sum stays below 2**53 (fast, and exact there), in
    whole numbers of any size beyond.
    """
    groups, tables, _ = stacked.shape
    largest = int(np.abs(stacked).max(initial=0))
    exact = largest * largest * tables < 2**53
    numbers = np.ones((groups, tables, 6), np.float64 if exact else object)
    numbers[:, :, :5] = stacked  # and a column of ones, whose products are the plain sums
    if exact:
        products = np.matmul(numbers.transpose(0, 2, 1), numbers).astype(np.int64)
    else:
        products = np.stack([part.T @ part for part in numbers])
    return {
        name: Moments(tables, products[i, 5, :5].tolist(), products[i, :5, :5].tolist())
        for i, name in enumerate(names)
    }


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
    by_line = rows.transpose(1, 0, 2)
    players, banks = by_line[n - 1 : 2 * n - 1], by_line[2 * n - 1 :]
    names = [f"position {p}" for p in range(n - 1)]
    names += [f"player at {s}" for s in range(n)] + [f"banker at {s}" for s in range(n)]
    together = {"all": banks.sum(axis=0)}
    for role, table in (("player", players), ("banker", banks)):
        strategies = [getattr(seat, role).name for seat in seats]
        for name in dict.fromkeys(strategies):
            at = [s for s in range(n) if strategies[s] == name]
            together[f"{role} {name}"] = table[at].sum(axis=0)
    groups = moments_of(
        [*names, *together],
        np.concatenate([by_line, *(part[np.newaxis] for part in together.values())]),
    )
    counts = {}
    for name in COUNTS:
        field_array = np.asarray(tally[name][0])
        by_seats = name in ("kind", "pair", "banker_kind")
        counts[name] = field_array[:n].copy() if by_seats else field_array.copy()
    return Tallies(groups, counts)
