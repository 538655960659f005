"""What may be changed in a table: the states that it tells apart, and the other answers there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.game.legal import burn_totals, may_buy, may_draw, split_ranks
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
    draw_index,
    fourth_index,
    turn_index,
)
from pontoon_sim.strategies.amounts import NO_BET, Amount, ShootTable
from pontoon_sim.strategies.table import (
    CARD_WORDS,
    BankerTable,
    Cell,
    PlayerTable,
    StakeWord,
    choices,
    choose,
)
from pontoon_sim.strategies.view import rank_name

Table = PlayerTable | BankerTable

GROUPS = {
    "cards": "letters, splits and burns; a banker's draws",
    "stakes": "initial stakes by first card",
    "shoots": "shoot bets (Shoot Pontoon)",
    "doubles": "the banker's doubling by first card (P34)",
}
"""What may be changed, in groups that are asked for by name."""

_WORDS = {TABLE_STICK: "S", TABLE_TWIST: "T", TABLE_BUY_LEAST: "1T", TABLE_BUY_MOST: "2T"}
_STAKES = (StakeWord("min"), StakeWord("%", 25), StakeWord("%", 50), StakeWord("max"))
_BETS = (NO_BET, Amount("%", 250), Amount("%", 500), Amount("all"))


@dataclass(frozen=True)
class State:
    """One thing that a table decides, with the answers that it may give.

    Attributes
    ----------
    kind : str
        The field of `counterfactual.COUNTERFACTUAL` that maps places of the lowered table to it.
    key : hashable
        A `Cell` (`turn`, `draw`), a rank 1-13, a hard total (`burn`), or (soft, total)
        (`shoot_fourth`).
    places : tuple of int
        Its places in that field.
    answers : tuple of int
        Legal answers as the kernel reads them.
    words : tuple
        What the table's file says for each: letters, a StakeWord, an Amount, or a bool.
    """

    kind: str
    key: Hashable
    places: tuple[int, ...]
    answers: tuple[int, ...]
    words: tuple[Any, ...]

    def __str__(self) -> str:
        key: Any = self.key
        if self.kind in ("turn", "draw"):
            cards, twisted, soft, total = key
            path = (", twisted" if twisted else ", bought") if cards > 2 else ""
            path = path if self.kind == "turn" else ""
            return f"{'soft' if soft else 'hard'} {total}, {CARD_WORDS[cards]} cards{path}"
        if self.kind == "burn":
            return f"burn hard {key}"
        if self.kind == "shoot_fourth":
            return f"shoot before the fourth, {'soft' if key[0] else 'hard'} {key[1]}"
        what = {
            "pair": "pair of",
            "stake": "stake on",
            "shoot_first": "shoot on",
            "shoot_split": "shoot on a split",
            "double": "double on",
        }[self.kind]
        return f"{what} {rank_name(key)}"


def states_of(table: Table, rules: Rules, groups: Sequence[str] = ("cards",)) -> list[State]:
    """The states of a table that have a choice under these rules.

    Parameters
    ----------
    groups : sequence of str
        Names of GROUPS.
    """
    for group in groups:
        if group not in GROUPS:
            hint = nearest(group, GROUPS) or f": take {', '.join(GROUPS)}"
            raise PontoonError(f"'{group}' is nothing that can be tuned{hint}")
    choosable: list[State] = []
    if isinstance(table, PlayerTable):
        if "cards" in groups:
            choosable += [*_turn_states(rules), *_pair_states(rules), *_burn_states(rules)]
        if "stakes" in groups and rules.stake_min < rules.stake_max:
            choosable += _stake_states(rules)
        if "shoots" in groups and rules.shoot:
            choosable += _shoot_states(rules)
    else:
        if "cards" in groups:
            choosable += _draw_states(rules)
        if "doubles" in groups and rules.banker_doubles != "none":
            choosable += [
                State("double", rank, (rank - 1,), (0, 1), (False, True)) for rank in range(1, 14)
            ]
    states = [state for state in choosable if len(state.answers) > 1]
    if not states:
        raise PontoonError(
            f"there is no choice of {' or '.join(groups)} for this strategy under these rules"
        )
    return states


def _hands(soft: bool, total: int) -> Iterator[tuple[int, int]]:
    """(holds an ace, hard total) of the hands that a cell holds."""
    if soft:
        yield 1, total - 10
        return
    yield 0, total
    if total > 11:
        yield 1, total


def _turn_states(rules: Rules) -> Iterator[State]:
    for cell in choices():
        cards, twisted, soft, total = cell
        hard = total - 10 * soft
        if not may_draw(rules, cards, hard, soft):
            continue
        answers = [TABLE_STICK] if total >= rules.stick_min else []
        answers.append(TABLE_TWIST)
        if may_buy(rules, cards, hard, soft, twisted):
            answers += [TABLE_BUY_LEAST, TABLE_BUY_MOST][: min(rules.buy_max, 2)]
        places = tuple(turn_index(twisted, cards, *hand) for hand in _hands(soft, total))
        yield State("turn", cell, places, tuple(answers), tuple(_WORDS[a] for a in answers))


def _draw_states(rules: Rules) -> Iterator[State]:
    for cell in choices(twists=False):
        cards, _, soft, total = cell
        if may_draw(rules, cards, total - 10 * soft, soft):
            places = tuple(draw_index(cards, *hand) for hand in _hands(soft, total))
            yield State("draw", cell, places, (0, 1), ("S", "D"))


def _pair_states(rules: Rules) -> Iterator[State]:
    for rank in split_ranks(rules):
        yield State("pair", rank, (rank - 1,), (0, 1), (False, True))


def _burn_states(rules: Rules) -> Iterator[State]:
    for total in burn_totals(rules):
        yield State("burn", total, (total - 13,), (0, 1), (False, True))


def _stake_states(rules: Rules) -> Iterator[State]:
    chips = {word.chips(rules.stake_min, rules.stake_max): word for word in _STAKES}
    for rank in range(1, 14):
        yield State("stake", rank, (rank - 1,), tuple(chips), tuple(chips.values()))


def _shoot_states(rules: Rules) -> Iterator[State]:
    answers = tuple(bet.lowered(rules.stake_min) for bet in _BETS)
    for kind in ("shoot_first", "shoot_split"):
        for rank in range(1, 14):
            yield State(kind, rank, (rank - 1,), answers, _BETS)
    for soft, low in ((False, 6), (True, 13)):
        for total in range(low, 22 if soft else 21):
            places = tuple(fourth_index(*hand) for hand in _hands(soft, total))
            yield State("shoot_fourth", (soft, total), places, answers, _BETS)


# --- reading and changing a table -----------------------------------------------------------------


def word_of(table: Table, state: State, rules: Rules) -> Any:
    """What the table says now: one of `state.words` where that plays the same, else its own."""
    key: Any = state.key
    if state.kind in ("turn", "draw"):
        letters = table.cells[key]
        if state.kind == "draw":
            return letters
        can_buy = TABLE_BUY_LEAST in state.answers
        code = choose(letters, TABLE_STICK in state.answers, True, can_buy)
        return _WORDS[code] if code in state.answers else _WORDS[TABLE_BUY_LEAST]
    if isinstance(table, BankerTable):
        return key in table.doubles
    if state.kind == "pair":
        return key in table.pairs
    if state.kind == "burn":
        return key in table.burns
    if state.kind == "stake":
        return table.stakes[key - 1]
    if table.shooting is None:
        return NO_BET
    if state.kind == "shoot_fourth":
        return table.shooting.fourth.get(key, NO_BET)
    return (table.shooting.first if state.kind == "shoot_first" else table.shooting.split)[key - 1]


def with_word(table: Table, state: State, word: Any) -> Table:
    """The table with another word at one state."""
    key: Any = state.key
    if state.kind in ("turn", "draw"):
        cells: dict[Cell, str] = {**table.cells, key: word}
        return replace(table, cells=cells)
    if isinstance(table, BankerTable):
        return replace(table, doubles=_toggled(table.doubles, key, word))
    if state.kind == "pair":
        return replace(table, pairs=_toggled(table.pairs, key, word))
    if state.kind == "burn":
        return replace(table, burns=_toggled(table.burns, key, word))
    if state.kind == "stake":
        return replace(table, stakes=_put(table.stakes, key - 1, word))
    shooting = table.shooting or ShootTable((NO_BET,) * 13, (NO_BET,) * 13, {})
    if state.kind == "shoot_fourth":
        shooting = replace(shooting, fourth={**shooting.fourth, key: word})
    elif state.kind == "shoot_first":
        shooting = replace(shooting, first=_put(shooting.first, key - 1, word))
    else:
        shooting = replace(shooting, split=_put(shooting.split, key - 1, word))
    return replace(table, shooting=shooting)


def _toggled(items: frozenset[int], key: int, there: bool) -> frozenset[int]:
    return items | {key} if there else items - {key}


def _put(words: tuple[Any, ...], place: int, word: Any) -> tuple[Any, ...]:
    return (*words[:place], word, *words[place + 1 :])


def shown(state: State, word: Any) -> str:
    """A word of a state for people."""
    if isinstance(word, bool):
        yes, no = {"pair": ("split", "keep"), "burn": ("burn", "keep")}.get(
            state.kind, ("double", "do not")
        )
        return yes if word else no
    names = {"S": "stick", "T": "twist", "1T": "buy at 1x", "2T": "buy at most"}
    if state.kind == "draw":
        return {"D": "draw", "S": "stand"}[word]
    return names.get(word, str(word)) if state.kind == "turn" else str(word)


def number_states(counterfactual: npt.NDArray[np.void], states: Iterable[State]) -> None:
    """Fill a `kernel.counterfactual.COUNTERFACTUAL`, shape (1,), with the numbers of the states."""
    for kind in {"turn", "pair", "burn", "stake", "draw", "double"} | {
        f"shoot_{stage}" for stage in ("first", "split", "fourth")
    }:
        counterfactual[kind] = -1
    for number, state in enumerate(states):
        counterfactual[state.kind][0, list(state.places)] = number


def option_arrays(
    states: Sequence[State],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Answers of every state as `explore_block` takes them: int64 (states, m), int64 (states,)."""
    counts = np.array([len(state.answers) for state in states], np.int64)
    options = np.zeros((len(states), int(counts.max())), np.int64)
    for number, state in enumerate(states):
        options[number, : len(state.answers)] = state.answers
    return options, counts
