"""Sums over tables and sums of products, exactly, without memory of its own.

Numpy does the same with arrays that are many times as large as what comes of them; making those
took a tenth of the time of a block.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at

PART = 24
"""Bits of the lower part of a number that is cut in two."""

_LOW = (1 << PART) - 1

LARGEST, MOST_TABLES = 1 << 46, 1 << 13
"""Products are exact for numbers below this and so many tables."""


@njit(cache=True)
def add_large(products, g, numbers):
    """Add one table's products of numbers too large for a word; False where one is LARGEST."""
    for i in range(len(numbers)):
        if abs(numbers[i]) >= LARGEST:
            return False
        high, low = numbers[i] >> PART, numbers[i] & _LOW
        for j in range(i, len(numbers)):
            high_j, low_j = numbers[j] >> PART, numbers[j] & _LOW
            products[0, at(g), at(i), at(j)] += low * low_j
            products[1, at(g), at(i), at(j)] += high * low_j + low * high_j
            products[2, at(g), at(i), at(j)] += high * high_j
    return True


@njit(cache=True, nogil=True)
def add_moments(rows, lines, ends, sums, products):
    """Add up every group's sums and products.

    Parameters
    ----------
    rows : int64, (tables, lines, 5), tables at most MOST_TABLES
    lines : int64, (m,): lines that are added up to a group, one group after the other
    ends : int64, (g,): where each group ends in `lines`
    sums : int64, (g, 5): added to
    products : int64, (3, g, 5, 5): added to, for i <= j; whole products are
        `products[0] + (products[1] << PART) + (products[2] << 2 * PART)`

    Returns
    -------
    bool : False where a number is LARGEST or more, so that nothing of this is exact.
    """
    first = 0
    for g in range(ends.size):
        last = ends[at(g)]
        # in words of their own, which stay in the processor's registers
        sa, sb, sc, sd, se = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        aa, ab, ac, ad, ae = sa, sa, sa, sa, sa
        bb, bc, bd, be = sa, sa, sa, sa
        cc, cd, ce, dd, de, ee = sa, sa, sa, sa, sa, sa
        for t in range(rows.shape[0]):
            a, b, c, d, e = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
            for place in range(first, last):
                line = lines[at(place)]
                a += rows[at(t), at(line), 0]
                b += rows[at(t), at(line), 1]
                c += rows[at(t), at(line), 2]
                d += rows[at(t), at(line), 3]
                e += rows[at(t), at(line), 4]
            sa, sb, sc, sd, se = sa + a, sb + b, sc + c, sd + d, se + e
            if max(abs(a), abs(b), abs(c), abs(d), abs(e)) >= 1 << PART:
                if not add_large(products, g, (a, b, c, d, e)):
                    return False
                continue
            aa, ab, ac, ad, ae = aa + a * a, ab + a * b, ac + a * c, ad + a * d, ae + a * e
            bb, bc, bd, be = bb + b * b, bc + b * c, bd + b * d, be + b * e
            cc, cd, ce = cc + c * c, cd + c * d, ce + c * e
            dd, de, ee = dd + d * d, de + d * e, ee + e * e
        first = last
        for k, total in enumerate((sa, sb, sc, sd, se)):
            sums[at(g), at(k)] += total
        for k, total in enumerate((aa, ab, ac, ad, ae)):
            products[0, at(g), 0, at(k)] += total
        for k, total in enumerate((bb, bc, bd, be)):
            products[0, at(g), 1, at(k + 1)] += total
        for k, total in enumerate((cc, cd, ce)):
            products[0, at(g), 2, at(k + 2)] += total
        products[0, at(g), 3, 3] += dd
        products[0, at(g), 3, 4] += de
        products[0, at(g), 4, 4] += ee
    return True
