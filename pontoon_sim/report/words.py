"""Sentences and numbers: how a figure, a line-up and a result are put into words."""

from __future__ import annotations

import math
from typing import Any

from pontoon_sim.base.namelists import names_of
from pontoon_sim.base.toml import toml_value
from pontoon_sim.game.rules import PRESETS, Rules
from pontoon_sim.results.figures import Figure
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import Estimate

LABELS = {
    "edge_initial": "net, % of the initial stakes",
    "edge_action": "net, % of all chips staked",
    "net_per_deal": "net per deal, chips",
    "sd_per_deal": "SD of the net of one deal, chips",
    "shoot_per_deal": "shoot bets, chips a deal",
    "adjusted": "adjusted net, % of the initial stakes",
    "net": "net of a tenure, chips",
    "stakes_net": "of it from stakes, chips",
    "shoot_net": "of it from shoot bets, chips",
    "length": "length of a tenure, deals",
    "net_sd": "SD of the net, chips",
    "length_sd": "SD of the length, deals",
}
"""What figures are called, where their names are not enough."""


def label(figure: Figure) -> str:
    """What a figure is called in a table, with its unit.

    >>> label(Figure("bust_share", "share of hands", lambda result: 0.0))
    'bust share, % of hands'
    """
    unit = f"%{figure.unit.removeprefix('share')}" if figure.is_share else figure.unit
    return LABELS.get(figure.name) or f"{figure.name.replace('_', ' ')}, {unit}"


def digits(se: float | None) -> int:
    """Decimals that show a figure to the second digit of its standard error, 1 to 6."""
    if not se or not math.isfinite(se):
        return 2
    return min(max(1 - math.floor(math.log10(se)), 1), 6)


def fixed(value: float | None, places: int, signed: bool = False) -> str:
    """A number with so many decimals and its thousands apart; `-` for None.

    >>> fixed(1234.5678, 1), fixed(0.5, 2, signed=True), fixed(-0.001, 2, signed=True)
    ('1,234.6', '+0.50', '0.00')
    """
    if value is None:
        return "-"
    if round(value, places) == 0:
        value, signed = 0.0, False
    return f"{value:{'+' if signed else ''},.{places}f}"


def row_of(figure: Estimate | dict[str, Any], scale: float = 1, signed: bool = True) -> list[str]:
    """Value, standard error and the interval's two ends of a figure, times `scale`."""
    form = figure.as_dict() if isinstance(figure, Estimate) else figure
    scaled = {name: None if x is None else scale * x for name, x in form.items()}
    value, se, low, high = (scaled[name] for name in ("value", "se", "low", "high"))
    reach = None if low is None or high is None else (high - low) / 4
    places = digits(se or reach)
    return [
        fixed(value, places, signed),
        fixed(se, places),
        fixed(low, places, signed),
        fixed(high, places, signed),
    ]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 12th."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def times(worth: float) -> str:
    """`14x`, with one decimal below 10.

    >>> times(14.2), times(1.23)
    ('14x', '1.2x')
    """
    return f"{worth:,.0f}x" if worth >= 9.95 else f"{worth:.1f}x"


def confidence_word(confidence: float) -> str:
    """`95 %`."""
    return f"{100 * confidence:g} %"


MOST_CHANGES = 4
"""Settings that a sentence names; more are counted, and listed at its foot."""


def game_name(rules: Rules) -> str:
    """The nearest preset that the rules hold to, the number of seats apart, and what is changed.

    >>> game_name(Rules(reshuffle="every_deal", bank_passes="never", split="none", packs=2))
    'shuffled rules with split = none and two packs'
    """
    changed = {k: v for k, v in rules.changed.items() if k not in ("seats", "packs")}
    kept = [name for name, preset in PRESETS.items() if preset.items() <= changed.items()]
    name = max(kept, key=lambda name: len(PRESETS[name]))
    more = [
        f"{setting} = {str(toml_value(value)).strip(chr(34))}"
        for setting, value in changed.items()
        if setting not in PRESETS[name]
    ]
    more += ["two packs"] if rules.packs == 2 else []
    if not more:
        return f"{name} rules"
    if len(more) > MOST_CHANGES:
        return f"{name} rules with {len(more)} changes"
    listed = ", ".join(more[:-1])
    return f"{name} rules with {f'{listed} and ' if listed else ''}{more[-1]}"


def edge_sentence(
    edge: Estimate, anytime: bool = False, against: str = "", adjusted: bool = False
) -> str:
    """Who has the advantage, how big it is and how sure that is: a sentence without its end.

    Parameters
    ----------
    edge : Estimate
        Banker's net over the initial stakes.
    anytime : bool
        Its interval is an anytime-valid one.
    against : str
        What the edge is taken over, where it is not the whole table: " against stick16".
    adjusted : bool
        The luck of the deal is taken out of it by control variates.
    """
    places = digits(100 * edge.se if edge.se is not None else None)
    size = f"{fixed(100 * abs(edge.value), places)} %"
    unit = "of the initial stakes"
    if edge.low is None or edge.high is None:
        why = "a single table" if edge.se is None else "too few tables"
        return (
            f"The banker's net{against} is {fixed(100 * edge.value, places)} % {unit}"
            f" ({why}: no error can be told)"
        )
    low, high = 100 * edge.low, 100 * edge.high
    if against:
        value = fixed(100 * edge.value, places, signed=True)
        answer = f"The banker's edge{against} is {value} % {unit}"
    elif edge.low > 0:
        answer = f"The banker's advantage is {size} {unit}"
    elif edge.high < 0:
        answer, low, high = f"The players' advantage is {size} {unit}", -high, -low
    else:
        answer = (
            "It cannot yet be told who has the advantage: the banker's is"
            f" {fixed(100 * edge.value, places)} % {unit}"
        )
    return (
        f"{answer} ({interval_word(edge.confidence, anytime, adjusted)} {fixed(low, places)} to"
        f" {fixed(high, places)} %)"
    )


def interval_word(confidence: float, anytime: bool = False, adjusted: bool = False) -> str:
    """`95 % interval`, or `luck-adjusted, 95 % anytime-valid interval`."""
    lead = "luck-adjusted, " if adjusted else ""
    return f"{lead}{confidence_word(confidence)} {'anytime-valid ' if anytime else ''}interval"


def headline(result: Result) -> str:
    """The answer in one sentence: who is ahead, by how much, and how sure that is. With shoot bets
    all chips count, and a second sentence gives the edge on stakes."""
    anytime = result.precision is not None or result.anytime_half_width is not None
    players = names_of([seat.player.name for seat in result.seats])
    bankers = names_of([seat.banker.name for seat in result.seats])
    sentence = edge_sentence(result.edge_as_stopped, anytime, adjusted=result.adjusted is not None)
    if result.shoot is not None and result.shoot.edge is not None:
        sentence = (
            f"{_all_chips(result, anytime)} On stakes alone: {sentence[0].lower()}{sentence[1:]}"
        )
    return (
        f"{sentence}, against {players} players with"
        f" {bankers} at the bank: {game_name(result.rules)}, {result.rules.seats} seats,"
        f" {result.deals:,} deals."
    )


def _all_chips(result: Result, anytime: bool) -> str:
    """Who is ahead where shoot bets are counted too, in chips, and by which part.

    How stakes and shoot bets vary together from table to table is not kept, so that the errors of
    both are added up: the interval is at least as sure as it says.
    """
    figures = result.adjusted or result.estimates
    parts = [figures["net_per_deal"], result.shoot and result.shoot.net_per_deal]
    stakes, shoot = (part or Estimate(0.0, None, None, None) for part in parts)
    if anytime:
        stakes, shoot = (part.anytime() for part in (stakes, shoot))
    net, half = stakes.value + shoot.value, stakes.half_width + shoot.half_width
    errors = None if stakes.se is None or shoot.se is None else stakes.se + shoot.se
    places = min(digits(errors), 2)
    pieces = " and ".join(
        f"{'wins' if part.value >= 0 else 'loses'} {fixed(abs(part.value), places)} {how}"
        for part, how in ((stakes, "with stakes"), (shoot, "with shoot bets"))
    )
    size, level = fixed(abs(net), places), interval_word(stakes.confidence, anytime)
    if not math.isfinite(half):
        return f"The bank's net is {fixed(net, places, signed=True)} chips a deal: it {pieces}."
    ends = sorted(abs(net) + sign * half for sign in (-1, 1))
    sure = f"at least {level} {' to '.join(fixed(end, places) for end in ends)}"
    if abs(net) > half:
        who = "banker is" if net > 0 else "players are"
        return f"The {who} ahead by {size} chips a deal ({sure}): the bank {pieces}."
    side = "banker's" if net >= 0 else "players'"
    return (
        f"Too few deals to tell who is ahead: the {side} net is {size} chips a deal ({sure}); the"
        f" bank {pieces}."
    )


def swings(result: Result) -> list[str]:
    """What ups and downs mean for somebody with a purse."""
    if result.shoot is not None:
        return shoot_swings(result)
    sd, drift = result.estimates["sd_per_deal"], result.drift
    lines = [f"One deal moves the banker's purse by {sd.value:,.0f} chips up or down (SD)."]
    long_run = sd.value if drift is None else drift.sd.value
    if abs(long_run / sd.value - 1) > 0.05:
        lines.append(
            f"In a long row it is {long_run:,.0f} a deal, since deals without a shuffle between"
            " them hang together."
        )
    if drift is None or drift.bankroll(0.05).low is None:
        lines.append("How long luck hides the advantage cannot be told while its sign is unsure.")
        return lines
    who = "banker" if drift.mean.value > 0 else "players together"
    n0, purses = drift.n0, []
    lines.append(
        f"After {n0.value:,.0f} deals (N0, {chips_between(n0)}) the {who} can expect to be ahead by"
        f" one SD; after {4 * n0.value:,.0f}, by two."
    )
    for risk in result.risks:
        purse = drift.bankroll(risk)
        odds = f"one time in {1 / risk:,.0f}" if _whole(1 / risk) else f"{100 * risk:g} % of times"
        purses.append(f"{odds} with {purse.value:,.0f} chips ({chips_between(purse)})")
    lines.append(
        f"Playing on for ever, the {who} would go broke {', '.join(purses)} in the purse"
        " (diffusion formula)."
    )
    return lines


def _whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-6 * number


def chips_between(figure: Estimate) -> str:
    """The ends of an interval in whole chips or deals."""
    return f"{figure.low:,.0f} to {figure.high:,.0f}"


def shoot_swings(result: Result) -> list[str]:
    """The banker's purse where shoot bets move it too: mean and SD of a deal, all bets together."""
    stakes, shoot = result.tallies.table, result.tallies.shoot["all"]
    deals = result.deals
    mean = (stakes.of("net") + shoot.of("net")) / deals
    squares = stakes.of("net_squares") + shoot.of("net_squares") + 2 * shoot.of("net_product")
    if result.tallies.counts["shoot huge"]:
        return [f"Stakes and shoot bets together bring the banker {mean:+,.2f} chips a deal."]
    sd = math.sqrt(max(squares / deals - mean * mean, 0.0))
    return [
        f"Stakes and shoot bets together bring the banker {mean:+,.2f} chips a deal, and one deal"
        f" moves its purse by {sd:,.0f} up or down (SD).",
        "The tables of the edge above are of stakes alone.",
    ]
