"""The PettingZoo environment: the same game as the engines, and PettingZoo's own tests."""

from __future__ import annotations

import warnings

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import Engine
from pontoon_sim.env import TableEnv, table_env
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.kernel.layout import VIEW_ARRAYS, VIEW_FIELDS
from pontoon_sim.strategies import seats_from

EVERYTHING = rules_from("shoot").model_copy(
    update={"burn": "hard_13_14", "banker_doubles": "compound", "three_sevens_pays": 3,
            "bank_sale": True, "kitty_min": 10, "kitty_max": 60, "stake_max": 30, "seats": 4}
)  # fmt: skip


@pytest.mark.parametrize("rules", ["standard", EVERYTHING], ids=["standard", "everything"])
def test_passes_the_tests_of_pettingzoo(rules, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error", category=UserWarning)
        warnings.filterwarnings("ignore", message=".*mask is all zeros")  # of those not asked
        # an observation with a mask is a dict, as in PettingZoo's own card games
        warnings.filterwarnings("ignore", message=".*space for each agent probably should")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(table_env(rules, deals=3), num_cycles=40)
    seed_test(lambda: table_env(rules, deals=3), num_cycles=20)
    render_test(lambda render_mode: table_env(rules, deals=1, render_mode=render_mode))
    assert "holds the bank" in capsys.readouterr().out


def play(env, answer):
    """Chips won by each seat of an episode, every agent playing by `answer(seat, view)`."""
    purses = dict.fromkeys(env.possible_agents, 0)
    for _ in env.agent_iter():
        _, _, over, _, _ = env.last(observe=False)
        if over:
            env.step(None)
            continue
        question = env.unwrapped.question
        env.step(env.unwrapped.choices.action(answer(question.seat, question)))
        for name, chips in env.rewards.items():
            purses[name] += chips
    return list(purses.values())


@pytest.mark.parametrize(
    ("rules", "players", "banker"),
    [
        ("standard", ["pub_regular", "counter", "mixed", "stick15", "cautious", "gambler"], None),
        ("shoot", "shoot_regular", "bank_seller"),
        ("pub", "with_errors(pub_regular,0.2)", "draw_below_16"),
        ("old_hoyle", "pub_regular", "draw_below_16"),
    ],
)
def test_strategies_win_the_chips_that_the_compiled_engine_pays_them(rules, players, banker):
    game = rules_from(rules)
    seats = seats_from(game, players, banker)
    engine = Engine(game, seats, 11)
    records = engine.records(0, 0, 8)
    first, key = engine.table_start(0)
    env = TableEnv(game, deals=8, levels=5000)  # every amount a level of its own
    env.reset(options={"packs": [r.pack for r in records], "banker": first, "chance_key": key})

    def answer(seat, question):
        role = question.decision in ("draw", "kitty", "top_up", "ask", "double")
        strategy = seats[seat].banker if role else seats[seat].player
        return strategy.answer(question.decision, question.view)

    paid = play(env, answer)
    assert env.records == records
    prices = [0] * game.seats
    for record in records:
        for event in record.events:
            if event.name == "bank":
                prices[event.args[0]] -= event.args[2]
                prices[record.banker] += event.args[2]
    nets = [sum(record.net[seat] for record in records) for seat in range(game.seats)]
    assert paid == [net + price for net, price in zip(nets, prices, strict=True)]


def test_observations_are_the_fields_of_the_view():
    env = TableEnv(EVERYTHING, deals=2)
    env.reset(seed=3)
    names = [name for name, _ in VIEW_FIELDS] + [name for name, _, _ in VIEW_ARRAYS]
    assert list(env.fields.names) == names
    for _ in range(40):
        view, observation = env.question.view, env.observe(env.agent_selection)["observation"]
        for name, place in env.fields.places.items():
            field = getattr(view, name)
            assert observation[place].tolist() == (field if isinstance(field, list) else [field])
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(mask.nonzero()[0][0]))
        if env.question is None:
            break


def test_the_same_seed_deals_the_same_packs():
    def packs(seed):
        env = TableEnv(Rules(seats=3), deals=3)
        env.reset(seed=seed)
        play(env, lambda seat, question: 10 if question.decision == "stake" else -1)
        return [record.pack for record in env.records]

    assert packs(5) == packs(5) != packs(6)


def test_an_illegal_action_is_refused_in_one_sentence():
    env = TableEnv("standard")
    env.reset(seed=1)
    with pytest.raises(PontoonError, match=r"^action 0 is not legal to 'stake' with first card"):
        env.step(0)
