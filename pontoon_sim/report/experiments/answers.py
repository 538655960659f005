"""The sentences of a report: first the one that answers, then what else has to be said."""

from __future__ import annotations

import math
from collections.abc import Callable

from pontoon_sim.base.namelists import names_of
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report import bank
from pontoon_sim.report.experiments.numbers import (
    Best,
    answers_of,
    best_of,
    comparison_of,
    contrast_figure,
    contrast_names,
    edge,
    interval,
    ladder_of,
    looked_at,
    picked,
    result_of,
)
from pontoon_sim.report.experiments.words import (
    UNIT,
    bound_words,
    family,
    is_zero,
    level_word,
    not_met,
    over_cells,
    pairing,
    percent,
    picked_word,
    place_words,
    quoted,
    span,
    subject,
    whose,
)
from pontoon_sim.report.shoot import wild
from pontoon_sim.report.words import (
    digits,
    edge_sentence,
    fixed,
    game_name,
    headline,
    interval_word,
    shoot_swings,
    swings,
)
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.statistics.estimates import Difference, Estimate


def answer(outcome: Outcome) -> list[str]:
    """The sentence that answers the question, and those that belong right behind it."""
    return ANSWERS[outcome.experiment.kind](outcome)


def _measure(outcome: Outcome) -> list[str]:
    comparison = comparison_of(outcome)
    if len(comparison.arms) > 1:
        return _several(outcome)
    of = comparison.arms[0].of
    if of.role is None:
        return [headline(result_of(comparison, 0))]
    sure = edge_sentence(edge(comparison, 0), looked_at(comparison), whose(of))
    arm = comparison.arms[0]
    return [f"{sure}: {game_name(arm.rules)}, {arm.rules.seats} seats, {comparison.deals:,} deals."]


def _purse(outcome: Outcome) -> list[str]:
    """How much luck there is and what purse it takes, before the edge."""
    return [*swings(result_of(comparison_of(outcome), 0)), *_measure(outcome)]


def _several(outcome: Outcome) -> list[str]:
    """Arms that are not compared: the highest and the lowest edge."""
    comparison = comparison_of(outcome)
    figures = [edge(comparison, arm) for arm in range(len(comparison.arms))]
    told = [arm for arm, figure in enumerate(figures) if math.isfinite(figure.value)]
    high, low = (pick(told, key=lambda arm: figures[arm].value) for pick in (max, min))
    ends = {arm: span(picked(comparison, figures[arm], len(told))) for arm in (low, high)}
    return [
        f"{_capital(subject(comparison))} goes from {percent(figures[low])} {UNIT}"
        f" ({place_words(outcome, low)}; {picked_word(comparison, len(told))} {ends[low]}) to"
        f" {percent(figures[high])} ({place_words(outcome, high)}; {ends[high]})."
    ]


def _compare(outcome: Outcome) -> list[str]:
    comparison = comparison_of(outcome)
    rows = [
        (contrast, found)
        for contrast in comparison.contrasts
        if (found := contrast_figure(comparison, contrast)) is not None
    ]
    if not rows:
        return _several(outcome)
    told = [found for _, found in rows]
    if len(rows) == 1:
        contrast, found = rows[0]
        return [
            _one_difference(outcome, contrast.arm, contrast.reference, found),
            *pairing(comparison, told),
        ]
    out = [contrast for contrast, _ in rows if contrast.significant]
    high = max(rows, key=lambda row: row[1].paired.value)
    low = min(rows, key=lambda row: row[1].paired.value)
    names = contrast_names(outcome)
    if all(found.paired.is_proved for found in told):
        return [
            f"{names.lead} {subject(comparison)} is the same to the last chip, in all"
            f" {len(rows)} comparisons: settings and tables prove it."
        ]
    if all(found.paired.is_unmet for found in told):
        widest = max(found.paired.half_width for found in told)
        return [
            f"{names.lead} no difference was met in {comparison.deals:,} deals, in any of the"
            f" {len(rows)} comparisons ({level_word(comparison)} of {subject(comparison)}:"
            f" {bound_words(widest)})."
        ]
    ones = names.lines if outcome.setup.axes else [quoted(line) for line in names.lines]
    labels = dict(zip((row.arm for row in comparison.contrasts), ones, strict=True))
    nothing = _nothing(comparison, [(labels[row.arm], found.paired) for row, found in rows])
    where = [labels[contrast.arm] for contrast in (low[0], high[0])]
    ends = [span(picked(comparison, row[1].paired, len(rows))) for row in (low, high)]
    first = (
        f"{names.lead} {subject(comparison)} changes by {percent(low[1].paired)} {UNIT}"
        f" ({where[0]}; {picked_word(comparison, len(rows))} {ends[0]}) to"
        f" {percent(high[1].paired)}"
        f" ({where[1]}; {ends[1]})."
    )
    if len(out) == len(rows):
        count = f"All {len(rows)} differences stand out"
    else:
        verb = "stands" if len(out) == 1 else "stand"
        count = f"{len(out) or 'None'} of the {len(rows)} differences {verb} out"
    return [
        first,
        f"{count} ({family(comparison)}).",
        *nothing,
        *pairing(comparison, told),
    ]


def _nothing(comparison: Comparison, rows: list[tuple[str, Estimate]]) -> list[str]:
    """Where nothing changes, for it cannot or because no difference was met, if anywhere."""
    alike = [name for name, figure in rows if figure.is_proved]
    unmet = [(name, figure) for name, figure in rows if figure.is_unmet and not figure.is_proved]
    lines = [f"The same to the last chip: {names_of(alike)}."] if alike else []
    return lines + not_met(comparison, [name for name, _ in unmet], [fig for _, fig in unmet])


def _one_difference(outcome: Outcome, arm: int, reference: int, found: Difference) -> str:
    comparison = comparison_of(outcome)
    name, other = (quoted(comparison.arms[i].name) for i in (arm, reference))
    paired = found.paired
    if paired.is_unmet:
        either = (
            f"{subject(comparison)} is {percent(edge(comparison, arm))} {UNIT} with either"
            f" ({level_word(comparison)} {span(edge(comparison, arm))})."
        )
        if paired.is_proved:
            return f"{name} and {other} are the same to the last chip: {either}"
        return (
            f"No difference between {name} and {other} was met in {comparison.deals:,} deals"
            f" ({level_word(comparison)} of it: {bound_words(paired.half_width)}): {either}"
        )
    edges = f"{percent(edge(comparison, arm))} against {percent(edge(comparison, reference))}"
    if is_zero(paired):
        return (
            f"No difference can be told yet between {name} and {other}: {subject(comparison)}"
            f" differs by {percent(paired)} {UNIT} ({level_word(comparison)} {span(paired)};"
            f" {edges})."
        )
    places = digits(100 * paired.se if paired.se is not None else None)
    size = fixed(abs(100 * paired.value), places)
    ends = sorted(abs(100 * end) for end in (paired.low or 0.0, paired.high or 0.0))
    sure = " to ".join(fixed(end, places) for end in ends)
    return (
        f"With {name} {subject(comparison)} is {size} % {UNIT}"
        f" {'higher' if paired.value > 0 else 'lower'} than with {other}"
        f" ({level_word(comparison)} {sure} %): {edges}."
    )


def _sweep(outcome: Outcome) -> list[str]:
    comparison = comparison_of(outcome)
    if len(comparison.arms) == 1:
        return _measure(outcome)
    best = best_of(outcome)
    low, high = ("highest", "lowest") if best.lowest else ("lowest", "highest")
    figures = [edge(comparison, arm) for arm in range(len(comparison.arms))]
    told = [arm for arm, figure in enumerate(figures) if math.isfinite(figure.value)]
    worst = (max if best.lowest else min)(told, key=lambda arm: figures[arm].value)
    twins = [arm for arm, row in enumerate(best.behind) if row is not None and row.paired.is_unmet]
    if twins and len(twins) == len(told) - 1:
        return [
            f"{_capital(subject(comparison))} is the same{_as_far(best)} in all {len(told)}"
            f" cells: {percent(figures[best.arm])} {UNIT} ({level_word(comparison)}"
            f" {span(figures[best.arm])})."
        ]
    count = len(told)
    ends = {arm: span(picked(comparison, figures[arm], count)) for arm in told}
    first = (
        f"{_capital(subject(comparison))} is {high} with {place_words(outcome, best.arm)}:"
        f" {percent(figures[best.arm])} {UNIT} ({picked_word(comparison, count)}"
        f" {ends[best.arm]}); it is {low} with {place_words(outcome, worst)}:"
        f" {percent(figures[worst])} ({ends[worst]})."
    )
    found = [row for row in best.behind if row is not None]
    replies, more = answers_of(outcome), ""
    if replies is not None:
        banker, arm = max(replies, key=lambda row: figures[row[1]].value)
        players = place_words(outcome, arm)
        more = (
            f"Where the players answer each banker as well as they can here, {banker} keeps most:"
            f" {percent(figures[arm])} ({ends[arm]}; {players})."
        )
    lines = [first, more, alike_words(outcome, best), *pairing(comparison, found)]
    return [line for line in lines if line]


def alike_words(outcome: Outcome, best: Best) -> str:
    """Which cells cannot be told from the best."""
    comparison = comparison_of(outcome)
    others = [arm for arm, alike in enumerate(best.not_worse) if alike and arm != best.arm]
    risk = over_cells(comparison)
    whose_best = f"the best for {best.whose}"
    twins = [
        place_words(outcome, arm)
        for arm, row in enumerate(best.behind)
        if row is not None and row.paired.is_unmet
    ]
    if twins and len(twins) == len(others):
        same = f"The same{_as_far(best)}: {names_of(twins)}"
        return f"{same}; every other is worse ({risk})."
    if not others:
        return f"Every other cell is worse for {best.whose} ({risk})."
    if len(others) > 4:
        return f"{len(others)} other cells cannot be told from {whose_best} ({risk})."
    names = names_of([place_words(outcome, arm) for arm in others])
    return f"Not to be told from {whose_best}: {names} ({risk})."


def _as_far(best: Best) -> str:
    """How sure it is that cells that played as the best did are the same."""
    unmet = [row.paired for row in best.behind if row is not None and row.paired.is_unmet]
    if all(figure.is_proved for figure in unmet):
        return " to the last chip"
    widest = max(figure.half_width for figure in unmet)
    return f" as far as was met (their differences: {bound_words(widest)})"


def _ladder(outcome: Outcome) -> list[str]:
    comparison = comparison_of(outcome)
    steps = ladder_of(outcome)
    found = {
        contrast.arm: figure
        for contrast in comparison.contrasts
        if (figure := contrast_figure(comparison, contrast)) is not None
    }
    singles = [arm for arm in steps.singles if arm in found]
    if not singles:
        return _several(outcome)
    most = max(singles, key=lambda arm: abs(found[arm].paired.value))
    largest = (
        f"{quoted(comparison.arms[most].name)} moves {subject(comparison)} most:"
        f" {percent(found[most].paired)} {UNIT} ({picked_word(comparison, len(singles))}"
        f" {span(picked(comparison, found[most].paired, len(singles)))})"
    )
    if all(figure.paired.is_unmet for figure in found.values()):
        base = edge(comparison, steps.base)
        widest = max(figure.paired.half_width for figure in found.values())
        proved = all(figure.paired.is_proved for figure in found.values())
        how = "can move" if proved else f"moved, in {comparison.deals:,} deals,"
        more = "" if proved else f"; {level_word(comparison)} of each: {bound_words(widest)}"
        return [
            f"No change {how} {subject(comparison)} by a single chip: it is {percent(base)} {UNIT}"
            f" ({level_word(comparison)} {span(base)}{more}) with each as without."
        ]
    idle = _nothing(
        comparison,
        [(quoted(comparison.arms[arm].name), found[arm].paired) for arm in singles],
    )
    out = sum(contrast.significant for contrast in comparison.contrasts)
    share = f"{out} of" if out < len(comparison.contrasts) else "All"
    stand = f"{share} {len(comparison.contrasts)} changes stand out ({family(comparison)})."
    joint = found.get(steps.together) if steps.together is not None else None
    if joint is None or steps.total is None or steps.rest is None:
        return [f"{_capital(largest)}.", stand, *idle, *pairing(comparison, list(found.values()))]
    before, after = edge(comparison, steps.base), edge(comparison, steps.together or 0)
    first = (
        f"All {len(steps.singles)} variants together move {subject(comparison)} by"
        f" {percent(joint.paired)} {UNIT} ({level_word(comparison)} {span(joint.paired)}), from"
        f" {percent(before)} to {percent(after)}."
    )
    singly = f"One at a time they come to {percent(steps.total)} in all"
    if steps.rest.se == 0:
        sum_up = f"{singly}, and so they did together at every table."
    else:
        why = "may be chance" if is_zero(steps.rest) else "comes of their being in force together"
        sum_up = (
            f"{singly}; together they do {percent(steps.rest)} beside that"
            f" ({span(steps.rest)}), which {why}."
        )
    return [
        first,
        f"{_capital(largest)}.",
        sum_up,
        stand,
        *idle,
        *pairing(comparison, list(found.values())),
    ]


def _shoot(outcome: Outcome) -> list[str]:
    comparison = comparison_of(outcome)
    labels = [place_words(outcome, arm, brief=True) for arm in range(len(comparison.arms))]
    bets = {
        arm: interval(comparison, result.shoot.net_per_deal)
        for arm, result in enumerate(comparison.results)
        if result.shoot is not None and result.shoot.net_per_deal is not None and result.shoot.edge
    }
    if not bets:
        return ["No shoot bet was ever made.", *_measure(outcome)]
    if len(comparison.arms) == 1:
        result = comparison.results[0]
        assert result.shoot is not None and result.shoot.edge is not None
        stakes = result.estimates["net_per_deal"]
        return [
            f"Shoot bets bring the bank {_chips(bets[0])} chips a deal ({level_word(comparison)}"
            f" {_chips_span(bets[0])}), {percent(result.shoot.edge)} of the chips shot; the stakes"
            f" bring it {_chips(stakes)} a deal.",
            *shoot_swings(result)[:1],
        ]
    bets = {arm: picked(comparison, figure, len(bets)) for arm, figure in bets.items()}
    low, high = (pick(bets, key=lambda arm: bets[arm].value) for pick in (min, max))
    lines = [
        f"Shoot bets bring the bank from {_chips(bets[low])} chips a deal ({labels[low]};"
        f" {picked_word(comparison, len(bets))} {_chips_span(bets[low])}) to {_chips(bets[high])}"
        f" ({labels[high]}; {_chips_span(bets[high])})."
    ]
    strange = [
        arm
        for arm in bets
        for shoot in (comparison.results[arm].shoot,)
        if shoot is not None and wild(shoot)
    ]
    sure = {arm: figure for arm, figure in bets.items() if arm not in strange}
    sides = {
        "the bank loses by shoot bets with": [a for a, f in sure.items() if (f.high or 0) < 0],
        "it wins by them with": [a for a, f in sure.items() if (f.low or 0) > 0],
        "which it does cannot be told yet with": [
            a for a, f in sure.items() if is_zero(f) and f.se != 0
        ],
    }
    told = [f"{word} {names_of([labels[a] for a in arms])}" for word, arms in sides.items() if arms]
    if strange:
        told.append(
            f"with {names_of([labels[arm] for arm in strange])} a few deals carry the figures, for"
            " some kitties grew far beyond all others, and intervals are not to be trusted"
        )
    lines.append(f"{_capital('; '.join(told))}.")
    return lines + (_compare(outcome) if comparison.contrasts else [])


def _chips(figure: Estimate) -> str:
    return fixed(figure.value, digits(figure.se), signed=True)


def _chips_span(figure: Estimate) -> str:
    if figure.low is None or figure.high is None:
        return "no error can be told"
    places = digits(figure.se)
    return " to ".join(fixed(end, places, signed=True) for end in (figure.low, figure.high))


def _bank(outcome: Outcome) -> list[str]:
    values = outcome.banks
    if len(values) == 1:
        return [bank.headline(values[0])]
    order = sorted(range(len(values)), key=lambda arm: values[arm].net.value)
    level = 1 - (1 - values[0].confidence) / len(values)
    said, nets = [], []
    for arm in (order[-1], order[0]):
        net = values[arm].net
        # picked for being the highest and the lowest: intervals that hold for all of them at once
        net = net.at(level)
        places = digits(net.se)
        ends = f"{fixed(net.low, places)} to {fixed(net.high, places)}"
        said.append((place_words(outcome, arm), fixed(net.value, places), ends))
        nets.append(net)
    word = f"{interval_word(values[0].confidence)}, the choice out of {len(values)} allowed for:"
    (most, high, high_ends), (least, low, low_ends) = said
    apart = nets[0].low is not None and nets[1].high is not None and nets[0].low > nets[1].high
    if not apart:
        return [
            f"Holding the bank until it passes is worth {high} chips with {most} ({word}"
            f" {high_ends}) and {low} with {least} ({low_ends}), the highest and the lowest figure"
            f" of {len(values)}: where it is worth most cannot be told yet.",
        ]
    return [
        f"Holding the bank until it passes is worth most with {most}: {high} chips ({word}"
        f" {high_ends}), which is a fair price for it; least with {least}: {low} ({low_ends}).",
    ]


ANSWERS: dict[str, Callable[[Outcome], list[str]]] = {
    "measure": _measure,
    "purse": _purse,
    "compare": _compare,
    "sweep": _sweep,
    "ladder": _ladder,
    "shoot": _shoot,
    "bank value": _bank,
}
"""What answers an experiment of each kind."""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
