"""The best reply as a coloured strategy card. Takes axes and returns them; opens no window."""

from __future__ import annotations

import io
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from pontoon_sim.base.files import write_bytes
from pontoon_sim.exact.reply import Reply
from pontoon_sim.exact.telling import VALUE_NAMES, reply_cells
from pontoon_sim.report.plots.grid import COLOURS, WORDS, letter_grid

NO, YES = "#eeeeee", "#7a5ea8"


def first_cards(ax: Axes, reply: Reply) -> Axes:
    """Net (% of the initial stake) by first card: where it is above zero, stake the most."""
    nets = [100 * reply.by_first_card[value] for value in range(10)]
    colours = [COLOURS["2"] if net > 0 else "#b5532a" for net in nets]
    ax.bar(range(10), nets, color=colours, width=0.8)
    for place, net in enumerate(nets):
        ax.annotate(
            f"{net:+.1f}",
            (place, net),
            xytext=(0, 3 if net >= 0 else -3),
            textcoords="offset points",
            ha="center",
            va="bottom" if net >= 0 else "top",
            fontsize=7,
        )
    ax.axhline(0, color="#333333", lw=0.8)
    ax.set_xticks(range(10), [*VALUE_NAMES[:9], "T-K"], fontsize=8)
    ax.set_ylabel("net, % of the initial stake", fontsize=8)
    ax.set_xlabel("first card", fontsize=8)
    ax.tick_params(labelsize=8)
    ax.margins(y=0.15)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def pairs(ax: Axes, reply: Reply) -> Axes:
    """Which pairs to split."""
    for value in range(10):
        split = reply.splits.get(value)
        yes = split is not None and split.splits
        ax.add_patch(Rectangle((value, 0), 0.94, 1, color=YES if yes else NO, lw=0))
        name = VALUE_NAMES[value] * 2 if value < 9 else "TT-KK"
        ax.text(
            value + 0.47, 0.5, name, ha="center", va="center", fontsize=8,
            color="white" if yes else "#555555",
        )  # fmt: skip
    ax.set_xlim(0, 10)
    ax.set_ylim(0, 1)
    ax.set_title("pairs to split", fontsize=9, loc="left")
    ax.axis("off")
    return ax


def strategy_card(reply: Reply) -> Figure:
    """The whole card as a figure."""
    figure = Figure(figsize=(10, 8.2), layout="constrained")
    FigureCanvasAgg(figure)
    cells = reply_cells(reply)
    grid = figure.add_gridspec(4, 2, height_ratios=(5.2, 0.5, 2.4, 0.35))
    letter_grid(figure.add_subplot(grid[0, 0]), cells, soft=False)
    letter_grid(figure.add_subplot(grid[0, 1]), cells, soft=True)
    pairs(figure.add_subplot(grid[1, :]), reply)
    first_cards(figure.add_subplot(grid[2, :]), reply)
    legend = figure.add_subplot(grid[3, :])
    legend.axis("off")
    used = {letter for shares in cells.values() for letter in shares}
    handles = [Patch(color=COLOURS[x], label=f"{x} {WORDS[x]}") for x in COLOURS if x in used]
    if reply.splits:
        handles.append(Patch(color=YES, label="split"))
    legend.legend(handles=handles, ncols=len(handles), loc="center", frameon=False, fontsize=9)
    figure.suptitle(
        f"Best reply to {reply.banker}: {100 * reply.net:+.3f} % of the initial stake"
        f" ({reply.staked:.3f} staked)",
        fontsize=12,
    )
    return figure


def write_card(path: str | Path, reply: Reply) -> None:
    """Write the card as a picture; the suffix says which kind (.png, .svg, .pdf)."""
    content = io.BytesIO()
    kind = Path(path).suffix[1:].lower()
    strategy_card(reply).savefig(content, format=kind, dpi=150)
    write_bytes(path, content.getvalue())
