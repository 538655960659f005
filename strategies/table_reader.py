"""Looks at the table before drawing: what each hand bought, twisted and staked, and what it shows.

Why: The banker wins ties and sees how every hand was made. A hand that bought and then stuck is
likely to be good, one that twisted up to a few shown pips less so, and a large stake counts for
more than a small one. So it reckons, for every total, what standing there would win or lose, and
draws when the average over the next card is better.

Weakness: Its guesses at what a standing hand holds are fixed in advance and fit players of the
usual kind; against players who stick early or buy at random they mislead it. It looks one card
ahead only, and reckons with a fresh pack.

Source: This project's; the reasoning is the one that the game's descriptions recommend to bankers
("look at the stakes before you draw"). Called "reading the table".
"""

from pontoon_sim.strategies import (
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
    banker_strategy,
    helper,
)


@helper
def standing(bought, twisted, shown, total):
    """Of a thousand, how often a hand that stuck is beaten or equalled by the banker's total."""
    if total >= 21:
        return 1000
    # Two cards alone stick on 16 and more, mostly on 18 to 20. Purchases leave a wider spread, with
    # more tens and nines of luck; twists go on up to 16 and stop there.
    low = 15
    if total < low:
        return 0
    if bought > 0 and twisted == 0:
        share = 120 * (total - low) + 60
    elif twisted > 0:
        share = 165 * (total - low) + 120
    else:
        share = 140 * (total - low) + 70
    # Many pips lying open leave less room for the hidden cards to be low.
    if shown >= 12:
        share -= 40
    return min(max(share, 0), 960)


@helper
def worth(view, total, trick):
    """Banker's gain, in thousandths of a chip, when it ends with this total (over 21: bust)."""
    gain = 0
    for place in range(len(view.hand_state)):
        state = view.hand_state[place]
        stake = view.hand_stake[place]
        if state == HAND_PONTOON:
            gain -= 2000 * stake
        elif state == HAND_TRICK:
            if trick:
                gain += 2000 * stake
            else:
                gain -= 2000 * stake
        elif state == HAND_STUCK:
            if total > 21:
                gain -= 1000 * stake
            elif trick:
                gain += 2000 * stake
            else:
                won = standing(
                    view.hand_bought[place], view.hand_twisted[place], view.hand_shown[place], total
                )
                gain += (2 * won - 1000) * stake
    return gain


@banker_strategy
def draw(view):
    """Draw when the next card, on average, leaves a better hand than standing."""
    now = worth(view, view.total, False)
    after = 0
    for rank in range(13):
        value = rank + 1 if rank < 9 else 10
        hard = view.hard + value
        ace = rank == 0 or view.held[0] > 0
        total = hard + 10 if ace and hard <= 11 else hard
        trick = view.cards == 4 and hard <= 21
        best = worth(view, total, trick)
        # A low total is not an end: the banker may draw again, which is worth about a stand on 17.
        if not trick and total < 15 and view.cards < 4:
            best = max(best, worth(view, 16, False))
        after += best
    return after > 13 * now
