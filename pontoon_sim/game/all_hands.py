"""Every hand of two to five cards that has not bust, by the values held, purchases and twists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from pontoon_sim.game.cards import VALUES
from pontoon_sim.game.legal import MOST_CARDS_OF_A_HAND, TurnHand


class HeldHand(NamedTuple):
    """Cards held, and how they came.

    Attributes
    ----------
    ranks : tuple of int
        Rank indices, 0 (ace) to 12 (king), in ascending order.
    bought, twisted : int
        Cards after the first two that were bought and that were twisted.
    """

    ranks: tuple[int, ...]
    bought: int = 0
    twisted: int = 0

    @property
    def hard(self) -> int:
        """Total with every ace as 1."""
        return sum(VALUES[rank] for rank in self.ranks)

    @property
    def soft(self) -> bool:
        """Whether an ace counts as 11 in the best total (P2)."""
        return self.ranks[0] == 0 and self.hard <= 11

    @property
    def total(self) -> int:
        """Best total (P2)."""
        return self.hard + 10 * self.soft

    @property
    def pair(self) -> int:
        """Rank 1 to 13 of two equal cards that are the whole hand, else 0 (P17)."""
        return self.ranks[0] + 1 if len(self.ranks) == 2 and len(set(self.ranks)) == 1 else 0

    def on_turn(self, initial: int = 1) -> TurnHand:
        """The hand of a player with one hand, to whom the dearest price is still open."""
        return TurnHand(
            cards=len(self.ranks),
            hard=self.hard,
            soft=self.soft,
            pair=self.pair,
            initial=initial,
            twisted=self.twisted,
        )


def all_hands(histories: bool = True) -> Iterator[HeldHand]:
    """Every hand that has not bust.

    Two cards are told apart by rank; more by value, ten-cards standing as tens.

    Parameters
    ----------
    histories : bool
        Each hand once for every number of purchases before its twists (P15); False for the
        banker's hands, whose cards count as neither.
    """
    for count in range(2, MOST_CARDS_OF_A_HAND + 1):
        for ranks in combinations_with_replacement(range(13 if count == 2 else 10), count):
            if sum(VALUES[rank] for rank in ranks) > 21:
                continue
            for bought in range(count - 1 if histories else 1):
                yield HeldHand(ranks, bought, count - 2 - bought if histories else 0)
