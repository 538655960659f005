"""Every command in README.md prints what README.md says."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from readme import PICTURE, README, ROOT, Shell, blocks


@pytest.mark.slow
def test_commands_print_what_readme_says(tmp_path):
    shell = Shell(tmp_path)
    found = blocks()
    assert len(found) >= 7
    for block in found:
        for call in block:
            assert shell.run(call.command) == call.printed, call.command


def test_python_lines_are_true():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 5 and not failed


def test_links_and_folders_exist():
    text = README.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / target).exists(), target
    for name in re.findall(r"^\| (pontoon_sim/[\w/.]+)", text, re.M):
        assert (ROOT / name).exists(), name
    assert (ROOT / PICTURE).read_bytes().startswith(b"\x89PNG")


def test_no_markdown_file_names_one_that_is_not_there():
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
