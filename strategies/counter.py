"""Counts what is left of the pack: weighs its chance of busting, and stakes more when it is rich.

Why: The pack is not shuffled until somebody shows a pontoon, so that the cards seen since then tell
what is left. Tens and aces left make pontoons likely, which pays a player double; how many of the
cards left would bust a hand says whether to draw at all.

Weakness: It takes no account of what the others hold, and the count is lost when the pack has run
through once without a pontoon. Most of its advantage comes from the stake on a good first card,
which needs no count at all.

Source: Card counting as known from blackjack (the ten count), on this game's memory rules; called
"the counter".
"""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, helper, player_strategy

# With fewer unseen cards than this the pack is about to run through, or has: the cards to come were
# seen before, and a count says nothing of their order.
FEWEST = 10


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
        return whole - view.held[rank]
    return max(whole - view.seen[rank], 0)


@helper
def all_unseen(view):
    """All cards that the cards to come are made of; never 0."""
    count = 0
    for rank in range(13):
        count += unseen(view, rank)
    return count


@helper
def busting(view):
    """How many of a thousand unseen cards would bust the hand."""
    count = 0
    for rank in range(13):
        value = rank + 1 if rank < 9 else 10
        if view.hard + value > 21:
            count += unseen(view, rank)
    return 1000 * count // all_unseen(view)


@player_strategy(uses_seen=True, sizes_stakes=True)
def stake(view):
    """More on an ace or a ten, in proportion to how rich the rest is in partners for it."""
    aces = unseen(view, 0)
    tens = unseen(view, 9) + unseen(view, 10) + unseen(view, 11) + unseen(view, 12)
    partners = 0
    if view.first_card == 1:
        partners = tens
    elif view.first_card >= 10:
        partners = aces
    # A full pack offers an ace 16 partners of 51, a ten 4 of 51.
    share = 1000 * partners // all_unseen(view)
    percent = 0
    if view.first_card == 1:
        percent = (share - 200) // 2
    elif view.first_card >= 10:
        percent = share // 2
    percent = min(max(percent, 0), 100)
    return view.stake_min + (view.stake_max - view.stake_min) * percent // 100


@player_strategy
def turn(view):
    """Split aces; buy while a card is safe or likely to make a hand; stop when it is dangerous."""
    if view.can_split and view.pair == 1:
        return SPLIT
    risk = busting(view)
    may_buy = view.cheapest > 0
    if risk == 0 and view.soft == 0:
        # No card can bust: chips on it, the more on 10 and 11 and on a certain trick.
        if may_buy:
            good = view.cards == 4 or view.total >= 10
            return view.dearest if good else view.cheapest
        return TWIST
    if view.soft:
        limit = 18 if risk < 50 else 17
        certain_trick = view.cards == 4 and view.can_twist and risk == 0
        if view.can_stick and view.total >= limit and not certain_trick:
            return STICK
        return view.cheapest if may_buy else TWIST
    if not view.can_stick:
        return TWIST
    # With four cards the fifth makes a trick and is worth more risk.
    bearable = 560 if view.cards == 4 else 480
    if view.total <= 16 and risk < bearable and view.can_twist:
        return TWIST
    return STICK
