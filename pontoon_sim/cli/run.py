"""`pontoon run`: play an experiment file, or go on with one."""

from __future__ import annotations

from pathlib import Path

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import complete_experiments
from pontoon_sim.cli.play import QUESTION, Flags, kept_experiment, play, run_options


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@run_options
@click.argument(
    "experiment", required=False, metavar="[FILE|NAME]", shell_complete=complete_experiments
)
@click.option("--list", "listing", is_flag=True, help="List the shipped experiments.")
def command(experiment: str | None, listing: bool, flags: Flags) -> None:
    """Play an experiment: a TOML file that asks a question, or a shipped one by its name.

    Flags replace what the file says. --resume and --extend go on with the run in --out, whose
    folder holds the experiment itself: name only the folder. docs/experiments.md tells how to
    write one.
    """
    from pontoon_sim.experiments.reading import load_experiment, python_files, shipped_questions

    if listing:
        questions = shipped_questions()
        width = max(map(len, questions))
        for name, question in questions.items():
            click.echo(f"{name:<{width}}  {question}")
        return
    if experiment is None and (not flags.goes_on or flags.out is None):
        raise PontoonError(
            "name an experiment file or a shipped experiment: 'pontoon run --list' lists them"
        )
    asked = kept_experiment(flags, experiment)
    if asked is None and experiment is None:
        raise PontoonError(f"'{flags.out}' has no {QUESTION}: name the experiment again")
    asked = asked or load_experiment(experiment or "")
    place = Path(experiment or Path(flags.out or "") / QUESTION)
    if (
        flags.json_path not in (None, "-")
        and Path(flags.json_path or "").resolve() == place.resolve()
    ):
        raise PontoonError(f"--json {flags.json_path} would overwrite the experiment: name another")
    if files := python_files(asked):
        click.echo(f"This experiment runs Python code: {', '.join(files)}", err=True)
    play(asked, flags)
