"""The compiled engine for Python callers: a block of tables, and the records of chosen deals.

Importing this compiles nothing yet but loads numba; only what plays imports it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pontoon_sim.base import compiled_cache
from pontoon_sim.base.errors import PlayError, PontoonError
from pontoon_sim.engine.lowering import lower_rules
from pontoon_sim.game.cards import full_pack
from pontoon_sim.game.cards import name as card_name
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies import Seat, Strategy, lower_seats, shipped
from pontoon_sim.strategies.model import DECISIONS_OF

compiled_cache.prepare()

from pontoon_sim.engine.tallies import (  # noqa: E402
    ADJUSTED_QUANTITIES,
    Group,
    Tallies,
    group_lines,
    shoot_tallies,
    tallies_of,
)
from pontoon_sim.kernel import block, layout, stacked, state  # noqa: E402  (after the cache is set)
from pontoon_sim.reference import DealRecord, Event  # noqa: E402
from pontoon_sim.statistics.moments import moments_of_lines  # noqa: E402

_BANK_REASON = 1  # place of the reason in a `bank` event


@dataclass(frozen=True)
class ControlVariates:
    """What hands are worth in a line-up, as the kernel reads it (exact/control_variates.py).

    Attributes
    ----------
    record : ndarray of kernel.state.CONTROL, shape (1,)
        Tables; the kernel reads them only.
    players, bankers : tuple of int
        By seat: the number of its tables in each role (`kernel.layout.SEAT`).
    """

    record: npt.NDArray[np.void]
    players: tuple[int, ...]
    bankers: tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """What the tables of one block came to, table by table where errors need it.

    Attributes
    ----------
    rows : int64, (tables, kernel.state.row_count(n), 5)
    tally : ndarray of kernel.state.TALLY, shape (1,)
    shoot_rows : int64, (tables, kernel.state.SHOOT_ROW); no tables where Shoot is off
    shoot : ndarray of kernel.state.SHOOT, shape (1,)
    control : int64, (tables, kernel.state.row_count(n), 5), or None without control variates
        ADJUSTED_QUANTITIES of the same lines as `rows`.
    """

    seats: tuple[Seat, ...]
    rows: npt.NDArray[np.int64]
    tally: npt.NDArray[np.void]
    shoot_rows: npt.NDArray[np.int64]
    shoot: npt.NDArray[np.void]
    control: npt.NDArray[np.int64] | None = None

    def tallies(self) -> Tallies:
        """The sums over its tables."""
        tallies = tallies_of(self.seats, self.rows, self.tally)
        if len(self.shoot_rows):
            more = shoot_tallies(self.rows, self.shoot_rows, self.shoot)
            tallies.shoot = more.shoot
            tallies.counts |= more.counts
        if self.control is not None:
            lines = group_lines(self.seats)
            tallies.adjusted = moments_of_lines(lines, self.control, ADJUSTED_QUANTITIES)
        return tallies

    def by_table(self, group: Group) -> npt.NDArray[np.int64]:
        """Sums of each table for one group of `Tallies.groups`.

        Returns
        -------
        int64, (tables, 5)
            Columns as `tallies.QUANTITIES`, and signs as there.
        """
        sums: npt.NDArray[np.int64] = self.rows[:, group_lines(self.seats)[group]].sum(axis=1)
        return sums

    def adjusted_net(self, group: Group) -> npt.NDArray[np.int64] | None:
        """A group's net at each table, adjusted by control variates: int64, (tables,), in
        `kernel.state.CONTROL_UNIT` parts of a chip, signs as `by_table`; None without them."""
        if self.control is None:
            return None
        net: npt.NDArray[np.int64] = self.control[:, group_lines(self.seats)[group], 4].sum(axis=1)
        return net

    def shoot_net(self) -> npt.NDArray[np.int64]:
        """Chips that the bank won by shoot bets at each table, int64, (tables,)."""
        if not len(self.shoot_rows):
            return np.zeros(len(self.rows), np.int64)
        net: npt.NDArray[np.int64] = self.shoot_rows[:, state.BETS : 2 * state.BETS].sum(axis=1)
        return -net


class Memory(NamedTuple):
    """Working memory of one call: record arrays of shape (1,) of `state.TABLE`, `layout.VIEW`,
    `state.SHOOT` and `state.TALLY`, and int64, (len(state.FAULT),)."""

    st: Any
    view: Any
    shoot: Any
    tally: Any
    faults: Any


class Engine:
    """A game and its line-up, lowered once and ready to play any tables of it.

    Parameters
    ----------
    rules : Rules
    seats : sequence of Seat, length `rules.seats`
    seed : int
        0 to 2**64 - 1. Table `t` is a function of rules, seats, seed and `t` alone.
    control : ControlVariates, optional
        What the net is adjusted by (`Block.control`); it changes no deal.

    Notes
    -----
    Safe to share between threads: every call has scratch of its own and lets go of the GIL.
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Seat],
        seed: int,
        control: ControlVariates | None = None,
    ) -> None:
        refuse_namesakes(seats)
        self.rules, self.seats, self.seed = rules, tuple(seats), seed
        self._rules = lower_rules(rules).view(np.recarray)
        lowered = lower_seats(seats, rules)
        lineup = np.zeros(1, layout.LINEUP)
        if control is not None:
            lowered["player_tables"], lowered["banker_tables"] = control.players, control.bankers
        for name in layout.SEAT.names or ():
            lineup[name][0, : rules.seats] = lowered[name]
        self._lineup = lineup.view(np.recarray)
        self.has_functions = bool(lowered["address"].any())
        self.control = control
        self._control = None if control is None else control.record.view(np.recarray)[0]

    def play(self, first_table: int, sizes: Sequence[int]) -> Tallies:
        """Play tables `first_table`, `first_table + 1`, ... with `sizes` deals each, and sum up."""
        return self.play_block(first_table, sizes).tallies()

    def play_block(self, first_table: int, sizes: Sequence[int]) -> Block:
        """Play tables `first_table`, `first_table + 1`, ... with `sizes` deals each.

        Raises
        ------
        PontoonError
            A strategy's answer was not legal; the sentence names the deal and the hand.
        """
        n, memory = self.rules.seats, self._memory()
        kept = self.control is not None
        shoot, adjusted = (len(sizes) if there else 0 for there in (self.rules.shoot, kept))
        rows = state.TableRows(
            np.empty((len(sizes), state.row_count(n), len(state.CELL)), np.int64),
            np.zeros((shoot, state.SHOOT_ROW), np.int64),
            np.empty((adjusted, state.row_count(n), len(ADJUSTED_QUANTITIES)), np.int64),
        )
        failed = block.play_block(
            self._game(memory)._replace(control=self._control),
            np.int64(first_table),
            np.asarray(sizes, np.int64),
            rows,
        )
        if failed == 2:
            raise AssertionError(f"chips do not sum to zero in tables from {first_table} on")
        if failed:
            raise self._failure(failed, memory)
        columns = rows.control if kept else None
        return Block(self.seats, rows.stakes, memory.tally, rows.shoot, memory.shoot, columns)

    def tenures(
        self, first_table: int, tables: int, longest: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.void]]:
        """Play tables until the bank first changes hands, at most `longest` deals each.

        Returns
        -------
        rows : int64, (tables, len(kernel.state.TENURE))
        tally : ndarray of kernel.state.TALLY, shape (1,)
        """
        memory = self._memory()
        rows = np.zeros((tables, len(state.TENURE)), np.int64)
        failed = block.play_tenures(
            self._game(memory)._replace(control=self._control),
            np.int64(first_table),
            np.int64(longest),
            rows,
        )
        if failed:
            raise self._failure(failed, memory)
        return rows, memory.tally

    def _memory(self) -> Memory:
        """Fresh memory for one call."""
        kinds = (state.TABLE, layout.VIEW, state.SHOOT, state.TALLY)
        st, view, shoot, tally = (np.zeros(1, kind).view(np.recarray) for kind in kinds)
        memory = Memory(st, view, shoot, tally, np.zeros(len(state.FAULT), np.int64))
        for name in ("sees", "uses_held"):
            memory.st[name] = self._lineup[name].max()
        return memory

    def _game(self, memory: Memory, shown: bool | None = None) -> state.Game:
        """What every entry into the kernel begins with; with a view where functions play, or as
        `shown` says."""
        return state.Game(
            self._rules[0],
            self._lineup[0],
            memory.st[0],
            memory.view[0] if (self.has_functions if shown is None else shown) else None,
            memory.shoot[0] if self.rules.shoot else None,
            np.uint64(self.seed),
            memory.tally[0],
            memory.faults,
        )

    def play_stacked(
        self,
        ways: Sequence[Engine],
        first: int,
        count: int,
        template: Sequence[int],
        seen: Sequence[int],
        position: int,
    ) -> npt.NDArray[np.int64]:
        """Play one deal many times with known cards in place, by the line-up of each of `ways`.

        Parameters
        ----------
        ways : sequence of Engine
            Line-ups for the same rules, with a fresh pack for every deal; some function plays.
        first, count : int
            Deals `first` to `first + count - 1`; each has the same pack in every way.
        template : sequence of int
            Card code at each place of the pack (`rules.stretch` places for each position), or
            `kernel.stacked.UNKNOWN`.
        seen : sequence of int
            Codes of cards seen in earlier deals.
        position : int

        Returns
        -------
        int64, (count, ways)
            Net of the player at that position, chips, where the banker has no pontoon.
        """
        left = Counter(full_pack(self.rules.packs))
        left.subtract(code for code in template if code != stacked.UNKNOWN)
        counts = np.bincount([code >> 2 for code in seen], minlength=layout.RANK_COUNT)
        nets = np.zeros((count, len(ways)), np.int64)
        memory = self._memory()
        for name in ("sees", "uses_held"):
            memory.st[name] = max(way._lineup[name].max() for way in ways)
        lineups = np.concatenate([way._lineup for way in ways]).view(np.recarray)
        way = stacked.play_stacked(
            self._game(memory, shown=True)._replace(lineup=lineups),
            np.int64(first),
            np.asarray(template, np.uint8),
            np.array(sorted(left.elements()), np.uint8),
            counts.astype(np.int64),
            np.int64(position),
            nets,
        )
        if way >= 0:
            raise ways[way]._broken_deal(0, 0, memory)
        return nets

    def records(self, table: int, first: int, last: int) -> list[DealRecord]:
        """Records of deals `first` to `last - 1` of a table, as the kernel logged them."""
        n, count = self.rules.seats, last - first
        log = np.zeros((count, state.LOG_ROWS, state.LOG_WIDTH), np.int64)
        heads = np.zeros((count, 7 + n), np.int64)
        packs = np.zeros((count, 2, 52 * self.rules.packs), np.uint8)
        memory = self._memory()
        played = block.log_deals(
            self._game(memory, shown=True),
            np.int64(table),
            np.int64(first),
            np.int64(last),
            log,
            heads,
            packs,
        )
        if played < last:
            raise self._broken_deal(table, int(played), memory)
        return [_record(table, first + i, heads[i], packs[i], log[i], n) for i in range(count)]

    def table_start(self, table: int) -> tuple[int, int]:
        """What the readable engine needs of a table: the seat of its first banker (P4), and the
        key of its `chance` numbers."""
        st = self._memory().st[0]
        block.start_table(self._rules[0], st, None, None, np.uint64(self.seed), np.int64(table))
        return int(st.banker), int(st.chance_key)

    def _broken_deal(self, table: int, deal: int, memory: Memory) -> PontoonError:
        """The error of an illegal answer that the deal under way has kept."""
        st = memory.st[0]
        fault = table, deal, int(st.fault_seat), int(st.fault) - 1, int(st.fault_answer)
        return self._fault(fault, memory.view[0])

    def _failure(self, kind: int, memory: Memory) -> PontoonError:
        faults = memory.faults.tolist()
        if kind == 1:
            return self._fault(faults, memory.view[0])
        return PlayError(
            f"the kitty of table {faults[0]} has grown beyond {state.KITTY_LIMIT:,} chips by deal"
            f" {faults[1]}: let the bank pass (bank_passes), or have less of it shot"
        )

    def _fault(self, fault: Sequence[int], view: Any) -> PontoonError:
        from pontoon_sim.strategies.check import told_answer
        from pontoon_sim.strategies.view import describe_hand

        table, deal, seat, decision, answer = fault
        what = layout.DECISIONS[decision]
        is_bank = what in DECISIONS_OF["banker"]
        role = self.seats[seat].banker if is_bank else self.seats[seat].player
        where = role.name if role.name in shipped() else role.path
        holding = f", with {describe_hand(view)}" if view.cards else ""
        return PlayError(
            f"strategy '{role.name}' at seat {seat}, table {table}, deal {deal}{holding}:"
            f" `{what}` {told_answer(what, view, answer)};"
            f" try 'pontoon strategies check {where}'"
        )


def refuse_namesakes(seats: Sequence[Seat]) -> None:
    """Refuse different strategies of one name: results are told by name."""
    known: dict[tuple[str, str], Strategy] = {}
    for seat in seats:
        for strategy in (seat.player, seat.banker):
            other = known.setdefault((strategy.role, strategy.name), strategy)
            if other.content_hash != strategy.content_hash:
                raise PontoonError(
                    f"'{other.path}' and '{strategy.path}' are different {strategy.role}"
                    f" strategies of the same name '{strategy.name}': rename one of them"
                )


def _record(
    table: int,
    deal: int,
    head: npt.NDArray[np.int64],
    packs: npt.NDArray[np.uint8],
    log: npt.NDArray[np.int64],
    seats: int,
) -> DealRecord:
    length, banker, next_banker, shuffled, kitty, kitty_after, tenure = map(int, head[:7])
    return DealRecord(
        table=table,
        deal=deal,
        banker=banker,
        tenure=tenure,
        kitty=kitty,
        pack=tuple(packs[0].tolist()),
        events=tuple(_event(row) for row in log[:length].tolist()),
        net=tuple(head[7 : 7 + seats].tolist()),
        kitty_after=kitty_after,
        next_banker=next_banker,
        shuffled=bool(shuffled),
        pack_after=tuple(packs[1].tolist()),
    )


#: How many of a log row's four numbers belong to an event.
_ARGUMENTS = {
    "card": 4, "stake": 2, "kitty": 2, "shoot": 3, "double": 1, "burn": 1, "split": 4, "buy": 3,
    "twist": 2, "stick": 2, "pontoon": 2, "trick": 2, "bust": 2, "pay": 3, "pay_shoot": 3,
    "bank": 3, "shuffle": 0,
}  # fmt: skip


def _event(row: list[int]) -> Event:
    name = layout.EVENTS[row[0]]
    args: list[int | str] = list(row[1 : 1 + _ARGUMENTS[name]])
    if name == "card":
        args[2] = card_name(row[3])
        args[3] = "up" if row[4] else "down"
    elif name == "bank":
        args[_BANK_REASON] = layout.BANK_REASONS[row[2]]
    return Event(name, tuple(args))
