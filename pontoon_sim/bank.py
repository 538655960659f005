"""What holding the bank is worth: tenures of the bank, from the deal in which it is taken to the
one after which it passes.

One tenure a table, from a fresh shuffle, so tenures are independent and so are the errors. Where
the pack is shuffled whenever a pontoon takes the bank (the standard game), every tenure begins so.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.errors import PontoonError
from pontoon_sim.rules import Rules
from pontoon_sim.stats import CONFIDENCE, Estimate, estimate, ratio
from pontoon_sim.strategies.model import Seat
from pontoon_sim.tallies import Moments, moments_of

LONGEST = 10_000
"""Deals after which a tenure is broken off; nearly 500 times the mean heads-up, the longest."""

TENURES_IN_PILOT = 100
"""Tenures played first, to see whether they end at all."""

TENURES_PER_BLOCK = 10_000
LENGTHS = 101
"""Lengths of a tenure told apart; the last counts all longer ones."""

NET_BINS = 801
"""Bins of a tenure's net, each five least stakes wide, the middle one 0, the outer two open."""

QUANTITIES = ("tenures", "deals", "net", "shoot_net", "ended")


@dataclass(frozen=True)
class BankValue:
    """Tenures of the bank in one game.

    Attributes
    ----------
    moments : Moments
        Sums over tenures of QUANTITIES, chips from the banker's side.
    lengths : int64, (LENGTHS,)
        Tenures by their number of deals.
    net_bins : int64, (NET_BINS,)
        Tenures by their net, shoot bets included.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    moments: Moments
    lengths: npt.NDArray[np.int64]
    net_bins: npt.NDArray[np.int64]
    confidence: float = CONFIDENCE
    seconds: float = 0.0

    @cached_property
    def net(self) -> Estimate:
        """Chips that the banker wins in a tenure, shoot bets included: the fair price of the bank.

        Whoever holds the bank is ahead by just this of where it would be without: when the tenure
        ends it sits at the table like anybody else. (What it would have lost as a player meanwhile
        is made good by the chance of the next bank, which only a player has. That holds where the
        bank passes by pontoons to people who play alike.)
        """
        return self._mean({"net": 1.0, "shoot_net": 1.0})

    @cached_property
    def stakes_net(self) -> Estimate:
        """The part of `net` that comes from stakes."""
        return self._mean({"net": 1.0})

    @cached_property
    def shoot_net(self) -> Estimate:
        """The part of `net` that comes from shoot bets."""
        return self._mean({"shoot_net": 1.0})

    @cached_property
    def length(self) -> Estimate:
        """Deals of a tenure."""
        return self._mean({"deals": 1.0})

    @cached_property
    def net_sd(self) -> float:
        """Standard deviation of a tenure's net, chips."""
        return self._sd({"net": 1.0, "shoot_net": 1.0})

    @cached_property
    def length_sd(self) -> float:
        """Standard deviation of a tenure's number of deals."""
        return self._sd({"deals": 1.0})

    @cached_property
    def net_per_deal(self) -> Estimate:
        """Chips that the banker wins in a deal, over whole tenures."""
        found = ratio(self.moments, "net", "deals", confidence=self.confidence)
        assert found is not None
        return found

    @property
    def broken_off(self) -> int:
        """Tenures that had not ended after LONGEST deals."""
        return self.moments.tables - self.moments.of("ended")

    def share_shorter(self, deals: int) -> float:
        """Share of tenures of at most this many deals (below LENGTHS)."""
        return float(self.lengths[: deals + 1].sum() / self.lengths.sum())

    def _weights(self, weights: dict[str, float]) -> npt.NDArray[np.float64]:
        return np.array([weights.get(name, 0.0) for name in QUANTITIES])

    def _variance(self, weights: dict[str, float]) -> float:
        w, n = self._weights(weights), self.moments.tables
        products = np.array(self.moments.products, float)
        sums = np.array(self.moments.sums, float)
        return float(max((w @ products @ w - (w @ sums) ** 2 / n) / (n - 1), 0.0))

    def _mean(self, weights: dict[str, float]) -> Estimate:
        n = self.moments.tables
        value = float(self._weights(weights) @ np.array(self.moments.sums, float)) / n
        se = math.sqrt(self._variance(weights) / n) if n > 1 else None
        return estimate(value, se, n, self.confidence)

    def _sd(self, weights: dict[str, float]) -> float:
        return math.sqrt(self._variance(weights)) if self.moments.tables > 1 else math.nan

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        names = ("net", "stakes_net", "shoot_net", "length", "net_per_deal")
        return {
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "rules": self.rules.model_dump(),
            "seats": [{"player": s.player.name, "banker": s.banker.name} for s in self.seats],
            "seed": self.seed,
            "tenures": self.moments.tables,
            "broken_off": self.broken_off,
            "seconds": round(self.seconds, 3),
            "estimates": {name: getattr(self, name).as_dict() for name in names},
            "net_sd": self.net_sd,
            "length_sd": self.length_sd,
            "lengths": self.lengths.tolist(),
            "net_bins": self.net_bins.tolist(),
            "net_bin_width": net_bin_width(self.rules),
        }


def net_bin_width(rules: Rules) -> int:
    """Chips of one bin of a tenure's net."""
    return 5 * rules.stake_min


def refuse_endless(rules: Rules) -> None:
    """Refuse rules under which the bank never changes hands."""
    if rules.bank_passes == "never" and not rules.bank_sale and not rules.shoot:
        raise PontoonError(
            "the bank never passes under these rules, so it has no tenure:"
            " set bank_passes = pontoon or rotate (P30), or bank_sale = true (P31)"
        )


def bank_value(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    tenures: int,
    seed: int = 1,
    threads: int | None = None,
    confidence: float = CONFIDENCE,
    progress: Callable[[int, int], None] | None = None,
) -> BankValue:
    """Play tenures of the bank and value it.

    Parameters
    ----------
    rules, seats : Rules, sequence of Seat
    tenures : int
        Number of tenures, one a table.
    progress : callable, optional
        Called as `progress(played, tenures)` after every block.

    Raises
    ------
    PontoonError
        The bank never passes under these rules.
    """
    from pontoon_sim.engine import Engine

    refuse_endless(rules)
    if not 2 <= tenures <= 10**10:
        raise PontoonError(f"tenures = {tenures} is not possible: take 2 to 1e10")
    began = time.perf_counter()
    engine = Engine(rules, seats, seed)
    moments = Moments(quantities=QUANTITIES)
    lengths, net_bins = np.zeros(LENGTHS, np.int64), np.zeros(NET_BINS, np.int64)
    pilot = min(TENURES_IN_PILOT, tenures)
    blocks = [(0, pilot)] + [
        (first, min(TENURES_PER_BLOCK, tenures - first))
        for first in range(pilot, tenures, TENURES_PER_BLOCK)
    ]
    width, played = net_bin_width(rules), 0
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        ended = int(engine.tenures(0, pilot, LONGEST)[0][:, 3].sum())
        if 2 * ended < pilot:
            raise PontoonError(
                f"the bank hardly ever passes here ({pilot - ended} of {pilot} tenures had not"
                f" ended after {LONGEST:,} deals), so it has no value of a tenure:"
                " set bank_passes = pontoon, or take another line-up"
            )
        for rows, _ in pool.map(lambda b: engine.tenures(b[0], b[1], LONGEST), blocks):
            stacked = np.concatenate([np.ones((len(rows), 1), np.int64), rows], axis=1)
            moments.add(moments_of(["all"], stacked[np.newaxis], QUANTITIES)["all"])
            lengths += np.bincount(np.minimum(rows[:, 0], LENGTHS - 1), minlength=LENGTHS)
            place = (rows[:, 1] + rows[:, 2] + width // 2) // width + NET_BINS // 2
            net_bins += np.bincount(np.clip(place, 0, NET_BINS - 1), minlength=NET_BINS)
            played += len(rows)
            if progress is not None:
                progress(played, tenures)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return BankValue(
        rules,
        tuple(seats),
        seed,
        moments,
        lengths,
        net_bins,
        confidence,
        time.perf_counter() - began,
    )
