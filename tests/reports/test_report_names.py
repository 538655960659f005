"""Names of users' own in a report: pictures, their files, and words."""

from __future__ import annotations

from types import SimpleNamespace

from reports_common import arm

from pontoon_sim.experiments.reports.plots import _file_name, cards


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
