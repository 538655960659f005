"""Luck taken out of simulated estimates: the mean stays, the variance falls."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import Block, Engine
from pontoon_sim.engine.tallies import CONTROL_QUANTITIES, Tallies
from pontoon_sim.exact import exact_value, finished_hands, first_two_cards
from pontoon_sim.exact.control_variates import control_variates
from pontoon_sim.exact.multisets import EMPTY, catalogue, hard_total, plus
from pontoon_sim.game.cards import parse, rank
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.kernel.state import CONTROL_UNIT, HAND_KEYS, HAND_PLACES, HAND_ROWS
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.reference import DealRecord
from pontoon_sim.runs.trial import control_of
from pontoon_sim.strategies import Seat, seats_from
from pontoon_sim.strategies.library import find
from tests.exact.drawn import drawn


def column(block: Block, name: str) -> np.ndarray:
    """One of the CONTROL_QUANTITIES of every table."""
    assert block.control is not None
    return block.control[:, CONTROL_QUANTITIES.index(name)]


def played(rules: Rules, players: str, banker: str, tables: int, seed: int = 1) -> Block:
    """Tables of 200 deals."""
    seats = seats_from(rules, players, banker)
    engine = Engine(rules, seats, seed, control_of(rules, seats, True))
    return engine.play_block(0, [200] * tables)


def test_keys_tell_all_hands_apart() -> None:
    hands = catalogue()
    counts = hands.counts[hands.size >= 2]
    keys = np.array(HAND_KEYS[:10])
    sums = counts @ keys
    assert len(set(sums.tolist())) == len(sums) == HAND_ROWS
    assert sums.max() + keys.max() < HAND_PLACES  # a card more that busts
    assert HAND_KEYS[9:] == (HAND_KEYS[9],) * 4


@pytest.mark.parametrize("number", range(12))
def test_the_mean_stays_with_rules_and_line_ups_drawn_at_random(number: int) -> None:
    """Splits, burnt hands, three sevens, two packs, stakes by the first card: `drawn` has all."""
    rules, player, banker = drawn(number, 100 if number % 2 else 10)
    seats = [Seat(player, banker)] * 2
    engine = Engine(rules, seats, number, control_of(rules, seats, True))
    block = engine.play_block(0, [200] * 1500)
    net = -exact_value(rules, player, banker).net * 200
    for name in ("expected", "adjusted"):
        found = column(block, name) / CONTROL_UNIT
        # false alarm of all 24 comparisons: 0.15 %
        assert abs(found.mean() - net) < 4 * found.std() / 1500**0.5


@pytest.mark.parametrize("seats", [2, 6])
def test_the_variance_falls_beyond_pairing(seats: int) -> None:
    rules = rules_from("shuffled", seats=seats)
    blocks = {p: played(rules, p, "draw_below_16", 400) for p in ("stick15", "stick16")}
    raw = {p: column(block, "net") for p, block in blocks.items()}
    sharp = {p: block.control_net() / CONTROL_UNIT for p, block in blocks.items()}
    for player in blocks:
        assert raw[player].var() > 20 * sharp[player].var()
    pairs = [of["stick15"] - of["stick16"] for of in (raw, sharp)]
    assert pairs[0].var() > 5 * pairs[1].var()


def test_no_deal_is_changed_and_sums_merge_in_any_way() -> None:
    rules = rules_from("shuffled", ["burn=hard_13"], seats=3)
    seats = seats_from(rules, "mixed", "draw_below_17")
    together = Engine(rules, seats, 5, control_of(rules, seats)).play(4, [30, 7, 200, 1])
    apart = Tallies()
    for table, size in ((2, 200), (0, 30), (3, 1), (1, 7)):
        apart.add(Engine(rules, seats, 5, control_of(rules, seats)).play(4 + table, [size]))
    assert together.as_dict() == apart.as_dict()
    control, together.control = together.control, None
    assert control is not None
    assert together.as_dict() == Engine(rules, seats, 5).play(4, [30, 7, 200, 1]).as_dict()
    assert control.sums[:4] == together.table.sums[:4]


# --- one table told again, card by card, from its record ----------------------------------------


class Told:
    """Luck of a deal from its record, by the words of exact/control_variates.py and nothing of the
    kernel: one player who is not split, one pack, no hand thrown in."""

    def __init__(self, rules: Rules, player: str, banker: str) -> None:
        who = find(player, "player"), find(banker, "banker")
        self.finished = finished_hands(rules, who[1])
        self.two = first_two_cards(rules, *who)
        self.pack = (4,) * 9 + (16,)
        self.worth = cache(self._worth)

    def pontoon(self, held: tuple[int, ...]) -> float:
        """Chance of a banker's pontoon."""
        left = [a - b for a, b in zip(self.pack, held, strict=True)]
        return 2 * left[0] * left[9] / (sum(left) * (sum(left) - 1))

    def stick(self, held: tuple[int, ...]) -> float:
        if hard_total(held) > 21:
            return -1.0
        return float(self.finished.per_chip[self.finished.row(held), 0])

    def before(self, held: tuple[int, ...]) -> float:
        """Mean worth after one more card."""
        chances, worths = [], []
        for value in range(10):
            more = plus(held, value)
            if more[value] <= self.pack[value]:
                chances.append((self.pack[value] - held[value]) * (1 - self.pontoon(more)))
                worths.append(self.worth(more))
        return float(np.average(worths, weights=chances))

    def _worth(self, held: tuple[int, ...]) -> float:
        if hard_total(held) > 21 or sum(held) == 5:
            return self.stick(held)
        return max(self.stick(held), self.before(held))

    def adjusted(self, record: DealRecord) -> float:
        """The player's gain without luck, less what its first two cards were worth."""
        seat = 1 - record.banker
        cards: list[int] = []
        initial, stake, gain, held, price = 0, 0, 0.0, EMPTY, 0
        for name, args in record.events:
            if name == "stake":
                initial = stake = int(args[1])
            elif name == "buy":
                price = int(args[2])
            elif name == "card" and args[0] == seat:
                cards.append(rank(parse(str(args[2]))))
                held, old = plus(held, min(cards[-1], 9)), held
                if len(cards) > 2:
                    stake, price = stake + price, 0
                    gain += stake * (self.before(old) - self.worth(held))
        if any(name == "pontoon" and args[0] == record.banker for name, args in record.events):
            return 0.0
        two = float(self.two[cards[0], cards[1]])
        start = plus(plus(EMPTY, min(cards[0], 9)), min(cards[1], 9))
        chance = self.pontoon(start)
        alone = (two + 2 * chance * initial) / (1 - chance)
        return gain + stake * self.stick(held) + chance * (-2 * initial - alone) - two


def test_a_table_told_from_its_records_is_the_same() -> None:
    rules = rules_from("shuffled", ["first_banker=1", "split=none"], seats=2)
    seats = seats_from(rules, "pub_regular", "draw_below_16")
    engine = Engine(rules, seats, 3, control_of(rules, seats))
    told = Told(rules, "pub_regular", "draw_below_16")
    mean = exact_value(rules, seats[0].player, seats[1].banker).net
    found = sum(told.adjusted(record) + mean for record in engine.records(0, 0, 150))
    block = engine.play_block(0, [150])
    assert -column(block, "adjusted")[0] / CONTROL_UNIT == pytest.approx(found, abs=1e-3)


# --- where it holds -----------------------------------------------------------------------------


def test_heads_up_a_player_may_look_at_anything() -> None:
    rules = rules_from("shuffled", seats=2)
    block = played(rules, "counter", "draw_below_16", 2000)
    luck = column(block, "net") - column(block, "adjusted") / CONTROL_UNIT
    assert abs(luck.mean()) < 4 * luck.std() / 2000**0.5  # false alarm: 1 in 16,000
    assert column(block, "net").var() > 4 * (column(block, "adjusted") / CONTROL_UNIT).var()


def test_who_looks_at_other_hands_keeps_its_gains() -> None:
    rules = rules_from("shuffled", ["first_banker=2"], seats=3)
    banker = find("draw_below_16", "banker")
    seats = [Seat(find(name, "player"), banker) for name in ("counter", "stick16", "stick16")]
    control = control_of(rules, seats, True)
    assert control is not None
    assert control.applies == (False, True, True)
    engine = Engine(rules, seats, 1, control)
    assert control_of(rules, [seats[0]] * 3) is None
    block = engine.play_block(0, [200] * 50)
    raw = engine.play_block(0, [200] * 50).rows[:, 2 + 0, 3]  # seat 0 as a player
    others = -column(block, "expected") / CONTROL_UNIT - raw
    assert others.var() < block.rows[:, 2 + 1, 3].var() / 2


@pytest.mark.parametrize(
    ("preset", "players", "banker", "why"),
    [
        ("standard", "stick16", "draw_below_16", "take --rules shuffled"),
        ("shuffled", "stick16", "table_reader", "looks at more than its own hand"),
        ("shuffled", "counter", "draw_below_16", "every player looks at other hands"),
    ],
)
def test_elsewhere_it_is_refused(preset: str, players: str, banker: str, why: str) -> None:
    rules = rules_from(preset)
    seats = seats_from(rules, players, banker)
    with pytest.raises(PontoonError, match=why) as caught:
        control_of(rules, seats, True)
    assert "\n" not in str(caught.value)
    assert control_variates(rules, seats) == str(caught.value)
    assert control_of(rules, seats) is None


def test_two_bankers_are_refused() -> None:
    rules = rules_from(None, ["reshuffle=every_deal"], seats=2)
    bankers = (find(f"draw_below_{n}", "banker") for n in (16, 17))
    seats = [Seat(find("stick16", "player"), banker) for banker in bankers]
    with pytest.raises(PontoonError, match="may both hold the bank"):
        control_of(rules, seats, True)


def test_a_result_tells_raw_and_adjusted() -> None:
    rules = rules_from("shuffled", seats=2)
    seats = seats_from(rules, "pub_regular", "draw_below_16")
    result = simulate(rules, seats, deals=100_000, seed=2, workers=1)
    value = exact_value(rules, seats[0].player, seats[0].banker)
    assert result.adjusted is not None
    assert result.variance_ratio is not None
    assert result.variance_ratio > 10
    for name, exact in (("net_per_deal", -value.net), ("edge_initial", value.edge_initial)):
        figure = result.adjusted[name]
        assert figure.se is not None
        assert abs(figure.value - exact) < 4 * figure.se  # false alarm: 1 in 16,000
        assert figure.se < result.estimates[name].se / 3
    assert result.as_dict()["adjusted"]["edge_initial"]["se"] > 0
    without = simulate(rules, seats, deals=10_000, seed=2, workers=1, control=False)
    assert without.adjusted is None
