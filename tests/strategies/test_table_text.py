"""A table written as TOML reads back as the same table."""

from __future__ import annotations

import pytest

from pontoon_sim.strategies.library import all_shipped, load
from pontoon_sim.strategies.tabletext import table_strategy, table_text

TABLES = [strategy for strategy in all_shipped() if strategy.table is not None]


@pytest.mark.parametrize("strategy", TABLES, ids=lambda s: s.name)
def test_every_shipped_table_reads_back_as_it_was(strategy, tmp_path):
    path = tmp_path / "again.toml"
    path.write_text(table_text("again", strategy.facts, strategy.table))
    assert load(path, strategy.role).table == strategy.table


def test_a_table_in_memory_is_the_strategy_that_its_file_loads_to(tmp_path):
    strategy = next(s for s in TABLES if s.name == "shoot_ace_ten")
    made = table_strategy("made", strategy.facts, strategy.table)
    path = tmp_path / "made.toml"
    path.write_text(table_text("made", strategy.facts, strategy.table))
    loaded = load(path, "player")
    assert (made, made.facts) == (loaded, loaded.facts)


def test_quotes_in_what_a_table_tells_of_itself_survive(tmp_path):
    from dataclasses import replace

    strategy = next(s for s in TABLES if s.name == "stick16")
    facts = replace(strategy.facts, summary='Says "twist" and a \\ too.')
    path = tmp_path / "made.toml"
    path.write_text(table_text("made", facts, strategy.table))
    assert load(path).facts.summary == 'Says "twist" and a \\ too.'
