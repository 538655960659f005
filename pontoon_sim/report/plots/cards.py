"""Strategy cards in colour: letters by hand, and below them stakes, pairs and bets by rank.

A card is drawn in inches on axes of its own, so that its letters are as large for a banker as for a
player.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.decisions import reply_cells
from pontoon_sim.exact.figures import Reply
from pontoon_sim.exact.multisets import VALUE_NAMES
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.game.rules import Rules
from pontoon_sim.report.cards import (
    BANKER_COLUMNS,
    NOTHING,
    PLAYER_COLUMNS,
    Entry,
    entries_of,
    letters_of,
    played_letters,
    ranks_entry,
    runs_of,
)
from pontoon_sim.report.plots import style
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.table import Cell
from pontoon_sim.strategies.view import rank_name

COLOURS = {
    "S": "#c9d3dc", "T": "#f2c14e", "1": "#8cc7a1", "2": "#3f9b6c", "B": "#66b088", "P": "#a893cf",
    "X": "#e39a86", "D": "#f2c14e",
}  # fmt: skip
MEANINGS = {
    "S": "stick", "T": "twist", "1": "buy at 1x", "2": "buy at the dearest",
    "B": "buy at another price", "P": "split", "X": "burn", "D": "draw",
}  # fmt: skip
"""Colour and meaning of each letter; a banker's S is "stand"."""

NONE, LITTLE, MOST = "#e6eaee", COLOURS["1"], COLOURS["2"]
"""Colours of words by rank: no or the least chips, some, and the most."""

WIDTH = 5.0
GUTTER, GAP, HEAD, LINE = 0.34, 0.2, 0.34, 0.185
"""Inches: room for totals beside a grid, between the grids, for headings, and a row's height."""

LABELS = 1.16
"""Inches: room for the labels of rows by rank."""

SIZE = 7.5
"""Of letters, points."""

MOST_CARDS = 6
"""Cards of a report; a sweep over twenty bankers is no place to print them all."""

Shares = Mapping[Cell, Mapping[str, float]]
"""The share of each letter, by cell."""


def draw_card(
    ax: Axes, shares: Shares, entries: Mapping[str, Sequence[Entry]], banker: bool = False
) -> Axes:
    """A whole card, in inches from the upper left corner.

    A cell in several colours depends on the very cards held; the widths are how often.

    Parameters
    ----------
    entries : dict of str to sequence of Entry
        What stands below the letters, under the name of the strategy; "" for no name.
    """
    columns = BANKER_COLUMNS if banker else PLAYER_COLUMNS
    wide = (WIDTH - GAP) / 2 - GUTTER
    for number, soft in enumerate((False, True)):
        _grid(ax, shares, soft, columns, number * (WIDTH + GAP) / 2 + GUTTER, wide)
    used = {letter[0] for letters in shares.values() for letter in letters if letter}
    left, y = (WIDTH + GAP) / 2 + GUTTER, HEAD + 11 * LINE
    for letter in COLOURS:
        if letter in used:
            meaning = "stand" if banker and letter == "S" else MEANINGS[letter]
            _box(ax, left, y, 0.26, LINE, COLOURS[letter], letter)
            ax.text(left + 0.34, y + LINE / 2, meaning, va="center", fontsize=SIZE)
            y += LINE
    y = HEAD + 17 * LINE + 0.12
    for name, some in entries.items():
        y = _entries(ax, name, some, y)
    ax.set_xlim(0, WIDTH)
    ax.set_ylim(y, 0)
    ax.axis("off")
    return ax


def _grid(
    ax: Axes,
    shares: Shares,
    soft: bool,
    columns: Sequence[tuple[str, str, int, bool]],
    left: float,
    wide: float,
) -> None:
    """Letters by total (rows) and by number of cards and history (columns)."""
    step = wide / len(columns)
    ax.text(left - 0.06, HEAD - 0.06, "soft" if soft else "hard", ha="right", fontsize=SIZE,
            fontweight="bold")  # fmt: skip
    for column, (above, below, *_) in enumerate(columns):
        x = left + (column + 0.5) * step
        both = column + 1 < len(columns) and not columns[column + 1][0]
        ax.text(x + both * step / 2, HEAD - 0.2, above, ha="center", fontsize=SIZE - 0.5)
        ax.text(x, HEAD - 0.06, below, ha="center", fontsize=SIZE - 0.5)
    for row, total in enumerate(range(12 if soft else 4, 22 if soft else 21)):
        y = HEAD + row * LINE
        ax.text(left - 0.06, y + LINE / 2, str(total), ha="right", va="center", fontsize=SIZE)
        for column, (*_, cards, twisted) in enumerate(columns):
            cell, x = shares.get((cards, twisted, soft, total), {}), left + column * step
            for letter in sorted(cell, key=lambda x, s=cell: -s[x]):  # type: ignore[misc]
                width = cell[letter] * step
                text = letter if cell[letter] > 0.15 else ""
                _box(ax, x, y, width, LINE, COLOURS.get(letter[:1], "#ffffff"), text)
                x += width


def _entries(ax: Axes, name: str, entries: Sequence[Entry], y: float) -> float:
    """Rows by rank and lines of text, from a height downwards; the height below them."""
    if name and entries:
        ax.text(0, y + LINE / 2, name, va="center", fontsize=SIZE, fontweight="bold")
        y += LINE
    step = (WIDTH - LABELS) / 13
    varying = [entry for entry in entries if entry.varies]
    if varying:
        for rank in range(13):
            ax.text(LABELS + (rank + 0.5) * step, y + LINE - 0.04, rank_name(rank + 1), ha="center",
                    fontsize=SIZE - 0.5)  # fmt: skip
        y += LINE
    for entry in varying:
        label = f"{entry.label}{', ' if entry.detail else ''}{entry.detail}"
        ax.text(0, y + LINE / 2, label, va="center", fontsize=SIZE)
        for rank, word in enumerate(entry.words):
            text = "" if word in NOTHING else "yes" if word and entry.empty else word
            _box(ax, LABELS + rank * step, y, step, LINE, _colour(entry, word), text, SIZE - 1)
        y += LINE
    texts: dict[str, list[str]] = {}
    for entry in entries:
        if not entry.varies:
            texts.setdefault(entry.label, []).append(entry.text)
        elif entry.note:
            texts.setdefault(entry.label, []).append(entry.note)
    for label, parts in texts.items():
        for line in textwrap.wrap(f"{label}: {'; '.join(parts)}", 100):
            ax.text(0, y + LINE / 2, line, va="center", fontsize=SIZE)
            y += LINE
    return y + 0.06


def _colour(entry: Entry, word: str) -> str:
    if word in ("", "min", *NOTHING):
        return NONE
    if entry.empty:
        return COLOURS["P"] if entry.label == "split" else COLOURS["D"]
    if word.isdigit():
        chips = [int(x) for x in entry.words]
        least, most = min(chips), max(chips)
        return NONE if int(word) == least else MOST if int(word) == most else LITTLE
    return MOST if word in ("max", "100%") else LITTLE


def _box(
    ax: Axes, x: float, y: float, width: float, height: float, colour: str, text: str = "",
    size: float = SIZE,
) -> None:  # fmt: skip
    room = min(0.015, width / 4)
    ax.add_patch(
        Rectangle((x + room, y + 0.01), width - 2 * room, height - 0.02, color=colour, lw=0)
    )
    if text:
        shown = size * min(1.0, 4.6 / len(text))
        ax.text(x + width / 2, y + height / 2 + 0.008, text, ha="center", va="center",
                fontsize=shown, color="black")  # fmt: skip


def card_height(entries: Mapping[str, Sequence[Entry]]) -> float:
    """Inches that `draw_card` needs."""
    ax = Figure().add_axes((0, 0, 1, 1))
    return float(draw_card(ax, {}, entries).get_ylim()[0])


class Card(NamedTuple):
    """A card to be drawn; `entries` as in `draw_card`."""

    title: str
    shares: Shares
    entries: Mapping[str, Sequence[Entry]]
    banker: bool


def card_of(strategies: Sequence[Strategy], rules: Rules, shoot: bool = True) -> Card:
    """The card of a strategy, or of several that differ in nothing but stakes and bets.

    Parameters
    ----------
    rules : Rules
        What is legal decides which of a cell's letters is played.
    shoot : bool
        Whether shoot bets, kitty and prices of the bank belong on it.
    """
    first = strategies[0]
    if first.blend is not None:
        parts = ", ".join(f"'{part.name}'" for part in first.blend.parts)
        raise PontoonError(f"'{first.name}' has no card of its own: draw its parts, {parts}")
    letters = played_letters(first, rules)
    if letters is None:
        raise PontoonError(
            f"'{first.name}' has no card to draw: it looks at more than its own cards"
        )
    shares = {
        cell: {letter: 1 / len(parts) for letter in parts}
        for cell, word in letters.items()
        for parts in (word.split("/"),)
    }
    money = () if shoot else ("shoot", "bid", "kitty", "top up", "ask")
    own = {
        strategy.name: [entry for entry in entries_of(strategy) if entry.label not in money]
        for strategy in strategies
    }
    shared = [entry for entry in own[first.name] if all(entry in some for some in own.values())]
    entries: dict[str, list[Entry]] = {"": shared}
    for name, some in own.items():
        entries[name] = [entry for entry in some if entry not in shared]
    return Card(f"{first.name}, {first.role}", shares, entries, first.role == "banker")


def card_figure(cards: Sequence[Card], titles: bool = False) -> Figure:
    """Cards side by side."""
    heights = [card_height(card.entries) for card in cards]
    top = 0.3 if titles else 0.0
    figure = style.new_figure(
        (WIDTH + 0.3) * len(cards) - 0.1, max(heights) + top + 0.2, 1, len(cards)
    )
    figure.set_layout_engine("none")
    for number, (ax, card, height) in enumerate(zip(figure.axes, cards, heights, strict=True)):
        left = 0.1 + number * (WIDTH + 0.3)
        _place(figure, ax, left, top + 0.1, height)
        draw_card(ax, card.shares, card.entries, card.banker)
        if titles:
            ax.text(0, -0.12, card.title, fontsize=10, fontweight="bold")
    return figure


def _place(figure: Figure, ax: Axes, left: float, top: float, height: float) -> None:
    """Put axes as wide as a card at so many inches from the left and from the top."""
    whole_width, whole = figure.get_size_inches()
    ax.set_position((left / whole_width, 1 - (top + height) / whole, WIDTH / whole_width,
                     height / whole))  # fmt: skip


def write_strategy_cards(
    path: str | Path, strategies: Sequence[Strategy], rules: Rules | None = None
) -> None:
    """Draw the cards of strategies into a PNG, SVG or PDF file.

    Raises
    ------
    PontoonError
        One sentence, for a strategy that has no card: a blend, or one that looks at more than its
        own cards.
    """
    cards = [card_of([strategy], rules or Rules()) for strategy in strategies]
    with style.styled():
        style.write_figure(path, card_figure(cards, titles=True))


# --- the best reply -------------------------------------------------------------------------------


def first_cards(ax: Axes, reply: Reply) -> Axes:
    """The player's net (% of the initial stake) by first card: above zero, stake the most."""
    nets = [100 * reply.by_first_card[value] for value in range(10)]
    colours = [style.PLAYERS if net > 0 else style.BANK for net in nets]
    ax.bar(range(10), nets, color=colours, width=0.8)
    for place, net in enumerate(nets):
        ax.annotate(
            f"{net:+.1f}", (place, net), xytext=(0, 3 if net >= 0 else -3), ha="center",
            textcoords="offset points", va="bottom" if net >= 0 else "top", fontsize=SIZE - 0.5,
        )  # fmt: skip
    ax.axhline(0, color=style.INK, lw=0.8)
    ax.set_xticks(range(10), [*VALUE_NAMES[:9], "10-K"])
    ax.set_ylabel("player's net, %\nof the initial stake", fontsize=SIZE)
    ax.set_xlabel("first card: stake the most where the net is above zero", fontsize=SIZE)
    ax.tick_params(labelsize=SIZE)
    ax.margins(y=0.18)
    return style.tidy(ax, "y")


def reply_card(reply: Reply) -> Figure:
    """The best reply to a banker as a card, with what each first card is worth."""
    split = {value for value, choice in reply.splits.items() if choice.splits}
    pairs = [rank for rank in range(1, 14) if min(rank - 1, 9) in split]
    entries = {"": [ranks_entry("split", pairs, "split", "none")] if reply.splits else []}
    with style.styled():
        height, bars, top = card_height(entries), 1.6, 0.3
        figure = style.new_figure(WIDTH + 0.2, top + height + bars + 0.2, 2, 1)
        upper, lower = figure.axes
        figure.suptitle(
            f"Best reply to {reply.banker}: {100 * reply.net:+.3f} % of the initial stake"
            f" ({reply.staked:.3f} staked)",
            fontsize=10, fontweight="bold",
        )  # fmt: skip
        style.settle(figure)
        _place(figure, upper, 0.1, top + 0.1, height)
        draw_card(upper, reply_cells(reply), entries)
        whole = figure.get_figheight()
        lower.set_position((0.13, 0.5 / whole, 0.84, (bars - 0.45) / whole))
        first_cards(lower, reply)
    return figure


def write_reply_card(path: str | Path, reply: Reply) -> None:
    """Draw the card of a best reply into a PNG, SVG or PDF file."""
    style.write_figure(path, reply_card(reply))


# --- the cards of a report ------------------------------------------------------------------------


def cards_of(outcome: Outcome) -> list[list[Strategy]]:
    """The cards of a line-up, players first: for each the strategies that play their hands by it,
    which may differ in stakes and bets. None where cards are many.

    A blend has no card: which of its parts plays is drawn by lot, or its choices stray.
    """
    strategies = {
        (strategy.role, strategy.name, strategy.content_hash): strategy
        for role in ("player", "banker")
        for arm in outcome.setup.arms
        for seat in arm.seats
        for strategy in (getattr(seat, role),)
        if strategy.blend is None
    }
    alike: dict[object, list[Strategy]] = {}
    for strategy in strategies.values():
        letters = letters_of(strategy)
        if letters is not None:
            alike.setdefault((strategy.role, frozenset(letters.items())), []).append(strategy)
    return list(alike.values()) if len(alike) <= MOST_CARDS else []


def described(strategy: Strategy) -> str:
    """What its card shows, in words: what is done with each total of two cards."""
    letters = letters_of(strategy) or {}
    parts = []
    for soft in (False, True):
        totals = range(12 if soft else 4, 22 if soft else 21)
        words = ((total, letters.get((2, False, soft, total), "")) for total in totals)
        runs = ", ".join(
            f"{a if a == b else f'{a} to {b}'} {word}" for a, b, word in runs_of(words) if word
        )
        parts.append(f"{'soft' if soft else 'hard'} {runs}")
    return f"With two cards: {'; '.join(parts)}."
