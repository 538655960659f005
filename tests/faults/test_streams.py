"""Streams that are closed, full or of another alphabet, and files that cannot be written at the
end: what was worked out is shown all the same, and what is lost is said."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pontoon_sim.base.errors import PontoonError, printable

PONTOON = "from pontoon_sim.cli import main; main()"


@pytest.mark.parametrize(
    ("words", "redirected", "status", "out", "err"),
    [
        ("rules", "2>&-", 0, "stick_min", ""),
        ("rulez", "2>&-", 2, "", ""),
        ("rules", ">&-", 0, "", ""),
        ("rules", "<&- >&- 2>&-", 0, "", ""),
        ("rules", ">/dev/full", 2, "", "pontoon: what was to be printed was not: No space left"),
    ],
)
def test_a_stream_that_is_closed_or_full(words, redirected, status, out, err):
    shell = f'"$0" -c "$1" {words} {redirected}'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, PONTOON], capture_output=True, text=True
    )
    assert done.returncode == status, done
    assert out in done.stdout and done.stderr.startswith(err) and done.stderr.count("\n") <= 1


def test_what_a_terminals_alphabet_lacks_is_escaped(tmp_path):
    (tmp_path / "müßig.toml").write_text("x = 1\n")
    environment = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "POSIX"}
    done = subprocess.run(
        [sys.executable, "-c", PONTOON, "rules", "müßig.toml"],
        capture_output=True,
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": ":".join(sys.path)},
    )
    assert done.returncode == 2 and done.stderr.isascii() and b"Traceback" not in done.stderr


def test_a_disk_that_is_full_at_the_end_takes_nothing_from_the_terminal(pontoon, monkeypatch):
    def full(path, text, **_):
        raise PontoonError(f"'{path}' cannot be written: No space left on device")

    monkeypatch.setattr("pontoon_sim.cli.options.write_text", full)
    outcome = pontoon("simulate", "--deals", 2000, "--json", "x.json")
    assert outcome.status == 2 and "who has the advantage" in outcome.out
    assert outcome.err.endswith("pontoon: 'x.json' cannot be written: No space left on device\n")


def test_a_reader_who_goes_away_takes_nothing_from_the_files(tmp_path):
    words = "simulate --players stick15 --deals 2000 --json x.json --plot x.png"
    shell = f'"$0" -c "$1" {words} | head -1'
    subprocess.run(
        ["sh", "-c", shell, sys.executable, PONTOON],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONUNBUFFERED": "1"},
    )
    assert {path.name for path in tmp_path.iterdir()} == {"x.json", "x.png"}


def test_a_run_folder_that_cannot_be_read_is_one_sentence(pontoon, tmp_path):
    (tmp_path / "a" / "checkpoint.json").mkdir(parents=True)
    for words in (
        ("report", "a"),
        ("merge", "a", "a", "--out", "b"),
        ("run", "--resume", "--out", "a"),
    ):
        outcome = pontoon(*words)
        assert outcome.status == 2 and outcome.err.count("\n") == 1, outcome


HOSTILE = '''"""Sticks.\x1b[2J\x1b]0;pwned\x07

Why: \u202edezirohtua

Weakness: none
"""
import os
from pontoon_sim.strategies import STICK, TWIST, player_strategy

for word in ("", "pontoon-check "):
    print(word + '{"strategy": "hostile", "findings": []}')
    print(word + '{"done": true}', flush=True)
    os.write(1, (word + '{"done": true}\\n').encode())


@player_strategy
def turn(view):
    return 10**6
'''


def test_a_strategy_cannot_speak_for_its_check(pontoon, tmp_path):
    (tmp_path / "hostile.py").write_text(HOSTILE)
    outcome = pontoon("strategies", "check", "hostile.py", "--views", 20)
    assert outcome.status == 1 and "legal" in outcome.out and "keeps" not in outcome.out


def test_no_text_of_a_file_steers_the_terminal(pontoon, tmp_path):
    (tmp_path / "hostile.py").write_text(HOSTILE)
    (tmp_path / "x\x1b[2J.toml").write_text("summary = 1\n")
    (tmp_path / "asked.toml").write_text('question = "\\u001b[2J"\nkind = "measure"\n')
    for words in (
        ("strategies", "show", "hostile.py"),
        ("strategies", "show", "x\x1b[2J.toml"),
        ("simulate", "--players", "no\x1b[2Jbody"),
        ("run", "asked.toml"),
        ("nonsense\x1b[2J",),
    ):
        outcome = pontoon(*words)
        shown = (outcome.out + outcome.err).replace("\n", "").replace('{"done": true}', "")
        assert printable(shown) == shown, words


def test_no_cell_is_a_formula():
    from pontoon_sim.report.experiments.results import _cell

    assert [_cell(x) for x in ("=1+1", "@x", "+1", "-1", "a=b", "", -1.5, None)] == [
        "'=1+1", "'@x", "'+1", "'-1", "a=b", "", -1.5, None
    ]  # fmt: skip
