"""The settings of the game: one frozen, validated `Rules`, its presets, files and printing.

Every field names the rule of docs/RULES.md that it belongs to. The defaults together are the
preset `standard`. No numba here, no play: what a setting *does* stands in the two engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.files import lies_there
from pontoon_sim.base.toml import read_toml, toml_value

STAKE_LIMIT = 10_000
"""Largest `stake_max`, so that tables of many deals stay exact in 64 bits
(`Rules.longest_table`)."""


def _setting(rule: str, default: Any, text: str, **limits: Any) -> Any:
    return Field(default, description=text, json_schema_extra={"rule": rule}, **limits)


class Rules(BaseModel):
    """All settings of a game. Immutable; two equal `Rules` play alike.

    Examples
    --------
    >>> Rules().stick_min
    15
    >>> rules_from("stick16").stick_min
    16
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    # The table
    packs: int = _setting("P1", 1, "packs of 52 cards", ge=1, le=2)
    seats: int = _setting("P1", 6, "people at the table, banker included", ge=2, le=12)
    stake_min: int = _setting("P3", 10, "least initial stake, chips", ge=1, le=STAKE_LIMIT)
    stake_max: int = _setting("P3", 100, "largest initial stake, chips", ge=1, le=STAKE_LIMIT)
    first_banker: Literal["cut"] | int = _setting(
        "P4", "cut", "'cut' for a random seat, or a seat number from 0"
    )

    # The banker's pontoon
    banker_pontoon_takes: Literal[1, 2] = _setting(
        "P8", 2, "times the stake that a banker's pontoon takes"
    )
    pontoon_against_pontoon: Literal["double", "single", "push"] = _setting(
        "P9", "double", "what a player's pontoon loses to the banker's"
    )

    # A player's turn
    stick_min: int = _setting("P13", 15, "least best total to stick on; 0 for none", ge=0, le=20)
    buy_max: int = _setting(
        "P14", 2, "dearest third card, times the initial stake; 0: no buying", ge=0, le=10
    )
    buy_certain_trick: bool = _setting("P16", True, "a fifth card that cannot bust may be bought")
    split: Literal["any_pair", "aces", "none"] = _setting("P17", "any_pair", "pairs to be split")
    max_hands: int = _setting("P17", 4, "most hands of one player after splits", ge=2, le=4)
    split_pontoon: bool = _setting("P18", True, "ace and ten in a split hand are a pontoon")
    soft_21_draws: bool = _setting("P19", True, "a soft 21 on three or four cards may be drawn to")

    # Paying
    five_card_trick: bool = _setting(
        "P10", True, "five cards beat all but a pontoon; false: they count by their total"
    )
    banker_trick_takes: Literal[1, 2] = _setting(
        "P27", 2, "times the stake that a banker's five-card trick takes"
    )
    pontoon_pays: int = _setting("P28", 2, "times the stake paid to a pontoon", ge=1, le=3)
    trick_pays: int = _setting("P28", 2, "times the stake paid to a five-card trick", ge=1, le=3)

    # Between deals
    reshuffle: Literal["pontoon", "every_deal", "never"] = _setting(
        "P29", "pontoon", "when the pack is shuffled"
    )
    bank_passes: Literal["pontoon", "never", "rotate"] = _setting(
        "P30", "pontoon", "how the bank passes"
    )
    rotate_every: int = _setting(
        "P30", 1, "deals of each banker where the bank rotates", ge=1, le=1_000_000
    )
    bank_sale: bool = _setting("P31", False, "the bank may be sold between deals")

    # Other schools
    burn: Literal["none", "hard_13", "hard_13_14"] = _setting(
        "P33", "none", "first two cards that may be thrown in for new ones"
    )
    banker_doubles: Literal["none", "plain", "compound"] = _setting(
        "P34", "none", "the banker may double the deal on its first card"
    )
    three_sevens_pays: Literal[0, 3] = _setting(
        "P35", 0, "times the stake paid to 7-7-7; 0: an ordinary 21"
    )

    # Shoot Pontoon
    shoot: bool = _setting("S", False, "Shoot Pontoon: a kitty and shoot bets")
    kitty_min: int | None = _setting(
        "S1", None, "least kitty, chips (with shoot; default stake_min)", ge=1, le=100 * STAKE_LIMIT
    )
    kitty_max: int | None = _setting(
        "S1",
        None,
        "largest kitty, chips (with shoot; default stake_max)",
        ge=1,
        le=100 * STAKE_LIMIT,
    )

    @model_validator(mode="after")
    def _possible(self) -> Rules:
        if self.packs == 1 and self.seats > 8:
            raise ValueError(
                f"seats = {self.seats} is too many for one pack:"
                " take 2 to 8 seats, or packs = 2 (P1)"
            )
        if self.stake_min > self.stake_max:
            raise ValueError(
                f"stake_min = {self.stake_min} is above stake_max = {self.stake_max}:"
                " lower the one or raise the other (P3)"
            )
        if self.first_banker != "cut" and not 0 <= self.first_banker < self.seats:
            raise ValueError(
                f"first_banker = {self.first_banker} is no seat of this table:"
                f" take 'cut' or 0 to {self.seats - 1} (P4)"
            )
        settings = {name: getattr(self, name) for name in Rules.model_fields}
        for name, reason in idle_settings(settings):
            if settings[name] != field_of(name).default:
                raise ValueError(f"{name} = {settings[name]} would have no effect while {reason}")
        low, high = self.kitty_limits
        if self.shoot and low > high:
            raise ValueError(
                f"the kitty's limits are upside down: at least {low}, at most {high} (S1)"
            )
        return self

    @property
    def kitty_limits(self) -> tuple[int, int]:
        """Least and largest kitty in chips (S1): the stake limits where nothing else is set."""
        low = self.stake_min if self.kitty_min is None else self.kitty_min
        high = self.stake_max if self.kitty_max is None else self.kitty_max
        return low, high

    @property
    def bank_stays(self) -> bool:
        """Whether the bank never changes hands: by no pontoon, rotation or sale (P30, P31, S8)."""
        return self.bank_passes == "never" and not self.bank_sale

    @property
    def longest_table(self) -> int:
        """Deals of a table whose sum of squared nets, shoot bets apart, is sure to fit in 64 bits:
        as many as there may be of the largest net, every hand split, bought and paid to the most.
        """
        hands = (self.seats - 1) * (1 if self.split == "none" else self.max_hands)
        times = max(2, self.pontoon_pays, self.trick_pays, self.three_sevens_pays)
        times *= 1 if self.banker_doubles == "none" else 2
        net = hands * self.stake_max * (1 + 3 * self.buy_max) * times
        return int((2**63 - 1) // net**2)

    @property
    def changed(self) -> dict[str, Any]:
        """The settings that differ from `standard`."""
        return {k: v for k, v in self.model_dump().items() if v != field_of(k).default}

    def describe(self) -> str:
        """The settings as lines of text: name, value, rule number and meaning."""
        lines = []
        for key, field in Rules.model_fields.items():
            value = toml_value(getattr(self, key))
            mark = "*" if key in self.changed else " "
            lines.append(f"{mark} {key:<24}{value:<12} {rule_of(field):<4} {field.description}")
        return "\n".join(lines)

    def to_toml(self) -> str:
        """The settings as a TOML file that loads back to equal rules."""
        return "".join(
            f"{key} = {toml_value(value)}\n"
            for key, value in self.model_dump().items()
            if value is not None
        )


#: Settings, the value of another one beside which they have no effect, and what to do about it.
_IDLE: tuple[tuple[tuple[str, ...], str, tuple[Any, ...], str], ...] = (
    (("rotate_every",), "bank_passes", ("pontoon", "never"), "set bank_passes = rotate (P30)"),
    (
        ("split_pontoon", "max_hands"),
        "split",
        ("none",),
        "allow a split or leave it at its default (P17, P18)",
    ),
    (
        ("banker_trick_takes", "trick_pays"),
        "five_card_trick",
        (False,),
        "set five_card_trick = true (P10)",
    ),
    (("buy_certain_trick",), "buy_max", (0,), "let cards be bought (P14)"),
    (("kitty_min", "kitty_max"), "shoot", (False,), "set shoot = true (S1)"),
)


def idle_settings(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Names of the settings that have no effect beside the others, and why, as the end of a
    sentence."""
    for names, other, values, remedy in _IDLE:
        if settings[other] in values:
            value = settings[other]
            shown = toml_value(value).replace('"', "'")
            for name in names:
                yield name, f"{other} = {shown}: {remedy}"


def field_of(name: str) -> FieldInfo:
    """The pydantic field of a setting."""
    return Rules.model_fields[name]


def rule_of(field: FieldInfo) -> str:
    """The rule number that a field belongs to."""
    extra = field.json_schema_extra
    return str(extra["rule"]) if isinstance(extra, dict) else ""


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "stick16": {"stick_min": 16},
    "aces_only": {"split": "aces"},
    "no_certain_buy": {"buy_certain_trick": False, "split": "aces"},
    "shuffled": {"reshuffle": "every_deal", "bank_passes": "never"},
    "shoot": {"shoot": True},
    "pub": {"burn": "hard_13", "three_sevens_pays": 3},
    "old_hoyle": {
        "pontoon_against_pontoon": "push",
        "bank_passes": "rotate",
        "banker_doubles": "compound",
    },
}

PRESET_NOTES = {
    "standard": "the game as most tables play it: all defaults",
    "stick16": "the common house rule: no sticking below 16",
    "aces_only": "only aces may be split",
    "no_certain_buy": "a certain five-card trick may not be bought; only aces may be split",
    "shuffled": "the laboratory: a fresh shuffle for every deal and a fixed banker",
    "shoot": "Shoot Pontoon: a kitty and shoot bets",
    "pub": "a hard 13 may be burnt, three sevens pay three times",
    "old_hoyle": "pontoons push, the deal rotates, the banker may double",
}


def rules_of(settings: Mapping[str, Any], place: str = "rules") -> Rules:
    """Build `Rules` from a mapping; a fault becomes one sentence that begins with `place`."""
    for key in settings:
        if key not in Rules.model_fields:
            raise PontoonError(
                f"{place}: unknown setting '{key}'{nearest(key, Rules.model_fields)}"
            )
    try:
        return Rules(**settings)
    except ValidationError as error:
        raise PontoonError(f"{place}: {_sentence(error)}") from None


def rules_from(
    source: str | Path | None = None, sets: Iterable[str] = (), **settings: Any
) -> Rules:
    """Rules from a preset's name or a TOML file, then `name=value` strings, then keywords.

    >>> rules_from("shuffled", ["stick_min=16"], seats=4).changed
    {'seats': 4, 'stick_min': 16, 'reshuffle': 'every_deal', 'bank_passes': 'never'}
    """
    base: dict[str, Any] = {}
    place = "rules"
    if source is not None:
        place = f"rules '{source}'"
        base = _settings_of(str(source))
    sets = list(sets)
    if sets:
        words = " ".join(f"--set {text}" for text in sets)
        place = words if source is None else f"rules '{source}' with {words}"
    named = [assignment(text) for text in sets]
    for name, value in named:
        if [other for other, _ in named].count(name) > 1:
            raise PontoonError(f"--set {name}=... is given more than once: give it once")
        base[name] = value
    base.update(settings)
    return rules_of(base, place)


def _settings_of(source: str) -> dict[str, Any]:
    if source in PRESETS:
        return dict(PRESETS[source])
    path = Path(source)
    if path.suffix == ".toml" or lies_there(path):
        settings = read_toml(path, "rules")
        if not settings:
            raise PontoonError(f"rules file '{path}' is empty: write settings, or preset = \"pub\"")
        base = settings.pop("preset", "standard")
        if not isinstance(base, str) or base not in PRESETS:
            raise PontoonError(
                f"rules file '{path}': unknown preset '{base}'{nearest(str(base), PRESETS)}"
            )
        return {**PRESETS[base], **settings}
    raise PontoonError(
        f"unknown rules '{source}'{nearest(source, PRESETS)} Presets: {', '.join(PRESETS)};"
        " or name a TOML file"
        if nearest(source, PRESETS)
        else f"unknown rules '{source}': take one of {', '.join(PRESETS)}, or a TOML file"
    )


def assignment(text: str) -> tuple[str, Any]:
    """The setting and the value of `name=value`."""
    name, sign, word = text.partition("=")
    name, word = name.strip(), word.strip()
    if not sign or not word:
        raise PontoonError(f"--set {text}: write name=value, such as stick_min=16")
    if name not in Rules.model_fields:
        raise PontoonError(
            f"--set {text}: unknown setting '{name}'{nearest(name, Rules.model_fields)}"
        )
    if word.lower() in ("true", "false"):
        return name, word.lower() == "true"
    try:
        return name, int(word)
    except ValueError:
        return name, word.strip("\"'")


def _sentence(error: ValidationError) -> str:
    """The first fault of a pydantic error as one plain sentence."""
    fault = error.errors()[0]
    if fault["type"] == "value_error":
        return str(fault["ctx"]["error"])
    name = str(fault["loc"][0])
    field = field_of(name)
    value = toml_value(fault["input"])
    return f"{name} = {value} is not possible: {allowed(field)} ({rule_of(field)})"


def allowed(field: FieldInfo) -> str:
    """What a setting may be, in words."""
    note = str(field.annotation)
    low = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    if low is not None:
        return f"take a whole number from {low} to {high}"
    if field.annotation is bool:
        return "take true or false"
    if "int" in note:
        return f"{field.description}"
    words = note[note.index("[") + 1 : -1].replace("'", "")
    return f"take one of {words}"
