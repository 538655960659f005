"""Shoot outcomes as tables: beside the ordinary edge, never mixed with it."""

from __future__ import annotations

from pontoon_sim.report.tables import Noted, noted, ordinal
from pontoon_sim.report.words import fixed, row_of
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


def shoot_tables(outcomes: ShootOutcomes) -> list[Noted]:
    """Every table of the shoot bets, in reading order."""
    tables = [_stages(outcomes), *_kinds(outcomes), _room(outcomes), _kitty(outcomes)]
    return [*tables, _course(outcomes)]


def wild(outcomes: ShootOutcomes) -> bool:
    """Whether some kitties grew so far beyond all others that a few deals carry all figures."""
    sd, mean = outcomes.kitty["sd"], outcomes.kitty["mean"]
    return sd is None or (mean is not None and sd > WILD * mean)


def _share(part: int, whole: int) -> str:
    return fixed(100 * part / whole, 1) if whole else "-"


def _bet(row: BetRow, name: str) -> list[str]:
    edge = ["-"] * 4 if row.edge is None else row_of(row.edge, 100)
    mean = fixed(row.chips / row.bets, 1) if row.bets else "-"
    return [name, _share(row.bets, row.asked), mean, _share(row.won, row.bets), *edge]


HEADS = ("bets", "made %", "chips", "won %", "edge %", "SE", "from", "to")


def _stages(outcomes: ShootOutcomes) -> Noted:
    rows = [_bet(row, STAGES[row.name]) for row in outcomes.stages]
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
    return noted("Shoot bets", HEADS, rows, note)


def _kinds(outcomes: ShootOutcomes) -> list[Noted]:
    tables = []
    for stage, words in STAGES.items():
        rows = [row for row in outcomes.by_kind if row.name.startswith(stage)]
        if rows:
            tables.append(
                noted(
                    f"Shoot bets {words}",
                    HEADS,
                    [_bet(row, row.name.removeprefix(f"{stage} ")) for row in rows],
                    "By first card." if stage == "first" else "By the hand they were made on.",
                )
            )
    return tables


def _room(outcomes: ShootOutcomes) -> Noted:
    rows = [
        [ordinal(row["position"] + 1), fixed(row["mean_room"], 1), fixed(100 * row["shut_out"], 1)]
        for row in outcomes.room
    ]
    return noted(
        "Room for the first bet",
        ("from the banker's left", "mean room", "none left %"),
        rows,
        "Chips of the kitty that earlier seats have left to shoot.",
    )


def _kitty(outcomes: ShootOutcomes) -> Noted:
    kitty = outcomes.kitty
    words = {
        "mean": "chips in it when a deal begins, mean",
        "sd": "the same, SD",
        "put_up_per_deal": "new kitties per deal",
        "mean_put_up": "chips of a new kitty",
        "top_ups_per_deal": "top-ups per deal",
        "mean_top_up": "chips of a top-up",
        "dry_per_kitty": "share of kitties shot dry",
        "mean_deals_until_dry": "deals until dry, of those",
    }
    rows = []
    for name, word in words.items():
        value = kitty[name]
        rows.append([word, "-" if value is None else fixed(value, 3 if abs(value) < 10 else 1)])
    note = "The rest end when the bank passes."
    if wild(outcomes):
        note += (
            " Some kitties grew far beyond all others: a few deals carry the figures of the shoot"
            " bets, and their standard errors are not to be trusted."
        )
    return noted("The kitty", ("", ""), rows, note)


def _course(outcomes: ShootOutcomes) -> Noted:
    """How a kitty fares deal by deal, at a few of its deals."""
    course = outcomes.course
    shown = [row for row in course if row["deals_seen"] in LIVES or row is course[-1]]
    rows = [
        [
            str(row["deals_seen"]),
            f"{row['deals']:,}",
            fixed(row["mean"], 1),
            "-" if row["sd"] is None else fixed(row["sd"], 1),
        ]
        for row in shown
    ]
    return noted(
        "The kitty's course",
        ("deals it has seen", "kitties", "mean", "SD"),
        rows,
        "Chips in it when a deal begins, top-ups included, of those that have lasted so long.",
    )
