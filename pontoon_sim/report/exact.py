"""What `pontoon exact` prints: figures in lines of text, told to a function like `click.echo`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pontoon_sim.exact.bankers import Step
from pontoon_sim.exact.decisions import burn_costs, decisions, pair_costs, reply_letters
from pontoon_sim.exact.figures import ExactValue, Part, Reply
from pontoon_sim.exact.multisets import VALUE_NAMES, hand_name
from pontoon_sim.exact.simple_replies import Simple
from pontoon_sim.game.rules import Rules
from pontoon_sim.report.table import Column, Table, Tables
from pontoon_sim.strategies.table import Cell

Say = Callable[[str], object]


def percent(share: float) -> str:
    return f"{100 * share:+.5f} %"


def cell_name(cell: tuple[int, bool, bool, int]) -> str:
    cards, twisted, soft, total = cell
    return f"{'soft' if soft else 'hard'} {total} on {cards}{' twisted' if twisted else ''}"


def show_value(say: Say, value: ExactValue, show_all: bool) -> None:
    say(f"{value.player} against {value.banker}: exact, fresh pack, any seat")
    say(f"  banker's edge    {percent(value.edge_initial)} of the initial stakes")
    say(f"                   {percent(value.edge_action)} of all chips staked")
    say(
        f"  player's net     {value.net:+.7f} chips per deal,"
        f" {value.net_per_initial:+.8f} per initial chip"
    )
    say(
        f"  staked           {value.initial:.4f} chips first, {value.staked:.4f} in all,"
        f" {value.staked_per_initial:.8f} per initial chip"
    )
    say(f"  SD of a deal     {value.sd:.4f} chips, {value.sd / value.initial:.5f} initial stakes")
    say(
        f"  busts            {_share(value.bust_rate)} of the player's hands,"
        f" {_share(value.banker_hands.get('bust', 0.0))} of the banker's turns"
    )
    for name, number in value.fractions.items():
        say(f"  {name:<9} exactly {number.numerator}/{number.denominator} chips")
    say("\n  hand              player's      banker's")
    for name in dict.fromkeys([*value.hands, *value.banker_hands]):
        mine, other = value.hands.get(name), value.banker_hands.get(name)
        say(f"  {name:<15}{_share(mine):>12}{_share(other):>14}")
    say(
        f"  (the player's: hands per deal without a banker's pontoon, {value.hands_per_deal:.5f} in"
        " all; the banker's: as if it always drew)"
    )
    say("\n  first card   staked  net per initial  shoot bet's edge for the player")
    for name, part in value.by_first_card.items():
        say(_part_line(name, part))
    if show_all:
        say("\n  first two    staked  net per initial  shoot bet on the first card")
        for names, part in value.by_two_cards.items():
            say(_part_line(" ".join(names), part))
        say("\n  net, chips       chance")
        for net, chance in value.distribution.items():
            say(f"  {net:>+10}  {100 * chance:>12.4g} %")
    if value.caveat:
        say(f"\n  Note: {value.caveat}.")


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.4f} %"


def _part_line(name: str, part: Part) -> str:
    return (
        f"  {name:<9}{part.staked / part.initial:>10.4f}  {100 * part.net / part.initial:>+13.4f} %"
        f"{100 * part.shoot:>+15.4f} %"
    )


def show_reply(say: Say, reply: Reply) -> None:
    net, initial = reply.sized
    low, high = reply.rules.stake_min, reply.rules.stake_max
    say(f"Best reply to {reply.banker}: exact, fresh pack, own hand only")
    say(f"  player's net     {percent(reply.net)} of the initial stake, {reply.net:+.8f}")
    say(f"  staked           {reply.staked:.6f} per initial chip")
    say(
        f"  stakes sized     {net:+.5f} chips per deal on {initial:.3f} staked first, from"
        f" {low} to {high} ({percent(net / initial)})"
    )
    split = [VALUE_NAMES[v] for v, s in reply.splits.items() if s.splits]
    say(f"  pairs to split   {', '.join(split) or 'none'}")
    if reply.burns:
        burnt = [hand_name(cards) for cards, burn in reply.burns.items() if burn.burns]
        say(f"  hands to burn    {', '.join(burnt) or 'none'}")
        say(
            f"  remembering what it burnt would add at most {percent(reply.bound - reply.net)}:"
            " hands before and after a burn are played alike"
        )
    say("  first card       net per initial stake; * stake the most")
    for value, gain in reply.by_first_card.items():
        say(f"    {VALUE_NAMES[value]}  {percent(gain):>14}{' *' if gain > 0 else ''}")
    say("")
    for line in grid(reply_letters(reply)):
        say(line)
    say(
        "S stick, T twist, 1 buy at 1x, 2 buy at the dearest; several letters: it hangs on the very"
        " cards, the usual one first"
    )


def reply_sentence(reply: Reply) -> str:
    """What `repr` shows of a best reply."""
    return (
        f"The best reply to {reply.banker} nets {100 * reply.net:+.5f} % of the initial stake,"
        " exactly, staking alike on every card."
    )


def show_simples(say: Say, simples: list[Simple]) -> None:
    say("\nsimple strategy        net, % of initial   gives away  what it does")
    for simple in simples:
        say(
            f"{simple.name:<22}{100 * simple.net:>+18.5f}{100 * simple.cost:>13.5f}  {simple.words}"
        )


def show_worths(say: Say, found: dict[str, Any]) -> None:
    say("\nworth to the best reply, % of the initial stake")
    words = {
        "splitting": "splitting",
        "buying": "buying",
        "certain_trick": "buying a fifth card that cannot bust",
        "stick_at_15": "sticking on 15 (stick_min 15, not 16)",
        "burning": "burning (P33)",
    }
    for name, text in words.items():
        if name != "burning" or found[name]:
            say(f"  {text:<40}{100 * found[name]:>+10.5f}")


def show_decisions(say: Say, reply: Reply) -> None:
    say("\nhand    history              best                what another action costs")
    for decision in decisions(reply):
        history = decision.history
        past = "" if history.cards == 2 else "twisted" if history.twisted else "bought"
        if past == "bought":
            past += f", {history.stake}x staked"
        others = ", ".join(
            f"{name} {100 * cost:.3f} %"
            for name, cost in decision.costs.items()
            if name != decision.best
        )
        say(f"{decision.hand:<8}{past:<21}{decision.best:<20}{others}")
    for hand, gain in burn_costs(reply).items():
        say(f"{hand:<8}{'':<21}{'burn' if gain > 0 else 'keep':<20}"
                   f"burn against keep {100 * gain:+.3f} %")  # fmt: skip
    for pair, gain in pair_costs(reply).items():
        say(f"{pair * 2:<8}{'':<21}{'split' if gain > 0 else 'keep':<20}"
                   f"split against keep {100 * gain:+.3f} %")  # fmt: skip


def reply_payload(reply: Reply, simples: list[Simple]) -> dict[str, Any]:
    net, initial = reply.sized
    return {
        "schema": 1,
        "banker": reply.banker,
        "rules": reply.rules.model_dump(),
        "net": reply.net,
        "staked": reply.staked,
        "sized": {"net": net, "initial": initial},
        "by_first_card": {VALUE_NAMES[v]: gain for v, gain in reply.by_first_card.items()},
        "split": [VALUE_NAMES[v] for v, s in reply.splits.items() if s.splits],
        "split_gain": pair_costs(reply),
        "burn": [hand_name(cards) for cards, burn in reply.burns.items() if burn.burns],
        "burn_gain": burn_costs(reply),
        "bound": reply.bound,
        "decisions": [
            {
                "hand": d.hand,
                "cards": d.history.cards,
                "twisted": d.history.twisted,
                "stake": d.history.stake,
                "best": d.best,
                "worth": d.values,
            }
            for d in decisions(reply)
        ],
        "simple": [
            {"name": s.name, "words": s.words, "net": s.net, "staked": s.staked, "cost": s.cost}
            for s in simples
        ],
    }


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


def show_equilibrium(say: Say, rounds: Sequence[Step], stakes: str) -> None:
    """How alternating best replies ended, and what each side is sure of."""
    last, best = rounds[-1], min(rounds, key=lambda step: step.net)
    if last.rests:
        say(f"{last.banker.name} is its own best answer: an equilibrium.")
    elif last.seen_at >= 0:
        say(f"The next banker would be the one of round {last.seen_at} again: a cycle.")
    else:
        say(f"Neither at rest nor round after {len(rounds)} rounds: take more --steps.")
    verdict = "cannot be beaten" if best.net <= 0 else "is beaten all the same"
    say(
        f"\nOf the bankers met, {best.banker.name} does best and {verdict} at {stakes} stakes: its"
        f" best reply nets {100 * best.net:+.5f} % of the least stake a deal."
    )
    low = max(step.held_to_by_any for step in rounds)
    say(
        f"Where both sides look at their own hands only and do their best, a player nets between"
        f" {100 * low:+.5f} and {100 * best.net:+.5f} %."
    )


def equilibrium_payload(
    rules: Rules, rounds: Sequence[Step], cells: Mapping[Cell, str]
) -> dict[str, Any]:
    """JSON form; `cells` are those of the best banker met."""
    return {
        "rules": rules.model_dump(),
        "rounds": [
            {
                "banker": step.banker.name,
                "reply_net": step.net,
                "reply_staked": step.reply.staked,
                "held_to": step.held_to,
                "held_to_by_any": step.held_to_by_any,
                "same_as": step.seen_at,
            }
            for step in rounds
        ],
        "best_banker": {cell_name(cell): letter for cell, letter in cells.items()},
    }


def _first_cards(value: ExactValue) -> Table:
    """Exact figures by the player's first card; edges are the *banker's*."""
    columns = [
        Column("first card", lambda row: row[0]),
        Column("% of deals", lambda row: 100 * row[1].chance, 4),
        Column("initial stake", lambda row: row[1].initial, 4),
        Column("staked / initial", lambda row: row[1].staked / row[1].initial, 4),
        Column("edge %", lambda row: -100 * row[1].net / row[1].initial, 4, signed=True),
        Column("edge % of a shoot bet", lambda row: -100 * row[1].shoot, 4, signed=True),
    ]
    return Table("By first card", columns, list(value.by_first_card.items()))


def _sentence(value: ExactValue) -> str:
    return (
        f"{value.player} against {value.banker}: the banker's edge is"
        f" {100 * value.edge_initial:+.5f} % of the initial stakes, exactly."
    )


EXACT_TABLES = Tables(_sentence, {"first_cards": _first_cards}, first=("first_cards",))
"""Tables of an exact value by the names of `ExactValue.frame`."""
