"""The command `pontoon`. Each subcommand has a file of its own in this folder, imported only when
it is called, so that `--help` is instant and imports no numba.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from typing import Any

import click

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError, nearest, printable

#: Subcommand -> what it does. The file `cli/<name>.py` holds it as `command`.
COMMANDS = {
    "simulate": "Measure the banker's edge of a line-up by playing many deals.",
    "run": "Play an experiment: a file that asks a question, or a shipped one.",
    "compare": "Compare line-ups or rules over the same packs.",
    "sweep": "Measure the edge over the values of one or two things.",
    "report": "Make the report of a run again, from its folder.",
    "merge": "Put shards of a run, played on several machines, together.",
    "exact": "Values by enumeration: line-ups, best replies, best bankers.",
    "solve": "Solve the heads-up game: the best play of both sides.",
    "advise": "Tell what each action of a hand is worth.",
    "bank": "Value the bank: what its holder wins until it passes, and a fair price.",
    "league": "Rank bots by what they win from each other at many tables.",
    "tune": "Make a strategy better in a given game.",
    "trace": "Tell one deal as a story.",
    "rules": "Show the settings of a preset or a rules file.",
    "strategies": "List, show and check strategies.",
    "records": "Write the records of deals, or check a file of them.",
    "parity": "Compare the two engines on random games.",
    "cache": "Show where compiled code is kept, or clear it.",
    "bench": "Measure the speed of the engine on this machine.",
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"pontoon_sim.cli.{name}")
        command: click.Command = module.command
        _strict(command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            ctx.fail(f"no command '{args[0]}'{nearest(args[0], COMMANDS)}; see 'pontoon --help'")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _strict(command: click.Command) -> None:
    """Refuse what click would pass over in silence: a flag without content (a variable that was
    empty, mostly), and a flag that is given twice, of which the last would win."""
    for param in command.params:
        if param.callback is None:
            param.callback = _something
    if not getattr(command, "refuses_repeats", False):
        command.refuses_repeats = True  # type: ignore[attr-defined]
        parse = command.parse_args

        def parse_args(ctx: click.Context, args: list[str]) -> list[str]:
            _refuse_repeats(command, ctx, list(args))
            return parse(ctx, args)

        command.parse_args = parse_args  # type: ignore[method-assign]
    for below in getattr(command, "commands", {}).values():
        _strict(below)


def _refuse_repeats(command: click.Command, ctx: click.Context, args: list[str]) -> None:
    _, _, given = command.make_parser(ctx).parse_args(args)
    options = [param for param in given if isinstance(param, click.Option) and not param.multiple]
    for param in options:
        if options.count(param) > 1 and not param.count:
            ctx.fail(f"{param.opts[0]} is given {options.count(param)} times: give it once")


def _something(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    for word in value if isinstance(value, tuple) else (value,):
        if isinstance(word, str) and not word.strip():
            flag = param.opts[0] if param.param_type_name == "option" else param.human_readable_name
            ctx.fail(f"{flag} is empty: name something, or leave it out")
    return value


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(package_name="pontoon_sim", prog_name="pontoon")
@click.pass_context
def cli(context: click.Context) -> None:
    """Pontoon by the million: measure the banker's edge, compare strategies, read single deals."""
    if context.invoked_subcommand is None:
        from pontoon_sim.experiments.reading import shipped_questions

        for name, question in shipped_questions().items():
            click.echo(click.wrap_text(question, 76))
            click.echo(f"    pontoon run {name}")
        click.echo(
            "\nOr begin with 'pontoon simulate': it measures the banker's edge in the standard"
            "\ngame. 'pontoon --help' lists the commands; 'pontoon COMMAND --help' explains."
        )


def _open_streams() -> None:
    """A stream that was closed by whoever began the program is the null device, and no other file
    takes its place; what a terminal's alphabet does not have is shown by its escape."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
            setattr(sys, name, open(number, "r" if number == 0 else "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main() -> None:
    """Run the command line; bad input is one plain line on stderr and exit status 2."""
    _open_streams()
    interrupts.listen_to_the_system()
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo(f"Stopped by {interrupts.word()}.", err=True)
        sys.exit(interrupts.status())
    except (click.ClickException, PontoonError) as error:
        if interrupts.pressed():
            sys.exit(interrupts.status())
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        if not message.startswith("Usage:"):  # of a command that was given nothing to do
            message = f"pontoon: {printable(message)}"
        click.echo(message, err=True)
        sys.exit(2)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF):
            raise
        from pontoon_sim.cli.options import give_up_output

        give_up_output()
        click.echo(f"pontoon: what was to be printed was not: {error.strerror}", err=True)
        sys.exit(2)
    except Exception:
        if interrupts.pressed():  # what fails after a press was lost in the compiler is no fault
            sys.exit(interrupts.status())
        raise
    sys.exit(status if isinstance(status, int) else 0)
