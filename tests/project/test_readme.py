"""Every command in README.md and in the documents prints what they say."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.project.readme import PAGES, PICTURE, README, ROOT, Shell, blocks

WITH_COMMANDS = [page for page in PAGES if blocks(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_commands_print_what_the_page_says(page, tmp_path):
    shell = Shell(tmp_path)
    for block in blocks(page):
        for call in block:
            assert shell.run(call.command) == call.printed, call.command


def test_the_pages_with_commands():
    assert len(blocks(README)) >= 2 and len(blocks(ROOT / "docs" / "tour.md")) >= 7
    assert {"shoot.md", "records.md", "findings.md"} <= {page.name for page in WITH_COMMANDS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_those_that_there_are(page):
    """Also in blocks that are not run again, no command or flag is named that there is not."""
    import click

    from pontoon_sim.cli import cli

    text = page.read_text("utf-8")
    fenced = re.findall(r"^ *```(?:console)?\n(.*?)^ *```$", text, re.M | re.S)
    code = "\n".join([*fenced, *re.findall(r"^    .*$", text, re.M)])
    for line in re.findall(r"^ *(?:[$>] )?(pontoon [a-z].*)$", code, re.M):
        words = re.split(r"  #|\|", line)[0].split()
        command, known = cli, {"--help"}
        assert words[1] in command.list_commands(click.Context(command)), line
        for word in words[1:]:
            if isinstance(command, click.Group):
                command = command.get_command(click.Context(command), word) or command
            known |= {flag for option in command.params for flag in option.opts}
        assert {word for word in words if word.startswith("--")} <= known, line


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
