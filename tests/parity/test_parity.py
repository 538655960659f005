"""The two engines agree event by event: 50,000 random deals, and games drawn by Hypothesis."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import EVENTS
from pontoon_sim.parity import (
    DEALS_PER_TABLE,
    Difference,
    compare,
    compare_random,
    random_seats,
)
from pontoon_sim.reference import DealRecord, Table, settle
from pontoon_sim.reference import turn as reference_turn
from pontoon_sim.strategies import Seat, find

DEALS = 50_000
CHUNKS = 40
GAMES_PER_CHUNK = 50


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both engines really play each deal: the readable one is counted while it plays."""
    played: Counter[int] = Counter()
    play_deal = Table.play_deal

    def counted(table: Table, pack: Sequence[int]) -> DealRecord:
        played[table.index] += 1
        return play_deal(table, pack)

    monkeypatch.setattr(Table, "play_deal", counted)
    for game in range(GAMES_PER_CHUNK):
        difference = compare_random(chunk * GAMES_PER_CHUNK + game)
        assert difference is None, str(difference)
    assert played.total() >= DEALS / CHUNKS


def test_the_random_games_visit_every_corner() -> None:
    """What parity compares holds every kind of event, and splits to four hands. (Packs that run
    out: test_short_packs.)"""
    from pontoon_sim.engine.engine import Engine

    events: Counter[str] = Counter()
    hands = 1
    for seed in range(300):
        rng = random.Random(seed)
        rules = random_rules(rng)
        seats = random_seats(rng, rules)
        for record in Engine(rules, seats, seed).records(rng.randrange(1000), 0, DEALS_PER_TABLE):
            events.update(event.name for event in record.events)
            hands = max([hands, *(e.args[2] + 1 for e in record.events if e.name == "split")])
    assert not {name for name in EVENTS if events[name] < 100}
    assert hands == 4


@st.composite
def games(draw: st.DrawFn) -> tuple[Rules, tuple[Seat, ...], int]:
    """Rules setting by setting, so that a difference shrinks to the ones that matter."""
    fixed = {
        "stick_min": draw(st.integers(0, 20)),
        "buy_max": draw(st.integers(0, 10)),
        "rotate_every": draw(st.integers(1, 30)),
    }
    rules = random_rules(draw(st.randoms()), **fixed)
    seed = draw(st.integers(0, 2**64 - 1))
    return rules, random_seats(random.Random(draw(st.integers(0, 2**32))), rules), seed


@settings(
    max_examples=150, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(games(), st.integers(0, 2**50))
def test_games_drawn_by_hypothesis(game: tuple[Rules, tuple[Seat, ...], int], table: int) -> None:
    rules, seats, seed = game
    difference = compare(rules, seats, seed, deals=12, table=table)
    assert difference is None, str(difference)


# --- parity is able to fail -----------------------------------------------------------------------


def some_difference(rules: Rules, deals: int = 400) -> Difference | None:
    people = Seat(find("gambler", "player"), find("draw_below_16", "banker"))
    return compare(rules, (people,) * rules.seats, seed=3, deals=deals)


def test_a_wrong_payment_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A readable engine that pays a trick once only."""
    assert some_difference(Rules()) is None
    right = settle.times_paid
    monkeypatch.setattr(settle, "times_paid", lambda deal, hand: min(right(deal, hand), 1))
    difference = some_difference(Rules())
    assert difference is not None
    assert "the engines part at event" in str(difference)
    assert difference.compiled.net != difference.readable.net


def test_a_wrong_order_under_the_pack_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A readable engine that puts bust hands under the pack turned round."""

    def wrong(deal, hand) -> None:  # type: ignore[no-untyped-def]
        hand.state = reference_turn.HAND_BUST
        deal.log("bust", hand.seat, hand.number)
        deal.turn_up(hand)
        reference_turn.settle_bust(deal, hand)
        deal.put_under(hand)
        deal.pack.extend([deal.pack.pop() for _ in hand.cards])

    monkeypatch.setattr(reference_turn, "bust", wrong)
    difference = some_difference(Rules())
    assert difference is not None
    assert difference.compiled.pack_after != difference.readable.pack_after


def test_a_tie_given_to_the_player_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        settle, "beats", lambda rules, a, b: settle.score(rules, a) >= settle.score(rules, b)
    )
    assert some_difference(Rules()) is not None


def test_a_price_that_never_falls_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A readable engine that lets every card cost the first price: the views differ, so chaos,
    which hashes all it is shown, answers differently or not at all."""
    from pontoon_sim.base.errors import PontoonError

    monkeypatch.setattr(
        reference_turn, "price_limits", lambda deal, hand: (hand.initial, 2 * hand.initial)
    )
    found = 0
    for seed in range(40):
        try:
            found += compare_random(seed) is not None
        except PontoonError:
            found += 1
    assert found > 0
