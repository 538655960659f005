"""What a strategy is, whatever its form: facts about it, and an answer to each decision.

Both engines know strategies only through this file. How a table, a Python file or a name of a blend
becomes a `Strategy` stands in `tablefile.py`, `function.py` and `blend.py`. No numba here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pontoon_sim.base.display import renderer_of
from pontoon_sim.base.errors import printable
from pontoon_sim.kernel.layout import BURN
from pontoon_sim.strategies.parameters import Parameter
from pontoon_sim.strategies.table import BankerTable, PlayerTable
from pontoon_sim.strategies.view import Answer

Role = Literal["player", "banker"]
Form = Literal["table", "function", "blend"]
ROLES: tuple[Role, ...] = ("player", "banker")

DECISIONS_OF: dict[Role, tuple[str, ...]] = {
    "player": ("stake", "turn", "shoot", "bid"),
    "banker": ("draw", "kitty", "top_up", "ask", "double"),
}
"""The decisions that each role takes; the first listed of `NEEDED` must be there."""

NEEDED: dict[Role, str] = {"player": "turn", "banker": "draw"}
"""The one decision that a strategy of this role cannot do without."""


@dataclass(frozen=True)
class Facts:
    """What a strategy says of itself. The contract battery checks all that can be checked.

    Attributes
    ----------
    summary : str
        What it does, in one line.
    why, weakness, source : str
        Why anyone plays so, what it loses by, where it comes from (its usual name too).
    deterministic : bool
        The same view without `chance` always gets the same answer.
    uses_seen : bool
        It looks at `view.seen`; only then is that field filled.
    uses_order : bool
        It looks at `view.coming`, `view.fresh` or `view.hand_cards`; only then are they filled.
    sizes_stakes : bool
        Its initial stake is not always `stake_min`.
    own_cards_only : bool
        It looks at its own hand, prices and the rules, never at other hands, `seen`, its bankroll
        or the cards left.
    """

    summary: str = ""
    why: str = ""
    weakness: str = ""
    source: str = ""
    deterministic: bool = True
    uses_seen: bool = False
    uses_order: bool = False
    sizes_stakes: bool = False
    own_cards_only: bool = False

    def __post_init__(self) -> None:
        for name in ("summary", "why", "weakness", "source"):  # they come from a file
            object.__setattr__(self, name, printable(getattr(self, name)))


@dataclass(frozen=True)
class Strategy:
    """A player's or a banker's way to play, loaded from one file, or blended of such.

    Two strategies are equal when name, role and the file's content (of a blend: the content of its
    parts, and how often each answers) are. `path` is where the file was loaded from, on the machine
    where it was (of a blend: its name); `content` is the file itself.
    """

    name: str
    role: Role
    form: Form
    facts: Facts = field(compare=False)
    path: Path = field(compare=False, repr=False)
    content_hash: str
    functions: Mapping[str, Answer] = field(compare=False, repr=False)
    table: PlayerTable | BankerTable | None = field(default=None, compare=False, repr=False)
    content: bytes = field(default=b"", compare=False, repr=False)
    blend: Blend | None = field(default=None, compare=False, repr=False)
    parameters: Mapping[str, Parameter] = field(default_factory=dict, compare=False, repr=False)

    @property
    def is_run(self) -> bool:
        """Whether it can play; False where a Python file in it was not run (`find_unrun`)."""
        if self.blend is not None:
            return all(part.is_run for part in self.blend.parts)
        return bool(self.functions)

    def decides(self, decision: str) -> bool:
        """Whether it has a say of its own in this decision (else the default is taken)."""
        return decision in self.functions

    def answer(self, decision: str, view: Any) -> int:
        """Its answer to a decision, in plain Python.

        Parameters
        ----------
        decision : str
            One of `layout.DECISIONS`.
        view : object
            Anything with the fields of `layout.VIEW` as attributes.

        Returns
        -------
        int
            `turn`: STICK, TWIST, SPLIT, BURN or a price in chips to buy at. `draw`, `double`: 1 or
            0. `stake`, `shoot`, `kitty`, `top_up`, `bid`: chips. `ask`: chips, -1 for not for sale.
        """
        function = self.functions.get(decision)
        if function is None:
            return default_answer(decision, view)
        return function(view)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Its card, where IPython or a notebook shows it."""
        printer.text(renderer_of(self).text(self))


# --- blends: who answers a decision ---------------------------------------------------------------


@dataclass(frozen=True)
class Toss:
    """One toss: `yes` in `limit` of 2**32 cases, else `no`."""

    limit: int
    yes: Tree
    no: Tree


@dataclass(frozen=True)
class Forget:
    """Whoever answers here is shown no memory of cards, only its own hand in `view.seen`."""

    part: Tree


@dataclass(frozen=True)
class Step:
    """A set answer of an unsplit hand of so many cards (BURN: while it may burn); else `no`."""

    cards: int
    answer: int
    no: Tree

    def fits(self, view: Any) -> bool:
        """Whether the answer is set for this view."""
        unsplit = view.hand == 0 and view.hands == 1 and view.cards == self.cards
        return bool(unsplit and (self.answer != BURN or view.can_burn))


Tree = Toss | Forget | Step | Strategy | None
"""Who answers a decision: a strategy, by toss, without memory, an answer set beforehand, or None:
a random legal action."""


@dataclass(frozen=True)
class Blend:
    """What a blend is made of.

    Attributes
    ----------
    parts : tuple of Strategy
    trees : mapping of str to Tree
        Who answers each decision.
    maker : (callable, arguments)
        How to make it again.
    forgets : bool
        Whether anything in it forgets.
    """

    parts: tuple[Strategy, ...]
    trees: Mapping[str, Tree]
    maker: tuple[Callable[..., Strategy], tuple[Any, ...]]
    forgets: bool = False


def default_answer(decision: str, view: Any) -> int:
    """What a strategy without a function for this decision answers.

    Stake and kitty as small as allowed, no shoot bet, nothing added to the kitty, the bank neither
    sold nor bought, no doubling.
    """
    if decision == "stake":
        return int(view.stake_min)
    if decision == "kitty":
        return int(view.cheapest)
    return -1 if decision == "ask" else 0


@dataclass(frozen=True)
class Seat:
    """One person at the table: how it plays, and how it holds the bank when it has it."""

    player: Strategy
    banker: Strategy
