"""`pontoon bank`: what holding the bank is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.cli.experiments import base_of
from pontoon_sim.cli.options import (
    Count,
    before_files,
    command_line,
    dask_option,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    threads_option,
    write_json,
)
from pontoon_sim.cli.play import (
    Flags,
    brief_option,
    end,
    keep_options,
    kept_experiment,
    play,
    play_job,
    print_answer,
    run_seed_option,
)

if TYPE_CHECKING:
    from pontoon_sim.results.bank import BankValue


class SeatCounts(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """People at the table: `6`, or `2:8` for every number from 2 to 8."""

    name = "seats"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers of seats that were written."""
        if isinstance(value, tuple):
            return value
        low, colon, high = str(value).partition(":")
        count = Count(least=2)
        first = count.convert(low, param, ctx)
        last = count.convert(high, param, ctx) if colon else first
        if not first <= last <= 12:
            self.fail(f"'{value}' is no range of seats: write 6, or 2:8", param, ctx)
        return tuple(range(first, last + 1))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@rules_options
@lineup_options
@click.option("--tenures", "deals", type=Count(least=2), help="Tenures to play.  [default: 2e5]")
@run_seed_option
@threads_option
@dask_option
@json_option
@brief_option
@keep_options
def command(
    rules: str | None,
    sets: tuple[str, ...],
    seats: tuple[int, ...] | None,
    players: str | None,
    banker: str | None,
    **given: Any,
) -> None:
    """Value the bank: what its holder wins until it passes, and so a fair price.

    A tenure goes from the deal in which the bank is taken to the one after which it changes hands.
    --seats takes a range, such as 2:8, and then answers for each number of people.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.experiments.reading import experiment_of
    from pontoon_sim.experiments.wording import Wording
    from pontoon_sim.strategies.library import seats_from

    flags = Flags(**given)
    counts = seats or (None,)
    asked = base_of(rules, sets, counts[0] if len(counts) == 1 else None, players, banker)
    kept = kept_experiment(flags, asked, seats)
    asked |= {"question": "What is the bank worth?", "kind": "bank value"}
    if flags.out is not None:
        if len(counts) > 1:
            asked["over"] = [{"what": "seats", "values": list(counts)}]
        play(kept or experiment_of(asked, "pontoon bank", wording=Wording(flags=True)), flags)
        return
    tables = [rules_option_values(rules, sets, count) for count in counts]
    people = [seats_from(table, players, banker) for table in tables]
    check_outputs(path for path in (flags.json_path,) if path not in (None, "-"))

    from pontoon_sim.experiments.job import job_of
    from pontoon_sim.experiments.outcome import Setup
    from pontoon_sim.runs.trial import Arm

    arms = tuple(Arm(f"{t.seats} seats", t, p) for t, p in zip(tables, people, strict=True))
    setup = Setup(arms, (None,) * len(arms))
    job = job_of(
        experiment_of(asked, "pontoon bank", wording=Wording(flags=True)), flags.as_plan, setup
    )
    outcome = play_job(job, flags, "")
    if flags.json_path != "-":
        with before_files():
            if flags.brief:
                print_answer("\n".join(str(value) for value in outcome.banks))
            else:
                _print(list(outcome.banks))
    if flags.json_path is not None:
        banks = [value.as_dict() for value in outcome.banks]
        write_json(flags.json_path, {"schema": 2, "banks": banks})
    end(outcome.checkpoint, job.work, command_line(), None)


def _print(values: list[BankValue]) -> None:
    from rich.console import Console

    from pontoon_sim.report.bank import print_values

    print_values(Console(highlight=False), values)


command.params = [
    click.Option(["--seats"], type=SeatCounts(), help="People at the table: 6, or 2:8 for each.")
    if param.name == "seats"
    else param
    for param in command.params
]
