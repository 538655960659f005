"""A player that learns by playing: Monte Carlo control over many tables at once.

    python docs/train.py [OUT.toml] [CURVE.png]

It knows nothing of the game but what the environment shows: its own hand, what is legal, and the
chips at the end of a deal. In every deal it plays the best it knows, but for decisions taken at
random; what follows the last of those is what that decision is worth. Exact values are only looked
at afterwards, for the curve. docs/training.md tells about it.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import matplotlib.pyplot as plt
import numpy as np

import pontoon_sim as pt
from pontoon_sim.env import SeatsEnv
from pontoon_sim.exact.replies import ReplySolver
from pontoon_sim.exact.simple_replies import SimpleSearch

RULES = pt.rules_from("shuffled").model_copy(
    update={"seats": 2, "first_banker": 1, "stake_min": 10, "stake_max": 10}
)
BANKER = "draw_below_16"
TABLES, STEPS, ROUNDS = 2048, 250, 60
EXPLORES, KEEPS = 0.25, 0.9
"""How often a decision is taken at random, and how much of what was learnt a round counts on."""

ACTIONS = 6  # stick, twist, split, burn, buy at the least, buy at the dearest
STATES = 4 * 14 * 2 * 2 * 22


def state_of(cards, pair, twisted, soft, total):
    """The number of a hand: what a table of letters tells apart."""
    return ((((cards - 2) * 14 + pair) * 2 + (twisted > 0)) * 2 + soft) * 22 + total


class Worker:
    """Some tables, and the sums of what came after each action in each state."""

    def __init__(self, seed: int) -> None:
        self.envs = SeatsEnv(
            TABLES, RULES, banker=BANKER, decisions=["turn"], levels=2,
            fields=["cards", "pair", "twisted", "soft", "total", "can_split"],
        )  # fmt: skip
        self.random = np.random.default_rng(seed)
        self.seen, _ = self.envs.reset(seed=seed)
        self.mask = self.envs.action_masks()
        self.path = np.zeros((TABLES, 64), np.int64)  # state and action of each decision of a deal
        self.length = np.zeros(TABLES, np.int64)
        self.random_at = np.zeros(TABLES, np.int64)  # the last decision taken at random

    def play(self, best):
        """One round; sums of chips and numbers of visits, by state and action."""
        chips, visits = np.zeros(STATES * ACTIONS), np.zeros(STATES * ACTIONS)
        rows = np.arange(TABLES)
        for _ in range(STEPS):
            cards, pair, twisted, soft, total, can_split = self.seen.T
            state = state_of(cards, pair * can_split, twisted, soft, total)
            ranked = np.where(self.mask == 1, best[state], -np.inf)
            action = ranked.argmax(1)
            explores = self.random.random(TABLES) < EXPLORES
            tossed = np.where(self.mask == 1, self.random.random(self.mask.shape), -1).argmax(1)
            action[explores] = tossed[explores]
            self.random_at[explores] = self.length[explores]
            self.path[rows, self.length] = state * ACTIONS + action
            self.length += 1
            self.seen, reward, ended, _, infos = self.envs.step(action)
            self.mask, self.deals = infos["action_mask"], int(infos["deals"].sum())
            over = np.flatnonzero(ended)
            for k in range(int(self.length[over].max(initial=0))):
                told = over[(self.random_at[over] <= k) & (k < self.length[over])]
                np.add.at(chips, self.path[told, k], reward[told])
                np.add.at(visits, self.path[told, k], 1)
            self.length[over] = self.random_at[over] = 0
        return chips, visits


def policy_of(best):
    """The policy as a function strategy answers."""

    def policy(view):
        state = state_of(
            view.cards, view.pair * view.can_split, view.twisted, view.soft, view.total
        )
        legal = [view.can_stick, view.can_twist, view.can_split, 0, view.cheapest > 0]
        legal.append(view.dearest > view.cheapest)
        ranked = np.where(np.array(legal) > 0, best[state], -np.inf)
        return [0, -1, -2, -3, view.cheapest, view.dearest][int(ranked.argmax())]

    return policy


def best_table_value() -> float:
    """Exactly what the best table nets, per chip of the initial stake."""
    solver = ReplySolver(RULES, pt.find(BANKER, "banker"))
    search = SimpleSearch(solver, solver.best())
    return search.value(search.improve(lambda cell: cell)).net


def main(out: str = "trained.toml", picture: str = "training.png") -> None:
    began = time.perf_counter()
    workers = [Worker(seed) for seed in (1, 2)]
    chips, visits = np.zeros(STATES * ACTIONS), np.zeros(STATES * ACTIONS)
    best, kept, deals = np.zeros((STATES, ACTIONS)), [], []
    with ThreadPoolExecutor(2) as pool:
        for number in range(ROUNDS):
            chips, visits = chips * KEEPS, visits * KEEPS
            for more, met in pool.map(Worker.play, workers, [best, best]):
                chips, visits = chips + more, visits + met
            best = np.where(visits > 0, chips / np.maximum(visits, 1e-9), 0).reshape(
                STATES, ACTIONS
            )
            if number in (0, 1, 2, 4, 9, 19, 39, ROUNDS - 1):
                kept.append(best)
                deals.append(sum(worker.deals for worker in workers))
    learnt = time.perf_counter() - began
    print(f"{deals[-1]:,} deals learnt from in {learnt:.0f} s")
    made = [pt.distil(policy_of(b), "trained", rules=RULES, views=300) for b in kept]
    made[-1].write(out)
    print(made[-1])
    values = [-100 * pt.exact_value(RULES, m.strategy, BANKER).edge_initial for m in made]
    top = 100 * best_table_value()
    for played, value in zip(deals, values, strict=True):
        print(f"after {played:11,} deals: {value:+.3f} % of the stake, {top - value:.3f} % below")
    print(f"the best table: {top:+.3f} %")
    _, ax = plt.subplots(figsize=(7, 4), dpi=120)
    ax.plot(deals, values, marker="o")
    ax.axhline(top, color="black", linewidth=1)
    ax.text(deals[0], top, "the best table", va="bottom")
    ax.set(xscale="log", xlabel="deals", ylabel="player's net, % of the stake")
    ax.set_title("A player that learns against draw_below_16, valued exactly")
    plt.savefig(picture, bbox_inches="tight")


if __name__ == "__main__":
    main(*sys.argv[1:])
