"""The wheel, installed where there is no checkout: the command runs, what is shipped is found.

Without a network the dependencies cannot be downloaded, so the new environment sees those of this
one; the package itself is only in the wheel.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if (
        shutil.which("pip") is None
        and subprocess.run([sys.executable, "-m", "pip", "--version"]).returncode
    ):
        pytest.skip("no pip in this environment")
    folder = tmp_path_factory.mktemp("wheel")
    made = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "-w",
            str(folder),
            str(ROOT),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr[-3000:]
    (found,) = folder.glob("pontoon_sim-*.whl")
    return found


@pytest.mark.slow
def test_what_goes_into_the_wheel(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for path in sorted((ROOT / "strategies").glob("*.*")):
        assert f"pontoon_sim/shipped/strategies/{path.name}" in names
    for path in sorted((ROOT / "experiments").glob("*.*")):
        assert f"pontoon_sim/shipped/experiments/{path.name}" in names
    assert "pontoon_sim/shipped/benchmarks/yardstick.c" in names
    assert "pontoon_sim/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    tops = {name.split("/")[0] for name in names}
    assert tops <= {"pontoon_sim", wheel.name.split("-py3")[0] + ".dist-info"}
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.slow
def test_the_wheel_works_outside_the_checkout(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    scheme = sysconfig.get_paths(
        vars={"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")}
    )
    site = Path(scheme["purelib"])
    zipfile.ZipFile(wheel).extractall(site)
    (site / "others.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def call(*words: str) -> str:
        code = "from pontoon_sim.cli import main; main()"
        run = subprocess.run(
            [str(python), "-c", code, *words],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    where = subprocess.run(
        [str(python), "-c", "import pontoon_sim; print(pontoon_sim.__file__)"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert Path(where.strip()).is_relative_to(tmp_path)
    result = json.loads(call("simulate", "--deals", "1e4", "--json", "-"))
    assert result["deals"] == 10_000
    assert "pub_regular" in call("strategies", "list")
    assert "banker_edge" in call("run", "--list")
