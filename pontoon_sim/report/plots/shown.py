"""What a picture of a report is: a figure with its title, its words and the name of its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.plots import style

WIDTH = 5.0
"""Inches: at this width letters are as large as those of the page, on a phone too."""

LONGEST_FILE = 80
"""Letters of a picture's file name."""


class Shown(NamedTuple):
    """A picture as it stands in a report.

    Attributes
    ----------
    name : str
        Of its file.
    title : str
        Above it.
    alt : str
        What it shows, for those who cannot see it.
    figure : Figure
    note : str
        Below it, where marks want explaining.
    """

    name: str
    title: str
    alt: str
    figure: Figure
    note: str = ""


class Picture(NamedTuple):
    """One picture, or one for each of several strategies.

    Attributes
    ----------
    name : str
    applies : callable
        Takes the outcome; whether the report has this picture.
    draw : callable
        Takes the outcome; gives what is shown.
    """

    name: str
    applies: Callable[[Outcome], bool]
    draw: Callable[[Outcome], Iterator[Shown]]


def file_name_of(name: str, taken: set[str]) -> str:
    """A name that any file system and any link takes as it is, unlike those that are `taken`,
    to which it is added."""
    plain = re.sub(r"[^a-zA-Z0-9_-]+", "_", name)[:LONGEST_FILE].strip("_")
    file_name, count = plain, 2
    while file_name.lower() in taken:  # letters that differ in case only are one file on some disks
        file_name, count = f"{plain}_{count}", count + 1
    taken.add(file_name.lower())
    return file_name


def shown_of(
    name: str,
    title: str,
    alt: str,
    draw: Callable[[Axes], Axes],
    height: float,
    width: float = WIDTH,
    note: str = "",
) -> Shown:
    """A picture of one plot, inches; its title stands above it on the page."""
    figure = style.new_figure(width, height)
    draw(figure.axes[0]).set_title("")
    return Shown(name, title, alt, figure, note)


def list_of(words: Iterable[str]) -> str:
    parts = list(words)
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
