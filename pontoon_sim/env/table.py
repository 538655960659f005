"""The whole table as a PettingZoo environment: every seat an agent, the readable engine below."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.env.actions import LEVELS, Choices, check_levels, price_of
from pontoon_sim.env.fields import ALL_FIELDS, Fields
from pontoon_sim.game.cards import full_pack
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.kernel.agent import NAMED
from pontoon_sim.reference import DealRecord, Table
from pontoon_sim.reference.table import Asking, Question
from pontoon_sim.report.trace import tell


def table_env(rules: Rules | str | Path = "standard", **form: Any) -> OrderEnforcingWrapper:
    """`TableEnv` in PettingZoo's wrapper that refuses calls out of order.

    Examples
    --------
    >>> env = table_env("shoot", deals=2)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     mask = None if over else observation["action_mask"]
    ...     env.step(None if over else env.action_space(agent).sample(mask))
    """
    return OrderEnforcingWrapper(TableEnv(rules, **form))


class _Agent:
    """Who sits on a seat: asked by the environment, never by the table."""

    name = "agent"

    @property
    def player(self) -> _Agent:
        """Itself."""
        return self

    banker = player

    def answer(self, decision: str, view: Any) -> int:
        """No answer comes from here."""
        raise NotImplementedError


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """PettingZoo environment: a table of any rules, on which every seat is an agent.

    Parameters
    ----------
    rules : Rules, str or path
        Rules, a preset, or a rules file.
    deals : int
        Deals of an episode, which begins with a fresh shuffle.
    levels : int
        Levels of an amount of chips, from the least to the largest that is legal. Where there are
        no more amounts than that, each is a level.
    fields : sequence of str
        What is observed, of those in docs/training.md. Default: all.
    render_mode : str, optional
        "ansi" or "human": the deal so far, as a story.

    Notes
    -----
    The agents are `seat_0` to `seat_{n-1}`. An agent is asked only where it has a choice, as player
    and as banker. An observation is a dict: `observation` int64, (numbers of the fields,), and
    `action_mask` int8, (4 + levels,), which has no 1 while the agent is not the one that is asked.
    A reward is what the agent's purse has won (+) or lost (-) since the last step, chips, with the
    price of the bank; all rewards of a step sum to zero.

    `reset(seed=...)` makes packs, first banker and `chance` by the seed. With
    `options={"packs": [...], "banker": seat, "chance_key": key}` they are those that are given: a
    pack, next card first, for each deal, such as `DealRecord.pack`.

    Attributes
    ----------
    question : Question or None
        What is asked, with the view of the agent; None when the episode is over.
    records : list of DealRecord
        The finished deals of the episode.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "pontoon_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        deals: int = 10,
        levels: int = LEVELS,
        fields: Sequence[str] = ALL_FIELDS,
        render_mode: str | None = None,
    ) -> None:
        if deals < 1:
            raise PontoonError(f"deals = {deals}: take 1 or more")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PontoonError(f"render_mode = {render_mode!r}: take 'ansi' or 'human'")
        self.rules = rules if isinstance(rules, Rules) else rules_from(rules)
        self.deals, self.levels, self.render_mode = deals, check_levels(levels), render_mode
        self.fields = Fields(fields)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        actions = NAMED + self.levels
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": self.fields.space(),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._price = price_of(self.rules)
        self._observations: dict[str, npt.NDArray[np.int64]] = {}

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    # --- play -----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new table, up to the first question."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        given = options or {}
        rules, first = self.rules, self.rules.first_banker
        drawn = int(self._random.integers(rules.seats))  # drawn in any case, so packs do not move
        banker = given.get("banker", drawn if first == "cut" else first)
        key = given.get("chance_key", int(self._random.integers(1 << 63)))
        self._packs = list(given.get("packs", ()))
        self._table = Table(rules, [_Agent()] * rules.seats, banker, key)
        self.records: list[DealRecord] = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        blank = np.zeros(self.fields.size, np.int64)
        self._observations = dict.fromkeys(self.agents, blank)
        self._purses = [0] * rules.seats
        self._asked = False
        self._asking = self._next_deal()
        self._go_on(None)
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is asked, and play on to the next question."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or self.choices is None:
            raise PontoonError(f"{agent} is asked for an action: give a number, not None")
        answer = self.choices.answer(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._go_on(answer)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self, answer: int | None) -> None:
        """Play on to the next question, or to the end of the episode."""
        question = self._ask(answer)
        while question is None and (len(self.records) < self.deals or not self._asked):
            self._asking = self._next_deal()
            question = self._ask(None)
        self.question: Question | None = question
        self.choices: Choices | None = None
        if question is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._asked = True
            agent = self.agent_selection = self.possible_agents[question.seat]
            self.choices = Choices(question.view, self.levels, self._price)
            self._observations[agent] = self.fields.of(question.view)
        self._pay()

    def _ask(self, answer: int | None) -> Question | None:
        try:
            return next(self._asking) if answer is None else self._asking.send(answer)
        except StopIteration as end:
            self.records.append(end.value)
            return None

    def _next_deal(self) -> Asking[DealRecord]:
        """The next deal, from the pack given for it, or else from one that the table has."""
        number = len(self.records)
        last = self.records[-1] if self.records else None
        if number < len(self._packs):
            pack = self._packs[number]
        elif last is not None and not last.shuffled:
            pack = last.pack_after
        else:
            pack = full_pack(self.rules.packs)
            self._random.shuffle(pack)
        table = self._table
        self._start = table.deal_number, table.banker, table.tenure, table.kitty
        return table.questions(pack)

    def _pay(self) -> None:
        """What has come into each purse, or gone out of it, since this was last looked at."""
        purses = self._table.purses()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = purses[seat] - self._purses[seat]
        self._purses = purses

    # --- what is seen ---------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent was shown when it was asked last; zeros before."""
        asked = self.choices is not None and agent == self.agent_selection
        mask = np.zeros(NAMED + self.levels, np.int8)
        if asked and self.choices is not None:
            mask = self.choices.mask()
        return {"observation": self._observations[agent].copy(), "action_mask": mask}

    def render(self) -> str | None:
        """The deal so far, told card by card; printed where `render_mode` is "human"."""
        under_way = self.question is not None
        record = self.records[-1] if not under_way else self._record_so_far()
        text = tell(record, self.rules, self._table.seats, whole=not under_way)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _record_so_far(self) -> DealRecord:
        """The deal under way; what only its end will show is left empty."""
        deal, banker, tenure, kitty = self._start
        return DealRecord(
            table=0, deal=deal, banker=banker, tenure=tenure, kitty=kitty, pack=(),
            events=tuple(self._table.events), net=(0,) * self.rules.seats, kitty_after=0,
            next_banker=banker, shuffled=False, pack_after=(),
        )  # fmt: skip

    def close(self) -> None:
        """Nothing is held open."""
