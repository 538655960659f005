"""Counts what is left of the pack: weighs its chance of busting, and stakes more when it is rich.

Why: The pack is not shuffled until somebody shows a pontoon, so that the cards seen since then tell
what is left. Aces left make pontoons of tens, which pay a player double; how many of the cards left
would bust a hand says whether to draw at all, and whether to put chips on it.

Weakness: It takes no account of what the others hold, and the count is lost when the pack has run
through once without a pontoon. Measured, the count is worth nothing to it: its advantage comes from
bearing danger, buying and staking well, for which its numbers would do without (docs/bots.md).

Source: Card counting as known from blackjack (the ten count), on this game's memory rules; called
"the counter". Its parameters come from `pontoon tune counter --players
counter,pub_regular,pub_regular,pub_regular,pub_regular,pub_regular --deals 5e7 --fresh 4e6` (seed
1), from values set by feeling: on 4 million fresh deals they gain +10.89 chips a deal (95 %
interval +10.61 to +11.17).
"""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, helper, parameter, player_strategy

LOW = parameter(3, low=1, high=6, why="first cards from the ace to this one get all")
ACES = parameter(25, low=0, high=200, step=5, why="aces in 1,000 unseen cards to put all on a ten")
RISK = parameter(660, low=300, high=700, step=10, why="busting cards in 1,000 that it bears")
LAST_RISK = parameter(740, low=300, high=900, step=20, why="the same for a trick, on four cards")
BUY_RISK = parameter(20, low=0, high=600, step=20, why="and where it still pays for the card")
LAST_BUY_RISK = parameter(760, low=0, high=900, step=20, why="the same for a trick, on four cards")
DEAR_FROM = parameter(4, low=4, high=12, why="total from which it pays as much as it may")
SOFT_STICKS = parameter(19, low=17, high=21, why="soft total on two cards to stick on")
SOFT_STICKS_LATER = parameter(22, low=17, high=22, why="soft total on three cards to stick on")
SPLIT_LOW, SPLIT_HIGH = 6, 8  # pairs to split, by `pontoon exact best-reply`
FEWEST = parameter(12, low=0, high=30, step=2, why="unseen cards below which a count says nothing")


@helper
def packs(view):
    """1 or 2, by what is left and how many sit there."""
    return 2 if view.cards_left > 52 or view.seats > 8 else 1


@helper
def unseen(view, rank):
    """Cards of a rank (0 the ace) that the cards to come are made of, as far as one can know."""
    whole = 4 * packs(view)
    count = 0
    for other in range(13):
        count += max(whole - view.seen[other], 0)
    if count < FEWEST:
        # the pack is about to run through, or has: the cards to come were seen before
        return whole - view.held[rank]
    return max(whole - view.seen[rank], 0)


@helper
def share(view, few):
    """How many of a thousand unseen cards have a value above `few` (up to the ten)."""
    count = 0
    cards = 0
    for rank in range(13):
        cards += unseen(view, rank)
        if min(rank + 1, 10) > few:
            count += unseen(view, rank)
    return 1000 * count // max(cards, 1)


@player_strategy(uses_seen=True, sizes_stakes=True)
def stake(view):
    """All on an ace and the next ones, and on a ten while many aces are left."""
    good = view.first_card <= LOW
    if view.first_card >= 10:
        good = 1000 - share(view, 1) > ACES
    return view.stake_max if good else view.stake_min


@player_strategy
def turn(view):
    """Draw while the danger is bearable, and pay for the card while it is small."""
    if view.can_split and view.pair >= SPLIT_LOW and view.pair <= SPLIT_HIGH:
        return SPLIT
    last = view.cards == 4
    risk = share(view, 21 - view.hard)
    draws = risk <= (LAST_RISK if last else RISK)
    if view.soft and not last:
        draws = view.total < (SOFT_STICKS if view.cards == 2 else SOFT_STICKS_LATER)
    if view.can_stick and not (draws and view.can_twist):
        return STICK
    if view.cheapest == 0 or risk > (LAST_BUY_RISK if last else BUY_RISK):
        return TWIST
    return view.dearest if last or view.total >= DEAR_FROM else view.cheapest
