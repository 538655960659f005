"""Shoot bets: against exact chances, the hands that the same deals paid, and their rules.

The result of a shoot bet depends only on whether the hand beats the banker's (S7), so against a
banker that looks at its own cards its edge follows from the enumeration of `pontoon_sim.exact`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_sim.engine.tallies import Group
from pontoon_sim.exact import exact_value
from pontoon_sim.game.cards import RANKS
from pontoon_sim.game.rules import PRESETS, Rules, rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.results.result import Result
from pontoon_sim.results.shoot import ShootOutcomes
from pontoon_sim.strategies import seats_from

DEALS = 3_000_000
LIMIT = 4  # standard errors; 26 comparisons, one false alarm with other seeds in 600 runs


def shooting(folder: Path, base: str, sections: str) -> str:
    """Path of a shipped player that also shoots as `sections` say."""
    shipped = Path(__file__).parents[2] / "strategies" / f"{base}.toml"
    path = folder / f"{base}_shoots.toml"
    path.write_text(shipped.read_text() + sections)
    return str(path)


def outcomes(result: Result) -> ShootOutcomes:
    assert result.shoot is not None
    return result.shoot


@pytest.mark.parametrize("base", ["stick16", "mixed"])
def test_S7_edges_of_first_bets_are_the_exact_ones_card_by_card(tmp_path: Path, base: str) -> None:
    path = shooting(tmp_path, base, '\n[shoot]\nfirst = "1"\n')
    sets = ["shoot=true", "kitty_min=1000", "kitty_max=1000"]  # a kitty that is never short
    rules = rules_from("shuffled", sets)
    found = outcomes(
        simulate(rules, seats_from(rules, path, "draw_below_16"), deals=DEALS, seed=31)
    )
    plain = rules_from("shuffled")
    exact = exact_value(plain, *line_up(plain, base, "draw_below_16"))
    by_card = {row.name.removeprefix("first "): row for row in found.by_kind}
    assert set(by_card) == set(RANKS)
    for name, part in exact.by_first_card.items():
        row = by_card["T" if name == "10" else name]
        assert row.bets == row.asked == row.chips
        assert row.edge is not None and row.edge.se is not None
        # the bank's edge is the player's loss
        assert abs(row.edge.value + part.shoot) < LIMIT * row.edge.se


def line_up(rules: Rules, player: str, banker: str) -> tuple[object, object]:
    seat = seats_from(rules, player, banker)[0]
    return seat.player, seat.banker


def test_S7_a_bet_on_every_first_card_wins_as_often_as_hands_are_paid(tmp_path: Path) -> None:
    """Without splits there is one bet and one hand for each player and deal."""
    path = shooting(tmp_path, "stick15", '\n[shoot]\nfirst = "1"\n')
    rules = rules_from("standard", ["shoot=true", "kitty_min=10000", "kitty_max=10000"])
    result = simulate(rules, seats_from(rules, path, "draw_below_17"), deals=200_000, seed=5)
    kind = result.tallies.counts["kind"]
    first = outcomes(result).stages[0]
    assert first.bets == 5 * result.deals
    assert first.won == kind[:, :, 1].sum()


def test_shoot_and_stakes_are_never_mixed(tmp_path: Path) -> None:
    """Bets that cannot run short change nothing of the ordinary result, chip for chip."""
    path = shooting(tmp_path, "pub_regular", '\n[shoot]\nfirst = "2"\n')
    sets = ["kitty_min=100000", "kitty_max=100000"]
    results = []
    for rules, player in (
        (rules_from("standard"), "pub_regular"),
        (rules_from("shoot", sets), path),
    ):
        seats = seats_from(rules, player, "draw_below_16")
        results.append(simulate(rules, seats, deals=50_000, seed=8))
    without, with_bets = (result.tallies for result in results)
    assert without.table == with_bets.table
    for name, count in without.counts.items():
        assert (with_bets.counts[name] == count).all(), name
    assert with_bets.shoot["all"].of("chips") == 2 * 5 * 50_000


def test_S2_S6_S8_room_and_kitty_of_players_who_shoot_it_all() -> None:
    """The first shoots the whole kitty, so the others find none (until it busts), and the kitty
    runs dry as soon as that hand wins."""
    rules = rules_from("shoot", ["bank_passes=never", "first_banker=0"])
    result = simulate(rules, seats_from(rules, "shoot_all", "kitty_small"), deals=100_000, seed=2)
    found = outcomes(result)
    assert found.room[0]["shut_out"] == 0
    assert all(place["shut_out"] == 1 for place in found.room[1:])
    assert found.kitty["mean_put_up"] == rules.kitty_limits[0]
    kitties = int(result.tallies.counts["shoot kitties"][0])
    dry = int(result.tallies.counts["shoot dry"][0])
    assert kitties - dry <= result.tallies.tables  # each ends dry, or with its table
    assert found.course[0]["mean"] == rules.kitty_limits[0]


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "shuffled"])
def test_conservation_with_everything_switched_on(preset: str) -> None:
    """Purses of every table sum to zero (the engine checks it), and so do all seats' nets."""
    sets = ["shoot=true", "bank_sale=true", "burn=hard_13_14", "three_sevens_pays=3"]
    sets += ["banker_doubles=compound", "kitty_max=400"]
    rules = rules_from(preset, sets)
    players = "shoot_all,shoot_regular,shoot_trick,shoot_ace_ten,gambler,shoot_regular"
    bankers = "kitty_defended,bank_seller,doubler,kitty_full,kitty_small,bank_seller"
    result = simulate(rules, seats_from(rules, players, bankers), deals=300_000, seed=17)
    tallies = result.tallies
    seated = [Group(role, seat=s) for role in ("player", "banker") for s in range(6)]
    assert sum(tallies.groups[group].of("net") for group in seated) == 0
    stages = sum(tallies.shoot[stage].of("net") for stage in ("first", "split", "fourth"))
    assert stages == tallies.shoot["all"].of("net")
    # a bank that rotates after every deal is never there to be sold (P31)
    assert (result.tallies.counts["sales"][0] > 0) == (preset != "old_hoyle")
    assert result.tallies.counts["doubled"] > 0
