"""P17: which hands come out of a split, each with its chance, without playing the others.

Every hand looks at itself alone, so by linearity each hand's share of the value needs only what its
*existence* says about the pack: which second cards before it were of the split rank. That a card is
*not* of the split rank is counted by inclusion and exclusion: P(not r) = P(any) - P(r). So what is
known is always "n cards of the split rank are gone", with a whole-number weight: a `Measure`.
Unseen cards are exchangeable: it does not matter that both hands of a split are dealt to at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Measure = tuple[tuple[int, int], ...]
"""Pairs (n, weight): with this weight, n given cards are of the split rank."""

BEFORE: Measure = ((2, 1),)
"""What is known when the first pair is split: its two cards."""


@dataclass(frozen=True, order=True)
class SplitHand:
    """One hand of a split, as it is played.

    Attributes
    ----------
    hand, hands : int
        Its number, and the hands that the player has when its turn comes.
    may_pair : bool
        Whether its second card may be of the split rank (else that pair was split again).
    """

    hand: int
    hands: int
    may_pair: bool


Splits = Callable[[int, int], bool]
"""Whether hand `hand` of `hands`, again a pair of the split rank, is split again."""


def _shift(measure: Measure) -> Measure:
    """One more given card is of the split rank."""
    return tuple((n + 1, weight) for n, weight in measure)


def _sum(*parts: tuple[Measure, int]) -> Measure:
    total: dict[int, int] = {}
    for measure, sign in parts:
        for n, weight in measure:
            total[n] = total.get(n, 0) + sign * weight
    return tuple(sorted((n, weight) for n, weight in total.items() if weight))


def _other(measure: Measure) -> Measure:
    """One given card is not of the split rank."""
    return _sum((measure, 1), (_shift(measure), -1))


def hands_of(splits: Splits) -> dict[SplitHand, Measure]:
    """Every hand that can come out of a split pair, with what is known when it is played.

    Parameters
    ----------
    splits : callable
        False at the latest where the hands reach `max_hands`.
    """
    found: dict[SplitHand, Measure] = {}

    def turn(hand: int, hands: int, known: Measure) -> None:
        if hand == hands:
            return
        again = splits(hand, hands)
        played = SplitHand(hand, hands, not again)
        found[played] = _sum((found.get(played, ()), 1), (known, 1))
        if again:
            turn(hand, hands + 1, _shift(known))
            turn(hand + 1, hands, _other(known))
        else:
            turn(hand + 1, hands, known)

    turn(0, 2, BEFORE)
    return found


def pairs_of(splits: Splits) -> dict[tuple[SplitHand, SplitHand], Measure]:
    """Every two hands of one split, the earlier first, with what is known of the other cards."""
    found: dict[tuple[SplitHand, SplitHand], Measure] = {}

    def turn(hand: int, hands: int, known: Measure, first: SplitHand | None) -> None:
        if hand == hands:
            return
        again = splits(hand, hands)
        played = SplitHand(hand, hands, not again)
        if again:
            turn(hand, hands + 1, _shift(known), first)
        if first is not None:
            pair = (first, played)
            found[pair] = _sum((found.get(pair, ()), 1), (known, 1))
        else:
            turn(hand + 1, hands, known, played)
        turn(hand + 1, hands, _other(known) if again else known, first)

    turn(0, 2, BEFORE, None)
    return found


def ways_of(splits: Splits) -> list[tuple[SplitHand, ...]]:
    """Every way in which a split may go on, told by all the hands that come out of it.

    Of each way is known that as many cards are of the split rank as there are hands.
    """

    def turn(hand: int, hands: int) -> Iterator[tuple[SplitHand, ...]]:
        if hand == hands:
            yield ()
            return
        again = splits(hand, hands)
        for others in turn(hand + 1, hands):
            yield (SplitHand(hand, hands, not again), *others)
        if again:
            yield from turn(hand, hands + 1)

    return list(turn(0, 2))
