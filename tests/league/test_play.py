"""What a league sums up, against a recount from records of single deals; and who is out of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import rules_from
from pontoon_sim.leagues.bots import Bot, entrants_from
from pontoon_sim.leagues.play import Terms, play_league
from pontoon_sim.leagues.standings import Standings
from pontoon_sim.leagues.tables import PERSON, Tables

FUNCTION = '''"""A test.

Why: to sit at a table.

Weakness: it is a test.
"""

from pontoon_sim.strategies import STICK, TWIST, player_strategy


@player_strategy({facts})
def turn(view):
    {body}
    return STICK if view.total >= 17 and view.can_stick else TWIST
'''


def league_of(rules, words, deals, **more):
    """A league of the named bots on one thread, unless more is said."""
    terms = Terms(deals, **{"threads": 1, **more})
    return play_league(rules, entrants_from(words).bots, terms)


def by_name(league):
    """PERSON of each bot by name, whole numbers."""
    people = [*league.bots, *league.regulars]
    return {
        bot.name: dict(zip(PERSON, league.sums.people[i].tolist(), strict=True))
        for i, bot in enumerate(people)
    }


GAMES = [
    ("standard", ["stick15", "counter", "gambler+soft_aware", "cautious"]),
    ("shoot", ["shoot_regular", "shoot_all+bank_seller", "pub_regular+kitty_full"]),
    ("old_hoyle", ["stick15", "stick17+doubler", "mixed", "pub_regular", "cautious"]),
]


@pytest.mark.parametrize(("preset", "words"), GAMES)
def test_sums_are_those_of_the_deals_one_by_one(preset, words):
    """Two rounds told again from records: by player and bank from `net`, and from the events the
    prices of the bank."""
    rules = rules_from(preset, ["bank_sale=true"] if preset == "shoot" else [], seats=4)
    bots = entrants_from(words).bots
    league = play_league(rules, bots, Terms(40_000, deals_per_table=50, seed=7, threads=1))
    sums = Tables(rules, bots, (), league.seating, 50).play(1, 3)
    net = np.zeros((len(bots), len(bots)), int)  # by player and banker
    deals, purse, price = np.zeros_like(net), np.zeros(len(bots), int), np.zeros(len(bots), int)
    for number in (1, 2):
        for line_up in league.seating.round(number):
            engine = Engine(rules, [bots[i].seat for i in line_up], 7)
            for record in engine.records(number, 0, 50):
                for seat in range(4):
                    purse[line_up[seat]] += record.net[seat]
                    if seat != record.banker:
                        net[line_up[seat], line_up[record.banker]] += record.net[seat]
                        deals[line_up[seat], line_up[record.banker]] += 1
                for event in record.events:
                    if event.name == "bank":
                        heir, _, paid = event.args
                        price[line_up[heir]] -= paid
                        price[line_up[record.banker]] += paid
    assert (sums.meetings[..., 0] == deals).all()
    assert (sums.meetings[..., 1] == net).all()
    assert (sums.people[:, PERSON.index("net")] == purse + price).all()
    assert (sums.people[:, PERSON.index("price")] == price).all()
    assert (price != 0).any() == (preset == "shoot")
    assert (sums.people[:, PERSON.index("banked")] * 3).sum() == deals.sum()


@pytest.mark.parametrize(("preset", "words"), GAMES)
def test_all_chips_together_are_none(preset, words):
    league = league_of(rules_from(preset), words, 60_000, deals_per_table=100)
    people = by_name(league).values()
    assert sum(league.sums.scores) == 0
    assert sum(row["price"] for row in people) == 0
    assert sum(row["player_net"] + row["banker_net"] for row in people) == 0
    assert sum(row["player_initial"] for row in people) == sum(
        row["banker_initial"] for row in people
    )
    for row in people:
        assert row["deals"] == league.rounds * league.deals_a_round
        assert row["net"] == row["player_net"] + row["banker_net"] + row["price"]


def test_threads_and_blocks_change_nothing(monkeypatch):
    rules = rules_from()
    words = ["stick15", "counter", "gambler", "table_reader"]
    one = league_of(rules, words, 300_000)
    monkeypatch.setattr("pontoon_sim.leagues.tables.DEALS_PER_BLOCK", 20_000)
    many = league_of(rules, words, 300_000, threads=3)
    assert by_name(one) == by_name(many)
    assert (one.sums.score_products == many.sums.score_products).all()
    assert (one.sums.meeting_products == many.sums.meeting_products).all()


def test_bots_that_play_alike_all_end_at_nothing():
    """On the same packs everybody has had every seat, so that luck falls out to the last chip."""
    (bot,) = entrants_from(["pub_regular"]).bots
    bots = [replace(bot, name=name) for name in "pqrst"]
    standings = Standings(play_league(rules_from(), bots, Terms(60_000, threads=1)))
    for place in standings.places:
        assert place.net.value == place.net.se == place.net.low == place.net.high == 0
        assert place.groups == "a"


def write(folder, name, facts="", body="pass"):
    path = folder / f"{name}.py"
    path.write_text(FUNCTION.format(facts=facts, body=body), encoding="utf-8")
    return str(path)


def test_a_bot_with_an_illegal_answer_in_play_is_as_if_it_had_never_come(tmp_path):
    """Its answer is legal in all that the contract asks, so that it sits down."""
    cheat = write(
        tmp_path, "cheat", body="if view.bankroll == -230 and view.cards == 2:\n        return 7777"
    )
    words = ["stick15", cheat, "stick17", "pub_regular"]
    entrants = entrants_from(words)
    assert [bot.name for bot in entrants.bots] == ["stick15", "cheat", "stick17", "pub_regular"]
    told = []
    terms = Terms(100_000, threads=1)
    league = play_league(rules_from(), entrants.bots, terms, on_out=told.append)
    assert [out.name for out in league.out] == ["cheat"] and told == list(league.out)
    assert "`turn` answered buying at 7777, but" in told[0].why and "table 0" in told[0].why
    without = league_of(rules_from(), ["stick15", "stick17", "pub_regular"], 100_000)
    assert by_name(league) == by_name(without)
    assert (league.sums.score_products == without.sums.score_products).all()


def test_a_regular_that_breaks_a_rule_ends_the_league(tmp_path):
    cheat = write(tmp_path, "cheat", body="if view.bankroll == -230:\n        return 7777")
    regulars = entrants_from([cheat]).bots
    with pytest.raises(PontoonError, match="answered buying at 7777"):
        play_league(
            rules_from(),
            entrants_from(["stick15"]).bots,
            Terms(100_000, threads=1),
            regulars=regulars,
        )


def test_against_regulars_bots_meet_them_alone():
    bots = entrants_from(["stick15", "counter"]).bots
    regulars = entrants_from(["pub_regular", "stick17+draw_below_18"]).bots
    terms = Terms(100_000, threads=1)
    league = play_league(rules_from(), bots, terms, regulars=regulars)
    deals = league.sums.meetings[..., 0]
    assert (deals[:2, :2] == 0).all()
    assert (deals[:2, 2:] > 0).all() and (deals[2:, :2] > 0).all()
    rows = by_name(league)
    assert 2 * rows["stick15"]["deals"] == 2 * rows["counter"]["deals"] == league.deals
    assert sum(row["net"] for row in rows.values()) == 0


def test_a_bot_against_copies_of_itself_wins_nothing():
    (bot,) = entrants_from(["pub_regular"]).bots
    terms = Terms(60_000, threads=1)
    league = play_league(rules_from(), [replace(bot, name="p")], terms, regulars=[bot])
    assert by_name(league)["p"]["net"] == 0


def test_precision_stops_when_the_intervals_are_narrow():
    loose = league_of(rules_from(), ["stick15", "stick17"], 10**7, precision=0.05)
    assert loose.stopped == "precise" and loose.deals < 10**7
    assert loose.anytime_half_width <= 0.05
    for place in Standings(loose).places:
        assert place.net.half_width < 100 * 0.05 * 10  # narrower: a fixed number of rounds
    tight = league_of(rules_from(), ["stick15", "stick17"], 10**5, precision=0.0001)
    assert tight.stopped == "done" and tight.anytime_half_width > 0.0001


@pytest.mark.parametrize(
    ("bots", "terms", "said"),
    [
        (["stick15"], {"deals": 10**6}, "1 bot make no league"),
        (["stick15", "stick17"], {"deals": 1000}, "take --deals 24000 or more"),
        (["stick15", "stick17"], {"deals": 10**14}, "take 1 to 1e13"),
        (["stick15", "stick17"], {"deals": 10**6, "seed": 2**64}, r"take 0 to 2\*\*64 - 1"),
        (["stick15", "stick17"], {"deals": 10**6, "precision": 0.0}, "take a share"),
    ],
)
def test_what_is_no_league_is_refused(bots, terms, said):
    with pytest.raises(PontoonError, match=said):
        play_league(rules_from(), entrants_from(bots).bots, Terms(**terms))


def test_a_kitty_without_bounds_is_told_in_a_sentence(tmp_path):
    """Half the kitty shot by hands that always bust: it grows for ever where the bank stays."""
    path = tmp_path / "loser.toml"
    path.write_text(
        'role = "player"\nsummary = "a"\nwhy = "b"\nweakness = "c"\n'
        '[turn]\nhard = { 4-20 = "T" }\nsoft = { 12-21 = "T" }\n[shoot]\nfirst = "50%"\n'
    )
    rules = rules_from("shoot", ["bank_passes=never"])
    bots = entrants_from([str(path), "stick15"]).bots
    with pytest.raises(PontoonError, match="the kitty of table 0 has grown beyond"):
        play_league(rules, bots, Terms(200_000, threads=1))


def test_a_bot_is_what_its_file_holds(tmp_path):
    both = tmp_path / "both.py"
    both.write_text(
        FUNCTION.format(facts="", body="pass").replace(
            "import STICK", "import banker_strategy, STICK"
        )
        + "\n\n@banker_strategy\ndef draw(view):\n    return view.total < 17\n"
    )
    words = ["stick15", "soft_aware", str(both), "mixed+draw_below_17"]
    found = {
        bot.name: (bot.seat.player.name, bot.seat.banker.name, bot.own)
        for bot in entrants_from(words).bots
    }
    assert found == {
        "stick15": ("stick15", "draw_below_16", ("player",)),
        "soft_aware": ("pub_regular", "soft_aware", ("banker",)),
        "both": ("both", "both", ("player", "banker")),
        "mixed+draw_below_17": ("mixed", "draw_below_17", ("player", "banker")),
    }
    (bot,) = entrants_from(["soft_aware"], players="stick15").bots
    assert bot.seat.player.name == "stick15"
    (bot,) = entrants_from(["stick15"], banker="draw_below_18").bots
    assert bot == Bot("stick15", bot.seat, ("player",)) and bot.seat.banker.name == "draw_below_18"
