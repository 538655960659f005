"""Best replies in words and letters: what each hand does, what the other actions would cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pontoon_sim.exact.bankers import BankerCells
from pontoon_sim.exact.choosing import ACTION_NAMES, Chooser, History, reached
from pontoon_sim.exact.multisets import catalogue
from pontoon_sim.exact.reply import Reply, Replying
from pontoon_sim.exact.simple import Simple, cell_of
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.table import CARD_WORDS, Cell
from pontoon_sim.strategies.view import rank_name

LETTER_OF_ACTION = "ST12"
VALUE_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")


def hand_name(counts: Sequence[int]) -> str:
    """A hand by its values, such as `58` or `A2T`."""
    return "".join(VALUE_NAMES[value] * n for value, n in enumerate(counts))


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
    worth : dict of str to float
        Expected gain of each legal action, per initial stake (a twisted hand: per chip staked),
        given the hand and no banker's pontoon.
    """

    hand: str
    history: History
    chance: float
    best: str
    worth: dict[str, float]

    @property
    def costs(self) -> dict[str, float]:
        """What each other action costs."""
        return {name: self.worth[self.best] - worth for name, worth in self.worth.items()}


def decisions(reply: Reply) -> list[Decision]:
    """Every decision of hands that were not split, those of two cards first.

    Worths of a pair are those of playing it as one hand; `pair_costs` tells what splitting adds.
    """
    hands = catalogue()
    found = []
    for history, chosen in sorted(reply.first.items()):
        for place, row in enumerate(hands.of_size(history.cards).tolist()):
            chance = float(reply.source.chance[row])
            worth = chosen.worth[:, place]
            legal = np.flatnonzero(np.isfinite(worth))
            if chance <= 0 or len(legal) < 2:
                continue
            names = {ACTION_NAMES[a]: float(worth[a]) / chance for a in legal.tolist()}
            text = hand_name(hands.counts[row].tolist())
            best = ACTION_NAMES[int(chosen.action[place])]
            whole = chance * int(hands.orders[row])
            found.append(Decision(text, history, whole, best, names))
    return found


def pair_costs(reply: Reply) -> dict[str, float]:
    """Gain (+) or cost (-) of splitting each pair, per initial stake and given the pair."""
    return {
        VALUE_NAMES[value]: (split.split.worth - split.whole) / split.chance
        for value, split in reply.splits.items()
    }


def burn_costs(reply: Reply) -> dict[str, float]:
    """Gain (+) or cost (-) of burning each hand that may be burnt, given the hand (P33)."""
    return {
        hand_name(cards): (burn.worth - burn.whole) / burn.chance
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
            if chance > 0 and not _stands(reply.rules, row):
                action = int(chosen.action[place])
                # where only the least price is left, it is the dearest too
                letter = LETTER_OF_ACTION[3 if action == 2 and history.dearest == 1 else action]
                into = sums.setdefault(cell_of(history, row), {})
                into[letter] = into.get(letter, 0.0) + chance
    return {
        cell: {x: chance / sum(into.values()) for x, chance in into.items()
               if chance > 1e-6 * sum(into.values())}
        for cell, into in sums.items()
    }  # fmt: skip


def _stands(rules: Rules, row: int) -> bool:
    hands = catalogue()
    if hands.total[row] < 21:
        return False
    return not (hands.soft[row] and hands.size[row] > 2 and rules.soft_21_draws)


def grid(cells: Mapping[Cell, str], banker: bool = False) -> list[str]:
    """Letters as lines of text, a row for each total."""
    columns = [(2, False), (3, False), (3, True), (4, False), (4, True)]
    heads = ["two", "three bought", "three twisted", "four bought", "four twisted"]
    if banker:
        columns, heads = [(2, False), (3, False), (4, False)], ["two", "three", "four"]
    lines = ["total    " + "".join(f"{head:>15}" for head in heads)]
    for soft in (False, True):
        for total in range(12 if soft else 4, 22 if soft else 21):
            letters = [cells.get((c, twisted, soft, total), ".") for c, twisted in columns]
            if any(letter != "." for letter in letters):
                name = f"{'soft' if soft else 'hard'} {total}"
                lines.append(f"{name:<9}" + "".join(f"{letter:>15}" for letter in letters))
    return lines


def reply_letters(reply: Reply) -> dict[Cell, str]:
    """The letter of each cell; where it hangs on the very cards, all letters, the usual first."""
    return {
        cell: "/".join(sorted(shares, key=lambda letter, s=shares: -s[letter]))  # type: ignore[misc]
        for cell, shares in reply_cells(reply).items()
    }


@dataclass(frozen=True)
class Worths:
    """What kinds of decisions are worth against a banker, per initial stake.

    Each is the best reply's net less that of the best player who does without.
    """

    splitting: float
    buying: float
    certain_trick: float
    stick_at_15: float
    burning: float


def worths(rules: Rules, banker: Strategy, best: Reply) -> Worths:
    """What splitting, buying, a bought certain trick, sticking at 15 and burning are worth."""

    def net(buying: bool = True, **changes: object) -> float:
        changed = rules.model_copy(update=changes)
        return Replying(changed, banker, buying=buying).best().net

    return Worths(
        splitting=best.net - net(split="none"),
        buying=best.net - net(buying=False),
        certain_trick=best.net - net(buy_certain_trick=False),
        stick_at_15=net(stick_min=15) - net(stick_min=16),
        burning=best.net - net(burn="none") if rules.burn != "none" else 0.0,
    )


# --- tables as files ----------------------------------------------------------------------------


def _ranges(letters: Mapping[int, str]) -> str:
    """`{ 4-14 = "T", 15-20 = "S" }` from letters by total."""
    parts: list[tuple[int, int, str]] = []
    for total in sorted(letters):
        if parts and parts[-1][1] == total - 1 and parts[-1][2] == letters[total]:
            parts[-1] = (parts[-1][0], total, letters[total])
        else:
            parts.append((total, total, letters[total]))
    words = [f'{a if a == b else f"{a}-{b}"} = "{x}"' for a, b, x in parts]
    return "{ " + ", ".join(words) + " }"


def _sections(cells: Mapping[Cell, str], top: str, twists: bool) -> str:
    text = ""
    for cards, word in CARD_WORDS.items():
        for twisted in (False, True) if twists and cards > 2 else (False,):
            path = ("." + ("twisted" if twisted else "bought")) if twists and cards > 2 else ""
            text += f"\n[{top}.{word}{path}]\n"
            for soft in (False, True):
                letters = {c[3]: x for c, x in cells.items() if c[:3] == (cards, twisted, soft)}
                if letters:
                    text += f"{'soft' if soft else 'hard'} = {_ranges(letters)}\n"
    return text


def player_toml(simple: Simple, name: str, banker: str, stakes: Mapping[int, bool]) -> str:
    """A simple reply as a table file; `stakes` says on which first ranks (0-12) to stake most."""
    pairs = ", ".join(f'"{rank_name(rank)}"' for rank in sorted(simple.pairs))
    burn = f"burn = {sorted(simple.burns)}\n" if simple.burns else ""
    most = "".join(f'{rank_name(r + 1)} = "max"\n' for r in range(13) if stakes[r])
    stake = f'\n[stake]\n{most}default = "min"\n' if most else ""
    return (
        f'name = "{name}"\nrole = "player"\n'
        f'summary = "A simple best reply to {banker}: {simple.name}."\n'
        f'why = "Its value at equal stakes is {simple.net:+.6f} of the initial stake, which gives'
        f' away {simple.cost:.6f} to the best reply by composition."\n'
        f'weakness = "Against another banker it is somebody else\'s reply."\n'
        f'source = "pontoon exact best-reply --banker {banker} --table"\n\n'
        f"split = [{pairs}]\n{burn}{stake}{_sections(simple.cells, 'turn', True)}"
    )


def banker_toml(cells: BankerCells, name: str, against: str, edge: float) -> str:
    """A best banker as a table file."""
    return (
        f'name = "{name}"\nrole = "banker"\n'
        f'summary = "The best own-hand banker against {against}."\n'
        f'why = "Found by exact enumeration: its edge there is {100 * edge:.4f} % of the initial'
        f' stakes."\nweakness = "Other players have other best bankers; it looks at no stakes."\n'
        f'source = "pontoon exact best-banker --players {against}"\n'
        f"{_sections(cells, 'draw', False)}"
    )


__all__ = [
    "Decision",
    "Worths",
    "banker_toml",
    "burn_costs",
    "decisions",
    "grid",
    "hand_name",
    "pair_costs",
    "player_toml",
    "reply_cells",
    "reply_letters",
    "worths",
]
