"""The same inputs give the same tallies to the bit: threads, blocks, order and neighbours do not
matter, and any deal can be had again."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor

import pytest

from pontoon_sim import BEHAVIOUR
from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.tallies import Group, Tallies
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.simulate import replay, simulate
from pontoon_sim.runs import trial as package
from pontoon_sim.runs.driver import Until
from pontoon_sim.strategies import Seat, find, seats_from

GAMES = {
    "tables": ("standard", "pub_regular", "draw_below_16"),
    "functions": ("standard", "counter", "table_reader"),
    "fresh packs": ("shuffled", "gambler,mixed,stick15,stick16,stick17,cautious", "draw_below_17"),
    "a mixture": ("no_certain_buy", "counter,gambler,stick16,mixed,cautious,counter", "soft_aware"),
}
DEALS = 20_150  # the last table is a short one


def game(name: str) -> tuple[Rules, tuple[Seat, ...]]:
    rules = rules_from(GAMES[name][0])
    return rules, seats_from(rules, *GAMES[name][1:])


def run(name: str, **options: object) -> dict:
    rules, seats = game(name)
    given = {"deals": DEALS, "seed": 3, "workers": 1} | options
    return simulate(rules, seats, **given).tallies.as_dict()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_threads_and_blocks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run(name)
    assert alone["groups"]["all"]["sums"][0] == DEALS
    assert run(name, workers=2) == alone
    for block in (1, 777, 2_000, 10**9):
        monkeypatch.setattr(package, "DEALS_PER_BLOCK", block)
        assert run(name, workers=2) == alone
    with ThreadPoolExecutor(3) as pool:
        assert run(name, workers=pool) == alone


@pytest.mark.parametrize("name", GAMES)
def test_another_seed_is_another_run(name: str) -> None:
    alone = run(name)
    for seed in (0, 4, 3 + (1 << 32), 2**64 - 1):
        assert run(name, seed=seed)["groups"]["all"]["sums"] != alone["groups"]["all"]["sums"]


def test_stopping_by_precision_does_not_depend_on_threads() -> None:
    rules, seats = game("tables")
    found = [
        simulate(rules, seats, deals=Until(10**7, precision=0.004), seed=1, workers=threads)
        for threads in (1, 2, 5)
    ]
    assert found[0].stopped == "precise"
    assert found[0].deals < 10**7
    assert len({str(result.tallies.as_dict()) for result in found}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_table_depends_on_nothing_but_seed_and_index(name: str) -> None:
    """Played alone, after others, before others, or in another order: the sums are the same."""
    rules, seats = game(name)
    engine = Engine(rules, seats, 8)
    sizes = [40, 3, 200, 1, 77, 40]
    together = engine.play(10, sizes)
    apart = Tallies()
    for t in (3, 0, 5, 1, 4, 2):
        apart.add(Engine(rules, seats, 8).play(10 + t, [sizes[t]]))
    assert together.as_dict() == apart.as_dict()
    other = engine.play(9, [17, *sizes])
    other_first = engine.play(9, [17])
    other_first.add(together)
    assert other.as_dict() == other_first.as_dict()


@pytest.mark.parametrize("name", GAMES)
def test_replay(name: str) -> None:
    """Any range of deals of any table, twice the same, and the same as `simulate` tallied."""
    rules, seats = game(name)
    whole = replay(rules, seats, seed=3, table=2, first=0, last=60)
    assert whole == replay(rules, seats, seed=3, table=2, first=0, last=60)
    assert whole[13:20] == replay(rules, seats, seed=3, table=2, first=13, last=20)
    assert whole != replay(rules, seats, seed=4, table=2, first=0, last=60)
    assert [record.deal for record in whole] == list(range(60))
    tallies = simulate(rules, seats, deals=600, seed=3, deals_per_table=200, workers=2).tallies
    net = [0] * rules.seats
    for table in range(3):
        for record in replay(rules, seats, seed=3, table=table, first=0, last=200):
            net = [a + b for a, b in zip(net, record.net, strict=True)]
    groups = tallies.groups
    assert net == [
        groups[Group("player", seat=s)].of("net") + groups[Group("banker", seat=s)].of("net")
        for s in range(rules.seats)
    ]


def test_the_deals_follow_from_one_another() -> None:
    """The pack, the bank and the kitty are handed on from deal to deal."""
    rules, seats = game("tables")
    records = replay(rules, seats, seed=5, table=0, first=0, last=300)
    for before, after in itertools.pairwise(records):
        assert after.banker == before.next_banker
        if not before.shuffled:
            assert after.pack == before.pack_after
        else:
            assert after.pack != before.pack_after
    assert any(record.shuffled for record in records)
    assert not all(record.shuffled for record in records)


def test_behaviour_version() -> None:
    """The numbers of behaviour 4. Where this fails, the same inputs give other numbers than
    before: raise BEHAVIOUR if that is meant, and write the new numbers here."""
    assert BEHAVIOUR == 4
    found = {}
    for preset in ("standard", "shuffled"):
        rules = rules_from(preset)
        seats = [Seat(find("mixed", "player"), find("draw_below_16", "banker"))] * 6
        result = simulate(rules, seats, deals=10_000, seed=1, workers=1)
        found[preset] = result.tallies.table.sums[:4]
    assert found == BEHAVIOUR_4


BEHAVIOUR_4 = {
    # deals, initial stakes, all stakes, the banker's net
    "standard": [10_000, 500_000, 634_790, 50_890],
    "shuffled": [10_000, 500_000, 636_780, 53_700],
}
