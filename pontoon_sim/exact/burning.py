"""P33: which hands are best burnt, and one policy for hands before and after a burn.

A view does not show that a hand came after a burn, so that a strategy plays both alike: what it
knows of the pack is a mixture. How the mixture stands depends on the policy itself (a hand that
holds burnt cards together was not dealt first), so the best policy is found by improving all hands
of so many cards at a time, given all others, until none changes. What a player could gain who
remembers what it burnt is the bound that comes with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import perm

import numpy as np

from pontoon_sim.exact.asking import BURNABLE
from pontoon_sim.exact.choosing import Chooser, Policy, reached
from pontoon_sim.exact.compiled import Finished
from pontoon_sim.exact.dealt import Dealt
from pontoon_sim.exact.groups import remove
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    Counts,
    by_value,
    catalogue,
    pack_ranks,
    plus,
)
from pontoon_sim.exact.origins import Origin
from pontoon_sim.exact.reply import Burn, Played, Reply, Replying
from pontoon_sim.game.rules import Rules

Begin = dict[int, float]
"""Orders in which hands of two cards come and are not split or burnt, by their place."""
_NONE: frozenset[Counts] = frozenset()


def after_burns(rules: Rules, banker: Finished) -> dict[Counts, Dealt]:
    """Hands dealt after each burn that the rules allow, by the two cards burnt."""
    ranks = pack_ranks(rules.packs)
    pack = by_value(ranks)
    found = {}
    for low in range(1, VALUES):
        for high in range(low, VALUES):
            if low + high + 2 in BURNABLE[rules.burn]:
                orders = 1 if low == high else 2
                ways = orders * pack[low] * (pack[high] - (low == high))
                # any one rank of the ten-cards stands for all four
                left = remove(remove(ranks, low), high)
                cards = plus(plus(EMPTY, low), high)
                found[cards] = Dealt(rules, banker, left, ways / perm(sum(ranks), 2))
    return found


def best_with_burns(replying: Replying) -> Reply:
    """The best reply that plays hands before and after a burn alike, and its bound."""
    chooser, fresh, after = replying.chooser, replying.fresh, replying.burnt
    known, known_splits = replying.best_of(fresh)
    bound = _remembering(replying, known)
    burnt = frozenset(after)
    split = frozenset(v for v, s in known_splits.items() if s.splits)
    best: Reply | None = None
    for _ in range(20):
        packs = [fresh, *(after[cards] for cards in sorted(burnt))]
        sources = [dealt.first for dealt in packs]
        begun = [begins(replying, d, split, burnt if d is fresh else _NONE) for d in packs]
        policy = together(chooser, list(zip(sources, begun, strict=True)))
        hands = [Played(dealt, chooser.solve(dealt.first, policy), {}) for dealt in packs]
        splits = {
            v: replying.best_splits(v, hands[1:] if _pair(v) in burnt else hands)
            for v in replying.split_values
        }
        how = {v: (s.split.again, s.split.policy) for v, s in splits.items() if s.splits}
        first = replying.play(fresh, policy, how)
        played = {cards: replying.play(dealt, policy, how) for cards, dealt in after.items()}
        net, staked, by_first = replying.worth_of(first, {c: played[c] for c in burnt})
        burns = burns_of(replying, first, played, burnt)
        if best is None or net > best.net + 1e-15:
            source = sum(sources[1:], sources[0])
            best = Reply(
                replying.rules, replying.name, net, staked, by_first,
                chooser.solve(source, policy), source, splits, burns, bound,
            )  # fmt: skip
        before = burnt, split
        burnt = frozenset(cards for cards, burn in burns.items() if burn.worth > burn.whole)
        split = frozenset(how)
        if (burnt, split) == before:
            break
    assert best is not None
    return best


def burns_of(
    replying: Replying, first: Played, after: Mapping[Counts, Played], burnt: frozenset[Counts]
) -> dict[Counts, Burn]:
    """What burning each hand is worth when all is played by one policy."""
    found = {}
    for cards, played in after.items():
        worth = sum(net for net, _ in replying.by_first(played).values())
        whole, chance = _kept(replying, first, cards)
        found[cards] = Burn(worth, whole, chance, cards in burnt)
    return found


def _kept(replying: Replying, first: Played, cards: Counts) -> tuple[float, float]:
    """Worth of two cards that are not burnt, split where that is done, and their chance."""
    hands = catalogue()
    row = hands.row[cards]
    orders = int(hands.orders[row])
    place = replying.chooser.place[row]
    worth = orders * float(first.first[replying.two].best[place])
    if orders == 1:
        value = cards.index(2)
        if value in first.splits:
            worth += first.splits[value].worth - replying.whole(value, [first])[0]
    return worth, orders * float(first.dealt.first.chance[row])


def _remembering(replying: Replying, known: Played) -> float:
    """Net of the best player who knows after a burn which two cards it burnt."""
    new = {cards: replying.best_of(dealt)[0] for cards, dealt in replying.burnt.items()}
    burns = burns_of(replying, known, new, _NONE)
    worth = {cards: new[cards] for cards, burn in burns.items() if burn.worth > burn.whole}
    return replying.worth_of(known, worth)[0]


def _pair(value: int) -> Counts:
    return plus(plus(EMPTY, value), value)


def begins(
    replying: Replying, dealt: Dealt, split: frozenset[int], burnt: frozenset[Counts] = _NONE
) -> Begin:
    """Orders in which hands begin from a pack, some values split and some hands burnt."""
    hands, begin = catalogue(), {}
    for row in hands.of_size(2).tolist():
        cards = tuple(hands.counts[row].tolist())
        ways = 0.0 if cards in burnt else float(hands.orders[row])
        if max(cards) == 2 and cards.index(2) in split:
            ways *= 1 - dealt.share_of_pairs(cards.index(2))
        begin[int(replying.chooser.place[row])] = ways
    return begin


def together(chooser: Chooser, deals: Sequence[tuple[Origin, Begin]]) -> Policy:
    """The best policy for hands of several origins that it does not tell apart.

    Parameters
    ----------
    deals : sequence of (Origin, Begin)
        Hands of two cards that are not among a deal's `Begin` are not played there.
    """
    whole = sum((source for source, _ in deals[1:]), deals[0][0])
    policy = {history: c.action for history, c in chooser.solve(whole).items()}
    for _ in range(100):
        before = dict(policy)
        for cards in (4, 3, 2):
            solved = [chooser.solve(source, policy) for source, _ in deals]
            reach = [reached(chooser, policy, begin) for _, begin in deals]
            for history in [h for h in chooser.histories if h.cards == cards]:
                worth = sum(
                    r[history] * np.where(np.isfinite(s[history].worth), s[history].worth, 0.0)
                    for r, s in zip(reach, solved, strict=True)
                )
                legal = np.isfinite(solved[0][history].worth)
                best = np.where(legal, worth, -np.inf).argmax(axis=0)
                # A hand that is not reached keeps what is best if it came all the same.
                met = sum(r[history] for r in reach) > 0
                policy[history] = np.where(met, best, policy[history])
        if all((policy[history] == before[history]).all() for history in policy):
            break
    return policy
