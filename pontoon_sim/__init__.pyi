"""The public names, for type checkers and editors; `__init__.py` loads them when they are used."""

from pontoon_sim.api.plans import Tuned as Tuned
from pontoon_sim.api.plans import advise as advise
from pontoon_sim.api.plans import best_banker as best_banker
from pontoon_sim.api.plans import best_reply as best_reply
from pontoon_sim.api.plans import distil as distil
from pontoon_sim.api.plans import exact_value as exact_value
from pontoon_sim.api.plans import tune as tune
from pontoon_sim.api.play import arm as arm
from pontoon_sim.api.play import bank_value as bank_value
from pontoon_sim.api.play import compare as compare
from pontoon_sim.api.play import league as league
from pontoon_sim.api.play import replay as replay
from pontoon_sim.api.play import run as run
from pontoon_sim.api.play import simulate as simulate
from pontoon_sim.api.play import sweep as sweep
from pontoon_sim.base.errors import PontoonError as PontoonError
from pontoon_sim.exact.figures import ExactValue as ExactValue
from pontoon_sim.game.rules import Rules as Rules
from pontoon_sim.game.rules import rules_from as rules_from
from pontoon_sim.results.bank import BankValue as BankValue
from pontoon_sim.results.comparison import Comparison as Comparison
from pontoon_sim.results.result import Result as Result
from pontoon_sim.runs.driver import Until as Until
from pontoon_sim.strategies.library import find as find
from pontoon_sim.strategies.library import seats_from as seats_from
from pontoon_sim.strategies.model import Strategy as Strategy

__version__: str
BEHAVIOUR: int
DISPLAY: str
