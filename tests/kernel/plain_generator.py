"""The generators in plain Python integers, from their published descriptions, for comparison."""

from __future__ import annotations

from collections.abc import Iterator

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def rotate(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


def xoshiro(state: list[int]) -> int:
    """xoshiro256++; moves `state` on."""
    s0, s1, s2, s3 = state
    word = (rotate((s0 + s3) & MASK, 23) + s0) & MASK
    t = (s1 << 17) & MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    state[:] = [s0, s1, s2, rotate(s3, 45)]
    return word


def mix(x: int) -> int:
    """Output function of SplitMix64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def digits(half: int, bounds: tuple[int, int, int], bits: int = 32) -> tuple[int, int, int] | None:
    """Three numbers below `bounds` read off one number of `bits` bits like digits; None where it
    has to be drawn again."""
    whole = 1 << bits
    found = []
    for bound in bounds:
        half *= bound
        found.append(half >> bits)
        half &= whole - 1
    product = bounds[0] * bounds[1] * bounds[2]
    return None if half < whole % product else (found[0], found[1], found[2])


def bounded(state: int, bound: int, bits: int = 32) -> tuple[int, int]:
    """A number below `bound` from SplitMix64 and the state moved on (Lemire's method)."""
    while True:
        state = (state + GOLDEN) & MASK
        if (number := lemire(mix(state) >> 32, bound, bits)) is not None:
            return number, state


def lemire(word: int, bound: int, bits: int) -> int | None:
    """A number below `bound` from one of `bits` bits, None where it has to be drawn again."""
    whole = 1 << bits
    product = word * bound
    return None if product % whole < whole % bound else product >> bits


def shuffle(state: list[int], pack: list[int], first: int, last: int, size: int) -> None:
    """Fisher-Yates from `first` on, six places from each word of xoshiro256++."""
    i = first
    while i < last:
        word = xoshiro(state)
        bounds = [max(size - i - k, 1) for k in range(6)]
        high = digits(word >> 32, (bounds[0], bounds[1], bounds[2]))
        low = digits(word & 0xFFFFFFFF, (bounds[3], bounds[4], bounds[5]))
        if high is None or low is None:
            continue
        for k, digit in enumerate(high + low):
            j = i + k + digit
            pack[i + k], pack[j] = pack[j], pack[i + k]
        i += 6


def words(state: list[int]) -> Iterator[int]:
    """The stream of xoshiro256++."""
    while True:
        yield xoshiro(state)
