"""What the simulator looks up to take luck out of its estimates (control variates).

Four kinds of luck are replaced by their expectation, which is known given what went before:

- *the banker's cards*: a finished hand's gain by its exact expectation given its cards and that the
  banker has no pontoon;
- *the player's draws*: what a drawn card adds to the worth of the hand, less the mean of that over
  all next cards, is taken off; any worth will do, and that of the best player who only twists and
  sticks does for all players;
- *the banker's pontoon*: a deal with one by what such first two cards are worth, pontoon or not;
- *the player's first two cards*: the mean of what they are worth is known and taken off.

It holds wherever the player's cards say nothing about the banker's beyond not being there: the pack
is fresh, the banker looks at its own hand only, and so does the player, or there is no other hand
to look at. A player who sees other hands acts on cards that are not its own, so that its finished
hand tells something of them; it keeps the gains that it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.asking import (
    BURNABLE,
    SAMPLED,
    banker_hands,
    finished,
    player_score,
    refuse_what_cannot_be_counted,
)
from pontoon_sim.exact.compiled import laws
from pontoon_sim.exact.lineup import LineUp
from pontoon_sim.exact.multisets import (
    LONGEST,
    VALUES,
    Floats,
    Ints,
    by_value,
    catalogue,
    pack_ranks,
    value_index,
)
from pontoon_sim.exact.terms import payments, pontoon_loss
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import SCORE_PONTOON
from pontoon_sim.kernel.state import (
    BEFORE,
    CONTROL,
    CONTROL_UNIT,
    DEALT,
    FINISHED,
    HAND_KEYS,
    HAND_ROWS,
    THROWN,
    WORTH,
)
from pontoon_sim.strategies.library import DEFAULT_PLAYER, find
from pontoon_sim.strategies.model import Seat, Strategy


@dataclass(frozen=True)
class Sharper:
    """What a line-up's expectations are, as the kernel reads them.

    Attributes
    ----------
    record : ndarray of kernel.state.CONTROL, shape (1,)
        Tables; its sums are scratch, so that every thread takes a copy.
    applies : tuple of bool
        By seat: whether its hands as a player are looked up.
    mean : tuple of int
        By seat: mean of what the kernel counts as luck of the first two cards in a deal,
        CONTROL_UNITs; 0 where it is counted from its mean.
    initial : tuple of int
        By seat: expected initial stake of a deal, CONTROL_UNITs; 0 where it is not known.
    """

    record: np.ndarray
    applies: tuple[bool, ...]
    mean: tuple[int, ...]
    initial: tuple[int, ...]


def sharper(rules: Rules, seats: Sequence[Seat]) -> Sharper:
    """The expectations of a line-up.

    Raises
    ------
    PontoonError
        Nothing can be taken out: the pack goes on, the banker looks at the players, every player
        looks at other hands. The sentence says why.
    """
    banker = _one_banker(rules, seats)
    applies = tuple(_looks_at_nothing_of_the_bank(rules, seat.player) for seat in seats)
    players = [s for s in range(len(seats)) if _plays(rules, s)]
    if not any(applies[s] for s in players):
        raise PontoonError(
            f"every player looks at other hands, such as '{seats[players[0]].player.name}', so that"
            f" no luck can be taken out of their gains exactly; {SAMPLED}"
        )
    record = np.zeros(1, CONTROL)
    record["row"][0, _places()] = np.arange(HAND_ROWS)
    record["hands"][0] = _hands(rules, banker)
    record["thrown"][0] = _thrown_rows(rules)
    mean, initial = [0] * len(seats), [0] * len(seats)
    for number, seat in enumerate(seats):
        record["applies"][0, number] = applies[number]
        known = _dealt(rules, seat.player, banker) if applies[number] else None
        worth = known or _dealt(rules, find(DEFAULT_PLAYER, "player"), banker)
        assert worth is not None
        record["spared"][0, number] = worth.spared
        record["dealt"][0, number] = record["luck"][0, number] = worth.dealt
        if known or (applies[number] and rules.stake_min == rules.stake_max):
            mean[number], initial[number] = worth.mean, worth.initial
        else:  # its stake may be any function of its first card: only the second is known luck
            record["luck"][0, number] -= worth.given_first
    return Sharper(record, applies, tuple(mean), tuple(initial))


def sharper_where_it_can(rules: Rules, seats: Sequence[Seat]) -> Sharper | None:
    """The expectations of a line-up, or None where nothing can be taken out."""
    if rules.reshuffle != "every_deal":
        return None
    try:
        return sharper(rules, seats)
    except PontoonError:
        return None


def _plays(rules: Rules, seat: int) -> bool:
    """Whether a seat is ever a player."""
    return not (_stays(rules) and rules.first_banker == seat)


def _stays(rules: Rules) -> bool:
    """Whether the first banker keeps the bank."""
    return rules.bank_passes == "never" and not rules.bank_sale and not rules.shoot


def _one_banker(rules: Rules, seats: Sequence[Seat]) -> Strategy:
    if _stays(rules) and rules.first_banker != "cut":
        banker = seats[int(rules.first_banker)].banker
    else:
        banker = seats[0].banker
        other = next((s.banker for s in seats if s.banker != banker), None)
        if other is not None:
            raise PontoonError(
                f"bankers '{banker.name}' and '{other.name}' may both hold the bank, and no luck is"
                f" taken out of the gains against more than one; {SAMPLED}"
            )
    refuse_what_cannot_be_counted(rules, banker)
    return banker


def _looks_at_nothing_of_the_bank(rules: Rules, player: Strategy) -> bool:
    """Whether a player's finished hand tells no more of the hidden cards than which are gone."""
    if rules.seats == 2:
        return True  # whatever it looks at is its own hand or of earlier deals
    return player.facts.own_cards_only


# --- tables -------------------------------------------------------------------------------------


def _thrown_hands(rules: Rules) -> list[tuple[int, int]]:
    """Values of the hands of two cards that may be burnt (P33), lower value first."""
    return [
        (low, total - 2 - low)
        for total in BURNABLE[rules.burn]
        for low in range(1, 10)
        if low <= total - 2 - low <= 9
    ]


def _thrown_rows(rules: Rules) -> Ints:
    """By first two cards in order: 1 + place among `_thrown_hands`, 0 for other hands."""
    hands = _thrown_hands(rules)
    dealt = [sorted(map(value_index, divmod(cards, 13))) for cards in range(DEALT)]
    return np.array([hands.index((a, b)) + 1 if (a, b) in hands else 0 for a, b in dealt])


def _places() -> Ints:
    """Sums of HAND_KEYS of the hands of two to five cards, in the order of the catalogue."""
    hands = catalogue()
    places: Ints = hands.counts[hands.size >= 2] @ np.array(HAND_KEYS[:VALUES])
    return places


@lru_cache(64)
def _hands(rules: Rules, banker: Strategy) -> Floats:
    """`hands` of a control record, in whole CONTROL_UNITs.

    The worth is that of the best player who only twists and sticks, and need not be any player's.
    """
    ends = finished(banker_hands(banker, rules))
    hands = catalogue()
    out = np.zeros((THROWN, HAND_ROWS + 1, 4))
    out[:, HAND_ROWS, (FINISHED, WORTH)] = -1.0
    pack = np.array(by_value(pack_ranks(rules.packs)))
    counts = hands.counts.tolist()
    pay = payments(rules).astype(np.float64)[[player_score(tuple(c), rules, False) for c in counts]]
    for row, cards in enumerate([(), *_thrown_hands(rules)]):
        left = pack - np.bincount(np.array(cards, np.int64), minlength=VALUES) - hands.counts
        possible = (left >= 0).all(axis=1)
        law = laws(left[possible], ends)
        stick, worth, before = np.zeros((3, len(hands)))
        stick[possible] = np.einsum("nk,nk->n", law, pay[possible]) / (1 - law[:, SCORE_PONTOON])
        # the next card is as likely as there are such cards and the banker then has no pontoon
        size = left.sum(axis=1) - 1
        after = left[:, None, :] - np.eye(VALUES, dtype=np.int64)
        pontoon = 2 * after[:, :, 0] * after[:, :, VALUES - 1] / (size * (size - 1))[:, None]
        chance = np.clip(left, 0, None) * (1 - pontoon)
        for cards_held in range(LONGEST, 1, -1):
            here = np.flatnonzero((hands.size == cards_held) & possible)
            child = hands.child[here]
            then = np.where(child >= 0, worth[child], -1.0)
            before[here] = (chance[here] * then).sum(axis=1) / chance[here].sum(axis=1)
            draws = cards_held < LONGEST
            worth[here] = np.maximum(stick[here], before[here]) if draws else stick[here]
        whole = hands.size >= 2
        for column, table in ((FINISHED, stick), (WORTH, worth), (BEFORE, before)):
            out[row, :HAND_ROWS, column] = table[whole]
    result: Floats = np.rint(out * CONTROL_UNIT)
    return result


@dataclass(frozen=True)
class _Dealt:
    """A player's worth by first two cards, per chip of its initial stake, CONTROL_UNITs.

    `given_first` is its mean over the second card; `mean` and `initial` are of a whole deal.
    """

    dealt: Ints
    spared: Ints
    given_first: Ints
    mean: int
    initial: int


@lru_cache(64)
def _dealt(rules: Rules, player: Strategy, banker: Strategy) -> _Dealt | None:
    """None for a player who cannot be counted."""
    try:
        line_up = LineUp(rules, player, banker)
        net = line_up.net_by_dealt()
        stakes = [line_up.enumeration.player.stake(first) for first in range(13)]
    except PontoonError:
        return None
    dealt, spared = np.zeros((13, 13)), np.zeros((13, 13))
    mean = initial = 0.0
    pack = pack_ranks(rules.packs)
    size = sum(pack)
    for first in range(13):
        for second in range(13):
            ways = pack[first] * (pack[second] - (first == second))
            counts = np.bincount([value_index(first), value_index(second)], minlength=10)
            left = np.array(by_value(pack)) - counts
            pontoon = 2.0 * left[0] * left[9] / ((size - 2) * (size - 3))
            loss = pontoon_loss(rules, tuple(counts.tolist()))
            worth = net[first, second] / stakes[first]
            played = (worth + pontoon * loss) / (1.0 - pontoon)
            dealt[first, second] = worth
            spared[first, second] = pontoon * (-loss - played)
            chance = ways / (size * (size - 1))
            mean += chance * net[first, second]
            initial += chance * stakes[first]
    after_one = np.tile(np.array(pack), (13, 1)) - np.eye(13)
    given_first = (dealt * after_one).sum(axis=1) / (size - 1)
    tables = (dealt, spared, np.repeat(given_first[:, None], 13, axis=1))
    units = CONTROL_UNIT
    whole = [np.rint(table * units).astype(np.int64).ravel() for table in tables]
    return _Dealt(whole[0], whole[1], whole[2], round(mean * units), round(initial * units))


__all__ = ["Sharper", "sharper", "sharper_where_it_can"]
