"""Strategy cards: what a strategy does with every hand, as figures that a picture can be made of
(`plots/cards.py`) and as a page of text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pontoon_sim.base.errors import printable
from pontoon_sim.game.legal import may_buy
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.sampling import every_hand
from pontoon_sim.strategies.table import LETTERS, BankerTable, Cell, PlayerTable, choices, choose
from pontoon_sim.strategies.view import View, rank_name

PLAYER_COLUMNS = (
    ("two", "cards", 2, False),
    ("three", "bought", 3, False),
    ("", "twisted", 3, True),
    ("four", "bought", 4, False),
    ("", "twisted", 4, True),
)
BANKER_COLUMNS = (
    ("two", "cards", 2, False),
    ("three", "cards", 3, False),
    ("four", "cards", 4, False),
)
"""Two lines of a heading, the number of cards, and whether one of them was twisted."""

_PLAYER_LEGEND = (
    "S stick, T twist, 1 buy at 1x, 2 buy at the dearest, P split, X burn; several letters: the"
    " first legal one, else twist, else stick; '.' no such hand"
)
_BANKER_LEGEND = "D draw, S stand; '.' no such hand"

_CHIPS = "chips under the preset shoot"
NOTHING = ("none", "0")
"""Words for no bet."""


@dataclass(frozen=True)
class Entry:
    """A line of a card that is not about hands by total: stakes, pairs, shoot bets, prices.

    Attributes
    ----------
    label, detail : str
        What it is about, such as "shoot" and "first card".
    words : tuple of str
        One for all, or thirteen by rank, ace first. In a list of ranks: "" for those not in it.
    empty : str
        The word for a list without ranks; "" where this is none.
    note : str
    """

    label: str
    words: tuple[str, ...]
    detail: str = ""
    empty: str = ""
    note: str = ""

    @property
    def varies(self) -> bool:
        """Whether it depends on the rank."""
        return len(set(self.words)) > 1

    @property
    def text(self) -> str:
        """All of it but the label, in words."""
        if self.empty:
            ranks = [rank for rank, word in enumerate(self.words, 1) if word]
            words = "all" if len(ranks) == 13 else _ranks(ranks) or self.empty
        else:
            words = _by_rank(self.words)
        return f"{self.detail}{': ' if self.detail else ''}{words}{self.note and f' ({self.note})'}"


def card(strategy: Strategy, width: int = 88) -> str:
    """The strategy card as text: facts, then stakes, pairs and the grid of letters.

    A function that looks at more than its own cards has no grid; its source is shown instead.
    """
    facts = strategy.facts
    title = f"{strategy.name} - {strategy.role}'s strategy, {strategy.form} form"
    lines = [title, "=" * len(title), *textwrap.wrap(facts.summary, width), ""]
    for label in ("why", "weakness", "source"):
        text = getattr(facts, label)
        if text:
            lines += textwrap.wrap(f"{label.title()}: {text}", width, subsequent_indent="    ")
    lines.append(_declared(strategy))
    if strategy.blend is not None:
        lines += [f"Blend, sha256 {strategy.content_hash[:12]}. Its parts:", ""]
        parts = {part.name: card(part, width) for part in strategy.blend.parts}
        return "\n".join([*lines, "\n\n".join(parts.values())])
    lines.append(f"File: {strategy.path.name}, sha256 {strategy.content_hash[:12]}")
    lines.append("")
    letters = letters_of(strategy)
    if letters is None:
        source = strategy.content.decode("utf-8", "replace").expandtabs().rstrip()
        lines += [printable(line) for line in source.splitlines()]
        return "\n".join(lines)
    entries = entries_of(strategy)
    for before, entry in zip((None, *entries), entries, strict=False):
        repeated = before is not None and before.label == entry.label
        lines.append(f"{'' if repeated else entry.label:<12}{entry.text}")
    banker = strategy.role == "banker"
    lines += [""] * bool(entries) + _grid(letters, BANKER_COLUMNS if banker else PLAYER_COLUMNS)
    lines += ["", *textwrap.wrap(_BANKER_LEGEND if banker else _PLAYER_LEGEND, width)]
    return "\n".join(lines)


def _declared(strategy: Strategy) -> str:
    facts = strategy.facts
    told = [
        "looks at its own cards only" if facts.own_cards_only else "looks at the table",
        "remembers the order of cards"
        if facts.uses_order
        else "remembers cards seen"
        if facts.uses_seen
        else "remembers no cards",
    ]
    if strategy.role == "player":
        told.append("sizes its stakes" if facts.sizes_stakes else "always stakes the minimum")
    if not facts.deterministic:
        told.append("leaves something to chance")
    return f"Facts: {', '.join(told)}."


# --- letters by hand ----------------------------------------------------------------------------


def letters_of(strategy: Strategy) -> dict[Cell, str] | None:
    """Its letters by hand, the first legal one counts; several parted by `/` where a function tells
    hands of a cell apart. None where it looks at more than its own cards.

    Letters that no rules ever come to are left out: a hand that was twisted cannot buy.
    """
    table = strategy.table
    if table is None and not strategy.facts.own_cards_only:
        return None
    if isinstance(table, BankerTable):
        return {cell: table.cells[cell] for cell in choices(twists=False)}
    if isinstance(table, PlayerTable):
        return {cell: _reachable(table.cells[cell], cell) for cell in choices()}
    if strategy.role == "banker":
        return _asked(strategy, "draw", lambda view, answer: "D" if answer else "S")
    return _asked(strategy, "turn", _turn_letter)


def played_letters(strategy: Strategy, rules: Rules) -> dict[Cell, str] | None:
    """The letter that is played with each hand under some rules; else as `letters_of`."""
    letters = letters_of(strategy)
    if letters is None or not isinstance(strategy.table, PlayerTable):
        return letters
    return {cell: _played(word, cell, rules) for cell, word in letters.items()}


def _reachable(letters: str, cell: Cell) -> str:
    """Letters without purchases after a twist (P15), and without what stands behind a T: wherever
    there is a choice, twisting is legal."""
    left = "".join(x for x in letters if not (cell[1] and x in "12"))
    before, twist, _ = left.partition("T")
    return before + twist or "T"


def _played(letters: str, cell: Cell, rules: Rules) -> str:
    cards, twisted, soft, total = cell
    hard = total - 10 * soft
    may_stick = total >= rules.stick_min
    code = choose(letters, may_stick, True, may_buy(rules, cards, hard, soft, int(twisted)))
    return LETTERS[code]


def _asked(
    strategy: Strategy, decision: str, letter: Callable[[View, int], str]
) -> dict[Cell, str]:
    """Letters of a function by asking it about every hand; `S/T` where they differ in a cell."""
    found: dict[Cell, set[str]] = {}
    banker = decision == "draw"
    for view in every_hand(Rules(), banker=banker):
        cell = (int(view.cards), view.twisted > 0 and not banker, bool(view.soft), int(view.total))
        found.setdefault(cell, set()).add(letter(view, strategy.answer(decision, view)))
    return {cell: "/".join(sorted(letters)) for cell, letters in found.items()}


def _turn_letter(view: View, answer: int) -> str:
    if answer > 0:
        return "1" if answer == view.cheapest else "2" if answer == view.dearest else "B"
    return {STICK: "S", TWIST: "T", SPLIT: "P", BURN: "X"}.get(answer, "?")


def _grid(cells: Mapping[Cell, str], columns: Sequence[tuple[str, str, int, bool]]) -> list[str]:
    rows: list[tuple[str, list[str]]] = []
    for soft in (False, True):
        merged: list[tuple[int, int, list[str]]] = []
        for total in range(12 if soft else 4, 22 if soft else 21):
            letters = [
                cells.get((cards, twisted, soft, total), ".") for *_, cards, twisted in columns
            ]
            if merged and _agree(merged[-1][2], letters):
                first, _, before = merged[-1]
                joined = [a if a != "." else b for a, b in zip(before, letters, strict=True)]
                merged[-1] = (first, total, joined)
            else:
                merged.append((total, total, letters))
        kind = "soft" if soft else "hard"
        rows += [(f"{kind} {_range(first, last)}", letters) for first, last, letters in merged]
    widths = [max(7, *(len(row[1][n]) for row in rows)) for n in range(len(columns))]
    heads = [
        " " * 12 + "".join(f" {text:<{w}}" for text, w in zip(texts, widths, strict=True)).rstrip()
        for texts in ([c[0] for c in columns], [c[1] for c in columns])
    ]
    body = [
        f"{name:<12}" + "".join(f" {x:<{w}}" for x, w in zip(letters, widths, strict=True)).rstrip()
        for name, letters in rows
    ]
    return heads + body


def _agree(above: Iterable[str], below: Iterable[str]) -> bool:
    """Whether two rows say the same wherever both hands exist."""
    return all(a == b or "." in (a, b) for a, b in zip(above, below, strict=True))


# --- stakes, pairs, shoot bets, kitty, prices -----------------------------------------------------


def entries_of(strategy: Strategy) -> list[Entry]:
    """What a card says beside its letters, where the strategy has a say in it."""
    if strategy.role == "banker":
        return list(_bank_money(strategy))
    return [*_stakes_and_pairs(strategy), *_shoot_bets(strategy)]


def ranks_entry(label: str, ranks: Iterable[int], word: str, empty: str) -> Entry:
    """A list of ranks as an entry."""
    chosen = set(ranks)
    words = tuple(word if rank in chosen else "" for rank in range(1, 14))
    return Entry(label, words, empty=empty)


def _stakes_and_pairs(strategy: Strategy) -> Iterator[Entry]:
    table = strategy.table
    if isinstance(table, PlayerTable):
        yield Entry("stake", tuple(str(word) for word in table.stakes))
        yield ranks_entry("split", table.pairs, "split", "none")
        if table.burns:
            yield Entry("burn", (f"hard {', '.join(map(str, sorted(table.burns)))}",))
    elif strategy.decides("stake"):
        rules, chips = Rules(), []
        for rank in range(1, 14):
            view = _money_view(first_card=rank, cards=1)
            view.held[rank - 1] = view.seen[rank - 1] = 1
            chips.append(str(strategy.answer("stake", view)))
        note = f"between {rules.stake_min} and {rules.stake_max} chips"
        yield Entry("stake", tuple(chips), note=note)


def _shoot_bets(strategy: Strategy) -> Iterator[Entry]:
    """Shoot bets and bid: a table's words, a function's chips where the whole kitty is free."""
    if strategy.decides("shoot"):
        room = Rules(shoot=True).kitty_limits[1]
        note = f"{_CHIPS}, of a room of {room}" if strategy.table is None else ""
        for split, detail in ((False, "first card"), (True, "split hand")):
            bets = tuple(_bet(strategy, _one_card(rank, split)) for rank in range(1, 14))
            yield Entry("shoot", bets, detail, note="" if split else note)
        yield Entry("shoot", (_fourth_bets(strategy),), "before the fourth")
    if strategy.decides("bid"):
        yield Entry("bid", (_sum(strategy, "bid"),))


def _bank_money(strategy: Strategy) -> Iterator[Entry]:
    """Kitty, additions, price and doubling."""
    for decision, label in (("kitty", "kitty"), ("top_up", "top up"), ("ask", "ask")):
        if strategy.decides(decision):
            yield Entry(label, (_sum(strategy, decision),))
    if strategy.decides("double"):
        ranks = [rank for rank in range(1, 14) if strategy.answer("double", _one_card(rank))]
        yield ranks_entry("double", ranks, "double", "never")


def _sum(strategy: Strategy, decision: str) -> str:
    """A sum that depends on no hand: a table's word, else what a function answers."""
    table = strategy.table
    if isinstance(table, PlayerTable):
        return str(table.price)
    if isinstance(table, BankerTable):
        words = {"kitty": table.new_kitty, "top_up": table.addition, "ask": table.price}
        return str(words[decision])
    least, most = Rules(shoot=True).kitty_limits
    view = _money_view(kitty=0 if decision == "kitty" else least)
    view.room = most - view.kitty if decision in ("kitty", "top_up") else 0
    if decision == "kitty":
        view.cheapest, view.dearest = least, most
    return f"{strategy.answer(decision, view)} ({_CHIPS})"


def _bet(strategy: Strategy, view: View) -> str:
    table = strategy.table
    if isinstance(table, PlayerTable) and table.shooting is not None:
        return str(table.shooting.amount(view))
    return str(strategy.answer("shoot", view))


def _fourth_bets(strategy: Strategy) -> str:
    """Fourth-card bets by total; several in a place where a function tells hands apart."""
    parts = []
    for soft in (False, True):
        bets: dict[int, set[str]] = {}
        for view in every_hand(Rules(shoot=True)):
            if view.cards == 3 and bool(view.soft) == soft:
                view.kitty = view.room = Rules(shoot=True).kitty_limits[1]
                bets.setdefault(view.total, set()).add(_bet(strategy, view))
        kind = "soft" if soft else "hard"
        words = ((total, "/".join(sorted(bets[total]))) for total in sorted(bets))
        parts += [
            f"{kind} {_range(a, b)}: {word}" for a, b, word in runs_of(words) if word not in NOTHING
        ]
    return "; ".join(parts) or "none"


def _money_view(**fields: int) -> View:
    rules = Rules(shoot=True)
    seats = {"seats": rules.seats, "stake_min": rules.stake_min, "stake_max": rules.stake_max}
    return View(**{"hands": 1, "cards_left": 52, **seats, **fields})


def _one_card(rank: int, split: bool = False) -> View:
    """A first card, or a split hand that is still one card (S5), and the kitty free."""
    room = Rules(shoot=True).kitty_limits[1]
    view = _money_view(first_card=rank, cards=1, kitty=room, room=room, hard=min(rank, 10))
    view.held[rank - 1], view.seen[rank - 1] = 1, 1 + split
    view.soft = int(rank == 1)
    view.total = view.hard + 10 * view.soft
    view.hand, view.hands = int(split), 1 + split
    view.stake = view.initial = view.stake_min
    return view


def _by_rank(words: Sequence[str]) -> str:
    if len(set(words)) == 1:
        return words[0]
    groups: dict[str, list[int]] = {}
    for rank, word in enumerate(words, 1):
        groups.setdefault(word, []).append(rank)
    return "; ".join(f"{_ranks(ranks)}: {word}" for word, ranks in groups.items())


def _ranks(ranks: Iterable[int]) -> str:
    """Ranks in words, runs joined: `A, 10-K`."""
    return ", ".join(
        rank_name(a) if a == b else f"{rank_name(a)}-{rank_name(b)}"
        for a, b, _ in runs_of((rank, "") for rank in ranks)
    )


def runs_of(words: Iterable[tuple[int, str]]) -> list[tuple[int, int, str]]:
    """Numbers in a row that have the same word: the first, the last, and the word.

    >>> runs_of([(4, "T"), (5, "T"), (6, "S"), (8, "S")])
    [(4, 5, 'T'), (6, 6, 'S'), (8, 8, 'S')]
    """
    runs: list[tuple[int, int, str]] = []
    for number, word in words:
        if runs and runs[-1][1:] == (number - 1, word):
            runs[-1] = (runs[-1][0], number, word)
        else:
            runs.append((number, number, word))
    return runs


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
