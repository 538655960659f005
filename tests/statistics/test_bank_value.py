"""Tenures of the bank: against records, and against the exact chance that the bank passes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import Engine
from pontoon_sim.exact.control_variates import control_variates
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.measure.bank import bank_value
from pontoon_sim.results.bank import BankValues
from pontoon_sim.runs.tenures import LONGEST, QUANTITIES, BankSums, BankTrial, TenureSums
from pontoon_sim.runs.trial import Arm
from pontoon_sim.strategies import seats_from


@cache
def no_pontoon(hands: int, aces: int = 4, tens: int = 16, others: int = 32) -> Fraction:
    """Chance that none of so many two-card hands is an ace and a ten-card, by counting cards."""
    if hands == 0:
        return Fraction(1)
    total = aces + tens + others
    pairs = total * (total - 1) // 2
    ways = {
        (2, 0, 0): aces * (aces - 1) // 2,
        (0, 2, 0): tens * (tens - 1) // 2,
        (0, 0, 2): others * (others - 1) // 2,
        (1, 0, 1): aces * others,
        (0, 1, 1): tens * others,
    }
    return sum(
        (
            Fraction(count, pairs) * no_pontoon(hands - 1, aces - a, tens - t, others - o)
            for (a, t, o), count in ways.items()
            if count
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("seats", [2, 6, 8])
def test_P30_tenure_length_is_that_of_the_exact_chance_to_pass(seats: int) -> None:
    """With a fresh pack every deal a tenure is geometric: the bank passes when some player has a
    pontoon and the banker has none. False alarm: 4 SE, below 1 in 15,000 each."""
    passes = no_pontoon(1) - no_pontoon(seats)
    rules = rules_from(None, ["reshuffle=every_deal"], seats=seats)
    value = bank_value(rules, seats_from(rules, "stick16", "draw_below_16"), tenures=40_000, seed=7)
    expected = float(1 / passes)
    assert abs(value.length.value - expected) < 4 * value.length.se
    assert value.length_sd == pytest.approx(expected * float(1 - passes) ** 0.5, rel=0.03)
    assert abs(value.share_shorter(1) - float(passes)) < 4 * (0.25 / 40_000) ** 0.5
    assert value.broken_off == 0


def test_tenures_are_those_of_the_records() -> None:
    """Deals and nets of each tenure, added up again from the records of the same tables."""
    rules = rules_from("shoot")
    engine = Engine(rules, seats_from(rules, "pub_regular", "draw_below_17"), seed=3)
    rows, _ = engine.tenures(first_table=5, tables=12, longest=1000)
    for offset, (deals, net, shoot_net, ended, _, cycle) in enumerate(rows.tolist()):
        records = engine.records(5 + offset, 0, deals)
        banker = records[0].banker
        assert all(record.banker == banker for record in records)
        assert all(record.next_banker == banker for record in records[:-1])
        assert records[-1].next_banker != banker
        assert sum(record.net[banker] for record in records) == net + shoot_net
        assert (ended, cycle) == (1, 0)


def test_the_same_for_any_number_of_threads() -> None:
    rules = rules_from("standard")
    seats = seats_from(rules, "pub_regular", "draw_below_16")
    one, two = (bank_value(rules, seats, tenures=25_000, workers=n) for n in (1, 2))
    assert one.moments == two.moments
    assert np.array_equal(one.lengths, two.lengths)
    assert np.array_equal(one.net_bins, two.net_bins)


def test_errors_are_those_of_a_plain_computation() -> None:
    rules = rules_from("standard")
    seats = seats_from(rules, "pub_regular", "draw_below_16")
    value = bank_value(rules, seats, tenures=9_000, seed=4)
    engine = Engine(rules, seats, 4, control_variates(rules, seats))
    rows, _ = engine.tenures(0, 9_000, 10_000)
    net, adjusted = rows[:, 1] + rows[:, 2], rows[:, 4] / CONTROL_UNIT + rows[:, 2]
    assert value.net_sd == pytest.approx(net.std(ddof=1))
    assert value.net.value == pytest.approx(adjusted.mean())
    assert value.net.se == pytest.approx(adjusted.std(ddof=1) / 9_000**0.5)
    # luck has mean zero: false alarm 1 in 16,000
    assert abs((net - adjusted).mean()) < 4 * (net - adjusted).std() / 9_000**0.5
    assert value.moments.quantities == QUANTITIES


def test_rotation_gives_tenures_of_fixed_length() -> None:
    rules = rules_from(None, ["bank_passes=rotate", "rotate_every=7"])
    value = bank_value(rules, seats_from(rules), tenures=500)
    assert value.length.value == 7
    assert value.length_sd == 0


def test_a_bank_that_never_passes_is_refused() -> None:
    rules = rules_from("shuffled")
    with pytest.raises(PontoonError, match="never passes"):
        bank_value(rules, seats_from(rules), tenures=100)


ENDLESS = 1_629_746
"""Of seed 1, heads-up: a table whose bank never passes."""


def test_P29_a_table_that_comes_back_to_a_state_never_ends_and_has_no_net() -> None:
    """What the readable engine plays there: the same packs again after 600 deals, and no pontoon
    but the banker's. The other tenures are valued as if it were not there."""
    rules = rules_from("standard", seats=2)
    trial = BankTrial((Arm("", rules, seats_from(rules)),), seed=1)
    (sums,) = trial.play(ENDLESS - 5, ENDLESS + 5).arms
    (found,) = sums.endless
    records = trial.engines[0].records(ENDLESS, 0, found.deals)
    cycle = records[-found.cycle :]
    assert (found.table, found.cycle) == (ENDLESS, 600)
    assert records[-601].pack_after == records[-1].pack_after
    assert not any(record.shuffled for record in cycle)
    assert records[-700].pack == records[-100].pack
    assert found.net == sum(record.net[record.banker] for record in cycle)

    value = BankValues(trial, BankSums([sums])).values[0]
    others = np.concatenate(
        [
            trial.engines[0].tenures(ENDLESS - 5, 5, LONGEST)[0],
            trial.engines[0].tenures(ENDLESS + 1, 4, LONGEST)[0],
        ]
    )
    adjusted = others[:, 4].mean() / CONTROL_UNIT
    assert value.broken_off == 1 and value.net.value == pytest.approx(adjusted)
    assert value.length.value == pytest.approx(others[:, 0].mean())
    assert value.share_shorter(99) == 1.0
    assert TenureSums.from_dict(sums.as_dict()).endless == [found]
