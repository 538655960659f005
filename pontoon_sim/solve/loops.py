"""The loops of the solver in machine code. Import this through `solver.py`, which sets numba's
cache first. Numpy and numba only.

Shapes: n nodes of the player, s signals, b hands of the banker, a actions (stick, twist, prices).
Arrays that are results are filled in place. Names: *reach* of a node is the chance that a deal
gets there, the player's own choices and its cards included; `paths` of a banker's hand are the
orders of dealing it that its own choices lead to, each weighed by the chance of those choices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit


class Moves(NamedTuple):
    """Where the actions of a node lead: `child` int (n, a - 1, 10), `bust` float64 (n, a - 1),
    `draw` float64 by hand and card, `hand` int (n,) and `legal` bool (n, a)."""

    child: Any
    bust: Any
    draw: Any
    hand: Any
    legal: Any


class Ends(NamedTuple):
    """What sticking at a node is worth: the nodes `members` of signal s from `first[s]` on, their
    `stake` (n,), and by their `hand` what they have at least, `base`, and beside it, `gain`."""

    first: Any
    members: Any
    hand: Any
    legal: Any
    stake: Any
    base: Any
    gain: Any


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def standing(anew, nodes, ends, out):  # type: ignore[no-untyped-def]
    """Value of sticking, `out` float64 (n,), at the nodes of the signals `anew`, bool (s,), against
    a banker that stands on its hands with `ends`, float64 (s, b)."""
    for s in range(len(anew)):
        if anew[s]:
            for place in range(nodes.first[s], nodes.first[s + 1]):
                n = nodes.members[place]
                if nodes.legal[n, 0]:
                    met = np.dot(nodes.gain[nodes.hand[n]], ends[s])
                    out[n] = nodes.stake[n] * (nodes.base[nodes.hand[n]] + met)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def action_values(n, moves, sticking, value, out):  # type: ignore[no-untyped-def]
    """Values of the actions at one node, `out` float64 (a,), from those of its children."""
    out[0] = sticking[n]
    hand = moves.hand[n]
    for action in range(1, moves.legal.shape[1]):
        if moves.legal[n, action]:
            total = moves.bust[n, action - 1]
            for card in range(10):
                to = moves.child[n, action - 1, card]
                if to >= 0:
                    total += moves.draw[hand, card] * value[to]
            out[action] = total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def best_values(moves, sticking, value):  # type: ignore[no-untyped-def]
    """Value of each node under the best play from there, `value` float64 (n,)."""
    legal = moves.legal
    out = np.empty(legal.shape[1])
    for n in range(len(legal) - 1, -1, -1):
        action_values(n, moves, sticking, value, out)
        best = -np.inf
        for action in range(legal.shape[1]):
            if legal[n, action] and out[action] > best:
                best = out[action]
        value[n] = best


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def match(legal, regret, expected, plan):  # type: ignore[no-untyped-def]
    """Regret matching of one node: `plan` (a,) in proportion to what is positive of regret and
    expected regret; the legal actions alike where nothing is."""
    total, options = 0.0, 0
    for action in range(len(regret)):
        weight = 0.0
        if legal[action]:
            options += 1
            weight = max(regret[action] + expected[action], 0.0)
        plan[action] = weight
        total += weight
    for action in range(len(regret)):
        if total > 0.0:
            plan[action] /= total
        elif legal[action]:
            plan[action] = 1.0 / options


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def update_player(moves, sticking, plan, regret, last, value):  # type: ignore[no-untyped-def]
    """One step of predictive CFR+ at all nodes: values under `plan`, regrets, and the next plan."""
    legal = moves.legal
    actions = legal.shape[1]
    out = np.empty(actions)
    for n in range(len(legal) - 1, -1, -1):
        action_values(n, moves, sticking, value, out)
        mean = 0.0
        for action in range(actions):
            if legal[n, action]:
                mean += plan[n, action] * out[action]
        value[n] = mean
        for action in range(actions):
            if legal[n, action]:
                last[n, action] = out[action] - mean
                regret[n, action] = max(regret[n, action] + last[n, action], 0.0)
        match(legal[n], regret[n], last[n], plan[n])


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def reaches(child, draw, hand, legal, plan, reach):  # type: ignore[no-untyped-def]
    """Chances of all nodes, `reach` float64 (n,), from those of the first two cards, which it
    holds already."""
    for n in range(len(hand)):
        if reach[n] > 0.0:
            for action in range(1, legal.shape[1]):
                flow = reach[n] * plan[n, action]
                if flow > 0.0:
                    for card in range(10):
                        to = child[n, action - 1, card]
                        if to >= 0:
                            reach[to] += flow * draw[hand[n], card]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def stakes_at_risk(signal, hand, stake, gain, reach, plan, out, visited):  # type: ignore[no-untyped-def]
    """What the banker loses by standing, `out` float64 (s, b): by signal and its own hand dealt in
    one order, chance and whole stake of the player's hands included; beside its always busting.
    `visited`, bool (s,): signals that any deal shows."""
    out[:] = 0.0
    visited[:] = False
    for n in range(len(signal)):
        flow = reach[n] * plan[n, 0] * stake[n]
        if flow > 0.0:
            visited[signal[n]] = True
            row, into = gain[hand[n]], out[signal[n]]
            for b in range(len(row)):
                into[b] += flow * row[b]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def draw_values(child, loss, value, b):  # type: ignore[no-untyped-def]
    """What drawing to hand `b` is worth to the banker: the sum over the cards that do not bust."""
    total = 0.0
    for card in range(10):
        to = child[b, card]
        if to >= 0:
            total += value[to]
    return total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def update_banker(child, draws, loss, visited, plan, regret, last):  # type: ignore[no-untyped-def]
    """One step of predictive CFR+ at all of the banker's hands.

    Parameters
    ----------
    loss : float64, (s, b)
        Of `stakes_at_risk`.
    visited : bool, (s,)
        Signals that any deal shows; at others nothing is learnt.
    plan : float64, (s, b)
        Chance of drawing; the next plan on return.
    regret, last : float64, (s, b, 2)
        Of standing and of drawing.
    """
    hands = len(draws)
    value = np.empty(hands)
    both = np.array([True, True])
    chances = np.empty(2)
    for s in range(len(visited)):
        if not visited[s]:
            continue
        for b in range(hands - 1, -1, -1):
            stand = -loss[s, b]
            if not draws[b]:
                value[b] = stand
                continue
            drawn = draw_values(child, loss, value, b)
            mean = plan[s, b] * drawn + (1.0 - plan[s, b]) * stand
            value[b] = mean
            last[s, b, 0], last[s, b, 1] = stand - mean, drawn - mean
            for k in range(2):
                regret[s, b, k] = max(regret[s, b, k] + last[s, b, k], 0.0)
            match(both, regret[s, b], last[s, b], chances)
            plan[s, b] = chances[1]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def best_banker(child, draws, loss, orders):  # type: ignore[no-untyped-def]
    """What the banker gains by its best play over all signals, beside always busting."""
    hands, total = len(draws), 0.0
    value = np.empty(hands)
    for s in range(len(loss)):
        for b in range(hands - 1, -1, -1):
            value[b] = -loss[s, b]
            if draws[b]:
                value[b] = max(value[b], draw_values(child, loss, value, b))
            total += orders[b] * value[b]
    return total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def banker_paths(anew, child, draws, orders, plan, paths, ends):  # type: ignore[no-untyped-def]
    """Orders that the banker's plan leads to at the signals `anew`, bool (s,): `paths` float64
    (s, b) of each hand, `ends` of those that it stands on."""
    hands = len(draws)
    for s in range(len(plan)):
        if not anew[s]:
            continue
        paths[s] = orders
        for b in range(hands):
            drawn = plan[s, b] if draws[b] else 0.0
            ends[s, b] = paths[s, b] * (1.0 - drawn)
            if drawn > 0.0 and paths[s, b] > 0.0:
                for card in range(10):
                    to = child[b, card]
                    if to >= 0:
                        paths[s, to] += paths[s, b] * drawn


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def flush_averages(anew, pending, paths, ends, flows):  # type: ignore[no-untyped-def]
    """Add a banker's plan to its average at the signals `anew`, for all the weight that has come up
    since it was changed there: `flows` float64 (s, b, 2), of standing and of drawing."""
    for s in range(len(anew)):
        if anew[s] and pending[s] > 0.0:
            for b in range(ends.shape[1]):
                flows[s, b, 0] += pending[s] * ends[s, b]
                flows[s, b, 1] += pending[s] * (paths[s, b] - ends[s, b])
            pending[s] = 0.0


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def add_averages(weight, reach, plan, flows):  # type: ignore[no-untyped-def]
    """Add a plan, (m, a), to an average by its flows: `flows` += weight * reach (m,) * plan."""
    for n in range(len(reach)):
        if reach[n] > 0.0:
            for action in range(plan.shape[1]):
                flows[n, action] += weight * reach[n] * plan[n, action]
