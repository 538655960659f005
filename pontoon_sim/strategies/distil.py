"""A table from a callable: what it answers to every hand, as letters, and what letters cannot say.

The policy is asked about every hand that can have a choice and about thousands of hands of random
deals; each cell of the table gets the answer that most of them got.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from runpy import run_path
from statistics import median_low
from typing import Any

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.files import write_text
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.strategies.amounts import NO_BET, WHOLE, Amount, ShootTable
from pontoon_sim.strategies.model import DECISIONS_OF, NEEDED, Facts, Role, Strategy
from pontoon_sim.strategies.sampling import asks, every_hand, random_views
from pontoon_sim.strategies.table import BankerTable, Cell, PlayerTable, StakeWord, choices
from pontoon_sim.strategies.tabletext import table_strategy
from pontoon_sim.strategies.view import View

Policy = Callable[[Any], int]
"""Answers a view, as a function strategy does."""

_GROUPS: dict[str, tuple[str, ...]] = {
    "the ranks of the cards": ("held", "first_card"),
    "how many cards were bought": ("bought",),
    "the stake and its prices": ("stake", "initial", "cheapest", "dearest"),
    "the hands split": ("hand", "hands"),
    "the place at the table": ("position", "seats"),
    "the cards seen": ("seen", "coming", "fresh", "cards_left", "hand_cards"),
    "the other hands": (
        "hand_state", "hand_stake", "hand_initial", "hand_bought", "hand_prices", "hand_twisted",
        "hand_shown", "hand_shoot", "hand_burnt", "doubled", "shuffle_due",
    ),
    "the bankroll": ("bankroll",),
    "the kitty": ("kitty", "room"),
    "chance": ("chance",),
}  # fmt: skip
"""What a table does not look at, in words."""

_TRIED = 40
"""Differences of which the reason is looked for."""


@dataclass(frozen=True)
class Distilled:
    """A policy as a table.

    Attributes
    ----------
    strategy : Strategy
        The table; may be named wherever a strategy may. `strategy.content` is its file.
    hands : int
        Decisions of random deals on which the two were compared.
    agreement : float
        Share of these in which the table answers as the policy does.
    lost : str
        One sentence: what of the policy a table cannot say.
    """

    strategy: Strategy
    hands: int
    agreement: float
    lost: str

    def write(self, path: str | Path) -> None:
        """Write the table's file, such as `mine.toml`."""
        write_text(Path(path), self.strategy.content.decode())

    def __str__(self) -> str:
        return self.lost


def distil(
    policy: Policy | Mapping[str, Policy] | Strategy,
    name: str = "distilled",
    *,
    role: Role = "player",
    rules: Rules | None = None,
    summary: str = "",
    views: int = 5000,
    seed: int = 1,
) -> Distilled:
    """A table that plays as a policy does, as far as a table can.

    Parameters
    ----------
    policy : callable, mapping or Strategy
        From a view to its answer, for `turn` (a banker's: `draw`), or one for each decision by
        name. What it does not decide the table does not say.
    name : str
        Of the new strategy.
    role : "player" or "banker"
    rules : Rules, optional
        The game in which it is asked. Default: `standard`.
    summary : str
        What it does, in one line.
    views : int
        Decisions of random deals on which it is asked and, other ones, compared.
    seed : int

    Raises
    ------
    PontoonError
        The policy raises, or gives an illegal answer.

    Examples
    --------
    >>> made = distil(lambda view: 0 if view.total >= 16 and view.can_stick else -1, "sixteen")
    >>> made.agreement, str(made)
    (1.0, 'The table answers as the policy does.')
    """
    game = rules or Rules()
    ask = _Asked(policy, role)
    samples = {what: _views(game, what, views, seed) for what in ask.decisions}
    make = _player_table if role == "player" else _banker_table
    table = make(ask, game, samples)
    facts = Facts(
        summary or f"What {ask.name} does, as a table.",
        why="Written from the answers of a policy to every hand.",
        weakness="Whatever of that policy a table cannot say.",
    )
    strategy = table_strategy(name, facts, table)
    return _compared(ask, strategy, game, views, seed)


def _views(rules: Rules, what: str, count: int, seed: int) -> list[View]:
    """Views of a decision from random deals; none where the game never asks for it."""
    if not asks(rules, what) or (what == "stake" and rules.stake_min == rules.stake_max):
        return []
    return [view for _, view in random_views(what, count, seed, [rules])]


def policy_at(place: str) -> Any:
    """What `MODULE:FUNCTION` names; its module is run by this.

    Raises
    ------
    PontoonError
        There is no such module or function, or loading it raises.
    """
    name, colon, word = place.partition(":")
    if not (name and colon and word):
        raise PontoonError(f"'{place}' is no MODULE:FUNCTION, such as mine.py:policy")
    try:
        if name.endswith(".py"):
            scope: dict[str, Any] = run_path(name)
        else:
            sys.path.insert(0, "")
            scope = vars(import_module(name))
    except Exception as error:
        raise PontoonError(f"'{name}' cannot be loaded: {type(error).__name__}: {error}") from None
    if word not in scope:
        raise PontoonError(f"'{name}' has no '{word}'{nearest(word, scope)}")
    return scope[word]


class _Asked:
    """A policy, its answers made whole numbers."""

    def __init__(self, policy: Policy | Mapping[str, Policy] | Strategy, role: Role) -> None:
        self.name = getattr(policy, "name", getattr(policy, "__name__", "a policy"))
        if self.name == "<lambda>":
            self.name = "a policy"
        if isinstance(policy, Strategy):
            self.functions = dict(policy.functions)
        else:
            self.functions = dict(policy) if isinstance(policy, Mapping) else {NEEDED[role]: policy}
        for what in self.functions:
            if what not in DECISIONS_OF[role]:
                hint = nearest(what, DECISIONS_OF[role])
                raise PontoonError(f"'{what}' is no decision of a {role}{hint}")
        if NEEDED[role] not in self.functions:
            raise PontoonError(f"the policy has no answer to '{NEEDED[role]}': a {role} needs one")
        self.decisions = tuple(self.functions)

    def __call__(self, what: str, view: View) -> int:
        try:
            return int(self.functions[what](view))
        except Exception as error:
            raise PontoonError(
                f"{self.name} had no answer to '{what}' with {view}: it raised"
                f" {type(error).__name__}: {error}"
            ) from None


def _cell(view: View) -> Cell:
    return view.cards, view.twisted > 0, bool(view.soft), view.total


def _most(votes: Counter[Any], default: Any) -> Any:
    return max(votes, key=lambda word: (votes[word], str(word))) if votes else default


def _player_table(ask: _Asked, rules: Rules, samples: Mapping[str, list[View]]) -> PlayerTable:
    letters: defaultdict[Cell, Counter[str]] = defaultdict(Counter)
    pairs: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    burns: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    for view in [*every_hand(rules), *samples["turn"]]:
        answer = ask("turn", view)
        if view.can_split:
            pairs[view.pair][answer == SPLIT] += 1
        if answer == SPLIT:
            view = _without(view, "can_split")
            answer = ask("turn", view)
        if view.can_burn:
            burns[view.hard][answer == BURN] += 1
        if answer == BURN:
            view = _without(view, "can_burn")
            answer = ask("turn", view)
        letters[_cell(view)].update(_letter(ask, view, answer))
    return PlayerTable(
        stakes=_stakes(ask, rules, samples.get("stake", [])),
        pairs=frozenset(rank for rank, votes in pairs.items() if votes[True] > votes[False]),
        burns=frozenset(hard for hard, votes in burns.items() if votes[True] > votes[False]),
        cells={cell: _most(letters[cell], "T" if cell[3] < 16 else "S") for cell in choices()},
        shooting=_shooting(ask, samples["shoot"]) if "shoot" in samples else None,
        price=_price(ask, "bid", samples["bid"]) if samples.get("bid") else None,
    )


def _without(view: View, field: str) -> View:
    other = view.copy()
    setattr(other, field, 0)
    return other


def _letter(ask: _Asked, view: View, answer: int) -> Iterator[str]:
    """The letter that stands for an answer; none where both prices are one."""
    if answer == STICK and view.can_stick:
        yield "S"
    elif answer == TWIST and view.can_twist:
        yield "T"
    elif 0 < view.cheapest <= answer <= view.dearest:
        if view.cheapest < view.dearest:
            yield "1" if 2 * answer < view.cheapest + view.dearest else "2"
    elif not (view.can_stick + view.can_twist + (view.cheapest > 0) < 2):
        raise PontoonError(f"{ask.name} answers {answer} with {view}: that is not legal")


def _stakes(ask: _Asked, rules: Rules, views: Iterable[View]) -> tuple[StakeWord, ...]:
    chips: defaultdict[int, list[int]] = defaultdict(list)
    for view in views:
        chips[view.first_card].append(ask("stake", view))
    low, high = rules.stake_min, rules.stake_max
    words = [StakeWord("min"), StakeWord("max")]
    words += [StakeWord("x", times) for times in range(2, high // low + 1)]
    words += [StakeWord("%", share) for share in range(1, 100)]

    def word(stake: int) -> StakeWord:
        return min(words, key=lambda w: abs(w.chips(low, high) - stake))

    return tuple(word(median_low(chips[rank] or [low])) for rank in range(1, 14))


def _amount(bets: Sequence[tuple[int, int]]) -> Amount:
    """The amount that most bets agree with: a share of the room, or so many chips."""
    shares = [*range(0, WHOLE + 1, 50), *{-(-chips * WHOLE // room) for chips, room in bets}]
    amounts = [{0: NO_BET, WHOLE: Amount("all")}.get(n, Amount("%", n)) for n in shares]
    amounts += [Amount("chips", chips) for chips in {chips for chips, _ in bets} if chips > 0]
    return max(amounts, key=lambda a: sum(a.of_room(room, 1) == chips for chips, room in bets))


def _shooting(ask: _Asked, views: Iterable[View]) -> ShootTable:
    met: defaultdict[tuple[str, Any], list[tuple[int, int]]] = defaultdict(list)
    for view in views:
        place: tuple[str, Any] = ("fourth", (bool(view.soft), view.total))
        if view.cards == 1:
            place = ("split" if view.hand else "first", view.first_card)
        if view.room > 0:
            met[place].append((ask("shoot", view), view.room))
    first, split = (
        tuple(_amount(met[stage, rank]) for rank in range(1, 14)) for stage in ("first", "split")
    )
    fourth = {key: _amount(met[stage, key]) for stage, key in sorted(met) if stage == "fourth"}
    return ShootTable(first, split, fourth)


def _price(ask: _Asked, what: str, views: list[View]) -> Amount:
    chips = median_low(ask(what, view) for view in views)
    return Amount("chips", chips) if chips >= (what == "bid") else NO_BET


def _banker_table(ask: _Asked, rules: Rules, samples: Mapping[str, list[View]]) -> BankerTable:
    letters: defaultdict[Cell, Counter[str]] = defaultdict(Counter)
    for view in [*every_hand(rules, banker=True), *samples["draw"]]:
        cards, _, soft, total = _cell(view)
        letters[cards, False, soft, total]["D" if ask("draw", view) else "S"] += 1
    doubles: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    for view in samples.get("double", []):
        doubles[view.first_card][bool(ask("double", view))] += 1
    kitties = [ask("kitty", view) for view in samples.get("kitty", [])]
    added = [(ask("top_up", view), view.room) for view in samples.get("top_up", [])]
    return BankerTable(
        cells={cell: _most(letters[cell], "S") for cell in choices(twists=False)},
        new_kitty=Amount("chips", median_low(kitties)) if kitties else None,
        addition=_amount(added) if added else None,
        price=_price(ask, "ask", samples["ask"]) if samples.get("ask") else None,
        doubles=frozenset(rank for rank, votes in doubles.items() if votes[True] > votes[False]),
    )


# --- what is lost ---------------------------------------------------------------------------------


def _compared(ask: _Asked, strategy: Strategy, rules: Rules, views: int, seed: int) -> Distilled:
    """The table against the policy, on other deals than it was made from."""
    asked, differ = 0, []
    for what in ask.decisions:
        for view in _views(rules, what, views, seed + 1):
            asked += 1
            if strategy.answer(what, view) != ask(what, view):
                differ.append((what, view))
    agreement = 1 - len(differ) / max(asked, 1)
    if not differ:
        return Distilled(strategy, asked, 1.0, "The table answers as the policy does.")
    rng = random.Random(seed)
    reasons: Counter[str] = Counter()
    for what, view in rng.sample(differ, min(_TRIED, len(differ))):
        reasons.update(_reasons(ask, what, view, differ, rng))
    words = [word for word, _ in reasons.most_common(3)]
    why = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    lost = (
        f"A table cannot say what turns on {why or 'amounts between its words'}: it answers"
        f" {int(1000 * agreement) / 10} % of {asked:,} decisions as the policy does."
    )
    return Distilled(strategy, asked, agreement, lost)


def _reasons(
    ask: _Asked, what: str, view: View, others: list[tuple[str, View]], rng: random.Random
) -> Iterator[str]:
    """What a difference turns on: fields that sway the answer, taken from another view."""
    answer = ask(what, view)
    other = rng.choice(others)[1]
    if what == "turn" and answer > 0 and answer not in (view.cheapest, view.dearest):
        yield "prices between the least and the dearest"
    for word, names in _GROUPS.items():
        changed = view.copy()
        for name in names:
            setattr(changed, name, getattr(other, name))
        if word != "the stake and its prices" and ask(what, changed) != answer:
            yield word
