"""docs/training.md: its examples run, its table is current, and its player learns."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path

import numpy as np

from pontoon_sim.env import observation_reference

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "training.md"


def test_the_examples_run():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 10 and not failed


def test_every_field_of_the_view_is_documented():
    assert observation_reference() in PAGE.read_text("utf-8")


def test_the_player_learns_from_its_chips(monkeypatch):
    spec = importlib.util.spec_from_file_location("train", ROOT / "docs" / "train.py")
    train = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(train)
    monkeypatch.setattr(train, "TABLES", 512)
    monkeypatch.setattr(train, "STEPS", 60)
    chips, visits = train.Worker(1).play(np.zeros((train.STATES, train.ACTIONS)))
    worth = (chips / np.maximum(visits, 1)).reshape(train.STATES, train.ACTIONS)
    for soft, total in ((0, 20), (1, 20), (0, 19)):
        hand = worth[train.state_of(2, 0, 0, soft, total)]
        assert hand[0] > hand[1]  # sticking on 20 and 19 is better than twisting
    eleven = worth[train.state_of(2, 0, 0, 0, 11)]
    assert eleven[4] > eleven[1] - 5  # and it saw what buying on 11 is worth
    assert visits.sum() > 20_000
