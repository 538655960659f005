"""What is taken for better, and how often wrongly."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from pontoon_sim.game.rules import rules_from
from pontoon_sim.statistics.ruin import lasting
from pontoon_sim.strategies import find
from pontoon_sim.tuning.deciding import Change, beyond_doubt, trials, undecided
from pontoon_sim.tuning.objective import Objective
from pontoon_sim.tuning.states import states_of


def change(state, p, gain=1.0):
    return Change(state, "S", gain, 1.0, gain, p)


def test_holm_as_in_his_paper_s_procedure():
    # 0.01 <= 0.05/4, 0.013 <= 0.05/3, 0.02 <= 0.05/2 hold; 0.06 > 0.05/1 does not.
    tried = [change(n, p) for n, p in enumerate((0.02, 0.06, 0.01, 0.013))]
    assert {c.state for c in beyond_doubt(tried, 0.05)} == {0, 2, 3}
    # the first that fails ends it, although a later one would pass its own limit
    tried = [change(n, p) for n, p in enumerate((0.01, 0.03, 0.04, 0.045))]
    assert {c.state for c in beyond_doubt(tried, 0.05)} == {0}


def test_of_several_better_answers_the_best_is_taken():
    found = beyond_doubt([change(0, 1e-9, 1.0), change(0, 1e-6, 3.0)], 0.05)
    assert [c.gain for c in found] == [3.0]


def sums_of(visits, gains, states, answers=2):
    """The sums of `Explorer.explore` from visits and gains by table: (tables, states)."""
    sums = np.zeros((2, states, answers, 5))
    products = (visits, visits**2, gains, gains**2, visits * gains)
    sums[0, :, 1] = np.stack([column.sum(axis=0) for column in products], axis=-1)
    sums[0, :, 0, :2] = sums[0, :, 1, :2]
    return sums


def test_p_is_that_of_student_s_test_where_every_table_meets_a_state_once():
    rules = rules_from()
    states = states_of(find("draw_below_16", "banker").table, rules)[:1]
    gains = np.random.default_rng(1).normal(0.3, 1.0, (40, 1))
    (found,) = trials(states, sums_of(np.ones((40, 1)), gains, 1), 40.0)
    expected = stats.ttest_1samp(gains[:, 0], 0.0, alternative="greater")
    assert found.p == pytest.approx(float(expected.pvalue), rel=1e-9)
    assert found.gain == pytest.approx(float(gains.mean()))
    assert found.share == pytest.approx(float(gains.mean()))


def test_where_nothing_is_better_hardly_ever_anything_is_changed():
    # 400 runs of 63 answers without any gain: at a family-wise error of 5 % about 20 of them
    # change something; more than 36 would come once in 3,000 such tests.
    rules = rules_from()
    states = states_of(find("draw_below_16", "banker").table, rules)
    draw = np.random.default_rng(2)
    wrong = 0
    for _ in range(400):
        visits = draw.poisson(1.5, (300, len(states))).astype(float)
        gains = np.sqrt(visits) * draw.normal(0, 10, visits.shape)
        tried = trials(states, sums_of(visits, gains, len(states)), 300.0)
        wrong += bool(beyond_doubt(tried, 0.05))
    assert 5 <= wrong <= 36


def test_too_few_tables_decide_nothing():
    rules = rules_from()
    states = states_of(find("draw_below_16", "banker").table, rules)[:1]
    (found,) = trials(states, sums_of(np.ones((10, 1)), np.full((10, 1), 5.0), 1), 10.0)
    assert found.p == 1.0


def test_what_may_be_left_counts_no_answer_that_is_surely_worse():
    worse, better = change(0, 1.0, -9.0), change(1, 0.2, 1.0)
    assert undecided([worse, better], np.array([1.0, 0.5])) == pytest.approx(0.5 * 2.645)


def test_the_chance_to_last_for_ever_is_that_of_the_diffusion_formula():
    # Drift.bankroll: 1 - exp(-2 * mean * chips / variance)
    assert lasting(0.5, 100.0, 300, 10**9) == pytest.approx(1 - np.exp(-2 * 0.5 * 300 / 100))


def test_ruin_sees_spread_as_a_cost_and_a_hopeless_game_sees_it_as_a_chance():
    ruin = Objective("ruin", 300, 500)
    assert ruin._penalty(0.2, 900.0) > 0
    assert ruin._penalty(-5.0, 900.0) < 0
