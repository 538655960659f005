"""What a strategy does with a hand of given values: its answers, asked once, and the refusals.

The enumeration tells cards by value. A strategy that tells a jack from a king in any other way than
by a pair, or looks at anything but its own hand, is refused in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import sub

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    Counts,
    best_total,
    hard_total,
    plus,
    value_index,
)
from pontoon_sim.game import legal, ranking
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    BURN,
    DRAW,
    SCORE_BUST,
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


def _tells_tens_apart(strategy: Strategy, view: View) -> PontoonError:
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


# --- the rules, for hands by value ----------------------------------------------------------------


def is_soft(counts: Counts) -> bool:
    """Whether an ace counts as 11 in the best total."""
    return best_total(counts) != hard_total(counts)


def may_draw(rules: Rules, counts: Counts) -> bool:
    """P13, P19: whether a hand that has not bust may have another card."""
    return legal.may_draw(rules, sum(counts), hard_total(counts), is_soft(counts))


def banker_score(rules: Rules, counts: Counts) -> int:
    """P10: score of a banker's finished hand."""
    return ranking.banker_score(rules, sum(counts), hard_total(counts), is_soft(counts))


def player_score(rules: Rules, counts: Counts, split: bool) -> int:
    """P10, P18, P35: score of a player's finished hand."""
    sevens = sum(counts) == counts[6] == 3
    return ranking.player_score(
        rules, sum(counts), hard_total(counts), is_soft(counts), split, sevens
    )


# --- the banker -----------------------------------------------------------------------------------


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
                raise _tells_tens_apart(self.strategy, self._view)
            self._known[key] = bool(answer)
        return self._known[key]

    def _ask(self, first: int, counts: Counts, ten: int) -> int:
        view, size = self._view, sum(counts)
        view.decision, view.position = DRAW, self.rules.seats - 1
        view.first_card = (ten if first == _TEN else first) + 1
        view.cards, view.hard, view.total = size, hard_total(counts), best_total(counts)
        view.soft = int(is_soft(counts))
        view.held = [*counts[:_TEN], 0, 0, 0, 0]
        view.held[ten] = counts[_TEN]
        view.pair = next((r + 1 for r, n in enumerate(view.held) if n == 2), 0) if size == 2 else 0
        view.twisted = size - 2
        view.can_stick = view.can_twist = 1
        return _answer(self.strategy, "draw", view)


# --- a player -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoCards:
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

    def act(self, start: TwoCards, initial: int, state: State) -> int:
        """Answer to a hand with a choice or without: STICK, TWIST, SPLIT, BURN or a price."""
        choices = self._show(start, initial, state, _TEN)
        if len(choices) == 1:
            return choices[0]
        answer = _answer(self.strategy, "turn", self._view)
        known = value_index(start.first) == _TEN, value_index(start.second) == _TEN
        if not self.by_table and state[0][_TEN] > sum(known):
            self._show(start, initial, state, _KING)
            if answer != _answer(self.strategy, "turn", self._view):
                raise _tells_tens_apart(self.strategy, self._view)
        return answer

    def _show(self, start: TwoCards, initial: int, state: State, ten: int) -> list[int]:
        """Set the view to a hand; the answers that are legal (one price stands for all)."""
        counts, bought, twisted, stake, last = state
        view, rules, size = self._view, self.rules, sum(counts)
        view.decision = TURN
        view.first_card, view.hand, view.hands = start.first + 1, start.hand, start.hands
        view.cards, view.hard, view.total = size, hard_total(counts), best_total(counts)
        view.soft = int(is_soft(counts))
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
        hand = legal.TurnHand(
            size, view.hard, is_soft(counts), view.pair, initial, last, twisted, start.hands,
            start.burnt,
        )  # fmt: skip
        actions = legal.legal_actions(rules, hand)
        view.can_stick, view.can_twist = int(actions.stick), int(actions.twist)
        view.can_split, view.can_burn = int(actions.split), int(actions.burn)
        view.cheapest, view.dearest = actions.cheapest, actions.dearest
        answers = (STICK, TWIST, SPLIT, BURN, actions.cheapest)
        return [answer for answer, yes in zip(answers, actions, strict=False) if yes]

    def opening(self, start: TwoCards, initial: int) -> int:
        """Answer to the two cards; STICK for a hand that stands by itself."""
        if not may_draw(self.rules, start.counts):
            return STICK
        return self.act(start, initial, (start.counts, 0, 0, initial, 0))


Leaf = tuple[Counts, int, int]
"""Cards drawn after the first two, by value; score; stake in chips."""


def leaves_of(player: PlayerAnswers, start: TwoCards, initial: int) -> dict[Leaf, int]:
    """How a hand that is neither split nor burnt ends: signed numbers of orders of its cards.

    A bust is counted without its last card: the hand that draws counts +1 with score 0, and each
    hand that survives the draw counts -1. So no hand among these holds more than 21.
    """
    rules, base = player.rules, start.counts
    ends: dict[Leaf, int] = {}  # by all cards, the first two included

    def add(counts: Counts, score: int, stake: int, ways: int) -> None:
        key = (counts, score, stake)
        ends[key] = ends.get(key, 0) + ways

    level: dict[State, int] = {(base, 0, 0, initial, 0): 1}
    while level:
        following: dict[State, int] = {}
        for state, ways in level.items():
            counts, bought, twisted, stake, last = state
            action = player.act(start, initial, state) if may_draw(rules, counts) else STICK
            assert action not in (SPLIT, BURN), "such a hand does not end by itself"
            if action == STICK:
                add(counts, player_score(rules, counts, start.split), stake, ways)
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
        for (counts, score, stake), ways in ends.items()
        if ways
    }


def start_ways(ranks: Counts, start: TwoCards) -> int:
    """Orders in which a pack with these ranks gives the two cards of a start."""
    return ranks[start.first] * (ranks[start.second] - (start.first == start.second))
