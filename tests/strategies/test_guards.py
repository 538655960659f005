"""What would raise in plain Python ends a compiled run in one sentence: it never reads whatever
lies behind an array and plays on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import find, load, seats_from
from pontoon_sim.strategies.model import Seat

HEAD = '''"""Goes wrong on 18.

Why: a test.

Weakness: all.
"""

from pontoon_sim.strategies import STICK, TWIST, helper, player_strategy

WORTH = (1, 2, 3)


@helper
def share(part, whole):
    return part // whole


@helper
def look_up(place):
    return WORTH[place]


@player_strategy(uses_seen=True)
def turn(view):
    if not view.can_stick:
        return TWIST
    if view.total == 18:
'''
REST = "    return STICK\n"
WRONG = {
    "reads past the end of an array": "        return view.seen[view.total] * 0\n",
    "reads past the end of a constant": "        return look_up(view.total) * 0\n",
    "divides by zero": "        return share(view.total, view.hand) * 0\n",
    "takes a rest by zero": "        return view.total % view.hand * 0\n",
}


@pytest.mark.parametrize("case", WRONG)
def test_what_would_raise_ends_the_run(tmp_path: Path, case: str) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(HEAD + WRONG[case] + REST)
    rules = rules_from(seats=3)
    with pytest.raises(PontoonError) as caught:
        simulate(rules, seats_from(rules, str(path)), deals=2000)
    said = str(caught.value)
    assert "\n" not in said
    assert "strategy 'wrong' at seat" in said and ("hard 18" in said or "soft 18" in said)
    assert "`turn` divided by zero or looked past the end of an array" in said
    assert f"pontoon strategies check {path}" in said


@pytest.mark.parametrize(
    ("bid", "words"),
    [
        ("5 // view.stake", "`bid` divided by zero or looked past the end"),
        ("2**62", "`bid` answered 4611686018427387904, but a price lies from -10,000,000,000 to"),
    ],
)
def test_a_price_of_the_bank_that_would_raise_or_wrap_ends_the_run(
    tmp_path: Path, bid: str, words: str
) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(f"{HEAD}        return STICK\n{REST}\n\n@player_strategy\ndef bid(view):\n")
    with path.open("a") as file:
        file.write(f"    return {bid}\n")
    rules = rules_from(sets=["bank_sale=true"], seats=3)
    seats = [Seat(load(path, "player"), find("bank_seller", "banker"))] * 3
    with pytest.raises(PontoonError, match=words):
        simulate(rules, seats, deals=2000)


def test_guarded_functions_are_compiled_once(tmp_path: Path) -> None:
    """A second process takes the machine code that the first has left."""
    path = tmp_path / "fine.py"
    path.write_text(HEAD + "        return TWIST\n" + REST)
    code = (
        "from pontoon_sim.strategies import load\n"
        "from pontoon_sim.strategies.compiled import address_of\n"
        f"address_of(load({str(path)!r}, 'player'), 'turn')\n"
    )
    kept = []
    for _ in range(2):
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        files = sorted((tmp_path / "cache").rglob("*.nb?"))
        kept.append({file.name: file.stat().st_mtime_ns for file in files})
    assert any("guarded" in name and name.endswith("nbc") for name in kept[0])
    assert kept[0] == kept[1]
