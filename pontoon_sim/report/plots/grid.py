"""Strategy cards in colour: the letters of a strategy by hand. Takes axes and returns them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from pontoon_sim.strategies.table import Cell

COLOURS = {
    "S": "#c9d3dc", "T": "#f2c14e", "1": "#8cc7a1", "2": "#3f9b6c", "B": "#66b088", "P": "#a893cf",
    "X": "#e39a86", "D": "#f2c14e",
}  # fmt: skip
WORDS = {
    "S": "stick", "T": "twist", "1": "buy at 1x", "2": "buy at the dearest",
    "B": "buy at another price", "P": "split", "X": "burn", "D": "draw",
}  # fmt: skip
PLAYER_COLUMNS = (
    ("two\ncards", 2, False),
    ("three,\nbought", 3, False),
    ("three,\ntwisted", 3, True),
    ("four,\nbought", 4, False),
    ("four,\ntwisted", 4, True),
)
BANKER_COLUMNS = (("two\ncards", 2, False), ("three\ncards", 3, False), ("four\ncards", 4, False))


def letter_grid(
    ax: Axes,
    cells: Mapping[Cell, Mapping[str, float]],
    soft: bool,
    columns: Sequence[tuple[str, int, bool]] = PLAYER_COLUMNS,
    size: float = 8,
) -> Axes:
    """Letters by total (rows) and by number of cards and history (columns).

    A cell in several colours hangs on the very cards held; the widths are how often.

    Parameters
    ----------
    cells : dict of (cards, twisted, soft, total) to dict of str to float
        The share of each letter; a letter's colour is that of its first character.
    size : float
        Of the letters, points.
    """
    totals = list(range(12 if soft else 4, 22 if soft else 21))
    for line, total in enumerate(totals):
        for column, (_, cards, twisted) in enumerate(columns):
            shares = cells.get((cards, twisted, soft, total))
            if not shares:
                continue
            left = float(column)
            for letter in sorted(shares, key=lambda x, s=shares: -s[x]):  # type: ignore[misc]
                width = shares[letter]
                colour = COLOURS.get(letter[0], "#ffffff")
                ax.add_patch(Rectangle((left, line), width, 1, color=colour, lw=0))
                if width > 0.15:
                    ax.text(
                        left + width / 2, line + 0.52, letter, ha="center", va="center",
                        fontsize=size, color="black",
                    )  # fmt: skip
                left += width
            ax.add_patch(Rectangle((column, line), 1, 1, fill=False, ec="white", lw=1.2))
    ax.set_xlim(0, len(columns))
    ax.set_ylim(len(totals), 0)
    ax.set_xticks(
        [n + 0.5 for n in range(len(columns))], [c[0] for c in columns], fontsize=size - 1
    )
    ax.set_yticks([n + 0.5 for n in range(len(totals))], [str(t) for t in totals], fontsize=size)
    ax.xaxis.tick_top()
    ax.set_ylabel(f"{'soft' if soft else 'hard'} total")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax
