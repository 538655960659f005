"""Finding strategies by name or path, and who sits where."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import shipped_folder
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies import Role, find, names, seats_from, shipped

FIXED = Rules(seats=4, bank_passes="never", first_banker=1)


def test_defaults() -> None:
    seats = seats_from(Rules())
    assert len(seats) == 6
    assert {(seat.player.name, seat.banker.name) for seat in seats} == {
        ("pub_regular", "draw_below_16")
    }


def test_seat_by_seat() -> None:
    seats = seats_from(Rules(seats=3), "stick15, stick16,stick17", "draw_below_15")
    assert [seat.player.name for seat in seats] == ["stick15", "stick16", "stick17"]


def test_bankers_seat_by_seat() -> None:
    seats = seats_from(Rules(seats=2), "stick15", "draw_below_15,soft_aware")
    assert [seat.banker.name for seat in seats] == ["draw_below_15", "soft_aware"]


def test_from_the_bankers_left_where_the_bank_is_fixed() -> None:
    seats = seats_from(FIXED, "stick15,stick16,stick17")
    assert [seats[n].player.name for n in (2, 3, 0)] == ["stick15", "stick16", "stick17"]


@pytest.mark.parametrize(
    ("rules", "players", "banker", "words"),
    [
        (Rules(), "stick15,stick16", None, "names 2 strategies for 6 seats"),
        (Rules(seats=4), "stick15,stick16,stick17", None, "only where the banker's seat is fixed"),
        (  # the bank may be sold (P31): nobody would play the banker's seat
            Rules(seats=4, first_banker=1, bank_passes="never", bank_sale=True),
            "stick15,stick16,stick17",
            None,
            "bank_sale = false",
        ),
        (FIXED, "stick15", "draw_below_15,draw_below_16,soft_aware", "--banker names 3"),
        (Rules(), "stick15,,stick16", None, "a name is missing"),
        (Rules(), "", None, None),
        (Rules(), "stik15", None, "did you mean 'stick1"),
        (Rules(), "zzz", None, "take one of cautious"),
        (Rules(), "soft_aware", None, "cannot play against the banker"),
        (Rules(), None, "stick15", "cannot hold the bank"),
        (Rules(), "nowhere/a.toml", None, "does not exist"),
        (Rules(), "nowhere.py", None, "does not exist"),
        (Rules(), ".", None, "is a folder"),
    ],
)
def test_refuses(rules: Rules, players: str | None, banker: str | None, words: str | None) -> None:
    if words is None:
        assert seats_from(rules, players, banker)[0].player.name == "pub_regular"
        return
    with pytest.raises(PontoonError, match=words.replace("'", ".")) as caught:
        seats_from(rules, players, banker)
    assert "\n" not in str(caught.value)


def test_a_path_by_name_and_its_role(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_bytes(shipped()["stick15"].read_bytes())
    assert find(str(copy), "player") == find("stick15", "player")
    with pytest.raises(PontoonError, match=r"copy.toml.* cannot hold the bank"):
        find(str(copy), "banker")
    other = tmp_path / "copy.txt"
    other.write_text("x")
    with pytest.raises(PontoonError, match="neither a table"):
        find(str(other))


@pytest.mark.parametrize("role", ["player", "banker"])
def test_names_by_role(role: Role) -> None:
    found = names(role)
    assert found == sorted(found)
    assert all(find(name, role).role == role for name in found)
    assert set(names("player")) | set(names("banker")) == set(names())


def test_the_folder_of_the_shipped_ones() -> None:
    assert (shipped_folder("strategies") / "stick15.toml").is_file()


def test_strategies_and_paths_are_taken_as_they_are(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes((shipped_folder("strategies") / "stick17.toml").read_bytes())
    rules = Rules(seats=3)
    seats = seats_from(rules, [find("stick15"), mine, "counter"], find("soft_aware"))
    assert [seat.player.name for seat in seats][::2] == ["stick15", "counter"]
    assert seats[1].player.path == mine
    assert {seat.banker.name for seat in seats} == {"soft_aware"}
    assert {seat.player for seat in seats_from(rules, find("stick15"))} == {find("stick15")}


def test_a_strategy_of_the_other_role_is_refused() -> None:
    with pytest.raises(PontoonError, match="'soft_aware' is a banker strategy and cannot play"):
        seats_from(Rules(), find("soft_aware"))
