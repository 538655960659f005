"""One seat among strategies: the games of the compiled engine, and Gymnasium's own tests."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import Engine
from pontoon_sim.env import SeatsEnv, TableEnv
from pontoon_sim.env.actions import Choices
from pontoon_sim.env.fields import ALL_FIELDS
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel import layout
from pontoon_sim.strategies import seats_from
from pontoon_sim.strategies.model import DECISIONS_OF
from pontoon_sim.strategies.view import ARRAYS, View

EVERY = (*DECISIONS_OF["player"], *DECISIONS_OF["banker"])


def view_of(envs, row):
    """The view that an observation of all fields shows."""
    fields = {}
    for name, place in envs.fields.places.items():
        numbers = row[place].tolist()
        fields[name] = numbers if name in ARRAYS else numbers[0]
    return View(**fields)


@pytest.mark.parametrize(
    ("rules", "players", "banker", "change"),
    [
        ("standard", "counter", None, {}),
        ("shoot", "shoot_regular", "bank_seller", {"seats": 4}),
        ("shuffled", "with_errors(pub_regular,0.2)", None, {"seats": 3}),
        ("old_hoyle", "pub_regular", None, {"seats": 4}),
    ],
)
def test_an_agent_that_plays_as_a_strategy_wins_its_chips(rules, players, banker, change):
    game = rules_from(rules).model_copy(update=change)
    seats = seats_from(game, players, banker)
    deals, tables = 12, 3
    envs = SeatsEnv(
        tables, game, players=players, banker=banker, seat=1, decisions=EVERY, deals=deals,
        levels=5000, fields=ALL_FIELDS,
    )  # fmt: skip
    engine = Engine(envs.rules, seats, 9)
    observations, _ = envs.reset(seed=9)
    paid, going = np.zeros(tables), np.ones(tables, bool)
    while going.any():
        actions = []
        for row, mask in zip(observations, envs.action_masks(), strict=True):
            view = view_of(envs, row)
            what = layout.DECISIONS[view.decision]
            role = seats[1].banker if what in DECISIONS_OF["banker"] else seats[1].player
            choices = Choices(view, 5000, 10 * game.stake_max)
            assert choices.mask().tolist() == mask.tolist()
            actions.append(choices.action(role.answer(what, view)))
        observations, rewards, ended, _, _ = envs.step(np.array(actions))
        paid += rewards * going
        going &= ~ended
    for table in range(tables):
        net = 0
        for record in engine.records(table, 0, deals):
            net += record.net[1]
            for event in record.events:
                if event.name == "bank":
                    net -= event.args[2] if event.args[0] == 1 else 0
                    net += event.args[2] if record.banker == 1 else 0
        assert paid[table] == net


def test_the_first_questions_are_those_of_the_readable_table():
    game = rules_from("standard").model_copy(update={"seats": 3, "first_banker": 2})
    envs = SeatsEnv(1, game, decisions=EVERY, fields=ALL_FIELDS)
    observations, _ = envs.reset(seed=4)
    engine = Engine(game, seats_from(game), 4)
    table = TableEnv(game)
    _, key = engine.table_start(0)
    pack = engine.records(0, 0, 1)[0].pack
    table.reset(options={"packs": [pack], "banker": 2, "chance_key": key})
    assert table.agent_selection == "seat_0"
    seen = table.observe("seat_0")
    assert seen["observation"].tolist() == observations[0].tolist()
    assert seen["action_mask"].tolist() == envs.action_masks()[0].tolist()


class Legal(gymnasium.ActionWrapper, gymnasium.utils.RecordConstructorArgs):
    """The first legal action at or after the one that is given."""

    def __init__(self, env):
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        super().__init__(env)

    def action(self, action):
        mask = self.unwrapped.action_masks()
        return int((action + np.flatnonzero(np.roll(mask, -action))[0]) % len(mask))


def test_passes_the_tests_of_gymnasium():
    form = {"rules": "shuffled", "decisions": ["turn"], "levels": 2}
    env = gymnasium.make("Pontoon-v0", disable_env_checker=True, **form)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of wrappers, and of the bounds of chips
        check_env(Legal(env), skip_render_check=True)
    envs = gymnasium.make_vec("Pontoon-v0", num_envs=5, rules="shuffled")
    observations, infos = envs.reset(seed=2)
    assert envs.observation_space.contains(observations)
    assert infos["action_mask"].shape == (5, 15)


def test_all_rewards_are_the_purse():
    """Deals in which nothing is asked are played on, and their chips are kept."""
    game = rules_from("shuffled").model_copy(update={"seats": 2, "first_banker": 1})
    envs = SeatsEnv(4, game, players="stick15", decisions=["turn"], levels=2)
    envs.reset(seed=3)
    paid, steps = np.zeros(4), 0
    while True:
        masks = envs.action_masks()
        actions = np.where(masks[:, 0] == 1, 0, 1)
        _, rewards, _, _, infos = envs.step(actions)
        paid += rewards
        steps += 1
        if infos["deals"].min() > 60:
            break
    engine = Engine(game, seats_from(game, "stick15"), 3)
    for table in range(4):
        nets = [r.net[0] for r in engine.records(table, 0, int(infos["deals"][table]))]
        total = sum(nets)
        carried = total - paid[table]
        # what has not been paid yet is of deals since the last question that asked nothing
        tail = 0
        for net in reversed([0, *nets]):
            if carried == tail:
                break
            tail += net
        assert carried == tail


def test_what_is_not_legal_is_refused_in_one_sentence():
    envs = SeatsEnv(2, "standard")
    with pytest.raises(PontoonError, match=r"call reset\(\) first"):
        envs.step([0, 0])
    envs.reset(seed=1)
    with pytest.raises(PontoonError, match="action 0 of agent 0 is not legal to 'stake'"):
        envs.step([0, 0])
    with pytest.raises(PontoonError, match="'turns' is no decision, did you mean 'turn'"):
        SeatsEnv(2, decisions=["turns"])
    with pytest.raises(PontoonError, match="a view has no field 'totals', did you mean 'total'"):
        SeatsEnv(2, fields=["totals"])
