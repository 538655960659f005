"""The strategy file that a run leaves: a table with where it comes from."""

from __future__ import annotations

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.report.words import names_of
from pontoon_sim.strategies.model import Facts, Role
from pontoon_sim.strategies.tabletext import table_text
from pontoon_sim.tuning.rounds import Game
from pontoon_sim.tuning.states import Table

_GOALS = {
    "edge": "chips",
    "growth": "growth of a bankroll",
    "ruin": "lasting with a bankroll",
}


def tuned_name(game: Game) -> str:
    """Name of the tuned strategy and of its file."""
    return f"{game.start.name}_tuned"


def others(game: Game) -> str:
    """Whom the tuned strategy meets, by name."""
    role: Role = "banker" if game.role == "player" else "player"
    met = [getattr(seat, role).name for seat in game.seats]
    return f"{names_of(met)} {'at the bank' if role == 'banker' else 'players'}"


def strategy_file(game: Game, table: Table, explored: int, rounds: int, command: str) -> str:
    """The TOML of the tuned table.

    Parameters
    ----------
    explored : int
        Deals in which every choice was tried.
    command : str
        What was typed.
    """
    start = game.start
    facts = Facts(
        summary=f"{start.name}, improved by play with {others(game)}.",
        why=(
            f"Each answer in which it differs from {start.name} was found better beyond doubt, with"
            f" every choice tried on the same packs; it was tuned for {_GOALS[game.objective.name]}."
        ),
        weakness=(
            "It is made for those it was tuned with and for their rules; against others it may be"
            " anything. Answers too rare or too close to tell apart are still those of"
            f" {start.name}."
        ),
        source=(
            f"{command} (pontoon_sim {__version__}, behaviour {BEHAVIOUR}; from {start.name}, file"
            f" {start.content_hash[:8]}; {explored:,} deals explored in {rounds} rounds)"
        ),
    )
    return table_text(tuned_name(game), facts, table)
