"""What cannot be played or counted rightly is refused in one sentence, not counted wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli import cli
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.bank import bank_value
from pontoon_sim.measure.simulate import replay, simulate
from pontoon_sim.runs.blocks import tables_for
from pontoon_sim.runs.trial import Arm, Trial
from pontoon_sim.strategies import load, lower_seats, seats_from


@pytest.mark.parametrize("deals", [1, 199, 200, 201, 401, 999, 1_000_001])
def test_tables_are_alike_whatever_the_number_of_deals(deals: int) -> None:
    """Errors over tables suppose that they are: a table of one deal beside one of 200 is not."""
    rules = rules_from("standard")
    trial = Trial((Arm("", rules, seats_from(rules)),), deals=deals)
    sizes = trial.sizes(0, tables_for(trial, deals))
    assert sum(sizes) == deals
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= 200


def test_a_strategy_that_raises_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "raiser.py"
    path.write_text(
        '"""Raises."""\nfrom pontoon_sim.strategies import TWIST, player_strategy\n\n\n'
        "@player_strategy\ndef turn(view):\n    if view.total == 18:\n"
        "        raise ValueError\n    return TWIST\n"
    )
    rules = rules_from("standard")
    seats = seats_from(rules, str(path), "draw_below_16")
    assert load(path).name == "raiser"
    with pytest.raises(PontoonError, match="may raise in line 8"):
        lower_seats(seats, rules)


@pytest.fixture
def loser(tmp_path: Path) -> str:
    """Who shoots half the kitty with hands that always bust."""
    path = tmp_path / "loser.toml"
    letters = '"T"'
    path.write_text(
        'name = "loser"\nrole = "player"\nsummary = "a"\nwhy = "b"\nweakness = "c"\n'
        f"[turn]\nhard = {{ 4-20 = {letters} }}\nsoft = {{ 12-21 = {letters} }}\n"
        '[shoot]\nfirst = "50%"\n'
    )
    return str(path)


def test_a_kitty_that_outgrows_all_sums_is_refused(loser: str) -> None:
    """It grows for ever where the bank stays."""
    rules = rules_from("shoot", ["bank_passes=never"])
    with pytest.raises(PontoonError, match="has grown beyond"):
        simulate(rules, seats_from(rules, loser, "draw_below_16"), deals=20_000)


def test_a_kitty_that_outgrows_all_sums_costs_its_own_tenure_alone(loser: str) -> None:
    """Heads-up it takes about a hundred deals; the other tenures end before."""
    rules = rules_from("shoot", ["bank_passes=rotate", "rotate_every=100"], seats=2)
    value = bank_value(rules, seats_from(rules, loser, "draw_below_16"), tenures=300)
    assert 0 < value.broken_off < 100
    assert value.lengths.sum() == 300 - value.broken_off
    assert all(50 < tenure.deals < 100 for tenure in value.endless)
    assert value.length.value == 100


def test_a_table_that_cannot_be_played_on_costs_nothing_of_those_before(loser: str) -> None:
    """They are what they are where only they are asked for, and the sentence stands in the
    result; the command prints both."""
    rules = rules_from("shoot", ["bank_passes=rotate", "rotate_every=95"], seats=2)
    seats = seats_from(rules, loser, "draw_below_16")
    result = simulate(rules, seats, deals=20_000, deals_per_table=95, seed=5)
    assert result.stopped.startswith("the kitty of table")
    assert 0 < result.deals < 20_000
    before = simulate(rules, seats, deals=result.deals, deals_per_table=95, seed=5)
    assert (before.stopped, before.tallies.as_dict()) == ("done", result.tallies.as_dict())
    game = "--rules shoot --set bank_passes=rotate --set rotate_every=95 --seats 2"
    words = f"simulate {game} --players {loser} --deals 2e4 --deals-per-table 95 --seed 5"
    printed = CliRunner().invoke(cli, words.split())
    assert f"after {result.deals:,} deals, which count: {result.stopped}" in str(printed.exception)
    text = " ".join(printed.output.split())
    assert f"{result.deals:,} deals." in text
    assert f"Play ended before it was done, at a table after these: {result.stopped}." in text


def test_tables_whose_squares_could_pass_64_bits_are_refused() -> None:
    """The largest net: eleven players with four hands each, three cards bought for ten stakes each,
    paid double in a deal that is doubled again."""
    rules = rules_from(
        None, packs=2, seats=12, stake_max=10_000, buy_max=10, banker_doubles="compound"
    )
    net = 11 * 4 * 10_000 * 31 * 4
    most = (2**63 - 1) // net**2
    assert rules.longest_table == most
    arm = Arm("", rules, seats_from(rules, "gambler"))
    Trial((arm,), deals_per_table=most)
    with pytest.raises(PontoonError, match=f"stay whole up to {most:,} deals"):
        Trial((arm,), deals_per_table=most + 1)
    # the game as it is usually played may have tables of any length
    assert rules_from("standard").longest_table > 10**6


def test_a_bank_that_hardly_ever_passes_has_no_value() -> None:
    """It may be sold (P31), but nobody bids."""
    rules = rules_from("standard", ["bank_passes=never", "bank_sale=true"])
    with pytest.raises(PontoonError, match="hardly ever passes"):
        bank_value(rules, seats_from(rules, "pub_regular"), tenures=1000)


def test_replays_have_limits() -> None:
    rules = rules_from("standard")
    seats = seats_from(rules)
    with pytest.raises(PontoonError, match="too far"):
        replay(rules, seats, first=10**12, last=10**12 + 1)
    with pytest.raises(PontoonError, match="too many for one file"):
        replay(rules, seats, first=0, last=10**6)


def test_a_preset_that_is_no_word_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('preset = ["standard"]\n')
    with pytest.raises(PontoonError, match="unknown preset"):
        rules_from(path)
