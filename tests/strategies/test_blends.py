"""Blends: names, what they are made of, and that chance falls as it should."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.cards import best_total, is_soft, parse_cards
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.reference import play_table
from pontoon_sim.strategies import (
    SPLIT,
    STICK,
    TWIST,
    Seat,
    Strategy,
    View,
    find,
    load,
    mix,
    seats_from,
    with_errors,
)
from pontoon_sim.strategies.check import check, views_of
from pontoon_sim.strategies.library import find_all


def test_names_are_read_and_told_alike() -> None:
    for name in (
        "with_errors(pub_regular,0.05)",
        "mix(stick15:0.5,with_errors(counter,0.1):2)",
        "with_errors(mix(draw_below_15:1,table_reader:3),0)",
    ):
        assert find(name).name == name
    assert find(" with_errors( stick15 , 5% )").name == "with_errors(stick15,0.05)"


def test_brackets_hold_a_list_together() -> None:
    seats = seats_from(Rules(seats=3), "mix(stick15:1,stick16:1),stick15, with_errors(stick16,1)")
    assert [seat.player.name for seat in seats] == [
        "mix(stick15:1,stick16:1)",
        "stick15",
        "with_errors(stick16,1)",
    ]


REFUSED = {
    "mix(stick15:1": "the brackets do not match",
    "stick15)": "the brackets do not match",
    "with_erors(stick15,0.1)": "did you mean 'with_errors'",
    "with_errors(stick15)": "name a strategy and a rate",
    "with_errors(stick15,1.5)": "take a rate from 0 to 1",
    "with_errors(stick15,nan)": "is no number",
    "with_errors(stik15,0.1)": "did you mean 'stick1",
    "with_errors(draw_below_16,0.1)": "cannot play against the banker",
    "forgetful(stick15,stick16)": "name one strategy",
    "mix()": "write each part with its weight",
    "mix(stick15,stick16)": "write each part with its weight",
    "mix(stick15:0,stick16:1)": "a number above 0",
    "mix(stick15:-1,stick16:1)": "is no number",
    "mix(stick15:1e308,stick16:1e308)": "at most 1e100",
    f"mix({'x' * 300}:1,stick16:1)": "unknown strategy 'xxx",
}


def test_a_long_blend_is_a_name_like_any_other() -> None:
    name = f"mix({'stick15:1,' * 40}stick16:1)"
    assert find(name).facts.summary.count("stick15") == 40


@pytest.mark.parametrize("name", REFUSED)
def test_refused_in_one_line(name: str) -> None:
    with pytest.raises(PontoonError, match=REFUSED[name]) as caught:
        seats_from(Rules(), name)
    assert "\n" not in str(caught.value)


def test_the_hash_comes_of_the_parts_and_the_rate(tmp_path) -> None:
    names = [
        "with_errors(stick15,0.1)",
        "with_errors(stick15,0.2)",
        "with_errors(stick16,0.1)",
        "mix(stick15:1,stick16:1)",
        "mix(stick15:1,stick16:2)",
        "mix(stick16:1,stick15:1)",
        "with_errors(draw_below_16,0.1)",
    ]
    hashes = [find(name).content_hash for name in names]
    assert len({*hashes, find("stick15").content_hash}) == len(names) + 1
    assert find("mix(stick15:2,stick16:2)").content_hash == hashes[3]
    path = tmp_path / "stick15.toml"
    path.write_text(find("stick15").path.read_text() + "# another\n")
    with pytest.raises(PontoonError, match="two different strategies have the name 'stick15'"):
        find(f"mix(stick15:1,{path}:1)")


def test_pickled_and_made_again() -> None:
    blend = find("mix(counter:1,with_errors(stick16,0.25):2)")
    assert pickle.loads(pickle.dumps(blend)) == blend


def test_both_roles_of_one_name() -> None:
    assert [s.role for s in find_all("with_errors(counter,0.1)")] == ["player"]
    with pytest.raises(PontoonError, match="mix strategies of one role"):
        find_all("mix(stick15:1,draw_below_16:1)")


@pytest.mark.parametrize(
    "name",
    [
        "with_errors(mixed,0.3)",
        "mix(counter:1,shoot_regular:2)",
        "mix(forgetful(counter):1,with_errors(forgetful(stick15),0.5):2)",
        "mix(kitty_full:1,doubler:1,with_errors(table_reader,0.5):1,bank_seller:1)",
    ],
)
def test_blends_keep_the_contract(name: str) -> None:
    assert [str(finding) for finding in check(find(name), views=300)] == []


def test_errors_are_each_legal_action_alike() -> None:
    """Every kind of action one time in four, every price of a purchase alike; chi-square below the
    0.1 % points of 3 and 10 degrees of freedom, 16.3 and 29.6."""
    erring = with_errors(find("stick15"), 1)
    view = View(decision=1, cards=2, total=16, hard=16, pair=8)
    view.can_stick = view.can_twist = view.can_split = 1
    view.cheapest, view.dearest = 10, 20
    rng = np.random.default_rng(1)
    found: Counter[int] = Counter()
    for _ in range(8000):
        view.chance = int(rng.integers(1 << 32))
        found[erring.answer("turn", view)] += 1
    kinds = [found[STICK], found[TWIST], found[SPLIT], sum(found[n] for n in range(10, 21))]
    assert sum(kinds) == 8000
    assert sum((n - 2000) ** 2 / 2000 for n in kinds) < 16.3
    mean = kinds[3] / 11
    assert sum((found[n] - mean) ** 2 / mean for n in range(10, 21)) < 29.6


def test_parts_answer_as_often_as_they_weigh() -> None:
    """Within four standard deviations; and the toss says nothing of what a part does by chance."""
    blend = mix([(find("stick15"), 1), (find("stick16"), 2), (find("stick17"), 5)])
    rng = np.random.default_rng(2)
    for total, share in ((15, 1 / 8), (16, 3 / 8)):
        view = View(decision=1, cards=2, total=total, hard=total, can_stick=1, can_twist=1)
        sticks = 0
        for _ in range(6000):
            view.chance = int(rng.integers(1 << 32))
            sticks += blend.answer("turn", view) == STICK
        assert abs(sticks / 6000 - share) < 4 * (share * (1 - share) / 6000) ** 0.5


def test_views_are_as_they_were() -> None:
    blend = find("mix(with_errors(counter,0.3):1,stick15:1)")
    for view in views_of("turn", 200)[:200]:
        before = view.copy()
        blend.answer("turn", view)
        assert view == before


def net(players: str, banker: str = "draw_below_16", rules: str = "standard") -> int:
    chosen = rules_from(rules)
    result = simulate(chosen, seats_from(chosen, players, banker), deals=4000)
    return int(result.tallies.table.of("net"))


@pytest.mark.parametrize("rules", ["standard", "shoot", "old_hoyle"])
def test_without_errors_a_blend_plays_as_its_part_to_the_chip(rules: str) -> None:
    for player, banker in (("shoot_regular", "kitty_defended"), ("counter", "doubler")):
        plain = net(player, banker, rules)
        assert net(f"with_errors({player},0)", f"mix({banker}:7)", rules) == plain
        assert net(f"with_errors({player},0.5)", banker, rules) != plain


TABLE = """role = "player"
summary = "Sticks on 16{more}."
why = "A test."
weakness = "None."
[turn]
hard = {{ 4-15 = "T", 16-21 = "S" }}
soft = {{ 12-15 = "T", 16-21 = "S" }}
[turn.two]
hard = {{ 18 = "{letter}" }}
"""


def test_a_mix_is_worth_the_mean_of_its_parts(tmp_path) -> None:
    """Tables that differ in a hand met once at most; their values by enumeration are 1 and
    3 parts of the mix, which is played. Four standard errors (about 1 false alarm in 16,000)."""
    from pontoon_sim.exact import LineUp

    rules = rules_from("shuffled", ["split=none", "stake_max=10"], seats=3)
    banker = find("draw_below_16")
    parts: list[tuple[Strategy, float]] = []
    values = []
    for letter, weight in (("S", 1), ("T", 3)):
        path = tmp_path / f"two_{letter}.toml"
        path.write_text(TABLE.format(letter=letter, more=f", 18: {letter}"))
        parts.append((load(path), weight))
        values.append(float(LineUp(rules, load(path), banker).value().edge_initial))
    seats = (Seat(mix(parts), banker),) * 3
    edge = simulate(rules, seats, deals=400_000).edge_initial
    expected = (values[0] + 3 * values[1]) / 4
    assert abs(values[0] - values[1]) > 8 * edge.se  # else this would show nothing
    assert abs(edge.value - expected) < 4 * edge.se


def test_who_forgets_plays_as_if_nothing_had_been_seen() -> None:
    counter, forgets = find("counter"), find("forgetful(counter)")
    assert counter.facts.uses_seen and not forgets.facts.uses_seen
    differ = 0
    for view in views_of("turn", 1000):
        plain = view.copy()
        plain.seen = list(plain.held)
        assert forgets.answer("turn", view) == counter.answer("turn", plain)
        differ += forgets.answer("turn", view) != counter.answer("turn", view)
    assert differ > 5


def test_without_a_memory_nothing_can_be_forgotten() -> None:
    assert net("forgetful(stick16)") == net("stick16")
    assert net("forgetful(counter)") != net("counter")


def test_blends_stand_in_every_list_of_names(tmp_path) -> None:
    from pontoon_sim.cli.experiments import over_of
    from pontoon_sim.experiments.reading import _with_paths
    from pontoon_sim.experiments.setup import word
    from pontoon_sim.leagues.bots import field_from

    told = "with_errors(stick15,0.05),stick16"
    assert [bot.name for bot in field_from(told)] == told.rsplit(",", 1)
    said = _with_paths({"players": "mix(./a.toml:1,stick15:2),b.py"}, tmp_path)
    assert said["players"] == f"mix({tmp_path}/a.toml:1,stick15:2),{tmp_path}/b.py"
    assert word("players", said["players"]) == "mix(a:1,stick15:2),b"
    assert over_of(f"players={told}")["values"] == told.rsplit(",", 1)


def test_a_blend_tosses_again_after_a_burn(tmp_path: Path) -> None:
    """Half of it burns a 13 and twists to 19, half never burns and sticks on 15: of the hands of 15
    to 19 that follow a burn half are twisted. 2,000 deals, four standard errors."""
    told = 'summary = "x"\nwhy = "x"\nweakness = "x"\nrole = "player"\n'
    parts = []
    for name, burns, until in (("burner", "burn = [13]\n", 19), ("stander", "", 14)):
        file = tmp_path / f"{name}.toml"
        soft = f'[turn]\nhard = {{ 4-{until} = "T", {until + 1}-21 = "S" }}\n'
        file.write_text(
            f'name = "{name}"\n{told}{burns}{soft}soft = {{ 12-14 = "T", 15-21 = "S" }}\n'
        )
        parts.append((load(file), 1.0))
    rules = rules_from("pub", stick_min=0)
    blend = mix(parts)
    seats = [Seat(blend, find("draw_below_16", "banker"))] * rules.seats
    actions: Counter[str] = Counter()
    for record in play_table(rules, seats, 0, 2_000, Random(5)):
        held: dict[int, list[str]] = {}
        burnt = set()
        for event in record.events:
            seat = int(event.args[0]) if event.args else -1
            if event.name == "card":
                held.setdefault(seat, []).append(str(event.args[2]))
            elif event.name == "burn":
                burnt.add(seat)
                held[seat] = []
            elif seat in burnt and event.name in ("twist", "stick"):
                cards = parse_cards(" ".join(held[seat]))
                if len(cards) == 2 and 15 <= best_total(cards) <= 19 and not is_soft(cards):
                    actions[event.name] += 1
    asked = actions.total()
    assert asked > 60
    assert abs(actions["twist"] / asked - 0.5) < 4 * 0.5 / asked**0.5
