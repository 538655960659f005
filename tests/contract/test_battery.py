"""The battery itself: each kind of bad strategy is found, and told in one sentence."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any, get_args

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rule_sets import HAND_RULE_SETS, RULE_SETS, random_rule_sets, random_rules
from pontoon_sim.game.rules import Rules
from pontoon_sim.parity import random_seats
from pontoon_sim.reference import play_table
from pontoon_sim.strategies import Seat, load, load_file
from pontoon_sim.strategies.check import check, views_of
from pontoon_sim.strategies.model import DECISIONS_OF
from pontoon_sim.strategies.sampling import every_hand

HEAD = '''"""Plays badly.

Why: To be found out.

Weakness: Everything.
"""

from pontoon_sim.strategies import BURN, SPLIT, STICK, TWIST
from pontoon_sim.strategies import banker_strategy, helper, player_strategy

'''

TURN = "    return STICK if view.can_stick else TWIST\n"

BAD = {
    "None": ("def turn(view):\n    pass\n", "whole number", "returned nothing (None)"),
    "float": ("def turn(view):\n    return -0.5\n", "compiled", "may return a decimal number"),
    "missing branch": (
        "def turn(view):\n    if view.can_stick:\n        return STICK\n",
        "compiled",
        "returns nothing (None) on some way through it",
    ),
    "missing branch, plain": (
        "def turn(view):\n    if view.can_stick:\n        return STICK\n",
        "whole number",
        "returned nothing (None), not a whole number, for hard",
    ),
    "illegal stick": (
        "def turn(view):\n    return STICK\n",
        "legal",
        "sticking is not allowed here",
    ),
    "illegal price": (
        "def turn(view):\n    return view.dearest + 1 if view.cheapest else TWIST\n",
        "legal",
        "a card costs from",
    ),
    "illegal buy after a twist": (
        "def turn(view):\n    return max(view.cheapest, 5) if view.twisted else TWIST\n",
        "legal",
        "after a twist: buying is not allowed here",
    ),
    "illegal split": ("def turn(view):\n    return SPLIT\n", "legal", "splitting is not allowed"),
    "illegal burn": ("def turn(view):\n    return BURN\n", "legal", "burning is not allowed"),
    "no action": ("def turn(view):\n    return -9\n", "legal", "it is no action"),
    "division by zero": (
        "def turn(view):\n    x = 1 // view.hand\n" + TURN,
        "exception",
        "raised ZeroDivisionError",
    ),
    "index": (
        "def turn(view):\n    x = view.held[view.first_card]\n" + TURN,
        "exception",
        "raised IndexError",
    ),
    "no such field": (
        "def turn(view):\n    return view.totl\n",
        "compiled",
        "did you mean 'total'",
    ),
    "unmarked helper": (
        "def turn(view):\n    return other(view)\n\ndef other(view):\n" + TURN,
        "compiled",
        "nor a function marked @helper",
    ),
    "writes": ("def turn(view):\n    view.held.append(1)\n" + TURN, "view", "wrote to view.held"),
    "chance": (
        "def turn(view):\n    if view.chance % 2 and view.can_twist:\n        return TWIST\n"
        + TURN,
        "deterministic",
        "declare deterministic=False",
    ),
    "64 bits": (
        "def turn(view):\n"
        "    big = (view.total + 4611686018427387904) * 2 > 0\n"
        "    return STICK if view.can_stick and big else TWIST\n",
        "compiled",
        "in plain Python for",
    ),
}


def findings(folder: Path, text: str, mark: str = "@player_strategy\n") -> dict[str, str]:
    path = folder / "bad.py"
    path.write_text(HEAD + mark + text)
    (strategy,) = load_file(path).values()
    return {finding.test: finding.message for finding in check(strategy, views=400)}


COMPILES = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
needs_compiler = pytest.mark.skipif(not COMPILES, reason="nothing is compiled here")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=needs_compiler if test == "compiled" else ())
        for case, (_, test, _) in BAD.items()
    ],
)
def test_finds(tmp_path: Path, case: str) -> None:
    text, test, words = BAD[case]
    found = findings(tmp_path, text)
    assert words in found[test]
    assert "\n" not in found[test]


@needs_compiler
def test_names_the_line_of_a_compile_error(tmp_path: Path) -> None:
    found = findings(tmp_path, "def turn(view):\n    a = 1\n    return view.totl\n")
    line = (HEAD + "@player_strategy\n").count("\n") + 3
    assert f"(line {line})" in found["compiled"]


def test_own_cards_only_is_tested(tmp_path: Path) -> None:
    mark = "@player_strategy(own_cards_only=True)\n"
    text = "def turn(view):\n    if view.bankroll > 9 and view.can_twist:\n        return TWIST\n"
    assert (
        "do not declare own_cards_only" in findings(tmp_path, text + TURN, mark)["own_cards_only"]
    )


def test_sizes_stakes_is_tested(tmp_path: Path) -> None:
    text = (
        f"def turn(view):\n{TURN}\n@player_strategy\ndef stake(view):\n    return view.stake_max\n"
    )
    assert "declare sizes_stakes=True" in findings(tmp_path, text)["sizes_stakes"]


def test_memory_is_found(tmp_path: Path) -> None:
    text = (
        "def turn(view):\n    calls.append(1)\n    if len(calls) % 2 and view.can_twist:\n"
        f"        return TWIST\n{TURN}\ncalls = []\n"
    )
    assert "one and the same view" in findings(tmp_path, text)["same answer"]


def test_a_banker_answers_yes_or_no(tmp_path: Path) -> None:
    found = findings(tmp_path, "def draw(view):\n    return view.total\n", "@banker_strategy\n")
    assert "it is a yes or no" in found["legal"]


def test_missing_facts_are_told(tmp_path: Path) -> None:
    path = tmp_path / "bare.py"
    path.write_text(
        "from pontoon_sim.strategies import STICK, TWIST, player_strategy\n"
        f"@player_strategy\ndef turn(view):\n{TURN}"
    )
    (strategy,) = load_file(path).values()
    messages = [f.message for f in check(strategy, views=50) if f.test == "facts"]
    assert [m.split(":")[0] for m in messages] == [
        "bare has no summary",
        "bare has no why",
        "bare has no weakness",
    ]


def test_a_good_one_with_helpers_and_both_roles(tmp_path: Path) -> None:
    path = tmp_path / "good.py"
    path.write_text(
        HEAD
        + "LIMIT = 16\n\n@helper\ndef low(view):\n    return view.total < LIMIT\n\n"
        + "@player_strategy(own_cards_only=True)\ndef turn(view):\n    if low(view):\n"
        + "        return view.cheapest if view.cheapest else TWIST\n"
        + "    return STICK if view.can_stick else TWIST\n\n"
        + "@banker_strategy(own_cards_only=True)\ndef draw(view):\n    return low(view)\n"
    )
    both = load_file(path)
    assert set(both) == {"player", "banker"}
    for strategy in both.values():
        assert check(strategy, views=300) == []


def test_an_edit_of_the_same_size_is_seen(tmp_path: Path) -> None:
    from pontoon_sim.strategies.check import records_of, views_of
    from pontoon_sim.strategies.compiled import call_compiled

    path = tmp_path / "edited.py"
    views = [view for view in views_of("draw", 50) if view.total < 12]
    for limit in (12, 13):
        path.write_text(HEAD + f"@banker_strategy\ndef draw(view):\n    return {limit} == 12\n")
        (strategy,) = load_file(path).values()
        answers = call_compiled(strategy, "draw", records_of(views), Rules())
        assert set(answers.tolist()) == {int(limit == 12)}


STICKS_TOO_EARLY = """def turn(view):
    if view.soft and view.total >= 18:
        return STICK
    return STICK if view.can_stick else TWIST
"""

THRESHOLDS = [0, 12, 15, 16, 17, 18, 19, 20]


def test_finds_a_stick_that_only_some_rules_forbid(tmp_path: Path) -> None:
    found = findings(tmp_path, STICKS_TOO_EARLY)
    assert "sticking is not allowed here" in found["legal"]


@pytest.mark.parametrize("total", [12, 15, 16, 18, 19])
def test_finds_a_threshold_that_takes_the_rules_for_granted(tmp_path: Path, total: int) -> None:
    text = f"def turn(view):\n    return STICK if view.total >= {total} else TWIST\n"
    assert "sticking is not allowed here" in findings(tmp_path, text)["legal"]


def test_every_hand_is_tried_with_each_thing_legal_and_not() -> None:
    """No rule that a view hides may decide whether an answer is legal: each hand of two cards and
    up to 20 is met both where it may stick and where it may not, each pair where it may be split
    and where it may not, each certain trick where it may be bought and where it may not."""
    met: dict[tuple[int, ...], set[tuple[int, int, int]]] = {}
    for rules in HAND_RULE_SETS:
        for view in every_hand(rules):
            hand = (view.cards, view.twisted, view.soft, view.total, view.pair)
            flags = (view.can_stick, view.can_split, int(view.cheapest > 0))
            met.setdefault(hand, set()).add(flags)
    for (cards, twisted, soft, total, pair), flags in met.items():
        if total < 20:
            assert {stick for stick, _, _ in flags} == {0, 1}
        if pair:
            assert {split for _, split, _ in flags} == {0, 1}
        certain = cards == 4 and total - 10 * soft <= 11
        if certain and not twisted:
            assert {buy for _, _, buy in flags} == {0, 1}


def test_the_rules_of_the_battery_have_every_setting() -> None:
    schools = RULE_SETS + random_rule_sets(60, seed=1)
    for name, field in Rules.model_fields.items():
        values = {getattr(rules, name) for rules in schools}
        words = set(get_args(field.annotation))
        if words and not words & {int, type(None)} and not any(get_args(w) for w in words):
            assert values == words, name
        else:
            assert len(values) > 1, name
    assert {rules.stick_min for rules in schools} >= set(THRESHOLDS)


def test_finds_a_kitty_below_the_least(tmp_path: Path) -> None:
    text = "def draw(view):\n    return 0\n\n\n@banker_strategy\ndef kitty(view):\n"
    small = findings(tmp_path, f"{text}    return view.stake_min\n", "@banker_strategy\n")
    assert "a new kitty lies from" in small["legal"]
    assert "legal" not in findings(tmp_path, f"{text}    return view.room\n", "@banker_strategy\n")


BAD_MONEY = {
    "shoot too much": ("shoot", "view.room + 1", "a shoot bet lies from 0 to"),
    "shoot from the kitty": ("shoot", "view.kitty", "a shoot bet lies from 0 to"),
    "shoot the stake": ("shoot", "view.stake_max", "a shoot bet lies from 0 to"),
    "shoot less than nothing": ("shoot", "view.cards - 2", "a shoot bet lies from 0 to"),
    "kitty too large": ("kitty", "view.dearest + 1", "a new kitty lies from"),
    "kitty of the stake": ("kitty", "view.stake_min", "a new kitty lies from"),
    "added too much": ("top_up", "view.kitty", "what is added lies from 0 to"),
    "taken out": ("top_up", "-1", "what is added lies from 0 to"),
    "double": ("double", "view.first_card", "it is a yes or no"),
    "a bid that wraps purses": ("bid", "2**62", "a price lies from -10,000,000,000 to"),
    "asked beyond all chips": ("ask", "10**10 + 1", "a price lies from -10,000,000,000 to"),
}

GOOD_MONEY = {
    "shoot": ("0", "view.room", "view.room // 2", "min(view.initial, view.room)"),
    "kitty": ("view.cheapest", "view.dearest", "view.room"),
    "top_up": ("0", "view.room", "min(view.stake_min, view.room)"),
    "ask": ("-7", "0", "view.stake_max * 1000"),
    "bid": ("-7", "0", "view.stake_max * 1000", "10**10"),
    "double": ("0", "view.first_card > 9"),
}


def money(folder: Path, decision: str, answer: str) -> dict[str, str]:
    """Findings on a strategy that gives this answer to one decision of money."""
    role = "player" if decision in DECISIONS_OF["player"] else "banker"
    needed = f"def turn(view):\n{TURN}" if role == "player" else "def draw(view):\n    return 0\n"
    mark = f"@{role}_strategy\n"
    text = f"{needed}\n\n{mark}def {decision}(view):\n    return {answer}\n"
    return findings(folder, text, mark)


@pytest.mark.parametrize("case", BAD_MONEY)
def test_finds_bad_money(tmp_path: Path, case: str) -> None:
    decision, answer, words = BAD_MONEY[case]
    assert words in money(tmp_path, decision, answer)["legal"]


@pytest.mark.parametrize(
    ("decision", "answer"), [(name, word) for name, words in GOOD_MONEY.items() for word in words]
)
def test_allows_good_money(tmp_path: Path, decision: str, answer: str) -> None:
    assert money(tmp_path, decision, answer) == {}


def test_the_room_is_a_limit_and_no_look_at_the_table(tmp_path: Path) -> None:
    mark = "@player_strategy(own_cards_only=True)\n"
    text = f"def turn(view):\n{TURN}\n\n@player_strategy\ndef shoot(view):\n    return view.room\n"
    assert findings(tmp_path, text, mark) == {}
    found = findings(tmp_path, text.replace("view.room", "min(view.kitty, view.room)"), mark)
    assert "do not declare own_cards_only" in found["own_cards_only"]


@pytest.mark.parametrize("decision", GOOD_MONEY)
def test_views_of_money_are_those_of_the_engine(decision: str) -> None:
    """What every view of a decision shows at a real table, the sampled ones show too."""
    sampled = [facts(decision, view) for view in views_of(decision, 5000)]
    met = [facts(decision, view) for view in engine_views(decision, 600)]
    assert len(met) > 30
    assert set(met) <= set(sampled)
    assert {fact[:-1] for fact in sampled} == {fact[:-1] for fact in met}


def facts(decision: str, view: Any) -> tuple[int, ...]:
    """Which fields are set, and what must hold between them."""
    fields: tuple[str, ...] = (
        "total",
        "stake",
        "initial",
        "cheapest",
        "dearest",
        "can_stick",
        "can_twist",
        "kitty",
    )
    if decision == "ask":
        fields = fields[:-1]  # some schools have no kitty
    place = (view.position == view.seats - 1, view.cards, view.hand > 0, view.hands > 1)
    whole = view.cards_left in (52, 104)
    shown = tuple(bool(getattr(view, name)) for name in fields)
    stakes = sum(1 for stake in view.hand_stake if stake) >= view.seats - 1
    assert view.room >= 0 and (decision != "shoot" or 0 < view.room <= view.kitty)
    assert decision != "top_up" or (view.room > 0 and view.kitty > 0)
    assert decision != "kitty" or view.room == view.dearest > view.cheapest > 0
    extreme = view.room == view.kitty
    return tuple(map(int, (*place, whole, *shown, stakes, bool(view.room), extreme)))


def engine_views(decision: str, deals: int) -> list[Any]:
    """Views of one decision at tables of the readable engine, everybody at random."""
    found: list[Any] = []

    class Watched:
        def __init__(self, strategy: Any) -> None:
            self.strategy, self.name = strategy, strategy.name
            self.decides = strategy.decides

        def answer(self, asked: str, view: Any) -> int:
            if asked == decision:
                found.append(view)
            return int(self.strategy.answer(asked, view))

    seed = 0
    while deals > 0:
        seed += 1
        rng = random.Random(seed)
        rules = random_rules(rng)
        seats = [
            Seat(Watched(seat.player), Watched(seat.banker))  # type: ignore[arg-type]
            for seat in random_seats(rng, rules)
        ]
        play_table(rules, seats, rng.randrange(rules.seats), 10, rng)
        deals -= 10
    return found


@pytest.mark.parametrize(
    ("head", "turn", "sentence"),
    [
        (
            "",
            "def turn(view):\n    return TWIST if view.seen[4] > 1 and view.can_twist else 0\n",
            "reads view.seen, which stays empty unless it is declared: write"
            " @player_strategy(uses_seen=True)",
        ),
        (
            "@helper\ndef next_card(view):\n    return view.coming[0]\n",
            "def turn(view):\n    return TWIST if next_card(view) > 5 else 0\n",
            "reads view.coming",
        ),
        (
            "import random\n",
            "def turn(view):\n    return TWIST if random.random() > 0.5 else 0\n",
            "uses random, so that no seed gives the same game twice: take view.chance",
        ),
        (
            "from random import randint\n",
            "def turn(view):\n    return randint(0, 1) - 1\n",
            "uses randint, so that no seed",
        ),
        (
            "import numpy as np\n",
            "def turn(view):\n    return TWIST if np.random.random() > 0.5 else 0\n",
            "uses random, so that no seed",
        ),
        *(
            (
                f"import numpy as np\n@helper\ndef lower(array):\n    {helped}\n    return 0\n",
                f"def turn(view):\n    {line}\n    return lower(view.held)\n",
                f"writes to {what}: a view is there to be read",
            )
            for helped, line, what in (
                ("pass", "view.stake_max = view.stake_min", "view.stake_max"),
                ("pass", "view.total, other = 12, 1", "view.total"),
                ("pass", "view.hand_stake[0] += 5", "view.hand_stake"),
                ("pass", "held = view.held\n    held[0] = 1", "held"),
                ("pass", "mine = np.zeros(13)\n    mine = view.held\n    mine[0] = 1", "mine"),
                ("pass", "view.held.sort()", "view.held"),
                ("array[0] = 1", "pass", "array"),
            )
        ),
    ],
)
def test_what_would_play_wrongly_without_a_word_is_refused_when_it_is_loaded(
    tmp_path: Path, head: str, turn: str, sentence: str
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(
        f'"""Bad."""\nfrom pontoon_sim.strategies import *\n{head}\n@player_strategy\n{turn}'
    )
    with pytest.raises(PontoonError) as fault:
        load(path, "player")
    assert sentence in str(fault.value) and "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"class Odd(BaseException): pass\nraise Odd('hm')\n", "line 2: loading it raised Odd: hm"),
        (b"raise GeneratorExit\n", "line 1: loading it raised GeneratorExit"),
        ("# K\xf6nig\n".encode("latin-1"), "is not a text file (UTF-8)"),
    ],
)
def test_what_is_wrong_when_a_file_is_loaded_is_one_sentence(
    tmp_path: Path, text: bytes, sentence: str
) -> None:
    (tmp_path / "bad.py").write_bytes(text)
    with pytest.raises(PontoonError) as fault:
        load_file(tmp_path / "bad.py")
    assert sentence in str(fault.value) and "\n" not in str(fault.value)


def test_a_file_that_changes_the_folder_leaves_it_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        f"import os\nos.chdir({str(tmp_path)!r})\n{HEAD}@player_strategy\ndef turn(view):\n{TURN}"
    )
    before = Path.cwd()
    load_file(tmp_path / "odd.py")
    assert Path.cwd() == before
