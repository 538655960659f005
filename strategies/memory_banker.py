"""Remembers the order of the cards: knows hands that were dealt from it, and what it would draw.

Why: Cards go under the pack unshuffled until a pontoon shows. Once play has gone through the pack a
banker who has watched them knows every hand against it and every card that it would draw, and stops
where that pays best. Before, it weighs the next card by what is left.

Weakness: Of hands that it does not know it takes only how they were drawn to, and at which price,
as the regular would; other people's hands it weighs wrong. It looks two cards ahead where it knows
none.

Source: This project's. Called "the memory bank". Of 89 candidates `pontoon tune memory_banker
--players pub_regular --deals 3e7 --fresh 4e6` (seed 1) found none that gains over these
parameters: the best one +0.002 chips a deal (95 % interval -0.016 to +0.020) on 4 million fresh
deals. That was before it looked at prices: DEAR is counted from hands of the regular (of those that
paid dear a 16 beats or equals 115 in 1,000, an 18 335).
"""

from pontoon_sim.strategies import (
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
    banker_strategy,
    helper,
    parameter,
)

BEATEN = parameter(
    160, low=0, high=400, step=10, why="of 1,000 unknown hands, those that 16 equals or beats"
)
A_POINT = parameter(180, low=60, high=300, step=10, why="how many more each point above beats")
TWO_CARDS = parameter(0, low=-300, high=300, step=20, why="how many fewer of two-card hands")
BOUGHT = parameter(0, low=-400, high=400, step=20, why="how many fewer of those that bought")
DEAR = parameter(60, low=0, high=150, step=10, why="how many fewer a point, where a card was dear")
AGAIN = parameter(16, low=15, high=21, why="total that a low hand is worth that may draw again")


@helper
def unseen(view, rank):
    """Cards of a rank (0 the ace) that it has not seen since the shuffle."""
    whole = 8 if view.cards_left > 52 or view.seats > 8 else 4
    # once all cards of the shuffle are dealt some have been seen twice
    return max(whole - (view.seen[rank] if view.fresh > 0 else view.held[rank]), 0)


@helper
def total_of(view, place):
    """Best total of a hand whose every card is known, else 0."""
    hard = 0
    ace = False
    for k in range(2 + view.hand_bought[place] + view.hand_twisted[place]):
        rank = view.hand_cards[5 * place + k]
        if rank == 0:
            return 0
        hard += min(rank, 10)
        ace = ace or rank == 1
    return hard + 10 if ace and hard <= 11 else hard


@helper
def beaten(view, place, total):
    """Chance, in thousandths, that a total of at least 15 equals or beats a hand that stuck, of
    which only what lies open is known."""
    held = total_of(view, place)
    if held > 0:
        return 1000 if total >= held else 0
    bought = view.hand_bought[place]
    chance = BEATEN + A_POINT * (total - 16)
    if bought > 0:
        chance -= BOUGHT
        # who pays dear for a third card holds 10 or 11
        if 2 * view.hand_prices[3 * place] > 3 * view.hand_initial[place]:
            chance -= DEAR * (total - 15)
    elif view.hand_twisted[place] == 0:
        chance -= TWO_CARDS
    return min(max(chance, 0), 1000)


@helper
def worth(view, total, trick):
    """Banker's gain, in thousandths of a chip, when it ends with this total (over 21: bust)."""
    gain = 0
    for place in range(4 * (view.seats - 1)):
        state = view.hand_state[place]
        stake = view.hand_stake[place]
        if state == HAND_PONTOON:
            gain -= 2000 * stake
        elif state == HAND_TRICK:
            gain += 2000 * stake if trick else -2000 * stake
        elif state == HAND_STUCK:
            if total > 21:
                gain -= 1000 * stake
            elif trick:
                gain += 2000 * stake
            elif total == 21:
                gain += 1000 * stake
            else:
                gain += (2 * beaten(view, place, total) - 1000) * stake
    return gain


@helper
def stopping(view, hard, ace, cards):
    """Worth of stopping with a hand, bust or not."""
    total = hard + 10 if ace and hard <= 11 else hard
    return worth(view, total, cards == 5 and hard <= 21)


@helper
def one_more(view, hard, ace, cards):
    """Worth of one more card that is not known; a low hand then may go on, which AGAIN tells."""
    gain = 0
    ways = 0
    for rank in range(13):
        more = hard + min(rank + 1, 10)
        value = stopping(view, more, ace or rank == 0, cards + 1)
        if more < 15 and cards < 4:
            value = max(value, worth(view, AGAIN, False))
        gain += unseen(view, rank) * value
        ways += unseen(view, rank)
    return gain // max(ways, 1)


@helper
def drawing(view, hard, ace, cards):
    """Worth of a card that is not known, and of another one where that is better than to stop."""
    gain = 0
    ways = 0
    for rank in range(13):
        more = hard + min(rank + 1, 10)
        value = stopping(view, more, ace or rank == 0, cards + 1)
        if more < 21 and cards < 4:
            value = max(value, one_more(view, more, ace or rank == 0, cards + 1))
        gain += unseen(view, rank) * value
        ways += unseen(view, rank)
    return gain // max(ways, 1)


@banker_strategy(uses_seen=True, uses_order=True)
def draw(view):
    """Draw where a stop further on is worth more than this one."""
    now = worth(view, view.total, False)
    hard = view.hard
    ace = view.held[0] > 0
    for n in range(5 - view.cards):
        rank = view.coming[n]
        if rank == 0:
            return drawing(view, hard, ace, view.cards + n) > now
        hard += min(rank, 10)
        ace = ace or rank == 1
        if hard > 21:
            return 0
        if stopping(view, hard, ace, view.cards + n + 1) > now:
            return 1
    return 0
