"""Where the banker's edge comes from: the counts of a run sorted by kinds of hands and by cards.

Shares are of hands or deals, edges of the initial stakes, all from the banker's side. These rows
come from plain totals, not from tables, so they carry no standard errors; they add up to the
figures that do.
"""

from __future__ import annotations

from typing import Any

from pontoon_sim.engine.tallies import Tallies
from pontoon_sim.kernel.layout import SCORE_21, SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK
from pontoon_sim.kernel.state import (
    KIND_BANKER_PONTOON,
    KIND_NO_TURN,
    KIND_PONTOONS,
    KINDS,
    pair_index,
)

LOW = 15
"""Totals up to this one are one row: only schools without `stick_min` know lower ones."""

_NAMES = {
    0: "bust",
    SCORE_21: "21 on 3 or 4 cards",
    SCORE_TRICK: "five-card trick",
    SCORE_SEVENS: "three sevens",
    SCORE_PONTOON: "pontoon",
}


def kind_names(banker: bool = False) -> list[str]:
    """The name of each kind of finished hand, by its number in the tallies."""
    names = []
    for kind in range(KINDS):
        if kind in _NAMES:
            names.append(_NAMES[kind])
        elif kind < SCORE_21:
            names.append(f"{LOW} or less" if kind <= LOW else str(kind))
        elif banker:
            names.append("no turn (all bust)" if kind == KIND_NO_TURN else "-")
        else:
            names.append(
                {
                    KIND_BANKER_PONTOON: "to a banker's pontoon",
                    KIND_PONTOONS: "pontoon to a pontoon",
                }[kind]
            )
    return names


def player_kinds(tallies: Tallies) -> list[dict[str, Any]]:
    """Players' finished hands by kind, worst to best; split hands count each.

    Returns
    -------
    list of dict
        `kind`; `hands`; `share` of all hands; `paid`: share of these hands that the banker paid;
        `staked`: chips staked on an average one; `edge`: what they give to `edge_initial`. The
        edges add up to it.
    """
    counts = tallies.counts["kind"].sum(axis=0)
    everything = tallies.table
    initial, hands = everything.of("initial"), int(counts[:, 0].sum())
    sums: dict[str, list[int]] = {}
    for name, row in zip(kind_names(), counts.tolist(), strict=True):
        old = sums.setdefault(name, [0, 0, 0, 0])
        sums[name] = [a + b for a, b in zip(old, row, strict=True)]
    return [
        {
            "kind": name,
            "hands": number,
            "share": number / hands,
            "paid": paid / number,
            "staked": staked / number,
            "edge": -net / initial,
        }
        for name, (number, paid, staked, net) in sums.items()
        if number
    ]


def banker_kinds(tallies: Tallies) -> list[dict[str, Any]]:
    """Deals by how the banker's hand ended.

    Returns
    -------
    list of dict
        `kind`; `deals`; `share` of all deals; `net`: banker's chips in an average one; `edge`: what
        they give to `edge_initial`, adding up to it.
    """
    counts = tallies.counts["banker_kind"].sum(axis=0)
    initial, deals = tallies.table.of("initial"), tallies.deals
    sums: dict[str, list[int]] = {}
    for name, (number, net) in zip(kind_names(banker=True), counts.tolist(), strict=True):
        old = sums.setdefault(name, [0, 0])
        sums[name] = [old[0] + number, old[1] + net]
    return [
        {
            "kind": name,
            "deals": number,
            "share": number / deals,
            "net": net / number,
            "edge": net / initial,
        }
        for name, (number, net) in sums.items()
        if number
    ]


def first_two(tallies: Tallies) -> list[dict[str, Any]]:
    """Players' deals by the first two cards, the worst for the banker first.

    Ten, jack, queen and king are one, written `10`, except that two of equal rank, which may be
    split, are told apart from two of different rank.

    Returns
    -------
    list of dict
        `cards`; `deals`; `share` of players' deals; `staked`: chips staked in all per chip of
        initial stake; `edge`: banker's net over the initial stakes on these cards.
    """
    counts = tallies.counts["pair"].sum(axis=0)
    everyone = int(counts[:, 0].sum())
    sums: dict[str, list[int]] = {}
    for high in range(13):
        for low in range(high + 1):
            row = counts[pair_index(high, low)].tolist()
            old = sums.setdefault(_two_cards(low, high), [0, 0, 0, 0])
            for k in range(4):
                old[k] += row[k]
    rows = [
        {
            "cards": name,
            "deals": deals,
            "share": deals / everyone,
            "staked": staked / initial,
            "edge": -net / initial,
        }
        for name, (deals, initial, staked, net) in sums.items()
        if initial
    ]
    return sorted(rows, key=lambda row: float(row["edge"]))


def _two_cards(low: int, high: int) -> str:
    """Name of two ranks, 0 to 12 with `low` <= `high`."""
    words = ["A" if rank == 0 else str(min(rank + 1, 10)) for rank in (low, high)]
    if min(low, high) < 9:
        return "-".join(words)
    return "10-10 of one rank" if low == high else "10-10 of two ranks"
