"""Outcomes small enough to play in a second or two, and their reports."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pontoon_sim.experiments.outcome import Axis, Outcome, Setup
from pontoon_sim.measure.bank import bank_value
from pontoon_sim.report.experiments import write_report
from pontoon_sim.report.plots import cards
from tests.reports.common import BANKERS, PLAYERS, arm, outcome


@pytest.fixture(scope="session", autouse=True)
def few_cards():
    """Strategy cards take the most time of all plots: not more than three in a report."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "MOST_CARDS", 3)
        yield


@pytest.fixture(scope="session")
def measured():
    return outcome("measure", [arm("standard", "standard", "pub_regular", seats=4)], 20_000)


@pytest.fixture(scope="session")
def purse():
    return outcome("purse", [arm("standard", "standard", "pub_regular")], 10**5)


@pytest.fixture(scope="session")
def precise():
    arms = [arm("stick17", players="stick17")]
    return outcome("measure", arms, 10**6, precision=0.02)


@pytest.fixture(scope="session")
def compared():
    arms = [arm("sticks on 15"), arm("sticks on 16", players="stick16")]
    question = "Does it cost <anything> to stick on 15 | or 16?"
    return outcome("compare", arms, 40_000, question=question)


@pytest.fixture(scope="session")
def panels():
    names = {"stick15": "sticks on 15", "stick16": "sticks on 16"}
    arms = [
        arm(f"banker {banker}: {names[players]}", players=players, banker=banker)
        for banker in BANKERS
        for players in names
    ]
    axes, cells = [Axis("banker", BANKERS)], [(k // 2,) for k in range(6)]
    return outcome("compare", arms, 20_000, [None, 0, None, 2, None, 4], axes, cells)


@pytest.fixture(scope="session")
def heat_map():
    arms = [
        arm(f"players {players}, banker {banker}", players=players, banker=banker)
        for players in PLAYERS
        for banker in BANKERS
    ]
    axes = [Axis("players", PLAYERS), Axis("banker", BANKERS)]
    cells = [(k // 3, k % 3) for k in range(9)]
    return outcome("sweep", arms, 20_000, [None] * 9, axes, cells)


@pytest.fixture(scope="session")
def curve():
    arms = [arm(f"seats {seats}", seats=seats) for seats in (2, 3, 4)]
    axes = [Axis("seats", ("2", "3", "4"))]
    return outcome("sweep", arms, 10_000, [None] * 3, axes, [(0,), (1,), (2,)])


@pytest.fixture(scope="session")
def ladder():
    changes = {"no sticking on 15": ["stick_min=16"], "tricks are paid once": ["trick_pays=1"]}
    arms = [
        arm("base"),
        *(arm(name, sets=sets) for name, sets in changes.items()),
        arm("all together", sets=[one for sets in changes.values() for one in sets]),
    ]
    return outcome("ladder", arms, 20_000)


@pytest.fixture(scope="session")
def shoot():
    return outcome("shoot", [arm("shoot", "shoot", "shoot_regular", "kitty_full")], 10_000)


@pytest.fixture(scope="session")
def banks():
    arms = [arm(f"seats {seats}", "standard", "pub_regular", seats=seats) for seats in (3, 5)]
    values = tuple(bank_value(one.rules, one.seats, tenures=2_000) for one in arms)
    experiment = SimpleNamespace(
        question="What is the bank worth?", kind="bank value", confidence=0.95, precision=None
    )
    setup = Setup(tuple(arms), (None, None), (Axis("seats", ("3", "5")),), ((0,), (1,)))
    return Outcome(experiment, setup, "pontoon run experiments/bank_value.toml", None, values)


KINDS = (
    "measured", "purse", "precise", "compared", "panels", "heat_map", "curve", "ladder", "shoot",
    "banks",
)  # fmt: skip


@pytest.fixture(params=KINDS)
def any_outcome(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def reports(tmp_path_factory, compared, heat_map):
    """Folders of two written reports, by name."""
    folders = {}
    for name, one in (("compared", compared), ("heat_map", heat_map)):
        folders[name] = tmp_path_factory.mktemp("reports") / name
        write_report(one, folders[name])
    return folders
