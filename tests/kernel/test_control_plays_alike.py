"""Luck taken out of the estimates changes no deal, whatever strategies remember."""

from __future__ import annotations

import numpy as np
import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.exact.control_variates import control_variates
from pontoon_sim.game.rules import rules_from
from pontoon_sim.reference import DealRecord
from pontoon_sim.strategies import seats_from

OUT = (26701, 38323, 58577)

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
    # seats, players, what may be thrown in, tables
    "heads-up": (2, "memory_player", "none", range(20)),
    "two memories": (
        6,
        "memory_player,stick16,pub_regular,counter,memory_player",
        "none",
        range(20),
    ),
    # tables at which the pack runs out before it is the witness's turn (some 5 deals in 20 million)
    "a pack that runs out": (8, f"{'./greedy.toml,' * 6}./witness.py", "hard_13_14", OUT),
}


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_a_memory_plays_alike_with_luck_taken_out(line_up: str, tmp_path, monkeypatch) -> None:
    count, players, burn, tables = LINE_UPS[line_up]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greedy.toml").write_text(GREEDY)
    (tmp_path / "witness.py").write_text(WITNESS)
    rules = rules_from("shuffled", [f"first_banker={count - 1}", f"burn={burn}"], seats=count)
    seats = seats_from(rules, players, "draw_below_16")
    plain, sharp = (
        Engine(rules, seats, 5, control) for control in (None, control_variates(rules, seats))
    )
    for table in tables:
        one, other = (engine.play_block(table, [200]) for engine in (plain, sharp))
        assert one.control is None and other.control is not None and other.control.any()
        assert np.array_equal(one.rows, other.rows)
        assert np.array_equal(one.tally, other.tally)
    if tables is OUT:
        dealt = [cards_before(record, 6) for t in tables for record in plain.records(t, 0, 200)]
        assert sum(cards > 52 for cards in dealt) >= len(OUT)


def cards_before(record: DealRecord, seat: int) -> int:
    """Cards dealt before a seat takes its third, or to the end where it takes none."""
    cards = own = 0
    for event in record.events:
        if event.name == "card":
            own += event.args[0] == seat
            if own > 2:
                break
            cards += 1
    return cards
