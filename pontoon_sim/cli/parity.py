"""`pontoon parity`: the two engines against each other on random games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

import click

from pontoon_sim.base import interrupts
from pontoon_sim.cli.options import Count, seed_option

GAMES = 20
"""Games that a process plays before it reports: about a second."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--deals", type=Count(), default="1e5", show_default=True, help="Deals to compare, such as 1e6."
)
@seed_option
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Processes to use. Default: all processors.",
)
def command(deals: int, seed: int, threads: int | None) -> None:
    """Play random games with both engines and compare every event, card and chip.

    Rules, seats, strategies and packs are drawn at random: game N from the seed N, beginning with
    --seed. Exit status 0: the engines agree; 1: they part, and the deal is printed.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from pontoon_sim.parity import DEALS_PER_TABLE

    games = -(-deals // DEALS_PER_TABLE)
    compared, found = 0, None
    progress = Progress(
        BarColumn(20),
        TextColumn("{task.completed:,} of {task.total:,} deals alike"),
        TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with progress:
        task = progress.add_task("", total=games * DEALS_PER_TABLE)
        for count, difference in _outcomes(seed, games, threads or os.cpu_count() or 1):
            if difference is not None:
                found = difference
                break
            compared += count * DEALS_PER_TABLE
            progress.update(task, completed=compared)
    if found is not None:
        game, text = found
        click.echo(text)
        click.echo(
            f"The engines differ in game {game}. To see it again:"
            f" pontoon parity --seed {game} --deals {DEALS_PER_TABLE}",
            err=True,
        )
        raise click.exceptions.Exit(1)
    click.echo(
        f"The engines agree on {compared:,} deals of {games:,} random games"
        f" (seeds {seed} to {seed + games - 1}), event by event and chip by chip."
    )


def compare_games(first: int, last: int) -> tuple[int, tuple[int, str] | None]:
    """Games `first` to `last - 1`: how many agreed, and the seed and text of the first that did
    not. Runs in a process of its own, so it gives back plain text."""
    from pontoon_sim.parity import compare_random

    for game in range(first, last):
        difference = compare_random(game)
        if difference is not None:
            return game - first, (game, str(difference))
    return last - first, None


def _outcomes(seed: int, games: int, workers: int) -> Iterator[tuple[int, tuple[int, str] | None]]:
    """Outcomes of all games, piece by piece, as they come in."""
    first = min(2, games)
    yield compare_games(seed, seed + first)  # compiles the engine once, before the others need it
    pieces = iter(range(seed + first, seed + games, GAMES))
    with ProcessPoolExecutor(workers, initializer=interrupts.end_with_parent) as pool:
        waiting: set[Future[tuple[int, tuple[int, str] | None]]] = set()
        try:
            while True:
                while len(waiting) < 2 * workers and (at := next(pieces, None)) is not None:
                    waiting.add(pool.submit(compare_games, at, min(at + GAMES, seed + games)))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
