"""Line-ups as the kernel reads them: tables lowered, functions compiled, what each looks at.

Numba is loaded only where some strategy is not a table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    DECISIONS,
    SEAT,
    SEES_ORDER,
    SEES_OWN_CARDS,
    SEES_PACK,
    SEES_TABLE,
)
from pontoon_sim.strategies.lowering import lower_banker, lower_player
from pontoon_sim.strategies.model import Seat, Strategy
from pontoon_sim.strategies.table import BankerTable, PlayerTable


def lower_seats(seats: Sequence[Seat], rules: Rules) -> npt.NDArray[np.void]:
    """Everything that the kernel needs to know of the strategies, seat by seat.

    Parameters
    ----------
    seats : sequence of Seat, length `rules.seats`
    rules : Rules

    Returns
    -------
    ndarray of layout.SEAT, shape (n_seats,)
        Function strategies are compiled by this, and their addresses stay valid as long as the
        process lives. Where a function decides, the table's place holds a legal default.
    """
    if len(seats) != rules.seats:
        raise PontoonError(
            f"{len(seats)} line-ups for {rules.seats} seats: every seat needs one (P1)"
        )
    return lower_people(seats, rules)


def lower_people(people: Sequence[Seat], rules: Rules) -> npt.NDArray[np.void]:
    """`lower_seats` for people who have no seats yet, however many there are."""
    lowered = np.zeros(len(people), dtype=SEAT)
    for record, seat in zip(lowered, people, strict=True):
        playing, banking = seat.player.table, seat.banker.table
        lower_player(record, playing if isinstance(playing, PlayerTable) else None, rules)
        lower_banker(record, banking if isinstance(banking, BankerTable) else None, rules)
        for strategy in (seat.player, seat.banker):
            if strategy.form != "table":
                _set_addresses(record, strategy, rules)
                record["sees"] = max(record["sees"], _sees(strategy))
                record["uses_chance"] |= not strategy.facts.deterministic
                record["uses_held"] |= _may_look_at_held(strategy)
    return lowered


def _sees(strategy: Strategy) -> int:
    """How much of the view it says that it looks at; the contract battery holds it to that."""
    if strategy.facts.uses_order:
        return SEES_ORDER
    if strategy.facts.uses_seen:
        return SEES_PACK
    return SEES_OWN_CARDS if strategy.facts.own_cards_only else SEES_TABLE


def _may_look_at_held(strategy: Strategy) -> bool:
    """Whether the file so much as names `held`, or brings in code from elsewhere that might."""
    if strategy.blend is not None:
        return strategy.blend.forgets or any(map(_may_look_at_held, strategy.blend.parts))
    if strategy.form == "table":
        return False
    text = strategy.content.decode("utf-8", "replace")
    imports = [line.split() for line in text.splitlines() if "import" in line.split()]
    known = ("pontoon_sim.strategies", "__future__", "math", "numpy")
    return "held" in text or any(words[1] not in known for words in imports if len(words) > 1)


def _set_addresses(record: np.void, strategy: Strategy, rules: Rules) -> None:
    from pontoon_sim.strategies.compiled import address_of, nodes_of

    for number, decision in enumerate(DECISIONS):
        if strategy.decides(decision):
            record["address"][number] = address_of(strategy, decision)
            record["nodes"][number] = nodes_of(strategy, decision, rules)
