"""Decisions a second of `pontoon_sim.env` on one core: python benchmarks/agents.py

A thousand heads-up tables are played by a player that sticks on 16. What is timed is the
environment alone, in processor time; the rate of the same deals in plain play stands beside it,
since a busy machine slows both.
"""

from __future__ import annotations

import time

import numpy as np

import pontoon_sim as pt
from pontoon_sim.engine.engine import Engine
from pontoon_sim.env import SeatsEnv

TABLES, STEPS = 1000, 1000
RULES = pt.rules_from("shuffled").model_copy(update={"seats": 2, "first_banker": 1})


def decisions(names: list[str]) -> float:
    """Million decisions a second."""
    envs = SeatsEnv(TABLES, RULES, decisions=names, levels=2)
    envs.reset(seed=1)
    total, seconds = envs.fields.places["total"].start, 0.0
    observations, _, _, _, infos = envs.step(envs.action_masks().argmax(1))
    for _ in range(STEPS):
        mask = infos["action_mask"]
        sticks = (observations[:, total] >= 16) & (mask[:, 0] == 1)
        action = np.where(sticks, 0, np.where(mask[:, 1] == 1, 1, mask.argmax(1)))
        began = time.process_time()
        observations, _, _, _, infos = envs.step(action)
        seconds += time.process_time() - began
    return TABLES * STEPS / seconds / 1e6


def deals() -> float:
    """Million deals a second in plain play, by tables."""
    engine = Engine(RULES, pt.seats_from(RULES, "stick16"), 1)
    engine.play(0, [1000])
    began = time.process_time()
    engine.play(0, [1000] * 1000)
    return 1 / (time.process_time() - began)


if __name__ == "__main__":
    for what in (["turn"], ["stake", "turn"]):
        print(f"{' and '.join(what)}: {decisions(what):.2f} million decisions a second")
    print(f"plain play: {deals():.2f} million deals a second")
