"""Tallies of the fast path are the sums of the records, cell by cell.

The fast path neither logs nor, where all seats are tables, fills views: other machine code than the
one that parity compares with the readable engine. So its tallies are worked out again from the
records in plain Python.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.tallies import COUNTS, Tallies, shoot_kinds
from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.game.rules import Rules
from pontoon_sim.parity import (
    random_banker_table,
    random_player_table,
    random_seats,
)
from pontoon_sim.reference import DealRecord
from pontoon_sim.strategies import Seat, find, seats_from
from tests.parity import plain_shoot, plain_tallies

SIZES = [30, 30, 7, 1]


def records_of(
    rules: Rules, seats: Sequence[Seat], seed: int, first: int, sizes: Sequence[int]
) -> list[list[DealRecord]]:
    engine = Engine(rules, seats, seed)
    return [engine.records(first + t, 0, size) for t, size in enumerate(sizes)]


def shot_rows(
    rules: Rules, tables: list[list[DealRecord]], tallies: Tallies
) -> list[dict[str, list[int]]]:
    """The sums of shoot bets by table; their counts are compared here."""
    shot = plain_shoot.Shot(rules, tables)
    for name, count in shot.counts.items():
        assert np.array_equal(tallies.counts[f"shoot {name}"], count), f"shoot {name}"
    found = []
    for table, by_kind, together in zip(tables, shot.rows, shot.together, strict=True):
        row = {"shoot all": together}
        kinds = shoot_kinds()
        for stage in ("first", "split", "fourth"):
            places = [p for name, own in kinds.items() if name.startswith(stage) for p in own]
            kinds[stage] = places
        for name, places in kinds.items():
            chips, net = (sum(by_kind[p][k] for p in places) for k in (0, 1))
            row[f"shoot {name}"] = [len(table), chips, net, 0, 0]
        found.append(row)
    return found


def assert_adds_up(
    rules: Rules, seats: Sequence[Seat], tables: list[list[DealRecord]], tallies: Tallies
) -> None:
    counts = plain_tallies.counts_of(rules, tables)
    checked = [name for name in COUNTS if name in counts]
    assert {"kind", "pair", "banker_kind", "net_bins", "no_turns"} <= set(checked)
    for name in checked:
        assert np.array_equal(tallies.counts[name], counts[name]), name
    rows = [plain_tallies.rows_of(rules, seats, table) for table in tables]
    if rules.shoot:
        for row, more in zip(rows, shot_rows(rules, tables, tallies), strict=True):
            row |= more
    sums = {str(group): moments for group, moments in tallies.groups.items()}
    sums |= {f"shoot {name}": moments for name, moments in tallies.shoot.items()}
    assert set(sums) == set(rows[0])
    for name, moments in sums.items():
        own = [row[name] for row in rows]
        assert moments.tables == len(own)
        assert moments.sums == [sum(column) for column in zip(*own, strict=True)], name
        products = [[sum(row[i] * row[j] for row in own) for j in range(5)] for i in range(5)]
        assert moments.products == products, name


@pytest.mark.parametrize("seed", range(60))
def test_tables_only(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    seats = tuple(
        Seat(random_player_table(rng), random_banker_table(rng)) for _ in range(rules.seats)
    )
    engine = Engine(rules, seats, seed)
    assert not engine.has_functions
    tables = records_of(rules, seats, seed, 5, SIZES)
    assert_adds_up(rules, seats, tables, engine.play(5, SIZES))


@pytest.mark.parametrize("seed", range(60, 120))
def test_any_mixture(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    seats = random_seats(rng, rules)
    tables = records_of(rules, seats, seed, 2, SIZES)
    assert_adds_up(rules, seats, tables, Engine(rules, seats, seed).play(2, SIZES))


@pytest.mark.parametrize("rules", ["standard", "shuffled", "stick16", "no_certain_buy"])
def test_shipped_line_up(rules: str) -> None:
    from pontoon_sim.game.rules import rules_from

    game = rules_from(rules)
    players = "pub_regular,counter,gambler,mixed,trick_hunter,stick15"
    seats = seats_from(
        game,
        players,
        "draw_below_16,table_reader,soft_aware," * 1 + "draw_below_17," * 2 + "draw_below_18",
    )
    tables = records_of(game, seats, 9, 0, [200, 200])
    assert_adds_up(game, seats, tables, Engine(game, seats, 9).play(0, [200, 200]))


def test_sums_of_squares_stay_exact_however_large() -> None:
    """The largest stakes: products of squares over tables pass 2**63 by far."""
    rules = Rules(packs=2, seats=12, stake_min=10_000, stake_max=10_000, buy_max=10, stick_min=0)
    seats = seats_from(rules, "gambler")
    tallies = Engine(rules, seats, 2).play(0, [60] * 4)
    assert tallies.table.products[4][4] > 2**70
    assert_adds_up(rules, seats, records_of(rules, seats, 2, 0, [60] * 4), tallies)


@pytest.mark.parametrize("reshuffle", ["pontoon", "every_deal", "never"])
def test_a_function_that_reads_like_a_table_plays_like_it(
    tmp_path,
    reshuffle: str,  # type: ignore[no-untyped-def]
) -> None:
    """The same strategy in both forms: the path with views and the one without tally alike."""
    from pontoon_sim.strategies import load

    path = tmp_path / "as_a_function.py"
    path.write_text(
        '"""Sticks on 16."""\n'
        "from pontoon_sim.strategies import STICK, TWIST, player_strategy\n\n"
        "@player_strategy\n"
        "def turn(view):\n"
        "    return STICK if view.can_stick and view.total >= 16 else TWIST\n"
    )
    rules = Rules(reshuffle=reshuffle)  # type: ignore[arg-type]
    bank = find("draw_below_17", "banker")
    as_table = Engine(rules, [Seat(find("stick16", "player"), bank)] * 6, 4)
    as_function = Engine(rules, [Seat(load(path), bank)] * 6, 4)
    assert as_function.has_functions and not as_table.has_functions
    a, b = (engine.play(0, [500] * 20) for engine in (as_table, as_function))
    for name in COUNTS:
        assert np.array_equal(a.counts[name], b.counts[name]), name
    assert a.table == b.table


def test_a_false_tally_is_noticed() -> None:
    """The comparison can fail: one chip in one cell is enough."""
    rules = Rules()
    seats = seats_from(rules)
    tables = records_of(rules, seats, 1, 0, SIZES)
    tallies = Engine(rules, seats, 1).play(0, SIZES)
    assert_adds_up(rules, seats, tables, tallies)
    tallies.counts["pair"][3, 7, 3] += 1
    with pytest.raises(AssertionError, match="pair"):
        assert_adds_up(rules, seats, tables, tallies)
