"""Best replies in turn: the players' to the banker, the banker's to the players, until they rest.

Where they rest, neither side gains by changing: an equilibrium of strategies that look at their own
hand only. Where they go round, none of the strategies met is one; the best banker met is then the
one whose best reply is worth least.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pontoon_sim.exact.bankers import BankerCells, best_banker
from pontoon_sim.exact.reply import Reply, Replying
from pontoon_sim.exact.write import write_reply
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.library import load
from pontoon_sim.strategies.model import Strategy


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
            reply = Replying(rules, banker).best()
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
