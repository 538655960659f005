"""A seat that is played from outside: a deal stops where an answer is wanted, and goes on later.

An agent is a function strategy as others are: `agent_answer` hands over what it has been given, one
answer after another. Where it has no more, it answers FAILED, which breaks off the deal as any
illegal answer does; the question stands in the view. With one answer more the deal is played again
from its start. So the game is that of `deal.py`, whoever asks, and of a deal under way nothing is
kept but the answers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import config, njit
from numba.extending import register_jitable

from pontoon_sim.kernel.answer import record_at
from pontoon_sim.kernel.block import failed_deal, start_table
from pontoon_sim.kernel.deal import play_deal
from pontoon_sim.kernel.explore import begin_replay
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    ASK,
    DOUBLE,
    DRAW,
    FAILED,
    KITTY,
    SHOOT,
    STAKE,
    TOP_UP,
    TURN,
)
from pontoon_sim.kernel.pack import shuffle_whole_pack, start_fresh_pack
from pontoon_sim.kernel.view import clear_public

NAMED = 4
"""Actions with a name: 0 stick, stand, no, or not for sale; 1 twist, draw, or yes; 2 split; 3 burn.
Action 4 + k is the amount of level k."""

MOST_ANSWERS = 128
"""Decisions of one seat in a deal: four hands of four each, two bets a hand, a few for the bank."""

AGENT = np.dtype(
    [
        # the deal under way
        ("count", np.int64),  # answers given
        ("cursor", np.int64),  # of those, handed over in this play of the deal
        ("waits", np.int64),  # 1: one more is wanted
        ("answers", np.int64, (MOST_ANSWERS,)),
        # the question
        ("decision", np.int64),
        ("named", np.int64),  # bit a: action `a` is legal
        ("least", np.int64),  # the amounts that may be named; `most` below `least`: none
        ("most", np.int64),
        # the episode
        ("table", np.int64),
        ("deals", np.int64),  # finished in this episode
        ("asked", np.int64),  # 1: something has been asked in it
        ("carried", np.int64),  # chips to come with the next reward
        ("played", np.int64),  # deals finished since the first table
    ],
    align=True,
)

AGENT_SIZE = AGENT.itemsize

HOLDER = np.dtype([("agent", np.int64)])
"""Where the address of the agent that is at play stands."""


class Plan(NamedTuple):
    """What is the same for all agents: the seat, the number of levels of an amount, the dearest
    price of the bank, chips, deals of an episode, deals of a table (a multiple of them), by how
    much an agent's tables differ in number, and the places of the observed fields in a view."""

    seat: Any
    levels: Any
    price: Any
    deals: Any
    table_deals: Any
    stride: Any
    fields: Any


class Crew(NamedTuple):
    """The agents: `tables`, records of `state.TABLE`, (n,), each as its deal began; `agents`,
    records of AGENT, (n,), and their `address`; `holder`, a record of HOLDER, to whose address the
    nodes of the line-up point; `words`, the view of the game as a row of int64."""

    tables: Any
    agents: Any
    address: Any
    holder: Any
    words: Any


class Outcome(NamedTuple):
    """Filled by a step: observations int64, (n, fields); masks int8, (n, NAMED + levels); rewards
    float64, (n,), chips; whether an episode has ended, bool, (n,)."""

    observations: Any
    masks: Any
    rewards: Any
    ended: Any


@register_jitable
def choices_of(view, price):
    """What may be answered to the question in a view: a bit for each named action that is legal,
    the least and the largest amount (the largest below the least: none)."""
    what = view.decision
    if what == TURN:
        named = view.can_stick | view.can_twist << 1 | view.can_split << 2 | view.can_burn << 3
        return named, view.cheapest, view.dearest if view.cheapest > 0 else -1
    if what in (DRAW, DOUBLE):
        return 3, 0, -1
    if what == STAKE:
        return 0, view.stake_min, view.stake_max
    if what in (SHOOT, TOP_UP):
        return 0, 0, view.room
    if what == KITTY:
        return 0, view.cheapest, view.dearest
    return 1 if what == ASK else 0, 0, price


@register_jitable
def is_legal(action, levels, named, least, most):
    """Whether an action is legal, given what `choices_of` says. Where there are no more amounts
    than levels, each has a level of its own and the rest have none."""
    if action < NAMED:
        return action >= 0 and (named >> action) & 1 == 1
    level = action - NAMED
    return level < levels and level <= most - least


@register_jitable
def answer_of(action, levels, what, least, most):
    """The answer to a decision that an action stands for."""
    if action >= NAMED:
        level = action - NAMED
        if most - least < levels:
            return least + level
        return least + (most - least) * level // (levels - 1)
    if what == ASK:
        return -1
    return -action if what == TURN else action


if not config.DISABLE_JIT:
    _holder_at, _agent_at = record_at(HOLDER), record_at(AGENT)

    def agent_answer(view):
        """The next answer of the agent at play."""
        agent = _agent_at(_holder_at(view._nodes).agent)
        place = agent.cursor
        if place < agent.count:
            agent.cursor = place + 1
            return agent.answers[at(place)]
        agent.waits = 1
        return np.int64(FAILED)


@njit(cache=True)
def _begin_table(game, start, start_sh, agent):
    """A table, shuffled for its first deal."""
    rules, _, _, view, _, seed, _, _, _ = game
    start_table(rules, start, view, start_sh, seed, agent.table)
    if rules.stretch > 0:
        start_fresh_pack(rules, start)
    agent.deals = 0
    agent.asked = 0


@njit(cache=True)
def _after_deal(rules, st, view, sh, start, start_sh, shuffled):
    """The deal is over: what the next one finds."""
    begin_replay(rules, st, view, sh, start, start_sh)
    start.deal += 1
    if rules.stretch > 0:
        start_fresh_pack(rules, start)
    elif shuffled:
        shuffle_whole_pack(rules, start)


@njit(cache=True)
def _play_on(game, plan, start, start_sh, agent):
    """Play until the agent is asked. Returns the chips of the episode, whether it has ended, and
    what `failed_deal` says."""
    rules, lineup, st, view, sh, _, tally, _, _ = game
    seat, deals, table_deals = plan.seat, plan.deals, plan.table_deals
    reward, ended = agent.carried, False
    agent.carried = 0
    while True:
        clear_public(rules, st, view)
        begin_replay(rules, start, view, start_sh, st, sh)
        agent.cursor, agent.waits = 0, 0
        shuffled = play_deal(rules, lineup, st, view, sh, None, tally, None, None)
        if agent.waits:
            agent.asked = 1
            return reward, ended, 0
        failed = failed_deal(st, view, sh)
        if failed:
            return reward, ended, failed
        agent.count = 0
        chips = st.bankroll[at(seat)] - start.bankroll[at(seat)]
        if ended:
            agent.carried += chips
        else:
            reward += chips
        agent.deals += 1
        agent.played += 1
        if agent.deals < deals:
            _after_deal(rules, st, view, sh, start, start_sh, shuffled)
            continue
        ended |= agent.asked != 0
        if start.deal + 1 < table_deals:
            _after_deal(rules, st, view, sh, start, start_sh, shuffled)
            agent.deals, agent.asked = 0, 0
        else:
            agent.table += plan.stride
            _begin_table(game, start, start_sh, agent)


@njit(cache=True)
def _show(words, plan, agent, view, out, i):
    """Write down the question that agent `i` is asked."""
    fields, observations, masks = plan.fields, out.observations, out.masks
    for k in range(fields.size):
        observations[at(i), at(k)] = words[at(fields[at(k)])]
    named, least, most = choices_of(view, plan.price)
    agent.decision, agent.named, agent.least, agent.most = view.decision, named, least, most
    for action in range(NAMED):
        masks[at(i), at(action)] = (named >> action) & 1
    count = most - least + 1  # as `is_legal` has it, without a branch
    for level in range(plan.levels):
        masks[at(i), at(NAMED + level)] = level < count


@njit(cache=True, nogil=True)
def step_agents(game, plan, crew, kitties, actions, out):
    """Hand every agent's action over and play on to its next question.

    Parameters
    ----------
    game : `state.Game`
        With a view; its seat `plan.seat` asks `agent_answer`.
    plan : `Plan`
    crew : `Crew`
    kitties : records of `state.SHOOT`, (n,), or None where Shoot is off
    actions : int64, (n,), or (0,) for the first question of new tables (`agent.table`)
    out : `Outcome`

    Returns
    -------
    int64 : -1; or the agent, times 4, plus 0 for an action that is not legal, else what
        `block.failed_deal` says.
    """
    tables, agents, address, holder, words = crew
    view = game[3]
    for i in range(agents.size):
        agent, start = agents[i], tables[i]
        start_sh = None if kitties is None else kitties[i]
        holder.agent = address + i * AGENT_SIZE
        if actions.size == 0:
            _begin_table(game, start, start_sh, agent)
            agent.count, agent.carried, agent.played = 0, 0, 0
        else:
            action = actions[i]
            what, named, least, most = agent.decision, agent.named, agent.least, agent.most
            if not is_legal(action, plan.levels, named, least, most):
                return 4 * i
            agent.answers[at(agent.count)] = answer_of(action, plan.levels, what, least, most)
            agent.count += 1
        out.rewards[i], out.ended[i], failed = _play_on(game, plan, start, start_sh, agent)
        if failed:
            return 4 * i + failed
        _show(words, plan, agent, view, out, i)
    return -1
