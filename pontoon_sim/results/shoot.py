"""What came of the shoot bets: how much is shot on what, how often it wins, the bank's edge on it,
the room that is left, the kitty's course, and how shoot and stake results hang together.

Worked out from tallies, always beside the ordinary edge and never mixed with it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from pontoon_sim.engine.tallies import SHOOT_STAGES, Tallies, shoot_kinds
from pontoon_sim.statistics.estimates import CONFIDENCE, Estimate, ratio


@dataclass(frozen=True)
class BetRow:
    """One kind of shoot bet.

    Attributes
    ----------
    name : str
        Such as `"first A"`, `"fourth soft 15"`, or a stage (`"first"`) for all of its kinds.
    asked : int
        Times that it might have been made (there was room).
    bets : int
        Times that at least one chip was bet.
    won : int
        Of those, paid.
    chips : int
        Chips bet.
    edge : Estimate or None
        The bank's net per chip shot, with its error over tables.
    """

    name: str
    asked: int
    bets: int
    won: int
    chips: int
    edge: Estimate | None

    def as_dict(self) -> dict[str, Any]:
        """JSON form, with shares worked out."""
        return {
            "name": self.name,
            "asked": self.asked,
            "bets": self.bets,
            "bet_share": self.bets / self.asked if self.asked else None,
            "won": self.won,
            "win_share": self.won / self.bets if self.bets else None,
            "chips": self.chips,
            "edge_shoot": None if self.edge is None else self.edge.as_dict(),
        }


@dataclass(frozen=True)
class ShootOutcomes:
    """Shoot bets of a simulation, from the banker's side.

    Attributes
    ----------
    stages : list of BetRow
        First-card bets, bets on split hands, fourth-card bets, apart.
    by_kind : list of BetRow
        By first card, rank of the split hand, three-card hand; kinds that were never bet are left
        out.
    edge : Estimate or None
        The bank's net per chip shot, all bets together.
    net_per_deal : Estimate
        Chips that the bank wins by shoot bets in a deal.
    correlation : float or None
        Of the bank's net of a deal from shoot bets with its net from stakes. It and the kitty's SD
        are None where a kitty ever grew beyond 2**30 chips: its square is not kept.
    room : list of dict
        By place from the banker's left: mean room found for a first bet (chips) and the share of
        deals in which nothing was left to shoot.
    kitty : dict
        Mean and SD in chips at the start of a deal, how often it was shot dry and after how many
        deals, new kitties and top-ups.
    course : list of dict
        By deals that a kitty has seen: deals, mean and SD in chips.
    """

    stages: list[BetRow]
    by_kind: list[BetRow]
    edge: Estimate | None
    net_per_deal: Estimate | None
    correlation: float | None
    room: list[dict[str, Any]]
    kitty: dict[str, float | None]
    course: list[dict[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "edge_shoot": None if self.edge is None else self.edge.as_dict(),
            "net_per_deal": None if self.net_per_deal is None else self.net_per_deal.as_dict(),
            "correlation": self.correlation,
            "stages": [row.as_dict() for row in self.stages],
            "by_kind": [row.as_dict() for row in self.by_kind],
            "room": self.room,
            "kitty": self.kitty,
            "course": self.course,
        }


def shoot_outcomes(tallies: Tallies, confidence: float = CONFIDENCE) -> ShootOutcomes | None:
    """The outcomes of the shoot bets; None where Shoot was off."""
    if not tallies.shoot:
        return None
    kinds = shoot_kinds()
    by_kind = [_row(tallies, name, places, confidence) for name, places in kinds.items()]
    stages = [
        _row(
            tallies,
            stage,
            [k for name, places in kinds.items() if name.startswith(stage) for k in places],
            confidence,
        )
        for stage in SHOOT_STAGES
    ]
    every = tallies.shoot["all"]
    return ShootOutcomes(
        stages=stages,
        by_kind=[row for row in by_kind if row.bets],
        edge=ratio(every, "net", "chips", confidence=confidence),
        net_per_deal=ratio(every, "net", "deals", confidence=confidence),
        correlation=_correlation(tallies),
        room=_room(tallies),
        kitty=_kitty(tallies),
        course=_course(tallies),
    )


def _row(tallies: Tallies, name: str, places: list[int], confidence: float) -> BetRow:
    moments = tallies.shoot[name]
    asked, bets, won = (
        int(tallies.counts[f"shoot {count}"][places].sum()) for count in ("asked", "bets", "won")
    )
    edge = ratio(moments, "net", "chips", confidence=confidence)
    return BetRow(name, asked, bets, won, moments.of("chips"), edge)


def _correlation(tallies: Tallies) -> float | None:
    """Over deals, of the bank's shoot net with its net from stakes."""
    shoot, stakes = tallies.shoot["all"], tallies.table
    deals = shoot.of("deals")
    mean_shoot, mean_stakes = shoot.of("net") / deals, stakes.of("net") / deals
    scale = (shoot.of("net_squares") / deals - mean_shoot**2) * (
        stakes.of("net_squares") / deals - mean_stakes**2
    )
    if scale <= 0 or tallies.counts["shoot huge"]:
        return None
    return (shoot.of("net_product") / deals - mean_shoot * mean_stakes) / math.sqrt(scale)


def _room(tallies: Tallies) -> list[dict[str, Any]]:
    return [
        {"position": p, "mean_room": room / asked, "shut_out": shut / asked}
        for p, (asked, room, shut) in enumerate(tallies.counts["shoot room"].tolist())
    ]


def _kitty(tallies: Tallies) -> dict[str, float | None]:
    deals, chips, squares = (int(x) for x in tallies.counts["shoot course"].sum(axis=0))
    new, new_chips = (int(x) for x in tallies.counts["shoot kitties"])
    added, added_chips = (int(x) for x in tallies.counts["shoot top_ups"])
    dry, lasted = (int(x) for x in tallies.counts["shoot dry"])
    huge = int(tallies.counts["shoot huge"])
    mean = chips / deals
    return {
        "mean": mean,
        "sd": None if huge else math.sqrt(max(squares / deals - mean * mean, 0.0)),
        "put_up_per_deal": new / deals,
        "mean_put_up": new_chips / new if new else None,
        "top_ups_per_deal": added / deals,
        "mean_top_up": added_chips / added if added else None,
        "dry_per_kitty": dry / new if new else None,
        "mean_deals_until_dry": lasted / dry if dry else None,
    }


def _course(tallies: Tallies) -> list[dict[str, Any]]:
    huge = int(tallies.counts["shoot huge"])
    rows = []
    for life, (deals, chips, squares) in enumerate(tallies.counts["shoot course"].tolist()):
        if deals:
            mean = chips / deals
            sd = None if huge else math.sqrt(max(squares / deals - mean * mean, 0.0))
            rows.append({"deals_seen": life, "deals": deals, "mean": mean, "sd": sd})
    return rows
