"""Lint, format, types and the import contract, as part of the tests."""

from __future__ import annotations

import os
import shutil
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


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """The import contracts of a checkout, held against it."""
    # import-linter has no `python -m`; its command calls this
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )


def test_import_contracts():
    run = lint_imports(ROOT)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Contracts: 2 kept, 0 broken." in run.stdout


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("kernel/pack.py", "\nimport pontoon_sim.game.rules\n"),
        ("statistics/moments.py", "\ndef shown():\n    import pontoon_sim.report\n"),
        (
            "engine/engine.py",
            "\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
            "    from pontoon_sim.exact.figures import ExactValue\n",
        ),
        ("attic/__init__.py", ""),
    ],
    ids=["kernel", "in a function", "for a type", "a room that no layer names"],
)
def test_import_contracts_would_find_a_breach(tmp_path, module, text):
    """The tool is tested too: whatever imports from above is found, and a room without a place."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "pontoon_sim", tmp_path / "pontoon_sim", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    changed = tmp_path / "pontoon_sim" / module
    changed.parent.mkdir(exist_ok=True)
    changed.write_text((changed.read_text() if changed.exists() else "") + text)
    run = lint_imports(tmp_path)
    assert run.returncode == 1
    assert "BROKEN" in run.stdout and changed.parent.name in run.stdout
