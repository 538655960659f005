"""What a report says: the sentence that answers, and text that fits 80 columns."""

from __future__ import annotations

import re
from dataclasses import replace

from pontoon_sim import BEHAVIOUR
from pontoon_sim.experiments.outcome import Axis
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.report.experiments.answers import ANSWERS, answer
from pontoon_sim.report.words import headline
from pontoon_sim.runs.driver import Until
from pontoon_sim.statistics.intervals import anytime_half_width
from pontoon_sim.strategies import seats_from
from tests.reports.common import BANKERS, arm, outcome, text_of


def test_every_kind_has_an_answer_and_its_text_fits_80_columns(any_outcome):
    text = text_of(any_outcome)
    first = answer(any_outcome)[0]
    head = re.sub(r"\s+", " ", text)[: len(any_outcome.experiment.question) + len(first) + 1]
    assert head == f"{any_outcome.experiment.question} {first}"
    too_long = [line for line in text.splitlines() if len(line.rstrip()) > 80]
    assert not too_long
    assert "nan" not in text and "None" not in text
    assert text.rstrip().endswith(any_outcome.command)


def test_kinds_are_those_of_experiment_files():
    from typing import get_args

    from pontoon_sim.experiments import model

    assert set(ANSWERS) == set(get_args(model.Kind))


def test_a_comparison_says_by_how_much_which_way_and_what_pairing_was_worth(compared):
    """With fresh packs: without the known luck, against the error of runs with all of it."""
    first, pairing = answer(compared)
    figures = compared.comparison.contrasts[0].figures
    found = figures["adjusted"]
    assert "(luck-adjusted, 95 % interval " in first
    size, low, high = re.search(r"is ([\d.]+) % .*interval ([\d.]+) to ([\d.]+) %", first).groups()
    assert float(size) == round(-100 * found.paired.value, len(size.split(".")[1]))
    assert float(low) < float(size) < float(high)
    assert 'With "sticks on 16"' in first and 'lower than with "sticks on 15"' in first
    worth = figures["edge_initial"].unpaired.se ** 2 / found.paired.se**2
    assert f"packs and adjusting for luck was worth {worth:,.0f}x the deals" in pairing


def test_a_question_of_luck_is_answered_by_the_swings_before_the_edge(purse):
    first, *more = answer(purse)
    sd = purse.comparison.results[0].estimates["sd_per_deal"].value
    assert first == f"One deal moves the banker's purse by {sd:.0f} chips up or down (SD)."
    assert more[-1].startswith("The banker's advantage is")


def test_pairing_and_adjusting_are_worth_what_they_are_in_the_continuing_game_too():
    arms = [arm("one", rules="standard"), arm("other", rules="standard", players="stick16")]
    one = outcome("compare", arms, 20_000)
    first, pairing = answer(one)
    found = one.comparison.contrasts[0].figures
    worth = found["edge_initial"].unpaired.se ** 2 / found["adjusted"].paired.se ** 2
    assert f"packs and adjusting for luck was worth {worth:.1f}x the deals" in pairing
    assert "luck-adjusted" in first


def test_a_run_that_stopped_when_sure_says_the_anytime_valid_interval(precise):
    """The fixed interval holds for a number of deals chosen beforehand; this run chose its own."""
    comparison = precise.comparison
    assert comparison.stopped == "precise"
    edge = comparison.results[0].adjusted["edge_initial"]
    half = anytime_half_width(edge.se, comparison.sums.tables, 0.95)
    (first,) = answer(precise)
    low, high = map(
        float, re.search(r"anytime-valid interval ([\d.]+) to ([\d.]+) %", first).groups()
    )
    assert abs((high - low) / 2 - 100 * half) < 0.06
    assert half > 1.3 * edge.half_width
    assert half <= 0.02


def test_simulate_with_a_precision_says_the_anytime_valid_interval_too():
    rules = rules_from("shuffled", seats=3)
    result = simulate(rules, seats_from(rules, "stick17"), deals=Until(10**6, precision=0.001))
    assert "95 % anytime-valid interval" in headline(result)
    low, high = map(float, re.search(r"interval ([\d.]+) to ([\d.]+) %", headline(result)).groups())
    assert abs((high - low) / 2 - 100 * result.anytime_half_width) < 0.06
    # it stopped as soon as the edge without the known luck was sure enough, long before the other
    tables = result.tallies.tables
    sharp, raw = result.adjusted["edge_initial"].se, result.edge_initial.se
    assert result.anytime_half_width <= 0.001
    assert abs(result.anytime_half_width - anytime_half_width(sharp, tables, 0.95)) < 1e-12
    assert anytime_half_width(raw, tables, 0.95) > 0.003
    plain = replace(result, precision=None, anytime_half_width=None)
    assert "95 % interval" in headline(plain)


def test_no_difference_is_claimed_where_there_is_none():
    """The same players under two names, over packs of their own."""
    arms = [arm("one"), arm("other")]
    first, packs = answer(outcome("compare", arms, 10_000, paired=False, seed=4))
    assert first.startswith('No difference can be told yet between "other" and "one"')
    worth = r"; adjusting for luck was worth [\d.]+x the deals"
    assert re.fullmatch(rf"Each arm was played over packs of its own{worth}\.", packs)
    (same, *_) = answer(outcome("compare", arms, 2_000))
    assert same.startswith('"other" and "one" are the same to the last chip: ')


def test_arms_that_never_differ_are_called_the_same():
    alike = [arm("base"), arm("one"), arm("two")]
    (first,) = answer(outcome("compare", alike, 2_000))
    assert first.startswith('Against "base" the banker\'s edge is the same to the last chip')
    (first,) = answer(outcome("ladder", [*alike, arm("all together")], 2_000))
    assert first.startswith("No change can move the banker's edge by a single chip")
    axes, cells = [Axis("seats", ("a", "b", "c"))], [(0,), (1,), (2,)]
    (first,) = answer(outcome("sweep", alike, 2_000, [None] * 3, axes, cells))
    assert "is the same to the last chip in all 3 cells" in first
    unlike = [*alike, arm("three", players="stick17")]
    told = " ".join(answer(outcome("compare", unlike, 2_000)))
    assert 'The same to the last chip: "one" and "two".' in told
    told = " ".join(answer(outcome("ladder", [*unlike, arm("all together")], 2_000)))
    assert 'The same to the last chip: "one" and "two".' in told


def test_numbers_of_seats_are_people(curve, banks):
    assert " with 2 people" in answer(curve)[0] or " with 4 people" in answer(curve)[0]
    assert "3 people" in answer(banks)[0] and "5 people" in answer(banks)[0]


def test_the_ladder_says_that_the_singles_add_up_or_not(ladder):
    from pontoon_sim.report.experiments.numbers import ladder_of

    values = [one["adjusted"].value for one in ladder.comparison.estimates]
    steps = ladder_of(ladder)
    base, *singles, joint = values
    assert abs(steps.total.value - sum(value - base for value in singles)) < 1e-12
    assert abs(steps.rest.value - (joint - base - steps.total.value)) < 1e-12
    assert "One at a time they come to" in " ".join(answer(ladder))


def test_the_error_of_a_combination_is_that_of_the_difference_it_is(compared):
    from pontoon_sim.statistics.estimates import combination

    together = compared.comparison.sums.together
    found = combination(together, {1: 1, 0: -1}, "net", "initial")
    known = compared.comparison.contrasts[0].figures["edge_initial"].paired
    assert abs(found.value - known.value) < 1e-15 and abs(found.se / known.se - 1) < 1e-12


def test_panels_are_told_by_their_values(panels):
    text = text_of(panels)
    assert "Sticks on 16 less sticks on 15, by banker" in text
    assert answer(panels)[0].startswith('With "sticks on 16" instead of "sticks on 15" ')


def test_the_picture_in_characters_has_a_line_for_each_difference(panels):
    lines = [
        line for line in text_of(panels).splitlines() if re.match(r"draw_below_\d+ [-o |]*$", line)
    ]
    assert len(lines) == 3


def test_how_it_was_made_names_all_that_the_numbers_follow_from(any_outcome):
    text = text_of(any_outcome)
    for seat in any_outcome.setup.arms[0].seats:
        for strategy in (seat.player, seat.banker):
            told = f"{strategy.name} (file {strategy.content_hash[:8]})"
            assert told in re.sub(r"\s+", " ", text)
    for word in ("Rules: standard", "Seed 1", f"behaviour {BEHAVIOUR}", "pontoon_sim 0."):
        assert word in re.sub(r"\s+", " ", text)


def test_cells_that_were_picked_have_intervals_that_hold_for_all(heat_map, panels):
    """By hand: Student's at 1 - 5 % / 9, and / 3, from the errors of each cell by itself."""
    from scipy import stats

    def half(figure, tables, among):
        return 100 * figure.se * stats.t(tables - 1).ppf(1 - 0.05 / among / 2)

    comparison = heat_map.comparison
    first = answer(heat_map)[0]
    assert "95 % interval, the choice out of 9 allowed for:" in first
    edges = [one["adjusted"] for one in comparison.estimates]
    said = re.findall(r"([+-][\d.]+) to ([+-][\d.]+) %", first)
    for figure, ends in zip((max, min), said, strict=True):
        edge = figure(edges, key=lambda one: one.value)
        assert abs((float(ends[1]) - float(ends[0])) / 2 - half(edge, 100, 9)) < 0.011

    first = answer(panels)[0]
    assert "the choice out of 3 allowed for:" in first
    found = [row.figures["adjusted"].paired for row in panels.comparison.contrasts]
    low = min(found, key=lambda one: one.value)
    ends = re.findall(r"([+-][\d.]+) to ([+-][\d.]+) %", first)[0]
    assert abs((float(ends[1]) - float(ends[0])) / 2 - half(low, 100, 3)) < 0.011


def test_where_the_bank_is_worth_most_is_told_only_where_it_stands_out(banks):
    assert "where it is worth most cannot be told yet" in answer(banks)[0]
    wide, narrow = banks.banks
    moments = wide.moments
    more = [10 ** (name == "adjusted") for name in moments.quantities]
    sums = [times * total for times, total in zip(more, moments.sums, strict=True)]
    products = [
        [one * other * total for other, total in zip(more, row, strict=True)]
        for one, row in zip(more, moments.products, strict=True)
    ]
    far = replace(wide, moments=replace(moments, sums=sums, products=products))
    apart = replace(banks, banks=(far, narrow))
    assert far.net.value > narrow.net.value
    assert answer(apart)[0].startswith("Holding the bank until it passes is worth most with 3 peo")


def _map(word):
    """Two by three: the terminal's text of a sweep over bankers that are called so."""
    bankers = tuple(word.format(k) for k in (15, 16, 17))
    arms = [arm(f"{p}, {b}", players=p, banker=b) for p in ("stick15", "stick16") for b in BANKERS]
    axes = [Axis("players", ("stick15", "stick16")), Axis("banker", bankers)]
    cells = [(k // 3, k % 3) for k in range(6)]
    return text_of(outcome("sweep", arms, 4_000, [None] * 6, axes, cells)).splitlines()


def test_heads_of_the_map_that_are_too_wide_lose_what_they_share():
    lines = _map("a banker who draws always below {}")
    (head,) = [line for line in lines if line.split() == ["players", "15", "16", "17"]]
    rows = lines[lines.index(head) + 2 :][:2]
    assert [row.split()[0] for row in rows] == ["stick15", "stick16"]
    assert "each begins with a banker who draws always below" in " ".join(" ".join(lines).split())
    assert any(line.split() == ["players", "draw15", "draw16", "draw17"] for line in _map("draw{}"))


def test_a_map_that_is_too_wide_all_the_same_is_left_to_the_list_of_cells():
    lines = _map("{} and that is what this banker draws below")
    assert not any("* the best for the banker" in line for line in lines)
    assert "Cell by cell, beside the best for the banker" in "\n".join(lines)
