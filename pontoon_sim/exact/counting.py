"""The loops of the enumeration in machine code: where the banker's hand ends, in whole numbers.

Import this through `compiled.py`, which sets numba's cache first. Numpy and numba only.
"""

from __future__ import annotations

import numpy as np
from numba import njit

CLASSES = 25
"""Width of a banker's law: its score 0 (bust) to 24 (pontoon)."""


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def law_row(left, falling, values, counts, kinds, lengths, ways, ends, out):  # type: ignore[no-untyped-def]
    """Ways in which the banker's hand ends in each score, out of perm(cards left, 5).

    Parameters
    ----------
    left : int64, (10,)
        Cards left by value, for the banker's two cards and its draws.
    falling : int64, (33, 13)
        Table of falling factorials.
    values, counts : int64, (t, 5)
        Of each finished hand: its different values, and how many cards of each.
    kinds, lengths, ways, ends : int64, (t,)
        Different values, cards, orders in which the hand is reached, score.
    out : int64, (25,)
        Filled. Index 0, bust, is what remains.
    """
    size = 0
    for value in range(10):
        size += left[value]
    whole = 1
    for k in range(5):
        whole *= size - k
    # a hand of fewer than five cards goes with every order of the cards after it
    after = np.ones(6, np.int64)
    for k in range(4, -1, -1):
        after[k] = after[k + 1] * (size - k)
    out[:] = 0
    done = 0
    for t in range(len(ways)):
        product = ways[t] * after[lengths[t]]
        for n in range(kinds[t]):
            product *= falling[left[values[t, n]], counts[t, n]]
        out[ends[t]] += product
        done += product
    out[0] = whole - done


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def law_rows(left, falling, values, counts, kinds, lengths, ways, ends, out):  # type: ignore[no-untyped-def]
    """`law_row` for many packs: `left` is int64 (m, 10), `out` int64 (m, 25)."""
    for row in range(len(left)):
        law_row(left[row], falling, values, counts, kinds, lengths, ways, ends, out[row])


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def place_of(key, keys):  # type: ignore[no-untyped-def]
    """Where a key stands in a hash table, or the empty place where it belongs."""
    mask = len(keys) - 1
    place = ((key ^ (key >> 17) ^ (key >> 31)) * 0x9E3779B1 >> 7) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def move_laws(old_keys, old_laws, keys, laws):  # type: ignore[no-untyped-def]
    """Copy a hash table of laws, see `law_place`, to a larger one."""
    for old in range(len(old_keys)):
        if old_keys[old] != 0:
            place = place_of(old_keys[old], keys)
            keys[place] = old_keys[old]
            laws[place] = old_laws[old]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def law_place(  # type: ignore[no-untyped-def]
    rest, key, keys, laws, falling, values, counts, kinds, lengths, ways, ends
):  # fmt: skip
    """Place of a pack's law in a hash table; it is worked out where the pack is met first.

    Parameters
    ----------
    rest : int64, (10,);  key : int64
        Cards left by value, and a number above 0 that tells them.
    keys : int64, (c,);  laws : float64, (c, 25)
        The table, c a power of two, 0 for an empty place.
    """
    place = place_of(key, keys)
    if keys[place] == key:
        return place
    row = np.zeros(25, np.int64)
    law_row(rest, falling, values, counts, kinds, lengths, ways, ends, row)
    size = 0
    for value in range(10):
        size += rest[value]
    whole = 1.0
    for k in range(5):
        whole *= size - k
    keys[place] = key
    for k in range(25):
        laws[place, k] = row[k] / whole
    return place


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def pair_of_hands(  # type: ignore[no-untyped-def]
    left, second_left, falling, below,
    second_a, free_a, first_a, count_a, kind_a,
    second_b, free_b, first_b, count_b, kind_b, same,
    keys, laws,
    values, counts, kinds, lengths, ways, ends,
    out,
):  # fmt: skip
    """Joint law of two hands from one split and the banker's hand.

    Parameters
    ----------
    left : int64, (10,)
        Cards left by value after the split cards, the two second cards not yet taken away.
    second_left : int64, (11,)
        Cards left for a second card: by value, but where ten-cards of one rank were split that rank
        is 10 and index 9 the ten-cards of other ranks.
    falling : int64, (33, 13);  below : float64, (13,)
        Falling factorials; `below[k]` is perm(cards left, k).
    second_x : int64, (c,);  free_x : int64, (c, 10)
        A hand's cards: its second card as in `second_left`, its further cards by value. Second
        cards that need not be told from further ones are -1, and stand among these.
    first_x : int64, (c + 1,);  count_x : int64, (l,);  kind_x : int64, (l,)
        Leaves of these cards, from `first_x[c]` on: signed numbers of orders, and kinds (places in
        `out`).
    same : bool
        Both hands end alike. Then only half is worked out: add it to its transpose.
    keys, laws
        Of packs met before and now, see `law_place`.
    out : float64, (kinds of a, kinds of b, 25)
        Added to: chance that the hands are of these kinds and the banker's ends in that score.
    """
    rest = np.zeros(10, np.int64)
    for a in range(len(second_a)):
        sa = second_a[a]
        for b in range(a if same else 0, len(second_b)):
            sb = second_b[b]
            chance, taken = 0.5 if same and a == b else 1.0, 0
            for value in range(10):
                rest[value] = left[value]
            if sa >= 0:
                both = second_left[sa] * (second_left[sb] - (1 if sa == sb else 0))
                if both <= 0:
                    continue
                chance *= both
                taken = 2
                rest[9 if sa == 10 else sa] -= 1
                rest[9 if sb == 10 else sb] -= 1
            key = np.int64(1)
            for value in range(10):
                wanted = free_a[a, value] + free_b[b, value]
                if rest[value] < wanted:
                    chance = 0.0
                    break
                chance *= falling[rest[value], wanted]
                rest[value] -= wanted
                taken += wanted
                key = key * np.int64(64) + rest[value]
            if chance == 0.0:
                continue
            chance /= below[taken]
            place = law_place(
                rest, key, keys, laws, falling, values, counts, kinds, lengths, ways, ends
            )
            for i in range(first_a[a], first_a[a + 1]):
                for j in range(first_b[b], first_b[b + 1]):
                    weight = chance * count_a[i] * count_b[j]
                    target = out[kind_a[i], kind_b[j]]
                    for k in range(25):
                        target[k] += weight * laws[place, k]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def gains_of_stands(left, falling, below, weights, stands, scores, out):  # type: ignore[no-untyped-def]
    """What the players' hands are worth to the banker at each of its hands.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value after a player's finished hand.
    falling : int64, (33, 13);  below : float64, (m, 6)
        Falling factorials; `below[i, k]` is perm(cards left after hand i, k).
    weights : float64, (m, 25)
        Gain of the banker, weighed with the chance of the hand, where its own score is that.
    stands : int64, (n, 10);  scores : int64, (n,)
        The banker's hands by value, and their scores.
    out : float64, (n, 2)
        Filled: gain when it stands, and when it counts as bust, for one order of its cards.
    """
    values = np.zeros(5, np.int64)
    for n in range(len(stands)):
        size, kinds = 0, 0
        for value in range(10):
            if stands[n, value]:
                size += stands[n, value]
                values[kinds] = value
                kinds += 1
        stand, bust = 0.0, 0.0
        for i in range(len(left)):
            chance = 1.0 / below[i, size]
            for k in range(kinds):
                chance *= falling[left[i, values[k]], stands[n, values[k]]]
            stand += chance * weights[i, scores[n]]
            bust += chance * weights[i, 0]
        out[n, 0] = stand
        out[n, 1] = bust
