"""`pontoon exact` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli import cli


def run(*words: str) -> str:
    result = CliRunner().invoke(cli, ["exact", *words])
    if result.exception is not None:
        raise result.exception
    return result.output


def test_a_value_is_told_and_written(tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    told = run("--players", "mixed,stick16", "--fractions", "--json", str(path))
    assert "-0.11634249 per initial chip" in told
    assert "1.27321700 per initial chip" in told
    mixed, stick = json.loads(path.read_text())["values"]
    assert mixed["net_per_initial"] == pytest.approx(-0.11634249, abs=1e-8)
    assert stick["edge_initial"] == pytest.approx(0.13660143, abs=1e-8)
    top, bottom = map(int, mixed["fractions"]["net"].split("/"))
    assert top / bottom == pytest.approx(mixed["net"], abs=1e-12)


def test_a_best_reply_is_told_drawn_and_written(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("reply.py", "table.toml", "card.png", "reply.json")]
    told = run(
        "best-reply", "--banker", "draw_below_16", "--simple", "--worths", "--decisions",
        "--out", str(files[0]), "--table", str(files[1]), "--plot", str(files[2]),
        "--json", str(files[3]),
    )  # fmt: skip
    assert "+0.07683720" in told
    assert "limits by cards" in told
    assert files[2].read_bytes()[:4] == b"\x89PNG"
    assert json.loads(files[3].read_text())["split"] == ["6", "7", "8"]
    for path in files[:2]:
        assert "keeps the contract" in CliRunner().invoke(
            cli, ["strategies", "check", str(path), "--views", "200"]
        ).output  # fmt: skip
    valued = run("--players", str(files[0]), "--set", "stake_max=10")
    assert "+0.07683720 per initial chip" in valued


def test_best_banker_and_equilibrium(tmp_path: Path) -> None:
    path = tmp_path / "bank.toml"
    told = run("best-banker", "--players", "stick16", "--out", str(path))
    assert "+18.21859 % of the initial stakes" in told
    assert "+18.21859 % of the initial stakes" in run("--players", "stick16", "--banker", str(path))
    told = run("equilibrium", "--out", str(path))
    assert "cannot be beaten at equal stakes" in told
    assert "-0.44063" in run("best-reply", "--banker", str(path))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--rules", "standard"], "take --rules shuffled; 'pontoon simulate' samples"),
        (["--banker", "table_reader"], "looks at more than its own hand"),
        (["--players", "counter"], "counts the cards that it has seen"),
        (["--banker", "draw_below_16,soft_aware"], "name one banker"),
        (["--players", "stick15,,"], "a name is missing"),
        (["best-reply", "--out", "reply.txt"], "ends in .py"),
        (["--players", "stick16", "best-reply"], "flags stand after the subcommand"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: list[str], why: str) -> None:
    with pytest.raises(PontoonError, match=why) as caught:
        run(*words)
    assert "\n" not in str(caught.value)
