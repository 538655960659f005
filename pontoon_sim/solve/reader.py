"""The banker that reads the table: what each hand shows says how good it is, and the banker draws
where that gains on all hands together.

With several players there is no solved plan, but a best reply by posterior: the chances of a hand's
score given all that is seen of it, summed over hands and stakes. The chances are learnt from given
players: by enumeration where that can be done, else from deals that they play. What the cards of
one hand say of another's is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_text
from pontoon_sim.engine.engine import Engine
from pontoon_sim.exact.banker_distribution import payments
from pontoon_sim.exact.multisets import VALUES, Counts, Floats, by_value, pack_ranks, plus
from pontoon_sim.exact.queries import (
    PlayerAnswers,
    TwoCards,
    may_draw,
    player_score,
    refuse_what_cannot_be_counted,
)
from pontoon_sim.game.cards import parse
from pontoon_sim.game.cards import value as value_of
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SCORE_PONTOON, SCORE_TRICK, SPLIT, STICK
from pontoon_sim.reference import Event
from pontoon_sim.solve.tree import UNIT, Signal
from pontoon_sim.solve.write import SHARED, signal_code, table
from pontoon_sim.strategies.library import seats_from
from pontoon_sim.strategies.model import Strategy

ENDS = SCORE_TRICK + 1
"""Where a banker's hand may end: 0 bust, its total, a trick."""

DEALS, DEALS_OF_TABLE = 40_000, 1_000
"""Deals that are played of a player who cannot be counted, and how many of them at one table."""

Standing = tuple[Signal, int, float]
"""What a hand that stands shows, its score, and its chance."""

Posterior = dict[Signal, Floats]
"""Chances of each score (0 to 24) of a standing hand and of its signal, float64 (25,), all
together 1."""


def posterior_of(rules: Rules, players: Sequence[Strategy], deals: int = DEALS) -> Posterior:
    """What each signal says of a hand, of players that are as likely as each other.

    Parameters
    ----------
    rules : Rules
    players : sequence of Strategy
        One who looks at its own hand only, has a fresh pack for every deal and leaves nothing to
        chance is counted exactly; of any other deals are played at a table full of it.
    deals : int
        How many: a multiple of `DEALS_OF_TABLE`.
    """
    sums: Posterior = defaultdict(lambda: np.zeros(SCORE_PONTOON + 1))
    for player in players:
        try:
            refuse_what_cannot_be_counted(rules, player)
            hands = _counted(rules, player)
        except PontoonError:
            hands = _played(rules, player, deals)
        for signal, score, chance in hands:
            if score != SCORE_PONTOON:  # which is shown (P12)
                sums[signal][score] += chance
    total = sum(float(row.sum()) for row in sums.values())
    return {signal: row / total for signal, row in sums.items()}


def _counted(rules: Rules, player: Strategy) -> Iterator[Standing]:
    answers, pack = PlayerAnswers(player, rules), by_value(pack_ranks(rules.packs))
    for start, chance in _starts(pack):
        initial = answers.stake(start.first)
        for hand, part in _hands(answers, start, initial, pack, chance):
            yield from _ends(answers, hand, initial, pack, part)


def _played(rules: Rules, player: Strategy, deals: int) -> Iterator[Standing]:
    """Hands that stood in deals at a table full of a player; as likely as in a hand it is dealt."""
    engine = Engine(rules, seats_from(rules, player), seed=1)
    part = 1 / (deals * (rules.seats - 1))
    for number in range(deals // DEALS_OF_TABLE):
        for deal in engine.records(number, 0, DEALS_OF_TABLE):
            for signal, cards, split in _standing(deal.events, deal.banker):
                counts = tuple(cards.count(value) for value in range(VALUES))
                yield signal, player_score(rules, counts, split), part


def _standing(events: Sequence[Event], banker: int) -> Iterator[tuple[Signal, list[int], bool]]:
    """What the standing hands of a deal show, their cards by value, and whether they were split."""
    cards: dict[Any, list[int]] = defaultdict(list)
    shown: dict[Any, Signal] = {}
    initial: dict[Any, int] = {}
    split: set[Any] = set()
    bought: Any = None
    args: Any
    for name, args in events:
        if name == "stake":
            initial[args[0]] = args[1]
        elif name == "buy":
            bought = args
        elif name == "burn":
            cards[args[0], 0].clear()
        elif name == "split":
            seat, hand, new, _ = args
            cards[seat, new] = [cards[seat, hand].pop()]
            split |= {(seat, hand), (seat, new)}
        elif name == "card":
            hand, value = args[:2], value_of(parse(str(args[2]))) - 1
            cards[hand].append(value)
            signal = shown.get(hand, Signal())
            if bought is not None:
                price = round(UNIT * bought[2] / initial[bought[0]])
                shown[hand] = Signal((*signal.prices, price), signal.twisted)
                bought = None
            elif len(cards[hand]) > 2:
                shown[hand] = Signal(signal.prices, (*signal.twisted, value))
        elif name in ("stick", "trick") and args[0] != banker:
            yield shown.get(args, Signal()), cards[args], args in split


def _starts(pack: Counts) -> Iterator[tuple[TwoCards, float]]:
    size = sum(pack)
    for first in range(VALUES):
        for second in range(VALUES):
            left = pack[second] - (first == second)
            yield TwoCards(first, second), pack[first] * left / (size * (size - 1))


def _hands(
    answers: PlayerAnswers, start: TwoCards, initial: int, pack: Counts, chance: float
) -> Iterator[tuple[TwoCards, float]]:
    """The hands that two cards become: themselves, or two of a split, each with its next card. A
    hand that is burnt or split again is left out."""
    opening = answers.opening(start, initial)
    if opening == SPLIT:
        size = sum(pack) - 2
        for second in range(VALUES):
            left = pack[second] - 2 * (second == start.first)
            for number in (0, 1):
                hand = TwoCards(start.first, second, number, 2)
                if answers.opening(hand, initial) != SPLIT:
                    yield hand, chance * left / size
    elif opening != BURN:
        yield start, chance


def _ends(
    answers: PlayerAnswers, start: TwoCards, initial: int, pack: Counts, chance: float
) -> Iterator[tuple[Signal, int, float]]:
    """How a hand may stand: what it shows, its score and its chance."""
    rules = answers.rules
    waiting = [(start.counts, Signal(), initial, 0, chance)]
    while waiting:
        counts, signal, stake, last, reach = waiting.pop()
        action = STICK
        if may_draw(rules, counts):
            bought, twisted = len(signal.prices), len(signal.twisted)
            action = answers.act(start, initial, (counts, bought, twisted, stake, last))
        if action == STICK:
            yield signal, player_score(rules, counts, start.split), reach
            continue
        size = sum(pack) - sum(counts)
        for value in range(VALUES):
            grown = plus(counts, value)
            part = reach * (pack[value] - counts[value]) / size
            if part <= 0 or sum((v + 1) * n for v, n in enumerate(grown)) > 21:
                continue
            if action > 0:
                price = round(UNIT * action / initial)
                shown = Signal((*signal.prices, price), signal.twisted)
                waiting.append((grown, shown, stake + action, action, part))
            else:
                shown = Signal(signal.prices, (*signal.twisted, value))
                waiting.append((grown, shown, stake, last, part))


_FILE = '''"""Reads the table: draws where that gains on all hands together, by what each shows.

Why: What was bought, at which price, and which cards were twisted say how good a hand is. For each
such signal the file holds what the banker gains by ending on each total; the sum over all hands,
with their stakes and shoot bets, says whether to draw. It remembers the order of the cards that
went under the pack: which cards come again, and which hands they make.

{learnt}

Weakness: It believes that players are like those it learnt from, and takes hands one by one: that
the cards of one hand are not in another it knows only of those that lie open.

Source: {command}
"""
{shared}
KNOWN = {known}
"""Row of a hand whose every card is known and comes to 0; then 1, ..."""


@helper
def total_of(view, slot):
    """Total of a hand whose every card is known, else 0."""
    hard = 0
    ace = False
    for k in range(2 + view.hand_bought[slot] + view.hand_twisted[slot]):
        rank = view.hand_cards[5 * slot + k]
        if rank == 0:
            return 0
        hard += min(rank, 10)
        ace = ace or rank == 1
    return hard + 10 if ace and hard <= 11 else hard


@banker_strategy(uses_order=True, uses_seen=True)
def draw(view):
    """Draw where the best play from there gains more than standing."""
    worth = np.zeros({ends})
    for slot in range(len(view.hand_state)):
        state = view.hand_state[slot]
        if state != HAND_STUCK and state != HAND_TRICK:
            continue
        row = place_of(KEYS, signal_of(view, slot))
        total = total_of(view, slot)
        if state == HAND_STUCK and total > 0:
            row = KNOWN + total
        elif row < 0:
            row = ROUGHLY[4 * min(view.hand_bought[slot], 3) + min(view.hand_twisted[slot], 3)]
        for end in range({ends}):
            worth[end] += view.hand_stake[slot] * GAINS[row * {ends} + end]
            worth[end] += view.hand_shoot[slot] * SHOTS[row * {ends} + end]
    # First come cards that have not been seen since the shuffle, then those that went under.
    of_a_rank = 4 * ((view.cards_left + 51) // 52)
    left = np.zeros(10)
    for rank in range(13):
        gone = view.seen[rank] if view.fresh > 0 else view.held[rank]
        left[min(rank, 9)] += max(of_a_rank - gone, 0)
    unseen = max(left.sum(), 1.0)
    # What the banker may still gain, from five cards down to the hand that it has.
    best = np.zeros((6, 22, 2))
    for cards in range(5, view.cards - 1, -1):
        for hard in range(1, 22):
            for ace in range(2):
                end = hard + 10 if ace == 1 and hard <= 11 else hard
                stand = worth[{ends} - 1] if cards == 5 else worth[end]
                drawn = stand
                if cards < 5 and (end < 21 or (hard < 21 and cards > 2)):
                    drawn = 0.0
                    known = min(view.coming[cards - view.cards], 10)
                    for value in range(1, 11):
                        chance = left[value - 1] / unseen
                        if known > 0:
                            chance = 1.0 if value == known else 0.0
                        if chance > 0.0:
                            after = worth[0]
                            if hard + value <= 21:
                                held = 1 if ace == 1 or value == 1 else 0
                                after = best[cards + 1, hard + value, held]
                            drawn += after * chance
                if cards == view.cards and hard == view.hard and ace == (view.held[0] > 0):
                    return float(drawn) > float(stand)
                best[cards, hard, ace] = max(stand, drawn)
    return False
'''


def reader_text(rules: Rules, players: Sequence[Strategy], command: str) -> str:
    """The Python file of a banker that reads hands like those of these players."""
    posterior = posterior_of(rules, players)
    pay = payments(rules)[:, :ENDS].astype(float)
    shot = np.where(np.arange(SCORE_PONTOON + 1)[:, None] > np.arange(ENDS)[None, :], -1.0, 1.0)
    rough: dict[int, Floats] = defaultdict(lambda: np.zeros(SCORE_PONTOON + 1))
    rows: dict[int, Floats] = {}
    prices = (UNIT, rules.buy_max * UNIT) if rules.buy_max > 1 else (UNIT,)
    everything = sum(posterior.values())
    for signal, row in posterior.items():
        shown = Signal(tuple(_nearest(p, prices) for p in signal.prices), signal.twisted)
        code = signal_code(shown, prices)
        rows[code] = rows.get(code, 0) + row
        rough[4 * len(signal.prices) + len(signal.twisted)] += row
    keys = sorted(rows)
    tables = [rows[key] for key in keys]
    places = []
    for kind in range(16):
        places.append(len(tables))
        tables.append(rough[kind] if kind in rough else np.asarray(everything))
    known = len(tables)
    tables += list(np.eye(SCORE_TRICK, SCORE_PONTOON + 1))
    chances = np.array([row / row.sum() for row in tables])
    text = (
        table("KEYS", np.array(keys, np.int64))
        + table("ROUGHLY", np.array(places, np.int64))
        + table("GAINS", (-chances @ pay).astype(np.float32).ravel())
        + table("SHOTS", (chances @ shot).astype(np.float32).ravel())
    )
    names = "HAND_STUCK, HAND_TRICK, banker_strategy, helper"
    shared = SHARED.format(names=names, stakes=[1.0], tables=text, dear=1 + max(rules.buy_max, 1))
    return _FILE.format(
        learnt=fill("Learnt from " + ", ".join(player.name for player in players) + ".", 100),
        command=command,
        shared=shared.strip("\n"),
        ends=ENDS,
        known=known,
    )


def _nearest(price: int, prices: tuple[int, ...]) -> int:
    return min(prices, key=lambda known: abs(known - price))


def write_reader(path: str | Path, rules: Rules, players: Sequence[Strategy], command: str) -> None:
    """Write the file of `reader_text`; `path` ends in `.py`."""
    write_text(path, reader_text(rules, players, command))
