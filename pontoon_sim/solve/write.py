"""The plans of a solved game as strategy files that every command can play."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.files import write_text
from pontoon_sim.exact.multisets import catalogue
from pontoon_sim.exact.strategy_files import hand_number
from pontoon_sim.solve.solution import LEAST, Solution
from pontoon_sim.solve.tree import Signal

HANDS = {2: 0, 3: 55, 4: 275, 5: 990}
"""Where hands of so many cards begin in a row of all hands."""

ROW = 2992
_WIDTH = 88

SHARED = '''
import base64
import zlib

import numpy as np

from pontoon_sim.strategies import {names}


def unpacked(text, kind):
    """An array from the letters that it is kept in."""
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), dtype=kind)


# The initial stakes of the solved game, in smallest stakes.
STAKES = np.array({stakes}, dtype=np.float64)
{tables}

@helper
def signal_of(view, slot):
    """What everybody sees of a hand: the class of each price, then each twisted card by value."""
    code = 0
    for k in range(3):
        price = view.hand_prices[3 * slot + k]
        level = 0
        if price > 0:
            level = 2 if 2 * price > {dear} * view.hand_initial[slot] else 1
        code = 3 * code + level
    drawn = 2 + view.hand_bought[slot]
    for k in range(3):
        value = 0
        if k < view.hand_twisted[slot]:
            value = min(view.hand_cards[5 * slot + drawn + k], 10)
        code = 11 * code + value
    return code


@helper
def stake_of(view, slot):
    """Number of the solved game's stake that is nearest to a hand's initial stake."""
    nearest = 0
    ratio = view.hand_initial[slot] / view.stake_min
    for k in range(len(STAKES)):
        if abs(STAKES[k] - ratio) < abs(STAKES[nearest] - ratio):
            nearest = k
    return nearest


@helper
def place_of(keys, key):
    """Place of a key among sorted keys, -1 where it is not among them."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < len(keys) and keys[low] == key:
        return low
    return -1
'''

_BANKER = '''"""{summary}

Why: With a fresh pack for every deal no player gains from it more than the game is worth: {value}
It looks at what was bought, at which prices, and at the cards that were twisted, and mixes.

Weakness: It is solved for one player. With several it answers the hand with the most chips on it. A
player who errs it does not punish more than others do.

Source: {command}
"""
{shared}

@helper
def number(view):
    """Place of the banker's hand in a row of all hands of two to four cards."""
    place = 0
    cards = 0
    for rank in range(13):
        value = rank if rank < 9 else 9
        for _ in range(view.held[rank]):
            term = 1
            for k in range(cards + 1):
                term = term * (value + k) // (k + 1)
            place += term
            cards += 1
    if cards == 3:
        return place + 55
    return place + 275 if cards == 4 else place


@banker_strategy(uses_order=True, deterministic=False)
def draw(view):
    """Draw as often as the plan does after what the largest hand shows."""
    slot = -1
    for k in range(len(view.hand_state)):
        standing = view.hand_state[k] == HAND_STUCK or view.hand_state[k] == HAND_TRICK
        if standing and (slot < 0 or view.hand_stake[k] > view.hand_stake[slot]):
            slot = k
    if slot < 0:
        return False
    row = place_of(KEYS, stake_of(view, slot) * {span} + signal_of(view, slot))
    if row < 0:
        return view.total < 17
    chance = int(DRAWS[row * 990 + number(view)])
    return chance == 65535 or (view.chance >> 16) < chance
'''

_PLAYER = '''"""{summary}

Why: With a fresh pack for every deal no banker, whatever it looks at, takes more from it than the
game is worth: {value}

Weakness: It never splits, remembers no cards, and does not punish a banker who errs.

Source: {command}
"""
{shared}

@player_strategy(uses_order=True, deterministic=False, sizes_stakes={sizes})
def stake(view):
    """The stake that the plan makes on this first card."""
    drawn = view.chance >> 16
    row = min(view.first_card, 10) - 1
    for k in range(len(STAKES)):
        if drawn < STAKE_LIMITS[row * len(STAKES) + k]:
            return min(int(STAKES[k] * view.stake_min), view.stake_max)
    return min(int(STAKES[len(STAKES) - 1] * view.stake_min), view.stake_max)


@player_strategy
def turn(view):
    """One of the plan's actions with this hand, by chance."""
    slot = 4 * view.position + view.hand
    hidden = 2 + view.bought
    place = 0
    for k in range(hidden):  # the number of the face-down cards, from their values in order
        smallest = 11
        for j in range(hidden):
            value = min(view.hand_cards[5 * slot + j], 10)
            below = 0
            for i in range(hidden):
                other = min(view.hand_cards[5 * slot + i], 10)
                if other < value or (other == value and i < j):
                    below += 1
            if below == k:
                smallest = value
        term = 1
        for j in range(k + 1):
            term = term * (smallest - 1 + j) // (j + 1)
        place += term
    if hidden > 2:
        place += 55 if hidden == 3 else 275
    key = (stake_of(view, slot) * {span} + signal_of(view, slot)) * {row} + place
    row = place_of(KEYS, key)
    if row < 0:
        return STICK if view.can_stick and view.total > 15 else TWIST
    drawn = view.chance >> 16
    if drawn < LIMITS[3 * row] and view.can_stick:
        return STICK
    if drawn < LIMITS[3 * row + 1] or view.cheapest == 0:
        return TWIST if view.can_twist else STICK
    return view.cheapest if drawn < LIMITS[3 * row + 2] else view.dearest
'''

SPAN = 27 * 11**3
"""Signals of one initial stake that have a code of their own."""


def signal_code(signal: Signal, prices: tuple[int, ...]) -> int:
    """The code of a signal as the files work it out.

    >>> signal_code(Signal((100,), (9,)), (100, 200))
    13189
    """
    code = 0
    for k in range(3):
        level = prices.index(signal.prices[k]) + 1 if k < len(signal.prices) else 0
        code = 3 * code + level
    for k in range(3):
        code = 11 * code + (signal.twisted[k] + 1 if k < len(signal.twisted) else 0)
    return code


def banker_text(solution: Solution, command: str) -> str:
    """The Python file of the banker's plan: a row of chances to draw for each signal."""
    tree, hands = solution.tree, catalogue()
    banker = tree.banker
    columns = np.array(
        [HANDS[int(hands.size[r])] + hand_number(hands.counts[r].tolist()) for r in banker.hands]
    )
    keys, rows = [], []
    for k in range(len(solution.stakes)):
        for n, signal in enumerate(tree.signals):
            row = np.zeros(HANDS[5], np.uint16)
            chances = solution.plans.banker[k, tree.seen[n]]
            row[columns[banker.draws]] = np.rint(65535 * chances[banker.draws])
            keys.append(k * SPAN + signal_code(signal, tree.prices))
            rows.append(row)
    order = np.argsort(keys)
    tables = table("KEYS", np.array(keys, np.int64)[order]) + table(
        "DRAWS", np.array(rows, np.uint16)[order].ravel()
    )
    names = "HAND_STUCK, HAND_TRICK, banker_strategy, helper"
    return _file(_BANKER, "The banker of the solved game", solution, command, names, tables)


def player_text(solution: Solution, command: str) -> str:
    """The Python file of the player's plan: limits of its actions at each node it comes to."""
    tree, hands = solution.tree, catalogue()
    keys, limits = [], []
    for k, reach in enumerate(solution.reaches()):
        for n in np.flatnonzero(reach > LEAST**2).tolist():
            signal = tree.signals[tree.signal[n]]
            private = int(tree.private[n])
            if int(hands.size[private]) > 4:
                continue
            place = HANDS[int(hands.size[private])] + hand_number(hands.counts[private].tolist())
            code = k * SPAN + signal_code(signal, tree.prices)
            keys.append(code * ROW + place)
            limits.append(_limits(solution.plans.player[k, n][:4]))
    order = np.argsort(keys)
    stakes = np.array([_limits(row) for row in solution.plans.stakes])
    tables = (
        table("STAKE_LIMITS", stakes.ravel())
        + table("KEYS", np.array(keys, np.int64)[order])
        + table("LIMITS", np.array(limits, np.uint32)[order][:, :3].ravel())
    )
    names = "STICK, TWIST, helper, player_strategy"
    return _file(_PLAYER, "The player of the solved game", solution, command, names, tables)


def _limits(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.uint32]:
    """Limits below which a number of 16 bits chooses each of some actions: 65536 is all of them."""
    sums = np.rint(65536 * np.cumsum(chances)).astype(np.uint32)
    last = np.flatnonzero(chances > 0)[-1]
    sums[last:] = 65536
    return np.pad(sums, (0, max(3 - len(sums), 0)), constant_values=65536)


def table(name: str, values: npt.NDArray[Any]) -> str:
    """A line of Python that makes an array of this name, in letters."""
    text = base64.b85encode(zlib.compress(values.tobytes(), 9)).decode()
    rows = [text[n : n + _WIDTH] for n in range(0, len(text), _WIDTH)]
    body = "\n".join(f'    "{row}"' for row in rows)
    return f"\n{name} = unpacked(\n{body},\n    np.{values.dtype},\n)\n"


def _file(form: str, name: str, solution: Solution, command: str, names: str, tables: str) -> str:
    low, high = (100 * edge for edge in solution.edge_bounds)
    prices = solution.tree.prices or (100,)
    shared = SHARED.format(
        names=names,
        stakes=list(solution.multiples),
        tables=tables,
        dear=(prices[0] + prices[-1]) // 100,
    )
    stakes = "equal stakes" if len(solution.stakes) == 1 else f"stakes of {solution.stakes}"
    return form.format(
        summary=f"{name}, heads-up and without splits, at {stakes}.",
        value=f"{low:+.4f} to {high:+.4f} %\nof the initial stakes to the bank.",
        command=command,
        shared=shared.strip("\n"),
        span=SPAN,
        row=ROW,
        sizes=len(solution.stakes) > 1,
    )


def write_plans(folder: str | Path, solution: Solution, command: str) -> list[Path]:
    """Write `solved_player.py` and `solved_banker.py` into a folder."""
    paths = [Path(folder) / "solved_player.py", Path(folder) / "solved_banker.py"]
    write_text(paths[0], player_text(solution, command))
    write_text(paths[1], banker_text(solution, command))
    return paths
