"""Small experiments that were played, as reports get them."""

from __future__ import annotations

import io
from types import SimpleNamespace

from rich.console import Console

from pontoon_sim.experiments.outcome import Outcome, Setup
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.compare import compare
from pontoon_sim.report.experiments import print_outcome
from pontoon_sim.report.experiments.files import contents_of
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.runs.checkpoint import Point
from pontoon_sim.runs.driver import Until
from pontoon_sim.runs.trial import Arm, Sums
from pontoon_sim.strategies import seats_from

BANKERS = ("draw_below_15", "draw_below_16", "draw_below_17")
PLAYERS = ("stick15", "stick16", "stick17")


def arm(name, rules="shuffled", players="stick15", banker="draw_below_16", seats=3, sets=()):
    chosen = rules_from(rules, list(sets), seats=seats)
    return Arm(name, chosen, seats_from(chosen, players, banker))


def outcome(
    kind, arms, deals, references=None, axes=(), cells=(), question="?", precision=None, **how
):
    if references is None:
        references = [None, *[0] * (len(arms) - 1)]
    until = Until(deals, precision=precision)
    found = compare(arms, deals=until, references=references, **how)
    experiment = SimpleNamespace(
        question=question, kind=kind, confidence=0.95, precision=precision, of="all"
    )
    setup = Setup(tuple(arms), tuple(references), tuple(axes), tuple(cells))
    command = "pontoon run experiments/it.toml"
    return Outcome(experiment, setup, command, found, (), course_of(found))


def course_of(found, points=8):
    """The course that a run keeps, here played again in a few steps."""
    sums, course = Sums(), []
    step = -(-found.sums.tables // points)
    for first in range(0, found.sums.tables, step):
        sums.add(found.trial.play(first, min(first + step, found.sums.tables)))
        now = Comparison(found.trial, sums, found.references)
        pairs = [(row.arm, row.reference) for row in now.contrasts]
        figures = [now.difference(*pair, now.figure).paired for pair in pairs]
        figures = figures or [one[now.figure] for one in now.estimates]
        values = tuple(figure.value for figure in figures)
        ses = tuple(float("nan") if figure.se is None else figure.se for figure in figures)
        course.append(Point(sums.deals, sums.tables, values, ses))
    return tuple(course)


_CONTENTS = {}


def contents(one):
    """`contents_of` an outcome, drawn once for all tests."""
    if id(one) not in _CONTENTS:
        _CONTENTS[id(one)] = contents_of(one)
    return _CONTENTS[id(one)]


def text_of(one):
    """The report as it is printed, 80 columns wide."""
    stream = io.StringIO()
    print_outcome(Console(width=80, highlight=False, file=stream), one)
    return stream.getvalue()
