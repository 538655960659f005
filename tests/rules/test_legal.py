"""What `game.legal` and `game.ranking` say of a hand, both engines say too: over all hands, under
every setting."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game import legal, ranking
from pontoon_sim.game.all_hands import HeldHand, all_hands
from pontoon_sim.game.legal import LegalActions, TurnHand, legal_actions, may_draw
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.kernel.layout import BURN, FAILED, HAND_STUCK, SPLIT, STICK, TURN, TWIST
from pontoon_sim.reference import Deal, Hand, turn
from pontoon_sim.reference.hands import score
from pontoon_sim.strategies import Strategy, load, seats_from

INITIAL = 12

SETTINGS: dict[str, tuple[Any, ...]] = {
    "stick_min": (0, 15, 16, 20),
    "buy_max": (0, 1, 2, 3, 10),
    "buy_certain_trick": (True, False),
    "split": ("any_pair", "aces", "none"),
    "max_hands": (2, 3, 4),
    "split_pontoon": (True, False),
    "soft_21_draws": (True, False),
    "burn": ("none", "hard_13", "hard_13_14"),
    "three_sevens_pays": (0, 3),
    "five_card_trick": (True, False),
}
"""Every setting that says what is legal for a hand, or what a hand is, and what it may be."""


def every_rules() -> list[Rules]:
    """Each two values of two settings together in some rules, beside the defaults of the rest."""
    several: dict[str, Rules] = {}
    for (a, first), (b, second) in itertools.combinations(SETTINGS.items(), 2):
        for one, other in itertools.product(first, second):
            settings = {"stake_min": INITIAL, a: one, b: other}
            if settings.get("split") == "none" and settings.keys() & {"max_hands", "split_pontoon"}:
                continue  # such settings would have no effect
            if settings.get("buy_max") == 0 and "buy_certain_trick" in settings:
                continue
            rules = rules_of(settings)
            several[str(rules.changed)] = rules
    return list(several.values())


def circumstances(held: HeldHand) -> Iterator[TurnHand]:
    """A hand as the first of its player's, of a split, after a burn, and with an empty pack."""
    hand = held.on_turn(INITIAL)
    changes: list[dict[str, Any]] = [{}, *({"cards_left": left} for left in (0, 1))]
    if len(held.ranks) == 2:
        changes += [{"hands": 2}, {"hands": 3}, {"hands": 4}, {"burnt": True}]
    if held.bought:
        changes += [{"last_price": INITIAL}, {"last_price": INITIAL + 1}]
    for change in changes:
        yield hand._replace(**change)


def every_case() -> dict[TurnHand, HeldHand]:
    """All hands in all circumstances, one of those that the rules cannot tell apart."""
    return {hand: held for held in all_hands() for hand in circumstances(held)}


CASES = every_case()
RULES = every_rules()


# --- the readable engine ------------------------------------------------------------------------


def readable_actions(rules: Rules, hand: TurnHand, held: HeldHand) -> LegalActions:
    """What the readable engine lets a hand do."""
    deal, there = readable_hand(rules, hand, held)
    prices = turn.price_limits(deal, there) if turn.can_buy(deal, there) else (0, 0)
    return LegalActions(
        turn.can_stick(deal, there),
        turn.can_twist(deal, there),
        turn.can_split(deal, there),
        turn.can_burn(deal, there),
        *prices,
    )


def readable_hand(rules: Rules, hand: TurnHand, held: HeldHand) -> tuple[Deal, Hand]:
    deal = Deal(rules, rules.seats - 1, range(hand.cards_left))
    player = deal.players[0]
    player.burnt = hand.burnt
    there = Hand(player.seat, split=hand.hands > 1)
    player.hands += [there, *(Hand(player.seat, split=True) for _ in range(hand.hands - 1))]
    there.cards += [rank * 4 for rank in held.ranks]
    there.shown += [False] * hand.cards
    there.initial, there.twisted = hand.initial, hand.twisted
    there.prices += [hand.last_price] if hand.last_price else []
    return deal, there


# --- the compiled engine ------------------------------------------------------------------------

SPY = '''"""Sticks whatever it is asked; what it was shown is read afterwards.

Why: for a test.
Weakness: it breaks the rules.
"""

from pontoon_sim.strategies import STICK, player_strategy


@player_strategy
def turn(view):
    return STICK
'''


@pytest.fixture(scope="module")
def spy(tmp_path_factory: pytest.TempPathFactory) -> Strategy:
    path = tmp_path_factory.mktemp("spy") / "spy.py"
    path.write_text(SPY)
    return load(path)


def compiled_actions(spy: Strategy) -> Callable[[Rules, TurnHand, HeldHand], LegalActions]:
    """What the compiled engine lets a hand do: the view that it shows, or where it does not ask,
    the one action that it takes."""
    from pontoon_sim.kernel.legal import ask_turn
    from pontoon_sim.kernel.state import HandPlace

    engines: dict[str, Engine] = {}

    def actions(rules: Rules, hand: TurnHand, held: HeldHand) -> LegalActions:
        key = str(rules.changed)
        if key not in engines:
            engines[key] = Engine(rules, seats_from(rules, spy), 1)
        engine = engines[key]
        memory = engine._memory()
        st, shown = memory.st[0], memory.view[0]
        st.tail = hand.cards_left
        st.seat_at[:] = range(len(st.seat_at))
        st.hands[0], st.initial[0] = hand.hands, hand.initial
        st.cards[: hand.cards] = [rank * 4 for rank in held.ranks]
        st.count[0], st.hard[0], st.ace[0] = hand.cards, hand.hard, 0 in held.ranks
        st.twisted[0] = hand.twisted
        st.price[0] = hand.last_price or rules.buy_max * hand.initial
        shown.decision = FAILED
        place = HandPlace(0, 0, 0, 0)
        answer = ask_turn(engine._rules[0], engine._lineup[0], st, shown, None, place, hand.burnt)
        if shown.decision == FAILED:  # it did not ask
            only = {STICK: 0, TWIST: 1, SPLIT: 2, BURN: 3}[answer]
            return LegalActions(*(n == only for n in range(4)), 0, 0)
        assert shown.decision == TURN
        truths = (shown.can_stick, shown.can_twist, shown.can_split, shown.can_burn)
        return LegalActions(*map(bool, truths), int(shown.cheapest), int(shown.dearest))

    return actions


# --- the comparisons ----------------------------------------------------------------------------


def difference(
    engine: Callable[[Rules, TurnHand, HeldHand], LegalActions], every: int = 1
) -> str | None:
    """The first hand of which an engine says something else than `legal_actions`."""
    for number, rules in enumerate(RULES):
        for hand, held in itertools.islice(CASES.items(), number % every, None, every):
            if hand.cards == 5:
                continue  # it is never asked
            stated, played = legal.legal_actions(rules, hand), engine(rules, hand, held)
            if stated != played:
                return f"{rules.changed}, {hand}: stated {stated}, played {played}"
    return None


def test_all_hands_are_there() -> None:
    hands = list(all_hands(histories=False))
    assert len(set(hands)) == len(hands)
    assert {len(hand.ranks) for hand in hands} == {2, 3, 4, 5}
    by_value = {tuple(min(rank, 9) for rank in hand.ranks) for hand in hands}
    assert len(by_value) == 1008  # all sets of 2 to 5 values up to 21
    assert all(hand.hard <= 21 for hand in hands)


def test_the_readable_engine_allows_what_is_stated() -> None:
    assert difference(readable_actions) is None


def test_the_compiled_engine_allows_what_is_stated(spy: Strategy) -> None:
    assert difference(compiled_actions(spy), every=7) is None


def test_P13_five_cards_may_only_stick() -> None:
    for hand, held in CASES.items():
        if hand.cards == 5:
            actions = legal_actions(Rules(stake_min=INITIAL), hand)
            assert actions == (True, False, False, False, 0, 0)
            assert actions == readable_actions(Rules(stake_min=INITIAL), hand, held)


def test_P22_the_banker_draws_where_it_is_stated() -> None:
    from pontoon_sim.engine.lowering import lower_rules
    from pontoon_sim.kernel.legal import stands_by_itself

    for draws in (True, False):
        rules = Rules(soft_21_draws=draws)
        lowered = lower_rules(rules).view(np.recarray)[0]
        for held in all_hands(histories=False):
            cards, hard, ace = len(held.ranks), held.hard, 0 in held.ranks
            deal, hand = readable_hand(rules, held.on_turn(), held)
            stands = cards == 5 or hard > 20 or stands_by_itself(lowered, cards, hard, ace)
            stated = may_draw(rules, cards, hard, held.soft)
            assert stated == turn.can_draw(deal, hand)
            assert stated == (not stands)


def test_P10_hands_rank_as_in_the_readable_engine() -> None:
    for rules in RULES:
        for held in all_hands(histories=False):
            features = len(held.ranks), held.hard, held.soft
            sevens = held.ranks == (6, 6, 6)
            for hands in (1, 2):
                _, hand = readable_hand(rules, replace_hands(held, hands), held)
                hand.state = HAND_STUCK
                stated = ranking.player_score(rules, *features, split=hands > 1, sevens=sevens)
                assert stated == score(rules, hand), (rules.changed, held)
            _, hand = readable_hand(rules, held.on_turn(), held)
            bank = replace(hand, banker=True)
            assert ranking.banker_score(rules, *features) == score(rules, bank)


def replace_hands(held: HeldHand, hands: int) -> TurnHand:
    return held.on_turn()._replace(hands=hands)


BROKEN: dict[str, tuple[str, Callable[..., Any]]] = {
    "draws to any 21": ("may_draw", lambda rules, cards, hard, soft: cards < 5),
    "never draws to 21": ("may_draw", lambda rules, cards, hard, soft: hard + 10 * soft < 21),
    "draws to a soft 21 only on four cards": (
        "may_draw",
        lambda rules, cards, hard, soft: (
            hard + 10 * soft < 21 or (soft and cards == 4 and rules.soft_21_draws)
        ),
    ),
    "buys after a twist": (
        "may_buy",
        lambda rules, cards, hard, soft, twisted: (
            (rules.buy_certain_trick or cards < 4 or hard > 11)
            and legal.may_draw(rules, cards, hard, soft)
        ),
    ),
    "buys every fifth card": (
        "may_buy",
        lambda rules, cards, hard, soft, twisted: (
            not twisted and legal.may_draw(rules, cards, hard, soft)
        ),
    ),
    "the dearest third card costs twice": (
        "price_limits",
        lambda rules, initial, last=0: (initial, last or 2 * initial),
    ),
    "prices never fall": (
        "price_limits",
        lambda rules, initial, last=0: (initial, rules.buy_max * initial),
    ),
    "splits any pair": (
        "may_split",
        lambda rules, pair, hands: pair > 0 and rules.split != "none" and hands < rules.max_hands,
    ),
    "splits into four": (
        "may_split",
        lambda rules, pair, hands: pair in legal.split_ranks(rules) and hands < 4,
    ),
    "burns twice": (
        "may_burn",
        lambda rules, hand: (
            hand.cards == 2 and hand.hands == 1 and hand.hard in legal.burn_totals(rules)
        ),
    ),
    "burns split hands": (
        "may_burn",
        lambda rules, hand: (
            hand.cards == 2 and not hand.burnt and hand.hard in legal.burn_totals(rules)
        ),
    ),
    "burns a 14": ("burn_totals", lambda rules: () if rules.burn == "none" else (13, 14)),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_statement_is_noticed(
    fault: str, spy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, broken = BROKEN[fault]
    monkeypatch.setattr(legal, name, broken)
    assert difference(readable_actions) is not None
    assert difference(compiled_actions(spy), every=7) is not None
