"""Every shipped strategy passes the battery that users run on theirs."""

from __future__ import annotations

import pytest

from pontoon_sim.strategies.check import check
from pontoon_sim.strategies.library import all_shipped, shipped
from pontoon_sim.strategies.model import Strategy


@pytest.mark.parametrize("strategy", all_shipped(), ids=lambda s: f"{s.role}-{s.name}")
def test_keeps_the_contract(strategy: Strategy) -> None:
    assert [str(finding) for finding in check(strategy, views=1500)] == []


@pytest.mark.parametrize("strategy", all_shipped(), ids=lambda s: f"{s.role}-{s.name}")
def test_says_what_it_is(strategy: Strategy) -> None:
    facts = strategy.facts
    assert facts.summary and facts.why and facts.weakness and facts.source
    assert len(facts.summary) <= 100


def test_names_are_those_of_the_files() -> None:
    assert sorted(strategy.name for strategy in all_shipped()) == sorted(shipped())
