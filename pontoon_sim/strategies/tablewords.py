"""Reading the words of a table: totals, ranks, stakes, sums of money; one sentence for every fault.

The shape of the file and its letters are read in `tablefile.py`; what amounts mean stands in
`amounts.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pontoon_sim.base.errors import nearest
from pontoon_sim.strategies.amounts import NO_BET, WHOLE, Amount
from pontoon_sim.strategies.table import StakeWord
from pontoon_sim.strategies.view import rank_name

RANK_NAMES = tuple(rank_name(number) for number in range(1, 14))
HARD_TOTALS = (4, 21)
SOFT_TOTALS = (12, 21)

Word = TypeVar("Word")


class TableError(Exception):
    """A fault of a table, in words, still without the file's name."""


# --- totals -------------------------------------------------------------------------------------


def by_total(
    words: Mapping[str, Word],
    place: str,
    kind: str,
    read: Callable[[Word, str], Word],
) -> dict[int, Word]:
    """Words by total, from keys such as `12` or `12-16`; each is checked by `read`."""
    words_by_total: dict[int, Word] = {}
    source: dict[int, str] = {}
    low, high = HARD_TOTALS if kind == "hard" else SOFT_TOTALS
    for key, word in words.items():
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", key.replace(" ", ""))
        if match is None:
            raise TableError(f"{place}: '{key}' is no total: write one such as 12, or 12-16")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise TableError(f"{place}: '{key}' runs backwards: write {last}-{first}")
        if first < low or last > high:
            raise TableError(
                f"{place}: '{key}' is out of range: {kind} totals go from {low} to {high}"
            )
        word = read(word, f"{place}: {key}")
        for total in range(first, last + 1):
            if total in words_by_total:
                raise TableError(
                    f"{place}: {total} is named twice, by '{source[total]}' and by '{key}'"
                )
            words_by_total[total], source[total] = word, key
    return words_by_total


# --- ranks --------------------------------------------------------------------------------------


def rank_of(word: str, place: str, extra: tuple[str, ...] = ()) -> int:
    """The rank that a word names, 1 to 13."""
    text = word.strip().upper()
    text = "10" if text == "T" else text
    if text in RANK_NAMES:
        return RANK_NAMES.index(text) + 1
    also = f", or {extra[0]}" if extra else ""
    raise TableError(
        f"{place}: '{word}' is no rank: take one of {', '.join(RANK_NAMES)}{also}"
        f"{nearest(word, extra)}"
    )


def ranks_of(group: str, place: str, extra: tuple[str, ...] = ()) -> list[int]:
    """The ranks of a group: one, several with spaces or commas between, runs such as `10-K`."""
    ranks: list[int] = []
    for word in re.split(r"[\s,]+", group.strip()):
        first, dash, last = word.partition("-")
        if not dash:
            ranks.append(rank_of(word, place, extra))
            continue
        low, high = rank_of(first, place), rank_of(last, place)
        if low > high:
            raise TableError(f"{place}: '{word}' runs backwards: ranks go from A to K")
        ranks += range(low, high + 1)
    return ranks


def all_ranks(groups: Iterable[str], place: str) -> frozenset[int]:
    """The ranks of a list of groups."""
    return frozenset(rank for group in groups for rank in ranks_of(group, place))


# --- stakes, pairs, burns -----------------------------------------------------------------------


def stake_word(word: str, place: str) -> StakeWord:
    """A stake; `place` names it in the file."""
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


def stakes_by_rank(stake: str | Mapping[str, str]) -> tuple[StakeWord, ...]:
    """Stakes by rank of the first card, from one word or from groups of ranks."""
    if isinstance(stake, str):
        return (stake_word(stake, "stake"),) * 13
    given: dict[int, StakeWord] = {}
    default = None
    for key, word in stake.items():
        if key == "default":
            default = stake_word(word, "stake.default")
            continue
        for rank in ranks_of(key, "stake", extra=("default",)):
            if rank in given:
                raise TableError(f"stake: {rank_name(rank)} is named twice")
            given[rank] = stake_word(word, f"stake.{key}")
    if default is None:
        for rank in range(1, 14):
            if rank not in given:
                raise TableError(
                    f"stake: first card {rank_name(rank)} has no stake:"
                    ' name it, or write default = "min"'
                )
        default = StakeWord("min")
    return tuple(given.get(rank, default) for rank in range(1, 14))


def pairs_of(split: str | Iterable[str]) -> frozenset[int]:
    """Ranks of the pairs to split."""
    if split == "none":
        return frozenset()
    if split == "all":
        return frozenset(range(1, 14))
    return frozenset(rank_of(word, "split") for word in split)


def burns_of(totals: Iterable[int]) -> frozenset[int]:
    """Hard totals to burn (P33)."""
    for total in totals:
        if total not in (13, 14):
            raise TableError(f"burn: {total} can never be burnt: take 13, 14 or both (P33)")
    return frozenset(totals)


# --- sums of money ------------------------------------------------------------------------------

#: By key: the words it takes, and what a share is a share of (None: no share makes sense).
_MONEY: dict[str, tuple[tuple[str, ...], str | None]] = {
    "shoot": (("none", "all"), "the room"),
    "kitty": (("min", "max"), "the way from kitty_min to kitty_max"),
    "top_up": (("none", "full"), "what may be added"),
    "ask": (("none",), None),
    "bid": (("none",), None),
}

MONEY_KEYS = tuple(_MONEY)


def allowed_amounts(key: str) -> str:
    """What an amount under a key may be, as the end of a sentence."""
    words, whole = _MONEY[key]
    forms = [f'"{word}"' for word in words]
    if whole:
        forms.append(f'a share of {whole} from "0%" to "100%"')
    forms.append('a multiple of the least stake such as "3x"')
    return f"take {', '.join(forms)}, or whole chips such as 20"


def amount(word: str | int, place: str, key: str) -> Amount:
    """An amount under one of MONEY_KEYS; `place` names it in the file."""
    words, whole = _MONEY[key]
    text = str(word).strip().lower()
    if text in words:
        return Amount(text)
    if whole and (match := re.fullmatch(r"(\d{1,3})(?:\.(\d))?%", text)):
        share = int(match[1]) * 10 + int(match[2] or 0)
        if share <= WHOLE:
            return Amount("%", share)
    if (match := re.fullmatch(r"(\d{1,6})x", text)) and int(match[1]) >= 1:
        return Amount("x", int(match[1]))
    if re.fullmatch(r"\d{1,9}", text):
        return Amount("chips", int(text))
    shown = f'"{word}"' if isinstance(word, str) else word
    raise TableError(f"{place} = {shown} is no amount: {allowed_amounts(key)}")


def amounts_by_rank(given: str | int | Mapping[str, str | int], place: str) -> tuple[Amount, ...]:
    """Shoot bets by rank, from one amount or from groups of ranks; no bet on what is not named."""
    if not isinstance(given, Mapping):
        return (amount(given, place, "shoot"),) * 13
    bets: dict[int, Amount] = {}
    default = NO_BET
    for key, word in given.items():
        bet = amount(word, f"{place}.{key}", "shoot")
        if key == "default":
            default = bet
            continue
        for rank in ranks_of(key, place, extra=("default",)):
            if rank in bets:
                raise TableError(f"{place}: {rank_name(rank)} is named twice")
            bets[rank] = bet
    return tuple(bets.get(rank, default) for rank in range(1, 14))
