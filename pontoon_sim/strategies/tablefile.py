"""Reading the TOML of a table: its shape, its checks, and one sentence for every fault.

Reading a table never runs code. What the letters mean stands in `table.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.toml import read_toml, toml_value
from pontoon_sim.strategies.amounts import Amount, Kind, ShootTable
from pontoon_sim.strategies.model import Facts, Role, Strategy
from pontoon_sim.strategies.parameters import Filling, Parameter, declared_in, with_values
from pontoon_sim.strategies.table import (
    CARD_WORDS,
    LETTERS,
    BankerTable,
    Cell,
    PlayerTable,
    StakeWord,
    choices,
)
from pontoon_sim.strategies.tablewords import (
    MONEY_KEYS,
    TableError,
    all_ranks,
    allowed_amounts,
    amount,
    amounts_by_rank,
    burns_of,
    by_total,
    pairs_of,
    stakes_by_rank,
)

_PROSE = ("name", "role", "summary", "why", "weakness", "source")

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


_Money = str | int


class _Fourth(BaseModel):
    model_config = _STRICT
    hard: dict[str, _Money] = Field(default={}, description="shoot bets by hard total")
    soft: dict[str, _Money] = Field(default={}, description="shoot bets by soft total")


class _Shoot(BaseModel):
    model_config = _STRICT
    first: _Money | dict[str, _Money] = Field(default="none", description="by first card (S2)")
    split: _Money | dict[str, _Money] = Field(
        default="none", description="on a hand made by splitting, by its rank (S5)"
    )
    fourth: _Fourth = Field(default=_Fourth(), description="by the three-card hand (S4)")


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
    shoot: _Shoot | None = Field(default=None, description="shoot bets (S2, S4, S5)")
    bid: _Money | None = Field(default=None, description="the most it gives for the bank (P31)")


class BankerFile(_TableFile):
    """The TOML of a banker's table; `BankerFile.model_json_schema()` is its JSON Schema."""

    role: Literal["banker"]
    draw: _Draw
    kitty: _Money | None = Field(default=None, description="a new kitty (S1)")
    top_up: _Money | None = Field(default=None, description="what it adds to a kitty (S8)")
    ask: _Money | None = Field(default=None, description="the least price of its bank (P31)")
    double: list[str] = Field(default=[], description="first cards on which it doubles (P34)")


def load_table(path: Path, content_hash: str, values: Mapping[str, int] | None = None) -> Strategy:
    """Read a table file; `values` of its parameters instead of what it says.

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
        fault = "has no role" if role is None else f"has role = {_shown(role)}"
        raise PontoonError(f'{place} {fault}: write role = "player" or role = "banker"')
    parameters: dict[str, Parameter] = {}
    if "parameters" in content:
        declared = declared_in(content.pop("parameters"), place)
        parameters = with_values(declared, values or {}, place)
        filling = Filling({name: number.value for name, number in parameters.items()}, place)
        content = {k: v if k in _PROSE else filling.filled(v) for k, v in content.items()}
        filling.check_used()
    model = PlayerFile if role == "player" else BankerFile
    try:
        parsed = model.model_validate(content)
    except ValidationError as error:
        raise PontoonError(f"{place}: {_sentence(error, model)}") from None
    try:
        return replace(_strategy(parsed, path, content_hash), parameters=parameters)
    except TableError as fault:
        raise PontoonError(f"{place}: {fault}") from None


def _strategy(parsed: PlayerFile | BankerFile, path: Path, content_hash: str) -> Strategy:
    name = path.stem if parsed.name is None else parsed.name
    if not re.fullmatch(r"[\w.+-]+", name):
        raise TableError(f"name = {_shown(name)}: take letters, digits, '_', '-', '+' and '.' only")
    table: PlayerTable | BankerTable
    role: Role
    if isinstance(parsed, PlayerFile):
        role = "player"
        table = PlayerTable(
            stakes=stakes_by_rank(parsed.stake),
            pairs=pairs_of(parsed.split),
            burns=burns_of(parsed.burn),
            cells=_cells(_turn_sections(parsed.turn), _turn_letters, "turn", twists=True),
            shooting=None if parsed.shoot is None else _shooting(parsed.shoot),
            price=_money(parsed.bid, "bid"),
        )
        sizes = any(word != StakeWord("min") for word in table.stakes)
    else:
        role = "banker"
        sections = _draw_sections(parsed.draw)
        table = BankerTable(
            cells=_cells(sections, _draw_letters, "draw", twists=False),
            new_kitty=_money(parsed.kitty, "kitty"),
            addition=_money(parsed.top_up, "top_up"),
            price=_money(parsed.ask, "ask"),
            doubles=all_ranks(parsed.double, "double"),
        )
        sizes = False
    facts = Facts(
        summary=" ".join(parsed.summary.split()),
        why=" ".join(parsed.why.split()),
        weakness=" ".join(parsed.weakness.split()),
        source=" ".join(parsed.source.split()),
        sizes_stakes=sizes,
        own_cards_only=True,
    )
    return Strategy(name, role, "table", facts, path, content_hash, table.answers(), table)


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
            read[key] = by_total(letters, f"{section[0]}.{kind}", kind, check)
        return read[key]

    cells: dict[Cell, str] = {}
    missing: list[Cell] = []
    for cell in choices(twists):
        kind, total = "soft" if cell[2] else "hard", cell[3]
        # Every section is read, also where a finer one wins: its faults are faults.
        letters_of = [maps(section, kind).get(total) for section in sections_of(cell)]
        letters = next((word for word in letters_of if word is not None), None)
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


def _turn_letters(word: str, place: str) -> str:
    if "P" in word:
        raise TableError(f'{place} = "{word}": pairs to split are named in split = [...], not here')
    if not word or set(word) - set(LETTERS) or len(set(word)) != len(word):
        raise TableError(
            f'{place} = "{word}" is no action: take T (twist), S (stick), 1 (buy at 1x) or'
            " 2 (buy at the dearest), or several in order of preference, such as 1S"
        )
    return word


def _draw_letters(word: str, place: str) -> str:
    if word not in ("D", "S"):
        raise TableError(f'{place} = "{word}" is no action of a banker: take D (draw) or S (stand)')
    return word


# --- shoot bets and the bank's money --------------------------------------------------------------


def _money(word: _Money | None, key: str) -> Amount | None:
    return None if word is None else amount(word, key, key)


def _shooting(parsed: _Shoot) -> ShootTable:
    fourth: dict[Kind, Amount] = {}
    for kind in ("hard", "soft"):
        place = f"shoot.fourth.{kind}"
        bets: dict[str, _Money] = getattr(parsed.fourth, kind)
        read = {key: amount(word, f"{place}: {key}", "shoot") for key, word in bets.items()}
        by = by_total(read, place, kind, lambda bet, _: bet)
        fourth |= {(kind == "soft", total): bet for total, bet in by.items()}
    return ShootTable(
        first=amounts_by_rank(parsed.first, "shoot.first"),
        split=amounts_by_rank(parsed.split, "shoot.split"),
        fourth=fourth,
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
        if len(loc) > 1 and loc[-1] in model.model_fields:
            return (
                f"'{loc[-1]}'{where} belongs to the whole table: write it above the first [section]"
            )
        suggestion = nearest(loc[-1], known) or f": known here are {', '.join(known)}"
        return f"unknown key '{loc[-1]}'{where}{suggestion}"
    if fault["type"] == "missing":
        field = _model_at(model, loc[:-1]).model_fields[loc[-1]]
        meaning = f" ({field.description})" if field.description else ""
        section = loc[-1] in ("turn", "draw")
        return f"[{place}] is missing" if section else f"'{place}' is missing{meaning}"
    if loc[0] == "split":
        return (
            f"split = {_shown(error_input(fault, faults))} is not possible:"
            ' write "all", "none", or a list of ranks in quotes, such as ["A", "8"]'
        )
    if loc[0] in MONEY_KEYS and fault["type"] not in ("model_type", "dict_type"):
        fault = max(faults, key=lambda side: len(side["loc"]))  # the innermost of a union's sides
        parts = [str(part) for part in fault["loc"] if not _is_side(str(part))]
        shown = _shown(fault["input"])
        return f"{'.'.join(parts)} = {shown} is not possible: {allowed_amounts(loc[0])}"
    if loc[0] == "double":
        return (
            f"double = {_shown(fault['input'])} is not possible: write a list of ranks in quotes,"
            ' such as ["A", "10-K"]'
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


def _is_side(part: str) -> bool:
    """Whether a part of a fault's place only says which side of a union was tried."""
    return part in ("str", "int") or part.startswith("dict[")


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
