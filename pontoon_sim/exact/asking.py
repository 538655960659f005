"""What a strategy does with a hand of given values: its answers, asked once, and the refusals.

The enumeration tells cards by value. A strategy that tells a jack from a king in any other way than
by a pair, or looks at anything but its own hand, is refused here in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import sub

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.compiled import Finished
from pontoon_sim.exact.multisets import (
    EMPTY,
    LONGEST,
    VALUES,
    Counts,
    best_total,
    hard_total,
    plus,
    value_index,
)
from pontoon_sim.game import legal
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    BURN,
    DRAW,
    SCORE_21,
    SCORE_BUST,
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
    SPLIT,
    STAKE,
    STICK,
    TURN,
    TWIST,
)
from pontoon_sim.strategies.check import action_name, illegal
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.view import View, describe_hand

SAMPLED = "'pontoon simulate' samples such a line-up"
_TEN, _KING = 9, 12
BURNABLE: dict[str, tuple[int, ...]] = {"none": (), "hard_13": (13,), "hard_13_14": (13, 14)}


def refuse_what_cannot_be_counted(rules: Rules, *strategies: Strategy) -> None:
    """Raise PontoonError, one sentence, where an exact value would not be right."""
    if rules.reshuffle != "every_deal":
        raise PontoonError(
            f"reshuffle = {rules.reshuffle} lets the cards of one deal shape the next, which cannot"
            f" be counted exactly: take --rules shuffled; {SAMPLED}"
        )
    for strategy in strategies:
        facts, role = strategy.facts, strategy.role
        name = f"{role} '{strategy.name}'"
        if facts.uses_seen:
            raise PontoonError(
                f"{name} counts the cards that it has seen, so that its value cannot be counted"
                f" exactly; {SAMPLED}"
            )
        if not facts.own_cards_only:
            raise PontoonError(
                f"{name} looks at more than its own hand (own_cards_only is not declared), so that"
                f" its value cannot be counted exactly; {SAMPLED}"
            )
        if not facts.deterministic:
            raise PontoonError(
                f"{name} leaves something to chance, which is not counted exactly; {SAMPLED}"
            )
        if rules.banker_doubles != "none" and strategy.decides("double"):
            raise PontoonError(
                f"{name} may double the deal on its first card (banker_doubles ="
                f" {rules.banker_doubles}), which is not counted exactly: set banker_doubles=none;"
                f" {SAMPLED}"
            )


def _tells_tens(strategy: Strategy, view: View) -> PontoonError:
    return PontoonError(
        f"{strategy.role} '{strategy.name}' tells ten-cards apart by more than a pair"
        f" ({describe_hand(view)}), which is not counted exactly; {SAMPLED}"
    )


def _answer(strategy: Strategy, decision: str, view: View) -> int:
    try:
        answer = int(strategy.answer(decision, view))
    except PontoonError:
        raise
    except Exception as error:
        raise PontoonError(
            f"strategy '{strategy.name}' raised {type(error).__name__}: {error}, asked about"
            f" {describe_hand(view)}; try 'pontoon strategies check {strategy.path}'"
        ) from None
    why = illegal(decision, view, answer)
    if why:
        raise PontoonError(
            f"strategy '{strategy.name}' answers {action_name(decision, answer)} to"
            f" {describe_hand(view)}: {why}"
        )
    return answer


def _view(rules: Rules) -> View:
    return View(
        seats=rules.seats,
        stake_min=rules.stake_min,
        stake_max=rules.stake_max,
        cards_left=52 * rules.packs - 2 * rules.seats,
        hands=1,
    )


# --- the banker ---------------------------------------------------------------------------------


def banker_score(counts: Counts) -> int:
    """Score of a banker's finished hand."""
    size, total = sum(counts), best_total(counts)
    if hard_total(counts) > 21:
        return SCORE_BUST
    if size == LONGEST:
        return SCORE_TRICK
    return SCORE_PONTOON if size == 2 and total == 21 else total


def may_draw(counts: Counts, rules: Rules) -> bool:
    """P19: whether a hand that has not bust may have another card."""
    hard, total = hard_total(counts), best_total(counts)
    return legal.may_draw(rules, sum(counts), hard, total != hard)


class BankerAnswers:
    """Whether a banker draws, by first card and hand; each asked once."""

    def __init__(self, strategy: Strategy, rules: Rules) -> None:
        self.strategy, self.rules = strategy, rules
        self.by_table = strategy.form == "table"
        self._known: dict[tuple[int, Counts], bool] = {}
        self._view = _view(rules)

    def draws(self, first: int, counts: Counts) -> bool:
        """Whether it draws to a hand that may; `first` is the value index of its first card."""
        key = (0 if self.by_table else first, counts)
        if key not in self._known:
            answer = self._ask(first, counts, _TEN)
            if not self.by_table and counts[_TEN] and answer != self._ask(first, counts, _KING):
                raise _tells_tens(self.strategy, self._view)
            self._known[key] = bool(answer)
        return self._known[key]

    def _ask(self, first: int, counts: Counts, ten: int) -> int:
        view, size = self._view, sum(counts)
        view.decision, view.position = DRAW, self.rules.seats - 1
        view.first_card = (ten if first == _TEN else first) + 1
        view.cards, view.hard, view.total = size, hard_total(counts), best_total(counts)
        view.soft = int(view.hard != view.total)
        view.held = [*counts[:_TEN], 0, 0, 0, 0]
        view.held[ten] = counts[_TEN]
        view.pair = next((r + 1 for r, n in enumerate(view.held) if n == 2), 0) if size == 2 else 0
        view.twisted = size - 2
        view.can_stick = view.can_twist = 1
        return _answer(self.strategy, "draw", view)


def banker_hands(strategy: Strategy, rules: Rules) -> dict[Counts, int]:
    """Every hand that ends the banker's turn without a bust, and in how many orders it comes."""
    asked = BankerAnswers(strategy, rules)
    level = {(v, plus(EMPTY, v)): 1 for v in range(VALUES)}
    done: dict[Counts, int] = {}
    for size in range(1, LONGEST + 1):
        following: dict[tuple[int, Counts], int] = {}
        for (first, counts), ways in level.items():
            if size >= 2 and not (may_draw(counts, rules) and asked.draws(first, counts)):
                done[counts] = done.get(counts, 0) + ways
                continue
            hard = hard_total(counts)
            for value in range(min(VALUES, 21 - hard)):
                key = (first, plus(counts, value))
                following[key] = following.get(key, 0) + ways
        level = following
    return done


def finished(hands: dict[Counts, int]) -> Finished:
    """The banker's hands as a tree for the compiled loops."""
    rows = {EMPTY: (0, 0, 0)}  # parent, value, how many of it
    number = {EMPTY: 0}
    for hand in hands:
        for value in range(VALUES):
            cards = hand[: value + 1] + EMPTY[value + 1 :]
            if hand[value] and cards not in number:
                parent = hand[:value] + EMPTY[value:]
                rows[cards] = number[parent], value, hand[value]
                number[cards] = len(number)
    tree = np.array(list(rows.values()), np.int64).T
    return Finished(
        tree[0].copy(),
        tree[1].copy(),
        tree[2].copy(),
        np.array([sum(cards) for cards in rows], np.int64),
        np.array([hands.get(cards, 0) for cards in rows], np.int64),
        np.array([banker_score(cards) for cards in rows], np.int64),
    )


# --- a player -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """A player's hand of two cards: ranks 0-12 in the order dealt, and where it comes from.

    `hand` and `hands` are those of the view: hand 0 of 1 for a hand that was not split.
    """

    first: int
    second: int
    hand: int = 0
    hands: int = 1
    burnt: bool = False

    @property
    def split(self) -> bool:
        """Whether it is a hand of a split."""
        return self.hands > 1

    @property
    def counts(self) -> Counts:
        """Its two cards by value."""
        return plus(plus(EMPTY, value_index(self.first)), value_index(self.second))


State = tuple[Counts, int, int, int, int]
"""Cards by value, cards bought, cards twisted, stake in chips, price of the last bought card."""


class PlayerAnswers:
    """What a player does with each of its hands."""

    def __init__(self, strategy: Strategy, rules: Rules) -> None:
        self.strategy, self.rules = strategy, rules
        self.by_table = strategy.form == "table"
        self._view = _view(rules)
        self._stakes: dict[int, int] = {}

    def stake(self, first: int) -> int:
        """Initial stake in chips on a first card of rank index 0-12 (P6)."""
        low, high = self.rules.stake_min, self.rules.stake_max
        if low == high:
            return low
        if first not in self._stakes:
            view = _view(self.rules)
            view.decision, view.first_card, view.cards = STAKE, first + 1, 1
            view.hard = value_index(first) + 1
            view.total = 11 if first == 0 else view.hard
            view.soft = int(first == 0)
            view.held[first] = 1
            self._stakes[first] = _answer(self.strategy, "stake", view)
        return self._stakes[first]

    def act(self, start: Start, initial: int, state: State) -> int:
        """Answer to a hand that has a choice or not: STICK, TWIST, SPLIT, BURN or a price."""
        choices = self._show(start, initial, state, _TEN)
        if len(choices) == 1:
            return choices[0]
        answer = _answer(self.strategy, "turn", self._view)
        known = value_index(start.first) == _TEN, value_index(start.second) == _TEN
        if not self.by_table and state[0][_TEN] > sum(known):
            self._show(start, initial, state, _KING)
            if answer != _answer(self.strategy, "turn", self._view):
                raise _tells_tens(self.strategy, self._view)
        return answer

    def _show(self, start: Start, initial: int, state: State, ten: int) -> list[int]:
        """Set the view to a hand; the answers that are legal (one price for all)."""
        counts, bought, twisted, stake, last = state
        view, rules, size = self._view, self.rules, sum(counts)
        view.decision = TURN
        view.first_card, view.hand, view.hands = start.first + 1, start.hand, start.hands
        view.cards, view.hard, view.total = size, hard_total(counts), best_total(counts)
        view.soft = int(view.hard != view.total)
        held = [*counts[:_TEN], 0, 0, 0, 0]
        drawn = counts[_TEN]
        for rank in (start.first, start.second):
            if rank >= _TEN:
                held[rank] += 1
                drawn -= 1
        held[ten] += drawn
        view.held = held
        view.pair = start.first + 1 if size == 2 and start.first == start.second else 0
        view.bought, view.twisted, view.stake, view.initial = bought, twisted, stake, initial
        draws = may_draw(counts, rules)
        certain = size == 4 and view.hard <= 11
        buys = draws and not twisted and (rules.buy_certain_trick or not certain)
        view.cheapest = initial if buys else 0
        view.dearest = (last or rules.buy_max * initial) if buys else 0
        view.can_twist = int(draws)
        view.can_split = int(
            view.pair > 0
            and (rules.split == "any_pair" or (rules.split == "aces" and view.pair == 1))
            and start.hands < rules.max_hands
        )
        view.can_burn = int(
            size == 2
            and view.hard in BURNABLE[rules.burn]
            and not counts[0]
            and not start.split
            and not start.burnt
        )
        view.can_stick = int(view.total >= rules.stick_min or not (draws or view.can_split))
        legal = []
        for yes, action in (
            (view.can_stick, STICK),
            (view.can_twist, TWIST),
            (view.can_split, SPLIT),
            (view.can_burn, BURN),
            (view.cheapest, view.cheapest),
        ):
            if yes:
                legal.append(action)
        return legal

    def opening(self, start: Start, initial: int) -> int:
        """Answer to the two cards; STICK for a hand that stands by itself."""
        if not may_draw(start.counts, self.rules):
            return STICK
        return self.act(start, initial, (start.counts, 0, 0, initial, 0))


def player_score(counts: Counts, rules: Rules, split: bool) -> int:
    """Score of a player's finished hand (P10, P18, P35)."""
    size, total = sum(counts), best_total(counts)
    if hard_total(counts) > 21:
        return SCORE_BUST
    if size == 2 and total == 21:
        return SCORE_PONTOON if rules.split_pontoon or not split else SCORE_21
    if rules.three_sevens_pays and not split and size == 3 and counts[6] == 3:
        return SCORE_SEVENS
    return SCORE_TRICK if size == LONGEST else total


Leaf = tuple[Counts, int, int]
"""Cards drawn after the first two, by value; score; stake in chips."""


def leaves(player: PlayerAnswers, start: Start, initial: int) -> dict[Leaf, int]:
    """How a hand that is neither split nor burnt ends: signed numbers of orders of its cards.

    A bust is told without its last card: the hand that draws counts +1 with score 0, and each hand
    that survives the draw counts -1. So no hand here holds more than 21.
    """
    rules, base = player.rules, start.counts
    found: dict[Leaf, int] = {}  # by all cards, the first two included

    def add(counts: Counts, score: int, stake: int, ways: int) -> None:
        key = (counts, score, stake)
        found[key] = found.get(key, 0) + ways

    level: dict[State, int] = {(base, 0, 0, initial, 0): 1}
    while level:
        following: dict[State, int] = {}
        for state, ways in level.items():
            counts, bought, twisted, stake, last = state
            action = player.act(start, initial, state) if may_draw(counts, rules) else STICK
            assert action not in (SPLIT, BURN), "such a hand is told otherwise"
            if action == STICK:
                add(counts, player_score(counts, rules, start.split), stake, ways)
                continue
            if action > 0:
                bought, stake, last = bought + 1, stake + action, action
            elif action == TWIST:
                twisted += 1
            add(counts, SCORE_BUST, stake, ways)
            for value in range(min(VALUES, 21 - hard_total(counts))):
                after = plus(counts, value)
                add(after, SCORE_BUST, stake, -ways)
                key = (after, bought, twisted, stake, last)
                following[key] = following.get(key, 0) + ways
        level = following
    return {
        (tuple(map(sub, counts, base)), score, stake): ways
        for (counts, score, stake), ways in found.items()
        if ways
    }


def start_ways(ranks: Counts, start: Start) -> int:
    """Orders in which a pack with these ranks gives the two cards of a start."""
    return ranks[start.first] * (ranks[start.second] - (start.first == start.second))
