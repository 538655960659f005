"""A view of every hand that can have a choice, and what is legal for it (P13-P19, P33)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from pontoon_sim.game import cards as card_names
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import DECISIONS, HAND_STUCK, HAND_WAITING, MAX_HANDS
from pontoon_sim.strategies.lowering import can_draw
from pontoon_sim.strategies.view import View


def every_hand(rules: Rules, banker: bool = False) -> Iterator[View]:
    """A view of every hand that can have a choice, by values held, purchases and twists.

    Two cards are told apart by rank, three and four by value. Prices are those of the cheapest
    history: every card before was bought at the initial stake.
    """
    for count in (2, 3, 4):
        ranks = range(13) if count == 2 else range(10)
        for held in combinations_with_replacement(ranks, count):
            hard = sum(card_names.VALUES[rank] for rank in held)
            soft = held[0] == 0 and hard <= 11
            total = hard + 10 if soft else hard
            if hard > 21 or not can_draw(count, soft, total, rules):
                continue
            for bought in range(1 if banker else count - 1):
                view = _own_hand(rules, held, hard, soft, bought, count - 2 - bought)
                if banker:
                    as_banker(view, rules)
                else:
                    fill_legal(view, rules, initial=rules.stake_min, last=0, splits=0, burnt=False)
                    own_slot(view)
                yield view


def _own_hand(
    rules: Rules, held: tuple[int, ...], hard: int, soft: bool, bought: int, twisted: int
) -> View:
    view = View(
        decision=DECISIONS.index("turn"),
        seats=rules.seats,
        stake_min=rules.stake_min,
        stake_max=rules.stake_max,
        first_card=held[0] + 1,
        cards=len(held),
        hard=hard,
        soft=int(soft),
        total=hard + 10 if soft else hard,
        pair=held[0] + 1 if len(held) == 2 and held[0] == held[1] else 0,
        hands=1,
        bought=bought,
        twisted=twisted,
        stake=rules.stake_min * (1 + bought),
        initial=rules.stake_min,
        cards_left=52 * rules.packs - 2 * rules.seats - len(held) + 2,
        chance=0x9E3779B9,
    )
    for rank in held:
        view.held[rank] += 1
        view.seen[rank] += 1
    return view


def own_slot(view: View) -> None:
    slot = view.position * MAX_HANDS + view.hand
    view.hand_state[slot] = HAND_WAITING
    view.hand_stake[slot] = view.stake
    view.hand_bought[slot] = view.bought
    view.hand_twisted[slot] = view.twisted


def as_banker(view: View, rules: Rules) -> None:
    view.decision = DECISIONS.index("draw")
    view.position = rules.seats - 1
    view.stake = view.initial = 0
    view.can_stick = view.can_twist = 1
    for position in range(rules.seats - 1):
        view.hand_state[position * MAX_HANDS] = HAND_STUCK
        view.hand_stake[position * MAX_HANDS] = rules.stake_min


def fill_legal(view: View, rules: Rules, initial: int, last: int, splits: int, burnt: bool) -> None:
    """Fill what is legal (P13-P19, P33). `last`: price of the card bought last, 0 for none."""
    draws = view.cards_left > 0 and can_draw(view.cards, bool(view.soft), view.total, rules)
    certain = view.cards == 4 and view.hard <= 11
    view.can_twist = int(draws)
    if draws and not view.twisted and (rules.buy_certain_trick or not certain):
        view.cheapest = initial
        view.dearest = last or rules.buy_max * initial
    allowed = rules.split == "any_pair" or (rules.split == "aces" and view.pair == 1)
    view.can_split = int(
        view.pair > 0 and allowed and splits + 1 < rules.max_hands and view.cards_left >= 2
    )
    totals = {"none": (), "hard_13": (13,), "hard_13_14": (13, 14)}[rules.burn]
    view.can_burn = int(
        view.cards == 2
        and view.hard in totals
        and not view.held[0]
        and not burnt
        and not splits
        and view.cards_left >= 2
    )
    view.can_stick = int(view.total >= rules.stick_min or not (draws or view.can_split))
