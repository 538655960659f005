"""Auditing records: each deal is dealt again by the reference engine, with people who do what the
record says, and every event, payment and card has to come out the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.records.form import RecordFile
from pontoon_sim.reference import DealRecord, Event, IllegalAction, Start, Table


class _MisfitError(PontoonError):
    """The record says something that cannot stand where it stands."""


@dataclass
class _Script:
    """One person for all seats: it answers what the recorded events say next."""

    name: str
    recorded: Sequence[Event]
    played: Callable[[], Sequence[Event]]
    banker: int
    seats: int

    def next(self, ahead: int = 0) -> Event:
        place = len(self.played()) + ahead
        return self.recorded[place] if place < len(self.recorded) else Event("nothing")

    def answer(self, decision: str, view: Any) -> int:
        seat = (self.banker + 1 + view.position) % self.seats
        event = self.next()
        ours = event.args[:1] == (seat,)
        match decision:
            case "turn":
                return self._turn(seat, view.hand)
            case "draw":
                return int(ours and event.name == "card")
            case "double":
                return int(ours and event.name == "double")
            case "stake":
                if ours and event.name == "stake":
                    return int(event.args[1])
                raise _MisfitError(f"the stake of seat {seat} has to stand here (P6)")
            case "kitty" | "top_up":
                return int(event.args[1]) if ours and event.name == "kitty" else 0
            case "shoot":
                bet = event.name == "shoot" and event.args[:2] == (seat, view.hand)
                return int(event.args[2]) if bet else 0
        return self._price(decision, seat, event)

    def _turn(self, seat: int, hand: int) -> int:
        event = self.next()
        if event.name == "shoot":  # the bet before a fourth card stands before its purchase (S4)
            event = self.next(ahead=1)
        if event.args[:2] == (seat, hand):
            match event.name:
                case "stick":
                    return STICK
                case "twist":
                    return TWIST
                case "split":
                    return SPLIT
                case "buy":
                    if int(event.args[2]) > 0:
                        return int(event.args[2])
                    raise _MisfitError(f"a price of {event.args[2]} is no price (P14)")
        if event.name == "burn" and event.args == (seat,) and hand == 0:
            return BURN
        raise _MisfitError(f"an action of seat {seat} on hand {hand} has to stand here (P18)")

    def _price(self, decision: str, seat: int, event: Event) -> int:
        """`ask` and `bid` that lead to the recorded change of the bank and its price."""
        sold = event.name == "bank" and event.args[1] in ("sale", "auction")
        if decision == "ask":
            return int(event.args[2]) if sold else -1
        if not sold or event.args[0] != seat:
            return 0
        # A sale for nothing: 0 is asked, 1 bid, and the midpoint is rounded down.
        return max(1, int(event.args[2])) if event.args[1] == "sale" else int(event.args[2])


@dataclass
class _Chair:
    player: _Script
    banker: _Script


def deal_fault(rules: Rules, record: DealRecord) -> str | None:
    """The first fault of one deal by itself in one sentence, None where there is none."""
    name = f"the record of deal {record.deal}"
    script = _Script(name, record.events, lambda: table.events, record.banker, rules.seats)
    table = Table(
        rules,
        [_Chair(script, script)] * rules.seats,
        record.banker,
        index=record.table,
        start=Start(record.deal, record.tenure, record.kitty),
    )
    if sum(record.net) != 0:
        return f"'net' sums to {sum(record.net)}, not to zero"
    if record.kitty and not rules.shoot:
        return f"'kitty' is {record.kitty} in a game without a kitty (S1)"
    try:
        dealt = table.play_deal(record.pack)
    except (IllegalAction, _MisfitError) as error:
        different = _first_difference(record.events, table.events)
        if different is not None and different < len(table.events):
            return _difference(record.events, table.events, different)
        reason = error.reason if isinstance(error, IllegalAction) else str(error)
        return f"event {len(table.events) + 1} is {_told(script.next())}, but {reason}"
    except PontoonError as error:
        return str(error)
    different = _first_difference(record.events, dealt.events)
    if different is not None:
        return _difference(record.events, dealt.events, different)
    if record.pack_after != dealt.pack_after:
        return "'pack_after' is not the order in which the cards went under (P20, P29)"
    for key in ("net", "kitty_after", "next_banker", "shuffled"):
        if getattr(record, key) != getattr(dealt, key):
            told, right = (json.dumps(getattr(source, key)) for source in (record, dealt))
            return f"'{key}' is {told}, but the rules give {right}"
    return None


def _first_difference(recorded: Sequence[Event], played: Sequence[Event]) -> int | None:
    for place, (told, right) in enumerate(zip(recorded, played, strict=False)):
        if told != right:
            return place
    return min(len(recorded), len(played)) if len(recorded) != len(played) else None


def _difference(recorded: Sequence[Event], played: Sequence[Event], place: int) -> str:
    told = recorded[place] if place < len(recorded) else Event("nothing")
    right = played[place] if place < len(played) else Event("nothing")
    return f"event {place + 1} is {_told(told)}, but the rules give {_told(right)}"


def _told(event: Event) -> str:
    return "missing" if event.name == "nothing" else json.dumps(event.as_list())


def link_fault(rules: Rules, before: DealRecord | None, record: DealRecord) -> str | None:
    """What does not follow from the deal before at the same table, in one sentence.

    Where deals between the two were not recorded nothing can be said.
    """
    if before is not None and record.deal <= before.deal:
        return f"deal {record.deal} stands after deal {before.deal} of table {record.table}"
    if record.tenure > record.deal:
        return f"'tenure' is {record.tenure} after {record.deal} deals of the table (P30)"
    if record.deal == 0:
        if record.kitty:
            return f"'kitty' is {record.kitty} before the first deal of the table (S1)"
        if rules.first_banker not in ("cut", record.banker):
            return f"'banker' is {record.banker}, but first_banker = {rules.first_banker} (P4)"
    if before is None or record.deal > before.deal + 1:
        return None
    if record.banker != before.next_banker:
        return f"'banker' is {record.banker}, but the deal before left {before.next_banker} (P30)"
    stays = before.next_banker == before.banker
    if record.tenure != (before.tenure + 1 if stays else 0):
        return f"'tenure' is {record.tenure}, but the deals before give another (P30)"
    if record.kitty != before.kitty_after:
        return f"'kitty' is {record.kitty}, but the deal before left {before.kitty_after} (S9)"
    if not before.shuffled and record.pack != before.pack_after:
        place = next(
            (
                place
                for place, (now, then) in enumerate(
                    zip(record.pack, before.pack_after, strict=False)
                )
                if now != then
            ),
            0,
        )
        return f"'pack' differs from the last deal's pack_after from card {place + 1} on (P29)"
    return None


def verify_records(file: RecordFile) -> list[str]:
    """Audit all deals of a file: the first fault of each deal as one sentence with its line; where
    there is none, what is wrong with the file as a whole.

    An empty list means that every deal was played by the rules and paid out right, and that the
    file is as it was written.
    """
    faults = []
    last: dict[int, DealRecord] = {}
    for line, record in file.deals:
        fault = link_fault(file.rules, last.get(record.table), record)
        fault = deal_fault(file.rules, record) if fault is None else fault
        if fault is not None:
            faults.append(
                f"records file '{file.path}', line {line}"
                f" (table {record.table}, deal {record.deal}): {fault}"
            )
        last[record.table] = record
    return faults or [file.unsealed] * bool(file.unsealed)
