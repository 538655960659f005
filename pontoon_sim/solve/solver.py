"""Both sides' equilibrium plans by predictive CFR+, and how far they are from perfect by exact best
replies.

The method is CFR+ with optimism: each side matches its positive regrets, with the last regrets
expected once more, in turns, and the plans are averaged with quadratic weights (Farina, Kroer and
Sandholm, Faster game solving via predictive Blackwell approachability, 2021). What is reported of
the result does not rest on the method: the bracket comes from two exact best replies.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pontoon_sim.base import compiled_cache, interrupts
from pontoon_sim.exact.multisets import VALUES, Floats
from pontoon_sim.solve.tree import Tree

compiled_cache.prepare()

from pontoon_sim.solve import loops as _compiled  # noqa: E402  (after the cache is set)

_loops: Any = _compiled

LOOK_FIRST = 16
"""Iterations before the width is looked at first; then whenever a fifth more are done."""


@dataclass(frozen=True)
class Plans:
    """A plan of each side.

    Attributes
    ----------
    stakes : float64, (10, k)
        Chance of each initial stake by the first card's value.
    player : float64, (k, n, a)
        By initial stake: chance of each action at each node; where a node is never reached, the
        best against the banker's plan.
    banker : float64, (k, s, b)
        By initial stake and signal: chance of drawing to each hand.
    """

    stakes: Floats
    player: Floats
    banker: Floats


@dataclass(frozen=True)
class Value:
    """What plans are worth, per deal in the smallest initial stakes, from the player's side.

    Attributes
    ----------
    low, high : float
        The value of the game lies between: what the player's plan is sure of, and what the
        banker's plan allows.
    initial : float
        The player's initial stakes per deal.
    iterations : int
    seconds : float
    """

    low: float
    high: float
    initial: float
    iterations: int
    seconds: float

    @property
    def width(self) -> float:
        """How far the plans are from an equilibrium: what both best replies gain together."""
        return self.high - self.low

    @property
    def middle(self) -> float:
        """The middle of the bracket."""
        return (self.low + self.high) / 2


class Solver:
    """The state of a solution that is being sought.

    Parameters
    ----------
    tree : Tree
    stakes : sequence of float
        The initial stakes that a player may choose from once it has seen its first card, as
        multiples of the smallest.
    """

    def __init__(self, tree: Tree, stakes: tuple[float, ...] = (1.0,)) -> None:
        self.tree, self.stakes = tree, np.array(stakes, float)
        k, n, a = len(stakes), tree.nodes, tree.legal.shape[1]
        s, b = tree.sights, len(tree.banker.hands)
        self._moves = _compiled.Moves(tree.child, tree.bust, tree.draw, tree.hand, tree.legal)
        self._nodes = _compiled.Ends(
            tree.first, tree.members, tree.hand, tree.legal, tree.stake, tree.base, tree.gain
        )
        self._seen = tree.seen[tree.signal]
        self.iterations, self.seconds = 0, 0.0
        uniform = tree.legal / tree.legal.sum(axis=1, keepdims=True)
        self.player = np.repeat(uniform[None], k, axis=0)
        self.regret, self.last = np.zeros((2, k, n, a))
        self.banker = np.where(tree.banker.draws, 0.5, 0.0)[None, None].repeat(s, 1).repeat(k, 0)
        self.banker_regret, self.banker_last = np.zeros((2, k, s, b, 2))
        self.staked = np.full((VALUES, k), 1.0 / k)
        self.stake_regret, self.stake_last = np.zeros((2, VALUES, k))
        self.flows = np.zeros((k, n, a))
        self.banker_flows = np.zeros((k, s, b, 2))
        self.stake_flows = np.zeros((VALUES, k))
        # Where no deal shows a signal the banker's plan rests, and all that follows from it.
        self._pending = np.zeros((k, s))
        self._paths, self._ends = np.zeros((2, k, s, b))
        self._sticking = np.zeros((k, n))
        self._value, self._reach = np.zeros((2, n))
        self._risk = np.zeros((s, b))
        self._all = np.ones(s, bool)
        for stake in range(k):
            self._stand(self._all, self.banker[stake], stake)

    def iterate(self) -> None:
        """One turn of each side."""
        tree, self.iterations = self.tree, self.iterations + 1
        weight = float(self.iterations) ** 2
        worth = np.zeros((VALUES, len(self.stakes)))
        for k in range(len(self.stakes)):
            _loops.update_player(
                self._moves, self._sticking[k], self.player[k], self.regret[k], self.last[k],
                self._value,
            )  # fmt: skip
            worth[:, k] = self.stakes[k] * self._by_first_card(self._value)
        self._update_stakes(worth)
        self.stake_flows += weight * self.staked
        visited = np.empty(tree.sights, bool)
        for k in range(len(self.stakes)):
            self._walk(self.staked[:, k], self.player[k])
            _loops.add_averages(weight, self._reach, self.player[k], self.flows[k])
            _loops.stakes_at_risk(
                self._seen, tree.hand, tree.stake, tree.gain, self._reach, self.player[k],
                self._risk, visited,
            )  # fmt: skip
            _loops.flush_averages(
                visited, self._pending[k], self._paths[k], self._ends[k], self.banker_flows[k]
            )
            _loops.update_banker(
                tree.banker.child, tree.banker.draws, self.stakes[k] * self._risk, visited,
                self.banker[k], self.banker_regret[k], self.banker_last[k],
            )  # fmt: skip
            self._stand(visited, self.banker[k], k)
            self._pending[k] += weight

    def run(
        self,
        width: float,
        seconds: float = np.inf,
        on_progress: Callable[[Value], None] | None = None,
    ) -> tuple[Plans, Value, str]:
        """Iterate until the bracket is no wider than `width` smallest stakes, or time is up.

        Parameters
        ----------
        width : float
        seconds : float
            Of play, all sittings together.
        on_progress : callable, optional
            Called with each value that is looked at.

        Returns
        -------
        Plans, Value, str
            The narrowest of the average plans looked at, what they are worth, and why it ended:
            "narrow", "budget" or "interrupted" (Ctrl-C keeps what there is).
        """
        began = time.perf_counter() - self.seconds
        look, best = max(LOOK_FIRST, self.iterations), None
        with interrupts.listening(), interrupts.held():
            while True:
                self.iterate()
                self.seconds = time.perf_counter() - began
                pressed = interrupts.pressed()
                if self.iterations < look and self.seconds < seconds and not pressed:
                    continue
                plans = self.average()
                value = self.value_of(plans)
                if best is None or value.width < best[1].width:
                    best = plans, value
                if on_progress is not None:
                    on_progress(value)
                if value.width <= width:
                    return *best, "narrow"
                if pressed:
                    interrupts.obeyed()
                    return *best, "interrupted"
                if self.seconds >= seconds:
                    return *best, "budget"
                look = self.iterations * 6 // 5 + 1

    def average(self) -> Plans:
        """The average plans so far; never reached nodes play best against the banker's."""
        for k in range(len(self.stakes)):
            _loops.flush_averages(
                self._all, self._pending[k], self._paths[k], self._ends[k], self.banker_flows[k]
            )
        totals = self.flows.sum(axis=2, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            player = np.where(totals > 0, self.flows / totals, self.player)
            sums = self.banker_flows.sum(axis=3)
            banker = np.where(sums > 0, self.banker_flows[..., 1] / sums, self.banker)
            sums = self.stake_flows.sum(axis=1, keepdims=True)
            stakes = np.where(sums > 0, self.stake_flows / sums, self.staked)
        return Plans(stakes, player, banker)

    def value_of(self, plans: Plans) -> Value:
        """What plans are worth, by exact best replies of both sides."""
        tree = self.tree
        replies = np.zeros((VALUES, len(self.stakes)))
        low = 0.0
        paths, ends = np.zeros((2, *self._risk.shape))
        sticking = np.zeros(tree.nodes)
        for k, stake in enumerate(self.stakes.tolist()):
            self._follow(self._all, plans.banker[k], paths, ends, sticking)
            _loops.best_values(self._moves, sticking, self._value)
            replies[:, k] = stake * self._by_first_card(self._value)
            low += stake * self._sure_of(plans.stakes[:, k], plans.player[k])
        chance = tree.opening.sum(axis=1)
        high = float((chance * replies.max(axis=1)).sum())
        initial = float((chance * (plans.stakes @ self.stakes)).sum())
        return Value(low, high, initial, self.iterations, self.seconds)

    def reaches_of(self, plans: Plans) -> Floats:
        """Chances of all nodes when the player follows its plan, float64 (k, n)."""
        out = np.zeros((len(self.stakes), self.tree.nodes))
        for k in range(len(self.stakes)):
            self._walk(plans.stakes[:, k], plans.player[k])
            out[k] = self._reach
        return out

    def paths_of(self, plan: Floats) -> Floats:
        """Orders of dealing that a banker's plan leads to, by what it sees and its hand."""
        paths, ends = np.zeros((2, *self._risk.shape))
        self._follow(self._all, plan, paths, ends, np.zeros(self.tree.nodes))
        return paths

    # --- pieces ---------------------------------------------------------------------------------

    def _stand(self, anew: Any, plan: Floats, stake: int) -> None:
        """Follow the banker's plan at the signals `anew`."""
        self._follow(anew, plan, self._paths[stake], self._ends[stake], self._sticking[stake])

    def _follow(self, anew: Any, plan: Floats, paths: Floats, ends: Floats, out: Floats) -> None:
        """Work out what a banker's plan leads to, and what sticking is worth against it."""
        banker = self.tree.banker
        _loops.banker_paths(anew, banker.child, banker.draws, banker.orders, plan, paths, ends)
        _loops.standing(anew, self._nodes, ends, out)

    def _by_first_card(self, value: Floats) -> Floats:
        """What a deal is worth by the first card, float64 (10,), per initial stake."""
        tree = self.tree
        played = np.where(tree.roots >= 0, value[tree.roots], 0.0)
        first = tree.opening.sum(axis=1, keepdims=True)
        chance = tree.opening / np.where(first > 0, first, 1.0)
        worth: Floats = (chance * (played + tree.settled)).sum(axis=1)
        return worth

    def _walk(self, staked: Floats, plan: Floats) -> None:
        """Chances of all nodes where the first card is staked on with these chances."""
        tree = self.tree
        self._reach[:] = 0.0
        there = tree.roots >= 0
        np.add.at(self._reach, tree.roots[there], (staked[:, None] * tree.opening)[there])
        _loops.reaches(tree.child, tree.draw, tree.hand, tree.legal, plan, self._reach)

    def _sure_of(self, staked: Floats, plan: Floats) -> float:
        """What a player's plan at one stake brings against the banker's best reply to it."""
        tree = self.tree
        self._walk(staked, plan)
        reach, stick = self._reach, plan[:, 0]
        _loops.stakes_at_risk(
            self._seen, tree.hand, tree.stake, tree.gain, reach, plan, self._risk,
            np.empty(tree.sights, bool),
        )  # fmt: skip
        total = float((staked[:, None] * tree.opening * tree.settled).sum())
        total += float((reach * stick * tree.stake * tree.base[tree.hand]).sum())
        total += float((reach[:, None] * plan[:, 1:] * tree.bust).sum())
        banker = tree.banker
        return total - float(
            _loops.best_banker(banker.child, banker.draws, self._risk, banker.orders)
        )

    def _update_stakes(self, worth: Floats) -> None:
        for value in range(VALUES):
            mean = float(self.staked[value] @ worth[value])
            self.stake_last[value] = worth[value] - mean
            regret = self.stake_regret[value] + self.stake_last[value]
            self.stake_regret[value] = np.maximum(regret, 0.0)
            expected = np.maximum(self.stake_regret[value] + self.stake_last[value], 0.0)
            if expected.sum() > 0:
                self.staked[value] = expected / expected.sum()
