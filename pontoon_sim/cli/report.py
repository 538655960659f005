"""`pontoon report`: the report of a run once more, from what its folder holds."""

from __future__ import annotations

import shlex

import click

from pontoon_sim.cli.options import json_option, write_json


@click.command()
@click.argument("folder", metavar="DIR")
@json_option
def command(folder: str, json_path: str | None) -> None:
    """Make the report of a run again, from what its folder holds, finished or not.

    DIR is the folder that was named with --out. Nothing is played. The page, the text, the tables
    and the pictures in it are written anew.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.experiments.folder import QUESTION, open_run
    from pontoon_sim.report.experiments import print_outcome, result_form, write_report

    check_outputs(path for path in (json_path,) if path not in (None, "-"))
    outcome = open_run(folder, shlex.join(["pontoon", "run", f"{folder}/{QUESTION}"]))
    written = write_report(outcome, folder)

    from rich.console import Console

    if json_path is not None:
        write_json(json_path, result_form(outcome))
    if json_path != "-":
        print_outcome(Console(highlight=False), outcome)
        click.echo(f"Written: {written[0]}")
