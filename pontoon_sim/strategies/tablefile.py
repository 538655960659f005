"""Reading the TOML of a table: its shape, its checks, and one sentence for every fault.

Reading a table never runs code. What the letters mean stands in `table.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pontoon_sim.errors import PontoonError, nearest
from pontoon_sim.rules import read_toml, toml_value
from pontoon_sim.strategies.model import Answer, Facts, Role, Strategy
from pontoon_sim.strategies.table import (
    CARD_WORDS,
    BankerTable,
    Cell,
    PlayerTable,
    StakeWord,
    choices,
)
from pontoon_sim.strategies.view import rank_name

RANK_NAMES = tuple(rank_name(number) for number in range(1, 14))
HARD_TOTALS = (4, 21)
SOFT_TOTALS = (12, 21)

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Letters(BaseModel):
    model_config = _STRICT
    hard: dict[str, str] = Field(default={}, description="letters by hard total")
    soft: dict[str, str] = Field(default={}, description="letters by soft total")


class _ByCards(_Letters):
    bought: _Letters = Field(default=_Letters(), description="hands that have only bought so far")
    twisted: _Letters = Field(default=_Letters(), description="hands that have twisted")


class _Turn(_Letters):
    two: _Letters = Field(default=_Letters(), description="hands of two cards")
    three: _ByCards = Field(default=_ByCards(), description="hands of three cards")
    four: _ByCards = Field(default=_ByCards(), description="hands of four cards")


class _Draw(_Letters):
    two: _Letters = Field(default=_Letters(), description="hands of two cards")
    three: _Letters = Field(default=_Letters(), description="hands of three cards")
    four: _Letters = Field(default=_Letters(), description="hands of four cards")


class _TableFile(BaseModel):
    model_config = _STRICT
    name: str | None = Field(default=None, description="defaults to the file's name")
    summary: str = Field(min_length=1, description="what it does, in one line")
    why: str = Field(min_length=1, description="why anyone plays so")
    weakness: str = Field(min_length=1, description="what it loses by")
    source: str = Field(default="", description="where it comes from")


class PlayerFile(_TableFile):
    """The TOML of a player's table; `PlayerFile.model_json_schema()` is its JSON Schema."""

    role: Literal["player"]
    stake: str | dict[str, str] = Field(default="min", description="a stake, or by first card")
    split: Literal["all", "none"] | list[str] = Field(default="none", description="pairs to split")
    burn: list[int] = Field(default=[], description="hard totals to burn (P33)")
    turn: _Turn


class BankerFile(_TableFile):
    """The TOML of a banker's table; `BankerFile.model_json_schema()` is its JSON Schema."""

    role: Literal["banker"]
    draw: _Draw


def load_table(path: Path, content_hash: str) -> Strategy:
    """Read a table file.

    Raises
    ------
    PontoonError
        One sentence that names the file and the place in it.
    """
    place = f"strategy file '{path}'"
    content = read_toml(path, "strategy")
    if not content:
        raise PontoonError(f"{place} is empty: see docs/strategies.md for how to write one")
    role = content.get("role")
    if role not in ("player", "banker"):
        told = "has no role" if role is None else f"has role = {_shown(role)}"
        raise PontoonError(f'{place} {told}: write role = "player" or role = "banker"')
    model = PlayerFile if role == "player" else BankerFile
    try:
        parsed = model.model_validate(content)
    except ValidationError as error:
        raise PontoonError(f"{place}: {_sentence(error, model)}") from None
    try:
        return _strategy(parsed, path, content_hash)
    except TableError as fault:
        raise PontoonError(f"{place}: {fault}") from None


class TableError(Exception):
    """A fault of a table, in words, still without the file's name."""


def _strategy(parsed: PlayerFile | BankerFile, path: Path, content_hash: str) -> Strategy:
    name = path.stem if parsed.name is None else parsed.name
    if not re.fullmatch(r"[\w.+-]+", name):
        raise TableError(f"name = {_shown(name)}: take letters, digits, '_', '-', '+' and '.' only")
    table: PlayerTable | BankerTable
    functions: dict[str, Answer]
    role: Role
    if isinstance(parsed, PlayerFile):
        role = "player"
        table = PlayerTable(
            stakes=_stakes(parsed.stake),
            pairs=_pairs(parsed.split),
            burns=_burns(parsed.burn),
            cells=_cells(_turn_sections(parsed.turn), _turn_letters, "turn", twists=True),
        )
        functions = {"stake": table.stake, "turn": table.turn}
        sizes = any(word != StakeWord("min") for word in table.stakes)
    else:
        role = "banker"
        sections = _draw_sections(parsed.draw)
        table = BankerTable(_cells(sections, _draw_letters, "draw", twists=False))
        functions = {"draw": table.draw}
        sizes = False
    facts = Facts(
        summary=" ".join(parsed.summary.split()),
        why=" ".join(parsed.why.split()),
        weakness=" ".join(parsed.weakness.split()),
        source=" ".join(parsed.source.split()),
        sizes_stakes=sizes,
        own_cards_only=True,
    )
    return Strategy(name, role, "table", facts, path, content_hash, functions, table)


# --- letters ------------------------------------------------------------------------------------

_Section = tuple[str, _Letters]


def _turn_sections(turn: _Turn) -> Callable[[Cell], list[_Section]]:
    """For a hand, the sections that may name it, the most specific first."""

    def sections(cell: Cell) -> list[_Section]:
        cards, twisted = cell[:2]
        if cards == 2:
            return [("turn.two", turn.two), ("turn", turn)]
        word = CARD_WORDS[cards]
        by_cards: _ByCards = getattr(turn, word)
        path = "twisted" if twisted else "bought"
        refined: _Letters = getattr(by_cards, path)
        return [
            (f"turn.{word}.{path}", refined),
            (f"turn.{word}", by_cards),
            ("turn", turn),
        ]

    return sections


def _draw_sections(draw: _Draw) -> Callable[[Cell], list[_Section]]:
    def sections(cell: Cell) -> list[_Section]:
        word = CARD_WORDS[cell[0]]
        return [(f"draw.{word}", getattr(draw, word)), ("draw", draw)]

    return sections


def _cells(
    sections_of: Callable[[Cell], list[_Section]],
    check: Callable[[str, str], str],
    top: str,
    twists: bool,
) -> Mapping[Cell, str]:
    """The letters of every hand that can have a choice; a hand without any is a fault."""
    read: dict[tuple[str, str], dict[int, str]] = {}

    def maps(section: _Section, kind: str) -> dict[int, str]:
        key = (section[0], kind)
        if key not in read:
            letters: dict[str, str] = getattr(section[1], kind)
            limits = HARD_TOTALS if kind == "hard" else SOFT_TOTALS
            read[key] = _by_total(letters, f"{section[0]}.{kind}", kind, limits, check)
        return read[key]

    cells: dict[Cell, str] = {}
    missing: list[Cell] = []
    for cell in choices(twists):
        kind, total = "soft" if cell[2] else "hard", cell[3]
        # Every section is read, also where a finer one wins: its faults are faults.
        found = [maps(section, kind).get(total) for section in sections_of(cell)]
        letters = next((word for word in found if word is not None), None)
        if letters is None:
            missing.append(cell)
        else:
            cells[cell] = letters
    if missing:
        cards, twisted, soft, total = missing[0]
        path = ""
        if twists and cards > 2:
            path = ", after a twist" if twisted else ", after a purchase"
        kind = "soft" if soft else "hard"
        more = f" (and {len(missing) - 1} more hands)" if len(missing) > 1 else ""
        raise TableError(
            f"{kind} {total} on {CARD_WORDS[cards]} cards{path} has no letter{more}:"
            f" name it in [{top}.{kind}] or in [{top}.{CARD_WORDS[cards]}.{kind}]"
        )
    return cells


def _by_total(
    letters: Mapping[str, str],
    place: str,
    kind: str,
    limits: tuple[int, int],
    check: Callable[[str, str], str],
) -> dict[int, str]:
    found: dict[int, str] = {}
    source: dict[int, str] = {}
    low, high = limits
    for key, word in letters.items():
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", key.replace(" ", ""))
        if match is None:
            raise TableError(f"{place}: '{key}' is no total: write one such as 12, or 12-16")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise TableError(f"{place}: '{key}' runs backwards: write {last}-{first}")
        if first < low or last > high:
            raise TableError(
                f"{place}: '{key}' is out of range: {kind} totals go from {low} to {high}"
            )
        word = check(word, f"{place}: {key}")
        for total in range(first, last + 1):
            if total in found:
                raise TableError(
                    f"{place}: {total} is named twice, by '{source[total]}' and by '{key}'"
                )
            found[total], source[total] = word, key
    return found


def _turn_letters(word: str, place: str) -> str:
    if "P" in word:
        raise TableError(f'{place} = "{word}": pairs to split are named in split = [...], not here')
    if not word or set(word) - set("TS12") or len(set(word)) != len(word):
        raise TableError(
            f'{place} = "{word}" is no action: take T (twist), S (stick), 1 (buy at 1x) or'
            " 2 (buy at the dearest), or several in order of preference, such as 1S"
        )
    return word


def _draw_letters(word: str, place: str) -> str:
    if word not in ("D", "S"):
        raise TableError(f'{place} = "{word}" is no action of a banker: take D (draw) or S (stand)')
    return word


# --- stakes, pairs, burns -----------------------------------------------------------------------


def _stake_word(word: str, place: str) -> StakeWord:
    text = word.strip().lower()
    if text in ("min", "max"):
        return StakeWord(text)
    if (match := re.fullmatch(r"(\d{1,6})x", text)) and int(match[1]) >= 1:
        return StakeWord("x", int(match[1]))
    if (match := re.fullmatch(r"(\d{1,3})%", text)) and int(match[1]) <= 100:
        return StakeWord("%", int(match[1]))
    raise TableError(
        f'{place} = "{word}" is no stake: take "min", "max", a multiple of the minimum such as'
        ' "3x", or a share of the way from minimum to maximum such as "50%"'
    )


def _stakes(stake: str | Mapping[str, str]) -> tuple[StakeWord, ...]:
    if isinstance(stake, str):
        return (_stake_word(stake, "stake"),) * 13
    given: dict[int, StakeWord] = {}
    default = None
    for key, word in stake.items():
        if key == "default":
            default = _stake_word(word, "stake.default")
            continue
        rank = _rank(key, "stake", extra=("default",))
        if rank in given:
            raise TableError(f"stake: {rank_name(rank)} is named twice")
        given[rank] = _stake_word(word, f"stake.{key}")
    if default is None:
        for rank in range(1, 14):
            if rank not in given:
                raise TableError(
                    f"stake: first card {rank_name(rank)} has no stake:"
                    ' name it, or write default = "min"'
                )
        default = StakeWord("min")
    return tuple(given.get(rank, default) for rank in range(1, 14))


def _pairs(split: str | Iterable[str]) -> frozenset[int]:
    if split == "none":
        return frozenset()
    if split == "all":
        return frozenset(range(1, 14))
    return frozenset(_rank(word, "split") for word in split)


def _burns(totals: Iterable[int]) -> frozenset[int]:
    for total in totals:
        if total not in (13, 14):
            raise TableError(f"burn: {total} can never be burnt: take 13, 14 or both (P33)")
    return frozenset(totals)


def _rank(word: str, place: str, extra: tuple[str, ...] = ()) -> int:
    text = word.strip().upper()
    text = "10" if text == "T" else text
    if text in RANK_NAMES:
        return RANK_NAMES.index(text) + 1
    also = f", or {extra[0]}" if extra else ""
    raise TableError(
        f"{place}: '{word}' is no rank: take one of {', '.join(RANK_NAMES)}{also}"
        f"{nearest(word, extra)}"
    )


# --- pydantic's faults as sentences ---------------------------------------------------------------


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a section"
    text = str(value) if isinstance(value, list) else toml_value(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _sentence(error: ValidationError, model: type[BaseModel]) -> str:
    # A union (stake, split) reports each of its sides: the last one says most.
    faults = error.errors()
    unknown = next((fault for fault in faults if fault["type"] == "extra_forbidden"), None)
    fault = unknown or faults[0]
    loc = [str(part) for part in fault["loc"]]
    place = ".".join(loc)
    if unknown:
        holder = _model_at(model, loc[:-1])
        known = list(holder.model_fields)
        where = f" in [{'.'.join(loc[:-1])}]" if len(loc) > 1 else ""
        suggestion = nearest(loc[-1], known) or f": known here are {', '.join(known)}"
        return f"unknown key '{loc[-1]}'{where}{suggestion}"
    if fault["type"] == "missing":
        field = _model_at(model, loc[:-1]).model_fields[loc[-1]]
        told = f" ({field.description})" if field.description else ""
        section = loc[-1] in ("turn", "draw")
        return f"[{place}] is missing" if section else f"'{place}' is missing{told}"
    if loc[0] == "split":
        return (
            f"split = {_shown(error_input(fault, faults))} is not possible:"
            ' write "all", "none", or a list of ranks in quotes, such as ["A", "8"]'
        )
    if loc[0] == "burn":
        return f"{loc[0]} = {_shown(fault['input'])} is not possible: write a list such as [13, 14]"
    if loc[0] == "stake":
        name = "stake" if loc[-1] in ("str", "dict[str,str]") else f"stake.{loc[-1]}"
        fault = faults[-1]
        name = "stake" if len(fault["loc"]) < 3 else f"stake.{fault['loc'][-1]}"
        return (
            f"{name} = {_shown(fault['input'])} is not possible:"
            ' write a stake in quotes, such as "min", "3x" or "50%"'
        )
    if fault["type"] == "string_too_short":
        return f"'{place}' is empty: say it in a sentence"
    want = "a section" if fault["type"] in ("model_type", "dict_type") else "text in quotes"
    return f"{place} = {_shown(fault['input'])} is not possible: write {want}"


def error_input(fault: Any, faults: list[Any]) -> Any:
    """The value that a union refused: one item of a list, or the whole value."""
    inner = [other["input"] for other in faults if len(other["loc"]) > 2]
    return inner[0] if inner else fault["input"]


def _model_at(model: type[BaseModel], loc: list[str]) -> type[BaseModel]:
    for part in loc:
        annotation = model.model_fields[part].annotation
        candidates = [annotation, *get_args(annotation)]
        model = next(c for c in candidates if isinstance(c, type) and issubclass(c, BaseModel))
    return model
