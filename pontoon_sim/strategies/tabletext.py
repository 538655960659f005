"""A table as the text of its TOML file, and a table made in memory as a strategy.

Every hand that can have a choice gets its letter in the section of its cards and history, so that
the file says what is played without any rule of precedence. `tablefile.py` reads it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pontoon_sim.base.toml import toml_value
from pontoon_sim.strategies.amounts import NO_BET, Amount, ShootTable
from pontoon_sim.strategies.model import Facts, Role, Strategy
from pontoon_sim.strategies.table import (
    CARD_WORDS,
    BankerTable,
    Cell,
    PlayerTable,
    StakeWord,
    choices,
)
from pontoon_sim.strategies.view import rank_name

Word = TypeVar("Word")


def table_text(name: str, facts: Facts, table: PlayerTable | BankerTable) -> str:
    """The TOML of a table.

    Parameters
    ----------
    name : str
    facts : Facts
        Its summary, why, weakness and source; none of the first three may be empty.
    """
    head = {"name": name, "role": "player" if isinstance(table, PlayerTable) else "banker"}
    head |= {key: getattr(facts, key) for key in ("summary", "why", "weakness", "source")}
    lines = [f"{key} = {toml_value(text)}" for key, text in head.items() if text]
    body = _player_lines(table) if isinstance(table, PlayerTable) else _banker_lines(table)
    lines += ["", *body]
    return "\n".join(lines).rstrip() + "\n"


def table_strategy(name: str, facts: Facts, table: PlayerTable | BankerTable) -> Strategy:
    """A table in memory as a strategy, the same as its file would load to."""
    role: Role = "player" if isinstance(table, PlayerTable) else "banker"
    content = table_text(name, facts, table).encode()
    sizes = isinstance(table, PlayerTable) and set(table.stakes) != {StakeWord("min")}
    return Strategy(
        name,
        role,
        "table",
        replace(facts, sizes_stakes=sizes, own_cards_only=True),
        Path(f"{name}.toml"),
        hashlib.sha256(content).hexdigest(),
        table.answers(),
        table,
        content,
    )


def _player_lines(table: PlayerTable) -> list[str]:
    lines = [f"split = {_rank_list(table.pairs)}"]
    if table.burns:
        lines.append(f"burn = {sorted(table.burns)}")
    if table.price is not None:
        lines.append(_money("bid", table.price))
    if len(set(table.stakes)) == 1:
        lines.append(f'stake = "{table.stakes[0]}"')
    else:
        lines += ["", "[stake]", *_by_rank(table.stakes, StakeWord("min"))]
    for cards, word in CARD_WORDS.items():
        for twisted, path in ((False, ".bought"), (True, ".twisted")):
            if cards > 2 or not twisted:
                section = f"turn.{word}{path if cards > 2 else ''}"
                lines += _letters(section, table.cells, cards, twisted, twists=True)
    if table.shooting is not None:
        lines += _shoot_lines(table.shooting)
    return lines


def _banker_lines(table: BankerTable) -> list[str]:
    money = {
        "kitty": table.new_kitty,
        "top_up": table.addition,
        "ask": table.price,
    }
    lines = [_money(key, amount) for key, amount in money.items() if amount is not None]
    if table.doubles:
        lines.append(f"double = {_rank_list(table.doubles)}")
    for cards, word in CARD_WORDS.items():
        lines += _letters(f"draw.{word}", table.cells, cards, False, twists=False)
    return lines


def _rank_list(ranks: Iterable[int]) -> str:
    return toml_value([rank_name(rank) for rank in sorted(ranks)])


def _letters(
    section: str, cells: Mapping[Cell, str], cards: int, twisted: bool, twists: bool
) -> list[str]:
    """One section: runs of totals with the same letters, hard and soft."""
    lines = ["", f"[{section}]"]
    for soft, kind in ((False, "hard"), (True, "soft")):
        totals = [cell[3] for cell in choices(twists) if cell[:3] == (cards, twisted, soft)]
        runs = _runs(totals, lambda total, s=soft: cells[cards, twisted, s, total])  # type: ignore[misc]
        lines.append(_inline(kind, [(key, f'"{word}"') for key, word in runs]))
    return lines


def _runs(totals: Iterable[int], word_of: Callable[[int], Word]) -> list[tuple[str, Word]]:
    runs: list[tuple[int, int, Word]] = []
    for total in totals:
        word = word_of(total)
        if runs and runs[-1][1] == total - 1 and runs[-1][2] == word:
            runs[-1] = (runs[-1][0], total, word)
        else:
            runs.append((total, total, word))
    return [(f"{low}-{high}" if high > low else f"{low}", word) for low, high, word in runs]


def _inline(key: str, pairs: Iterable[tuple[str, str]]) -> str:
    return f"{key} = {{ {', '.join(f'{name} = {word}' for name, word in pairs)} }}"


def _by_rank(words: Sequence[Word], default: Word) -> list[str]:
    """Words by rank in groups, what is not `default`, then the default."""
    groups: dict[Word, list[str]] = {}
    for number, word in enumerate(words, 1):
        if word != default:
            groups.setdefault(word, []).append(rank_name(number))
    lines = [f'"{" ".join(ranks)}" = {_quoted(word)}' for word, ranks in groups.items()]
    return [*lines, f"default = {_quoted(default)}"]


def _quoted(word: object) -> str:
    return str(word) if isinstance(word, Amount) and word.kind == "chips" else f'"{word}"'


def _money(key: str, amount: Amount) -> str:
    return f"{key} = {_quoted(amount)}"


def _shoot_lines(shooting: ShootTable) -> list[str]:
    lines = []
    for stage in ("first", "split"):
        lines += ["", f"[shoot.{stage}]", *_by_rank(getattr(shooting, stage), NO_BET)]
    lines += ["", "[shoot.fourth]"]
    for soft, kind in ((False, "hard"), (True, "soft")):
        totals = sorted(total for is_soft, total in shooting.fourth if is_soft == soft)
        runs = _runs(totals, lambda total, s=soft: shooting.fourth[s, total])  # type: ignore[misc]
        lines.append(_inline(kind, [(key, _quoted(word)) for key, word in runs]))
    return lines
