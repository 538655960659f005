"""The search of parameters finds what trying all of them by enumeration finds."""

from __future__ import annotations

import itertools
import json

import pytest

from pontoon_sim.exact.lineup import LineUp
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies import find, load, seats_from
from pontoon_sim.tuning.game import game_of

pytest.importorskip("optuna")
from pontoon_sim.tuning.search import BLOCKS, Candidates, Search

TABLE = """
role = "player"
summary = "Buys below one total, sticks from another."
why = "To be searched."
weakness = "Unknown."
[parameters]
stick = { default = 19, low = 15, high = 19 }
buy = { default = 4, low = 4, high = 16, step = 2 }
[turn]
hard = { "4..buy-1" = "2T", "buy..stick-1" = "T", "stick..21" = "S" }
soft = { 12-20 = "2T", 21 = "S" }
"""


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "limits.toml"
    path.write_text(TABLE)
    rules = rules_from("shuffled")
    return game_of(rules, seats_from(rules, str(path)), load(path, "player"))


def test_the_search_finds_the_best_of_all_values(game):
    banker = find("draw_below_16", "banker")
    search = Search(game)
    search.run(3_000_000)
    exact = {
        (stick, buy): LineUp(game.rules, search.strategy({"stick": stick, "buy": buy}), banker).net
        for stick, buy in itertools.product(range(16, 19), range(8, 15, 2))
    }
    best = max(exact, key=exact.__getitem__)
    assert tuple(search.best[name] for name in ("stick", "buy")) == best
    dropped = [one for one in search.course.trials if one.blocks < BLOCKS]
    assert len(dropped) >= 5


def test_a_search_in_two_parts_is_the_search_in_one(game):
    whole, part = Search(game), Search(game)
    whole.run(600_000)
    part.run(200_000)
    again = Search(game, Candidates.from_dict(json.loads(json.dumps(part.course.as_dict()))))
    again.run(600_000)
    first, second = (
        [(one.values, one.blocks, one.gain, one.best) for one in search.course.trials]
        for search in (whole, again)
    )
    assert first == second


def test_values_that_make_no_strategy_are_no_candidate_and_no_end(game):
    search = Search(game)
    search._ask = iter([{"stick": 15, "buy": 16}, {"stick": 16, "buy": 10}]).__next__
    refused, tried = search.trial(), search.trial()
    assert "named twice" in refused.refused and not refused.best and refused.blocks == 0
    assert not tried.refused and tried.best
    again = Search(game, Candidates.from_dict(json.loads(json.dumps(search.course.as_dict()))))
    assert again.best == {"stick": 16, "buy": 10}


def test_values_that_change_nothing_play_one_block(tmp_path):
    path = tmp_path / "limits.toml"
    more = "share = { default = 0, low = 0, high = 100 }\n[stake]\nA = '{share}%'\n"
    more += "default = 'min'\n[turn]"
    path.write_text(TABLE.replace("[turn]", more))
    rules = rules_from("shuffled", ["stake_max=10"])
    search = Search(game_of(rules, seats_from(rules, str(path)), load(path, "player")))
    search._ask = lambda: {**search.start, "share": 50}
    one = search.trial()
    assert one.blocks == 1 and not one.best and not one.refused
