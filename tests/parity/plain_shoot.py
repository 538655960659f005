"""Tallies of Shoot Pontoon worked out again from the events of records, in plain Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from pontoon_sim.game.cards import hard_total, parse, rank
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel import state
from pontoon_sim.kernel.layout import fourth_index
from pontoon_sim.reference import DealRecord


def kind_of(cards: list[int]) -> int:
    """Place of a bet on these cards: a first card, or three before the fourth. That of a hand made
    by splitting has 13 more than that of a first card."""
    if len(cards) == 1:
        return rank(cards[0])
    return 26 + fourth_index(int(any(card < 4 for card in cards)), hard_total(cards))


class Shot:
    """The shoot bets of a run of tables, and what each table moved."""

    def __init__(self, rules: Rules, tables: Sequence[Sequence[DealRecord]]) -> None:
        self.rules = rules
        n = rules.seats
        self.counts = {
            "asked": np.zeros(state.BETS, np.int64),
            "bets": np.zeros(state.BETS, np.int64),
            "won": np.zeros(state.BETS, np.int64),
            "room": np.zeros((n - 1, 3), np.int64),
            "course": np.zeros((state.COURSE, 3), np.int64),
            "kitties": np.zeros(2, np.int64),
            "top_ups": np.zeros(2, np.int64),
            "dry": np.zeros(2, np.int64),
            "huge": np.zeros((), np.int64),
        }
        self.rows: list[dict[int, list[int]]] = []  # by table and kind: chips, the bank's net
        self.together: list[list[int]] = []  # by table: deals, chips, net, squares, products
        for table in tables:
            self.rows.append(defaultdict(lambda: [0, 0]))
            self.together.append([0] * 5)
            self.life = 0
            for record in table:
                self._deal(record)

    def _deal(self, record: DealRecord) -> None:
        n = self.rules.seats
        kitty, standing = record.kitty, 0
        cards: dict[tuple[int, int], list[int]] = defaultdict(list)
        bets: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        first: dict[int, int] = {}
        net = stakes = dealt = 0
        fresh: tuple[int, int] | None = None  # a hand made by splitting that waits for its card
        bet_now: dict[tuple[int, int], int] = {}  # on the hand's cards as they are
        began = False

        for name, args in record.events:
            key = (args[0], args[1]) if len(args) > 1 else (-1, 0)
            if name == "kitty":
                self._put_up(kitty, args[1])
                kitty += args[1]
            if name in ("card", "stake") and not began:
                began = True
                self._course(kitty)
            if name == "card":
                if dealt == n:
                    self._first_stage(record, kitty, first, cards)
                dealt += 1
                cards[key].append(parse(args[2]))
                bet_now.pop(key, None)
                if key == fresh:
                    fresh = None
            elif name == "split":
                fresh = (args[0], args[2])
                cards[fresh] = [cards[key].pop()]
                self.counts["asked"][13 + rank(cards[fresh][0])] += kitty > standing
            elif name == "burn":
                cards[args[0], 0].clear()
            elif name in ("buy", "twist") and len(cards[key]) == 3:
                before = standing - bet_now.get(key, 0)
                self.counts["asked"][kind_of(cards[key])] += kitty > before
            elif name == "shoot":
                chips, kind = args[2], kind_of(cards[key]) + (13 if key == fresh else 0)
                if dealt == n:
                    first[args[0]] = chips
                bets[key].append((kind, chips))
                bet_now[key] = chips
                standing += chips
                self.counts["bets"][kind] += 1
                self.rows[-1][kind][0] += chips
            elif name == "pay":
                stakes -= args[2]
            elif name == "pay_shoot":
                wins = args[2] > 0
                assert abs(args[2]) == sum(chips for _, chips in bets[key])
                for kind, chips in bets.pop(key):
                    self.counts["won"][kind] += wins
                    self.rows[-1][kind][1] += -chips if wins else chips
                standing -= abs(args[2])
                kitty -= args[2]
                net -= args[2]
        assert not bets and standing == 0
        if kitty == 0:  # also where the bank passes by itself
            self.counts["dry"] += (1, self.life)
        shot = sum(args[2] for name, args in record.events if name == "shoot")
        small = abs(net) <= state.HUGE  # larger ones are left out of the sums of products
        self.counts["huge"] += not small
        sums = (1, shot, net, net * net if small else 0, net * stakes if small else 0)
        self.together[-1] = [a + b for a, b in zip(self.together[-1], sums, strict=True)]

    def _put_up(self, kitty: int, chips: int) -> None:
        if kitty == 0:
            self.life = 0
        self.counts["kitties" if kitty == 0 else "top_ups"] += (1, chips)

    def _course(self, kitty: int) -> None:
        life = min(self.life, state.COURSE - 1)
        small = kitty <= state.HUGE
        self.counts["huge"] += not small
        self.counts["course"][life] += (1, kitty, kitty * kitty if small else 0)
        self.life += 1

    def _first_stage(
        self, record: DealRecord, kitty: int, first: dict[int, int], cards: dict
    ) -> None:
        """Round from the banker's left: the room that each found."""
        n, room = self.rules.seats, kitty
        for position in range(n - 1):
            seat = (record.banker + 1 + position) % n
            self.counts["room"][position] += (1, room, room == 0)
            self.counts["asked"][kind_of(cards[seat, 0])] += room > 0
            room -= first.get(seat, 0)
