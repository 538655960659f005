"""Best replies and best bankers as strategy files that every command can play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from pontoon_sim.base.files import write_text
from pontoon_sim.exact.choices import Chosen, History
from pontoon_sim.exact.figures import Reply
from pontoon_sim.exact.multisets import VALUES, catalogue
from pontoon_sim.exact.simple_replies import Simple
from pontoon_sim.strategies.model import Facts
from pontoon_sim.strategies.table import LETTERS, BankerTable, Cell, PlayerTable, StakeWord
from pontoon_sim.strategies.tabletext import table_text

_SIZES = {2: 55, 3: 220, 4: 715}
_WIDTH = 88
_FILE = '''"""{summary}

Why: It is the best that a player can do who looks at its own hand only, against a banker that plays
as {banker} does, with a fresh pack for every deal: found by exact enumeration, not by trial. Its
value there is {net:+.7f} of the initial stake at equal stakes.

Weakness: Against any other banker it is somebody else's best reply, and it remembers no cards.

Source: {command}
"""

import numpy as np

from pontoon_sim.strategies import {names}SPLIT, STICK, TWIST, helper, player_strategy

# 1: stake the most on this first card (ace to king), 0: the least.
STAKES = np.frombuffer(b"{stakes}", dtype=np.uint8)

# 1: split this pair when it is dealt first, by rank, ace to king.
FIRST = np.frombuffer(b"{first}", dtype=np.uint8)

# 1: split it again, by rank, then by hands (2 to 4) and number of the hand (0 to 3).
AGAIN = np.frombuffer(
{again}
    dtype=np.uint8,
)
{burns}
# Which table plays a hand of a split: by rank, hands and number as above. 'a' plays the others.
WHICH = np.frombuffer(
{which}
    dtype=np.uint8,
)

# Letters S stick, T twist, 1 buy at the least, 2 buy at the dearest, '.' no such hand. One table
# has {size} of them: two cards; three cards, the last bought cheap, dear, or twisted; four cards,
# bought both cheap, dear then cheap, both dear, or twisted. Within each, hands by their number.
TABLES = np.frombuffer(
{tables}
    dtype=np.uint8,
)


@helper
def number(view):
    """Place of the hand among all hands of so many cards, from its values in ascending order."""
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
    return place


@helper
def section(view):
    """Where in a table hands with this history begin."""
    if view.cards == 2:
        return 0
    if view.cards == 3:
        if view.twisted > 0:
            return 495
        return 275 if view.stake > 2 * view.initial else 55
    if view.twisted > 0:
        return 2860
    if view.dearest > view.cheapest:
        return 2145
    return 1430 if view.stake > 3 * view.initial else 715


@helper
def branch(view):
    """Place of a hand of a split in AGAIN and WHICH."""
    return ((view.first_card - 1) * 3 + view.hands - 2) * 4 + view.hand


@player_strategy(own_cards_only=True, sizes_stakes=True)
def stake(view):
    """The most where the first card promises a gain, else the least."""
    return view.stake_max if STAKES[view.first_card - 1] == 49 else view.stake_min


@player_strategy
def turn(view):
    """The letter of the hand's table; where it is not legal, twist, else stick."""
    split = view.hands > 1
{burning}    if view.can_split:
        wanted = AGAIN[branch(view)] if split else FIRST[view.pair - 1]
        if wanted == 49:
            return SPLIT
    table = int(WHICH[branch(view)]) - 97 if split else 0
    letter = TABLES[table * {size} + section(view) + number(view)]
    if view.cheapest > 0:
        if letter == 49:
            return view.cheapest
        if letter == 50:
            return view.dearest
    if letter == 83 and view.can_stick:
        return STICK
    return TWIST if view.can_twist else STICK
'''
_BURNS = """
# 1: burn this hand where it may be burnt, by the number of the hand.
BURNS = np.frombuffer(b"{burns}", dtype=np.uint8)
"""
_BURNING = """    if view.can_burn and BURNS[number(view)] == 49:
        return BURN
"""


def sections(buy_max: int) -> list[History]:
    """Histories in the order of a table's sections."""
    return [
        History(2, False, 1, buy_max),
        History(3, False, 2, 1),
        History(3, False, 1 + buy_max, buy_max),
        History(3, True, 1, 0),
        History(4, False, 3, 1),
        History(4, False, 2 + buy_max, 1),
        History(4, False, 1 + 2 * buy_max, buy_max),
        History(4, True, 1, 0),
    ]


def hand_number(counts: list[int]) -> int:
    """Place of a hand among all hands of so many cards: the combinatorial number system.

    >>> hand_number([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]), hand_number([0] * 9 + [2])
    (0, 54)
    """
    place = cards = 0
    for value, count in enumerate(counts):
        for _ in range(count):
            term = 1
            for k in range(cards + 1):
                term = term * (value + k) // (k + 1)
            place += term
            cards += 1
    return place


def letters_text(chosen: dict[History, Chosen], buy_max: int) -> str:
    """The letters of one policy, section by section."""
    hands, text = catalogue(), ""
    numbers = {
        size: [hand_number(hands.counts[row].tolist()) for row in hands.of_size(size)]
        for size in _SIZES
    }
    for history in sections(buy_max):
        letters = np.full(_SIZES[history.cards], ".")
        if history in chosen:
            actions = chosen[history].action
            letters[numbers[history.cards]] = [LETTERS[a] for a in actions.tolist()]
        text += "".join(letters.tolist())
    return text


def _lines(text: str) -> str:
    """A bytes literal over several lines, followed by a comma."""
    rows = [text[n : n + _WIDTH] for n in range(0, len(text), _WIDTH)]
    body = "\n".join(f'    b"{row}"' for row in rows)
    return body + ","


def strategy_text(reply: Reply, command: str) -> str:
    """The Python file of a best reply.

    Parameters
    ----------
    reply : Reply
    command : str
        The command that made it, named as the source.
    """
    buy_max = reply.rules.buy_max
    tables = [letters_text(reply.first, buy_max)]
    first, again, which, burns = "", "", "", ""
    if any(burn.burns for burn in reply.burns.values()):
        numbers = {hand_number(list(c)) for c, burn in reply.burns.items() if burn.burns}
        burns = "".join("1" if number in numbers else "0" for number in range(_SIZES[2]))
    for rank in range(13):
        split = reply.splits.get(min(rank, VALUES - 1))
        used = split is not None and split.splits
        first += "1" if used else "0"
        for hands in (2, 3, 4):
            for hand in range(4):
                number = (hand, hands)
                letter = "a"
                if split is not None and used and number in split.split.chosen:
                    text = letters_text(split.split.chosen[number], buy_max)
                    if text not in tables:
                        tables.append(text)
                    letter = chr(ord("a") + tables.index(text))
                which += letter
                resplit = split is not None and used and split.split.again.get(number, False)
                again += "1" if resplit else "0"
    return _FILE.format(
        summary=f"The best reply to {reply.banker}, by composition of its own hand.",
        banker=reply.banker,
        net=reply.net,
        command=command,
        stakes="".join("1" if reply.by_first_card[min(r, 9)] > 0 else "0" for r in range(13)),
        first=first,
        names="BURN, " if burns else "",
        burns=_BURNS.format(burns=burns) if burns else "",
        burning=_BURNING if burns else "",
        again=_lines(again),
        which=_lines(which),
        size=len(tables[0]),
        tables=_lines("".join(tables)),
    )


def write_reply(path: str | Path, reply: Reply, command: str) -> None:
    """Write the strategy file of a best reply; `path` ends in `.py`."""
    write_text(path, strategy_text(reply, command))


# --- tables ---------------------------------------------------------------------------------------


def player_toml(simple: Simple, name: str, banker: str, stakes: Mapping[int, bool]) -> str:
    """A simple reply as a table file; `stakes` says on which first ranks (0-12) to stake most."""
    facts = Facts(
        summary=f"A simple best reply to {banker}: {simple.name}.",
        why=f"Its value at equal stakes is {simple.net:+.6f} of the initial stake, which gives away"
        f" {simple.cost:.6f} to the best reply by composition.",
        weakness="Against another banker it is somebody else's reply.",
        source=f"pontoon exact best-reply --banker {banker} --table",
    )
    words = tuple(StakeWord("max" if stakes[rank] else "min") for rank in range(13))
    table = PlayerTable(words, simple.pairs, simple.burns, simple.cells)
    return table_text(name, facts, table)


def banker_toml(cells: Mapping[Cell, str], name: str, against: str, edge: float) -> str:
    """A best banker as a table file."""
    facts = Facts(
        summary=f"The best own-hand banker against {against}.",
        why=f"Found by exact enumeration: its edge there is {100 * edge:.4f} % of the initial"
        " stakes.",
        weakness="Other players have other best bankers; it looks at no stakes.",
        source=f"pontoon exact best-banker --players {against}",
    )
    return table_text(name, facts, BankerTable(cells))
