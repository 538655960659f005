"""Item three: the best banker who looks at its own hand only, against given players.

The players' hands are finished before the banker draws, and all cards are exchangeable: so each
player's hands, with their chances, say what each hand of the banker is worth, and the sum over the
players is the banker's gain. Its best draws follow backward from five cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pontoon_sim.exact.asking import PlayerAnswers, banker_score, may_draw
from pontoon_sim.exact.compiled import gains_of_stands
from pontoon_sim.exact.groups import Enumeration
from pontoon_sim.exact.lineup import LineUp
from pontoon_sim.exact.multisets import Floats, catalogue
from pontoon_sim.exact.terms import payments, terms_of
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.model import Facts, Strategy
from pontoon_sim.strategies.table import BankerTable, Cell, choices

BankerCells = dict[Cell, str]


def banker_table(cells: Mapping[Cell, str], name: str) -> Strategy:
    """A banker's strategy from its letters, without a file."""
    table = BankerTable(dict(cells))
    text = repr(sorted(cells.items()))
    return Strategy(
        name,
        "banker",
        "table",
        Facts(summary=f"{name}, found by enumeration", own_cards_only=True),
        Path(f"{name}.toml"),
        hashlib.sha256(text.encode()).hexdigest(),
        {"draw": table.draw},
        table,
    )


@dataclass(frozen=True)
class BestBanker:
    """The best banker by total, softness and number of cards.

    Attributes
    ----------
    strategy : Strategy
    cells : dict from Cell to "D" or "S"
    gain : float
        The banker's net in chips per deal, all players together.
    initial : float
        Chips of the players' initial stakes per deal.
    bound : float
        The same gain for a banker who tells every composition apart: no banker that looks at its
        own hand only gains more.
    """

    strategy: Strategy
    cells: BankerCells
    gain: float
    initial: float
    bound: float

    @property
    def edge_initial(self) -> float:
        """The banker's gain per chip of the initial stakes."""
        return self.gain / self.initial


class Banking:
    """What each of the banker's hands is worth against some players.

    Parameters
    ----------
    rules : Rules
    players : sequence of Strategy
        One for each player at the table, or one that stands for all of them.
    """

    def __init__(self, rules: Rules, players: Sequence[Strategy]) -> None:
        self.rules = rules
        hands = catalogue()
        self.hands = hands
        rows = np.flatnonzero(hands.size >= 2)
        scores = np.array([banker_score(tuple(c)) for c in hands.counts[rows].tolist()])
        self.stand, bust = np.zeros(len(hands)), np.zeros(len(hands))
        pay = payments(rules)
        self.initial = self.ended = 0.0
        for player in players:
            lineup = LineUp(rules, player, _stander())
            terms = terms_of(Enumeration(PlayerAnswers(player, rules), rules).groups)
            gains = gains_of_stands(
                terms.left, -(terms.moments() @ pay), hands.counts[rows], scores
            )
            self.stand[rows] += gains[:, 0]
            bust[rows] += gains[:, 1]
            self.initial += lineup.initial
            self.ended += lineup.ended
        child = hands.child
        survive = np.where(child >= 0, bust[child], 0.0).sum(axis=1)
        self.bust: Floats = np.where(hands.size < 5, bust - survive, 0.0)
        counts = [tuple(c) for c in hands.counts.tolist()]
        self.draws = np.array(
            [s >= 2 and may_draw(c, rules) for c, s in zip(counts, hands.size, strict=True)]
        )
        # a pontoon ends the deal before the banker's turn (P8)
        self.starts = [row for row in hands.of_size(2).tolist() if hands.total[row] != 21]

    def values(self, cells: Mapping[Cell, str] | None = None) -> tuple[Floats, Floats]:
        """Worth of each hand and of drawing to it, at the best or by a table's letters."""
        hands = self.hands
        worth, drawing = self.stand.copy(), np.full(len(hands), -np.inf)
        for size in (4, 3, 2):
            rows = hands.of_size(size)
            child = hands.child[rows]
            after = np.where(child >= 0, worth[child], 0.0).sum(axis=1) + self.bust[rows]
            drawing[rows] = np.where(self.draws[rows], after, -np.inf)
            if cells is None:
                worth[rows] = np.maximum(self.stand[rows], drawing[rows])
            else:
                draw = np.array([self.draws[r] and cells[self.cell(r)] == "D" for r in rows])
                worth[rows] = np.where(draw, after, self.stand[rows])
        return worth, drawing

    def cell(self, row: int) -> Cell:
        """The cell of a hand."""
        hands = self.hands
        return int(hands.size[row]), False, bool(hands.soft[row]), int(hands.total[row])

    def gain(self, worth: Floats) -> float:
        """The banker's net per deal from the worth of its hands, its pontoons included."""
        orders = self.hands.orders
        return self.ended + float(sum(orders[r] * worth[r] for r in self.starts))

    def best(self, name: str = "best_banker") -> BestBanker:
        """The best banker by total, softness and number of cards."""
        free, drawing = self.values()
        bound = self.gain(free)
        cells: BankerCells = dict.fromkeys(choices(twists=False), "S")
        for _ in range(30):
            before = dict(cells)
            for size in (4, 3, 2):
                reach = self._reach(cells)
                worth, drawing = self.values(cells)
                score: dict[Cell, float] = {}
                for row in self.hands.of_size(size).tolist():
                    if self.draws[row] and reach[row]:
                        gain = reach[row] * (drawing[row] - self.stand[row])
                        score[self.cell(row)] = score.get(self.cell(row), 0.0) + float(gain)
                for cell, gain in score.items():
                    if abs(gain) > 1e-15:
                        cells[cell] = "D" if gain > 0 else "S"
            if cells == before:
                break
        worth, _ = self.values(cells)
        return BestBanker(banker_table(cells, name), cells, self.gain(worth), self.initial, bound)

    def _reach(self, cells: Mapping[Cell, str]) -> Floats:
        """Orders in which each hand is reached; a hand that is not, as if its cards were drawn."""
        hands = self.hands
        reach = np.zeros(len(hands))
        for row in self.starts:
            reach[row] = float(hands.orders[row])
        for size in (2, 3):
            for row in hands.of_size(size).tolist():
                if reach[row] and self.draws[row] and cells[self.cell(row)] == "D":
                    for to in hands.child[row].tolist():
                        if to >= 0:
                            reach[to] += reach[row]
        # What is never reached is still given the letter that would be best there.
        unseen = {self.cell(r) for r in range(len(hands)) if self.draws[r]}
        unseen -= {self.cell(r) for r in np.flatnonzero(reach).tolist() if self.draws[r]}
        for row in range(len(hands)):
            if self.draws[row] and self.cell(row) in unseen:
                reach[row] = float(hands.orders[row])
        return reach


def _stander() -> Strategy:
    """A banker that never draws, where any will do."""
    return banker_table(dict.fromkeys(choices(twists=False), "S"), "stander")


def best_banker(rules: Rules, players: Sequence[Strategy], name: str = "best_banker") -> BestBanker:
    """The best banker that looks at its own hand only; see `BestBanker`."""
    return Banking(rules, players).best(name)


__all__ = ["BankerCells", "Banking", "BestBanker", "banker_table", "best_banker"]
