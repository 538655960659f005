"""Tables of which one seat is played from outside, by whoever calls: the engine for learners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel import agent, block, layout, state
from pontoon_sim.strategies import Seat
from pontoon_sim.strategies.compiled import agent_address

_TABLE_DEALS = 1000
"""Deals of a table where every deal has a fresh pack, so that where one ends does not matter."""


@dataclass(frozen=True)
class AgentForm:
    """What is asked of the agents, and what they are shown.

    Attributes
    ----------
    count : int
        Agents, each at a table of its own.
    seat : int
    decisions : tuple of int
        Those of `layout.DECISIONS` that they take; the strategies of the seat take the others.
    deals : int
        Deals of an episode.
    levels : int
        Levels of an amount, 2 or more.
    price : int
        The dearest price of the bank that can be named, chips.
    fields : tuple of str
        Fields of the view.
    sees : int
        How much of a table has to be kept up for them, `layout.SEES_*`.
    """

    count: int
    seat: int
    decisions: tuple[int, ...]
    deals: int
    levels: int
    price: int
    fields: tuple[str, ...]
    sees: int

    def words(self) -> npt.NDArray[np.int64]:
        """Places of the fields in a record of `layout.VIEW` that is read as a row of int64."""
        fields = layout.VIEW.fields
        assert fields is not None
        spans = []
        for name in self.fields:
            kind, offset = fields[name][:2]
            spans.append(np.arange(offset, offset + kind.itemsize, 8) // 8)
        return np.concatenate(spans)


class Agents(Engine):
    """A game, its line-up, and agents that wait for what they are told to do.

    Parameters
    ----------
    rules, seats, seed
        As those of `Engine`.
    form : AgentForm

    Attributes
    ----------
    masks : int8, (count, 4 + levels)
        The actions that are legal now.
    """

    def __init__(self, rules: Rules, seats: Sequence[Seat], seed: int, form: AgentForm) -> None:
        super().__init__(rules, seats, seed)
        self.form = form
        record, seat = self._lineup[0], form.seat
        self._holder = np.zeros(1, agent.HOLDER).view(np.recarray)
        for number in form.decisions:
            record.address[seat, number] = agent_address()
            record.nodes[seat, number] = self._holder.ctypes.data
        record.sees[seat] = max(record.sees[seat], form.sees)
        record.uses_chance[seat] |= "chance" in form.fields
        record.uses_held[seat] |= "held" in form.fields
        memory = self._scratch = self._memory()
        self._whole = self._game(memory, shown=True)
        tables = np.zeros(form.count, state.TABLE).view(np.recarray)
        for name in ("sees", "uses_held"):
            tables[name] = memory.st[name]
        self._kitties = np.zeros(form.count if rules.shoot else 0, state.SHOOT).view(np.recarray)
        agents = self._agents = np.zeros(form.count, agent.AGENT).view(np.recarray)
        agents["table"] = np.arange(form.count)
        words = memory.view.view(np.ndarray).view(np.int64).reshape(-1)
        place = np.int64(agents.ctypes.data)
        self._crew = agent.Crew(tables, agents, place, self._holder[0], words)
        loose = rules.reshuffle == "every_deal" and rules.bank_stays and not rules.shoot
        episodes = max(_TABLE_DEALS // form.deals, 1) if loose else 1
        numbers = (seat, form.levels, form.price, form.deals, episodes * form.deals, form.count)
        self._plan = agent.Plan._make([*map(np.int64, numbers), form.words()])
        self._broken = False
        self.masks: npt.NDArray[np.int8] = np.zeros((form.count, 0), np.int8)

    def act(self, actions: npt.NDArray[np.int64]) -> agent.Outcome:
        """Play on until every agent is asked again.

        Parameters
        ----------
        actions : int64, (count,), or (0,) to begin
            An action each, see `kernel.agent`.

        Raises
        ------
        PontoonError
            An action that is not legal, or a strategy's answer; the tables are of no use then.
        """
        form = self.form
        out = agent.Outcome(
            np.empty((form.count, self._plan.fields.size), np.int64),
            np.empty((form.count, agent.NAMED + form.levels), np.int8),
            np.empty(form.count),
            np.empty(form.count, bool),
        )
        if self._broken:
            raise PontoonError("play was broken off: reset first")
        kitties = self._kitties if self.rules.shoot else None
        failed = agent.step_agents(self._whole, self._plan, self._crew, kitties, actions, out)
        if failed >= 0:
            self._broken = True
            number, kind = divmod(int(failed), 4)
            raise self._refusal(number, kind, int(actions[number]) if actions.size else -1)
        self.masks = out.masks
        return out

    def deals(self) -> npt.NDArray[np.int64]:
        """Deals that each table has finished since the beginning, int64, (count,)."""
        played: npt.NDArray[np.int64] = self._agents["played"].copy()
        return played

    def asked(self, number: int) -> int:
        """The decision that an agent is asked for, of `layout.DECISIONS`."""
        return int(self._agents[number].decision)

    def _refusal(self, number: int, kind: int, action: int) -> PontoonError:
        if kind == 0:
            legal = ", ".join(map(str, np.flatnonzero(self.masks[number])))
            what = layout.DECISIONS[self.asked(number)]
            return PontoonError(
                f"action {action} of agent {number} is not legal to '{what}': take one of {legal}"
                " (action_masks())"
            )
        memory = self._scratch
        block.tell_failure(memory.st[0], kind, self._agents[number].table, memory.faults)
        return self._failure(kind, memory)
