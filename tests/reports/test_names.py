"""Names of users' own in a report: pictures, their files, and words."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

from matplotlib.text import Text

from pontoon_sim.experiments.outcome import Axis
from pontoon_sim.game.rules import rules_from
from pontoon_sim.report.cards import played_letters
from pontoon_sim.report.plots import cards
from pontoon_sim.report.plots.pictures import pictures_of
from pontoon_sim.report.plots.shown import file_name_of
from pontoon_sim.report.plots.style import fitted, new_figure, png, signed_bars, svg, write_figure
from pontoon_sim.strategies import find, names
from pontoon_sim.strategies.library import find_all
from tests.reports.common import arm, outcome

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


def test_what_differs_of_those_who_share_a_card_stands_on_it_by_name():
    found = cards.cards_of(_line_up("never_shoot", "shoot_all", rules="shoot"))
    card = cards.card_of(found[0], rules_from("shoot"))
    assert [entry.label for entry in card.entries[""]] == ["stake", "split"]
    texts = {
        name: " ".join(entry.text for entry in card.entries[name])
        for name in ("never_shoot", "shoot_all")
    }
    assert "first card: none" in texts["never_shoot"] and "first card: all" in texts["shoot_all"]
    plain = cards.card_of(found[0], rules_from("standard"), shoot=False)
    assert not plain.entries["never_shoot"]


def test_a_card_shows_what_is_played():
    """No purchase after a twist, no sticking below the least total, one letter for each hand."""
    for preset, at_15 in (("standard", "S"), ("stick16", "T")):
        rules = rules_from(preset)
        for name in names():
            if find_all(name)[0].role == "player" and find(name, "player").form == "table":
                letters = played_letters(find(name, "player"), rules)
                assert set(letters.values()) <= set("ST12")
                assert {letters[cell] for cell in letters if cell[1]} <= set("ST")
                assert all(x != "S" for cell, x in letters.items() if cell[3] < rules.stick_min)
        assert played_letters(find("stick15", "player"), rules)[2, False, False, 15] == at_15


def test_letters_of_a_card_are_as_large_for_a_banker_as_for_a_player():
    sizes = {}
    for name, role in (("pub_regular", "player"), ("draw_below_16", "banker")):
        card = cards.card_of([find(name, role)], rules_from("standard"))
        figure = cards.card_figure([card])
        figure.draw_without_rendering()
        boxes = [patch.get_window_extent() for patch in figure.axes[0].patches]
        sizes[role] = (
            {round(box.height, 3) for box in boxes},
            figure.get_figwidth(),
            {text.get_fontsize() for text in figure.axes[0].texts if len(text.get_text()) == 1},
        )
    assert len(sizes["player"][0]) == 1
    assert sizes["banker"][:2] == sizes["player"][:2]
    assert max(sizes["banker"][2]) == max(sizes["player"][2])


def test_texts_of_a_drawing_stay_texts():
    card = cards.card_of([find("pub_regular", "player")], rules_from("standard"))
    drawing = svg(cards.card_figure([card]), "p0", "A card.")
    assert ">twisted</text>" in drawing and drawing.count("<text") > 100
    assert "\n" not in drawing and len(drawing) < 50_000


def test_marks_tell_their_figures_where_somebody_points(tmp_path):
    names, values = ["won <b> & lost", "lost"], [1.25, -2.5]
    figure = new_figure(3, 2)
    signed_bars(figure.axes[0], names, values, 1)
    write_figure(tmp_path / "bars.svg", figure)
    for drawing in (svg(figure, "p0", "Two bars."), (tmp_path / "bars.svg").read_text()):
        assert "<title>won &lt;b&gt; &amp; lost: +1.25</title>" in drawing
        assert "<title>lost: -2.50</title>" in drawing and "hover:" not in drawing


def test_file_names_hold_only_plain_letters_and_are_unlike():
    taken: set[str] = set()
    said = ("card_a:1,b(2)", "card_a-1", "card_a(1,b)2", "A/b", "a/b")
    names = [file_name_of(one, taken) for one in said]
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
