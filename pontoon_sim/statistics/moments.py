"""Exact sums over tables, and over tables of products two by two: all that errors are made from.

Sums are integers, so blocks merge in any order to the same result. Tables are the units of
independence; what they add up (chips, deals, hands) and for whom is the caller's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Quantity = Hashable
"""The name of something that every table adds up; None is a 1 at each, the number of tables."""

Key = TypeVar("Key")


@dataclass
class Moments:
    """Sums over tables of some quantities, and of their products two by two.

    Attributes
    ----------
    quantities : tuple, (q,)
        What is summed up.
    tables : int
        Number of tables added.
    sums : list of int, (q,)
    products : list of list of int, (q, q)
    """

    quantities: tuple[Quantity, ...]
    tables: int = 0
    sums: list[int] = field(default_factory=list)
    products: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.sums:
            size = len(self.quantities)
            self.sums = [0] * size
            self.products = [[0] * size for _ in range(size)]

    def add(self, other: Moments) -> None:
        """Add the sums of other tables."""
        self.tables += other.tables
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.products = [
            [a + b for a, b in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.products, other.products, strict=True)
        ]

    def of(self, quantity: Quantity) -> int:
        """The sum of one quantity over all tables."""
        if quantity is None:
            return self.tables
        return self.sums[self.quantities.index(quantity)]

    def squares(self, weights: Mapping[Quantity, Fraction]) -> Fraction:
        """Sum over tables of the square of a weighted sum of a table's quantities, exactly."""
        common = math.lcm(*(weight.denominator for weight in weights.values()))
        whole = {name: int(weight * common) for name, weight in weights.items()}
        total = sum(a * b * self._product(i, j) for i, a in whole.items() for j, b in whole.items())
        return Fraction(total, common * common)

    def _product(self, one: Quantity, other: Quantity) -> int:
        if one is None or other is None:
            return self.of(other if one is None else one)
        return self.products[self.quantities.index(one)][self.quantities.index(other)]

    def covariance(self) -> npt.NDArray[np.float64]:
        """Covariances of the quantities over tables, float64, (q, q); two tables at least."""
        n, sums = self.tables, np.array(self.sums, object)
        exact = n * np.array(self.products, object) - np.outer(sums, sums)
        return np.asarray(exact, np.float64) / (n * (n - 1))

    def as_dict(self) -> dict[str, Any]:
        """JSON form; quantities as text, several parts of a name with a space between."""
        texts = [" ".join(map(str, q)) if isinstance(q, tuple) else q for q in self.quantities]
        return {
            "quantities": texts,
            "tables": self.tables,
            "sums": self.sums,
            "products": self.products,
        }

    @classmethod
    def from_dict(
        cls, form: Mapping[str, Any], quantity: Callable[[str], Quantity] = str
    ) -> Moments:
        """The moments that `as_dict` wrote; `quantity` reads one from its text."""
        products = [list(row) for row in form["products"]]
        quantities = tuple(map(quantity, form["quantities"]))
        return cls(quantities, form["tables"], list(form["sums"]), products)


_LIMB = 20
_LIMB_TABLES = 1 << 13
"""Bits of a limb, and the tables whose products of two limbs add up below 2**53."""


def sums_and_products(
    stacked: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Sums over tables of some quantities, and of their products two by two.

    Parameters
    ----------
    stacked : int64, (g, tables, q)

    Returns
    -------
    sums : (g, q), products : (g, q, q)
        int64, or whole numbers of any size as objects.

    Notes
    -----
    Exact: numbers are cut into limbs of 20 bits, whose products add up exactly in floating point
    (fast, by matrix products), and which are put together as whole numbers of any size.
    """
    groups, tables, size = stacked.shape
    if tables > _LIMB_TABLES:
        sums, squares = np.zeros((groups, size), object), np.zeros((groups, size, size), object)
        for first in range(0, tables, _LIMB_TABLES):
            part = sums_and_products(stacked[:, first : first + _LIMB_TABLES])
            sums += part[0]
            squares += part[1]
        return sums, squares
    numbers = np.ones((groups, tables, size + 1), np.int64)
    numbers[:, :, :size] = stacked  # and a column of ones, whose products are the plain sums
    limbs = [numbers]
    while np.abs(limbs[-1]).max(initial=0) >= 1 << _LIMB:
        limbs[-1:] = [limbs[-1] & ((1 << _LIMB) - 1), limbs[-1] >> _LIMB]
    parts_of = [limb.astype(np.float64) for limb in limbs]
    products: Any = 0
    for i, a in enumerate(parts_of):
        for j, b in enumerate(parts_of):
            whole = np.matmul(a.transpose(0, 2, 1), b).astype(np.int64)
            if len(limbs) == 1:
                products = whole
            else:
                products = products + (whole.astype(object) << _LIMB * (i + j))
    return products[:, size, :size], products[:, :size, :size]


def moments_of(
    keys: Sequence[Key], stacked: npt.NDArray[np.int64], quantities: tuple[Quantity, ...]
) -> dict[Key, Moments]:
    """Moments of several groups, exactly.

    Parameters
    ----------
    keys : sequence, length g
    stacked : int64, (g, tables, q)
    quantities : tuple, (q,)
    """
    tables = stacked.shape[1]
    sums, products = sums_and_products(stacked)
    return {
        key: Moments(quantities, tables, sums[i].tolist(), products[i].tolist())
        for i, key in enumerate(keys)
    }


def moments_of_lines(
    groups: Mapping[Key, Sequence[int]],
    rows: npt.NDArray[np.int64],
    quantities: tuple[Quantity, ...],
) -> dict[Key, Moments]:
    """Moments of groups that add up lines of a table's row each, exactly.

    Parameters
    ----------
    groups : mapping to sequence of int
        The lines of each group.
    rows : int64, (tables, lines, 5)
    quantities : tuple, (5,)
    """
    from pontoon_sim.kernel.moments import MOST_TABLES, PART, add_moments

    lines = np.array([line for group in groups.values() for line in group])
    ends = np.cumsum([len(group) for group in groups.values()])
    count, size = len(groups), len(quantities)
    sums, parts = np.zeros((count, size), np.int64), np.zeros((3, count, size, size), np.int64)
    if len(rows) > MOST_TABLES or not add_moments(rows, lines, ends, sums, parts):
        stacked = np.stack([rows[:, group].sum(axis=1) for group in groups.values()])
        return moments_of(list(groups), stacked, quantities)
    low: Any = parts[0]
    if parts[1:].any():  # numbers of any size
        low = low + (parts[1].astype(object) << PART) + (parts[2].astype(object) << 2 * PART)
    products = (low + np.triu(low, 1).swapaxes(1, 2)).tolist()
    return {
        key: Moments(quantities, len(rows), added, multiplied)
        for key, added, multiplied in zip(groups, sums.tolist(), products, strict=True)
    }
