"""The flags that commands share: counts like 2e6 or 2M, shares, ranges of deals, settings."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from pontoon_sim.cli.options import (
    Count,
    DealRange,
    Share,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    seed_option,
    write_json,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("500", 500),
        ("2_000_000", 2_000_000),
        ("2e6", 2_000_000),
        ("1.5E3", 1500),
        ("12.0", 12),
        ("1e15", 10**15),
        ("1M", 1_000_000),
        ("2.5m", 2_500_000),
        ("100k", 100_000),
        ("1,000", 1000),
        ("1,000,000", 1_000_000),
        (7, 7),
    ],
)
def test_counts(text, number):
    assert Count().convert(text, None, None) == number


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", "too small: take at least 1"),
        ("-5", "too small"),
        ("0.5", "too small"),
        ("2.5", "leave out the fraction"),
        ("1e15_1", "not a whole number"),
        ("1000000000000001", "too large: take at most 1e15"),
        ("1e9999", "too large"),
        ("1e99999999", "not a whole number"),
        ("nan", "not a whole number"),
        ("inf", "not a whole number"),
        ("many", "not a whole number: write one like"),
        ("1__0", "not a whole number"),
        ("1,00", "not a whole number"),
        ("1e6k", "not a whole number"),
        ("k", "not a whole number"),
        ("_1", "not a whole number"),
        ("", "not a whole number"),
        ("٣", "not a whole number"),
        (True, "not a whole number"),
    ],
)
def test_no_counts(text, said):
    with pytest.raises(click.BadParameter) as error:
        Count().convert(text, None, None)
    assert said in error.value.message
    assert "\n" not in error.value.message


def test_a_count_from_zero():
    assert Count(least=0).convert("0", None, None) == 0


def test_ranges_of_deals():
    assert DealRange().convert("0:10", None, None) == (0, 10)
    assert DealRange().convert(":1e3", None, None) == (0, 1000)
    for text, said in [
        ("5", "no range"),
        ("5:", "no range"),
        ("5:5", "holds no deal"),
        ("a:b", "a"),
    ]:
        with pytest.raises(click.BadParameter, match=said):
            DealRange().convert(text, None, None)


def test_all_shared_flags_together():
    @click.command()
    @rules_options
    @lineup_options
    @seed_option
    @json_option
    def show(rules, sets, seats, players, banker, seed, json_path):
        settings = rules_option_values(rules, sets, seats)
        write_json(json_path, [settings.changed, players, banker, seed])

    words = ["--rules", "stick16", "--set", "stake_max=50", "--set", "soft_21_draws=false"]
    words += ["--seats", "4", "--players", "a,b", "--banker", "c", "--seed", "9", "--json", "-"]
    result = CliRunner().invoke(show, words)
    assert json.loads(result.output) == [
        {"seats": 4, "stick_min": 16, "stake_max": 50, "soft_21_draws": False}, "a,b", "c", 9,
    ]  # fmt: skip
    assert CliRunner().invoke(show, ["--seed", "-1"]).exit_code == 2


@pytest.mark.parametrize(("text", "number"), [("0.1%", 0.001), ("0.001", 0.001), ("10%", 0.1)])
def test_shares(text: str, number: float) -> None:
    assert Share().convert(text, None, None) == pytest.approx(number)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0.1", "'0.1' would be 10 % of the stakes: write 0.1% for 0.1 per cent, or 10%"),
        ("1", "not a share of the stakes"),
        ("0", "not a share of the stakes"),
        ("nan", "not a share of the stakes"),
        ("some", "not a share of the stakes"),
    ],
)
def test_no_shares(text: str, sentence: str) -> None:
    with pytest.raises(click.BadParameter) as error:
        Share().convert(text, None, None)
    assert sentence in error.value.message
