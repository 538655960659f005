"""The shapes of what the kernel works on: lowered rules, scratch of one table, tallies, the log.

All are structured records, so that a stage of a deal takes a few pointers however many fields there
are. Numpy only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pontoon_sim.kernel.layout import (
    CARD_STRIDE,
    DRAW_SIZE,
    MAX_HANDS,
    MAX_SEATS,
    RANK_COUNT,
    TURN_SIZE,
)

RULES = np.dtype(
    [
        (name, np.int64)
        for name in (
            "cards_in_pack",
            "seats",
            "stake_min",
            "stake_max",
            "first_banker",  # -1: cut
            "banker_pontoon_takes",
            "pontoon_loses",  # to a banker's pontoon: times the stake (P9)
            "stick_min",
            "buy_max",
            "buy_certain_trick",
            "split",  # SPLIT_NONE, SPLIT_ACES, SPLIT_ANY
            "max_hands",
            "split_pontoon",
            "soft_21_draws",
            "five_card_trick",
            "banker_trick_takes",
            "pontoon_pays",
            "trick_pays",
            "reshuffle",  # RESHUFFLE_*
            "bank_passes",  # BANK_*
            "rotate_every",
            "bank_sale",
            "burn",  # largest hard total that may be thrown in: 0, 13, 14 (P33)
            "banker_doubles",  # DOUBLES_*
            "three_sevens_pays",
            "kitty_min",
            "kitty_max",
            "stretch",  # cards of each seat's own stretch of a fresh pack; 0 in the continuing game
        )
    ],
    align=True,
)

SPLIT_NONE, SPLIT_ACES, SPLIT_ANY = range(3)
RESHUFFLE_PONTOON, RESHUFFLE_EVERY_DEAL, RESHUFFLE_NEVER = range(3)
BANK_PONTOON, BANK_NEVER, BANK_ROTATE = range(3)
DOUBLES_NONE, DOUBLES_PLAIN, DOUBLES_COMPOUND = range(3)

SLOTS = MAX_SEATS * MAX_HANDS
"""Hands of a deal with the banker's, which has the slot of its position and hand 0."""


class HandPlace(NamedTuple):
    """Which hand of a deal is meant; its slot is `position * MAX_HANDS + hand`."""

    seat: int
    position: int
    hand: int
    slot: int


class Game(NamedTuple):
    """What every entry into the kernel plays with, see `pontoon_sim.kernel`."""

    rules: Any
    lineup: Any
    st: Any
    view: Any
    sh: Any
    seed: Any
    tally: Any
    faults: Any
    control: Any = None


class TableRows(NamedTuple):
    """Where a block writes the sums of its tables, a row each: int64 arrays (tables,
    row_count(seats), len(CELL)), (tables, SHOOT_ROW) and (tables, row_count(seats), 5). The last
    two are not touched where Shoot is off and where there are no control variates; lines of the
    last are those of the first, without squares but with the adjusted net in CONTROL_UNITs."""

    stakes: Any
    shoot: Any
    control: Any


RING = 256
"""Length of the ring that holds the pack. A power of two above twice the cards of two packs, so
that a deal never writes a busted card over one still to be dealt."""

CELL = ("deals", "initial", "staked", "net", "net_squares")
"""What is summed up of a table: deals, then chips of initial stakes, all chips staked, net from
the own side, squares of the net of a deal. The scratch keeps the last four for each pair of
banker's seat and position, the last position being the banker, who stakes 0.
"""


def row_count(seats: int) -> int:
    """Lines of a table's row: by position of a player (seats - 1), by seat as player (seats), by
    seat as banker (seats; the stakes are those of the players against it)."""
    return 3 * seats - 1


TABLE = np.dtype(
    [
        # the pack
        ("rng", np.uint64, (4,)),
        ("chance_key", np.uint64),
        ("late_rng", np.uint64),  # draws the cards of a fresh pack past the shuffled stretch
        ("pack", np.uint8, (RING,)),
        ("head", np.int64),  # next card of the ring, counted without wrapping
        ("tail", np.int64),  # place where the next returned card goes
        ("shuffled_to", np.int64),  # fresh pack: places below it are drawn already
        ("known", np.uint16, (RING,)),  # bit s: seat s knows the card at this place of the ring
        ("next", np.int64, (MAX_SEATS,)),  # fresh pack: next card of each position's stretch
        ("end", np.int64, (MAX_SEATS,)),  # fresh pack: end of each position's stretch
        ("dealt", np.uint8, (RING,)),  # cards in the order dealt; kept only while logging
        ("dealt_count", np.int64),
        # between deals
        ("deal", np.int64),
        ("banker", np.int64),
        ("tenure", np.int64),  # deals that the banker has held the bank
        ("bankroll", np.int64, (MAX_SEATS,)),
        ("seen", np.int64, (RANK_COUNT,)),  # cards that everybody has seen, by rank
        # cards that only one seat has seen: a bank's own that it never had to turn up
        ("own_seen", np.int64, (MAX_SEATS, RANK_COUNT)),
        # sums of the table by banker's seat and position, see CELL
        ("cells", np.int64, (MAX_SEATS, MAX_SEATS, len(CELL) - 1)),
        ("banked", np.int64, (MAX_SEATS,)),  # deals of each seat's bank
        # the deal
        ("sees", np.int64),  # the most that any seat looks at, layout.SEES_*
        ("uses_held", np.int64),  # 1: some seat looks at view.held, so it is filled for all
        ("net", np.int64, (MAX_SEATS,)),  # by seat
        ("seat_at", np.int64, (MAX_SEATS,)),  # seat of each position, the banker's last
        ("hands", np.int64, (MAX_SEATS,)),  # by position
        ("initial", np.int64, (MAX_SEATS,)),  # by position
        ("pair", np.int64, (MAX_SEATS,)),  # by position: index of the first two cards
        ("cards", np.uint8, (SLOTS * CARD_STRIDE,)),  # by hand slot, in the order dealt
        (
            "knowers",
            np.uint16,
            (SLOTS * CARD_STRIDE,),
        ),  # bit s: seat s knew it when dealt
        ("count", np.int64, (SLOTS,)),
        ("hard", np.int64, (SLOTS,)),
        ("ace", np.int64, (SLOTS,)),  # 1: holds an ace
        ("price", np.int64, (SLOTS,)),  # dearest next card
        ("stake", np.int64, (SLOTS,)),
        ("bought", np.int64, (SLOTS,)),
        ("twisted", np.int64, (SLOTS,)),
        ("up", np.int64, (SLOTS,)),  # bit k: the hand's card k lies face up
        (
            "score",
            np.int64,
            (SLOTS,),
        ),  # SCORE_* once the hand is finished; 0: bust, its cards are under the pack
        ("busts", np.int64, (SLOTS + 1,)),  # hand slots still to go under the pack, in order
        ("bust_count", np.int64),
        ("pontoon_shown", np.int64),
        ("next_banker", np.int64),
        ("in_play", np.int64),  # hands not bust
        ("doubled", np.int64),  # 1: the banker has doubled the deal (P34)
        ("splits", np.int64),
        ("burnt", np.int64),
        ("thrown", np.int64, (MAX_SEATS,)),  # by position: 1 once its hand was thrown in
        # control variates (control.py)
        ("left", np.float32, (16,)),  # cards never dealt since the shuffle, by rank; see TENS
        ("fresh", np.int64),  # all of them
        ("kind", np.int64),  # of the banker's first two cards
        ("banker_drew", np.int64),  # 1: such a card
        ("banker_luck", np.float64, (16,)),  # its draws, by lane of the score that they meet
        # sums of the table by banker's seat and player's position, players' side, CONTROL_UNITs
        ("luck", np.float64, (MAX_SEATS, MAX_SEATS)),
        # the log of one deal
        ("log_length", np.int64),
        # an answer that was not legal, told to the caller
        ("fault", np.int64),  # 1 + decision
        ("fault_seat", np.int64),
        ("fault_answer", np.int64),
    ],
    align=True,
)

# --- Shoot Pontoon ------------------------------------------------------------------------------
BETS = 2 * RANK_COUNT + 64
"""Kinds of a shoot bet: on the first card by rank, then on a hand made by splitting by rank, then
before the fourth card by `layout.fourth_index` of the three cards."""

HUGE = 1 << 20
"""Chips from which a deal's kitty or shoot net is left out of sums of squares, which would not stay
exact in 64 bits."""

KITTY_LIMIT = 1 << 40
"""Chips in a kitty at which play is broken off: sums would not stay exact."""

COURSE = 100
"""Deals of a kitty's life that its course tells apart; the last counts all later ones."""

SHOOT = np.dtype(
    [
        ("kitty", np.int64),
        ("standing", np.int64),  # all shoot bets not yet settled
        ("life", np.int64),  # deals that this kitty has seen
        ("net", np.int64, (MAX_SEATS,)),  # by seat, of this deal's shoot bets
        ("early", np.int64, (SLOTS,)),  # by hand slot: the bet on the first or the split card
        ("early_kind", np.int64, (SLOTS,)),
        ("fourth", np.int64, (SLOTS,)),  # by hand slot: the bet before the fourth card
        ("fourth_kind", np.int64, (SLOTS,)),
        # sums of the table
        ("bet_chips", np.int64, (BETS,)),
        ("bet_net", np.int64, (BETS,)),  # from the players' side
        ("net_squares", np.int64),  # of the banker's shoot net of a deal
        ("net_product", np.int64),  # of the banker's shoot net and stake net of a deal
        # sums of the block
        ("asked", np.int64, (BETS,)),  # times that a bet might have been made
        ("bets", np.int64, (BETS,)),  # bets of at least one chip
        ("won", np.int64, (BETS,)),  # of those, paid
        # player's position -> first bets that might have been made, room found, no room at all
        ("room", np.int64, (MAX_SEATS, 3)),
        # deals of this kitty before -> deals, chips in the kitty, squares
        ("course", np.int64, (COURSE, 3)),
        ("kitties", np.int64, (2,)),  # put up new: times, chips
        ("top_ups", np.int64, (2,)),  # times, chips
        ("dry", np.int64, (2,)),  # kitties shot dry: times, deals that they lasted
        ("huge", np.int64),  # deals left out of sums of squares
    ],
    align=True,
)
"""Scratch and sums of Shoot Pontoon; the kernel is given None instead where it is off."""

SHOOT_ROW = 2 * BETS + 2
"""Of a table: chips by kind of bet, the players' net by kind, then `net_squares`, `net_product`."""

SHOOT_COUNTS = ("asked", "bets", "won", "room", "course", "kitties", "top_ups", "dry", "huge")

# --- control variates (control.py) --------------------------------------------------------------
CONTROL_UNIT = 1 << 10
"""Parts of a chip in which tables of expectations are kept, as whole numbers."""

LANES = 16
"""Places of a row by rank, or by lane of a score: whole vector registers. Those past the last rank
hold 0."""

TENS = 13
"""Among the cards left by rank: where all ten-cards together stand."""

BANKER_KINDS = 27
"""Kinds of the banker's first two cards, see `hand_kind`."""

CONTROL_TABLES = 64
"""Pairs of a banker and a player for whom one record has tables."""

CONTROL = np.dtype(
    [
        # of a banker, at its first number: 2.0 where it doubles the deal on that first card (P34)
        ("times", np.float64, (CONTROL_TABLES, RANK_COUNT)),
        # the same: gain per chip by the banker's hand (`layout.draw_index`, up to five cards) and
        # the lane of the score that it meets
        ("pay", np.float32, (CONTROL_TABLES, DRAW_SIZE, LANES)),
        # of a player and a banker. By first card, chips that the player's table stakes; the rest of
        # these in `scale` chips: of the banker's first card, of both, of the player's first
        ("stake", np.float64, (CONTROL_TABLES, RANK_COUNT)),
        ("scale", np.float64, (CONTROL_TABLES,)),
        ("banker_first", np.float32, (CONTROL_TABLES, LANES)),
        ("banker_second", np.float32, (CONTROL_TABLES, RANK_COUNT, LANES)),
        ("first", np.float32, (CONTROL_TABLES, BANKER_KINDS, LANES)),
        # from a whole pack, in chips: means of `banker_second`; and of a player's first two cards
        # at the stake of its table, by the banker's two cards
        ("banker_mean", np.float64, (CONTROL_TABLES,)),
        ("players_mean", np.float64, (CONTROL_TABLES, RANK_COUNT, RANK_COUNT)),
        # per chip of the initial stake: by the first two cards; by the first of a new hand
        ("second", np.float32, (CONTROL_TABLES, BANKER_KINDS, RANK_COUNT, LANES)),
        ("single", np.float32, (CONTROL_TABLES, BANKER_KINDS, LANES)),
        # of a hand by `layout.turn_index`, up to five cards: gain per chip staked; gain of cards
        # yet to be bought, per chip of the initial stake, by whether they may cost more than it
        ("per_chip", np.float32, (CONTROL_TABLES, BANKER_KINDS, TURN_SIZE)),
        ("to_come", np.float32, (CONTROL_TABLES, BANKER_KINDS, 2, TURN_SIZE)),
    ],
    align=True,
)
"""What hands are worth to a player, by the kind of the banker's first two cards: whole numbers of
CONTROL_UNITs of a chip. A pair's number is `banker_tables` of the one and `player_tables` of the
other (`layout.SEAT`) together."""


def hand_kind(ace: int, hard: int) -> int:
    """Kind of two cards: hard 4 to 20 without an ace, then 2 to 11 with one; the last a pontoon."""
    return 15 + hard if ace else hard - 4


def score_lane(score: int) -> int:
    """Place of a standing hand's score in a row of `pay`; 0 for a bust, and for scores so low that
    hardly anyone stands there."""
    return max(score - 10, 0)


# --- tallies ------------------------------------------------------------------------------------
KIND_BANKER_PONTOON = 25  # a hand that met the banker's pontoon
KIND_PONTOONS = 26  # a pontoon that met the banker's pontoon
KINDS = 27
"""Kinds of a finished hand: its score 0 to 24, or one of the two above."""

KIND_NO_TURN = 25  # for the banker: every player had bust
PAIRS = RANK_COUNT * (RANK_COUNT + 1) // 2
NET_BINS = 1025
"""Bins of the banker's net of a deal, one a least stake, the middle one 0, the outer two open."""

TALLY = np.dtype(
    [
        ("deals", np.int64),
        ("banker_pontoons", np.int64),
        ("pontoon_deals", np.int64),  # deals that showed a pontoon, anybody's
        ("no_turns", np.int64),  # deals in which every hand bust
        ("bank_moves", np.int64),
        ("doubled", np.int64),  # deals doubled by the banker
        ("burnt", np.int64),  # hands thrown in for new ones
        ("splits", np.int64),
        ("sales", np.int64, (2,)),  # of the bank, auctions too: times, chips paid
        ("net_bins", np.int64, (NET_BINS,)),
        # player's seat, kind -> hands, hands paid, chips staked, net
        ("kind", np.int64, (MAX_SEATS, KINDS, 4)),
        # player's seat, first two cards -> deals, initial stake, chips staked, net
        ("pair", np.int64, (MAX_SEATS, PAIRS, 4)),
        # banker's seat, kind -> deals, banker's net
        ("banker_kind", np.int64, (MAX_SEATS, KINDS, 2)),
    ],
    align=True,
)
"""Sums over the deals of a block, chips and counts. Adding two gives the tally of both."""

TENURE = ("deals", "net", "shoot_net", "ended", "adjusted", "cycle")
"""What is kept of a tenure of the bank: deals, the banker's net from stakes and from shoot bets, 1
when the bank passed (0 when the tenure was broken off), and the net from stakes adjusted by control
variates, in CONTROL_UNITs. Where the table had come back to a state that it had been in, the deals
of that cycle; the nets are then those of one cycle."""

CYCLE_FROM = 128
"""Deals of a tenure after which a recurring state is looked for, six times the mean heads-up."""

FAULT = ("table", "deal", "seat", "decision", "answer")

LOG_WIDTH = 5  # event, then up to four numbers
LOG_ROWS = 1024
"""Enough for any deal: 44 hands of at most five cards, each with a choice and a payment."""


def pair_index(a: int, b: int) -> int:
    """Index of two ranks (0-12, either order) among the 91 unordered pairs."""
    low, high = min(a, b), max(a, b)
    return high * (high + 1) // 2 + low
