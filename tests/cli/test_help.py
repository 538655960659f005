"""`--help` is instant: no numba, no numpy."""

from __future__ import annotations

import resource
import subprocess
import sys
from functools import cache

import pytest

from pontoon_sim.cli import COMMANDS

WORDS = [(), *((name,) for name in COMMANDS)]
HEAVY = ("numba", "numpy", "scipy", "pandas", "matplotlib")
CALL = """
import sys
sys.argv = ["pontoon", *{words!r}, "--help"]
from pontoon_sim.cli import main
try:
    main()
finally:
    print([name for name in {heavy!r} if name in sys.modules])
"""


BARE = "import click, pydantic"


@cache
def bare_seconds() -> float:
    """Processor time of Python that only loads them; the least of four."""
    return min(processor_seconds(BARE)[0] for _ in range(4))


def processor_seconds(code: str) -> tuple[float, str]:
    """Processor time of Python running `code`, which a busy machine does not stretch, and what it
    printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, run.stdout


@pytest.mark.parametrize("words", WORDS, ids=lambda words: " ".join(words) or "pontoon")
def test_help_loads_nothing_heavy_and_is_instant(words):
    """Within five times of Python with the two libraries that a command cannot do without; loading
    numba alone takes ten."""
    ratios = []
    for _ in range(4):
        spent, printed = processor_seconds(CALL.format(words=words, heavy=HEAVY))
        assert printed.endswith("[]\n"), printed[-200:]
        assert "Usage:" in printed
        ratios.append(spent / bare_seconds())
        if ratios[-1] < 5:
            break
    assert min(ratios) < 5


def test_every_command_is_listed_with_its_own_words():
    import click

    from pontoon_sim.cli import cli

    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str(200)
