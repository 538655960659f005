"""Remembers the order of the cards: knows what comes when the pack comes round, and stakes by it.

Why: Cards go under the pack unshuffled until a pontoon shows, so that who has watched them knows
every card once play has gone through the pack. When stakes are put down it plays the deal to the
end in its head: what those before it will take, its own cards, what those after it and the banker
will draw. It buys dear on the way to a hand that wins, twists for nothing on the way to one that
does not, and stops where that is best. Before the pack comes round it weighs what is left.

Weakness: It supposes that everybody draws below a total and splits nothing. Where it does not know
the next card it looks one card ahead, against a banker who draws below 16.

Source: This project's; its worths by `pontoon exact best-reply`. Called "the memory man". Of 89
candidates `pontoon tune memory_player --players memory_player,pub_regular,pub_regular,pub_regular,
pub_regular,pub_regular --deals 2e7` (seed 1) found none that gains over these parameters.
"""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, helper, parameter, player_strategy

OTHERS_BELOW = parameter(16, low=14, high=18, why="total below which others are supposed to draw")
BANKER_BELOW = parameter(16, low=14, high=18, why="total below which the banker does")
STAKE_FROM = parameter(
    100, low=-200, high=400, step=20, why="worth of a first card by count that deserves all"
)
BUY_FROM = parameter(0, low=-300, high=300, step=20, why="worth of a card by count to buy it")
GO_ON = parameter(70, low=0, high=300, step=10, why="worth of what may be done after the next card")
GO_ON_LAST = parameter(0, low=-100, high=100, step=10, why="the same where that is the fifth card")
SPLIT_LOW, SPLIT_HIGH = 6, 8  # pairs to split, by `pontoon exact best-reply`

# Strength of a hand that is finished: 0 bust, its total, or one of these.
UNKNOWN = -1
BUST = 0
TRICK = 22
PONTOON = 23

# Worths in thousandths of the initial stake, against a banker who draws below 16 and has no
# pontoon, with a fresh pack: by enumeration.
STANDING = (-586, -301, -21, 242, 498, 840, 1956)  # 16 and less, 17, 18, 19, 20, 21, trick
HARD_TO_PLAY = (1972, 1227, 551, 297, 234, 240, 329, 508, -331, -389, -444, -489, -501)  # 4 to 16
SOFT_TO_PLAY = (3734, 2785, 1966, 1192, 557, 332, 235, 237, 493)  # 12 to 20

STICK_MIN = 15  # the least total to stick on, which no view tells beforehand
NOWHERE = 103  # a place among the cards to come where never any is known


@helper
def pips(rank):
    """Hard value of a rank from 1 to 13."""
    return min(rank, 10)


@helper
def best(hard, ace):
    """Best total of a hand."""
    return hard + 10 if ace and hard <= 11 else hard


@helper
def strength(cards, hard, ace):
    """Of a finished hand."""
    if hard > 21:
        return BUST
    if cards == 5:
        return TRICK
    total = best(hard, ace)
    return PONTOON if cards == 2 and total == 21 else total


@helper
def unseen(view, rank):
    """Cards of a rank (0 the ace) that it has not seen since the shuffle."""
    whole = 8 if view.cards_left > 52 or view.seats > 8 else 4
    # once all cards of the shuffle are dealt some have been seen twice
    return max(whole - (view.seen[rank] if view.fresh > 0 else view.held[rank]), 0)


@helper
def to_play(hard, ace):
    """Worth of a hand that is still to be played, of which no more is known."""
    total = best(hard, ace)
    if total == 21:
        return 2000
    if total > hard:
        return SOFT_TO_PLAY[total - 12]
    return HARD_TO_PLAY[hard - 4] if hard <= 16 else STANDING[hard - 16]


# --- the deal to the end, where the cards to come are known ---------------------------------------


@helper
def drawn(view, position, place, limit):
    """How a hand ends that draws below a limit, from `coming[place]` on; and the place after."""
    first = view.hand_cards[20 * position]
    second = view.hand_cards[20 * position + 1]
    if view.cards == 1:  # stakes are put down: the second card is to come
        second = view.coming[position]
    if first == 0 or second == 0:
        return UNKNOWN, NOWHERE
    hard = pips(first) + pips(second)
    ace = first == 1 or second == 1
    cards = 2
    while cards < 5 and best(hard, ace) < limit:
        rank = view.coming[place]
        if rank == 0:
            return UNKNOWN, NOWHERE
        hard += pips(rank)
        ace = ace or rank == 1
        cards += 1
        place += 1
    return strength(cards, hard, ace), place


@helper
def banker_end(view, place):
    """How the banker ends when the next cards after this hand's come from `place` on."""
    if view.hand < view.hands - 1:
        place = NOWHERE  # its own next hand comes first
    for position in range(view.position + 1, view.seats - 1):
        place = drawn(view, position, place, OTHERS_BELOW)[1]
    return drawn(view, view.seats - 1, place, BANKER_BELOW)[0]


@helper
def against(mine, banker):
    """Worth of a finished hand against the banker's."""
    if mine == BUST:
        return -1000
    if banker == BUST or mine > banker:
        return 2000 if mine >= TRICK else 1000
    return -2000 if banker >= TRICK else -1000


@helper
def ending(view, mine, place):
    """Worth of ending with this strength when the next cards come from `place` on."""
    banker = banker_end(view, place)
    if mine == BUST or banker != UNKNOWN:
        return against(mine, banker)
    return 2000 if mine == PONTOON else STANDING[min(max(mine, 16), TRICK) - 16]


@helper
def way(view, place, cards, hard, ace, stake, price):
    """The best place to stop, its cards coming from `place` on: worth in thousandths of a chip, the
    answer that leads there, cards taken. `price` is the most that may be paid for one."""
    top = -1000000000
    answer = TWIST
    taken = 0
    for n in range(6 - cards):
        known = cards + n == 5 or hard > 21 or view.coming[place + n] > 0
        worth = -1000
        if not known:
            worth = to_play(hard, ace)
        if best(hard, ace) >= STICK_MIN or cards + n == 5 or (n == 0 and view.can_stick):
            worth = max(worth, ending(view, strength(cards + n, hard, ace), place + n))
        paid = price if worth > 0 else 0
        if worth * (stake + n * paid) > top:
            top = worth * (stake + n * paid)
            taken = n
            answer = STICK if n == 0 else (paid if paid > 0 else TWIST)
        if not known or hard > 21 or cards + n == 5:
            break
        rank = view.coming[place + n]
        hard += pips(rank)
        ace = ace or rank == 1
    return top, answer, taken


@helper
def split_worth(view):
    """Worth of a pair as two hands, in thousandths of a chip, where their cards are known."""
    worth = 0
    place = 2
    for n in range(2):
        rank = view.coming[n]
        hard = pips(view.pair) + pips(rank)
        ace = view.pair == 1 or rank == 1
        one, _, taken = way(view, place, 2, hard, ace, view.initial, 2 * view.initial)
        worth += one
        place += taken
    return worth


# --- by what is left, where they are not ----------------------------------------------------------


@helper
def first_worth(view):
    """Worth of its first card, by what its second may be."""
    worth = 0
    cards = 0
    for rank in range(13):
        hard = pips(view.first_card) + pips(rank + 1)
        worth += unseen(view, rank) * to_play(hard, view.first_card == 1 or rank == 0)
        cards += unseen(view, rank)
    return worth // max(cards, 1)


@helper
def next_worth(view):
    """Worth of the hand with one more card and no further, by what that may be."""
    worth = 0
    cards = 0
    for rank in range(13):
        hard = view.hard + pips(rank + 1)
        mine = strength(view.cards + 1, hard, view.held[0] > 0 or rank == 0)
        worth += unseen(view, rank) * ending(view, mine, 1)
        cards += unseen(view, rank)
    return worth // max(cards, 1)


# --- its decisions --------------------------------------------------------------------------------


@player_strategy(uses_seen=True, uses_order=True, sizes_stakes=True)
def stake(view):
    """All where the deal is known to end well, or where the first card is good by count."""
    banker = drawn(view, view.seats - 1, NOWHERE, 0)[0]
    second = view.coming[view.position]
    good = False
    if banker == PONTOON:
        good = False  # it takes double at once
    elif second > 0:
        place = view.seats
        for position in range(view.position):
            place = drawn(view, position, place, OTHERS_BELOW)[1]
        hard = pips(view.first_card) + pips(second)
        good = way(view, place, 2, hard, view.first_card == 1 or second == 1, 1, 2)[0] > 0
    else:
        good = first_worth(view) > STAKE_FROM
    return view.stake_max if good else view.stake_min


@player_strategy
def turn(view):
    """By the cards to come where it knows them, else by the hand and what is left."""
    if not view.can_twist:
        return STICK
    if view.coming[0] > 0:
        top, answer, _ = way(
            view, 0, view.cards, view.hard, view.held[0] > 0, view.stake, view.dearest
        )
        if view.can_split and view.coming[1] > 0 and split_worth(view) > top:
            return SPLIT
        return answer if answer != STICK or view.can_stick else TWIST
    if view.can_split and view.pair >= SPLIT_LOW and view.pair <= SPLIT_HIGH:
        return SPLIT
    may_buy = view.cheapest > 0
    if view.hard <= 11 and (view.total < 19 or (view.cards > 2 and view.total > view.hard)):
        # no card can bust it
        if may_buy:
            return view.dearest
        if view.total < 20 or view.cards == 4:
            return TWIST
    worth = next_worth(view)
    better = GO_ON if view.cards < 4 else GO_ON_LAST
    stand = ending(view, strength(view.cards, view.hard, view.held[0] > 0), 0)
    if view.can_stick and worth + better <= stand:
        return STICK
    return view.dearest if may_buy and worth > BUY_FROM else TWIST
