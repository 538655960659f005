"""Random numbers: Philox4x64-10 to key a table, xoshiro256++ to play it, SplitMix64 for the rest.

`(seed, table)` goes through Philox once a table, so any table can be started without the ones
before it. Its four words are the state of a xoshiro256++ stream, which is the fast generator of the
shuffle. SplitMix64 makes numbers that belong to one place in a deal (a decision's `chance`, a card
drawn past the shuffled stretch), so that they do not disturb the stream.

Sources: Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (2011); Blackman and Vigna,
Scrambled Linear Pseudorandom Number Generators (2021); Steele, Lea and Flood, Fast Splittable
Pseudorandom Number Generators (2014); Brackett-Rozinsky and Lemire, Batched Ranged Random Integer
Generation (2024) for the bounded draws.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at

U64 = np.uint64
_M0, _M1 = U64(0xD2E7470EE14C6C93), U64(0xCA5A826395121157)
_W0, _W1 = U64(0x9E3779B97F4A7C15), U64(0xBB67AE8584CAA73B)
_MIX0, _MIX1 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
_LOW32 = U64(0xFFFFFFFF)
_TWO32 = U64(1 << 32)
_S0, _S1 = U64(0), U64(1)
_S17, _S23, _S27, _S30, _S31, _S32 = U64(17), U64(23), U64(27), U64(30), U64(31), U64(32)
_S41, _S45, _S19 = U64(41), U64(45), U64(19)


@njit(cache=True)
def multiply_high(a, b):
    """Upper 64 bits of the 128-bit product of two uint64."""
    a0, a1 = a & _LOW32, a >> _S32
    b0, b1 = b & _LOW32, b >> _S32
    low = a0 * b0
    middle = a1 * b0 + (low >> _S32)
    cross = a0 * b1 + (middle & _LOW32)
    return a1 * b1 + (middle >> _S32) + (cross >> _S32)


@njit(cache=True)
def philox_words(c0, c1, c2, c3, k0, k1):
    """Philox4x64-10: four uint64 from a counter of four and a key of two."""
    for _ in range(10):
        high0, low0 = multiply_high(_M0, c0), _M0 * c0
        high1, low1 = multiply_high(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += _W0
        k1 += _W1
    return c0, c1, c2, c3


@njit(cache=True)
def philox(counter, key, out):
    """Philox4x64-10: fill `out` (uint64, 4) from `counter` (uint64, 4) and `key` (uint64, 2)."""
    words = philox_words(counter[0], counter[1], counter[2], counter[3], key[0], key[1])
    out[0], out[1], out[2], out[3] = words


@njit(cache=True)
def mix(x):
    """The output function of SplitMix64: a uint64 scrambled."""
    x = (x ^ (x >> _S30)) * _MIX0
    x = (x ^ (x >> _S27)) * _MIX1
    return x ^ (x >> _S31)


@njit(cache=True)
def next_word(rng):
    """Next 64-bit word of xoshiro256++; `rng` (uint64, 4) is its state and moves on."""
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    word = s0 + s3
    word = ((word << _S23) | (word >> _S41)) + s0
    t = s1 << _S17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << _S45) | (s3 >> _S19)
    rng[0], rng[1], rng[2], rng[3] = s0, s1, s2, s3
    return word


@njit(cache=True)
def split_word(state, bound):
    """A number below `bound` (uint64, at most 2**32) from a SplitMix64 state of one uint64.

    Returns `(number, state moved on)`. Lemire's multiplication with rejection: no modulo bias.
    """
    while True:
        state += _W0
        product = (mix(state) >> _S32) * bound
        low = product & _LOW32
        if low >= bound or low >= (_TWO32 - bound) % bound:
            return product >> _S32, state


@njit(cache=True)
def swap(pack, i, j):
    """Change two cards' places."""
    pack[at(i)], pack[at(j)] = pack[at(j)], pack[at(i)]


@njit(cache=True)
def shuffle(rng, pack, first, last, size):
    """Fisher-Yates: make positions `first` to `last - 1` of `pack[:size]` a uniform draw.

    Positions come in threes, from one half of a word each: three bounded numbers whose product of
    bounds is far below 2**32 are read off one 32-bit number like digits, and the rare number that
    would favour a place is drawn again. `last - first` is rounded up to a multiple of six; places
    past the end of the pack swap with themselves.

    `rng` (uint64, 4) moves on by a number of words that depends only on the positions asked for
    (but for rejections, below one in 4,000 words), never on what is done with the cards.
    """
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    i = first
    while i < last:
        word = s0 + s3
        word = ((word << _S23) | (word >> _S41)) + s0
        t = s1 << _S17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 << _S45) | (s3 >> _S19)
        b0, b1, b2 = U64(max(size - i, 1)), U64(max(size - i - 1, 1)), U64(max(size - i - 2, 1))
        b3, b4, b5 = U64(max(size - i - 3, 1)), U64(max(size - i - 4, 1)), U64(max(size - i - 5, 1))
        p0 = (word >> _S32) * b0
        p1 = (p0 & _LOW32) * b1
        p2 = (p1 & _LOW32) * b2
        q0 = (word & _LOW32) * b3
        q1 = (q0 & _LOW32) * b4
        q2 = (q1 & _LOW32) * b5
        product, product2 = b0 * b1 * b2, b3 * b4 * b5
        low, low2 = p2 & _LOW32, q2 & _LOW32
        if low < product and low < (_TWO32 - product) % product:
            continue
        if low2 < product2 and low2 < (_TWO32 - product2) % product2:
            continue
        swap(pack, i, i + np.int64(p0 >> _S32))
        swap(pack, i + 1, i + 1 + np.int64(p1 >> _S32))
        swap(pack, i + 2, i + 2 + np.int64(p2 >> _S32))
        swap(pack, i + 3, i + 3 + np.int64(q0 >> _S32))
        swap(pack, i + 4, i + 4 + np.int64(q1 >> _S32))
        swap(pack, i + 5, i + 5 + np.int64(q2 >> _S32))
        i += 6
    rng[0], rng[1], rng[2], rng[3] = s0, s1, s2, s3
    return i
