"""The readable engine: how the rules read in Python. Slow and obvious; one function a rule.

`Table` plays deals with a given pack order and returns a `DealRecord` of frozen events. Every
action is a triple: `verify_x` raises the sentence why it is illegal, `can_x` only says whether it
is legal, `x` does it. The compiled engine has to agree with this one event by event, chip by chip.
No numba here, and no randomness but what the caller brings.

`events` history and records, `people` what a strategy is asked, `hands` worth of a hand, `deal`
the state of a deal, `bets` chips put down, `turn` the turns, `settle` paying, `between` what
happens after a deal, `view` what a strategy is shown, `table` the order of it all.
"""

from pontoon_sim.reference.between import auction, bank_move, clear_table, sale, shuffles
from pontoon_sim.reference.deal import Deal, Memory, Player
from pontoon_sim.reference.events import DealRecord, Event
from pontoon_sim.reference.hands import (
    Hand,
    beats,
    is_pontoon,
    is_three_sevens,
    is_trick,
    score,
)
from pontoon_sim.reference.people import IllegalAction, Seat, Strategy
from pontoon_sim.reference.table import Start, Table, play_table, verify_turn
from pontoon_sim.reference.view import chance, decision_key, look
from pontoon_sim.strategies.view import View

__all__ = [
    "Deal",
    "DealRecord",
    "Event",
    "Hand",
    "IllegalAction",
    "Memory",
    "Player",
    "Seat",
    "Start",
    "Strategy",
    "Table",
    "View",
    "auction",
    "bank_move",
    "beats",
    "chance",
    "clear_table",
    "decision_key",
    "is_pontoon",
    "is_three_sevens",
    "is_trick",
    "look",
    "play_table",
    "sale",
    "score",
    "shuffles",
    "verify_turn",
]
