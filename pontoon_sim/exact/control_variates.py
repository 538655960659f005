"""DOC"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import ControlVariates
from pontoon_sim.exact.banker_distribution import (
    BankerHands,
    banker_distribution,
    banker_hands,
    payments,
    pontoon_loss,
)
from pontoon_sim.exact.lineup import LineUp
from pontoon_sim.exact.multisets import (
    LONGEST,
    VALUES,
    Counts,
    Floats,
    Ints,
    by_value,
    catalogue,
    pack_ranks,
    value_index,
)
from pontoon_sim.exact.queries import SAMPLED, player_score, refuse_what_cannot_be_counted
from pontoon_sim.game.legal import burn_totals
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


def control_variates(rules: Rules, seats: Sequence[Seat]) -> ControlVariates | str:
    """The expectations of a line-up as the kernel reads them, or one sentence that says why no luck
    can be taken out: the pack goes on, the banker looks at the players, or every player looks at
    other hands."""
    try:
        banker = _only_banker(rules, seats)
    except PontoonError as error:
        return str(error)
    # heads up, whatever a player looks at is its own hand or of earlier deals
    applies = tuple(rules.seats == 2 or seat.player.facts.own_cards_only for seat in seats)
    banks = rules.first_banker if rules.bank_stays else None
    players = [number for number in range(len(seats)) if number != banks]
    if not any(applies[number] for number in players):
        return (
            f"every player looks at other hands, such as '{seats[players[0]].player.name}', so that"
            f" no luck can be taken out of their gains exactly; {SAMPLED}"
        )
    record = np.zeros(1, CONTROL)
    record["row"][0, _hand_keys()] = np.arange(HAND_ROWS)
    record["hands"][0] = _hand_values(rules, banker)
    record["thrown"][0] = _thrown_rows(rules)
    mean, initial = [0] * len(seats), [0] * len(seats)
    for number, seat in enumerate(seats):
        record["applies"][0, number] = applies[number]
        own = _first_cards(rules, seat.player, banker) if applies[number] else None
        values = own or _first_cards(rules, find(DEFAULT_PLAYER, "player"), banker)
        assert values is not None
        record["spared"][0, number] = values.spared
        record["dealt"][0, number] = record["luck"][0, number] = values.dealt
        if own or (applies[number] and rules.stake_min == rules.stake_max):
            mean[number], initial[number] = values.mean, values.initial
        else:  # its stake may be any function of its first card: only the second is known luck
            record["luck"][0, number] -= values.given_first
    return ControlVariates(record, applies, tuple(mean), tuple(initial))


def _only_banker(rules: Rules, seats: Sequence[Seat]) -> Strategy:
    """The strategy that holds the bank in every deal."""
    if rules.bank_stays and rules.first_banker != "cut":
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


def _thrown_hands(rules: Rules) -> list[tuple[int, int]]:
    """Values of the hands of two cards that may be burnt (P33), lower value first."""
    return [
        (low, total - 2 - low)
        for total in burn_totals(rules)
        for low in range(1, 10)
        if low <= total - 2 - low <= 9
    ]


def _thrown_rows(rules: Rules) -> Ints:
    """By first two cards in order: 1 + place among `_thrown_hands`, 0 for other hands."""
    hands = _thrown_hands(rules)
    dealt = [sorted(map(value_index, divmod(cards, 13))) for cards in range(DEALT)]
    return np.array([hands.index((a, b)) + 1 if (a, b) in hands else 0 for a, b in dealt])


def _hand_keys() -> Ints:
    """Sums of HAND_KEYS of the hands of two to five cards, in the order of the catalogue."""
    hands = catalogue()
    keys: Ints = hands.counts[hands.size >= 2] @ np.array(HAND_KEYS[:VALUES])
    return keys


@lru_cache(64)
def _hand_values(rules: Rules, banker: Strategy) -> Floats:
    """`hands` of a control record, in whole CONTROL_UNITs.

    The value is that of the best player who only twists and sticks, and need not be any player's.
    """
    ends = banker_hands(banker, rules)
    hands = catalogue()
    out = np.zeros((THROWN, HAND_ROWS + 1, 4))
    out[:, HAND_ROWS, (FINISHED, WORTH)] = -1.0
    pack = np.array(by_value(pack_ranks(rules.packs)))
    for thrown, cards in enumerate([(), *_thrown_hands(rules)]):
        left = pack - np.bincount(np.array(cards, np.int64), minlength=VALUES) - hands.counts
        possible = (left >= 0).all(axis=1)
        stick, value, before = np.zeros((3, len(hands)))
        rows = np.flatnonzero(possible)
        stick[rows] = _gains_of_standing(rules, ends, left[rows], rows, split=False)
        # the next card is as likely as there are such cards and the banker then has no pontoon
        size = left.sum(axis=1) - 1
        after = left[:, None, :] - np.eye(VALUES, dtype=np.int64)
        pontoon = 2 * after[:, :, 0] * after[:, :, VALUES - 1] / (size * (size - 1))[:, None]
        chance = np.clip(left, 0, None) * (1 - pontoon)
        for cards_held in range(LONGEST, 1, -1):
            held = np.flatnonzero((hands.size == cards_held) & possible)
            child = hands.child[held]
            then = np.where(child >= 0, value[child], -1.0)
            before[held] = (chance[held] * then).sum(axis=1) / chance[held].sum(axis=1)
            draws = cards_held < LONGEST
            value[held] = np.maximum(stick[held], before[held]) if draws else stick[held]
        whole = hands.size >= 2
        for column, table in ((FINISHED, stick), (WORTH, value), (BEFORE, before)):
            out[thrown, :HAND_ROWS, column] = table[whole]
    result: Floats = np.rint(out * CONTROL_UNIT)
    return result


@dataclass(frozen=True)
class _FirstCards:
    """A player's expected gain by first two cards, per chip of its initial stake, CONTROL_UNITs.

    `given_first` is its mean over the second card; `mean` and `initial` are of a whole deal.
    """

    dealt: Ints
    spared: Ints
    given_first: Ints
    mean: int
    initial: int


@lru_cache(64)
def _first_cards(rules: Rules, player: Strategy, banker: Strategy) -> _FirstCards | None:
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
            gain = net[first, second] / stakes[first]
            played = (gain + pontoon * loss) / (1.0 - pontoon)
            dealt[first, second] = gain
            spared[first, second] = pontoon * (-loss - played)
            chance = ways / (size * (size - 1))
            mean += chance * net[first, second]
            initial += chance * stakes[first]
    after_first = np.tile(np.array(pack), (13, 1)) - np.eye(13)
    given_first = (dealt * after_first).sum(axis=1) / (size - 1)
    tables = (dealt, spared, np.repeat(given_first[:, None], 13, axis=1))
    units = CONTROL_UNIT
    whole = [np.rint(table * units).astype(np.int64).ravel() for table in tables]
    return _FirstCards(whole[0], whole[1], whole[2], round(mean * units), round(initial * units))


def _gains_of_standing(
    rules: Rules, banker: BankerHands, left: Ints, rows: Ints, split: bool
) -> Floats:
    """Expected gain per chip of hands that stand, given that the banker has no pontoon.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value after each hand.
    rows : int64, (m,)
        The hands, by row of the catalogue.
    split : bool
        Whether they are hands of a split.
    """
    banker_chances = banker_distribution(left, banker)
    scores = [player_score(rules, tuple(c), split) for c in catalogue().counts[rows].tolist()]
    pay = payments(rules).astype(np.float64)[scores]
    gains: Floats = np.einsum("nk,nk->n", banker_chances, pay) / (
        1.0 - banker_chances[:, SCORE_PONTOON]
    )
    return gains


@dataclass(frozen=True)
class FinishedHands:
    """Expected gain of a player's finished hand against the banker's exact outcome distribution.

    Attributes
    ----------
    rules : Rules
    banker : BankerHands
    per_chip : float64, (n, 2)
        By row of `multisets.catalogue()` and 0 for a hand not split, 1 for one of a split (whose
        other hands are not known): expected gain per chip staked, given exactly these cards and
        that the banker has no pontoon. NaN where there is no such finished hand (one card, none).

    Notes
    -----
    A bust hand gains exactly -1 per chip; a deal that the banker's pontoon ends, exactly what P8
    and P9 say. For the hands of a split together use `expected_net`, which takes all their cards.
    """

    rules: Rules
    banker: BankerHands
    per_chip: Floats

    def row(self, counts: Counts) -> int:
        """Row of a hand of ten counts by value; -1 for a bust."""
        return catalogue().row.get(counts, -1)

    def expected_net(self, hands: Sequence[tuple[Counts, int, int]]) -> float:
        """Expected gain in chips of all finished hands of one player together.

        Parameters
        ----------
        hands : sequence of (cards by value, score, stake in chips)
            Score as `layout.SCORE_*` and totals; the last card of a bust hand counts too.

        Returns
        -------
        float
            Given all these cards and that the banker has no pontoon.
        """
        pack = np.array(by_value(pack_ranks(self.rules.packs)))
        left = pack - np.sum([hand[0] for hand in hands], axis=0)
        if (left < 0).any():
            raise PontoonError("these hands hold more cards of a value than there are in the pack")
        banker_chances = banker_distribution(left[None, :], self.banker)[0]
        pay = payments(self.rules)
        played = 1.0 - banker_chances[SCORE_PONTOON]
        return float(
            sum(stake * (banker_chances @ pay[score]) for _, score, stake in hands) / played
        )


def finished_hands(rules: Rules, banker: Strategy) -> FinishedHands:
    """The table of expected gains of finished hands against one banker.

    Raises
    ------
    PontoonError
        The banker looks at more than its own hand, or the pack goes on from deal to deal.

    Examples
    --------
    >>> from pontoon_sim.game.rules import rules_from
    >>> from pontoon_sim.strategies import find
    >>> table = finished_hands(rules_from("shuffled"), find("draw_below_16", "banker"))
    >>> twenty = (0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    >>> round(float(table.per_chip[table.row(twenty), 0]), 4)
    0.5103
    """
    refuse_what_cannot_be_counted(rules, banker)
    ends = banker_hands(banker, rules)
    hands = catalogue()
    left = np.array(by_value(pack_ranks(rules.packs))) - hands.counts
    rows = np.flatnonzero((left >= 0).all(axis=1) & (hands.size >= 2))
    per_chip = np.full((len(hands), 2), np.nan)
    for split in (0, 1):
        per_chip[rows, split] = _gains_of_standing(rules, ends, left[rows], rows, bool(split))
    return FinishedHands(rules, ends, per_chip)


def first_two_cards(rules: Rules, player: Strategy, banker: Strategy) -> Floats:
    """Expected net of a deal in chips given the player's first two cards, as it will play them.

    Returns
    -------
    float64, (13, 13)
        By rank index of the first and of the second card (0 the ace to 12 the king). Its mean over
        fresh deals is `exact_value(...).net`.
    """
    return LineUp(rules, player, banker).net_by_dealt()
