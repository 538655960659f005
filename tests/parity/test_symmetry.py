"""What must not matter does not: where at the table people sit, and the size of a chip."""

from __future__ import annotations

import itertools

import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.strategies import Seat, seats_from

LINE_UP = "gambler,counter,stick16,mixed,trick_hunter,cautious"
BANKERS = "draw_below_16,table_reader,soft_aware,draw_below_17,draw_below_15,draw_below_18"
GAMES = (
    {},
    {"reshuffle": "every_deal", "bank_passes": "rotate"},
    {"reshuffle": "never", "burn": "hard_13_14", "three_sevens_pays": 3},
)


def events(rules: Rules, seats: tuple[Seat, ...], deals: int = 150) -> list[list[list]]:
    records = Engine(rules, seats, 6).records(3, 0, deals)
    return [[event.as_list() for event in record.events] for record in records]


@pytest.mark.parametrize("settings", GAMES, ids=str)
@pytest.mark.parametrize("by", [1, 4])
def test_everybody_moves_round(settings: dict, by: int) -> None:
    """The whole table turned, first banker too: the same deals, seat numbers turned."""
    home = rules_of({**settings, "first_banker": 1})
    turned = rules_of({**settings, "first_banker": (1 + by) % 6})
    seats = seats_from(home, LINE_UP, BANKERS)
    other = tuple(seats[(seat - by) % 6] for seat in range(6))
    for a, b in zip(events(home, seats), events(turned, other), strict=True):
        moved = [
            event if event[0] == "shuffle" else [event[0], (event[1] + by) % 6, *event[2:]]
            for event in a
        ]
        assert moved == b


CHIPS = {"stake": (2,), "buy": (3,), "pay": (3,), "split": (4,)}


@pytest.mark.parametrize("settings", GAMES, ids=str)
def test_chips_of_another_size(settings: dict) -> None:
    """Stakes and all else seven times as large: the same cards, every sum seven times as large."""
    small = rules_of({**settings, "stake_min": 10, "stake_max": 100, "first_banker": 0})
    large = rules_of({**settings, "stake_min": 70, "stake_max": 700, "first_banker": 0})
    # not `counter`, which rounds its stakes
    line_up = LINE_UP.replace("counter", "pub_regular"), BANKERS
    a, b = (events(rules, seats_from(rules, *line_up)) for rules in (small, large))
    for one, other in itertools.chain.from_iterable(
        zip(x, y, strict=True) for x, y in zip(a, b, strict=True)
    ):
        scaled = list(one)
        for place in CHIPS.get(one[0], ()):
            scaled[place] *= 7
        assert scaled == other
