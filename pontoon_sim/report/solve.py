"""A solved game in words, and what it amounts to at a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pontoon_sim.report.words import fixed
from pontoon_sim.solve.solution import CARDS, Solution

SIGHT_WORDS = {
    "own": "looks only at its own cards",
    "tricks": "sees whether the player holds five cards",
    "cards": "sees how many cards the player holds",
    "made": "sees how many cards were bought and how many twisted",
    "values": "sees what was bought and the cards that were twisted",
    "all": "sees every price and every twisted card",
}


def answer(solution: Solution) -> str:
    """Who wins when both sides play as well as can be, and between what bounds."""
    edge, (low, high) = solution.edge_initial, solution.edge_bounds
    who = "banker" if edge > 0 else "player"
    bounds = sorted((abs(low), abs(high)))
    equal = len(solution.stakes) == 1
    unit = "of the initial stake" if equal else "of the initial stakes"
    stakes = "" if equal else f" with stakes of {_listed(solution.stakes)} chips on the first card"
    text = (
        f"When both play as well as can be{stakes}, the {who} wins"
        f" {fixed(100 * abs(edge), 4)} % {unit} (certainly between"
        f" {fixed(100 * bounds[0], 5)} and {fixed(100 * bounds[1], 5)} %); the banker"
        f" {SIGHT_WORDS[solution.sees]}."
    )
    if solution.stopped == "interrupted":
        text += " Stopped by Ctrl-C: these are the best plans so far."
    elif solution.stopped == "budget":
        text += " Time was up: these are the best plans so far."
    return text


def lines(solution: Solution) -> Iterator[str]:
    """The stakes, the banker's rule of thumb after each kind of hand, and how it was made."""
    value = solution.value
    if len(solution.stakes) > 1:
        yield "The player's stake on its first card"
        for card, chances in zip(CARDS, solution.plans.stakes, strict=True):
            parts = [
                f"{stake} chips{'' if chance > 0.9995 else f' {100 * chance:.1f} % of the time'}"
                for stake, chance in zip(solution.stakes, chances.tolist(), strict=True)
                if chance > 0.0005
            ]
            yield f"  {card}  {', '.join(parts)}"
        yield ""
    yield from _thumb_rules(solution)
    yield ""
    yield (
        f"{value.iterations:,} iterations of predictive CFR+ in {value.seconds:.0f} s; the bounds"
        " are exact best replies."
    )


def _thumb_rules(solution: Solution) -> Iterator[str]:
    """How often the banker draws to each hard total, by what the player did."""
    drawn: dict[tuple[int, int], dict[int, list[float]]] = defaultdict(
        lambda: defaultdict(lambda: [0.0, 0.0])
    )
    shown: dict[tuple[int, int], float] = defaultdict(float)
    seen = set()
    for decision in solution.banker_decisions():
        kind = len(decision.signal.prices), len(decision.signal.twisted)
        key = decision.initial, decision.signal
        if key not in seen:
            seen.add(key)
            shown[kind] += decision.reach
        values = [CARDS.index(card) + 1 for card in decision.hand]
        total = sum(values)
        if len(values) < 4 and not (1 in values and total <= 11) and 12 <= total <= 20:
            sums = drawn[kind][total]
            sums[0] += decision.reach * decision.draws
            sums[1] += decision.reach
    yield "How often the banker draws on two or three cards, by hard total, %"
    yield f"  {'the player':<24}{'deals %':>8}" + "".join(f"{t:>5}" for t in range(12, 21))
    for kind in sorted(drawn):
        cells = ""
        for total in range(12, 21):
            some, all_of = drawn[kind].get(total, [0.0, 0.0])
            cells += f"{100 * some / all_of:>5.0f}" if all_of else f"{'-':>5}"
        yield f"  {_kind(*kind):<24}{100 * shown[kind]:>8.2f}{cells}"


def _kind(bought: int, twisted: int) -> str:
    parts = [f"bought {bought}"] if bought else []
    parts += [f"twisted {twisted}"] if twisted else []
    return ", ".join(parts) or "stuck on two cards"


def _listed(stakes: tuple[int, ...]) -> str:
    words = [str(stake) for stake in stakes]
    return f"{', '.join(words[:-1])} or {words[-1]}"
