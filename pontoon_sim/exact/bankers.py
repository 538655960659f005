"""The best banker who looks at its own hand only, and best replies in turn until they rest.

The players' hands are finished before the banker draws, and all cards are exchangeable: so each
player's hands, with their chances, say what each hand of the banker is worth, and the sum over the
players is the banker's gain. Its best draws follow backward from five cards.

Where best replies of both sides rest, neither side gains by changing: an equilibrium of strategies
that look at their own hand only. Where they go round, none of the strategies met is one; the best
banker met is then the one whose best reply is worth least.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pontoon_sim.exact.banker_distribution import gains_by_banker_hand, leaf_arrays, payments
from pontoon_sim.exact.figures import Reply
from pontoon_sim.exact.lineup import LineUp
from pontoon_sim.exact.multisets import Floats, catalogue
from pontoon_sim.exact.queries import banker_score, may_draw
from pontoon_sim.exact.replies import ReplySolver
from pontoon_sim.exact.strategy_files import write_reply
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.library import load
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


class BankerValues:
    """What each of the banker's hands gains against given players.

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
        scores = np.array([banker_score(rules, tuple(c)) for c in hands.counts[rows].tolist()])
        self.stand, bust = np.zeros(len(hands)), np.zeros(len(hands))
        pay = payments(rules)
        self.initial = self.ended = 0.0
        for player in players:
            lineup = LineUp(rules, player, _stander())
            leaves = leaf_arrays(lineup.enumeration.starts)
            gains = gains_by_banker_hand(
                leaves.left, -(leaves.moments() @ pay), hands.counts[rows], scores
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
            [s >= 2 and may_draw(rules, c) for c, s in zip(counts, hands.size, strict=True)]
        )
        # a pontoon ends the deal before the banker's turn (P8)
        self.starts = [row for row in hands.of_size(2).tolist() if hands.total[row] != 21]

    def values(self, cells: Mapping[Cell, str] | None = None) -> tuple[Floats, Floats]:
        """Value of each hand and of drawing to it, at the best or by a table's letters."""
        hands = self.hands
        values, drawing = self.stand.copy(), np.full(len(hands), -np.inf)
        for size in (4, 3, 2):
            rows = hands.of_size(size)
            child = hands.child[rows]
            after = np.where(child >= 0, values[child], 0.0).sum(axis=1) + self.bust[rows]
            drawing[rows] = np.where(self.draws[rows], after, -np.inf)
            if cells is None:
                values[rows] = np.maximum(self.stand[rows], drawing[rows])
            else:
                draw = np.array([self.draws[r] and cells[self.cell(r)] == "D" for r in rows])
                values[rows] = np.where(draw, after, self.stand[rows])
        return values, drawing

    def cell(self, row: int) -> Cell:
        """The cell of a hand."""
        hands = self.hands
        return int(hands.size[row]), False, bool(hands.soft[row]), int(hands.total[row])

    def gain(self, values: Floats) -> float:
        """The banker's net per deal from the values of its hands, its pontoons included."""
        orders = self.hands.orders
        return self.ended + float(sum(orders[r] * values[r] for r in self.starts))

    def best(self, name: str = "best_banker") -> BestBanker:
        """The best banker by total, softness and number of cards."""
        free, drawing = self.values()
        bound = self.gain(free)
        cells: BankerCells = dict.fromkeys(choices(twists=False), "S")
        for _ in range(30):
            before = dict(cells)
            for size in (4, 3, 2):
                reach = self._reach(cells)
                values, drawing = self.values(cells)
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
        values, _ = self.values(cells)
        return BestBanker(banker_table(cells, name), cells, self.gain(values), self.initial, bound)

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
    return BankerValues(rules, players).best(name)


# --- best replies in turn -------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One round: a banker, the best reply to it, and the best banker against that reply.

    Attributes
    ----------
    banker : Strategy
    reply : Reply
    net : float
        What a player gains by it per deal, in least stakes: at equal stakes, the initial ones.
    held_to : float
        The same when the banker answers with its best table.
    held_to_by_any : float
        The same when the banker tells every hand of its own apart: what the reply is sure of
        against any banker who looks at its own hand only.
    answer : BankerCells
    seen_at : int
        Number of the earlier step with the same answer, -1 for a new one.
    """

    number: int
    banker: Strategy
    reply: Reply
    net: float
    held_to: float
    held_to_by_any: float
    answer: BankerCells
    seen_at: int

    @property
    def rests(self) -> bool:
        """Whether the banker's best answer is the banker itself."""
        return self.seen_at == self.number


def alternate(
    rules: Rules, banker: Strategy, steps: int = 30, sized: bool = False
) -> Iterator[Step]:
    """Alternate best replies, beginning with a banker, until a banker comes again.

    Parameters
    ----------
    rules : Rules
    banker : Strategy
    steps : int
        At most so many rounds.
    sized : bool
        Players stake `stake_max` on first cards that promise a gain, `stake_min` on others (P6);
        else stakes are equal.

    Yields
    ------
    Step
        One a round, some seconds each.
    """
    if not sized:
        rules = rules.model_copy(update={"stake_max": rules.stake_min})
    met: dict[tuple[tuple[object, str], ...], int] = {}
    table = banker.table
    if table is not None and hasattr(table, "cells"):
        met[_key(dict(table.cells))] = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(steps):
            reply = ReplySolver(rules, banker).best()
            path = Path(folder) / f"reply_{number}.py"
            write_reply(path, reply, "pontoon exact equilibrium")
            answer = best_banker(rules, [load(path, "player")], f"banker_{number + 1}")
            key = _key(answer.cells)
            seen = met.get(key, -1)
            net, held, sure = (
                gain / rules.stake_min for gain in (reply.sized[0], -answer.gain, -answer.bound)
            )
            yield Step(number, banker, reply, net, held, sure, answer.cells, seen)
            if seen >= 0:
                return
            met[key] = number + 1
            banker = replace(answer.strategy)


def _key(cells: BankerCells) -> tuple[tuple[object, str], ...]:
    return tuple(sorted(cells.items()))
