"""Tallies worked out again from the events of records, in plain Python and cell by cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pontoon_sim.game.cards import best_total, hard_total, parse, rank
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel import state
from pontoon_sim.reference import DealRecord
from pontoon_sim.strategies import Seat

Key = tuple[int, int]
"""Seat and hand."""


@dataclass
class Told:
    """A deal as its events tell it."""

    cards: dict[Key, list[int]] = field(default_factory=lambda: defaultdict(list))
    first_two: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    initial: dict[int, int] = field(default_factory=dict)
    stake: dict[Key, int] = field(default_factory=dict)
    paid: dict[Key, int] = field(default_factory=dict)
    end: dict[Key, str] = field(default_factory=dict)
    split: set[int] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    net: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """By seat, of the stakes alone: shoot bets and prices of the bank have tallies of their own."""


def tell(record: DealRecord) -> Told:
    """Follow the events of a deal."""
    told = Told()
    for name, args in record.events:
        told.counts[name] += 1
        seat = args[0] if args else -1
        key = (seat, args[1]) if len(args) > 1 else (seat, 0)
        if name == "card":
            told.cards[key].append(parse(args[2]))
            if len(told.first_two[seat]) < 2:
                told.first_two[seat].append(parse(args[2]))
        elif name == "stake":
            told.initial[seat] = told.stake[seat, 0] = args[1]
        elif name == "buy":
            told.stake[key] += args[2]
        elif name == "split":
            told.split.add(seat)
            told.stake[seat, args[2]] = args[3]
            told.cards[seat, args[2]] = [told.cards[key].pop()]
        elif name == "burn":
            told.cards[seat, 0].clear()
        elif name in ("stick", "trick", "bust", "pontoon"):
            told.end[key] = name
        elif name == "pay":
            told.paid[key] = args[2]
            told.net[seat] += args[2]
            told.net[record.banker] -= args[2]
    return told


def worth(rules: Rules, told: Told, key: Key, banker: bool = False) -> int:
    """The score of a finished hand."""
    cards, end = told.cards[key], told.end[key]
    sevens = rules.three_sevens_pays and len(cards) == 3 and {rank(c) for c in cards} == {6}
    if end == "bust":
        assert hard_total(cards) > 21
        return 0
    if end == "pontoon":
        return 24
    if sevens and not banker and key[0] not in told.split:
        return 23
    return 22 if end == "trick" else best_total(cards)


def counts_of(rules: Rules, tables: Sequence[Sequence[DealRecord]]) -> dict[str, np.ndarray]:
    """The counts of `kernel.state.TALLY`, cut to the seats."""
    n = rules.seats
    counts = {
        "net_bins": np.zeros(state.NET_BINS, np.int64),
        "kind": np.zeros((n, state.KINDS, 4), np.int64),
        "pair": np.zeros((n, state.PAIRS, 4), np.int64),
        "banker_kind": np.zeros((n, state.KINDS, 2), np.int64),
        "sales": np.zeros(2, np.int64),
    }
    plain: dict[str, int] = defaultdict(int)
    for record in (record for table in tables for record in table):
        told, bank = tell(record), record.banker
        over = told.end.get((bank, 0)) == "pontoon"
        plain["deals"] += 1
        plain["banker_pontoons"] += over
        plain["pontoon_deals"] += "pontoon" in told.counts
        plain["no_turns"] += (bank, 0) not in told.end
        plain["bank_moves"] += record.next_banker != bank
        plain["splits"] += told.counts["split"]
        plain["burnt"] += told.counts["burn"]
        plain["doubled"] += told.counts["double"]
        for (seat, hand), stake in told.stake.items():
            if over:
                cards = told.cards[seat, hand]
                kind = state.KIND_PONTOONS if best_total(cards) == 21 else state.KIND_BANKER_PONTOON
            else:
                kind = worth(rules, told, (seat, hand))
            chips = told.paid[seat, hand]
            counts["kind"][seat, kind] += (1, chips > 0, stake, chips)
        for seat in range(n):
            if seat == bank:
                continue
            staked = sum(chips for (at, _), chips in told.stake.items() if at == seat)
            a, b = (rank(card) for card in told.first_two[seat])
            place = state.pair_index(a, b)
            counts["pair"][seat, place] += (1, told.initial[seat], staked, told.net[seat])
        no_turn = (bank, 0) not in told.end
        kind = state.KIND_NO_TURN if no_turn else worth(rules, told, (bank, 0), banker=True)
        counts["banker_kind"][bank, kind] += (1, told.net[bank])
        # the nearest whole number of least stakes, halves upwards
        bin_ = (2 * told.net[bank] + rules.stake_min) // (2 * rules.stake_min)
        middle = state.NET_BINS // 2
        counts["net_bins"][middle + min(max(bin_, -middle), middle)] += 1
        sold = [a for name, a in record.events if name == "bank" and a[1] in ("sale", "auction")]
        counts["sales"] += (len(sold), sum(args[2] for args in sold))
    return counts | {name: np.array(number) for name, number in plain.items()}


def rows_of(
    rules: Rules, seats: Sequence[Seat], table: Sequence[DealRecord]
) -> dict[str, list[int]]:
    """The sums of one table by group: deals, initial, staked, net, squares of the net of a deal."""
    n = rules.seats
    rows: dict[str, list[int]] = {"all": [0] * 5}
    for position in range(n - 1):
        rows[f"position {position}"] = [0] * 5
    for seat in range(n):
        for role in ("player", "banker"):
            rows[f"{role} at {seat}"] = [0] * 5
            rows.setdefault(f"{role} {getattr(seats[seat], role).name}", [0] * 5)
    for record in table:
        told, bank = tell(record), record.banker
        staked = defaultdict(int)
        for (seat, _), chips in told.stake.items():
            staked[seat] += chips
        for position in range(n - 1):
            seat = (bank + 1 + position) % n
            net = told.net[seat]
            sums = (1, told.initial[seat], staked[seat], net, net * net)
            name = seats[seat].player.name
            for group in (f"position {position}", f"player at {seat}", f"player {name}"):
                rows[group] = [a + b for a, b in zip(rows[group], sums, strict=True)]
        net = told.net[bank]
        sums = (1, sum(told.initial.values()), sum(staked.values()), net, net * net)
        for group in ("all", f"banker at {bank}", f"banker {seats[bank].banker.name}"):
            rows[group] = [a + b for a, b in zip(rows[group], sums, strict=True)]
    return rows
