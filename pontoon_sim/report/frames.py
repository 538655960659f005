"""Results as pandas tables: for notebooks, and for whoever goes on calculating.

Words and units are those of the printed tables (edges and shares in %, + is chips to the bank), but
every row is there and nothing is rounded. Tables come from tallies; nothing is played here.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.statistics.estimates import Estimate

if TYPE_CHECKING:
    from pontoon_sim.exact.figures import ExactValue
    from pontoon_sim.results.bank import BankValue
    from pontoon_sim.results.comparison import Comparison
    from pontoon_sim.results.result import Result
    from pontoon_sim.results.shoot import BetRow, ShootOutcomes

EDGE = ("edge %", "SE", "from", "to")
"""An edge in % of the initial stakes, its standard error, and the ends of its interval."""

_ENDS = ("value", "se", "low", "high")


def numbers(figure: Estimate | Mapping[str, Any] | None, scale: float = 1) -> list[float | None]:
    """Value, standard error and the two ends of a figure, times `scale`; None for what is not
    known."""
    form = figure.as_dict() if isinstance(figure, Estimate) else figure or {}
    found = [form.get(name) for name in _ENDS]
    return [None if number is None else scale * number for number in found]


def _frame(rows: Sequence[Sequence[Any]], heads: Sequence[str], index: int = 1) -> pd.DataFrame:
    """A table whose first `index` columns name its rows."""
    return pd.DataFrame(rows, columns=list(heads)).set_index(list(heads[:index]))


# --- one game -------------------------------------------------------------------------------------


def estimates(result: Result) -> pd.DataFrame:
    """The four figures of the whole table."""
    figures = result.estimates
    rows = [
        ["net, % of the initial stakes", *numbers(figures["edge_initial"], 100)],
        ["net, % of all chips staked", *numbers(figures["edge_action"], 100)],
        ["net per deal, chips", *numbers(figures["net_per_deal"])],
        ["SD of the net of one deal, chips", *numbers(figures["sd_per_deal"])],
    ]
    return _frame(rows, ("banker's", "value", *EDGE[1:]))


def places(result: Result) -> pd.DataFrame:
    """The edge by place from the banker's left, 1 the first."""
    rows = [
        [row["position"] + 1, *numbers(row.get("edge_initial"), 100)]
        for row in result.seat_positions
    ]
    return _frame(rows, ("place", *EDGE))


def strategies(result: Result) -> pd.DataFrame:
    """The edge by strategy and role."""
    rows = []
    for group, row in result.roles.items():
        edge = numbers(row.get("edge_initial"), 100)
        rows.append([group.strategy, group.role, row["deals"], *edge])
    return _frame(rows, ("strategy", "as", "deals", *EDGE), index=2)


def seats(result: Result) -> pd.DataFrame:
    """What each seat wins (+) or loses (-) per deal, as player and banker together, chips."""
    rows = [
        [s["seat"], s["player"], s["banker"], s["deals_as_banker"], s["net"] / result.deals]
        for s in result.seat_rows
    ]
    heads = ("seat", "player", "banker", "deals as banker", "chips per deal")
    return _frame(rows, heads)


def kinds(result: Result) -> pd.DataFrame:
    """Players' hands by how they ended; the edges add up to the whole edge."""
    rows = [
        [k["kind"], 100 * k["share"], 100 * k["paid"], k["staked"], 100 * k["edge"]]
        for k in result.kinds
    ]
    heads = ("hand ended as", "% of hands", "% of them paid", "chips staked", "edge %")
    return _frame(rows, heads)


def banker_kinds(result: Result) -> pd.DataFrame:
    """Deals by how the banker's hand ended; the edges add up to the whole edge."""
    rows = [[k["kind"], 100 * k["share"], k["net"], 100 * k["edge"]] for k in result.banker_kinds]
    return _frame(rows, ("hand ended as", "% of deals", "net per such deal, chips", "edge %"))


def first_two(result: Result) -> pd.DataFrame:
    """Players' deals by their first two cards; the edge is of the stakes on these cards."""
    rows = [[k["cards"], 100 * k["share"], k["staked"], 100 * k["edge"]] for k in result.first_two]
    return _frame(rows, ("first two cards", "% of deals", "staked / initial", "edge %"))


def _shoot(result: Result) -> ShootOutcomes:
    if result.shoot is None:
        raise PontoonError("there are no shoot bets in this result: take rules with shoot = true")
    return result.shoot


def _bet(row: BetRow) -> list[Any]:
    made = 100 * row.bets / row.asked if row.asked else None
    if not row.bets:
        return [made, None, None, *numbers(None)]
    return [made, row.chips / row.bets, 100 * row.won / row.bets, *numbers(row.edge, 100)]


def shoot_bets(result: Result) -> pd.DataFrame:
    """Shoot bets by when they are made and on what; the edge is of the chips shot."""
    outcomes = _shoot(result)
    rows = [[row.name, "all", *_bet(row)] for row in outcomes.stages]
    for row in outcomes.by_kind:
        stage, _, kind = row.name.partition(" ")
        rows.append([stage, kind, *_bet(row)])
    return _frame(rows, ("bet", "on", "made %", "chips", "won %", *EDGE), index=2)


def shoot_room(result: Result) -> pd.DataFrame:
    """What earlier seats leave to shoot, by place from the banker's left, 1 the first."""
    rows = [
        [row["position"] + 1, row["mean_room"], 100 * row["shut_out"]]
        for row in _shoot(result).room
    ]
    return _frame(rows, ("place", "room, chips", "% of deals with none"))


def kitty_course(result: Result) -> pd.DataFrame:
    """Chips in the kitty when a deal begins, by the deals that it has seen."""
    rows = [[k["deals_seen"], k["deals"], k["mean"], k["sd"]] for k in _shoot(result).course]
    return _frame(rows, ("deals seen", "deals", "chips", "SD"))


TABLES: dict[str, Callable[[Result], pd.DataFrame]] = {
    "estimates": estimates,
    "places": places,
    "strategies": strategies,
    "seats": seats,
    "kinds": kinds,
    "banker_kinds": banker_kinds,
    "first_two": first_two,
    "shoot_bets": shoot_bets,
    "shoot_room": shoot_room,
    "kitty_course": kitty_course,
}
"""Tables of one game by name."""


# --- several games, the bank, exact values --------------------------------------------------------


def arms(comparison: Comparison) -> pd.DataFrame:
    """The edge of each arm by itself, without the luck that is known where it is taken out."""
    rows = [
        [arm.name, *numbers(figures.get(comparison.figure), 100)]
        for arm, figures in zip(comparison.arms, comparison.estimates, strict=True)
    ]
    return _frame(rows, ("arm", *EDGE))


def differences(comparison: Comparison) -> pd.DataFrame:
    """Each arm's edge less that of the arm it is compared with, % of the initial stakes.

    `SE`, `from` and `to` are those of arms played over the same packs (where they were),
    `SE unpaired` is what runs of that size over packs of their own would have; `worth` is how many
    times the deals they would have needed.
    """
    rows = []
    names = [arm.name for arm in comparison.arms]
    for contrast in comparison.contrasts:
        found = comparison.answer(contrast.arm, contrast.reference)
        row: list[Any] = [None] * 7
        if found is not None:
            raw = None if found.unpaired.se is None else 100 * found.unpaired.se
            row = [*numbers(found.paired, 100), raw, found.correlation, found.variance_ratio]
        rows.append([names[contrast.arm], names[contrast.reference], *row, contrast.significant])
    heads = ("difference %", *EDGE[1:], "SE unpaired", "correlation", "worth", "stands out")
    return _frame(rows, ("arm", "less", *heads), index=2)


COMPARISONS: dict[str, Callable[[Comparison], pd.DataFrame]] = {
    "arms": arms,
    "differences": differences,
}
"""Tables of a comparison by name."""


def tenures(value: BankValue) -> pd.DataFrame:
    """What a tenure of the bank brings, chips, and how long it lasts, deals."""
    rows = [["net of a tenure, chips", *numbers(value.net)]]
    if value.rules.shoot:
        rows += [
            ["of it from stakes, chips", *numbers(value.stakes_net)],
            ["of it from shoot bets, chips", *numbers(value.shoot_net)],
        ]
    rows += [
        ["length of a tenure, deals", *numbers(value.length)],
        ["net per deal, chips", *numbers(value.net_per_deal)],
    ]
    return _frame(rows, ("the bank's", "value", *EDGE[1:]))


def first_cards(value: ExactValue) -> pd.DataFrame:
    """Exact figures by the player's first card; edges are the *banker's*."""
    rows = [
        [
            card,
            100 * part.chance,
            part.initial,
            part.staked / part.initial,
            -100 * part.net / part.initial,
            -100 * part.shoot,
        ]
        for card, part in value.by_first_card.items()
    ]
    heads = ("% of deals", "initial stake", "staked / initial", "edge %", "edge % of a shoot bet")
    return _frame(rows, ("first card", *heads))


# --- for notebooks --------------------------------------------------------------------------------


def table_of(what: Any, name: str, known: Mapping[str, Callable[[Any], pd.DataFrame]]) -> Any:
    """The table with this name.

    Raises
    ------
    PontoonError
        There is none, or the result has nothing to put into it.
    """
    if name not in known:
        raise PontoonError(
            f"there is no table '{name}'{nearest(name, known)}: take one of {', '.join(known)}"
        )
    return known[name](what)


def as_html(sentence: str, *tables: pd.DataFrame) -> str:
    """What a notebook shows of a result: a sentence, and tables with four figures a number."""
    parts = [f"<p><b>{html.escape(sentence)}</b></p>"]
    parts += [
        table.reset_index().to_html(index=False, border=0, float_format=_short, na_rep="-")
        for table in tables
    ]
    return "\n".join(parts)


def _short(number: float) -> str:
    """Four digits, and no exponent: 1.834, 61.11, 0.08, 12345.

    >>> [_short(x) for x in (1.8344, 61.1149, 0.07998, 12345.6, -0.00004)]
    ['1.834', '61.11', '0.080', '12,346', '0.000']
    """
    digits = 3 if abs(number) < 10 else 2 if abs(number) < 100 else 1 if abs(number) < 1000 else 0
    return f"{round(number, digits) + 0.0:,.{digits}f}"
