"""The generator against published vectors, numpy, and plain Python integers."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from pontoon_sim.base import compiled_cache
from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.cards import full_pack
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies import seats_from
from tests.kernel import plain_generator as plain

compiled_cache.prepare()

from pontoon_sim.kernel import generator  # noqa: E402  (after the cache is set)

U64 = np.uint64
MASK = plain.MASK


def state(*words: int) -> np.ndarray:
    return np.array(words, np.uint64)


def random_words(count: int, seed: int = 1) -> list[int]:
    """Words of all lengths, the edges of 32 and 64 bits among them."""
    rng = random.Random(seed)
    edges = [0, 1, 2, 0xFFFFFFFF, 1 << 32, (1 << 32) + 1, 1 << 63, MASK - 1, MASK]
    return edges + [rng.getrandbits(rng.randint(1, 64)) for _ in range(count - len(edges))]


# --- known answers --------------------------------------------------------------------------------


def test_xoshiro256_plus_plus_from_1_2_3_4() -> None:
    """Source: the reference code xoshiro256plusplus.c (Blackman and Vigna) from state 1, 2, 3, 4,
    as the rand_xoshiro library for Rust prints it in its tests."""
    rng = state(1, 2, 3, 4)
    assert [int(generator.next_word(rng)) for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_splitmix64_from_1234567() -> None:
    """Source: the reference code splitmix64.c (Vigna) from state 1234567, as on Rosetta Code."""
    words = [int(generator.mix(U64((1234567 + n * plain.GOLDEN) & MASK))) for n in range(1, 6)]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


PHILOX = [
    # counter, key, out; source: Random123's kat_vectors, lines "philox4x64 10"
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B),
    ),
    (
        (MASK, MASK, MASK, MASK),
        (MASK, MASK),
        (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
    ),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
    ),
]


def philox(counter: tuple[int, ...], key: tuple[int, ...]) -> list[int]:
    out = np.zeros(4, np.uint64)
    generator.philox(state(*counter), state(*key), out)
    return out.tolist()


@pytest.mark.parametrize(("counter", "key", "out"), PHILOX)
def test_philox_known_answers(
    counter: tuple[int, ...], key: tuple[int, ...], out: tuple[int, ...]
) -> None:
    assert philox(counter, key) == list(out)


def numpy_philox(counter: int, key: int) -> list[int]:
    """Numpy's block for a counter (it counts up by one before its first)."""
    before = (counter - 1) % (1 << 256)
    return [int(word) for word in np.random.Philox(counter=before, key=key).random_raw(4)]


def test_philox_is_numpys() -> None:
    rng = random.Random(2)
    for _ in range(200):
        counter, key = rng.getrandbits(256), rng.getrandbits(128)
        split = [(counter >> 64 * k) & MASK for k in range(4)]
        assert philox(tuple(split), (key & MASK, key >> 64)) == numpy_philox(counter, key)


# --- arithmetic -----------------------------------------------------------------------------------


def test_multiply_high_is_that_of_big_integers() -> None:
    words = random_words(60)
    for a, b in itertools.product(words, words):
        assert int(generator.multiply_high(U64(a), U64(b))) == (a * b) >> 64


def test_mix_and_next_word_are_those_of_plain_integers() -> None:
    for word in random_words(300, seed=3):
        assert int(generator.mix(U64(word))) == plain.mix(word)
    rng = random.Random(4)
    numbers = [rng.getrandbits(64) for _ in range(4)]
    compiled = state(*numbers)
    for _ in range(300):
        assert int(generator.next_word(compiled)) == plain.xoshiro(numbers)
    assert compiled.tolist() == numbers


# --- bounded draws --------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 12, 52, 104, 3 << 30, (1 << 32) - 1, 1 << 32])
def test_split_word_is_lemires_method(bound: int) -> None:
    """With 3 * 2**30 every fourth word is rejected."""
    rng = random.Random(bound)
    for _ in range(200):
        start = rng.getrandbits(64)
        number, moved = generator.split_word(U64(start), U64(bound))
        assert (int(number), int(moved)) == plain.bounded(start, bound)
        assert 0 <= number < bound


@pytest.mark.parametrize("bound", range(1, 64))
def test_lemires_method_is_exactly_uniform_on_ten_bits(bound: int) -> None:
    found = Counter(plain.lemire(word, bound, bits=10) for word in range(1 << 10))
    rejected = found.pop(None, 0)
    assert rejected == (1 << 10) % bound
    assert found == dict.fromkeys(range(bound), (1 << 10) // bound)


@pytest.mark.parametrize("size", range(1, 12))
def test_three_digits_are_exactly_uniform_on_twelve_bits(size: int) -> None:
    """Every number of twelve bits once: each triple of places comes up equally often. The place
    past the end of the pack (bound 1) takes part, as in the kernel."""
    bounds = (max(size, 1), max(size - 1, 1), max(size - 2, 1))
    product = bounds[0] * bounds[1] * bounds[2]
    found = Counter(plain.digits(word, bounds, bits=12) for word in range(1 << 12))
    rejected = found.pop(None, 0)
    assert rejected == (1 << 12) % product
    triples = set(itertools.product(*(range(bound) for bound in bounds)))
    assert found == dict.fromkeys(triples, (1 << 12) // product)


def test_a_biased_way_to_read_digits_is_not_uniform() -> None:
    """The test above can fail: without drawing again some triples come up more often."""
    found = Counter()
    for word in range(1 << 12):
        a, rest = divmod(word * 7, 1 << 12)
        b, rest = divmod(rest * 6, 1 << 12)
        found[a, b, rest * 5 >> 12] += 1
    assert len(set(found.values())) > 1


# --- the shuffle ----------------------------------------------------------------------------------


def compiled_shuffle(words: list[int], first: int, last: int, size: int) -> tuple[list, list]:
    rng = state(*words)
    pack = np.zeros(256, np.uint8)
    pack[:size] = full_pack(size // 52)
    generator.shuffle(rng, pack, first, last, size)
    return pack[:size].tolist(), rng.tolist()


def plain_shuffle(words: list[int], first: int, last: int, size: int) -> tuple[list, list]:
    moved = list(words)
    pack = full_pack(size // 52) + [0] * 8
    plain.shuffle(moved, pack, first, last, size)
    return pack[:size], moved


@pytest.mark.parametrize("size", [52, 104])
def test_shuffle_is_that_of_plain_integers(size: int) -> None:
    rng = random.Random(size)
    for n in range(400):
        words = [rng.getrandbits(64) for _ in range(4)]
        last = size - 1 if n % 2 else rng.randint(1, size)
        pack, moved = compiled_shuffle(words, 0, last, size)
        assert (pack, moved) == plain_shuffle(words, 0, last, size)
        assert sorted(pack) == full_pack(size // 52)


def state_giving(word: int, rng: random.Random) -> list[int]:
    """A state of xoshiro256++ whose next word is `word`."""
    s0 = rng.getrandbits(64)
    s3 = (plain.rotate((word - s0) & MASK, 64 - 23) - s0) & MASK
    return [s0, rng.getrandbits(64), rng.getrandbits(64), s3]


@pytest.mark.parametrize("size", [52, 104])
def test_numbers_that_would_favour_a_place_are_drawn_again(size: int) -> None:
    """The smallest and largest halves that are refused, and their neighbours that are not, put
    into either half of the first word."""
    rng = random.Random(6)
    refused = 0
    for half, k in ((1, 0), (0, 3)):
        bounds = (size - k, size - k - 1, size - k - 2)
        product = bounds[0] * bounds[1] * bounds[2]
        # `low` of a half is half * product mod 2**32; walk the halves next to multiples of 2**32
        for n in rng.sample(range(product), 150):
            edge = -(-(n << 32) // product)
            for near in (edge - 1, edge, edge + 1):
                near &= 0xFFFFFFFF
                word = near << 32 | 0x80000000 if half else 0x80000000 << 32 | near
                words = state_giving(word, rng)
                assert plain.xoshiro(list(words)) == word
                refused += plain.digits(near, bounds) is None
                expected = plain_shuffle(words, 0, size - 1, size)
                assert compiled_shuffle(words, 0, size - 1, size) == expected
    assert refused > 10


# --- how a table is keyed -------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [1, 2])
def test_a_table_follows_from_seed_and_index_in_plain_integers(packs: int) -> None:
    """From numpy's Philox through plain xoshiro256++ and Fisher-Yates to the first pack dealt, the
    first banker and the key of `chance`."""
    rules = Rules(packs=packs, seats=5)
    seats = seats_from(rules)
    for seed, table in ((0, 0), (1, 0), (1, 1), (MASK, 10**12), (77, 2**62)):
        engine = Engine(rules, seats, seed)
        rng = numpy_philox(table, seed)
        key = numpy_philox(table + (1 << 64), seed)[0]
        banker, _ = plain.bounded(key, rules.seats)
        assert engine.table_start(table) == (banker, key)
        pack, _ = plain_shuffle(rng, 0, 52 * packs - 1, 52 * packs)
        (record,) = engine.records(table, 0, 1)
        assert list(record.pack) == pack
        assert record.banker == banker
