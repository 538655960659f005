"""Records of deals: written, read strictly, and audited; every way to falsify one is found."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from pontoon_sim import BEHAVIOUR
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.records import command
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.records import link_fault, read_records, verify_records, write_records
from pontoon_sim.reference import DealRecord, Event, play_table

Entry = dict[str, Any]


class Plain:
    """Splits, buys at the least price below 14, sticks from 15; shoots and sells a little."""

    name = "plain"

    def answer(self, decision: str, view: Any) -> int:
        if decision == "turn":
            if view.can_split:
                return -2
            if view.can_stick and view.total >= 15:
                return 0
            return view.cheapest or -1
        answers = {
            "stake": view.stake_min + view.position,
            "draw": int(view.total < 16),
            "kitty": 50,
            "shoot": min(view.room, 9),
            "top_up": view.room // 2,
            "ask": 3,
            "bid": 4 if view.bankroll > 0 else 0,
        }
        return answers.get(decision, 0)


class Both:
    player = banker = Plain()


def dealt(deals: int = 40, **settings: Any) -> tuple[Rules, list[DealRecord]]:
    rules = rules_of({"seats": 4, **settings})
    return rules, play_table(rules, [Both()] * rules.seats, 0, deals, Random(11))


def written(path: Path, **settings: Any) -> Path:
    rules, records = dealt(**settings)
    write_records(path, records, rules=rules, seats=[Both()] * rules.seats, seed=11)
    return path


def lines_of(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text().splitlines()[:-1]]


def put(path: Path, entries: list[Entry]) -> Path:
    text = "\n".join(json.dumps(entry) for entry in entries)
    last = {"deals": len(entries) - 1, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    path.write_text(f"{text}\n{json.dumps(last)}\n")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "deals.jsonl")


# --- writing and reading ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [{}, {"shoot": True, "bank_sale": True}, {"reshuffle": "every_deal"}, {"packs": 2, "seats": 9}],
)
def test_what_is_written_reads_back_and_passes(tmp_path, settings):
    path = written(tmp_path / "deals.jsonl", **settings)
    rules, records = dealt(**settings)
    found = read_records(path)
    assert found.rules == rules
    assert [record for _, record in found.deals] == records
    assert [line for line, _ in found.deals] == list(range(2, 42))
    assert found.seats == (("plain", "plain"),) * rules.seats
    assert (found.seed, found.behaviour) == (11, BEHAVIOUR)
    assert verify_records(found) == []


def test_the_form_of_a_line(file):
    header, first = lines_of(file)[:2]
    assert list(header) == ["record", "version", "rules", "seats", "seed", "behaviour"]
    assert (header["record"], header["version"]) == ("pontoon-deals", 3)
    assert list(first) == [
        "table", "deal", "banker", "tenure", "kitty", "pack", "events", "net", "kitty_after",
        "next_banker", "shuffled", "pack_after",
    ]  # fmt: skip
    assert first["events"][0] == ["card", 1, 0, first["pack"][0], "down"]
    assert Event.of(first["events"][0]).as_list() == first["events"][0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[:-1], "its last line is missing"),
        (lambda lines: lines[:-2] + lines[-1:], "its checksum does not fit"),
        (lambda lines: [lines[0], *lines[2:]], "its checksum does not fit"),
        (lambda lines: [lines[0].replace('"seed": 11', '"seed": 12'), *lines[1:]], "checksum"),
        (lambda lines: [lines[0].replace("plain", "other"), *lines[1:]], "checksum"),
        (lambda lines: [lines[0].replace('iour": ', 'iour": 9'), *lines[1:]], "checksum"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"deals": 40', '"deals": 41')], "checksum"),
    ],
)
def test_what_no_deal_shows_is_seen_by_the_seal(file, change, said):
    lines = file.read_text().splitlines()
    assert change(lines) != lines
    file.write_text("\n".join(change(lines)) + "\n")
    (fault,) = verify_records(read_records(file))
    assert said in fault


def test_a_failed_write_leaves_the_old_file(tmp_path, file):
    before = file.read_text()
    rules, records = dealt()

    def broken():
        yield records[0]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_records(file, broken(), rules=rules, seats=[Both()] * 4, seed=1)
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["deals.jsonl"]


def test_writing_into_no_folder(tmp_path):
    rules, records = dealt(deals=1)
    with pytest.raises(PontoonError, match=r"cannot be written: No such file"):
        write_records(tmp_path / "no" / "x", records, rules=rules, seats=[Both()] * 4, seed=1)
    with pytest.raises(PontoonError, match=r"it is a folder"):
        write_records(tmp_path, records, rules=rules, seats=[Both()] * 4, seed=1)


def changed(entries: list[Entry], line: int, **values: Any) -> list[Entry]:
    entries = copy.deepcopy(entries)
    entries[line - 1].update(values)
    return entries


@pytest.mark.parametrize(
    ("line", "values", "said"),
    [
        (1, {"record": "poker"}, 'it has to begin with {"record": "pontoon-deals"'),
        (1, {"version": 1}, "version 1 is not known"),
        (1, {"sede": 3}, "unknown key 'sede', did you mean 'seed'?"),
        (1, {"rules": []}, "'rules' has to be an object"),
        (1, {"rules": {"stik_min": 3}}, "unknown setting 'stik_min', did you mean 'stick_min'?"),
        (1, {"seats": []}, "0 seats are named, but seats = 4"),
        (1, {"seats": "plain"}, "'seats' has to be a list"),
        (1, {"seats": [{"player": 1, "banker": "x"}] * 4}, "have to be text"),
        (1, {"seed": 1.5}, "'seed' has to be a whole number, not 1.5"),
        (1, {"behaviour": True}, "'behaviour' has to be a whole number, not true"),
        (3, {"banker": 4}, "'banker' is 4, it can be at most 3"),
        (3, {"tenure": -1}, "'tenure' is -1, it has to be at least 0"),
        (3, {"kitty": -1}, "'kitty' is -1, it has to be at least 0"),
        (3, {"net": [1, -1]}, "'net' has 2 numbers for 4 seats"),
        (3, {"shuffled": 0}, "'shuffled' has to be true or false"),
        (3, {"pack": ["AS", "1S"]}, "'1S' in 'pack' is no card"),
        (3, {"pack": ["as"]}, "'as' in 'pack' is no card"),
        (3, {"events": [[]]}, "event 1: an event is a list that begins with its name"),
        (3, {"events": [["stik", 1, 0]]}, "unknown event 'stik', did you mean 'stick'?"),
        (3, {"events": [["stick", 1]]}, "'stick' is followed by seat, hand"),
        (3, {"events": [["stick", 9, 0]]}, "'seat' is 9, it can be at most 3"),
        (3, {"events": [["card", 1, 0, "AS", "sideways"]]}, "'sideways' is not down or up"),
        (3, {"events": [["card", 1, 0, ["AS"], "up"]]}, "is not a card such as AS or TD"),
        (3, {"events": [["bank", 1, "luck", 0]]}, "'luck' is not pontoon or sale or rotate"),
        (3, {"extra": 1}, "unknown key 'extra'"),
    ],
)
def test_a_wrong_form_is_one_sentence_with_the_line(file, line, values, said):
    put(file, changed(lines_of(file), line, **values))
    with pytest.raises(PontoonError) as error:
        read_records(file)
    assert f"line {line}" in str(error.value)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{", "line 1: this is not JSON"),
        ("[1]", "line 1: this is no JSON object"),
        ('{"record": 1, "record": 1}', "line 1: a key stands twice"),
        ('{"record": "pontoon-deals"}', "line 1: the key 'version' is missing"),
        ("9" * 5000, "line 1: this is no"),
        ("[" * 100_000, "line 1: this is not JSON"),
    ],
)
def test_a_file_that_is_no_record(tmp_path, text, said):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(PontoonError, match="records file"):
        read_records(path)
    with pytest.raises(PontoonError) as error:
        read_records(path)
    assert said in str(error.value) or "not JSON" in str(error.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(PontoonError, match="does not exist"):
        read_records(tmp_path / "none")
    with pytest.raises(PontoonError, match="is a folder"):
        read_records(tmp_path)
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PontoonError, match="not a text file"):
        read_records(path)


def test_a_blank_line_is_refused(file):
    file.write_text(file.read_text().replace("\n", "\n\n", 1))
    with pytest.raises(PontoonError, match="line 2: this is not JSON"):
        read_records(file)


# --- the audit --------------------------------------------------------------------------------


def first_line(entries: list[Entry], wanted: Callable[[Entry], bool]) -> int:
    """Line of the first deal that is as wanted."""
    return next(i for i, entry in enumerate(entries[1:], start=2) if wanted(entry))


def has(name: str) -> Callable[[Entry], bool]:
    return lambda entry: any(event[0] == name for event in entry["events"])


def place_of(entry: Entry, name: str) -> int:
    return next(i for i, event in enumerate(entry["events"]) if event[0] == name)


def faults_of(path: Path, entries: list[Entry]) -> list[str]:
    return verify_records(read_records(put(path, entries)))


FALSE_VALUES: list[tuple[str, Callable[[Entry], Any], str]] = [
    ("net", lambda e: [n + 1 for n in e["net"]], "'net' sums to 4, not to zero"),
    ("net", lambda e: [e["net"][0] + 1, e["net"][1] - 1, *e["net"][2:]], "'net' is ["),
    ("kitty_after", lambda e: 5, "'kitty_after' is 5, but the rules give 0"),
    ("next_banker", lambda e: (e["next_banker"] + 1) % 4, "'next_banker' is"),
    ("shuffled", lambda e: not e["shuffled"], "'shuffled' is"),
    ("pack_after", lambda e: e["pack_after"][::-1], "'pack_after' is not the order"),
    ("pack_after", lambda e: e["pack_after"][:-1], "'pack_after' is not the order"),
    ("pack", lambda e: [e["pack"][1], *e["pack"][1:]], "'pack' differs from the last deal's"),
    ("kitty", lambda e: 3, "'kitty' is 3"),
    ("events", lambda e: [], "event 1 is missing, but the rules give [\"card\""),
    ("events", lambda e: e["events"][:-1], "is missing, but the rules give"),
    ("events", lambda e: [*e["events"], ["shuffle"]], 'is ["shuffle"], but the rules give missing'),
]  # fmt: skip


@pytest.mark.parametrize(("key", "falsify", "said"), FALSE_VALUES)
def test_a_false_value_is_found_in_its_line(tmp_path, file, key, falsify, said):
    entries = lines_of(file)
    last = len(entries)  # the last line, so that no later deal depends on it
    false = changed(entries, last, **{key: falsify(entries[last - 1])})
    (fault,) = faults_of(tmp_path / "false.jsonl", false)
    assert f"line {last} (table 0, deal {last - 2})" in fault
    assert said in fault
    assert "\n" not in fault


@pytest.mark.parametrize(
    ("name", "falsify", "said"),
    [
        ("stake", lambda event: [*event[:2], 500], "a stake of 500 is not between 10 and 100 (P3)"),
        ("stake", lambda event: [*event[:2], 10.0], "whole number"),
        ("buy", lambda event: [*event[:3], 9], "(P14)"),
        ("buy", lambda event: [*event[:3], 0], "a price of 0 is no price (P14)"),
        ("buy", lambda event: ["stick", *event[1:3]], "is below stick_min = 15 (P13)"),
        ("stick", lambda event: ["split", *event[1:3], 1, 10], "(P17)"),
        ("stick", lambda event: ["burn", event[1]], "has to stand here (P18)"),
        ("stick", lambda event: ["stick", event[1], 3], "has to stand here (P18)"),
        ("pay", lambda event: [*event[:3], event[3] + 1], "the rules give"),
        ("split", lambda event: [*event[:4], 99], "the rules give"),
        ("bust", lambda event: ["trick", *event[1:]], "the rules give"),
        ("card", lambda event: [*event[:4], "up"], "the rules give"),
    ],
)
def test_an_illegal_action_is_refused_with_its_rule(tmp_path, file, name, falsify, said):
    entries = lines_of(file)
    line = first_line(entries, has(name))
    entry = copy.deepcopy(entries[line - 1])
    place = place_of(entry, name)
    entry["events"][place] = falsify(entry["events"][place])
    entries[line - 1] = entry
    path = tmp_path / "false.jsonl"
    try:
        faults = faults_of(path, entries)
    except PontoonError as error:  # the form already is wrong
        assert said in str(error)
        return
    assert len(faults) == 1
    assert f"line {line} " in faults[0]
    assert f"event {place + 1} is" in faults[0]
    assert said in faults[0]


@pytest.mark.parametrize(
    ("name", "chips", "said"),
    [
        ("kitty", 500, "500"),
        ("shoot", 5000, "is above the room of"),
        ("shoot", -4, "less than nothing"),
        ("pay_shoot", 1, "the rules give"),
        ("bank", 77, "the rules give"),
    ],
)
def test_shoot_pontoon_is_audited_too(tmp_path, name, chips, said):
    path = written(tmp_path / "deals.jsonl", shoot=True, bank_sale=True)
    entries = lines_of(path)
    line = first_line(
        entries,
        lambda e: any(event[0] == name and event[-2] != "sale" for event in e["events"]),
    )
    entry = entries[line - 1]
    place = next(
        i for i, event in enumerate(entry["events"]) if event[0] == name and event[-2] != "sale"
    )
    entry["events"][place][-1] = chips
    fault = faults_of(path, entries)[0]
    assert f"line {line} " in fault
    assert said in fault


def test_other_false_actions(tmp_path, file):
    entries = lines_of(file)
    path = tmp_path / "x.jsonl"
    for name, put_in, said in [
        ("buy", lambda event: ["twist", *event[1:3]], '"down"], but the rules give ["card"'),
        ("stick", lambda event: ["burn", event[1]], "burn = 'none' (P33)"),
    ]:
        false = copy.deepcopy(entries)
        line = first_line(false, lambda e, name=name: [name, 1, 0] in [v[:3] for v in e["events"]])
        events = false[line - 1]["events"]
        place = next(i for i, event in enumerate(events) if event[:3] == [name, 1, 0])
        events[place] = put_in(events[place])
        assert said in faults_of(path, false)[0]
    entries[1]["pack"][0] = entries[1]["pack"][1]
    assert "the pack is not whole" in faults_of(path, entries[:2])[0]


def test_deals_follow_from_one_another():
    rules, records = dealt(shoot=True)
    before = next(record for record in records if not record.shuffled and record.kitty_after)
    after = records[before.deal + 1]
    assert link_fault(rules, before, after) is None
    turned = (*after.pack[1:], after.pack[0])
    for false, said in [
        (replace(after, banker=(after.banker + 1) % 4), "'banker' is"),
        (replace(after, tenure=after.tenure + 1), "'tenure' is"),
        (replace(after, kitty=after.kitty + 1), "'kitty' is"),
        (replace(after, pack=turned), "from card 1 on (P29)"),
        (replace(after, pack=(*after.pack[:-2], *after.pack[:-3:-1])), "from card 51 on (P29)"),
        (replace(after, deal=before.deal), "stands after deal"),
    ]:
        assert said in str(link_fault(rules, before, false))
    assert link_fault(rules, before, replace(after, deal=after.deal + 1, pack=turned)) is None
    assert link_fault(rules, replace(before, shuffled=True), replace(after, pack=turned)) is None


def test_order_and_first_deal(tmp_path, file):
    entries = lines_of(file)
    path = tmp_path / "x.jsonl"
    twice = [*entries[:3], entries[2]]
    assert "deal 1 stands after deal 1 of table 0" in faults_of(path, twice)[0]
    assert faults_of(path, [entries[0], *entries[10:20]]) == []  # a stretch from the middle
    assert faults_of(path, [entries[0], entries[3], entries[20]]) == []  # with a gap
    entries[0]["rules"]["first_banker"] = 2
    assert "first_banker = 2 (P4)" in faults_of(path, entries)[0]


def test_each_bad_deal_is_reported_once(tmp_path, file):
    entries = lines_of(file)
    for line in (5, 9):
        entries[line - 1]["net"] = [0, 0, 0, 0]
    faults = faults_of(tmp_path / "x.jsonl", entries)
    assert [fault.split(":")[0].split("line ")[1].split()[0] for fault in faults] == ["5", "9"]


# --- the command ------------------------------------------------------------------------------


def test_records_check(file, tmp_path):
    result = CliRunner().invoke(command, ["check", str(file)], standalone_mode=False)
    assert result.output == f"{file}: 40 deals, all by the rules\n"
    entries = lines_of(file)
    entries[4]["net"] = [0, 0, 0, 0]
    put(file, entries)
    result = CliRunner().invoke(command, ["check", str(file)])
    assert result.exit_code == 1
    assert "line 5 (table 0, deal 3): 'net' is [0, 0, 0, 0]" in result.output


@pytest.mark.slow
def test_records_written_by_the_compiled_engine_pass(tmp_path):
    path = tmp_path / "deals.jsonl"
    words = ["write", str(path), "--deals", "3:30", "--seed", "5", "--seats", "5", "--table", "2"]
    result = CliRunner().invoke(command, words, standalone_mode=False)
    assert result.exception is None
    assert result.output == f"{path}: 27 deals written\n"
    assert verify_records(read_records(path)) == []
    assert CliRunner().invoke(command, ["check", str(path)]).exit_code == 0
