"""Strategy cards: a strategy as a page of text, its facts and a grid of letters by hand."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence

from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.sampling import every_hand
from pontoon_sim.strategies.table import BankerTable, Cell, PlayerTable, choices
from pontoon_sim.strategies.view import View, rank_name

_PLAYER_COLUMNS: tuple[tuple[str, str, tuple[int, bool]], ...] = (
    ("two", "cards", (2, False)),
    ("three", "bought", (3, False)),
    ("", "twisted", (3, True)),
    ("four", "bought", (4, False)),
    ("", "twisted", (4, True)),
)
_BANKER_COLUMNS: tuple[tuple[str, str, tuple[int, bool]], ...] = (
    ("two", "cards", (2, False)),
    ("three", "cards", (3, False)),
    ("four", "cards", (4, False)),
)

_PLAYER_LEGEND = (
    "S stick, T twist, 1 buy at 1x, 2 buy at the dearest, P split, X burn; several letters: the"
    " first legal one, else twist, else stick; '.' no such hand"
)
_BANKER_LEGEND = "D draw, S stand; '.' no such hand"


def card(strategy: Strategy, width: int = 88) -> str:
    """The strategy card: facts, then stakes, pairs and the grid of letters.

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
    cells = cells_of(strategy)
    if cells is None:
        lines.append(strategy.content.decode("utf-8").rstrip())
        return "\n".join(lines)
    if strategy.role == "banker":
        lines += _bank_money(strategy)
        lines += _grid(cells, _BANKER_COLUMNS)
        lines += ["", *textwrap.wrap(_BANKER_LEGEND, width)]
        return "\n".join(lines)
    if isinstance(strategy.table, PlayerTable):
        lines += _stakes_and_pairs(strategy.table)
    elif strategy.decides("stake"):
        lines += _function_stakes(strategy)
    lines += _shoot_bets(strategy)
    lines += _grid(cells, _PLAYER_COLUMNS)
    lines += ["", *textwrap.wrap(_PLAYER_LEGEND, width)]
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


def cells_of(strategy: Strategy) -> Mapping[Cell, str] | None:
    """Its letters by hand, several parted by `/` where a function tells hands of a cell apart;
    None where it looks at more than its own cards."""
    if strategy.table is None and not strategy.facts.own_cards_only:
        return None
    return _banker_cells(strategy) if strategy.role == "banker" else _player_cells(strategy)


# --- letters by hand ----------------------------------------------------------------------------


def _player_cells(strategy: Strategy) -> Mapping[Cell, str]:
    if isinstance(strategy.table, PlayerTable):
        return strategy.table.cells
    return _asked(strategy, "turn", _turn_letter)


def _banker_cells(strategy: Strategy) -> Mapping[Cell, str]:
    if isinstance(strategy.table, BankerTable):
        return strategy.table.cells
    return _asked(strategy, "draw", lambda view, answer: "D" if answer else "S")


def _asked(
    strategy: Strategy, decision: str, letter: Callable[[View, int], str]
) -> dict[Cell, str]:
    """Letters of a function by asking it about every hand; `S/T` where they differ in a cell."""
    found: dict[Cell, set[str]] = {}
    banker = decision == "draw"
    for view in every_hand(Rules(), banker=banker):
        cell = (view.cards, view.twisted > 0 and not banker, bool(view.soft), view.total)
        found.setdefault(cell, set()).add(letter(view, strategy.answer(decision, view)))
    return {cell: "/".join(sorted(letters)) for cell, letters in found.items()}


def _turn_letter(view: View, answer: int) -> str:
    if answer > 0:
        return "1" if answer == view.cheapest else "2" if answer == view.dearest else "B"
    return {STICK: "S", TWIST: "T", SPLIT: "P", BURN: "X"}.get(answer, "?")


def _grid(
    cells: Mapping[Cell, str], columns: Sequence[tuple[str, str, tuple[int, bool]]]
) -> list[str]:
    possible = set(choices())
    rows: list[tuple[str, list[str]]] = []
    for soft in (False, True):
        merged: list[tuple[int, int, list[str]]] = []
        for total in range(12 if soft else 4, 22 if soft else 21):
            letters = [
                cells.get((cards, twisted, soft, total), ".")
                if (cards, twisted, soft, total) in possible
                else "."
                for _, _, (cards, twisted) in columns
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


# --- stakes and pairs ---------------------------------------------------------------------------


def _stakes_and_pairs(table: PlayerTable) -> list[str]:
    lines = [f"stake       {_by_rank([str(word) for word in table.stakes])}"]
    pairs = "all" if len(table.pairs) == 13 else _ranks(sorted(table.pairs)) or "none"
    lines.append(f"split       {pairs}")
    if table.burns:
        lines.append(f"burn        hard {', '.join(str(total) for total in sorted(table.burns))}")
    return [*lines, ""]


def _function_stakes(strategy: Strategy) -> list[str]:
    rules = Rules()
    chips = []
    for rank in range(1, 14):
        view = View(first_card=rank, cards=1, stake_min=rules.stake_min, stake_max=rules.stake_max)
        view.held[rank - 1] = view.seen[rank - 1] = 1
        chips.append(str(strategy.answer("stake", view)))
    limits = f"between {rules.stake_min} and {rules.stake_max} chips"
    return [f"stake       {_by_rank(chips)} ({limits})", ""]


# --- shoot bets, kitty, prices --------------------------------------------------------------------

_ASKED = "chips under the preset shoot"


def _shoot_bets(strategy: Strategy) -> list[str]:
    """Shoot bets and bid: a table's words, a function's chips where the whole kitty is free."""
    lines = []
    if strategy.decides("shoot"):
        first = [_bet(strategy, _hand_of(1, rank)) for rank in range(1, 14)]
        split = [_bet(strategy, _hand_of(2, rank)) for rank in range(1, 14)]
        lines += [
            f"shoot       first card: {_by_rank(first)}",
            f"            split hand: {_by_rank(split)}",
            f"            before the fourth: {_fourth_bets(strategy)}",
        ]
        if strategy.table is None:
            room = Rules(shoot=True).kitty_limits[1]
            lines[-3] += f" ({_ASKED}, of a room of {room})"
    if strategy.decides("bid"):
        lines.append(f"bid         {_sum(strategy, 'bid')}")
    return [*lines, ""] if lines else []


def _bank_money(strategy: Strategy) -> list[str]:
    """Kitty, additions, price and doubling, where the strategy has a say in them."""
    lines = [
        f"{label:<12}{_sum(strategy, decision)}"
        for decision, label in (("kitty", "kitty"), ("top_up", "top up"), ("ask", "ask"))
        if strategy.decides(decision)
    ]
    if strategy.decides("double"):
        ranks = [rank for rank in range(1, 14) if strategy.answer("double", _hand_of(1, rank))]
        lines.append(f"double      {_ranks(ranks) or 'never'}")
    return [*lines, ""] if lines else []


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
    return f"{strategy.answer(decision, view)} ({_ASKED})"


def _bet(strategy: Strategy, view: View) -> str:
    table = strategy.table
    if isinstance(table, PlayerTable) and table.shooting is not None:
        return str(table.shooting.amount(view))
    return str(strategy.answer("shoot", view))


def _fourth_bets(strategy: Strategy) -> str:
    """Fourth-card bets by total; several in a place where a function tells hands apart."""
    told = []
    for soft in (False, True):
        bets: dict[int, set[str]] = {}
        for view in every_hand(Rules(shoot=True)):
            if view.cards == 3 and bool(view.soft) == soft:
                view.kitty = view.room = Rules(shoot=True).kitty_limits[1]
                bets.setdefault(view.total, set()).add(_bet(strategy, view))
        runs: list[tuple[int, int, str]] = []
        for total in sorted(bets):
            word = "/".join(sorted(bets[total]))
            if runs and runs[-1][1:] == (total - 1, word):
                runs[-1] = (runs[-1][0], total, word)
            else:
                runs.append((total, total, word))
        kind = "soft" if soft else "hard"
        told += [f"{kind} {_range(a, b)}: {word}" for a, b, word in runs if word not in _NOTHING]
    return "; ".join(told) or "none"


_NOTHING = ("none", "0")


def _money_view(**fields: int) -> View:
    rules = Rules(shoot=True)
    seats = {"seats": rules.seats, "stake_min": rules.stake_min, "stake_max": rules.stake_max}
    return View(**{"hands": 1, "cards_left": 52, **seats, **fields})


def _hand_of(cards: int, rank: int) -> View:
    """A first card, or a split hand of this rank with some card to it, and the kitty free."""
    room = Rules(shoot=True).kitty_limits[1]
    view = _money_view(first_card=rank, cards=cards, kitty=room, room=room)
    other = 6 if rank != 7 else 5  # no pair
    for number in (rank, other + 1)[:cards]:
        view.held[number - 1] += 1
        view.seen[number - 1] += 1
        view.hard += min(number, 10)
    view.soft = int(view.held[0] > 0 and view.hard <= 11)
    view.total = view.hard + 10 * view.soft
    view.hand, view.hands = cards - 1, cards
    view.stake = view.initial = view.stake_min
    return view


def _by_rank(words: Sequence[str]) -> str:
    if len(set(words)) == 1:
        return words[0]
    groups: dict[str, list[int]] = {}
    for rank, word in enumerate(words, 1):
        groups.setdefault(word, []).append(rank)
    return "; ".join(f"{_ranks(ranks)}: {word}" for word, ranks in groups.items())


def _ranks(ranks: Sequence[int]) -> str:
    """Ranks in words, runs joined: `A, 10-K`."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(
        rank_name(run[0]) if len(run) == 1 else f"{rank_name(run[0])}-{rank_name(run[-1])}"
        for run in runs
    )


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
