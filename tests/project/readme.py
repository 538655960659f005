"""The commands of README.md and of the documents, and what they print.

In a `console` block, lines that begin with `$ ` are commands, those that begin with `> ` go on with
them, and all others are what the command prints. `python tests/project/readme.py` (`make readme`)
runs every command and writes what it prints now, and the picture of README; read the difference
before it is committed.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
PICTURE = "docs/images/standard.png"

_BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```$", re.M | re.S)


@dataclass
class Call:
    """A command with its following lines, and what README says that it prints."""

    command: str
    printed: str


def calls_of(block: str) -> list[Call]:
    """The commands of a block whose indent is gone."""
    calls: list[Call] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            calls.append(Call(line[2:], ""))
        elif line.startswith("> ") or line == ">":
            calls[-1].command += "\n" + line[2:]
        else:
            calls[-1].printed += line + "\n"
    return calls


def blocks(page: Path) -> list[list[Call]]:
    """The commands of every console block of a page."""
    found = []
    for indent, body in _BLOCK.findall(page.read_text("utf-8")):
        found.append(calls_of("\n".join(line.removeprefix(indent) for line in body.splitlines())))
    return found


class Shell:
    """Runs commands in one empty folder, with `pontoon` of this checkout on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "home"
        self.folder.mkdir()
        command = folder / "pontoon"
        command.write_text(
            f"#!{sys.executable}\nfrom pontoon_sim.cli import main\nmain()\n", encoding="utf-8"
        )
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
        self.env = {
            **os.environ,
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "80",
        }

    def run(self, command: str) -> str:
        """What the command prints on standard output, without blanks at the ends of lines."""
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.env, capture_output=True, text=True
        )
        if done.stderr and not done.stderr.startswith("Compiling the engine"):
            raise AssertionError(f"{command}\n{done.stderr}")
        return "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())


def rewrite() -> None:
    """Run everything and write the pages and README's picture anew."""
    for page in filter(blocks, PAGES):
        with tempfile.TemporaryDirectory() as folder:
            _rewrite(page, Shell(Path(folder)))
    (made,) = re.findall(
        rf"^`(pontoon simulate .*{re.escape(PICTURE)})`$", README.read_text(), re.M
    )
    with tempfile.TemporaryDirectory() as folder:
        Shell(Path(folder)).run(made.replace(PICTURE, str(ROOT / PICTURE)))


def _rewrite(page: Path, shell: Shell) -> None:
    def fresh(match: re.Match[str]) -> str:
        indent, body = match.groups()
        lines: list[str] = []
        for call in calls_of("\n".join(line.removeprefix(indent) for line in body.splitlines())):
            lines += ["$ " + call.command.replace("\n", "\n> ")]
            lines += [shell.run(call.command).rstrip("\n")]
        text = "\n".join(line for line in lines if line)
        inner = "".join(f"{indent}{line}".rstrip() + "\n" for line in text.splitlines())
        return f"{indent}```console\n{inner}{indent}```"

    page.write_text(_BLOCK.sub(fresh, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    rewrite()
