"""The form of a records file: JSON Lines, the first line says rules and people, then a line a deal,
and the last how many deals they are and the checksum of all lines before it.

A line of a deal is what `DealRecord.as_dict` gives. Reading is strict; what the deals say is not
judged here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pontoon_sim import BEHAVIOUR
from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.files import read_text, write_text
from pontoon_sim.game import cards
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.kernel.layout import BANK_REASONS, MAX_HANDS
from pontoon_sim.reference import DealRecord, Event, Seat

KIND = "pontoon-deals"
VERSION = 3
"""2: `tenure`, without which nobody can say when a bank rotates that was sold in between. 3: a last
line, without which nobody can say what was taken away."""

_HEADER_KEYS = ("record", "version", "rules", "seats", "seed", "behaviour")
_DEAL_KEYS = (
    "table",
    "deal",
    "banker",
    "tenure",
    "kitty",
    "pack",
    "events",
    "net",
    "kitty_after",
    "next_banker",
    "shuffled",
    "pack_after",
)
_SHAPES = {
    "card": ("seat", "hand", "card", "face"),
    "stake": ("seat", "chips"),
    "kitty": ("seat", "chips"),
    "shoot": ("seat", "hand", "chips"),
    "double": ("seat",),
    "burn": ("seat",),
    "split": ("seat", "hand", "hand", "chips"),
    "buy": ("seat", "hand", "chips"),
    "twist": ("seat", "hand"),
    "stick": ("seat", "hand"),
    "pontoon": ("seat", "hand"),
    "trick": ("seat", "hand"),
    "bust": ("seat", "hand"),
    "pay": ("seat", "hand", "chips"),
    "pay_shoot": ("seat", "hand", "chips"),
    "bank": ("seat", "reason", "chips"),
    "shuffle": (),
}
"""What follows an event's name, in order."""

_LAST_KEYS = ("deals", "sha256")
_CARD_NAMES = frozenset(cards.names(range(cards.CARDS_IN_PACK)))


@dataclass(frozen=True)
class RecordFile:
    """A file of records as it was read.

    Attributes
    ----------
    path
        Its name.
    rules
        The settings that all its deals were played with.
    seats
        Names of each seat's strategies, as player and as banker.
    seed, behaviour
        Seed of the packs, and the behaviour version that dealt them.
    deals
        Line number in the file and record, in the order of the file.
    unsealed
        What is wrong with the file as a whole, in one sentence; empty where it is as it was
        written.
    """

    path: str
    rules: Rules
    seats: tuple[tuple[str, str], ...]
    seed: int
    behaviour: int
    deals: tuple[tuple[int, DealRecord], ...]
    unsealed: str = ""


def record_lines(
    records: Iterable[DealRecord],
    *,
    rules: Rules,
    seats: Sequence[Seat],
    seed: int,
    behaviour: int = BEHAVIOUR,
) -> list[str]:
    """The lines of a records file, the header first and the seal last, without line ends."""
    header = {
        "record": KIND,
        "version": VERSION,
        "rules": rules.model_dump(mode="json"),
        "seats": [{"player": seat.player.name, "banker": seat.banker.name} for seat in seats],
        "seed": seed,
        "behaviour": behaviour,
    }
    lines = [json.dumps(entry) for entry in (header, *(record.as_dict() for record in records))]
    return [*lines, json.dumps({"deals": len(lines) - 1, "sha256": _digest(lines)})]


def _digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def write_records(
    path: str | Path,
    records: Iterable[DealRecord],
    *,
    rules: Rules,
    seats: Sequence[Seat],
    seed: int,
    behaviour: int = BEHAVIOUR,
) -> None:
    """Write a records file, whole or not at all."""
    lines = record_lines(records, rules=rules, seats=seats, seed=seed, behaviour=behaviour)
    write_text(path, "\n".join(lines) + "\n")


# --- reading ----------------------------------------------------------------------------------


def read_records(path: str | Path) -> RecordFile:
    """Read a records file.

    Only its form is checked here; `verify_records` checks its deals.

    Raises
    ------
    PontoonError
        One sentence that names the file and the line of the first fault.
    """
    lines = read_text(path, "records").replace("\r\n", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise PontoonError(f"records file '{path}' is empty: its first line says rules and seats")
    unsealed = f"records file '{path}': its last line is missing, and deals with it perhaps"
    if lines[-1].startswith(f'{{"{_LAST_KEYS[0]}"'):
        last = _object(lines.pop(), _LAST_KEYS, f"records file '{path}', line {len(lines) + 1}")
        whole = last == {"deals": len(lines) - 1, "sha256": _digest(lines)}
        unsealed = (
            ""
            if whole
            else (
                f"records file '{path}': its checksum does not fit: something was changed, added or"
                " taken away since it was written"
            )
        )
    if not lines:
        raise PontoonError(f"records file '{path}' has no first line, which says rules and seats")
    place = f"records file '{path}', line 1"
    header = _object(lines[0], _HEADER_KEYS, place)
    if header["record"] != KIND:
        raise PontoonError(f'{place}: it has to begin with {{"record": "{KIND}", ...}}')
    if header["version"] != VERSION:
        raise PontoonError(
            f"{place}: version {header['version']!r} is not known: this program reads {VERSION}"
        )
    if not isinstance(header["rules"], dict):
        raise PontoonError(f"{place}: 'rules' has to be an object of settings")
    rules = rules_of(header["rules"], f"{place}, rules")
    seats = tuple(_seat(entry, place) for entry in _list(header["seats"], "seats", place))
    if len(seats) != rules.seats:
        raise PontoonError(f"{place}: {len(seats)} seats are named, but seats = {rules.seats}")
    return RecordFile(
        path=str(path),
        rules=rules,
        seats=seats,
        seed=_integer(header["seed"], "seed", place, least=0),
        behaviour=_integer(header["behaviour"], "behaviour", place, least=1),
        deals=tuple(
            (number, _deal(line, rules, f"records file '{path}', line {number}"))
            for number, line in enumerate(lines[1:], start=2)
        ),
        unsealed=unsealed,
    )


def _object(line: str, keys: Sequence[str], place: str) -> dict[str, Any]:
    """The JSON object of a line, with these keys and no others."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise PontoonError(f"{place}: a key stands twice in one object")
        return found

    try:
        entry = json.loads(line, object_pairs_hook=once)
    except PontoonError:
        raise
    except (ValueError, RecursionError):
        raise PontoonError(f"{place}: this is not JSON: every line is one JSON object") from None
    if not isinstance(entry, dict):
        raise PontoonError(f"{place}: this is no JSON object")
    return _with_keys(entry, keys, place)


def _with_keys(entry: dict[str, Any], keys: Sequence[str], place: str) -> dict[str, Any]:
    for key in entry:
        if key not in keys:
            raise PontoonError(f"{place}: unknown key '{key}'{nearest(key, keys)}")
    for key in keys:
        if key not in entry:
            raise PontoonError(f"{place}: the key '{key}' is missing")
    return entry


def _seat(entry: Any, place: str) -> tuple[str, str]:
    if not isinstance(entry, dict):
        raise PontoonError(f"{place}: each of 'seats' has to be an object with player and banker")
    _with_keys(entry, ("player", "banker"), f"{place}, seats")
    player, banker = entry["player"], entry["banker"]
    if not isinstance(player, str) or not isinstance(banker, str):
        raise PontoonError(f"{place}: the names in 'seats' have to be text")
    return player, banker


def _deal(line: str, rules: Rules, place: str) -> DealRecord:
    entry = _object(line, _DEAL_KEYS, place)
    net = [_integer(chips, "net", place) for chips in _list(entry["net"], "net", place)]
    if len(net) != rules.seats:
        raise PontoonError(f"{place}: 'net' has {len(net)} numbers for {rules.seats} seats")
    if not isinstance(entry["shuffled"], bool):
        raise PontoonError(f"{place}: 'shuffled' has to be true or false")
    last = rules.seats - 1
    return DealRecord(
        table=_integer(entry["table"], "table", place, least=0),
        deal=_integer(entry["deal"], "deal", place, least=0),
        banker=_integer(entry["banker"], "banker", place, least=0, most=last),
        tenure=_integer(entry["tenure"], "tenure", place, least=0),
        kitty=_integer(entry["kitty"], "kitty", place, least=0),
        pack=_pack(entry["pack"], "pack", place),
        events=tuple(
            _event(parts, rules, f"{place}, event {count}")
            for count, parts in enumerate(_list(entry["events"], "events", place), start=1)
        ),
        net=tuple(net),
        kitty_after=_integer(entry["kitty_after"], "kitty_after", place, least=0),
        next_banker=_integer(entry["next_banker"], "next_banker", place, least=0, most=last),
        shuffled=entry["shuffled"],
        pack_after=_pack(entry["pack_after"], "pack_after", place),
    )


def _event(parts: Any, rules: Rules, place: str) -> Event:
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], str):
        raise PontoonError(f"{place}: an event is a list that begins with its name")
    name, *args = parts
    if name not in _SHAPES:
        raise PontoonError(f"{place}: unknown event '{name}'{nearest(name, _SHAPES)}")
    shape = _SHAPES[name]
    if len(args) != len(shape):
        wanted = ", ".join(shape) or "nothing"
        raise PontoonError(f"{place}: '{name}' is followed by {wanted}")
    for what, part in zip(shape, args, strict=True):
        _check_part(what, part, rules, f"{place} ('{name}')")
    return Event(name, tuple(args))


_WORDS: Mapping[str, Iterable[str]] = {
    "card": _CARD_NAMES,
    "face": ("down", "up"),
    "reason": BANK_REASONS,
}


def _check_part(what: str, part: Any, rules: Rules, place: str) -> None:
    if what in _WORDS:
        if not isinstance(part, str) or part not in _WORDS[what]:
            wanted = "a card such as AS or TD" if what == "card" else " or ".join(_WORDS[what])
            raise PontoonError(f"{place}: {part!r} is not {wanted}")
    elif what == "seat":
        _integer(part, what, place, least=0, most=rules.seats - 1)
    elif what == "hand":
        _integer(part, what, place, least=0, most=MAX_HANDS - 1)
    else:
        _integer(part, what, place)


def _list(entry: Any, key: str, place: str) -> list[Any]:
    if not isinstance(entry, list):
        raise PontoonError(f"{place}: '{key}' has to be a list")
    return entry


def _integer(
    value: Any, key: str, place: str, *, least: int | None = None, most: int | None = None
) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PontoonError(f"{place}: '{key}' has to be a whole number, not {json.dumps(value)}")
    if abs(value) >= 2**63:
        raise PontoonError(f"{place}: '{key}' has more than 64 bits")
    if least is not None and value < least:
        raise PontoonError(f"{place}: '{key}' is {value}, it has to be at least {least}")
    if most is not None and value > most:
        raise PontoonError(f"{place}: '{key}' is {value}, it can be at most {most}")
    return value


def _pack(entry: Any, key: str, place: str) -> tuple[int, ...]:
    for word in _list(entry, key, place):
        if not isinstance(word, str) or word not in _CARD_NAMES:
            raise PontoonError(f"{place}: {word!r} in '{key}' is no card: write AS, TD or 7C")
    return tuple(cards.parse_cards(entry))
