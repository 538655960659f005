"""The vocabulary shared by both engines and by strategies: action and event codes, the scores of
hands, and the view that a function strategy is shown. Numpy only; importing this compiles nothing.
"""

from __future__ import annotations

import numpy as np

# --- what is asked of a strategy (view.decision) ------------------------------------------------
STAKE, TURN, DRAW, SHOOT, KITTY, TOP_UP, ASK, BID, DOUBLE = range(9)
DECISIONS = ("stake", "turn", "draw", "shoot", "kitty", "top_up", "ask", "bid", "double")

# --- what `turn` answers; a positive answer is the price to buy at ------------------------------
STICK, TWIST, SPLIT, BURN = 0, -1, -2, -3

# --- letters of a lowered table -----------------------------------------------------------------
TABLE_STICK, TABLE_TWIST, TABLE_BUY_LEAST, TABLE_BUY_MOST, TABLE_SPLIT, TABLE_BURN = range(6)

# --- how a hand stands, on one scale: the higher beats the lower, ties are the banker's (P10) ---
SCORE_BUST = 0
SCORE_21 = 21  # in three or four cards
SCORE_TRICK = 22
SCORE_SEVENS = 23  # 7-7-7 where it is paid (P35)
SCORE_PONTOON = 24

# --- state of a hand as the table sees it (view.hand_state) -------------------------------------
HAND_NONE, HAND_WAITING, HAND_STUCK, HAND_TRICK, HAND_PONTOON, HAND_BUST = range(6)

# --- events of a deal, in the order of the record's names ---------------------------------------
EVENTS = (
    "card", "stake", "kitty", "shoot", "double", "burn", "split", "buy", "twist", "stick",
    "pontoon", "trick", "bust", "pay", "pay_shoot", "bank", "shuffle",
)  # fmt: skip
(
    EV_CARD, EV_STAKE, EV_KITTY, EV_SHOOT, EV_DOUBLE, EV_BURN, EV_SPLIT, EV_BUY, EV_TWIST, EV_STICK,
    EV_PONTOON, EV_TRICK, EV_BUST, EV_PAY, EV_PAY_SHOOT, EV_BANK, EV_SHUFFLE,
) = range(len(EVENTS))  # fmt: skip
BANK_REASONS = ("pontoon", "sale", "rotate", "auction")

MAX_SEATS = 12
MAX_HANDS = 4
HAND_SLOTS = (MAX_SEATS - 1) * MAX_HANDS
"""Hands of a deal: hand `h` of the player at position `p` has slot `p * MAX_HANDS + h`."""

MOST_CARDS = 104
"""Cards of the largest pack (P1)."""

CARD_STRIDE = 8
"""Places of a hand's cards in the engine's arrays: card `k` of slot `s` is at `8 * s + k`. Five are
used; a power of two makes the place a shift."""

VIEW_CARD_STRIDE = 5
"""Places of a hand's cards in `view.hand_cards`."""

CARD_PLACES = MAX_SEATS * MAX_HANDS * VIEW_CARD_STRIDE

VIEW_PRICE_STRIDE = 3
"""Places of a hand in `view.hand_prices`: three cards may be bought."""

PRICE_PLACES = HAND_SLOTS * VIEW_PRICE_STRIDE

RANK_COUNT = 13

VIEW_FIELDS: tuple[tuple[str, str], ...] = (
    # what is asked, of whom
    ("decision", "which function is asked: STAKE, TURN, DRAW, ..."),
    ("position", "place from the banker's left, 0 first; the banker is at seats - 1"),
    ("seats", "people at the table, banker included"),
    ("stake_min", "least initial stake, chips"),
    ("stake_max", "largest initial stake, chips"),
    # the hand in question: the player's, or the banker's own
    ("first_card", "rank of the first card dealt, 1 (ace) to 13 (king)"),
    ("cards", "cards in the hand"),
    ("total", "best total: one ace as 11 where that does not bust"),
    ("hard", "hard total: every ace as 1"),
    ("soft", "1 when total and hard differ, else 0"),
    ("pair", "rank of two equal cards that are the whole hand, else 0"),
    ("hand", "number of the hand, 0 the first; 0 for the banker"),
    ("hands", "hands that this player has now; 1 for the banker"),
    ("bought", "cards of this hand that were bought"),
    ("twisted", "cards of this hand that were twisted; drawn ones for the banker"),
    ("stake", "the hand's whole stake so far, purchases included; 0 for the banker"),
    ("initial", "the initial stake; 0 for the banker and before staking"),
    # what is legal now
    ("cheapest", "least price of a card, 0 where buying is not legal; of a new kitty its least"),
    ("dearest", "largest price of a card, 0 where buying is not legal; of a new kitty its most"),
    ("can_stick", "1 when sticking is legal"),
    ("can_twist", "1 when twisting (the banker: drawing) is legal"),
    ("can_split", "1 when splitting is legal"),
    ("can_burn", "1 when the hand may be thrown in for a new one (P33)"),
    # the table and its memory
    ("bankroll", "chips won (+) or lost (-) by this seat since the table began"),
    ("cards_left", "cards left to deal"),
    ("fresh", "cards of the last shuffle that are still to be dealt; 0 without uses_order"),
    ("kitty", "chips in the kitty (Shoot Pontoon)"),
    ("room", "largest shoot bet allowed now; for the banker, chips that it may add"),
    ("doubled", "1 when the banker has doubled the deal (P34)"),
    ("shuffle_due", "1 when it is known that the pack is shuffled after this deal (P29)"),
    ("chance", "a random number for this decision, 0 to 2**32 - 1"),
)
"""Scalar fields of a view, each an int64, with their meaning."""

VIEW_ARRAYS: tuple[tuple[str, int, str], ...] = (
    ("held", RANK_COUNT, "cards of each rank in the hand, index 0 the ace to 12 the king"),
    ("seen", RANK_COUNT, "cards of each rank seen since the last shuffle, own cards included"),
    ("hand_state", HAND_SLOTS, "of each hand: HAND_NONE, HAND_WAITING, HAND_STUCK, ..."),
    ("hand_stake", HAND_SLOTS, "of each hand: its whole stake in chips, 0 for no hand"),
    ("hand_initial", HAND_SLOTS, "of each hand: its initial stake in chips"),
    ("hand_bought", HAND_SLOTS, "of each hand: cards bought"),
    ("hand_prices", PRICE_PLACES, "of each hand: the price of each card bought, in order"),
    ("hand_twisted", HAND_SLOTS, "of each hand: cards twisted"),
    ("hand_shown", HAND_SLOTS, "of each hand: hard total of its cards that lie face up"),
    ("hand_shoot", HAND_SLOTS, "of each hand: chips of the shoot bets that stand on it"),
    ("hand_burnt", HAND_SLOTS, "of each hand: hard total of the two cards thrown in for it, or 0"),
    ("coming", MOST_CARDS, "rank of each card to come, the next first, where known: 1-13, else 0"),
    ("hand_cards", CARD_PLACES, "ranks of the cards of each hand where known: 1-13, else 0"),
)
"""Array fields of a view. A hand's index is `position * 4 + hand`; busted hands keep theirs. In
`hand_prices` each hand has three places from 3 times that on; in `hand_cards` five from 5 times
that on, the banker's too, at `seats - 1`."""

PRICE_LIMIT = 10**10
"""Largest price of the bank that a strategy may name, chips, with either sign: the sums of a table
hold as many of them as it has deals."""

FAILED = -(2**62)
"""What a compiled function answers where it would raise in Python (`strategies/compiled.py`)."""

VIEW = np.dtype(
    [(name, np.int64) for name, _ in VIEW_FIELDS]
    + [(name, np.int64, (size,)) for name, size, _ in VIEW_ARRAYS]
    + [("_nodes", np.int64)],
    align=True,
)
"""The record handed to every function strategy. `_nodes` is none of its business: where the nodes
of a blend are (`SEAT`)."""

# --- how much of a view a seat's functions look at: what they do not, is not kept up ------------
SEES_OWN_CARDS, SEES_TABLE, SEES_PACK, SEES_ORDER = range(4)
"""Own cards, prices and legality; also hands on the table, bankroll, cards left; also `seen`; also
`coming`, `fresh` and `hand_cards`."""

# --- one seat as the kernel reads it ------------------------------------------------------------
TURN_SIZE = 512
DRAW_SIZE = 256
FOURTH_SIZE = 64


def turn_index(twisted: int, cards: int, ace: int, hard: int) -> int:
    """Place in a lowered `turn` table: `twisted` 0/1, `cards` 2-4, `ace` 1 when the hand holds one
    (soft or not), `hard` the hard total up to 21."""
    return ((twisted * 4 + cards - 2) * 2 + ace) * 32 + hard


def draw_index(cards: int, ace: int, hard: int) -> int:
    """Place in a lowered `draw` table: `cards` 2-4, `ace` 1 when the hand holds one, `hard`."""
    return ((cards - 2) * 2 + ace) * 32 + hard


def fourth_index(ace: int, hard: int) -> int:
    """Place of a three-card hand in a lowered `shoot_fourth` table: `ace` 1 when it holds one."""
    return ace * 32 + hard


NODE_TOSS, NODE_RANDOM, NODE_FUNCTION, NODE_TABLE, NODE_FORGET, NODE_STEP = range(6)

SEAT = np.dtype(
    [
        ("turn", np.uint8, (TURN_SIZE,)),  # TABLE_* letter by `turn_index`, legality resolved
        ("pair", np.uint8, (RANK_COUNT,)),  # 1: split that pair whenever it is legal
        ("stake", np.int64, (RANK_COUNT,)),  # initial stake in chips by rank of the first card
        ("draw", np.uint8, (DRAW_SIZE,)),  # 1: draw, by `draw_index`
        # shoot bets: chips (at most the room), or where negative thousandths of the room
        ("shoot_first", np.int64, (RANK_COUNT,)),  # by rank of the first card (S2)
        ("shoot_split", np.int64, (RANK_COUNT,)),  # on a hand made by splitting, by its rank (S5)
        ("shoot_fourth", np.int64, (FOURTH_SIZE,)),  # by `fourth_index` of three cards (S4)
        ("bid", np.int64),  # most it gives for the bank, chips (P31, S8)
        ("kitty", np.int64),  # a new kitty, chips (S1)
        ("top_up", np.int64),  # like shoot bets, of what may be added (S8)
        ("ask", np.int64),  # least it sells the bank for, chips; -1: not for sale (P31)
        ("double", np.uint8, (RANK_COUNT,)),  # 1: double the deal on that first card (P34)
        ("address", np.int64, (len(DECISIONS),)),  # compiled function by decision, 0: the table
        # by decision, where the function is that of all blends (answer.py): the address of this
        # blend's nodes (`BRANCH`)
        ("nodes", np.int64, (len(DECISIONS),)),
        ("sees", np.int64),  # SEES_*: how much of the view its functions look at
        ("uses_chance", np.int64),  # 1: fill view.chance
        ("uses_held", np.int64),  # 1: fill view.held
        # number of its control variates' tables in each role (state.CONTROL)
        ("player_tables", np.int64),
        ("banker_tables", np.int64),
    ],
    align=True,
)
"""Everything that the kernel needs to know of the strategies at one seat."""

BRANCH = np.dtype(
    [
        ("kind", np.int64),  # NODE_*
        # NODE_TOSS: of 2**32, how often `yes` is taken; NODE_STEP: the answer that is set
        ("limit", np.int64),
        # NODE_TOSS, NODE_FORGET: place of a node; NODE_STEP: cards of the hand; NODE_FUNCTION: the
        # address of a function; NODE_TABLE: that of a SEAT, whose table answers
        ("yes", np.int64),
        ("no", np.int64),  # NODE_TOSS, NODE_STEP: place of a node
    ],
    align=True,
)
"""A node of a blend: a strategy that leaves it to `view.chance` which of its parts answers."""

LINEUP = np.dtype(
    [
        (name, (SEAT[name].base, (MAX_SEATS, *SEAT[name].shape)))  # by seat
        for name in SEAT.names or ()
    ],
    align=True,
)
"""The seats of a table in one record: arrays of `SEAT`'s fields by seat. One pointer, and none of
the reference counting that an array of records costs in the inner loop (half the running time)."""
