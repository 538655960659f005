"""The strategy file that a run leaves, with where it comes from."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.namelists import names_of
from pontoon_sim.strategies.model import Facts, Role, Strategy
from pontoon_sim.strategies.parameters import defaults_in
from pontoon_sim.strategies.table import BankerTable, PlayerTable
from pontoon_sim.strategies.tabletext import table_text
from pontoon_sim.tuning.game import Game
from pontoon_sim.tuning.states import Table

_GOALS = {
    "edge": "chips",
    "growth": "growth of a bankroll",
    "ruin": "lasting with a bankroll",
}
_WEAKNESS = (
    "It is made for those it was tuned with and for their rules; against others it may be anything."
)


def others(game: Game) -> str:
    """Whom the tuned strategy meets, by name."""
    role: Role = "banker" if game.role == "player" else "player"
    met = [getattr(seat, role).name for seat in game.seats]
    return f"{names_of(met)} {'at the bank' if role == 'banker' else 'players'}"


def source(game: Game, what: str, command: str) -> str:
    """Where a tuned strategy comes from, in one line."""
    start = game.start
    return (
        f"{command} (pontoon_sim {__version__}, behaviour {BEHAVIOUR}; from {start.name}, file"
        f" {start.content_hash[:8]}; {what})"
    )


def improved_table(game: Game, table: Table, what: str, command: str) -> str:
    """The TOML of a table improved by play.

    Parameters
    ----------
    what : str
        How much was played.
    command : str
        What was typed.
    """
    name = game.start.name
    facts = Facts(
        summary=f"{name}, improved by play with {others(game)}.",
        why=(
            f"Each answer in which it differs from {name} was found better beyond doubt, with every"
            f" choice tried on the same packs; it was tuned for {_GOALS[game.objective.name]}."
        ),
        weakness=f"{_WEAKNESS} Answers too rare or too close to tell apart are those of {name}.",
        source=source(game, what, command),
    )
    return table_text(game.tuned_name, facts, table)


def searched_file(game: Game, found: Strategy, what: str, command: str) -> str:
    """The file of a strategy whose parameters were searched: a table with its numbers put in, or
    the Python file with other defaults."""
    values = {name: one.value for name, one in found.parameters.items()}
    told = ", ".join(f"{name} = {value}" for name, value in values.items())
    what = f"{what}; {told}"
    if isinstance(found.table, PlayerTable | BankerTable):
        facts = Facts(
            summary=f"{game.start.name} with {told}.",
            why=f"{found.facts.why} The numbers were searched for {_GOALS[game.objective.name]}.",
            weakness=f"{found.facts.weakness} {_WEAKNESS}",
            source=source(game, what, command),
        )
        return table_text(game.tuned_name, facts, found.table)
    text = found.content.decode("utf-8")
    return rewritten(text, values, source(game, what, command))


def rewritten(text: str, values: Mapping[str, int], told: str) -> str:
    """A Python file with other defaults of its parameters and another `Source:` paragraph."""
    lines = text.splitlines(keepends=True)
    tree = ast.parse(text)
    edits: list[tuple[ast.expr, str]] = [
        (place, str(values[name])) for name, place in defaults_in(tree).items() if name in values
    ]
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        edits.append((first.value, _with_source(str(first.value.value), told)))
    for place, new in sorted(edits, key=lambda edit: -edit[0].lineno):
        assert place.end_lineno is not None and place.end_col_offset is not None
        head = lines[place.lineno - 1].encode()[: place.col_offset].decode()
        tail = lines[place.end_lineno - 1].encode()[place.end_col_offset :].decode()
        lines[place.lineno - 1 : place.end_lineno] = [head + new + tail]
    return "".join(lines)


def _with_source(doc: str, told: str) -> str:
    kept = [part for part in doc.rstrip().split("\n\n") if not part.strip().startswith("Source:")]
    text = "\n\n".join([*kept, f"Source: {told}"]).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n"""'
