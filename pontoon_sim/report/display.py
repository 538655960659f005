"""What shows results in Python and in notebooks, registered for `base.display`."""

from __future__ import annotations

from typing import Any

from pontoon_sim.base.display import RENDERERS, Renderer
from pontoon_sim.exact.figures import ExactValue
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report import bank, words
from pontoon_sim.report.cards import card
from pontoon_sim.report.experiments import write_report
from pontoon_sim.results.bank import BankValue
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.results.result import Result
from pontoon_sim.strategies.model import Strategy


def _frame(shown: Any, table: str) -> Any:
    from pontoon_sim.report import frames

    known: dict[type, Any] = {
        Result: frames.TABLES,
        Comparison: frames.COMPARISONS,
        BankValue: {"tenures": frames.tenures},
        ExactValue: {"first_cards": frames.first_cards},
    }
    return frames.table_of(shown, table, known[type(shown)])


def _html(*tables: str) -> Any:
    def html(shown: Any) -> str:
        from pontoon_sim.report import frames

        return frames.as_html(repr(shown), *(_frame(shown, table) for table in tables))

    return html


def _comparison(comparison: Comparison) -> str:
    packs = "the same packs" if comparison.trial.paired else "packs of their own"
    return f"{len(comparison.arms)} arms over {packs}, {comparison.deals:,} deals each."


def _exact(value: ExactValue) -> str:
    return (
        f"{value.player} against {value.banker}: the banker's edge is"
        f" {100 * value.edge_initial:+.5f} % of the initial stakes, exactly."
    )


RENDERERS[Strategy] = Renderer(card)
RENDERERS[Outcome] = Renderer(lambda outcome: outcome.experiment.question, write=write_report)
RENDERERS[Result] = Renderer(words.headline, _html("estimates"), _frame)
RENDERERS[Comparison] = Renderer(_comparison, _html("arms", "differences"), _frame)
RENDERERS[BankValue] = Renderer(bank.headline, _html("tenures"), _frame)
RENDERERS[ExactValue] = Renderer(_exact, _html("first_cards"), _frame)
