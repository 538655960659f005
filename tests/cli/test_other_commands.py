"""`pontoon rules`, `parity` and `bench`."""

from __future__ import annotations

import json

from pontoon_sim.game.rules import PRESETS, Rules, rules_from


def test_rules_lists_the_presets_and_every_setting(pontoon):
    out = pontoon("rules").out
    for name in PRESETS:
        assert f"  {name} " in out
    for name in Rules.model_fields:
        assert f" {name} " in out


def test_rules_of_a_preset_marks_what_differs(pontoon):
    out = pontoon("rules", "shuffled", "--set", "stick_min=16").out
    assert "* stick_min" in out and "* reshuffle" in out and "  buy_max" in out
    assert out.endswith(
        '* differs from standard: stick_min = 16, reshuffle = "every_deal", bank_passes = "never"\n'
    )


def test_rules_as_toml_and_json_load_again(pontoon, tmp_path):
    for name in PRESETS:
        (tmp_path / "mine.toml").write_text(pontoon("rules", name, "--toml").out)
        assert rules_from("mine.toml") == rules_from(name)
        assert Rules(**json.loads(pontoon("rules", name, "--json", "-").out)) == rules_from(name)


def test_parity(pontoon):
    outcome = pontoon("parity", "--deals", 1000, "--threads", 1)
    assert outcome.status == 0
    assert outcome.out.startswith("The engines agree on 1,000 deals of 40 random games")
    assert outcome.err == ""


def test_parity_tells_where_the_engines_part(pontoon, monkeypatch):
    from pontoon_sim import parity

    monkeypatch.setattr(
        parity, "compare_random", lambda seed: "deal 3: they part" if seed == 6 else None
    )
    outcome = pontoon("parity", "--deals", 50, "--seed", 5, "--threads", 1)
    assert outcome.status == 1
    assert "they part" in outcome.out
    assert "pontoon parity --seed 6 --deals 25" in outcome.err


def test_bench_checks_before_it_measures(pontoon):
    outcome = pontoon("bench", "--quick", "--rounds", 1, "--deals", 2000, "--json", "-")
    report = json.loads(outcome.out)
    assert outcome.status == 0
    assert report["right"]
    assert report["checks"][0]["what"] == "exact value"
    assert report["rates"]["as_yardstick, table"] > 0
    assert "function form / table form" in report["ratios"]


def test_the_yardstick_s_players_play_alike_in_both_forms():
    from pontoon_sim.base.files import shipped_folder
    from pontoon_sim.game.rules import rules_from
    from pontoon_sim.measure.simulate import simulate
    from pontoon_sim.strategies import Seat, find, load

    rules = rules_from("shuffled")
    path = shipped_folder("benchmarks") / "as_yardstick.py"
    function = Seat(load(path, "player"), load(path, "banker"))
    table = Seat(load(shipped_folder("benchmarks") / "as_yardstick.toml"), find("draw_below_16"))
    counts = [
        simulate(rules, [seat] * 6, deals=20_000).tallies.table.sums for seat in (function, table)
    ]
    assert counts[0] == counts[1]
