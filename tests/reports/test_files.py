"""The files of a report: Markdown that holds together, one page that needs nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pontoon_sim.report.experiments import result_form, write_report
from pontoon_sim.report.experiments.files import markdown
from pontoon_sim.report.table import escaped
from tests.reports.common import contents


def test_every_file_is_there(reports):
    for folder in reports.values():
        files = {path.name for path in folder.iterdir()}
        assert {"report.md", "report.html", "result.json", "results.csv", "plots"} <= files
        assert all(path.read_bytes()[:4] == b"\x89PNG" for path in (folder / "plots").iterdir())


def test_result_json_is_the_result(reports, compared):
    found = json.loads((reports["compared"] / "result.json").read_text())
    assert found == json.loads(json.dumps(result_form(compared)))
    assert found["question"] == compared.experiment.question and found["schema"] == 3


def test_markdown_names_pictures_that_are_there(reports):
    for folder in reports.values():
        text = (folder / "report.md").read_text()
        named = set(re.findall(r"\]\((plots/[^)]+)\)", text))
        assert named == {f"plots/{path.name}" for path in (folder / "plots").iterdir()}


def test_markdown_tables_are_whole(any_outcome):
    """Every block of lines with bars is a table: head, rule, rows, all with as many cells."""
    text = markdown(contents(any_outcome))
    blocks = [block for block in text.split("\n\n") if block.lstrip().startswith("|")]
    assert len(blocks) >= 1
    for block in blocks:
        cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()]
        assert len({len(row) for row in cells}) == 1 and len(cells) > 2
        assert all(re.fullmatch(r" (:--|--:) ", cell) for cell in cells[1])
    first = text.split("\n\n")[1]
    assert first.startswith("**") and first.endswith("**")


def test_markdown_becomes_the_tables_it_means(compared):
    parser = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
    told = contents(compared)
    tokens = parser.MarkdownIt("commonmark").enable("table").parse(markdown(told))
    count = sum(token.type == "table_open" for token in tokens)
    own = sum(len(sheets) for _, sheets in told.arms)
    assert count == len(told.tables) + own
    (title,) = [
        tokens[i + 1] for i, t in enumerate(tokens) if t.type == "heading_open" and t.tag == "h1"
    ]
    assert "".join(child.content for child in title.children) == compared.experiment.question


def test_words_of_the_question_mean_nothing_to_markdown_or_html(reports):
    assert escaped("a|b *c* <d>") == r"a\|b \*c\* \<d\>"
    page = (reports["compared"] / "report.html").read_text()
    assert "<h1>Does it cost &lt;anything&gt; to stick on 15 | or 16?</h1>" in page


def test_the_page_holds_all_it_needs(reports):
    for folder in reports.values():
        page = (folder / "report.html").read_text()
        assert not re.search(r"""(src|href)=["'](?!#)""", page.replace("xlink:href", "xref"))
        assert not re.search(r"url\((?!#)", page) and "@import" not in page
        assert "default-src 'none'" in page
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(set(ids)) == len(ids)
        for name in re.findall(r'(?:xlink:href="#|url\(#)([^")]+)', page):
            assert name in ids


def test_writing_again_gives_the_same_bytes(reports, heat_map, tmp_path):
    write_report(heat_map, tmp_path / "again")
    for path in (tmp_path / "again").rglob("*.*"):
        if path.is_file():
            other = reports["heat_map"] / path.relative_to(tmp_path / "again")
            assert path.read_bytes() == other.read_bytes(), path.name


def test_a_folder_that_cannot_be_written_is_told(heat_map, tmp_path, monkeypatch):
    from pontoon_sim.base.errors import PontoonError
    from pontoon_sim.report.experiments import files

    (tmp_path / "file").write_text("")
    monkeypatch.setattr(files, "contents_of", lambda outcome: _nothing())
    monkeypatch.setattr(files, "page", lambda contents: "")
    monkeypatch.setattr(files, "markdown", lambda contents: "")
    with pytest.raises(PontoonError, match="cannot be written"):
        write_report(heat_map, Path(tmp_path / "file"))


def _nothing():
    from types import SimpleNamespace

    return SimpleNamespace(pictures=[])


def test_pontoon_report_makes_it_again(pontoon, tmp_path, monkeypatch):
    from pontoon_sim.experiments.job import Plan
    from pontoon_sim.experiments.play import run_experiment
    from pontoon_sim.experiments.reading import load_experiment
    from pontoon_sim.report.plots import pictures as plots

    monkeypatch.setattr(plots, "PICTURES", plots.PICTURES[-2:-1])
    file = tmp_path / "mine.toml"
    file.write_text(
        'question = "How big is it?"\nkind = "measure"\nrules = "shuffled"\nseats = 3\n'
        'players = "stick17"\nbanker = "draw_below_16"\ndeals = 5000\n'
    )
    folder = tmp_path / "run"
    plan, command = Plan(out=folder), "pontoon run mine.toml"
    write_report(run_experiment(load_experiment(str(file)), plan, command=command), folder)
    before = (folder / "results.csv").read_text()
    for name in ("report.html", "results.csv"):
        (folder / name).unlink()
    done = pontoon("report", folder)
    assert not done.status
    assert (folder / "results.csv").read_text() == before and (folder / "report.html").exists()
    out = done.out
    assert "The banker's advantage is" in out and f"Written: {folder}/report.html" in out
    assert f"pontoon run {folder}/experiment.toml" in out

    done = pontoon("report", tmp_path / "none")
    assert done.status == 2 and "Traceback" not in done.err
