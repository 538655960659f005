"""Luck taken out of simulated estimates: the mean stays, the variance falls.

The proof is by counting: over every order of a small pack each of the four parts sums up to
nothing, with tables of random numbers as with the real ones, since nothing may rest on the tables.
"""

from __future__ import annotations

from itertools import cycle, permutations, repeat

import numpy as np
import pytest
from numba import njit

from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.tallies import WHOLE_TABLE, Group, Tallies
from pontoon_sim.exact import exact_value
from pontoon_sim.exact.control_variates import control_variates, means_of_whole_pack
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.kernel import state
from pontoon_sim.kernel.block import start_table
from pontoon_sim.kernel.control import start_control
from pontoon_sim.kernel.deal import play_deal
from pontoon_sim.measure.compare import compare
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.runs.trial import Arm
from pontoon_sim.strategies import Seat, seats_from
from pontoon_sim.strategies.library import find
from tests.exact.drawn import drawn

PARTS = {
    "banker's cards": ("banker_first", "banker_second", "banker_mean"),
    "first two cards": ("first", "second", "players_mean"),
    "cards drawn": ("per_chip", "to_come", "single"),
    "banker's draws": ("pay",),
}


@njit(cache=True)
def play_orders(game, orders, left, deals, luck):
    """Play up to so many deals from each order of a pack, until it is shuffled; add up the luck."""
    rules, lineup, st, view, sh, seed, tally, _, control = game
    for i in range(orders.shape[0]):
        start_table(rules, st, view, sh, seed, i)
        start_control(rules, st, control)
        for k in range(orders.shape[1]):
            st.pack[k] = orders[i, k]
        st.head, st.tail, st.fresh = 0, orders.shape[1], orders.shape[1]
        for k in range(16):
            st.left[k] = left[k]
        for _ in range(deals):
            if play_deal(rules, lineup, st, view, sh, control, tally, None, None) or st.fault:
                break
            st.deal += 1
        for banker in range(rules.seats):
            for position in range(rules.seats - 1):
                luck[position] += st.luck[banker, position]
                luck[rules.seats] += abs(st.luck[banker, position])
    return st.fault


ORDERS = np.array(list(permutations(range(8))))


def luck_of_all_orders(
    ranks: list[int], rules: Rules, people: str, banker: str, part: str, number: int, whole: bool
) -> tuple[np.ndarray, float]:
    """Mean luck in chips of each position and its mean size over all orders of a pack.

    `whole`: the first deal is counted as that of a whole pack is, else as all later ones are.
    `number`: of random tables, 0 for the real ones; all but one part's are set to nothing.
    """
    seats = seats_from(rules, people, banker)
    variates = control_variates(rules, seats)
    tables = variates.record[0]
    counts = np.bincount(ranks, minlength=16).astype(np.float32)
    if number:
        rng = np.random.default_rng(number)
        for name in state.CONTROL.names:
            low, high = (1, 4) if name in ("times", "stake", "scale") else (-2000, 2001)
            numbers = rng.integers(low, high, tables[name].shape)
            tables[name][...] = np.where(tables[name] != 0, numbers, 0)
    for t in range(8):
        means = means_of_whole_pack({n: tables[n][t] for n in state.CONTROL.names}, counts[:13])
        for name, mean in means.items():
            tables[name][t] = mean
    for name in {name for names in PARTS.values() for name in names} - set(PARTS[part]):
        tables[name][...] = 0
    counts[13] = counts[9:13].sum()
    engine = Engine(rules, seats, 1, variates)
    memory = engine._memory()
    game = engine._game(memory, shown=True)._replace(control=engine._control)
    suits: dict[int, int] = {}
    codes = [4 * rank + suits.setdefault(rank, 0) for rank in ranks]
    game.rules.cards_in_pack = len(ranks) if whole else len(ranks) + 1
    luck = np.zeros(rules.seats + 1)
    assert not play_orders(game, np.array(codes)[ORDERS], counts, 3, luck)
    scale = state.CONTROL_UNIT * len(ORDERS)
    return luck[: rules.seats - 1] / scale, luck[rules.seats] / scale


PACKS = {
    "splits and pontoons": [0, 0, 4, 5, 7, 7, 9, 12],
    "thirteens": [1, 1, 2, 3, 4, 7, 8, 10],
}
GAMES = {
    "standard": (rules_from(None, ["first_banker=0"], seats=2), "pub_regular"),
    "three people, unlike": (
        rules_from(None, ["first_banker=0"], seats=3),
        "gambler,stick15,mixed",
    ),
    "old schools": (
        rules_from(
            "old_hoyle", ["first_banker=0", "burn=hard_13_14", "split_pontoon=false"], seats=2
        ),
        "counter,./burner.toml",
    ),
}
BURNER = """
role = "player"
summary = "Stakes by its card, throws in and splits what it may, and buys to the end."
why = "It meets all there is."
weakness = "It goes bust."
split = "all"
burn = [13, 14]
[stake]
default = "min"
A = "max"
8 = "50%"
[turn]
hard = { 4-16 = "21T", 17-21 = "S" }
soft = { 12-18 = "1T", 19-21 = "S" }
"""


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_over_all_orders_of_a_pack_every_part_sums_up_to_nothing(
    game: str, part: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "burner.toml").write_text(BURNER)
    rules, people = GAMES[game]
    banker = "doubler" if rules.banker_doubles != "none" else "draw_below_16"
    for ranks in PACKS.values():
        for number in (0, 1, 2):
            for whole in (True, False):
                mean, size = luck_of_all_orders(ranks, rules, people, banker, part, number, whole)
                assert np.abs(mean).max() < 1e-9
                assert size > 0.01 or (rules.seats == 3 and part == "banker's draws")


LINE_UPS = [
    ("standard", [], 6, "pub_regular", "draw_below_16"),
    ("standard", [], 2, "pub_regular", "table_reader"),
    ("standard", ["packs=2"], 9, "stick15,gambler,mixed", "draw_below_17"),
    ("standard", ["reshuffle=never", "bank_passes=rotate"], 4, "trick_hunter", "draw_below_16"),
    ("standard", [], 5, "counter,memory_player,stick17", "memory_banker"),
    ("standard", ["bank_sale=true"], 3, "pub_regular", "bank_seller"),
    ("pub", [], 6, "mixed", "draw_below_16"),
    ("pub", ["burn=hard_13_14", "reshuffle=every_deal"], 8, "gambler,counter", "unbeaten"),
    ("old_hoyle", [], 4, "pub_regular,stick16", "doubler"),
    ("old_hoyle", ["banker_doubles=plain", "packs=2"], 7, "counter", "doubler"),
    ("shoot", [], 4, "shoot_regular,shoot_all,counter", "kitty_full"),
    ("shoot", ["reshuffle=every_deal"], 3, "shoot_trick,memory_player", "kitty_small"),
    ("shuffled", [], 6, "counter,stick15", "draw_below_16"),
    ("shuffled", ["packs=2"], 3, "pub_regular", "table_reader"),
    ("aces_only", ["stick_min=0", "buy_max=1"], 5, "gambler", "soft_aware"),
    ("no_certain_buy", ["stake_max=10"], 6, "mix(stick15:1,gambler:2)", "draw_below_14"),
    ("stick16", ["five_card_trick=false"], 4, "with_errors(pub_regular,0.1)", "draw_below_18"),
    ("standard", ["soft_21_draws=false", "split_pontoon=false"], 8, "mixed", "draw_below_16"),
    ("standard", ["banker_pontoon_takes=1", "trick_pays=3"], 3, "cautious", "draw_below_19"),
    ("standard", ["bank_passes=never", "first_banker=1"], 2, "memory_player", "table_reader"),
]


@pytest.mark.parametrize("line_up", LINE_UPS, ids=lambda words: f"{words[0]} {words[3]}")
def test_the_mean_stays_in_line_ups_of_all_settings(line_up) -> None:
    """Luck is nothing on average, at the whole table and for every seat and place."""
    preset, sets, seats, players, banker = line_up
    rules = rules_from(preset, sets, seats=seats)
    names = cycle(players.split(",")) if "(" not in players else repeat(players)
    people = seats_from(rules, [next(names) for _ in range(seats)], banker)
    tables, deals = 300, 100
    engine = Engine(rules, people, 11, control_variates(rules, people))
    block = engine.play_block(0, [deals] * tables)
    plain = Engine(rules, people, 11).play_block(0, [deals] * tables)
    assert np.array_equal(block.rows, plain.rows) and np.array_equal(block.tally, plain.tally)
    luck = block.control[:, :, 3] - block.control[:, :, 4] / state.CONTROL_UNIT
    whole = luck[:, 2 * seats - 1 :].sum(axis=1)
    # false alarm of each 1 in 16,000: of all 20 tables 0.13 %, of their 400 lines 2.5 % at 4 SE, so
    # 5 SE for those
    assert abs(whole.mean()) < 4 * whole.std() / tables**0.5
    used = luck.std(axis=0) > 0
    assert (np.abs(luck.mean(axis=0)) <= 5 * luck.std(axis=0) / tables**0.5).all()
    assert used.sum() >= seats


@pytest.mark.parametrize("number", range(8))
def test_exact_values_are_met(number: int) -> None:
    """Splits, burnt hands, three sevens, two packs, stakes by the first card: `drawn` has all."""
    rules, player, banker = drawn(number, 100 if number % 2 else 10)
    seats = [Seat(player, banker)] * 2
    engine = Engine(rules, seats, number, control_variates(rules, seats))
    nets = engine.play_block(0, [200] * 1000).adjusted_net(WHOLE_TABLE) / state.CONTROL_UNIT
    exact = -exact_value(rules, player, banker).net * 200
    # false alarm of all 8: 0.05 %
    assert abs(nets.mean() - exact) < 4 * nets.std() / 1000**0.5


@pytest.mark.parametrize(
    ("preset", "seats", "players", "banker", "factor"),
    [
        ("standard", 6, "pub_regular", "draw_below_16", 2.2),
        ("standard", 2, "stick15", "draw_below_16", 2.4),
        ("shuffled", 6, "pub_regular", "draw_below_16", 100),
        ("shuffled", 6, "pub_regular", "table_reader", 20),
        ("shuffled", 6, "counter", "draw_below_16", 4.5),
    ],
)
def test_the_variance_falls(preset, seats, players, banker, factor) -> None:
    """The factors asked for less four standard errors of 1,500 tables."""
    rules = rules_from(preset, seats=seats)
    result = simulate(rules, seats_from(rules, players, banker), deals=300_000)
    assert result.variance_ratio > factor


def test_the_variance_of_a_difference_falls_beyond_pairing() -> None:
    rules = rules_from("shuffled", seats=6)
    arms = [Arm(name, rules, seats_from(rules, name)) for name in ("stick15", "stick16")]
    comparison = compare(arms, deals=100_000)
    assert comparison.answer(1, 0).variance_ratio > 1500
    of_one = [Arm(arm.name, rules, arm.seats, Group("player", position=2)) for arm in arms]
    assert compare(of_one, deals=40_000).answer(1, 0).variance_ratio > 100


def test_sums_merge_in_any_way() -> None:
    rules = rules_from("pub", seats=3)
    seats = seats_from(rules, "mixed", "draw_below_17")
    engine = Engine(rules, seats, 5, control_variates(rules, seats))
    together, apart = engine.play(4, [30, 7, 200, 1]), Tallies()
    for table, size in ((2, 200), (0, 30), (3, 1), (1, 7)):
        apart.add(engine.play(4 + table, [size]))
    assert together.as_dict() == apart.as_dict() == Tallies.from_dict(apart.as_dict()).as_dict()


def test_a_result_has_adjusted_figures_of_seats_places_and_strategies() -> None:
    rules = rules_from("shuffled", seats=3)
    seats = seats_from(rules, "pub_regular,stick16,stick15", "draw_below_16")
    result = simulate(rules, seats, deals=100_000, seed=2)
    banker = seats[0].banker
    for group, row in result.roles.items():
        if group.role == "player":
            exact = exact_value(rules, find(group.strategy, "player"), banker).edge_initial
            edge = row["edge"]
            assert abs(edge["value"] - exact) < 4 * edge["se"]  # false alarm: 1 in 16,000
            assert edge["se"] < row["edge_initial"]["se"] / 6
    assert all(row["edge"]["se"] < row["edge_initial"]["se"] / 2 for row in result.seat_positions)
    assert result.edge == result.adjusted["edge_initial"]
    without = simulate(rules, seats, deals=10_000, seed=2, control=False)
    assert without.adjusted is None and without.edge == without.edge_initial
