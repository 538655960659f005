"""The contract battery: what every strategy must keep, whoever wrote it.

`pontoon strategies check FILE` runs it, and so do the tests over everything shipped. It finds what
loading cannot see: illegal answers, exceptions, declared facts that do not hold, and compiled code
that answers otherwise than plain Python.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rule_sets import HAND_RULE_SETS, RULE_SETS, random_rule_sets
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    BURN,
    DECISIONS,
    FAILED,
    HAND_WAITING,
    MAX_HANDS,
    PRICE_LIMIT,
    SPLIT,
    STICK,
    TWIST,
    VIEW,
)
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.sampling import every_hand, random_views
from pontoon_sim.strategies.view import ARRAYS, FIELDS, View, describe_hand

VIEWS_PER_DECISION = 3000
"""Random views beside those of every hand."""

# Not `room`: it is a limit, as prices are, and 0 where no chips of the kitty are in question.
_PUBLIC = ("position", "bankroll", "cards_left", "kitty", "doubled", "shuffle_due")
_PUBLIC_ARRAYS = (
    "seen",
    *(name for name in ARRAYS if name.startswith("hand_") and name != "hand_cards"),
)


@dataclass(frozen=True)
class Finding:
    """One thing that a strategy does not keep.

    Attributes
    ----------
    test : str
        Which part of the battery found it: `facts`, `exception`, `whole number`, `legal`,
        `same answer`, `view`, `uses_seen`, `uses_order`, `own_cards_only`, `deterministic`,
        `sizes_stakes`, `compiled`.
    message : str
        One sentence.
    """

    test: str
    message: str

    def __str__(self) -> str:
        return f"{self.test}: {self.message}"


def check(
    strategy: Strategy,
    views: int = VIEWS_PER_DECISION,
    at: Callable[[str], None] = lambda step: None,
) -> list[Finding]:
    """Run the battery.

    Parameters
    ----------
    strategy : Strategy
    views : int
        Random views for each decision, beside those of every hand.
    at : callable, optional
        Told each step as it begins.

    Returns
    -------
    list of Finding
        Empty for a strategy that keeps everything. One finding for each kind of fault, with the
        first case and the number of others.
    """
    findings = _facts(strategy)
    for decision in strategy.functions:
        at(f"`{decision}`")
        cases = cases_of(decision, views)
        asked = [view for _, view in cases]
        faults = _Faults(strategy, decision, len(asked))
        answers = [_ask(strategy, decision, view, faults) for view in asked]
        _declared(strategy, decision, asked, answers, faults)
        findings += faults.findings()
        if strategy.form != "table":
            at(f"`{decision}`, compiled,")
            findings += _compiled(strategy, decision, cases, answers)
    return findings


def cases_of(decision: str, count: int, seed: int = 1) -> list[tuple[Rules, View]]:
    """Views to check one decision on, with their rules: every hand under several rules, and random
    tables."""
    cases = random_views(decision, count, seed, RULE_SETS + random_rule_sets(60, seed))
    if decision in ("turn", "draw"):
        for rules in HAND_RULE_SETS:
            hands = every_hand(rules, banker=decision == "draw")
            cases += [(rules, view) for view in hands if _has_choice(view)]
    if decision == "shoot":
        rules = Rules(shoot=True)
        cases += [(rules, _as_bet(view)) for view in every_hand(rules) if view.cards == 3]
    return cases


def views_of(decision: str, count: int, seed: int = 1) -> list[View]:
    """The views of `cases_of` without their rules."""
    return [view for _, view in cases_of(decision, count, seed)]


def _as_bet(view: View) -> View:
    """A three-card hand's view before its fourth card, when a bet is asked for (S4)."""
    view.decision = DECISIONS.index("shoot")
    view.cheapest = view.dearest = 0
    view.can_stick = view.can_twist = view.can_split = view.can_burn = 0
    view.kitty = view.room = view.stake_max
    for position in range(1, view.seats - 1):
        view.hand_state[position * MAX_HANDS] = HAND_WAITING
        view.hand_stake[position * MAX_HANDS] = view.stake_min
    return view


def _has_choice(view: View) -> bool:
    legal = (view.can_stick, view.can_twist, view.cheapest, view.can_split, view.can_burn)
    return sum(1 for yes in legal if yes) > 1


def illegal(decision: str, view: Any, answer: int) -> str | None:
    """Why an answer is not legal, in words; None when it is.

    >>> illegal("turn", View(total=12, can_twist=1, cheapest=10, dearest=20), 25)
    'a card costs from 10 to 20 here'
    """
    if decision == "turn":
        return _illegal_turn(view, answer)
    if decision in ("draw", "double"):
        return None if answer in (0, 1) else "it is a yes or no: 1 or 0"
    if decision == "stake":
        low, high = view.stake_min, view.stake_max
        return None if low <= answer <= high else f"a stake lies from {low} to {high} here"
    if decision == "kitty":
        low, high = view.cheapest, view.dearest
        return None if low <= answer <= high else f"a new kitty lies from {low} to {high} here"
    if decision in ("shoot", "top_up"):
        what = "a shoot bet lies" if decision == "shoot" else "what is added lies"
        return None if 0 <= answer <= view.room else f"{what} from 0 to {view.room} here"
    if abs(answer) > PRICE_LIMIT:  # a negative price keeps the bank, a bid up to 0 is none
        return f"a price lies from {-PRICE_LIMIT:,} to {PRICE_LIMIT:,} chips"
    return None


def _illegal_turn(view: Any, answer: int) -> str | None:
    if answer > 0:
        if not view.cheapest:
            return "buying is not allowed here"
        if not view.cheapest <= answer <= view.dearest:
            return f"a card costs from {view.cheapest} to {view.dearest} here"
        return None
    allowed = {
        STICK: (view.can_stick, "sticking is not allowed here"),
        TWIST: (view.can_twist, "twisting is not allowed here"),
        SPLIT: (view.can_split, "splitting is not allowed here"),
        BURN: (view.can_burn, "burning is not allowed here"),
    }
    if answer not in allowed:
        return "it is no action: return STICK, TWIST, SPLIT, BURN or a price"
    legal, why = allowed[answer]
    return None if legal else why


def action_name(decision: str, answer: int) -> str:
    """An answer in words.

    >>> action_name("turn", -1), action_name("turn", 15), action_name("draw", 0)
    ('TWIST', 'buying at 15', '0')
    """
    names = {STICK: "STICK", TWIST: "TWIST", SPLIT: "SPLIT", BURN: "BURN"}
    if decision == "turn" and answer > 0:
        return f"buying at {answer}"
    return names.get(answer, str(answer)) if decision == "turn" else str(answer)


def told_answer(decision: str, view: Any, answer: int) -> str:
    """What an answer that is not legal was, and why it is not, in words.

    >>> told_answer("draw", View(), 7)
    'answered 7, but it is a yes or no: 1 or 0'
    """
    if answer == FAILED:
        return "divided by zero or looked past the end of an array"
    return f"answered {action_name(decision, answer)}, but {illegal(decision, view, answer)}"


class _Faults:
    """Faults of one decision: for each kind the first case, and how many there were."""

    def __init__(self, strategy: Strategy, decision: str, views: int) -> None:
        self.place = f"`{decision}`"
        self.views = views
        self.first: dict[str, str] = {}
        self.count: dict[str, int] = {}

    def add(self, test: str, message: str) -> None:
        self.first.setdefault(test, message)
        self.count[test] = self.count.get(test, 0) + 1

    def findings(self) -> list[Finding]:
        return [
            Finding(
                test,
                f"{self.place} {message}"
                + (f" (in {self.count[test]} of {self.views} views)" if self.views > 1 else ""),
            )
            for test, message in self.first.items()
        ]


def _facts(strategy: Strategy) -> list[Finding]:
    findings = []
    where = "in the file's docstring" if strategy.form == "function" else "in the file"
    for name in ("summary", "why", "weakness"):
        if not getattr(strategy.facts, name):
            label = "its first line" if name == "summary" else f"a paragraph '{name.title()}: ...'"
            remedy = f"write {label if strategy.form == 'function' else 'it'} {where}"
            findings.append(Finding("facts", f"{strategy.name} has no {name}: {remedy}"))
    return findings


def _ask(strategy: Strategy, decision: str, view: View, faults: _Faults) -> int | None:
    """The answer to a view, None where it is of no use; faults are noted."""
    before = view.copy()
    hand = describe_hand(view)
    answer: Any
    try:
        answer = strategy.functions[decision](view)
        again = strategy.functions[decision](view)
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename) == strategy.path]
        at = f" in line {lines[-1]}" if lines else ""
        faults.add("exception", f"raised {type(error).__name__}: {error}{at}, asked about {hand}")
        return None
    if view != before:
        changed = next(n for n in View.__slots__ if getattr(view, n) != getattr(before, n))
        faults.add(
            "view", f"wrote to view.{changed}: a view is to be read only, copy what you need"
        )
        for name, value in before.content().items():
            setattr(view, name, value)
        return None
    if not isinstance(answer, (Integral, np.bool_)):
        kind = "nothing (None)" if answer is None else f"{answer!r}"
        faults.add("whole number", f"returned {kind}, not a whole number, for {hand}")
        return None
    if answer != again:
        faults.add(
            "same answer",
            f"answered {answer}, then {again} to one and the same view:"
            " use view.chance for what is left to chance, and keep no memory",
        )
        return None
    why = illegal(decision, view, int(answer))
    if why:
        faults.add("legal", f"answered {action_name(decision, int(answer))} for {hand}: {why}")
    return int(answer)


def _declared(
    strategy: Strategy,
    decision: str,
    asked: list[View],
    answers: list[int | None],
    faults: _Faults,
) -> None:
    """Facts that can be tested by changing what must not matter."""
    facts, rng = strategy.facts, random.Random(7)
    tests: list[tuple[str, Callable[[View, random.Random], None], str]] = []
    if not facts.uses_seen:
        tests.append(("uses_seen", _other_seen, "depends on view.seen: declare uses_seen=True"))
    if not facts.uses_order:
        text = "depends on view.coming, fresh or hand_cards: declare uses_order=True"
        tests.append(("uses_order", _other_order, text))
    if facts.own_cards_only:
        text = "depends on more than its own cards: do not declare own_cards_only"
        tests.append(("own_cards_only", _other_table, text))
    if facts.deterministic:
        text = "depends on view.chance: declare deterministic=False"
        tests.append(("deterministic", _other_chance, text))
    for view, answer in zip(asked, answers, strict=True):
        if answer is None:
            continue
        if decision == "stake" and not facts.sizes_stakes and answer != view.stake_min:
            faults.add(
                "sizes_stakes",
                f"staked {answer}, not the least, {view.stake_min}: declare sizes_stakes=True",
            )
        for test, change, text in tests:
            other = view.copy()
            change(other, rng)
            try:
                changed = strategy.functions[decision](other)
            except (Exception, SystemExit):
                continue  # a view that need not be possible
            if changed != answer:
                faults.add(test, f"{text}; asked about {describe_hand(view)}")


def _noise(rng: random.Random, below: int, count: int) -> list[int]:
    """Numbers from 0 to `below - 1`, about alike in frequency; one call for each would take most of
    the time of the battery, which draws millions."""
    return list(rng.randbytes(count).translate(_remainders(below)))


@cache
def _remainders(below: int) -> bytes:
    """`byte % below` for each byte."""
    return bytes(byte % below for byte in range(256))


def _other_seen(view: View, rng: random.Random) -> None:
    view.seen = _noise(rng, 5, len(view.seen))


def _other_order(view: View, rng: random.Random) -> None:
    view.fresh = rng.randrange(60)
    for name in ("coming", "hand_cards"):
        setattr(view, name, _noise(rng, 14, len(getattr(view, name))))


def _other_chance(view: View, rng: random.Random) -> None:
    view.chance = rng.getrandbits(32)


def _other_table(view: View, rng: random.Random) -> None:
    _other_seen(view, rng)
    _other_order(view, rng)
    for name in _PUBLIC:
        setattr(view, name, rng.randrange(0, view.seats if name == "position" else 60))
    for name in _PUBLIC_ARRAYS[1:]:
        setattr(view, name, _noise(rng, 6, len(getattr(view, name))))


def records_of(views: Iterable[View]) -> npt.NDArray[np.void]:
    """Views as an array of `layout.VIEW`, shape (n,)."""
    asked = list(views)
    records = np.zeros(len(asked), dtype=VIEW)
    for name in (*FIELDS, *ARRAYS):
        records[name] = [getattr(view, name) for view in asked]
    return records


def _compiled(
    strategy: Strategy,
    decision: str,
    cases: list[tuple[Rules, View]],
    answers: list[int | None],
) -> list[Finding]:
    from pontoon_sim.strategies.compiled import address_of, call_compiled, nodes_of

    try:
        address_of(strategy, decision)
        nodes_of(strategy, decision, cases[0][0])  # compiles the parts of a blend
    except PontoonError as error:
        return [Finding("compiled", str(error))]
    if any(answer is None for answer in answers):
        return []  # compiled code may do anything where plain Python has no answer
    by_rules: dict[Rules, list[int]] = {}
    for place, (rules, _) in enumerate(cases):
        by_rules.setdefault(rules if strategy.blend else cases[0][0], []).append(place)
    records = records_of(view for _, view in cases)
    compiled = np.empty(len(cases), np.int64)
    wrote = False
    for rules, places in by_rules.items():
        shown = records[places]
        compiled[places] = call_compiled(strategy, decision, shown, rules)
        wrote |= not np.array_equal(shown, records[places])
    findings = []
    if wrote:
        text = f"`{decision}`, compiled, wrote to the view: a view is to be read only"
        findings.append(Finding("view", text))
    differ = [n for n, answer in enumerate(answers) if answer != compiled[n]]
    if differ:
        n = differ[0]
        findings.append(
            Finding(
                "compiled",
                f"`{decision}` answers {compiled[n]} compiled but {answers[n]} in plain Python for"
                f" {describe_hand(cases[n][1])} (in {len(differ)} of {len(cases)} views): look for"
                " numbers over 64 bits, and for / or % of negative numbers",
            )
        )
    return findings


def decisions_checked(strategy: Strategy) -> list[str]:
    """The decisions that a strategy takes, in the house order."""
    return [decision for decision in DECISIONS if strategy.decides(decision)]
