"""What settings and tables prove before anything is played: that two line-ups cannot differ, how
far one deal can be apart in them, and whether a deal touches those after it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pontoon_sim.engine.lowering import lower_rules
from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    DECISIONS,
    SEES_OWN_CARDS,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
)
from pontoon_sim.strategies import Seat, lower_seats

_RESOLVED = ("stick_min", "buy_certain_trick")
"""Settings that stand in the lowered `turn` tables, where no function plays."""

_OF_SPLITS = ("split", "max_hands", "split_pontoon")


def cannot_differ(one: Rules, seats: Sequence[Seat], other: Rules, others: Sequence[Seat]) -> bool:
    """Whether two line-ups play alike to the last chip over the same packs: the same strategies,
    or tables that come to the same, under settings that are equal or move nothing here."""
    if one == other and [_content(seat) for seat in seats] == [_content(seat) for seat in others]:
        return True
    lowered, against = lower_seats(seats, one), lower_seats(others, other)
    if lowered["address"].any() or lowered.tobytes() != against.tobytes():
        return False
    idle = list(_RESOLVED)
    if not lowered["pair"].any():
        idle += _OF_SPLITS
    letters = lowered["turn"]
    if not np.isin(letters, (TABLE_BUY_LEAST, TABLE_BUY_MOST)).any():
        idle.append("buy_max")
    if not (letters == TABLE_BURN).any():
        idle.append("burn")
    if not lowered["double"].any():
        idle.append("banker_doubles")
    if (lowered["bid"] <= 0).all():
        idle.append("bank_sale")
    mine, theirs = lower_rules(one), lower_rules(other)
    return all(name in idle or mine[name] == theirs[name] for name in mine.dtype.names or ())


def _content(seat: Seat) -> tuple[str, str]:
    return seat.player.content_hash, seat.banker.content_hash


def most_apart(rules: Rules, seats: Sequence[Seat], group: Group) -> int:
    """Chips of stakes by which a group's net of one deal can at most differ between two ways to
    play it: from all lost to all won, with as many hands and purchases as the tables know of."""
    lowered = lower_seats(seats, rules)
    functions = lowered["address"]
    turns = functions[:, DECISIONS.index("turn")].any()
    stake = int(lowered["stake"].max())
    if functions[:, DECISIONS.index("stake")].any():
        stake = rules.stake_max
    splits = rules.split != "none" and (turns or lowered["pair"].any())
    buys = turns or np.isin(lowered["turn"], (TABLE_BUY_LEAST, TABLE_BUY_MOST)).any()
    hand = stake * (1 + 3 * rules.buy_max if buys else 1)  # three cards at the price of the dearest
    times = max(
        rules.pontoon_pays,
        rules.trick_pays,
        rules.three_sevens_pays,
        rules.banker_pontoon_takes,
        rules.banker_trick_takes,
    )
    times *= {"none": 1, "plain": 2, "compound": 2}[rules.banker_doubles]
    return 2 * times * hand * (rules.max_hands if splits else 1) * _players(seats, group)


def _players(seats: Sequence[Seat], group: Group) -> int:
    """The most players that are of a group in one deal."""
    if group.role != "player":
        return len(seats) - 1
    if group.strategy is None:
        return 1
    return sum(seat.player.name == group.strategy for seat in seats)


def deals_are_apart(rules: Rules, seats: Sequence[Seat]) -> bool:
    """Whether no deal touches those after it: fresh packs, a bank that stays, no kitty, and
    strategies that look at nothing but their own cards."""
    fresh = rules.reshuffle == "every_deal" and rules.bank_stays and not rules.shoot
    return fresh and bool((lower_seats(seats, rules)["sees"] == SEES_OWN_CARDS).all())
