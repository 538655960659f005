"""A solved game: its value, both plans, and what they amount to in a player's terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.multisets import VALUES, Floats, catalogue
from pontoon_sim.game.rules import Rules
from pontoon_sim.solve.solver import Plans, Solver, Value
from pontoon_sim.solve.tree import STICK, UNIT, Signal, Tree, tree_of

WIDTH = 1e-5
"""Of the bracket, in smallest stakes, where nothing else is asked for."""

LEAST = 1e-6
"""Chance of a decision below which a plan is not shown."""

CARDS = "A23456789T"


@dataclass(frozen=True)
class Solution:
    """An equilibrium, to within the bracket of its value.

    Attributes
    ----------
    rules : Rules
    stakes : tuple of int
        Chips that a player may choose from once it has seen its first card.
    sees : str
        What the banker looks at, of `tree.SIGHTS`.
    value : Value
        In smallest stakes, from the player's side.
    stopped : str
        "narrow" (the width asked for was reached), "budget" or "interrupted".
    """

    rules: Rules
    stakes: tuple[int, ...]
    sees: str
    value: Value
    stopped: str
    tree: Tree = field(repr=False)
    plans: Plans = field(repr=False)

    @property
    def edge_initial(self) -> float:
        """The banker's gain per chip of the initial stakes, the middle of the bracket."""
        return -self.value.middle / self.value.initial

    @property
    def edge_bounds(self) -> tuple[float, float]:
        """The bracket of `edge_initial`: what the banker is sure of, and what the player allows."""
        return -self.value.high / self.value.initial, -self.value.low / self.value.initial

    @property
    def multiples(self) -> tuple[float, ...]:
        """The stakes in smallest stakes."""
        return tuple(stake / self.stakes[0] for stake in self.stakes)

    def as_dict(self, plans: bool = True) -> dict[str, Any]:
        """JSON form; `plans` with what both sides do wherever play may come."""
        low, high = self.edge_bounds
        form: dict[str, Any] = {
            "schema": 1,
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "rules": self.rules.model_dump(),
            "stakes": list(self.stakes),
            "prices": [price / UNIT for price in self.tree.prices],
            "banker_sees": self.sees,
            "edge_initial": {"value": self.edge_initial, "low": low, "high": high},
            "net_per_deal": {
                "value": -self.value.middle * self.stakes[0],
                "low": -self.value.high * self.stakes[0],
                "high": -self.value.low * self.stakes[0],
            },
            "initial_stake": self.value.initial * self.stakes[0],
            "iterations": self.value.iterations,
            "seconds": round(self.value.seconds, 2),
            "stopped": self.stopped,
        }
        if plans:
            form["player"] = [decision.as_dict() for decision in self.player_decisions()]
            form["banker"] = [decision.as_dict() for decision in self.banker_decisions()]
            form["stake_plan"] = {
                CARDS[card]: [round(float(p), 6) for p in self.plans.stakes[card]]
                for card in range(VALUES)
            }
        return form

    # --- the plans, decision by decision ---------------------------------------------------------

    def reaches(self) -> Floats:
        """Chance of each of the player's nodes when it follows its plan, float64 (k, n); the
        banker's pontoon not yet considered."""
        return Solver(self.tree, self.multiples).reaches_of(self.plans)

    def player_decisions(self, least: float = LEAST) -> Iterator[PlayerDecision]:
        """What the player does at each node that its own plan leads to."""
        tree, hands = self.tree, catalogue()
        choices = tree.legal.sum(axis=1) > 1
        for k, reach in enumerate(self.reaches()):
            for n in np.flatnonzero((reach > least) & choices).tolist():
                yield PlayerDecision(
                    self.stakes[k],
                    tree.signals[tree.signal[n]],
                    hand_text(hands.counts[tree.private[n]]),
                    float(reach[n]),
                    {
                        name: float(p)
                        for name, p in zip(action_names(tree), self.plans.player[k, n], strict=True)
                        if p > 0
                    },
                )

    def banker_decisions(self, least: float = LEAST) -> Iterator[BankerDecision]:
        """How often the banker draws to each hand that its own plan leads to, after each signal
        that the player's plan leads to."""
        tree, hands, banker = self.tree, catalogue(), self.tree.banker
        for k, reach in enumerate(self.reaches()):
            flows = reach * self.plans.player[k, :, STICK]
            shown = np.bincount(tree.seen[tree.signal], flows, tree.sights)
            first = {int(seen): n for n, seen in reversed(list(enumerate(tree.seen)))}
            paths = Solver(self.tree, self.multiples).paths_of(self.plans.banker[k])
            for s in np.flatnonzero(shown > least).tolist():
                for b in np.flatnonzero(banker.draws & (paths[s] > 0)).tolist():
                    yield BankerDecision(
                        self.stakes[k],
                        tree.signals[first[s]],
                        hand_text(hands.counts[banker.hands[b]]),
                        float(shown[s]),
                        float(self.plans.banker[k, s, b]),
                    )


@dataclass(frozen=True)
class PlayerDecision:
    """What the player does with a hand.

    Attributes
    ----------
    initial : int
        The initial stake, chips.
    signal : Signal
        What it has bought and twisted.
    face_down : str
        Its face-down cards by value, such as `A5`.
    reach : float
        Chance that a deal comes there.
    plan : dict of str to float
        Chance of each action that it takes.
    """

    initial: int
    signal: Signal
    face_down: str
    reach: float
    plan: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "initial": self.initial,
            **signal_form(self.signal),
            "face_down": self.face_down,
            "reach": self.reach,
            "plan": {name: round(p, 6) for name, p in self.plan.items()},
        }


@dataclass(frozen=True)
class BankerDecision:
    """How often the banker draws.

    Attributes
    ----------
    initial, signal
        What it sees; where it does not look at all of it, the first such signal.
    hand : str
        Its own cards by value.
    reach : float
        Chance that a deal shows the signal.
    draws : float
    """

    initial: int
    signal: Signal
    hand: str
    reach: float
    draws: float

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "initial": self.initial,
            **signal_form(self.signal),
            "hand": self.hand,
            "reach": self.reach,
            "draws": round(self.draws, 6),
        }


def signal_form(signal: Signal) -> dict[str, Any]:
    """A signal in JSON: prices in initial stakes, twisted cards by value."""
    return {
        "bought": [price / UNIT for price in signal.prices],
        "twisted": "".join(CARDS[value] for value in signal.twisted),
    }


def action_names(tree: Tree) -> list[str]:
    """The player's actions in words."""
    return ["stick", "twist", *(f"buy at {price / UNIT:g}x" for price in tree.prices)]


def hand_text(counts: Sequence[int]) -> str:
    """A hand by value, the ace first.

    >>> hand_text([1, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    'A5'
    """
    return "".join(CARDS[value] * int(count) for value, count in enumerate(counts))


def solve(
    rules: Rules,
    *,
    stakes: Sequence[int] | None = None,
    prices: Sequence[float] | None = None,
    sees: str = "all",
    width: float = WIDTH,
    seconds: float = np.inf,
    on_progress: Callable[[Value], None] | None = None,
) -> Solution:
    """Solve a heads-up game from a fresh pack.

    Parameters
    ----------
    rules : Rules
        Two people, `reshuffle = every_deal`, no splits, burns, doubles or shoot bets.
    stakes : sequence of int, optional
        Initial stakes that the player may choose from on its first card, chips. Default: the
        smallest and the largest of the rules.
    prices : sequence of float, optional
        Prices of a card, as multiples of the initial stake. Default: the least and the dearest.
    sees : str
        What the banker looks at, of `tree.SIGHTS`.
    width : float
        Of the bracket of the value, in smallest stakes, at which to stop.
    seconds : float
        At which to stop in any case, with the best plans so far.
    on_progress : callable, optional

    Raises
    ------
    PontoonError
        These rules cannot be solved; the sentence says what can be done instead.
    """
    tree = tree_of(rules, prices, sees)
    chosen = tuple(stakes) if stakes else tuple(dict.fromkeys((rules.stake_min, rules.stake_max)))
    for stake in chosen:
        if not rules.stake_min <= stake <= rules.stake_max:
            raise PontoonError(
                f"a stake of {stake} is not possible: take {rules.stake_min} to"
                f" {rules.stake_max} chips (P3)"
            )
    if not width > 0:
        raise PontoonError(f"width = {width} is not possible: take one above 0, such as 1e-5")
    chosen = tuple(sorted(set(chosen)))
    solver = Solver(tree, tuple(stake / chosen[0] for stake in chosen))
    plans, value, stopped = solver.run(width, seconds, on_progress)
    return Solution(rules, chosen, sees, value, stopped, tree, plans)
