"""The command `pontoon`. Each subcommand has a file of its own in this folder, imported only when
it is called, so that `--help` is instant and imports no numba.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError, nearest

#: Subcommand -> what it does. The file `cli/<name>.py` holds it as `command`.
COMMANDS = {
    "simulate": "Measure the banker's edge of a line-up by playing many deals.",
    "run": "Play an experiment: a file that asks a question, or a shipped one.",
    "compare": "Compare line-ups or rules over the same packs.",
    "sweep": "Measure the edge over the values of one or two things.",
    "report": "Make the report of a run again, from its folder.",
    "merge": "Put shards of a run, played on several machines, together.",
    "exact": "Values by enumeration: line-ups, best replies, best bankers.",
    "advise": "Tell what each action of a hand is worth.",
    "bank": "Value the bank: what its holder wins until it passes, and a fair price.",
    "league": "Rank bots by what they win from each other at many tables.",
    "tune": "Make a strategy better in a given game.",
    "trace": "Tell one deal as a story.",
    "rules": "Show the settings of a preset or a rules file.",
    "strategies": "List, show and check strategies.",
    "records": "Write the records of deals, or check a file of them.",
    "parity": "Compare the two engines on random games.",
    "bench": "Measure the speed of the engine on this machine.",
}

STOPPED = 130
"""Exit status after Ctrl-C."""


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"pontoon_sim.cli.{name}")
        command: click.Command = module.command
        _refuse_nothing(command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            ctx.fail(f"no command '{args[0]}'{nearest(args[0], COMMANDS)}; see 'pontoon --help'")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _refuse_nothing(command: click.Command) -> None:
    """`--players ''` is a mistake (a variable that was empty, mostly), never 'as if not given'."""
    for param in command.params:
        if param.callback is None:
            param.callback = _something
    for below in getattr(command, "commands", {}).values():
        _refuse_nothing(below)


def _something(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, str) and not one.strip():
            said = param.opts[0] if param.param_type_name == "option" else param.human_readable_name
            ctx.fail(f"{said} is empty: name something, or leave it out")
    return value


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pontoon_sim", prog_name="pontoon")
def cli() -> None:
    """Pontoon by the million: measure the banker's edge, compare strategies, read single deals."""


def main() -> None:
    """Run the command line; bad input is one plain line on stderr and exit status 2."""
    interrupts.listen()
    try:
        status = cli.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo("Stopped by Ctrl-C.", err=True)
        sys.exit(STOPPED)
    except (click.ClickException, PontoonError) as error:
        if interrupts.pressed():
            sys.exit(STOPPED)
        told = error.format_message() if isinstance(error, click.ClickException) else error
        click.echo(f"pontoon: {told}", err=True)
        sys.exit(2)
    except Exception:
        if interrupts.pressed():  # what fails after a press was lost in the compiler is no fault
            sys.exit(STOPPED)
        raise
    sys.exit(status if isinstance(status, int) else 0)
