"""The decisions of a best reply: what each hand does, and what the other actions would cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pontoon_sim.exact.choices import ACTION_NAMES, Chooser, History, cell_of, reached
from pontoon_sim.exact.figures import Reply
from pontoon_sim.exact.multisets import VALUE_NAMES, catalogue, hand_name
from pontoon_sim.exact.replies import ReplySolver
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.table import LETTERS, Cell


@dataclass(frozen=True)
class Decision:
    """One hand of the best reply and what its actions are worth.

    Attributes
    ----------
    hand : str
        Its cards by value, T for every ten-card.
    history : History
    chance : float
        Of holding this hand in this order or any other, if it is not given up before.
    best : str
        The best action.
    values : dict of str to float
        Expected gain of each legal action, per initial stake (a twisted hand: per chip staked),
        given the hand and no banker's pontoon.
    """

    hand: str
    history: History
    chance: float
    best: str
    values: dict[str, float]

    @property
    def costs(self) -> dict[str, float]:
        """What each action costs in comparison with the best."""
        return {name: self.values[self.best] - value for name, value in self.values.items()}


def decisions(reply: Reply) -> list[Decision]:
    """Every decision of hands that were not split, those of two cards first.

    A pair has the values of playing it as one hand; `pair_costs` says what splitting adds.
    """
    hands = catalogue()
    every = []
    for history, chosen in sorted(reply.first.items()):
        for place, row in enumerate(hands.of_size(history.cards).tolist()):
            chance = float(reply.source.chance[row])
            values = chosen.values[:, place]
            legal = np.flatnonzero(np.isfinite(values))
            if chance <= 0 or len(legal) < 2:
                continue
            by_name = {ACTION_NAMES[a]: float(values[a]) / chance for a in legal.tolist()}
            text = hand_name(hands.counts[row].tolist())
            best = ACTION_NAMES[int(chosen.action[place])]
            whole = chance * int(hands.orders[row])
            every.append(Decision(text, history, whole, best, by_name))
    return every


def pair_costs(reply: Reply) -> dict[str, float]:
    """Gain (+) or cost (-) of splitting each pair, per initial stake and given the pair."""
    return {
        VALUE_NAMES[value]: (split.split.value - split.whole) / split.chance
        for value, split in reply.splits.items()
    }


def burn_costs(reply: Reply) -> dict[str, float]:
    """Gain (+) or cost (-) of burning each hand that may be burnt, given the hand (P33)."""
    return {
        hand_name(cards): (burn.value - burn.whole) / burn.chance
        for cards, burn in reply.burns.items()
    }


def reply_cells(reply: Reply) -> dict[Cell, dict[str, float]]:
    """Of each cell of a table, how often the best reply takes each action there.

    Returns
    -------
    dict from Cell to shares by letter, adding up to 1; cells without such a hand are left out.
    """
    hands, chooser = catalogue(), Chooser(reply.rules)
    begin = {n: float(hands.orders[row]) for n, row in enumerate(hands.of_size(2).tolist())}
    reach = reached(chooser, {h: c.action for h, c in reply.first.items()}, begin)
    sums: dict[Cell, dict[str, float]] = {}
    for history, chosen in reply.first.items():
        for place, row in enumerate(hands.of_size(history.cards).tolist()):
            # A hand that the reply never comes to still has its best action: as good as no weight.
            weight = float(reach[history][place]) + 1e-9
            chance = weight * float(reply.source.chance[row])
            if chance > 0 and chooser.draws[row]:
                action = int(chosen.action[place])
                # where only the least price is left, it is the dearest too
                letter = LETTERS[3 if action == 2 and history.dearest == 1 else action]
                into = sums.setdefault(cell_of(history, row), {})
                into[letter] = into.get(letter, 0.0) + chance
    return {
        cell: {x: chance / sum(into.values()) for x, chance in into.items()
               if chance > 1e-6 * sum(into.values())}
        for cell, into in sums.items()
    }  # fmt: skip


def reply_letters(reply: Reply) -> dict[Cell, str]:
    """The letter of each cell; where it depends on the very cards, all letters, the usual first."""
    return {
        cell: "/".join(sorted(shares, key=lambda letter, s=shares: -s[letter]))  # type: ignore[misc]
        for cell, shares in reply_cells(reply).items()
    }


@dataclass(frozen=True)
class ChoiceValues:
    """What kinds of decisions gain against a banker, per initial stake.

    Each is the best reply's net less that of the best player who does without.
    """

    splitting: float
    buying: float
    certain_trick: float
    stick_at_15: float
    burning: float


def choice_values(rules: Rules, banker: Strategy, best: Reply) -> ChoiceValues:
    """What splitting, buying, a bought certain trick, sticking at 15 and burning gain."""

    def net(buying: bool = True, **changes: object) -> float:
        changed = rules.model_copy(update=changes)
        return ReplySolver(changed, banker, buying=buying).best().net

    return ChoiceValues(
        splitting=best.net - net(split="none"),
        buying=best.net - net(buying=False),
        certain_trick=best.net - net(buy_certain_trick=False),
        stick_at_15=net(stick_min=15) - net(stick_min=16),
        burning=best.net - net(burn="none") if rules.burn != "none" else 0.0,
    )
