"""Draws docs/images/layers.svg: the layers that pyproject.toml states, and what each room imports.

`python docs/layers.py` (`make layers`) writes it anew. An arrow goes from a room to one that it
imports; where an import follows from others (a room imports another that imports a third), the
direct arrow is left out.
"""

from __future__ import annotations

import re
import tomllib
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "layers.svg"
WIDTH, ROW, HEIGHT, SLOT = 860, 62, 30, 132


def layers() -> list[list[str]]:
    """Rooms of each layer, the uppermost first."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    (contract,) = (c for c in tools["importlinter"]["contracts"] if c["type"] == "layers")
    return [re.split(r"\s*[:|]\s*", layer) for layer in contract["layers"]]


def arrows(rooms: list[str]) -> list[tuple[str, str]]:
    """Imports between rooms that follow from no others."""
    graph = grimp.build_graph("pontoon_sim", exclude_type_checking_imports=False, cache_dir=None)
    below: dict[str, set[str]] = {room: set() for room in rooms}
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            ends = [f"{name}.".split(".")[1] for name in (module, other)]
            if ends[0] != ends[1] and set(ends) <= set(rooms):
                below[ends[0]].add(ends[1])
    reached: dict[str, set[str]] = {}

    def reach(room: str) -> set[str]:
        if room not in reached:
            reached[room] = below[room].union(*map(reach, below[room]))
        return reached[room]

    return [
        (room, to)
        for room in rooms
        for to in sorted(below[room])
        if not any(to in reach(other) for other in below[room] - {to})
    ]


def draw() -> str:
    """The picture as SVG."""
    rows = layers()
    places = {
        room: (WIDTH / 2 + SLOT * (n - (len(row) - 1) / 2), 40 + ROW * level)
        for level, row in enumerate(rows)
        for n, room in enumerate(row)
    }
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {ROW * len(rows) + 24}"'
        ' font-family="sans-serif" font-size="14" text-anchor="middle">',
        "<title>The layers of pontoon_sim: each imports what lies below it</title>",
        f'<rect width="{WIDTH}" height="{ROW * len(rows) + 24}" fill="white"/>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#889"/></marker></defs>',
    ]
    for room, to in arrows(list(places)):
        (x, y), (u, v) = places[room], places[to]
        if y == v:
            side = 1 if u > x else -1
            ends = x + side * (SLOT / 2 - 8), y, u - side * (SLOT / 2 - 8), v
        else:
            ends = x, y + HEIGHT / 2, u, v - HEIGHT / 2
        lines.append(
            '<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" stroke="#889" stroke-width="1"'
            ' marker-end="url(#tip)"/>'.format(*ends)
        )
    for room, (x, y) in places.items():
        lines.append(
            f'<rect x="{x - SLOT / 2 + 8:g}" y="{y - HEIGHT / 2:g}" width="{SLOT - 16}"'
            f' height="{HEIGHT}" rx="5" fill="#eef3fa" stroke="#357"/>'
            f'<text x="{x:g}" y="{y + 5:g}">{escape(room)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
