"""The two engines against each other: random games played by both, compared event by event.

The kernel plays and logs a table; the readable engine is given the same rules, strategies and the
pack order of each deal, and has to come to the same record to the last card and chip. Whoever
doubts the fast engine runs `pontoon parity`. Nothing that measures a strategy belongs here.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.game.rules import Rules
from pontoon_sim.reference import DealRecord, Table
from pontoon_sim.strategies import (
    Facts,
    Role,
    Seat,
    Strategy,
    forgetful,
    load_file,
    mix,
    shipped,
    with_errors,
)
from pontoon_sim.strategies.amounts import Amount, ShootTable
from pontoon_sim.strategies.table import BankerTable, PlayerTable, StakeWord, choices

DEALS_PER_TABLE = 25


@dataclass(frozen=True)
class Difference:
    """Where the engines part: the game, the deal, and both records."""

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    compiled: DealRecord
    readable: DealRecord

    def __str__(self) -> str:
        pairs = zip(self.compiled.events, self.readable.events, strict=False)
        at = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
        where = "after the last event" if at is None else f"at event {at}"
        lines = [
            f"deal {self.compiled.deal}, seed {self.seed}: the engines part {where}",
            f"rules: {self.rules.changed}",
            f"seats: {[(s.player.name, s.banker.name) for s in self.seats]}",
            f"compiled: {self.compiled.as_dict()}",
            f"readable: {self.readable.as_dict()}",
        ]
        return "\n".join(lines)


def _random_amount(rng: random.Random, *words: str) -> Amount:
    """A sum of money: one of the words, a multiple of the least stake, chips, or a share."""
    kinds = [
        *(Amount(word) for word in words),
        Amount("x", rng.choice([1, 3, 50])),
        Amount("chips", rng.choice([0, 1, 7, 60, 10_000])),
    ]
    if len(words) > 1:  # a share makes sense
        kinds += [Amount("%", rng.choice([1, 125, 333, 500, 999])) for _ in range(2)]
    return rng.choice(kinds)


def _random_shooting(rng: random.Random) -> ShootTable:
    """Shoot bets on about half the hands."""

    def bet() -> Amount:
        return _random_amount(rng, "none", "all") if rng.random() < 0.5 else Amount("none")

    kinds = [(soft, total) for soft in (False, True) for total in range(12 if soft else 6, 22)]
    return ShootTable(
        first=tuple(bet() for _ in range(13)),
        split=tuple(bet() for _ in range(13)),
        fourth={kind: bet() for kind in kinds if rng.random() < 0.8},
    )


def random_player_table(rng: random.Random) -> Strategy:
    """A player's table with random letters, pairs, stakes, shoot bets and a bid."""
    words = [StakeWord("min"), StakeWord("max"), StakeWord("x", 3), StakeWord("%", 50)]
    letters = ["T", "S", "1", "2", "1S", "2T", "21", "ST"]
    table = PlayerTable(
        stakes=tuple(rng.choice(words) for _ in range(13)),
        pairs=frozenset(r for r in range(1, 14) if rng.random() < 0.6),
        burns=frozenset(t for t in (13, 14) if rng.random() < 0.5),
        cells={cell: rng.choice(letters) for cell in choices()},
        shooting=_random_shooting(rng) if rng.random() < 0.8 else None,
        price=_random_amount(rng, "none") if rng.random() < 0.8 else None,
    )
    return _drawn("player", table)


def random_banker_table(rng: random.Random) -> Strategy:
    """A banker's table with random letters, kitty, additions, price and doubling."""
    table = BankerTable(
        cells={cell: rng.choice("DDS") for cell in choices(twists=False)},
        new_kitty=_random_amount(rng, "min", "max") if rng.random() < 0.8 else None,
        addition=_random_amount(rng, "none", "full") if rng.random() < 0.8 else None,
        price=_random_amount(rng, "none") if rng.random() < 0.8 else None,
        doubles=frozenset(r for r in range(1, 14) if rng.random() < 0.5),
    )
    return _drawn("banker", table)


def _drawn(role: Role, table: PlayerTable | BankerTable) -> Strategy:
    facts = Facts(sizes_stakes=True, own_cards_only=True)
    digest = hashlib.sha256(repr(table).encode()).hexdigest()
    name, answers = f"random_{digest[:8]}", table.answers()
    return Strategy(name, role, "table", facts, Path("-"), digest, answers, table)


@cache
def _pool(role: Role) -> tuple[Strategy, ...]:
    files = [Path(__file__).with_name("chaos.py"), *shipped().values()]
    return tuple(strategies[role] for f in files if role in (strategies := load_file(f)))


def random_seats(rng: random.Random, rules: Rules) -> tuple[Seat, ...]:
    """Any mixture of chaos, random tables, shipped strategies, and blends of all these."""
    makers: dict[Role, Callable[[random.Random], Strategy]] = {
        "player": random_player_table,
        "banker": random_banker_table,
    }

    def blended(role: Role) -> Strategy:
        if rng.random() >= 0.25:
            return plain(role)
        if rng.random() < 0.5:
            return with_errors(plain(role), rng.choice([0.0, 0.3, 1.0]))
        first, second = plain(role), with_errors(plain(role), 0.2)
        if rng.random() < 0.5:
            first, second = forgetful(first), mix([(second, 1), (forgetful(plain(role)), 1)])
        return mix([(first, 1), (second, 0.5), (mix([(plain(role), 3)]), rng.choice([0.1, 2]))])

    def plain(role: Role) -> Strategy:
        kind = rng.random()
        pool = _pool(role)
        if kind < 0.4:
            return pool[0]
        return makers[role](rng) if kind < 0.8 else rng.choice(pool)

    return tuple(Seat(blended("player"), blended("banker")) for _ in range(rules.seats))


def compare(
    rules: Rules, seats: tuple[Seat, ...], seed: int, deals: int = DEALS_PER_TABLE, table: int = 0
) -> Difference | None:
    """Play one table with both engines; the first difference, or None."""
    from pontoon_sim.engine.engine import Engine

    engine = Engine(rules, seats, seed)
    records = engine.records(table, 0, deals)
    banker, key = engine.table_start(table)
    reference = Table(rules, seats, banker, key, index=table)
    for compiled in records:
        readable = reference.play_deal(compiled.pack)
        if readable != compiled:
            return Difference(rules, seats, seed, compiled, readable)
    return None


def compare_random(seed: int, deals: int = DEALS_PER_TABLE) -> Difference | None:
    """Draw a game from `seed`, play one table of it with both engines."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    return compare(rules, random_seats(rng, rules), seed, deals, table=rng.randrange(1000))
