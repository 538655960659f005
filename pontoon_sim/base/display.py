"""How data shows itself where Python, a notebook or `.frame()` asks it to.

Data knows no words: what renders a class is looked up in a registry, which the module named by
`pontoon_sim.DISPLAY` fills when something is shown for the first time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

import pontoon_sim


class Renderer(NamedTuple):
    """What shows the objects of a class.

    Attributes
    ----------
    text : callable
        One sentence, for `repr`.
    html : callable
        The same with tables, for notebooks.
    frame : callable
        Takes the object and the name of one of its tables; gives it as a pandas DataFrame.
    """

    text: Callable[[Any], str]
    html: Callable[[Any], str] | None = None
    frame: Callable[[Any, str], Any] | None = None


RENDERERS: dict[type, Renderer] = {}
"""What shows each class. Another is added with `RENDERERS[MyClass] = Renderer(...)`."""


def renderer_of(shown: object) -> Renderer:
    """The renderer of an object's class or of the nearest class above it."""
    importlib.import_module(pontoon_sim.DISPLAY)
    return next(RENDERERS[kind] for kind in type(shown).__mro__ if kind in RENDERERS)


class Displayed:
    """Data that shows itself by its renderer. Dataclasses need `repr=False` beside it."""

    def __repr__(self) -> str:
        return renderer_of(self).text(self)

    def _repr_html_(self) -> str:
        html = renderer_of(self).html
        return repr(self) if html is None else html(self)


def frame_of(shown: object, table: str) -> Any:
    """One of an object's tables as a pandas DataFrame.

    Raises
    ------
    PontoonError
        There is no such table, or the object has nothing to put into it.
    """
    frame = renderer_of(shown).frame
    assert frame is not None
    return frame(shown, table)
