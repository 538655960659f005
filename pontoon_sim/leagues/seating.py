"""Who sits where. A *round* is a set of line-ups that all play the same packs, and in which every
bot sits in every seat equally often. Rounds are drawn independently of each other, so they are the
units that errors are worked out over; the tables of one round hang together.

All against all: the bots are put in a random circle, and each table takes those who stand at fixed
distances from each other, beginning at another place of the circle. So every bot sits once in every
seat. The distances are chosen so that their differences are spread evenly (a difference set, where
there is one): then any two bots sit together about equally often within a round, and, the circle
being random, exactly so on average. Where there are fewer bots than seats, each stands in the
circle two or more times, all equally often.

Against regulars: each bot sits down alone with the same regulars, drawn anew for each round, and
the whole table moves round the seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

TRIES = 4000
"""Random choices of distances, of which the most even is taken."""


@dataclass(frozen=True)
class Seating:
    """The line-ups of a league.

    Parameters
    ----------
    bots : int
        Bots, numbered from 0.
    seats : int
        People at a table.
    seed : int
        0 to 2**64 - 1.
    regulars : int
        People of `--against`, numbered after the bots; 0: the bots play each other.
    """

    bots: int
    seats: int
    seed: int
    regulars: int = 0

    @cached_property
    def copies(self) -> int:
        """Places in the circle that each bot has; with regulars 1."""
        return 1 if self.regulars else -(-self.seats // self.bots)

    @cached_property
    def tables(self) -> int:
        """Tables of a round."""
        return self.bots * (self.seats if self.regulars else self.copies)

    @cached_property
    def seats_a_bot(self) -> int:
        """Seats that each bot has in a round, over all tables."""
        return self.seats * self.copies

    @cached_property
    def distances(self) -> npt.NDArray[np.int64]:
        """Places in the circle of one table's people, int64, (seats,)."""
        return even_distances(self.bots * self.copies, self.seats)

    def round(self, number: int) -> npt.NDArray[np.int64]:
        """Line-ups of a round, int64, (tables, seats): who sits in each seat.

        A function of the seating and the number alone, whatever the version of numpy: the old
        generator's numbers are the ones that numpy promises to keep.
        """
        words = np.random.SeedSequence((self.seed, number))
        draw = np.random.RandomState(np.random.MT19937(words))
        if self.regulars:
            return self._against(draw)
        circle = draw.permutation(self.bots * self.copies)
        first = np.arange(len(circle))[:, np.newaxis]
        line_ups: npt.NDArray[np.int64] = circle[(first + self.distances) % len(circle)] % self.bots
        return line_ups

    def _against(self, draw: np.random.RandomState) -> npt.NDArray[np.int64]:
        n = self.seats
        copies = -(-(n - 1) // self.regulars)
        others = self.bots + draw.permutation(self.regulars * copies)[: n - 1] % self.regulars
        line_ups = np.empty((self.bots, n, n), np.int64)
        for seat in range(n):
            line_ups[:, seat, seat] = np.arange(self.bots)
            line_ups[:, seat, (seat + 1 + np.arange(n - 1)) % n] = others
        return line_ups.reshape(-1, n)


def even_distances(places: int, seats: int) -> npt.NDArray[np.int64]:
    """`seats` different places of a circle of `places` whose differences are spread evenly.

    >>> differences(even_distances(7, 3), 7)  # a difference set: the lines of a plane of 7 points
    array([1, 1, 1, 1, 1, 1])
    """
    draw = np.random.RandomState(1)
    tried = draw.random_sample((TRIES, places)).argsort(axis=1)[:, :seats]
    tried.sort(axis=1)
    apart = (tried[:, :, np.newaxis] - tried[:, np.newaxis, :]) % places
    flat = apart.reshape(TRIES, -1) + places * np.arange(TRIES)[:, np.newaxis]
    counts = np.bincount(flat.ravel(), minlength=TRIES * places).reshape(TRIES, places)
    unevenness = (counts[:, 1:] ** 2).sum(axis=1)
    best = tried[unevenness.argmin()]
    return np.asarray(draw.permutation(best), np.int64)


def differences(distances: npt.NDArray[np.int64], places: int) -> npt.NDArray[np.int64]:
    """How often each difference but 0 occurs among distances, int64, (places - 1,)."""
    apart = (distances[:, np.newaxis] - distances) % places
    return np.bincount(apart.ravel(), minlength=places)[1:]
