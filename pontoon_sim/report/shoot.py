"""Shoot outcomes as tables: beside the ordinary edge, never mixed with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.report.table import Column, Table, estimate_columns
from pontoon_sim.report.words import ordinal
from pontoon_sim.results.result import Result
from pontoon_sim.results.shoot import BetRow, ShootOutcomes

LIVES = (0, 1, 2, 3, 5, 10, 20, 30, 50)
"""Deals of a kitty's life that the printed course shows; the result file has all."""

WILD = 5
"""Times its mean from which a kitty's SD says that a few deals carry the figures."""

STAGES = {
    "first": "on the first card",
    "split": "on split hands",
    "fourth": "before the fourth card",
}

_KITTY_WORDS = {
    "mean": "chips in it when a deal begins, mean",
    "sd": "the same, SD",
    "put_up_per_deal": "new kitties per deal",
    "mean_put_up": "chips of a new kitty",
    "top_ups_per_deal": "top-ups per deal",
    "mean_top_up": "chips of a top-up",
    "dry_per_kitty": "share of kitties shot dry",
    "mean_deals_until_dry": "deals until dry, of those",
}


def shoot_tables(outcomes: ShootOutcomes) -> list[Table]:
    """Every table of the shoot bets, in reading order."""
    stages = [_stages(outcomes), *_kinds(outcomes)]
    return [*stages, room(outcomes), _kitty(outcomes), course(outcomes, LIVES)]


def wild(outcomes: ShootOutcomes) -> bool:
    """Whether some kitties grew so far beyond all others that a few deals carry all figures."""
    sd, mean = outcomes.kitty["sd"], outcomes.kitty["mean"]
    return sd is None or (mean is not None and sd > WILD * mean)


def _share(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _bets(title: str, keys: list[Column], rows: list[BetRow], note: str) -> Table:
    columns = [
        *keys,
        Column("made %", lambda row: _share(row.bets, row.asked), 1),
        Column("chips", lambda row: row.chips / row.bets if row.bets else None, 1),
        Column("won %", lambda row: _share(row.won, row.bets), 1),
        *estimate_columns("edge %", lambda row: row.edge if row.bets else None, 100),
    ]
    return Table(title, columns, rows, note, keys=len(keys))


def bets(outcomes: ShootOutcomes) -> Table:
    """Every kind of shoot bet, by when it is made and on what; the edge is of the chips shot."""
    keys = [
        Column("bet", lambda row: row.name.partition(" ")[0]),
        Column("on", lambda row: row.name.partition(" ")[2] or "all"),
    ]
    return _bets("Shoot bets", keys, [*outcomes.stages, *outcomes.by_kind], "")


def _stages(outcomes: ShootOutcomes) -> Table:
    edge, mean = outcomes.edge, outcomes.net_per_deal
    note = (
        "Made: share of the chances with room in the kitty; chips: mean of those made; edge: the"
        " bank's net per chip shot, never mixed with the edge on stakes."
    )
    if edge is not None and mean is not None:
        note += f" All bets: {100 * edge.value:+.2f} %, {mean.value:+.2f} chips a deal."
    if outcomes.correlation is not None:
        note += (
            " The bank's shoot and stake results of a deal have a correlation of"
            f" {outcomes.correlation:+.3f}."
        )
    stage = Column("bets", lambda row: STAGES[row.name])
    return _bets("Shoot bets", [stage], outcomes.stages, note)


def _kinds(outcomes: ShootOutcomes) -> list[Table]:
    kind = Column("bets", lambda row: row.name.partition(" ")[2])
    tables = []
    for stage, words in STAGES.items():
        rows = [row for row in outcomes.by_kind if row.name.startswith(stage)]
        note = "By first card." if stage == "first" else "By the hand they were made on."
        if rows:
            tables.append(_bets(f"Shoot bets {words}", [kind], rows, note))
    return tables


def room(outcomes: ShootOutcomes) -> Table:
    """What earlier seats leave to shoot, by place from the banker's left, 1 the first."""
    columns = [
        Column(
            "place",
            lambda row: row["position"] + 1,
            head="from the banker's left",
            shown=lambda row: ordinal(row["position"] + 1),
        ),
        Column("room, chips", lambda row: row["mean_room"], 1, head="mean room"),
        Column("% of deals with none", lambda row: 100 * row["shut_out"], 1, head="none left %"),
    ]
    note = "Chips of the kitty that earlier seats have left to shoot."
    return Table("Room for the first bet", columns, outcomes.room, note)


def _kitty(outcomes: ShootOutcomes) -> Table:
    note = "The rest end when the bank passes."
    if wild(outcomes):
        note += (
            " Some kitties grew far beyond all others: a few deals carry the figures of the shoot"
            " bets, and their standard errors are not to be trusted."
        )

    def decimals(row: tuple[str, float | None]) -> int:
        return 3 if abs(row[1] or 0) < 10 else 1

    columns = [
        Column("", lambda row: row[0]),
        Column("", lambda row: row[1], decimals),
    ]
    rows = [(words, outcomes.kitty[name]) for name, words in _KITTY_WORDS.items()]
    return Table("The kitty", columns, rows, note, mixed=True)


def course(outcomes: ShootOutcomes, lives: tuple[int, ...] = ()) -> Table:
    """Chips in the kitty when a deal begins, by the deals that it has seen; at these `lives` and
    the last, or at all."""
    every = outcomes.course
    rows = [row for row in every if not lives or row["deals_seen"] in lives or row is every[-1]]
    columns = [
        Column("deals seen", lambda row: row["deals_seen"], head="deals it has seen"),
        Column("deals", lambda row: row["deals"], head="kitties"),
        Column("chips", lambda row: row["mean"], 1, head="mean"),
        Column("SD", lambda row: row["sd"], 1),
    ]
    return Table(
        "The kitty's course",
        columns,
        rows,
        "Chips at the start of a deal, top-ups included, counting only kitties that lasted so"
        " long.",
    )


def _of_result(make: Callable[[ShootOutcomes], Table]) -> Callable[[Result], Table]:
    def table(result: Result) -> Table:
        if result.shoot is None:
            raise PontoonError(
                "there are no shoot bets in this result: take rules with shoot = true"
            )
        return make(result.shoot)

    return table


SHOOT_TABLES: dict[str, Any] = {
    "shoot_bets": _of_result(bets),
    "shoot_room": _of_result(room),
    "kitty_course": _of_result(course),
}
"""Tables of shoot bets by the names of `Result.frame`."""
