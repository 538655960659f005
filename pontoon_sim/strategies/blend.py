"""Blends: strategies that leave it to chance which of several others answers a decision.

`with_errors(part, rate)` plays as `part` does, but takes a random legal action in that share of its
decisions. `mix` answers each decision as one of several strategies does, drawn by weight: for every
decision anew, so that a person who mixes may buy as one part and stick as another.
`forgetful(part)` is `part` without a memory: what remembering is worth is the difference.

A blend holds no memory. All its numbers come from `view.chance`, by the mixing function of
SplitMix64, so that both engines toss alike: `kernel/answer.py` is the compiled twin of `answer`.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.namelists import MAKERS, NAMED, split_list
from pontoon_sim.kernel.layout import BURN, DRAW, SPLIT, STICK, TWIST
from pontoon_sim.strategies.model import Blend, Facts, Forget, Step, Strategy, Toss, Tree

WHOLE = 1 << 32
"""`view.chance` and all numbers made of it lie below this."""

ERRING = ("turn", "draw")
"""Decisions in which errors are made: those that play a hand. Stakes, bets and prices stay."""

_MASK = (1 << 64) - 1


def number_of(chance: int, which: int) -> int:
    """One of several numbers, 0 to 2**32 - 1, that `view.chance` is good for.

    >>> number_of(0, 1)
    3793791033
    """
    x = (chance + 0x9E3779B97F4A7C15 * which) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return (x ^ (x >> 31)) >> 32


def answer(tree: Tree, decision: str, view: Any) -> int:
    """The answer of a blend. A part that itself looks at `view.chance` is shown a fresh number."""
    kept = chance = int(view.chance)
    forgets = False
    while isinstance(tree, Toss | Forget | Step):
        if isinstance(tree, Forget):
            forgets, tree = True, tree.part
        elif isinstance(tree, Step):
            if tree.fits(view):
                return tree.answer
            tree = tree.no
        else:
            tree = tree.yes if number_of(chance, 1) < tree.limit else tree.no
            chance = number_of(chance, 2)
    if tree is None:
        return random_answer(view, chance)
    memory = view.seen, view.fresh, view.coming, view.hand_cards
    view.chance = chance
    if forgets:
        view.seen, view.fresh = list(view.held), view.cards_left
        view.coming, view.hand_cards = [0] * len(view.coming), [0] * len(view.hand_cards)
    try:
        return int(tree.answer(decision, view))
    finally:
        view.chance = kept
        view.seen, view.fresh, view.coming, view.hand_cards = memory


def random_answer(view: Any, chance: int) -> int:
    """A random legal action: each kind (stick, twist, split, burn, buy) as likely as any other, and
    of a purchase each price. A banker draws in one case of two."""
    toss, sized = number_of(chance, 1), number_of(chance, 2)
    if view.decision == DRAW:
        return toss & 1
    legal: list[int] = [
        action
        for action, yes in (
            (STICK, view.can_stick),
            (TWIST, view.can_twist),
            (SPLIT, view.can_split),
            (BURN, view.can_burn),
        )
        if yes
    ]
    place = toss * (len(legal) + (view.cheapest > 0)) >> 32
    if place < len(legal):
        return int(legal[place])
    prices = int(view.dearest) - int(view.cheapest) + 1
    return int(view.cheapest) + (sized * prices >> 32)


def with_errors(part: Strategy, rate: float) -> Strategy:
    """A strategy that plays as another does, but errs.

    Parameters
    ----------
    part : Strategy
        A player's or a banker's strategy, a blend too.
    rate : float
        Share of the decisions of a hand (`turn`, `draw`), 0 to 1, that are answered by a random
        legal action; which may be the right one. Stakes, shoot bets and prices are left to `part`.

    Returns
    -------
    Strategy
        Named `with_errors(PART,RATE)`.
    """
    if not 0 <= rate <= 1:
        raise PontoonError(f"with_errors({part.name},{rate:g}): take a rate from 0 to 1")
    limit = round(rate * WHOLE)
    trees: dict[str, Tree] = {
        decision: Toss(limit, None, _leaf(part, decision))
        if decision in ERRING
        else _leaf(part, decision)
        for decision in part.functions
    }
    share = f"{_plain(round(100 * rate, 6))} %"
    facts = Facts(
        summary=f"Plays as {part.name}, but takes a random legal action in {share} of its choices.",
        why="Tired people, drunk ones and beginners do not always do what they mean to do.",
        weakness=f"What errors cost, beside what {part.name} loses.",
    )
    name = f"with_errors({part.name},{_plain(rate)})"
    blend = Blend((part,), trees, (with_errors, (part, rate)))
    return _blended(name, blend, f"with_errors {limit}", facts)


def forgetful(part: Strategy) -> Strategy:
    """A strategy that plays as another does, but remembers nothing of the cards.

    It is shown an empty `coming` and `hand_cards`, `fresh` as if no card had gone under, and in
    `seen` its own hand only.

    Returns
    -------
    Strategy
        Named `forgetful(PART)`.
    """
    trees: dict[str, Tree] = {
        decision: Forget(_leaf(part, decision)) for decision in part.functions
    }
    facts = Facts(
        summary=f"Plays as {part.name} would who remembers nothing of the cards.",
        why="To see what a memory is worth, or to play as one who cannot be bothered.",
        weakness=f"What {part.name} gains by its memory.",
    )
    blend = Blend((part,), trees, (forgetful, (part,)), forgets=True)
    made = _blended(f"forgetful({part.name})", blend, "forgetful", facts)
    facts = replace(
        made.facts,
        uses_seen=False,
        uses_order=False,
        deterministic=part.facts.deterministic,
    )
    return replace(made, facts=facts)


def following(part: Strategy, stake: int, steps: Sequence[tuple[int, int]]) -> Strategy:
    """A player who stakes and acts by a plan as long as that goes, and then plays as another does.

    Parameters
    ----------
    part : Strategy
    stake : int
        Chips of the initial stake.
    steps : sequence of (cards, answer)
        What an unsplit hand of so many cards does.
    """
    turn = _leaf(part, "turn")
    for cards, action in reversed(steps):
        turn = Step(cards, action, turn)
    trees = {decision: _leaf(part, decision) for decision in part.functions}
    trees |= {"stake": Step(1, stake, part), "turn": turn}
    plan = ",".join(f"{cards}:{action}" for cards, action in steps)
    facts = Facts(
        summary=f"Follows a plan, then plays as {part.name}.",
        why="To see what one action is worth.",
        weakness="It follows its plan.",
    )
    blend = Blend((part,), trees, (following, (part, stake, tuple(steps))))
    name = f"following({part.name},{stake},{plan})"
    return _blended(name, blend, f"following {stake} {plan}", facts)


def mix(parts: Sequence[tuple[Strategy, float]]) -> Strategy:
    """A strategy that answers each decision as one of several does, drawn by weight every time.

    Parameters
    ----------
    parts : sequence of (Strategy, float)
        Strategies of one role, and how often each answers: positive weights, which need not sum to
        one.

    Returns
    -------
    Strategy
        Named `mix(PART:WEIGHT,...)`.
    """
    name = f"mix({','.join(f'{part.name}:{_plain(weight)}' for part, weight in parts)})"
    if not parts:
        raise PontoonError("mix(): name strategies and weights, such as mix(stick15:1,stick16:1)")
    known: dict[str, Strategy] = {}
    for part, weight in parts:
        if not 0 < weight <= 1e100:  # so that their sum is one, too
            raise PontoonError(f"{name}: a weight is a number above 0, at most 1e100, such as 0.5")
        if part.role != parts[0][0].role:
            raise PontoonError(
                f"{name}: '{part.name}' is a {part.role} strategy and '{parts[0][0].name}' a"
                f" {parts[0][0].role}'s: mix strategies of one role"
            )
        if known.setdefault(part.name, part).content_hash != part.content_hash:
            raise PontoonError(
                f"{name}: two different strategies have the name '{part.name}': rename one of them"
            )
    members = tuple(part for part, _ in parts)
    limits = _limits([weight for _, weight in parts])
    decisions = dict.fromkeys(d for part in members for d in part.functions)
    trees = {decision: _chain(members, limits, decision) for decision in decisions}
    whole = math.fsum(weight for _, weight in parts)
    shares = ", ".join(f"{part.name} in {100 * weight / whole:.3g} %" for part, weight in parts)
    facts = Facts(
        summary=f"Answers each decision as one of several would: {shares} of cases.",
        why="Nobody plays every hand alike; and who is predictable can be exploited.",
        weakness="In a game without bluff the best of its parts alone does at least as well.",
    )
    return _blended(name, Blend(members, trees, (mix, (tuple(parts),))), f"mix {limits}", facts)


def _blended(name: str, blend: Blend, recipe: str, prose: Facts) -> Strategy:
    """The strategy of a blend; `recipe` tells it, beside its parts, from every other."""
    parts = blend.parts
    facts = replace(
        prose,
        source="Made of " + " and ".join(dict.fromkeys(part.name for part in parts)) + ".",
        deterministic=False,
        uses_seen=any(part.facts.uses_seen for part in parts),
        uses_order=any(part.facts.uses_order for part in parts),
        sizes_stakes=any(part.facts.sizes_stakes for part in parts),
        own_cards_only=all(part.facts.own_cards_only for part in parts),
    )
    text = "\0".join([recipe, parts[0].role, *(part.content_hash for part in parts)])
    return Strategy(
        name=name,
        role=parts[0].role,
        form="blend",
        facts=facts,
        path=Path(name),
        content_hash=hashlib.sha256(text.encode()).hexdigest(),
        functions={d: partial(answer, tree, d) for d, tree in blend.trees.items()},
        blend=replace(blend, forgets=blend.forgets or any(map(_forgets, parts))),
    )


def _forgets(part: Strategy) -> bool:
    return part.blend is not None and part.blend.forgets


def _leaf(part: Strategy, decision: str) -> Tree:
    """Who answers for a part: the part itself, or its own tree where it is a blend."""
    if part.blend is None:
        return part
    if decision in part.blend.trees:
        return part.blend.trees[decision]
    return _leaf(part.blend.parts[0], decision)  # none of them decides: any default is the same


def _limits(weights: Sequence[float]) -> tuple[int, ...]:
    """Of 2**32, how often each part is taken when those before it were not."""
    left = [math.fsum(weights[n:]) for n in range(len(weights))]
    return tuple(round(w / rest * WHOLE) for w, rest in zip(weights[:-1], left, strict=False))


def _chain(parts: Sequence[Strategy], limits: Sequence[int], decision: str) -> Tree:
    first = _leaf(parts[0], decision)
    if len(parts) == 1:
        return first
    return Toss(limits[0], first, _chain(parts[1:], limits[1:], decision))


def _plain(number: float) -> str:
    """A number as people write it.

    >>> _plain(0.05), _plain(2.0), _plain(1e-05)
    ('0.05', '2', '0.00001')
    """
    text = f"{number:.10f}".rstrip("0").rstrip(".")
    return text if float(text) == number else repr(number)


# --- by name --------------------------------------------------------------------------------------


def blend_from(name: str, find: Callable[[str], Strategy]) -> Strategy:
    """The blend of a name such as `with_errors(pub_regular,0.05)`.

    Parameters
    ----------
    name : str
    find : callable
        Gives the strategy of a name or a path, blends too.
    """
    match = NAMED.match(name)
    maker, inside = (match[1], match[2]) if match else ("", "")
    if maker not in MAKERS:
        raise PontoonError(
            f"unknown blend '{maker}(...)'{nearest(maker, MAKERS)}: there are"
            " with_errors(NAME,RATE), mix(NAME:WEIGHT,NAME:WEIGHT) and forgetful(NAME)"
        )
    words = split_list(inside, maker)
    if maker == "with_errors":
        if len(words) != 2 or not words[0]:
            raise PontoonError(
                f"{name.strip()}: name a strategy and a rate, such as with_errors(pub_regular,0.05)"
            )
        return with_errors(find(words[0]), _number(words[1], name))
    if maker == "forgetful":
        if len(words) != 1 or not words[0]:
            raise PontoonError(f"{name.strip()}: name one strategy, such as forgetful(counter)")
        return forgetful(find(words[0]))
    parts = []
    for word in words:
        part, colon, weight = word.rpartition(":")
        if not colon or not part or not weight:
            raise PontoonError(
                f"{name.strip()}: write each part with its weight, such as"
                " mix(stick15:0.5,stick16:0.5)"
            )
        parts.append((find(part.strip()), _number(weight, name)))
    return mix(parts)


def _number(word: str, name: str) -> float:
    text = word.strip()
    if not re.fullmatch(r"\d*\.?\d+(e-?\d+)?%?", text, re.A):
        raise PontoonError(f"{name.strip()}: '{text}' is no number: write one like 0.05 or 5%")
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)
