"""Luck taken out of the estimates changes no deal, whatever strategies remember."""

from __future__ import annotations

import numpy as np
import pytest

from pontoon_sim.engine import Engine
from pontoon_sim.errors import PontoonError
from pontoon_sim.rules import rules_from
from pontoon_sim.strategies import seats_from

GREEDY = """
role = "player"
summary = "Throws in and splits what it may, and buys to the end."
why = "The pack runs out, and cards that went under it are dealt again, face down."
weakness = "It goes bust."
split = "all"
burn = [13, 14]
[turn]
hard = { 4-20 = "2T", 21 = "S" }
soft = { 12-21 = "2T" }
"""

WITNESS = '''"""Sticks or draws by all that it remembers of the order of the cards.

Why: To tell when that differs.

Weakness: It plays at random.
"""

from pontoon_sim.strategies import STICK, TWIST, player_strategy


@player_strategy(uses_order=True)
def turn(view):
    known = view.fresh
    for place in range(104):
        known += view.coming[place]
    for place in range(240):
        known += view.hand_cards[place]
    return STICK if view.can_stick and known % 2 else TWIST
'''

LINE_UPS = {
    "heads-up, a memory": (2, "memory_player", "none"),
    "six seats, two memories": (
        6,
        "memory_player,stick16,pub_regular,counter,memory_player",
        "none",
    ),
    "eight seats, a pack that runs out": (8, "greedy.toml," * 6 + "witness.py", "hard_13_14"),
}


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_a_memory_plays_alike_with_luck_taken_out(line_up: str, tmp_path, monkeypatch) -> None:
    count, players, burn = LINE_UPS[line_up]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greedy.toml").write_text(GREEDY)
    (tmp_path / "witness.py").write_text(WITNESS)
    rules = rules_from("shuffled", [f"first_banker={count - 1}", f"burn={burn}"], seats=count)
    players = players.replace("greedy", "./greedy").replace("witness", "./witness")
    seats = seats_from(rules, players, "draw_below_16")
    plain, sharp = (Engine(rules, seats, 5, control=control) for control in (False, True))
    one, other = (engine.play_block(3, [200] * 40) for engine in (plain, sharp))
    assert one.control is None and other.control is not None and other.control.any()
    assert np.array_equal(one.rows, other.rows)
    assert np.array_equal(one.tally, other.tally)


@pytest.mark.parametrize(
    ("preset", "players", "banker"),
    [
        ("standard", "memory_player,pub_regular,pub_regular,pub_regular", "memory_banker"),
        ("shuffled", "memory_player,pub_regular,pub_regular", "memory_banker"),
    ],
)
def test_where_no_luck_can_be_taken_out_it_is_played_without(preset, players, banker) -> None:
    rules = rules_from(preset, [] if preset == "standard" else ["first_banker=3"], seats=4)
    seats = seats_from(rules, players, banker)
    with pytest.raises(PontoonError, match="no luck|looks at more|--rules shuffled"):
        Engine(rules, seats, 5, control=True)
    plain, left = (Engine(rules, seats, 5, control=control) for control in (False, None))
    one, other = (engine.play_block(3, [100] * 10) for engine in (plain, left))
    assert other.control is None
    assert np.array_equal(one.rows, other.rows) and np.array_equal(one.tally, other.tally)
