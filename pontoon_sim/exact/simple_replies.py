"""Best replies that can be remembered: tables by total and cards, and rules of one line.

A table tells hands apart by cards held, soft or hard total, and whether it has twisted; coarser
families join cells. Each cell's letter is improved in turn, given all others, until none changes:
no single letter can then be bettered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pontoon_sim.exact.choices import (
    History,
    Policy,
    ReachWeights,
    cell_of,
    reached,
)
from pontoon_sim.exact.figures import Reply
from pontoon_sim.exact.multisets import VALUES, Counts, hard_total
from pontoon_sim.exact.replies import Played, ReplySolver, begins
from pontoon_sim.exact.two_card_deals import resplit_always
from pontoon_sim.strategies.table import Cell, choices, choose

LETTERS = ("S", "T", "1T", "2T", "1S", "2S")
Cells = dict[Cell, str]
Joined = Callable[[Cell], Hashable]
"""Which cells have one letter together."""


class Valued(NamedTuple):
    """Net and stake of a table, the ranks 1-13 that it splits and the hard totals that it burns."""

    net: float
    staked: float
    pairs: frozenset[int]
    burns: frozenset[int]


@dataclass(frozen=True)
class Simple:
    """A memorable strategy and what it is worth, per initial stake.

    Attributes
    ----------
    name, words : str
    cells : dict from Cell to letters
    net, staked : float
    pairs : frozenset of int
        Ranks 1-13 to be split.
    burns : frozenset of int
        Hard totals to be burnt.
    cost : float
        What it gives away to the best reply.
    """

    name: str
    words: str
    cells: Cells
    net: float
    staked: float
    pairs: frozenset[int]
    burns: frozenset[int]
    cost: float


def _subsets(totals: set[int]) -> list[frozenset[int]]:
    """Every subset of these totals, the empty one first."""
    sizes = range(len(totals) + 1)
    return [frozenset(chosen) for size in sizes for chosen in combinations(sorted(totals), size)]


class SimpleSearch:
    """Searches among tables against one banker."""

    def __init__(self, solver: ReplySolver, best: Reply) -> None:
        self.solver, self.best, self.chooser = solver, best, solver.chooser
        self._split_sources: dict[int, ReachWeights] = {}

    def action(self, letters: str, history: History, row: int) -> int:
        """Place in `choices.ACTIONS` of the first legal letter of a hand."""
        chooser = self.chooser
        buys = not history.twisted and bool(chooser.buys[row])
        code = choose(letters, bool(chooser.sticks[row]), bool(chooser.draws[row]), buys)
        return 2 if code == 3 and history.dearest == 1 else code

    def policy(self, cells: Mapping[Cell, str]) -> Policy:
        """The action of every hand."""
        return {
            history: np.array(
                [
                    self.action(cells.get(cell_of(history, int(row)), "S"), history, int(row))
                    if self.chooser.draws[row]
                    else 0
                    for row in self.chooser.rows[history.cards]
                ],
                np.int64,
            )
            for history in self.chooser.histories
        }

    def value(self, cells: Cells, splits: bool = True) -> Valued:
        """A table's value with the pairs and the totals that are best split and burnt with it."""
        policy, solver = self.policy(cells), self.solver
        always = resplit_always(solver.rules)
        how = {v: (always, lambda _: policy) for v in solver.split_values if splits}
        first = solver.play(solver.fresh, policy, how)
        after = {c: solver.play(d, policy, how) for c, d in solver.burnt.items()}
        best: Valued | None = None
        for totals in _subsets({hard_total(cards) for cards in after}):
            valued = self._burning(first, after, totals)
            if best is None or valued.net > best.net:
                best = valued
        assert best is not None
        return best

    def _burning(
        self, first: Played, after: Mapping[Counts, Played], totals: frozenset[int]
    ) -> Valued:
        """Value of what `value` plays when it burns hands of these totals (P33)."""
        burnt = {cards: played for cards, played in after.items() if hard_total(cards) in totals}
        hands = [first, *burnt.values()]
        better = {
            v
            for v in first.splits
            if sum(h.splits[v].value for h in hands) > self.solver.whole(v, hands)[0]
        }
        # a table's pairs are split before anything is burnt
        burnt = {c: p for c, p in burnt.items() if max(c) == 1 or c.index(2) not in better}
        first, *others = (
            replace(h, splits={v: s for v, s in h.splits.items() if v in better})
            for h in (first, *burnt.values())
        )
        net, staked, _ = self.solver.value_of(first, dict(zip(burnt, others, strict=True)))
        ranks = {v: (v,) if v < VALUES - 1 else (9, 10, 11, 12) for v in better}
        pairs = frozenset(r + 1 for v in better for r in ranks[v])
        return Valued(net, staked, pairs, totals)

    def simple(self, name: str, words: str, cells: Cells, splits: bool = True) -> Simple:
        """A strategy with its value."""
        value = self.value(cells, splits)
        return Simple(name, words, cells, *value, self.best.net - value.net)

    # --- improving letters ----------------------------------------------------------------------

    def improve(self, joined: Joined, start: Cells | None = None) -> Cells:
        """The letters of a family of tables, each the best given the others."""
        cells = dict(start or self._majority(joined))
        known = {joined(cell) for cell in cells}
        for _ in range(30):
            before = dict(cells)
            for size in (4, 3, 2):
                for key, scores in self._scores(cells, joined).items():
                    if key not in known or not any(c[0] == size for c in cells if joined(c) == key):
                        continue
                    best = max(LETTERS, key=lambda letter, s=scores: s[letter])  # type: ignore[misc]
                    for cell in cells:
                        if joined(cell) == key and scores[best] > scores[cells[cell]] + 1e-13:
                            cells[cell] = best
            if cells == before:
                break
        return cells

    def _majority(self, joined: Joined) -> Cells:
        """To begin with: the letter that most hands of a cell have in the best reply."""
        weight: dict[Hashable, dict[str, float]] = {}
        letters = {0: "S", 1: "T", 2: "1T", 3: "2T"}
        for history, chosen in self.best.first.items():
            for place, row in enumerate(self.chooser.rows[history.cards].tolist()):
                if self.chooser.draws[row]:
                    key = joined(cell_of(history, row))
                    letter = letters[int(chosen.action[place])]
                    counts = weight.setdefault(key, {})
                    chance = float(self.best.source.chance[row]) * self.chooser.hands.orders[row]
                    counts[letter] = counts.get(letter, 0.0) + chance
        cells = {}
        for cell in choices():
            counts = weight.get(joined(cell), {"S": 1.0})
            cells[cell] = max(counts, key=lambda letter, c=counts: c[letter])  # type: ignore[misc]
        return cells

    def _sources(self) -> Iterator[tuple[ReachWeights, dict[int, float]]]:
        """Origins of hands, with the places and orders of the two-card hands that begin them."""
        solver = self.solver
        split = frozenset(v for v, s in self.best.splits.items() if s.splits)
        burnt = frozenset(cards for cards, burn in self.best.burns.items() if burn.burns)
        yield solver.fresh.first, begins(solver, solver.fresh, split, burnt)
        for cards in burnt:
            dealt = solver.burnt[cards]
            yield dealt.first, begins(solver, dealt, split)
        for value in split:
            if value not in self._split_sources:
                sources = list(self.best.splits[value].split.sources.values())
                self._split_sources[value] = sum(sources[1:], sources[0])
            begin = {
                solver.place(value, second): 1.0 for second in range(VALUES) if second != value
            }
            yield self._split_sources[value], begin

    def _scores(self, cells: Cells, joined: Joined) -> dict[Hashable, dict[str, float]]:
        """Value of every letter in every cell, the other cells as they are."""
        policy = self.policy(cells)
        scores: dict[Hashable, dict[str, float]] = {}
        for source, begin in self._sources():
            solved = self.chooser.solve(source, policy)
            for history, reach in reached(self.chooser, policy, begin).items():
                values = np.where(np.isfinite(solved[history].values), solved[history].values, 0.0)
                for place in np.flatnonzero(reach).tolist():
                    row = int(self.chooser.rows[history.cards][place])
                    if not self.chooser.draws[row]:
                        continue
                    key = joined(cell_of(history, row))
                    into = scores.setdefault(key, dict.fromkeys(LETTERS, 0.0))
                    for letter in LETTERS:
                        action = self.action(letter, history, row)
                        into[letter] += float(reach[place] * values[action, place])
        return scores

    # --- families -------------------------------------------------------------------------------

    def all(self) -> list[Simple]:
        """The best of each family, from the finest to the plainest."""
        cells = self.improve(lambda cell: (cell[0], cell[2], cell[3]))
        total = self.improve(lambda cell: (cell[2], cell[3]))
        return [
            self.simple("by total and cards", "a letter for each total and number of cards", cells),
            self._limits(
                "limits by cards", [(n, soft) for n in (2, 3, 4) for soft in (False, True)]
            ),
            self._limits("limits", [(0, False), (0, True)]),
            self.simple("by total", "a letter for each total, on any number of cards", total),
            *self._stick_at(),
        ]

    def _limits(self, name: str, groups: list[tuple[int, bool]]) -> Simple:
        """Buy at the dearest below one total and stick from another, twist between.

        `groups` are those of cards (0: any) and softness that have limits of their own.
        """
        whole = 0 in [cards for cards, _ in groups]
        limits = {(g, stick): (12 if not stick else 17) for g in groups for stick in (False, True)}
        for cards, soft in groups:
            if soft:
                limits[(cards, soft), False] = limits[(cards, soft), True] = 19
        if not self.solver.rules.buy_max:  # nothing may be bought
            limits |= {(group, False): 0 for group in groups}

        def cells() -> Cells:
            letters: Cells = {}
            for cell in choices():
                group = (0 if whole else cell[0], cell[2])
                buy, stick = limits[group, False], limits[group, True]
                letters[cell] = "2T" if cell[3] < buy else "S" if cell[3] >= stick else "T"
            return letters

        best = self.value(cells(), splits=False).net
        for _ in range(6):
            before = dict(limits)
            for key in limits:
                kept = limits[key]
                if not kept:
                    continue
                for limit in range(8, 23):
                    limits[key] = limit
                    net = self.value(cells(), splits=False).net
                    if net > best + 1e-12:
                        best, kept = net, limit
                limits[key] = kept
            if limits == before:
                break
        return self.simple(name, self._limit_text(groups, limits), cells())

    @staticmethod
    def _limit_text(
        groups: list[tuple[int, bool]], limits: Mapping[tuple[tuple[int, bool], bool], int]
    ) -> str:
        parts = []
        for group in groups:
            cards, soft = group
            buy, stick = limits[group, False], limits[group, True]
            where = f"{cards} cards, " if cards else ""
            clauses = [f"buy below {buy}"] if buy <= 21 else ["always buy"]
            clauses = clauses if buy else []
            if buy < stick <= 21:
                clauses.append(f"twist below {stick}, stick from there")
            elif buy < stick:
                clauses.append("twist from there")
            elif buy <= 21:
                clauses.append("stick from there")
            parts.append(f"{where}{'soft' if soft else 'hard'}: {', '.join(clauses)}")
        buys = any(limits[group, False] for group in groups)
        return "; ".join(parts) + ("; always at the dearest" if buys else "")

    def _stick_at(self) -> list[Simple]:
        """Twist below one total, stick from there on; never buy, never split."""
        simples = []
        for stick in range(max(self.solver.rules.stick_min, 15), 19):
            cells = {cell: "S" if cell[3] >= stick else "T" for cell in choices()}
            words = f"twist below {stick}, never buy, never split"
            simples.append(self.simple(f"stick at {stick}", words, cells, splits=False))
        return simples
