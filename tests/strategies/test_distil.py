"""A table from a callable: what it says, and what it says it cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies.distil import distil
from pontoon_sim.strategies.library import find, load
from pontoon_sim.strategies.table import choices


@pytest.mark.parametrize(
    ("name", "rules"),
    [("pub_regular", "standard"), ("shoot_regular", "shoot")],
)
def test_a_table_distilled_is_that_table(name, rules, tmp_path):
    table = find(name, "player")
    made = distil(table, rules=rules_from(rules), views=600)
    if name == "pub_regular":
        assert made.agreement == 1.0
        assert str(made) == "The table answers as the policy does."
    assert made.agreement > 0.999  # three cards of a total that no random deal had
    path = tmp_path / "distilled.toml"
    made.write(path)
    again = load(path, "player")
    assert again.table == made.strategy.table
    if name == "pub_regular":
        assert again.table.pairs == table.table.pairs
        game = rules_from(rules)
        for cell in choices():
            if cell[3] >= game.stick_min:  # else nobody may stick, and the letter says nothing
                letter = table.table.cells[cell][0]
                if cell[1] and letter in "12":
                    letter = "T"  # nobody buys after a twist (P15)
                assert again.table.cells[cell] == letter, cell


def test_a_banker_distilled_is_that_banker():
    made = distil(find("draw_below_16", "banker"), role="banker", views=500)
    assert made.agreement == 1.0
    assert {made.strategy.table.cells[2, False, False, total] for total in (12, 15)} == {"D"}
    assert made.strategy.table.cells[2, False, False, 16] == "S"


def test_what_a_table_cannot_say_is_named():
    def by_place(view):
        return 0 if view.can_stick and view.total >= 15 + view.position % 3 else -1

    made = distil(by_place, "by_place", views=2000)
    assert 0.5 < made.agreement < 0.95
    assert "turns on the place at the table:" in made.lost
    assert f"{int(1000 * made.agreement) / 10} %" in made.lost


def test_prices_between_the_letters_are_named():
    def middling(view):
        if view.cheapest and view.cards == 2 and view.total < 15:
            return (view.cheapest + view.dearest) // 2
        return 0 if view.can_stick and view.total > 15 else -1

    made = distil(middling, "middling", views=1000)
    assert "prices between the least and the dearest" in made.lost


def test_stakes_by_first_card_are_kept():
    policy = {
        "turn": lambda view: 0 if view.can_stick else -1,
        "stake": lambda view: 100 if view.first_card == 1 else 55 if view.first_card > 9 else 10,
    }
    words = [str(word) for word in distil(policy, "rich", views=500).strategy.table.stakes]
    assert words == ["max", *["min"] * 8, *["50%"] * 4]


def test_a_policy_that_raises_or_cheats_is_told_of():
    with pytest.raises(PontoonError, match="had no answer to 'turn' with View"):
        distil(lambda view: 1 // 0)
    with pytest.raises(PontoonError, match="answers 7 with View"):
        distil(lambda view: 7)
    with pytest.raises(PontoonError, match="'draws' is no decision of a banker, did you mean"):
        distil({"draws": lambda view: 1}, role="banker")


def test_the_command_writes_a_file_that_loads(pontoon):
    Path("mine.py").write_text("def policy(v):\n    return 0 if v.can_stick else -1\n")
    words = ["strategies", "distil", "mine.py:policy", "--out", "sticker.toml", "--views", 300]
    assert pontoon(*words).out.splitlines() == [
        "Written: sticker.toml",
        "The table answers as the policy does.",
    ]
    assert load("sticker.toml").name == "sticker"
    refused = pontoon(*words[:2], "mine.py:polycy", *words[3:])
    assert refused.status == 2
    assert "'mine.py' has no 'polycy', did you mean 'policy'?" in refused.err
