"""Bots that remember the order of the cards use it, and gain by it."""

from __future__ import annotations

import pytest

from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import HAND_STUCK, SPLIT, STICK, TWIST, View, find, seats_from


def player_view(held: list[int], coming: list[int], **more: int) -> View:
    hard = sum(min(rank, 10) for rank in held)
    soft = int(1 in held and hard <= 11)
    view = View(
        decision=1, seats=6, cards=len(held), hard=hard, soft=soft, total=hard + 10 * soft,
        first_card=held[0], hands=1, stake=10, initial=10, cheapest=10, dearest=20, can_twist=1,
        stake_min=10, stake_max=100, cards_left=30, **more,
    )  # fmt: skip
    view.pair = held[0] if len(held) == 2 and held[0] == held[1] else 0
    for rank in held:
        view.held[rank - 1] += 1
        view.seen[rank - 1] += 1
    view.coming[: len(coming)] = coming
    return view


@pytest.mark.parametrize(
    ("held", "coming", "more", "answer"),
    [
        ([10, 6], [5, 9, 9], {"can_stick": 1}, 20),  # 21 to come: buy dear
        ([10, 6], [10, 9, 9], {"can_stick": 1}, STICK),  # a bust to come
        ([10, 3], [1, 1, 6], {}, 20),  # 14, 15, then 21: three dear cards
        ([10, 2], [4, 12, 12], {}, TWIST),  # 16 at best: no chip more on it
        ([1, 1], [12, 13, 5], {"can_split": 1}, SPLIT),  # two pontoons
    ],
)
def test_the_player_goes_by_the_cards_to_come(held, coming, more, answer) -> None:
    assert find("memory_player").answer("turn", player_view(held, coming, **more)) == answer


def test_the_player_goes_by_the_banker_it_remembers() -> None:
    view = player_view([10, 9], [1, 12, 12], can_stick=1)
    assert find("memory_player").answer("turn", view) == 20  # 20 is better than 19
    view.hand_cards[100:102] = [9, 9]
    assert find("memory_player").answer("turn", view) in (20, STICK)  # either beats an 18
    view.hand_cards[100:102] = [10, 10]
    assert find("memory_player").answer("turn", view) in (TWIST, STICK)  # lost either way
    view.coming[0] = 2
    assert find("memory_player").answer("turn", view) == 20  # 21 beats the 20


@pytest.mark.parametrize(
    ("position", "coming", "answer"),
    [
        (4, [1, 7], 20),  # with the ace 21, and the banker's 15 goes bust
        (4, [1, 6], STICK),  # with the ace 21, but the banker too; without it the banker's is 16
        (3, [1, 4, 7], 20),  # one between them takes the four
        (3, [1, 7, 7], 20),  # and the seven
        (3, [1, 3, 13, 6], STICK),  # 3 and 13 for that one: the banker makes 21, else it has 25
    ],
)
def test_the_player_goes_by_what_the_others_and_the_banker_will_draw(position, coming, answer):
    view = player_view([10, 13], [*coming, 9, 9], can_stick=1, position=position)
    view.hand_cards[80:82] = [10, 2]
    view.hand_cards[100:102] = [8, 7]
    assert find("memory_player").answer("turn", view) == answer


@pytest.mark.parametrize(
    ("sixth", "chips"),
    [
        (10, 100),  # 9 and 2, the one before takes a four and a five: then 10 makes 21
        (13, 100),
        (6, 10),  # 17 only, or with the ten after it bust; the banker has 20
    ],
)
def test_the_player_stakes_by_the_deal_played_to_its_end(sixth, chips) -> None:
    view = player_view([9], [], position=1)
    view.hand_cards[0], view.hand_cards[20] = 4, 9
    for place in (40, 60, 80, 100):
        view.hand_cards[place] = 10
    # second cards, then two that the one before takes (4 + 3 + 4 + 5), then its own
    view.coming[:11] = [3, 2, 10, 10, 10, 10, 4, 5, sixth, 10, 10]
    assert find("memory_player").answer("stake", view) == chips


def test_the_player_stakes_by_its_second_card() -> None:
    view = player_view([5], [])
    view.position, view.coming[2] = 2, 11
    assert find("memory_player").answer("stake", view) == 10
    view.first_card, view.coming[2] = 1, 11
    assert find("memory_player").answer("stake", view) == 100
    view.hand_cards[100], view.coming[5] = 13, 1  # but the banker will have a pontoon
    assert find("memory_player").answer("stake", view) == 10


def test_the_banker_goes_by_hands_and_cards_that_it_remembers() -> None:
    bank = find("memory_banker")
    view = View(decision=2, seats=2, position=1, cards=2, total=17, hard=17, can_stick=1)
    view.can_twist, view.cards_left = 1, 30
    view.hand_state[0], view.hand_stake[0] = HAND_STUCK, 10
    view.hand_cards[0:2] = [10, 9]
    view.coming[0] = 2
    assert bank.answer("draw", view) == 1  # 19 equals 19
    view.coming[0] = 5
    assert bank.answer("draw", view) == 0  # a bust helps nobody
    view.hand_cards[0:2] = [10, 7]
    view.coming[0] = 2
    assert bank.answer("draw", view) == 0  # 17 equals 17 already


@pytest.mark.parametrize(
    ("players", "banker", "group", "least"),
    [
        ("{},pub_regular,pub_regular,pub_regular", "draw_below_16", "player", 20),
        ("pub_regular", "{}", "banker", 2),
    ],
)
def test_a_memory_is_worth_chips(players, banker, group, least) -> None:
    """In per cent of the initial stakes, by four standard errors and more."""
    rules, values = rules_from("standard", seats=4), []
    for shape in ("{}", "forgetful({})"):
        name = shape.format(f"memory_{group}")
        seats = seats_from(rules, players.format(name), banker.format(name))
        sums = simulate(rules, seats, deals=40_000).tallies.groups[Group(group, strategy=name)]
        values.append(100 * sums.of("net") / sums.of("initial"))
    assert values[0] - values[1] > least
