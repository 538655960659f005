"""Best replies: their files play what they promise, and nothing simple or else is better."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pontoon_sim.exact import LineUp, ReplySolver, best_reply
from pontoon_sim.exact.choices import Policy
from pontoon_sim.exact.decisions import choice_values, decisions
from pontoon_sim.exact.replies import Played
from pontoon_sim.exact.simple_replies import SimpleSearch
from pontoon_sim.exact.strategy_files import hand_number, player_toml, write_reply
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import Seat, load
from pontoon_sim.strategies.check import check
from pontoon_sim.strategies.library import find
from pontoon_sim.strategies.table import choices

SCHOOLS = [
    [],
    ["packs=2", "split_pontoon=false"],
    ["buy_max=3", "max_hands=3", "three_sevens_pays=3", "stick_min=16", "soft_21_draws=false"],
    ["buy_max=1", "split=aces", "buy_certain_trick=false", "trick_pays=3"],
    ["split=none", "stick_min=0", "banker_trick_takes=1"],
    ["burn=hard_13_14", "three_sevens_pays=3", "buy_max=3"],
    ["buy_max=0"],
    ["five_card_trick=false", "buy_max=3"],
    ["five_card_trick=false", "buy_max=0", "burn=hard_13"],
]


@pytest.mark.parametrize("sets", SCHOOLS, ids=lambda sets: " ".join(sets) or "standard")
def test_the_file_of_a_best_reply_is_worth_what_the_reply_says(
    tmp_path: Path, sets: list[str]
) -> None:
    rules = rules_from("shuffled", ["stake_max=10", *sets])
    banker = find("draw_below_16", "banker")
    reply = best_reply(rules, banker)
    write_reply(tmp_path / "reply.py", reply, "a test")
    player = load(tmp_path / "reply.py", "player")
    value = LineUp(rules, player, banker).value()
    assert value.net_per_initial == pytest.approx(reply.net, abs=1e-12)
    assert value.staked_per_initial == pytest.approx(reply.staked, abs=1e-11)


def test_the_file_keeps_the_contract_and_the_simulator_agrees(tmp_path: Path) -> None:
    rules = rules_from("shuffled", ["first_banker=1"], seats=2)
    banker = find("draw_below_17", "banker")
    reply = best_reply(rules, banker)
    write_reply(tmp_path / "reply.py", reply, "a test")
    player = load(tmp_path / "reply.py", "player")
    assert check(player, 200) == []
    net, initial = reply.sized
    value = LineUp(rules, player, banker)
    assert value.net == pytest.approx(net, abs=1e-9)
    assert value.initial == pytest.approx(initial)
    run = simulate(rules, [Seat(player, banker)] * 2, deals=400_000, seed=11, workers=1)
    estimate = run.estimates["net_per_deal"]
    assert estimate.se is not None
    assert abs(estimate.value + net) < 4 * estimate.se  # false alarm: 1 in 16,000


def test_no_shipped_player_does_better() -> None:
    rules = rules_from("shuffled", ["stake_max=10"])
    banker = find("soft_aware", "banker")
    best = best_reply(rules, banker).net
    for name in ("stick15", "stick17", "mixed", "pub_regular", "trick_hunter", "cautious"):
        assert LineUp(rules, find(name, "player"), banker).net / 10 < best


def test_simple_replies_are_worth_what_they_say_and_no_letter_can_be_bettered(
    tmp_path: Path,
) -> None:
    rules = rules_from("shuffled", ["stake_max=10"])
    banker = find("draw_below_16", "banker")
    replying = ReplySolver(rules, banker)
    best = replying.best()
    search = SimpleSearch(replying, best)
    simples = search.all()
    assert all(simple.cost >= 0 for simple in simples)
    for simple in simples:
        path = tmp_path / f"{simple.name.replace(' ', '_')}.toml"
        path.write_text(player_toml(simple, "simple", banker.name, dict.fromkeys(range(13), False)))
        value = LineUp(rules, load(path, "player"), banker).value()
        assert value.net_per_initial == pytest.approx(simple.net, abs=1e-12)
        assert value.staked_per_initial == pytest.approx(simple.staked, abs=1e-11)
    table = simples[0]
    for cell in [c for c in table.cells if c[3] in (12, 17)]:
        for letter in ("S", "T", "2T"):
            changed = {**table.cells, cell: letter}
            assert search.value(changed).net <= table.net + 1e-12


def test_decisions_tell_the_cost_of_every_other_action() -> None:
    reply = best_reply(rules_from("shuffled"), find("draw_below_16", "banker"))
    found = decisions(reply)
    assert all(cost >= -1e-12 for d in found for cost in d.costs.values())
    twenty = next(d for d in found if d.hand == "TT" and d.history.cards == 2)
    assert twenty.best == "stick"
    assert twenty.values["stick"] == pytest.approx(0.5103, abs=5e-5)


def test_doing_without_is_never_worth_more() -> None:
    rules = rules_from("shuffled")
    banker = find("draw_below_16", "banker")
    found = choice_values(rules, banker, best_reply(rules, banker))
    assert min(vars(found).values()) >= 0
    assert found.buying > found.certain_trick > found.splitting > found.stick_at_15


def test_hands_are_numbered_without_a_gap() -> None:
    from itertools import combinations_with_replacement

    for size, hands in ((2, 55), (3, 220), (4, 715)):
        numbers = {
            hand_number([cards.count(v) for v in range(10)])
            for cards in combinations_with_replacement(range(10), size)
        }
        assert numbers == set(range(hands))


def pub(*sets: str) -> Rules:
    return rules_from("shuffled", ["burn=hard_13", "three_sevens_pays=3", *sets], seats=2)


def test_P33_no_single_hand_of_a_reply_with_burns_is_better_played_otherwise() -> None:
    banker = find("draw_below_16", "banker")
    replying = ReplySolver(pub(), banker)
    reply = replying.best()
    burnt = {cards: replying.burnt[cards] for cards, burn in reply.burns.items() if burn.burns}
    assert len(burnt) == 4  # 3 T, 4 9, 5 8, 6 7
    how = {v: (s.split.again, s.split.policy) for v, s in reply.splits.items() if s.splits}
    best = {history: chosen.action for history, chosen in reply.first.items()}

    after = {cards: replying.play(dealt, best, how) for cards, dealt in burnt.items()}
    first = replying.play(replying.fresh, best, how)

    def net(policy: Policy) -> float:
        def again(hands: Played) -> Played:
            return replace(hands, first=replying.chooser.solve(hands.dealt.first, policy))

        return replying.value_of(again(first), {c: again(hands) for c, hands in after.items()})[0]

    assert net(best) == pytest.approx(reply.net, abs=1e-14)
    assert reply.net <= reply.bound < reply.net + 1e-4
    rng = np.random.default_rng(5)
    for history in best:
        worth = reply.first[history].values
        for place in rng.choice(len(best[history]), 8, replace=False):
            for action in np.flatnonzero(np.isfinite(worth[:, place])):
                changed = {**best, history: best[history].copy()}
                changed[history][place] = action
                assert net(changed) <= reply.net + 1e-14


def test_P33_a_player_who_burns_gains_what_the_simulator_says(tmp_path: Path) -> None:
    rules = pub("stake_max=10", "first_banker=1")
    banker = find("draw_below_16", "banker")
    reply = best_reply(rules, banker)
    write_reply(tmp_path / "reply.py", reply, "a test")
    player = load(tmp_path / "reply.py", "player")
    assert check(player, 200) == []
    run = simulate(rules, [Seat(player, banker)] * 2, deals=400_000, seed=12, workers=1)
    estimate = run.estimates["net_per_deal"]
    assert estimate.se is not None
    assert abs(estimate.value + 10 * reply.net) < 4 * estimate.se  # false alarm: 1 in 16,000


def test_P33_simple_replies_burn_the_totals_that_gain(tmp_path: Path) -> None:
    rules = rules_from("shuffled", ["stake_max=10", "burn=hard_13_14"])
    banker = find("draw_below_17", "banker")
    replying = ReplySolver(rules, banker)
    cells = {cell: "2T" if cell[3] < 12 else "T" if cell[3] < 17 else "S" for cell in choices()}
    simple = SimpleSearch(replying, replying.best()).simple("mine", "", cells)
    assert simple.burns == {13, 14}
    path = tmp_path / "mine.toml"
    path.write_text(player_toml(simple, "mine", banker.name, dict.fromkeys(range(13), False)))
    value = LineUp(rules, load(path, "player"), banker).value()
    assert value.net_per_initial == pytest.approx(simple.net, abs=1e-12)
    assert value.staked_per_initial == pytest.approx(simple.staked, abs=1e-11)


def test_P14_nobody_buys_where_nothing_may_be_bought() -> None:
    rules, banker = rules_from("shuffled", ["buy_max=0"]), find("draw_below_16", "banker")
    solver = ReplySolver(rules, banker)
    reply = solver.best()
    never = ReplySolver(rules_from("shuffled"), banker, buying=False).best()
    assert reply.net == pytest.approx(never.net, abs=1e-14)
    assert not any("buy" in action for d in decisions(reply) for action in d.values)
    texts = [simple.words.replace("never buy", "") for simple in SimpleSearch(solver, reply).all()]
    assert not any("buy" in words or "dearest" in words for words in texts)


def test_P10_without_tricks_players_who_play_for_them_lose_more() -> None:
    banker = find("draw_below_16", "banker")
    plain = best_reply(rules_from("shuffled"), banker)
    without = best_reply(rules_from("shuffled", ["five_card_trick=false"]), banker)
    assert without.net < plain.net - 0.02
    hunter, gambler = (find(name, "player") for name in ("trick_hunter", "gambler"))
    lost = [
        LineUp(rules_from("shuffled"), player, banker).net
        - LineUp(rules_from("shuffled", ["five_card_trick=false"]), player, banker).net
        for player in (hunter, gambler)
    ]
    assert min(lost) > 0
