"""Remembers the order of the cards: knows what comes when the pack comes round, and stakes by it.

Why: Cards go under the pack unshuffled until a pontoon shows, so that who has watched them knows
every card once play has gone through the pack: its own next ones, the banker's two, and at the time
of staking its own second. Then it buys dear while it ends well and twists for nothing while it does
not. Before the pack comes round it weighs what is left by what it has seen.

Weakness: It supposes a banker who draws below 16. It looks no further than its own hand: what those
before the banker will draw it does not reckon. Its choices by count look one card ahead.

Source: This project's. Its letters where nothing is known are near the best reply to draw_below_16
(pontoon exact best-reply). Called "the memory man".
"""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, helper, player_strategy

# Worth of standing on a total, in thousandths of the stake, against a fresh hand that draws below
# 16: a count over all such hands, by sampling five cards 300,000 times.
STANDING = (-589, -302, -22, 240, 497, 837)  # 16 and less, 17, 18, 19, 20, 21
TRICK = 1956
PONTOON = 2000

# About what a two-card hand is worth that is still to be played: hard totals from 4, soft from 12.
HARD_TO_PLAY = (480, 330, 120, 0, 20, 60, 260, 400, -330, -400, -470, -530, -560)
SOFT_TO_PLAY = (560, 520, 450, 400, 380, 380, 420)

# With fewer unseen cards than this a count of ranks says nothing: the cards to come were seen.
FEWEST = 10


@helper
def pips(rank):
    """Hard value of a rank from 1 to 13."""
    return min(rank, 10)


@helper
def best(hard, ace):
    """Best total of a hand."""
    return hard + 10 if ace and hard <= 11 else hard


@helper
def unseen(view, rank):
    """Cards of a rank (0 the ace) among those not seen since the shuffle."""
    whole = 8 if view.cards_left > 52 or view.seats > 8 else 4
    count = 0
    for other in range(13):
        count += max(whole - view.seen[other], 0)
    if count < FEWEST:
        return whole - view.held[rank]
    return max(whole - view.seen[rank], 0)


@helper
def fresh_standing(total):
    """Worth of standing against a banker of whom nothing is known."""
    return STANDING[min(max(total, 16), 21) - 16]


@helper
def against(total, banker):
    """Worth of a total against the banker's final total; over 21 the banker has bust."""
    return 1000 if banker > 21 or total > banker else -1000


@helper
def standing(view, total, trick, second):
    """Worth of ending with a total, in thousandths of the stake. `second` is the rank of the
    banker's second card, 0 where it is not known."""
    if trick:
        return TRICK
    first = view.hand_cards[20 * (view.seats - 1)]
    if first == 0 or second == 0:
        return fresh_standing(total)
    hard = pips(first) + pips(second)
    ace = first == 1 or second == 1
    held = best(hard, ace)
    if held >= 16:
        return against(total, held)
    worth = 0
    cards = 0
    for rank in range(13):
        count = unseen(view, rank)
        more = hard + pips(rank + 1)
        after = best(more, ace or rank == 0)
        cards += count
        if after >= 16:
            worth += count * against(total, after)
        else:
            worth += count * fresh_standing(total)
    return worth // max(cards, 1)


@helper
def two_cards(view, hard, ace, second):
    """Worth of two cards that are still to be played."""
    total = best(hard, ace)
    if total == 21:
        return PONTOON
    stand = standing(view, total, False, second)
    if total > hard:
        return max(stand, SOFT_TO_PLAY[min(total, 18) - 12])
    return stand if hard > 16 else max(stand, HARD_TO_PLAY[hard - 4])


@helper
def after_next(view, second):
    """Worth of the hand with one more card and no further, by what is left in the pack."""
    worth = 0
    cards = 0
    for rank in range(13):
        count = unseen(view, rank)
        hard = view.hard + pips(rank + 1)
        cards += count
        if hard > 21:
            worth -= 1000 * count
        else:
            total = best(hard, view.held[0] > 0 or rank == 0)
            worth += count * standing(view, total, view.cards == 4, second)
    return worth // max(cards, 1)


@player_strategy(uses_seen=True, uses_order=True, sizes_stakes=True)
def stake(view):
    """All where its two cards are known to be good, or where a first card is good by count."""
    first = view.first_card
    own = view.coming[view.position]
    second = view.coming[view.seats - 1]
    shown = view.hand_cards[20 * (view.seats - 1)]
    if shown > 0 and second > 0 and min(shown, second) == 1 and max(shown, second) >= 10:
        return view.stake_min  # the banker will show a pontoon
    if own > 0:
        ace = first == 1 or own == 1
        worth = two_cards(view, pips(first) + pips(own), ace, second)
        return view.stake_max if worth > 0 else view.stake_min
    if first >= 10:
        cards = 0
        for rank in range(13):
            cards += unseen(view, rank)
        # a full pack offers a ten 4 aces of 51 cards, and is just worth it
        return view.stake_max if 1000 * unseen(view, 0) > 74 * cards else view.stake_min
    return view.stake_max if first <= 3 else view.stake_min


@helper
def known_way(view, second):
    """Its action where the next cards are known: the best place to stop on the way."""
    hard = view.hard
    ace = view.held[0] > 0
    buys = view.cheapest > 0
    top = -1000000000
    action = STICK if view.can_stick else TWIST
    if view.can_stick:
        top = standing(view, view.total, False, second) * view.stake
    for n in range(1, 6 - view.cards):
        rank = view.coming[n - 1]
        if rank == 0:
            break
        hard += pips(rank)
        ace = ace or rank == 1
        if hard > 21:
            break
        worth = standing(view, best(hard, ace), view.cards + n == 5, second)
        paid = view.dearest if buys and worth > 0 else 0
        value = worth * (view.stake + n * paid)
        if value > top and view.can_twist:
            top = value
            action = paid if paid > 0 else TWIST
    if view.can_split and view.coming[1] > 0:
        rank = pips(view.pair)
        aces = view.pair == 1
        value = 0
        for n in range(2):
            other = view.coming[n]
            value += two_cards(view, rank + pips(other), aces or other == 1, second)
        if value * view.initial > top:
            return SPLIT
    return action


@player_strategy
def turn(view):
    """By the cards to come where it knows them, else by the hand and what is left."""
    second = view.hand_cards[20 * (view.seats - 1) + 1]
    if view.coming[0] > 0:
        return known_way(view, second)
    if view.can_split and view.pair >= 6 and view.pair <= 8:
        return SPLIT
    may_buy = view.cheapest > 0
    if view.hard <= 11 and (view.total < 19 or (view.cards > 2 and view.total > view.hard)):
        # no card can bust it
        if may_buy:
            return view.dearest
        if view.can_twist and (view.total < 20 or view.cards == 4):
            return TWIST
    if not view.can_twist:
        return STICK
    drawn = after_next(view, second)
    if not view.can_stick:
        return view.dearest if may_buy and drawn > 0 else TWIST
    # after one more card a low hand may go on, so that looking one card ahead undervalues drawing
    better = 70 if view.cards < 4 else 0
    if drawn + better <= standing(view, view.total, False, second):
        return STICK
    return view.dearest if may_buy and drawn > 0 else TWIST
