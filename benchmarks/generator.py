"""The generator's own bits, as the kernel uses them, for a battery of tests; and its bounded draws.

    python benchmarks/generator.py --stream tables | dieharder -a -g 200
    python benchmarks/generator.py --stream seeds | RNG_test stdin64 -tlmax 64GB    (PractRand)
    python benchmarks/generator.py --bounds --draws 1e7

Streams: `table` is the stream of one table; `tables` takes a word from each of 4,096 neighbouring
tables in turn, `seeds` from table 0 of 4,096 neighbouring seeds; `late` are the numbers by which a
card beyond the shuffled stretch is drawn.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from numba import njit
from scipy import stats

from pontoon_sim.base import compiled_cache

compiled_cache.prepare()

from pontoon_sim.kernel import generator  # noqa: E402  (after the cache is set)
from pontoon_sim.kernel.generator import mix, next_word, philox_words, shuffle  # noqa: E402

SIDE_BY_SIDE = 4096
"""Tables or seeds whose words are taken in turn."""

MOST_BOUND = 104
"""Cards in two packs: the largest bound of a draw."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@njit
def fill(states, words):
    """Words of several streams (uint64, (n, 4)) in turn."""
    for at in range(words.size):
        words[at] = next_word(states[at % states.shape[0]])


@njit
def fill_late(state, words):
    """Words of SplitMix64 from its state; the state moved on."""
    for at in range(words.size):
        state += _GOLDEN
        words[at] = mix(state)
    return state


@njit
def count_draws(state, shuffles, counts):
    """Shuffle a sorted pack of 104 again and again, and count which place each draw took.

    counts : int64, (105, 104): by bound and draw; `state` is that of the stream.
    """
    size = counts.shape[1]
    pack, now, place = np.empty(size, np.uint8), np.empty(size, np.uint8), np.empty(size, np.int64)
    for _ in range(shuffles):
        for i in range(size):
            pack[i], now[i], place[i] = i, i, i
        shuffle(state, pack, 0, size, size)
        for i in range(size):  # Fisher-Yates backwards: where did the card at place i come from?
            j = place[pack[i]]
            counts[size - i, j - i] += 1
            now[j] = now[i]
            place[now[j]] = j


@njit
def count_late(state, draws, counts):
    """As `count_draws`, by `split_word`; the state moved on."""
    for bound in range(1, counts.shape[0]):
        for _ in range(draws):
            number, state = generator.split_word(state, np.uint64(bound))
            counts[bound, np.int64(number)] += 1
    return state


def states_of(stream: str, seed: int) -> np.ndarray:
    """States of the streams of tables whose words are taken in turn, uint64, (n, 4)."""
    pairs = {
        "table": [(seed, 0)],
        "tables": [(seed, table) for table in range(SIDE_BY_SIDE)],
        "seeds": [(seed + more, 0) for more in range(SIDE_BY_SIDE)],
    }[stream]
    none = np.uint64(0)
    return np.array(
        [philox_words(np.uint64(t), none, none, none, np.uint64(s), none) for s, t in pairs],
        np.uint64,
    )


def probabilities(draws: int, seed: int, late: bool) -> list[float]:
    """For each bound from 2 to 104 the probability of counts so uneven, were they fair: of
    chi-square."""
    counts = np.zeros((MOST_BOUND + 1, MOST_BOUND), np.int64)
    if late:
        count_late(np.uint64(seed), draws, counts)
    else:
        count_draws(states_of("table", seed)[0], draws, counts)
    return [float(stats.chisquare(counts[b, :b]).pvalue) for b in range(2, MOST_BOUND + 1)]


def main() -> None:
    """Write a stream, or test the bounded draws."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stream", choices=["table", "tables", "seeds", "late"])
    parser.add_argument("--bounds", action="store_true")
    parser.add_argument("--draws", type=float, default=1e6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.bounds:
        for late, name in ((False, "shuffle"), (True, "late draws")):
            found = probabilities(int(given.draws), given.seed, late)
            even = stats.kstest(found, "uniform").pvalue
            print(
                f"{name}: bounds 2 to {MOST_BOUND}, {given.draws:,.0f} draws of each: the least of"
                f" {len(found)} probabilities is {min(found):.4f}, all together {even:.4f}"
            )
        return
    words = np.empty(1 << 17, np.uint64)
    states = None if given.stream == "late" else states_of(given.stream or "table", given.seed)
    state = np.uint64(given.seed)
    try:
        while True:
            if states is None:
                state = np.uint64(fill_late(state, words))
            else:
                fill(states, words)
            sys.stdout.buffer.write(words.data)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
