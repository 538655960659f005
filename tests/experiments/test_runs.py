"""Runs in a folder: killed and gone on with, extended, cut into shards and put together, stopped
when sure. Always the same numbers to the bit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import write_json
from pontoon_sim.experiments.folder import gaps, merge, open_run
from pontoon_sim.experiments.forecast import forecast
from pontoon_sim.experiments.job import Plan, job_of
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.experiments.play import run_experiment
from pontoon_sim.experiments.reading import load_experiment
from pontoon_sim.report.experiments import result_form
from pontoon_sim.report.provenance import outcome_made
from tests import children

COMPARE = """question = "Does it cost anything to stick on 15?"
kind = "compare"
deals = {deals}

[[arm]]
name = "sticks on 15"
players = "stick15"

[[arm]]
name = "sticks on 16"
players = "stick16"
"""

BANK = """question = "What is the bank worth?"
kind = "bank value"
players = "pub_regular"
tenures = {deals}
"""


def question(folder: Path, text: str = COMPARE, deals: int = 20_000) -> Path:
    path = folder / "question.toml"
    path.write_text(text.format(deals=deals))
    return path


def run(path: Path, out: Path | None = None, command: str = "", **options: Any) -> Outcome:
    plan = Plan(out=out, **options)
    outcome = run_experiment(load_experiment(str(path)), plan, command=command)
    if out is not None:
        keep(outcome, out)
    return outcome


def keep(outcome: Outcome, folder: Path) -> None:
    """Reports have tests of their own; here their numbers are enough."""
    write_json(str(folder / "result.json"), result_form(outcome))


def merged(folders: list[Path], out: Path) -> Outcome:
    outcome = merge(folders, out)
    keep(outcome, out)
    return outcome


def numbers(folder: Path) -> dict[str, Any]:
    """All of a run's result but how long it took."""

    def timeless(part: Any) -> Any:
        if isinstance(part, dict):
            return {k: timeless(v) for k, v in part.items() if k not in ("seconds", "command")}
        return [timeless(one) for one in part] if isinstance(part, list) else part

    found: dict[str, Any] = timeless(json.loads((folder / "result.json").read_text()))
    return found


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


KILLER = """
import os, random, signal, sys, time
from pathlib import Path
from pontoon_sim.experiments.job import Plan
from pontoon_sim.experiments.play import run_experiment
from pontoon_sim.experiments.reading import load_experiment
from pontoon_sim.runs import driver

question, out, kills = load_experiment(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
checkpoint, rng = out / "checkpoint.json", random.Random(8)
driver.SAVE_EVERY = 0.01
run_experiment(question, Plan(deals=200), workers=1)  # loads and compiles, for all children at once

def written():
    return checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0

for sitting in range(kills + 1):
    before, child = written(), os.fork()
    if child == 0:
        run_experiment(question, Plan(out=out, resume=sitting > 0), workers=1)
        os._exit(0)
    if sitting == kills:
        sys.exit(os.waitpid(child, 0)[1])
    while written() == before:
        time.sleep(0.001)
    time.sleep(rng.uniform(0.0, 0.15))
    os.kill(child, signal.SIGKILL)
    if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        sys.exit("it ended before it could be killed")
"""
"""Each sitting is a process of its own, killed at a random moment after its first writing."""


def test_a_run_killed_20_times_ends_with_the_same_numbers(tmp_path: Path) -> None:
    """SIGKILL at random moments, also while a checkpoint is written (one is all the time)."""
    path = question(tmp_path, deals=8_000_000)
    with children.python(KILLER, path, tmp_path / "killed", 20, cwd=tmp_path) as killer:
        assert killer.communicate(timeout=children.PATIENCE) == ("", "")
        assert killer.returncode == 0
    run(path, tmp_path / "killed", resume=True)  # nothing left to play: its numbers are written
    run(path, tmp_path / "whole")
    assert numbers(tmp_path / "killed") == numbers(tmp_path / "whole")
    assert open_run(tmp_path / "killed").course == open_run(tmp_path / "whole").course


@pytest.mark.parametrize("text", [COMPARE, BANK])
def test_a_run_that_is_extended_is_the_longer_run(tmp_path: Path, text: str) -> None:
    path = question(tmp_path, text)
    run(path, tmp_path / "parts")
    run(path, tmp_path / "parts", extend=10_000)
    run(path, tmp_path / "parts", extend=10_000)
    run(path, tmp_path / "whole", deals=40_000)
    assert numbers(tmp_path / "parts") == numbers(tmp_path / "whole")
    said = [load_experiment(str(tmp_path / n / "experiment.toml")) for n in ("parts", "whole")]
    assert said[0] == said[1]


@pytest.mark.parametrize("text", [COMPARE, BANK])
def test_shards_put_together_are_the_whole_run(tmp_path: Path, text: str) -> None:
    path = question(tmp_path, text)
    run(path, tmp_path / "whole")
    tables = 100 if text == COMPARE else 20_000
    cuts = [0, tables // 5, tables // 2, tables]
    shards = [tmp_path / f"shard{i}" for i in range(3)]
    for shard, first, last in zip(shards, cuts, cuts[1:], strict=False):
        run(path, shard, tables=(first, last))
    said = f"Tables {cuts[0]}:{cuts[1]} of the run, of which they are only a part."
    assert said in outcome_made(open_run(shards[0]))
    whole = merged([shards[2], shards[0], shards[1]], tmp_path / "merged")
    assert not any("only a part" in line for line in outcome_made(whole))
    assert numbers(tmp_path / "merged") == numbers(tmp_path / "whole")
    run(path, tmp_path / "merged", extend=20_000)  # and it goes on like any other
    run(path, tmp_path / "longer", deals=40_000)
    assert numbers(tmp_path / "merged") == numbers(tmp_path / "longer")


def test_the_same_again_of_a_part_plays_that_part(tmp_path: Path) -> None:
    path = question(tmp_path)
    command = f"pontoon run {path} --seed 3"
    shard = run(path, tmp_path / "shard", tables=(30, 40), command=command)
    assert shard.command == f"{command} --tables 30:40"
    assert run(path, tmp_path / "whole", command=command).command == command
    stopped = run(
        path, tmp_path / "short", deals=10**8, budget=0.01, command=f"{command} --budget 1"
    )
    assert stopped.comparison is not None
    assert stopped.command == f"{command} --deals {stopped.comparison.deals}"
    again = run(path, tmp_path / "again", deals=stopped.comparison.deals)
    assert again.comparison is not None
    assert again.comparison.sums.together == stopped.comparison.sums.together


def test_a_part_of_the_shards_is_put_together_with_its_gaps(tmp_path: Path) -> None:
    path = question(tmp_path)
    for name, tables in (("a", (0, 30)), ("c", (60, 100))):
        run(path, tmp_path / name, tables=tables)
    outcome = merged([tmp_path / "a", tmp_path / "c"], tmp_path / "merged")
    assert outcome.comparison is not None
    assert outcome.comparison.ranges == ((0, 30), (60, 100))
    assert outcome.comparison.deals == 70 * 200
    said = "Tables 0:30 and 60:100 of the run, of which they are only a part."
    assert said in outcome_made(outcome)


def test_shards_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    path = question(tmp_path)
    run(path, tmp_path / "a", tables=(0, 30))
    run(path, tmp_path / "overlap", tables=(29, 50))
    run(path, tmp_path / "seed", tables=(30, 50), seed=2)
    other = tmp_path / "other"
    other.mkdir()
    rules = question(other)
    rules.write_text(rules.read_text().replace("deals", "set = { stick_min = 0 }\ndeals", 1))
    run(rules, tmp_path / "rules", tables=(30, 50))
    rules.write_text(path.read_text().replace('"stick16"', '"stick17"'))
    run(rules, tmp_path / "players", tables=(30, 50))
    for name, said in (
        ("overlap", "both hold tables 29:30"),
        ("seed", "its seed is 2 there and 1 here"),
        ("rules", "the rule stick_min of arm 'sticks on 15' is 0 there and 15 here"),
        ("players", "player at seat 0 of arm 'sticks on 16' is stick17 there and stick16 here"),
        ("a", "both hold tables 0:30"),
        ("nothing", "holds no run"),
    ):
        with pytest.raises(PontoonError, match=said):
            merge([tmp_path / "a", tmp_path / name], tmp_path / "merged")
        assert not (tmp_path / "merged").exists()
    with pytest.raises(PontoonError, match="two folders or more"):
        merge([tmp_path / "a"], tmp_path / "merged")


def test_nothing_of_an_earlier_run_is_overwritten(tmp_path: Path) -> None:
    path = question(tmp_path)
    out = tmp_path / "out"
    run(path, out)
    before = snapshot(out)
    other = tmp_path / "other"
    other.mkdir()
    changed = question(other)
    changed.write_text(path.read_text().replace('"stick16"', '"stick17"'))
    refusals: list[tuple[Path, dict[str, Any], str]] = [
        (path, {}, "holds a run already: go on with --resume"),
        (changed, {}, "holds a run already"),
        (changed, {"resume": True}, "is stick16 there and stick17 here"),
        (changed, {"extend": 1000}, "is stick16 there and stick17 here"),
        (path, {"resume": True, "seed": 5}, "its seed is 1 there and 5 here"),
        (path, {"resume": True, "extend": 5}, "--extend alone"),
        (path, {"extend": 0}, "the number of deals to add"),
        (path, {"resume": True, "tables": (0, 5)}, "is of tables 0:100"),
        (path, {"precision": 0.0}, "precision = 0.0 is not possible"),
    ]
    for file, options, said in refusals:
        with pytest.raises(PontoonError, match=said):
            run(file, out, **options)
        assert snapshot(out) == before
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    with pytest.raises(PontoonError, match="is not empty"):
        run(path, tmp_path / "full")
    with pytest.raises(PontoonError, match="no run like this one waits after Ctrl-C"):
        run(path, resume=True)
    with pytest.raises(PontoonError, match="add --out DIR"):
        run(path, extend=10)
    with pytest.raises(PontoonError, match="has 100 tables"):
        run(path, tmp_path / "shard", tables=(90, 101))
    with pytest.raises(PontoonError, match="a shard plays all of its tables"):
        run(path, tmp_path / "shard", tables=(90, 100), precision=0.01)
    assert not (tmp_path / "shard").exists()


def test_a_checkpoint_that_was_edited_or_cut_is_refused(tmp_path: Path) -> None:
    path = question(tmp_path)
    out = tmp_path / "out"
    run(path, out)
    whole = (out / "checkpoint.json").read_text()
    for text in (whole[:-1], whole.replace('"done":[[0,100]]', '"done":[[0,101]]'), "", "{}\n"):
        (out / "checkpoint.json").write_text(text)
        for go_on in (lambda: run(path, out, resume=True), lambda: open_run(out)):
            with pytest.raises(PontoonError, match="is damaged"):
                go_on()
        assert (out / "checkpoint.json").read_text() == text


def test_precision_and_budget_stop_and_say_so(tmp_path: Path) -> None:
    path = question(tmp_path)
    sure = run(path, tmp_path / "sure", precision=0.01, deals=10**7)
    assert sure.stopped == "precise"
    assert sure.comparison is not None and sure.comparison.half_width <= 0.01
    again = run(path, tmp_path / "sure", precision=0.01, resume=True)
    assert again.comparison is not None
    assert again.comparison.deals == sure.comparison.deals
    sharper = run(path, tmp_path / "sure", precision=0.007, resume=True)
    at_once = run(path, tmp_path / "sharper", precision=0.007)
    assert sharper.comparison is not None and at_once.comparison is not None
    assert sharper.comparison.sums.as_dict() == at_once.comparison.sums.as_dict()
    short = run(path, tmp_path / "short", budget=0.2, deals=10**9)
    assert short.stopped == "budget"
    assert short.comparison is not None and 0 < short.comparison.deals < 10**9


def test_the_forecast_is_near_what_it_takes(tmp_path: Path) -> None:
    path = question(tmp_path)
    told = forecast(job_of(load_experiment(str(path)), Plan(precision=0.004)))
    took = run(path, precision=0.004, deals=10**8)
    assert took.comparison is not None
    assert 0.6 < told.deals / took.comparison.deals < 1.6
    assert told.half_width <= 0.004


def test_a_run_moves_with_its_folder(tmp_path: Path) -> None:
    path = question(tmp_path)
    run(path, tmp_path / "out")
    before = numbers(tmp_path / "out")
    shutil.move(tmp_path / "out", tmp_path / "elsewhere")
    path.unlink()
    run(tmp_path / "elsewhere" / "experiment.toml", tmp_path / "elsewhere", resume=True)
    assert numbers(tmp_path / "elsewhere") == before


def test_a_gap_between_shards_is_told_and_can_be_filled(tmp_path: Path) -> None:
    path = question(tmp_path)
    for name, tables in (("a", (0, 30)), ("c", (60, 100))):
        run(path, tmp_path / name, tables=tables)
    outcome = merged([tmp_path / "a", tmp_path / "c"], tmp_path / "merged")
    assert gaps(outcome) == [(30, 60)]
    run(path, tmp_path / "merged", resume=True)
    run(path, tmp_path / "whole")
    assert numbers(tmp_path / "merged")["arms"] == numbers(tmp_path / "whole")["arms"]


def test_what_fails_before_play_leaves_no_folder(tmp_path: Path) -> None:
    path = question(tmp_path)
    cheat = tmp_path / "cheat.py"
    cheat.write_text(
        '"""Cheats.\n\nWhy: x\n\nWeakness: x\n"""\nfrom pontoon_sim.strategies import'
        " player_strategy\n\n\n@player_strategy(own_cards_only=True)\n"
        "def turn(view):\n    return 7\n"
    )
    path.write_text(path.read_text().replace('"stick16"', '"./cheat.py"'))
    with pytest.raises(PontoonError, match="cheat"):
        run(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    with pytest.raises(PontoonError, match="--extend alone says"):
        run(path, tmp_path / "out", extend=5, deals=10)
