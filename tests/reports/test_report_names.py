"""Names of users' own in a report: pictures, their files, and words."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

from matplotlib.text import Text

from pontoon_sim.experiments.outcome import Axis
from pontoon_sim.report.plots import cards
from pontoon_sim.report.plots.pictures import _file_name, pictures_of
from pontoon_sim.report.plots.style import fitted, png
from tests.reports.reports_common import arm, outcome

LONG = "a name that says all there is to say of an arm, and goes on for {} long words more"


def _line_up(*players, rules="shuffled"):
    arms = [arm(f"arm {k}", rules, one) for k, one in enumerate(players)]
    return SimpleNamespace(setup=SimpleNamespace(arms=arms))


def test_a_blend_has_no_card():
    found = cards.cards_of(_line_up("mix(stick15:1,stick16:1)", "with_errors(stick16,0.2)"))
    assert [one.role for alike in found for one in alike] == ["banker"]


def test_strategies_that_play_alike_but_for_shoot_bets_share_a_card():
    names = ["never_shoot", "shoot_ace_ten", "shoot_all"]
    found = cards.cards_of(_line_up(*names, "stick17", rules="shoot"))
    players = [alike for alike in found if alike[0].role == "player"]
    assert [[one.name for one in alike] for alike in players] == [names, ["stick17"]]


def test_file_names_hold_only_plain_letters_and_are_unlike():
    taken: set[str] = set()
    said = ("card_a:1,b(2)", "card_a-1", "card_a(1,b)2", "A/b", "a/b")
    names = [_file_name(one, taken) for one in said]
    assert names == ["card_a_1_b_2", "card_a-1", "card_a_1_b_2_2", "A_b", "a_b_2"]


def _drawn(one):
    """Every text of each picture, with its box and its figure; no warning may come of drawing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for shown in pictures_of(one):
            png(shown.figure)
            shown.figure.draw_without_rendering()  # boxes in its own resolution, not the file's
            for text in shown.figure.findobj(Text):
                if text.get_text() and text.get_visible():
                    yield shown, text.get_text(), text.get_window_extent(), shown.figure.bbox


def _two_arms(monkeypatch, *names):
    monkeypatch.setattr(cards, "MOST_CARDS", 0)
    arms = [arm(names[0]), arm(names[1], players="stick16")]
    return outcome("compare", arms, 6_000)


def test_long_names_of_arms_leave_room_for_the_picture(monkeypatch):
    one = _two_arms(monkeypatch, LONG.format("two"), LONG.format("six"))
    cut = fitted([LONG.format("two"), LONG.format("six")])
    assert len(set(cut)) == 2
    seen = set()
    for shown, text, box, whole in _drawn(one):
        if text in cut or "\n" in text:
            seen.add((shown.name, text))
            assert box.x0 >= -1 and box.x1 <= whole.x1 + 1, (shown.name, text)
    assert {("edges", name) for name in cut} <= seen
    assert any(name == "kinds" and "in all" in text for name, text in seen)


def test_long_values_of_an_axis_leave_room_for_the_picture(monkeypatch):
    monkeypatch.setattr(cards, "MOST_CARDS", 0)
    values = tuple(LONG.format(word) for word in ("two", "six"))
    arms = [arm(values[0]), arm(values[1], players="stick16")]
    one = outcome("sweep", arms, 6_000, [None] * 2, [Axis("players", values)], [(0,), (1,)])
    cut = fitted(values, 20)
    inside = [
        box.x0 >= 0 and box.x1 <= whole.x1 for _, text, box, whole in _drawn(one) if text in cut
    ]
    assert len(inside) == 2 and all(inside)


def test_names_of_arms_are_no_formulas(monkeypatch):
    one = _two_arms(monkeypatch, "$x_1$", "$\\frac$ and $")
    found = [
        text for shown, text, *_ in _drawn(one) if shown.name == "edges" and "\\$" in text
    ]  # matplotlib writes an escaped dollar as a dollar, and what is not a formula cannot be wrong
    assert sorted(found) == ["\\$\\frac\\$ and \\$", "\\$x_1\\$"]
