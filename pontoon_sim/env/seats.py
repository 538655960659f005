"""Many tables at once, one seat of each played by an agent: a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numba import config

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.numbers import MOST_SEED
from pontoon_sim.engine.agents import AgentForm, Agents
from pontoon_sim.env.actions import LEVELS, check_levels, price_of
from pontoon_sim.env.fields import OWN_FIELDS, Fields
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.kernel.agent import NAMED
from pontoon_sim.kernel.layout import DECISIONS
from pontoon_sim.strategies import seats_from
from pontoon_sim.strategies.library import Named
from pontoon_sim.strategies.model import DECISIONS_OF


class SeatsEnv(VectorEnv[Any, Any, Any]):
    """Gymnasium vector environment: one seat, at many tables, against strategies.

    Parameters
    ----------
    num_envs : int
        Tables. From some hundreds on Python's own time does not count any more.
    rules : Rules, str or path
        Rules, a preset, or a rules file.
    players, banker : str, path, Strategy or a sequence of them, optional
        Who sits at the table, as in `pontoon_sim.simulate`. The agent's own seat has strategies as
        well, which take the decisions that are not the agent's.
    seat : int
        The agent's seat.
    decisions : sequence of str
        What the agent decides: "stake", "turn", "shoot" and "bid" as a player; "draw", "kitty",
        "top_up", "ask" and "double" while it holds the bank.
    deals : int
        Deals of an episode, 1 or more.
    levels : int
        Levels of an amount of chips, from the least to the largest that is legal.
    fields : sequence of str
        What is observed, of those in docs/training.md.

    Notes
    -----
    An observation is int64, (num_envs, numbers of the fields). `infos["action_mask"]` is int8,
    (num_envs, 4 + levels), and `infos["deals"]` how many deals each table has finished since the
    last reset. A reward is what the agent's purse has won (+) or lost (-), chips. Deals in which it
    is asked nothing are played on; their chips come with the next reward, so that all rewards
    together are the purse.

    A table begins with a fresh shuffle: each episode is one, or, where every deal has a fresh pack,
    the bank stays and nobody shoots, as many as make 1,000 deals. The tables are those of
    `pontoon_sim.simulate` with the same seed: table `i` first, then `i + num_envs`. An episode that
    ends is followed by the next in the same step (`AutoresetMode.SAME_STEP`); there is nothing to
    see at its end. Where the bank stays and the agent only plays against it, a bank that is cut for
    goes to the seat at the agent's right (`first_banker`).

    Examples
    --------
    >>> envs = SeatsEnv(3, rules="shuffled", decisions=["turn"])
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 25), (3, 15))
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str | Path = "standard",
        *,
        players: Named | Sequence[Named] | None = None,
        banker: Named | Sequence[Named] | None = None,
        seat: int = 0,
        decisions: Sequence[str] = DECISIONS_OF["player"],
        **form: Any,
    ) -> None:
        game = rules if isinstance(rules, Rules) else rules_from(rules)
        self.rules = _facing(game, seat, decisions)
        self.num_envs = num_envs
        self.form, self.fields = self._form_of(seat, decisions, **form)
        self._seats = seats_from(self.rules, players, banker)
        self._agents: Agents | None = None
        self.single_observation_space = self.fields.space()
        self.single_action_space = Discrete(NAMED + self.form.levels)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _form_of(
        self,
        seat: int,
        decisions: Sequence[str],
        *,
        deals: int = 1,
        levels: int = LEVELS,
        fields: Sequence[str] = OWN_FIELDS,
    ) -> tuple[AgentForm, Fields]:
        for name, number in (("num_envs", self.num_envs), ("deals", deals)):
            if number < 1:
                raise PontoonError(f"{name} = {number}: take 1 or more")
        if not 0 <= seat < self.rules.seats:
            raise PontoonError(f"seat {seat} is no seat: take 0 to {self.rules.seats - 1}")
        if isinstance(decisions, str) or not decisions:
            raise PontoonError(f"decisions = {decisions!r}: give a list of what the agent decides")
        for name in decisions:
            if name not in DECISIONS:
                raise PontoonError(f"'{name}' is no decision{nearest(name, DECISIONS)}")
        if config.DISABLE_JIT:  # type: ignore[attr-defined]
            raise PontoonError("a seat is played by compiled code: unset NUMBA_DISABLE_JIT")
        observed = Fields(fields)
        numbers = tuple(map(DECISIONS.index, decisions))
        price = price_of(self.rules)
        form = AgentForm(
            self.num_envs, seat, numbers, deals, check_levels(levels), price, observed.names,
            observed.sees(),
        )  # fmt: skip
        return form, observed

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int64], dict[str, Any]]:
        """New tables; with a seed those of `pontoon_sim.simulate(seed=seed)`."""
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(MOST_SEED, dtype=np.uint64))
        self._agents = Agents(self.rules, self._seats, seed, self.form)
        out = self._agents.act(np.empty(0, np.int64))
        return out.observations, self._infos(out.masks)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action for each table; (observations, rewards, terminations, truncations, infos)."""
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.num_envs,):
            raise PontoonError(f"{given.shape} actions for {self.num_envs} tables: give each one")
        out = self._playing().act(given)
        truncated = np.zeros(self.num_envs, bool)
        return out.observations, out.rewards, out.ended, truncated, self._infos(out.masks)

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The actions that are legal now, int8, (num_envs, 4 + levels)."""
        return self._playing().masks

    def question(self, number: int) -> str:
        """What the agent of a table is asked, in a line, such as for a log."""
        what = DECISIONS[self._playing().asked(number)]
        legal = ", ".join(map(str, np.flatnonzero(self.action_masks()[number])))
        return f"table {number}: {what}, one of {legal}"

    def _playing(self) -> Agents:
        if self._agents is None:
            raise PontoonError("there is no table yet: call reset() first")
        return self._agents

    def _infos(self, masks: npt.NDArray[np.int8]) -> dict[str, Any]:
        return {"action_mask": masks, "deals": self._playing().deals()}


def _facing(rules: Rules, seat: int, decisions: Sequence[str]) -> Rules:
    """The rules with a banker to play against, where whoever has the bank at first keeps it."""
    plays = all(name in DECISIONS_OF["player"] for name in decisions)
    if plays and rules.bank_stays and rules.first_banker == "cut":
        return rules.model_copy(update={"first_banker": (seat - 1) % rules.seats})
    return rules
