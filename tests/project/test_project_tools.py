"""Lint, format, types and the import contract, as part of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def clean(*words: str) -> None:
    """Run a tool of this environment from the root of the checkout; it has nothing to say."""
    run = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]


def test_lint():
    clean("ruff", "check", ".")


def test_format():
    clean("ruff", "format", "--check", ".")


@pytest.mark.slow
def test_types():
    clean("mypy")


def test_import_contract():
    # import-linter has no `python -m`; its command calls this
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "KEPT" in run.stdout


def test_import_contract_would_find_a_breach(tmp_path):
    """The tool is tested too: a kernel that imports the rules is told."""
    import shutil

    shutil.copytree(ROOT / "pontoon_sim", tmp_path / "pontoon_sim")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    stage = tmp_path / "pontoon_sim" / "kernel" / "pack.py"
    stage.write_text(stage.read_text() + "\nimport pontoon_sim.game.rules\n")
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert run.returncode == 1 and "BROKEN" in run.stdout
