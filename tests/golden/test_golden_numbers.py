"""Nothing that only moves code moves a number: every preset, to the last bit."""

from __future__ import annotations

import json

import pytest

from tests.golden.numbers_golden import CASES, FILE, digest


@pytest.mark.parametrize("case", CASES)
def test_same_numbers_to_the_last_bit(case: str) -> None:
    assert digest(CASES[case]()) == json.loads(FILE.read_text())[case]


def test_the_hash_sees_every_number_but_no_name() -> None:
    assert digest({"a": [1, 2.5]}) == digest({"b": [2.5, 1], "seconds": 3.0})
    assert digest({"a": [1, 2.5]}) != digest({"a": [1, 2.5000000001]})
