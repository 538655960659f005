"""What shows results in Python and in notebooks, registered for `base.display`."""

from __future__ import annotations

from pontoon_sim.base.display import RENDERERS, Renderer
from pontoon_sim.exact.figures import ExactValue, Reply
from pontoon_sim.report.bank import BANK_TABLES
from pontoon_sim.report.cards import card
from pontoon_sim.report.comparison import COMPARISON_TABLES
from pontoon_sim.report.exact import EXACT_TABLES, reply_sentence
from pontoon_sim.report.result import GAME_TABLES
from pontoon_sim.results.bank import BankValue
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.results.result import Result
from pontoon_sim.strategies.model import Strategy

for kind, tables in (
    (Result, GAME_TABLES),
    (Comparison, COMPARISON_TABLES),
    (BankValue, BANK_TABLES),
    (ExactValue, EXACT_TABLES),
):
    RENDERERS[kind] = Renderer(tables.text, tables.html, tables.frame)
RENDERERS[Strategy] = Renderer(card)
RENDERERS[Reply] = Renderer(reply_sentence)
