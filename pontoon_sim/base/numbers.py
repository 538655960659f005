"""Numbers as people write them, for the command line and for Python alike: `2_000_000`, `2e6`,
`1M`, `100k`, `1,000,000`; and shares such as `0.1%`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from pontoon_sim.base.errors import PontoonError

_UNITS = {"": 0, "k": 3, "m": 6, "g": 9, "b": 9}
_WRITTEN = re.compile(
    r"([+-]?(?:\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)(?:\.\d+)?)(?:[eE]([+-]?\d{1,4})|([kKmMgGbB]?))",
    re.ASCII,
)
LARGEST_BARE_SHARE = 0.02
"""A precision above 2 % is more likely a per cent sign forgotten than meant."""

MOST_SEED = 2**64 - 1
"""Seeds are 64 bits."""

MOST_DEALS, MOST_TENURES = 10**13, 10**10
"""The most that can be asked for."""

OPEN_ENDED_DEALS = 10**9
"""The most that are played where only a precision or a budget of time is asked for."""

RISKS = (0.05, 0.01)
"""Risks of ruin for which bankrolls are named unless others are asked for."""


def whole_number(value: Any, least: int = 1, most: int = 10**15) -> int:
    """The whole number from `least` to `most` that `value` is, or spells.

    Raises
    ------
    PontoonError
        It is none: one sentence that begins with the value.

    Examples
    --------
    >>> whole_number(1e6), whole_number("2.5M"), whole_number("1,000"), whole_number("100k")
    (1000000, 2500000, 1000, 100000)
    """
    number = _decimal(value)
    if number < least:
        raise PontoonError(f"'{value}' is too small: take at least {least}")
    if number > most:
        limit = "2**64 - 1" if most == MOST_SEED else f"{most:g}".replace("e+", "e")
        raise PontoonError(f"'{value}' is too large: take at most {limit}")
    if number != number.to_integral_value():
        raise PontoonError(f"'{value}' is not a whole number: leave out the fraction")
    return int(number)


def _decimal(value: Any) -> Decimal:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
        return Decimal(value)
    text = str(value) if isinstance(value, str) else ""
    written = _WRITTEN.fullmatch(text[:400])
    if written is None:
        raise PontoonError(
            f"'{value}' is not a whole number: write one like 500, 2_000_000, 2e6 or 2M"
        )
    digits, exponent, unit = written.groups()
    power = int(exponent) if exponent else _UNITS[(unit or "").lower()]
    return Decimal(digits.replace("_", "").replace(",", "")).scaleb(power)


def share(value: Any) -> float:
    """A share of the stakes as a precision: `0.1%`, or a bare `0.001`.

    A bare number above LARGEST_BARE_SHARE is refused, since `0.1` would be 10 %.

    >>> share("0.1%"), share(0.001)
    (0.001, 0.001)
    """
    text = str(value).strip()
    try:
        number = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1:
        raise PontoonError(f"'{value}' is not a share of the stakes: write one like 0.1% or 0.001")
    if number > LARGEST_BARE_SHARE and not text.endswith("%"):
        raise PontoonError(
            f"'{value}' would be {100 * number:g} % of the stakes: write {text}% for"
            f" {text} per cent, or {100 * number:g}% if you mean it"
        )
    return number


def risks(value: str) -> tuple[float, ...]:
    """Risks of ruin, one or more with commas between: `5%,1%,0.1%`, from the largest to the least.

    >>> risks("0.1%,5%")
    (0.05, 0.001)
    """
    shares = []
    for text in value.split(","):
        try:
            number = float(text.strip().removesuffix("%")) / (100 if "%" in text else 1)
        except ValueError:
            number = -1.0
        if not 1e-9 <= number < 1:
            raise PontoonError(f"'{text.strip()}' is not a risk: write one or more like 5%,1%,0.1%")
        shares.append(number)
    return tuple(sorted(set(shares), reverse=True))
