"""The same bits under every Python and the oldest and newest of each dependency.

    python benchmarks/environments.py [--python 3.13] [--keep DIR]

For each Python from 3.11 to 3.14 that is on this machine, an environment with the oldest version of
every dependency that pyproject.toml allows (and that is to be had as a wheel), and one with the
newest; in each the golden numbers of every preset are played and compared to the last bit. Needs
`uv` (`pip install uv`), which makes environments in seconds; playing takes a few minutes each, for
the engine is compiled anew.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
RESOLUTIONS = {"oldest": "lowest-direct", "newest": "highest"}
TESTED = ("numpy", "numba", "pandas", "scipy", "matplotlib", "pydantic", "click", "rich")


def python_of(version: str) -> str | None:
    """Where a Python of a version lies, if there is one."""
    found = subprocess.run(
        [uv(), "python", "find", "--no-python-downloads", version], capture_output=True, text=True
    )
    pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return found.stdout.strip() or (str(pyenv[-1]) if pyenv else None)


def uv() -> str:
    """The command uv."""
    found = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if found is None:
        sys.exit("uv is not here: pip install uv")
    return found


def tried(python: str, resolution: str, folder: Path) -> str:
    """What came of one environment, in a line."""
    here = folder / "bin" / "python"
    subprocess.run([uv(), "venv", "-q", "--clear", "--python", python, str(folder)], check=True)
    install = [
        uv(), "pip", "install", "-q", "--python", str(here), "--only-binary", ":all:",
        "--resolution", resolution, "-r", "pyproject.toml", "pytest>=8.2",
    ]  # fmt: skip
    made = subprocess.run(install, cwd=ROOT, capture_output=True, text=True)
    if made.returncode:
        return f"cannot be made: {made.stderr.strip().splitlines()[-1][:150]}"
    played = subprocess.run(
        [str(here), "-m", "pytest", "-q", "tests/golden/test_golden_numbers.py"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    shown = "from importlib.metadata import version\n"
    shown += f"print(', '.join(name + ' ' + version(name) for name in {TESTED!r}))"
    versions = subprocess.run([str(here), "-c", shown], capture_output=True, text=True).stdout
    last = played.stdout.strip().splitlines()[-1:]
    outcome = "the same bits" if played.returncode == 0 else f"NOT the same: {''.join(last)}"
    return f"{outcome} ({versions.strip()})"


def main() -> None:
    """Try every environment; exit status 1 where one has other bits."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--python", action="append", help="only this version")
    parser.add_argument("--keep", help="make the environments here, and leave them")
    given = parser.parse_args()
    bad = False
    with tempfile.TemporaryDirectory() as made:
        for version in given.python or PYTHONS:
            python = python_of(version)
            if python is None:
                print(f"Python {version}: not on this machine", flush=True)
                continue
            for name, resolution in RESOLUTIONS.items():
                folder = Path(given.keep or made) / f"{version}_{name}"
                outcome = tried(python, resolution, folder)
                bad |= not outcome.startswith("the same")
                print(f"Python {version}, {name} dependencies: {outcome}", flush=True)
    sys.exit(bad)


if __name__ == "__main__":
    main()
