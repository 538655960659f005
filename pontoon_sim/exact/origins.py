"""Where a player's hands come from, as arrays over the catalogue: what sticking is worth to each
hand, and how likely it is.

Everything is per *ordered* sequence of the hand's cards, and joint with no banker's pontoon. So the
value of drawing is a plain sum over the next card, and hands of different origin (the first deal,
the hands of a split) may be added up where a player does not tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import perm

import numpy as np

from pontoon_sim.exact.asking import player_score
from pontoon_sim.exact.compiled import Finished, laws
from pontoon_sim.exact.groups import remove
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    Counts,
    Floats,
    Ints,
    by_value,
    catalogue,
    plus,
    sequence_chances,
    value_index,
)
from pontoon_sim.exact.splits import Measure
from pontoon_sim.exact.terms import payments
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import SCORE_PONTOON

_TEN = VALUES - 1


@dataclass(frozen=True)
class Origin:
    """Hands of one origin.

    Attributes
    ----------
    stick : float64, (n,)
        By row of the catalogue: gain of a chip staked on the finished hand, weighed with the chance
        of one given order of its cards and of no banker's pontoon.
    chance : float64, (n,)
        That chance.
    bust : float64, (n,)
        Chance that it is reached and that the next card busts it.
    """

    stick: Floats
    chance: Floats
    bust: Floats

    def __add__(self, other: Origin) -> Origin:
        return Origin(self.stick + other.stick, self.chance + other.chance, self.bust + other.bust)

    def times(self, factor: float) -> Origin:
        """The same hands, `factor` times as likely."""
        return Origin(factor * self.stick, factor * self.chance, factor * self.bust)


@lru_cache(4)
def _payments_of_hands(rules: Rules, split: bool) -> Floats:
    """Chips per chip staked of every hand of the catalogue, by the banker's score."""
    scores = [player_score(tuple(c), rules, split) for c in catalogue().counts.tolist()]
    pay: Floats = payments(rules)[scores].astype(np.float64)
    return pay


def origin(
    rules: Rules, banker: Finished, root: Counts, left: Sequence[tuple[float, Counts]], split: bool
) -> Origin:
    """Hands that begin with the cards `root`.

    Parameters
    ----------
    left : sequence of (weight, cards left by value)
        Packs after the root, with their signed weights.
    split : bool
        Whether the hands are those of a split (P18, P35).
    """
    hands = catalogue()
    rows = np.flatnonzero((hands.counts >= np.array(root)).all(axis=1) & (hands.size >= 1))
    further: Ints = hands.counts[rows] - np.array(root)
    pay = _payments_of_hands(rules, split)[rows]
    stick, chance = np.zeros(len(hands)), np.zeros(len(hands))
    for weight, pack in left:
        after = np.array(pack) - further
        possible = (after >= 0).all(axis=1)
        here = rows[possible]
        law = laws(after[possible], banker)
        joint = weight * sequence_chances(pack, further[possible])
        stick[here] += joint * np.einsum("nk,nk->n", law, pay[possible])
        chance[here] += joint * (1.0 - law[:, SCORE_PONTOON])
    child = hands.child
    survive = np.where(child >= 0, chance[child], 0.0).sum(axis=1)
    return Origin(stick, chance, np.where(hands.size < 5, chance - survive, 0.0))


def first_deal(rules: Rules, banker: Finished, ranks: Counts, chance: float) -> Origin:
    """Hands of two cards from a pack of these ranks that is met with this chance."""
    return origin(rules, banker, EMPTY, [(chance, by_value(ranks))], False)


@dataclass(frozen=True)
class SplitOrigins:
    """Hands of split ranks of one value, by how many cards of the rank are known to be gone.

    Attributes
    ----------
    plain : dict of int to Origin
        Hands whose second card is not a ten-card, where tens are split; else any second card.
    other_ten, same_rank : dict of int to Origin
        Where tens are split: hands whose second card is a ten-card of another rank, or of the same.
    """

    plain: dict[int, Origin]
    other_ten: dict[int, Origin]
    same_rank: dict[int, Origin]

    def __add__(self, other: SplitOrigins) -> SplitOrigins:
        return SplitOrigins(
            _joined(self.plain, other.plain),
            _joined(self.other_ten, other.other_ten),
            _joined(self.same_rank, other.same_rank),
        )

    def weighed(self, measure: Measure) -> tuple[Origin, Origin | None, Origin | None]:
        """The three kinds of hands under a measure; None where tens are not split."""

        def total(kinds: dict[int, Origin]) -> Origin | None:
            known = [kinds[n].times(weight) for n, weight in measure if n in kinds]
            return sum(known[1:], known[0]) if known else None

        plain = total(self.plain)
        assert plain is not None
        return plain, total(self.other_ten), total(self.same_rank)


def _joined(a: dict[int, Origin], b: dict[int, Origin]) -> dict[int, Origin]:
    both = {n: a[n] + b[n] for n in a.keys() & b.keys()}
    return {**a, **b, **both}


def split_origins(
    rules: Rules, banker: Finished, value: int, ranks: Counts, chance: float
) -> SplitOrigins:
    """Hands of a split of any rank of a value, for every number of its cards that may be gone."""
    same_value = [rank for rank in range(13) if value_index(rank) == value]
    parts = []
    for own in sorted({ranks[rank] for rank in same_value}):
        like = [rank for rank in same_value if ranks[rank] == own]
        parts.append(_split_rank(rules, banker, like[0], ranks, len(like) * chance))
    return sum(parts[1:], parts[0])


def _split_rank(
    rules: Rules, banker: Finished, rank: int, ranks: Counts, chance: float
) -> SplitOrigins:
    size, value = sum(ranks), value_index(rank)
    root = plus(EMPTY, value)
    two = plus(root, value)
    plain: dict[int, Origin] = {}
    other: dict[int, Origin] = {}
    same: dict[int, Origin] = {}
    for gone in range(2, 2 * rules.max_hands + 1):
        weight = perm(ranks[rank], gone) / perm(size, gone) if gone <= ranks[rank] else 0.0
        if not weight:
            zero = np.zeros(len(catalogue()))
            plain[gone] = Origin(zero, zero, zero)
            continue
        weight *= chance
        less = by_value(remove(ranks, rank, gone))
        plain[gone] = origin(rules, banker, root, [(weight, less)], True)
        if value == _TEN:
            own = ranks[rank] - gone
            for kinds, cards in ((other, less[_TEN] - own), (same, own)):
                share = weight * cards / (size - gone)
                if share:
                    kinds[gone] = origin(rules, banker, two, [(share, plus(less, _TEN, -1))], True)
    return SplitOrigins(plain, other, same)
