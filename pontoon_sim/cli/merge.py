"""`pontoon merge`: put the shards of a run together."""

from __future__ import annotations

import shlex

import click

from pontoon_sim.cli.options import json_option, write_json


@click.command()
@click.argument("folders", nargs=-1, metavar="DIR DIR...")
@click.option("--out", required=True, metavar="DIR", help="Folder of the whole run: a new one.")
@json_option
def command(folders: tuple[str, ...], out: str, json_path: str | None) -> None:
    """Put shards of one run together, each played with `pontoon run ... --tables a:b`.

    The result is the one that a single machine would have had. Folders of different experiments,
    rules, strategies or seeds are refused, and so are tables that two of them hold.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.experiments.folder import gaps, merge
    from pontoon_sim.report.experiments import print_outcome, result_form, write_report

    check_outputs(path for path in (json_path,) if path not in (None, "-"))
    said = shlex.join(["pontoon", "merge", *folders, "--out", out])
    outcome = merge(folders, out, said)
    write_report(outcome, out)
    missing = gaps(outcome)
    if missing:
        click.echo(
            f"Tables {', '.join(f'{a}:{b}' for a, b in missing)} are in none of these folders: the"
            f" result is without them; 'pontoon run --resume --out {shlex.quote(out)}' plays them.",
            err=True,
        )

    from rich.console import Console

    if json_path is not None:
        write_json(json_path, result_form(outcome))
    if json_path != "-":
        print_outcome(Console(highlight=False), outcome)
        click.echo(f"Written: {out}")
