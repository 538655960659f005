"""Strategy cards of a line-up, in colour."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.cards import cells_of
from pontoon_sim.report.plots.grid import (
    BANKER_COLUMNS,
    COLOURS,
    PLAYER_COLUMNS,
    WORDS,
    letter_grid,
)
from pontoon_sim.report.plots.style import new_figure
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.table import choices

MOST_CARDS = 6
"""Cards of a report; a sweep over twenty bankers is no place to print them all."""


def cards_of(outcome: Outcome) -> list[list[Strategy]]:
    """The cards of a line-up, players first: for each the strategies that play by it, which may
    differ in what no card shows, such as shoot bets. None where cards are many.

    A blend has no card: which of its parts plays is drawn by lot, or its choices stray.
    """
    found = {
        (one.role, one.name, one.content_hash): one
        for role in ("player", "banker")
        for arm in outcome.setup.arms
        for seat in arm.seats
        for one in (getattr(seat, role),)
        if one.blend is None
    }
    alike: dict[object, list[Strategy]] = {}
    for one in found.values():
        letters = cells_of(one)
        if letters is not None:
            alike.setdefault((one.role, frozenset(letters.items())), []).append(one)
    return list(alike.values()) if len(alike) <= MOST_CARDS else []


def strategy_card(strategy: Strategy) -> Figure:
    """Hard and soft hands side by side, and what the letters mean."""
    possible = set(choices())
    letters = {cell: word for cell, word in (cells_of(strategy) or {}).items() if cell in possible}
    cells = {
        cell: {letter: 1 / len(parts) for letter in parts}
        for cell, word in letters.items()
        for parts in (word.split("/"),)
    }
    banker = strategy.role == "banker"
    columns = BANKER_COLUMNS if banker else PLAYER_COLUMNS
    figure = new_figure(3.6 if banker else 5.0, 4.3, 1, 2)
    for ax, soft in zip(figure.axes, (False, True), strict=True):
        letter_grid(ax, cells, soft, columns, 7.5)
    used = {word[0] for parts in cells.values() for word in parts if word}
    handles = [
        Patch(color=COLOURS[letter], label=f"{letter} {_word(letter, banker)}")
        for letter in COLOURS
        if letter in used
    ]
    figure.legend(
        handles=handles, loc="outside lower center", ncols=min(len(handles), 4), frameon=False
    )
    return figure


def _word(letter: str, banker: bool) -> str:
    return "stand" if banker and letter == "S" else WORDS[letter]


def told(strategy: Strategy) -> str:
    """What its card shows, in words: where it sticks (or stands) and where not, two cards held."""
    letters = cells_of(strategy) or {}
    parts = []
    for soft in (False, True):
        runs: list[list[str]] = []
        for total in range(12 if soft else 4, 22 if soft else 21):
            word = letters.get((2, False, soft, total), "")
            if not word:
                continue
            if runs and runs[-1][2] == word:
                runs[-1][1] = str(total)
            else:
                runs.append([str(total), str(total), word])
        said = ", ".join(f"{a if a == b else f'{a} to {b}'} {word}" for a, b, word in runs)
        parts.append(f"{'soft' if soft else 'hard'} {said}")
    return f"With two cards: {'; '.join(parts)}."
