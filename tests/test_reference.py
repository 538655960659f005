"""The reference engine as a whole: random rules, people and packs; the view; the random numbers."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pontoon_sim.game.cards import best_total, parse, value
from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.kernel import layout
from pontoon_sim.records import link_fault
from pontoon_sim.records.audit import deal_fault
from pontoon_sim.reference import DealRecord, Table, View, chance, decision_key, play_table


class Wild:
    """Any legal answer, at random; prices and bets anywhere in their limits."""

    name = "wild"

    def __init__(self, random: Random, rules: Rules) -> None:
        self.random = random
        self.rules = rules

    def answer(self, decision: str, view: View) -> int:
        random = self.random
        match decision:
            case "stake":
                return random.randint(view.stake_min, view.stake_max)
            case "turn":
                legal = [layout.STICK] * view.can_stick + [layout.TWIST] * view.can_twist
                legal += [layout.SPLIT] * (3 * view.can_split) + [layout.BURN] * view.can_burn
                if view.dearest:
                    legal.append(random.randint(view.cheapest, view.dearest))
                assert len(legal) > 1, "asked without a choice"
                return random.choice(legal)
            case "draw":
                return int(random.random() < (21 - view.hard) / 14)
            case "double":
                return random.randint(0, 1)
            case "shoot" | "top_up":
                assert view.room > 0, "asked without room"
                return random.choice([0, view.room, random.randint(0, view.room)])
            case "kitty":
                return random.randint(*self.rules.kitty_limits)
        return random.randint(-5, 30)  # ask, bid


class Both:
    def __init__(self, strategy):
        self.player = self.banker = strategy


def wild_table(seed: int, deals: int) -> tuple[Rules, list[DealRecord]]:
    random = Random(seed)
    rules = random_rules(random, first_banker="cut", stake_min=random.randint(1, 20))
    people = [Both(Wild(random, rules)) for _ in range(rules.seats)]
    return rules, play_table(rules, people, random.randrange(rules.seats), deals, random)


def test_random_tables_keep_chips_cards_and_kitty():
    """2,000 deals at 200 tables of random rules; every record also passes its audit."""
    seen = set()
    for seed in range(200):
        rules, records = wild_table(seed, 10)
        before = None
        for record in records:
            assert sum(record.net) == 0
            assert record.kitty_after >= 0
            assert sorted(record.pack_after) == sorted(record.pack)
            assert link_fault(rules, before, record) is None
            assert deal_fault(rules, record) is None
            kitty = record.kitty
            for event in record.events:
                seen.add(event.name)
                kitty += event.args[1] if event.name == "kitty" else 0
                kitty -= event.args[2] if event.name == "pay_shoot" else 0
                assert kitty >= 0
            before = record
    assert seen == set(layout.EVENTS)  # nothing was left untried


class Standing:
    """Stands on everything at once; keeps what it was shown."""

    name = "standing"

    def __init__(self) -> None:
        self.shown: list[tuple[str, View]] = []

    def answer(self, decision: str, view: View) -> int:
        self.shown.append((decision, view))
        return view.stake_min if decision == "stake" else 0


def shown_to(pack: list[int], banker: bool) -> list[tuple[str, View]]:
    """What the first player, or the banker, is shown when everyone stands (four seats)."""
    rules = rules_of({"seats": 4, "stick_min": 0})
    people = [Standing() for _ in range(4)]
    Table(rules, [Both(person) for person in people], banker=0).play_deal(pack)
    return people[0 if banker else 1].shown


def holds_a_pontoon(pack: list[int]) -> bool:
    pairs = ((pack[i] >> 2, pack[i + 4] >> 2) for i in range(4))
    return any(min(pair) == 0 and max(pair) >= 9 for pair in pairs)


@pytest.mark.parametrize(("banker", "own"), [(False, (0, 4)), (True, (3, 7))])
def test_P06_P23_hidden_cards_change_nothing_that_is_shown(banker, own):
    """All cards but one's own are dealt anew: the player and the banker are shown the same."""
    random = Random(3)
    compared = 0
    while compared < 100:
        pack = random.sample(range(52), 52)
        hidden = [place for place in range(52) if place not in own]
        other = pack.copy()
        for place, card in zip(hidden, random.sample([pack[i] for i in hidden], 50), strict=True):
            other[place] = card
        if holds_a_pontoon(pack) or holds_a_pontoon(other):
            continue
        assert shown_to(pack, banker) == shown_to(other, banker)
        compared += 1
    changed = pack.copy()
    changed[own[0]], changed[51] = changed[51], changed[own[0]]
    assert shown_to(pack, banker) != shown_to(changed, banker)  # the comparison can fail


class Peeker:
    """Splits what it can and twists whatever does not bust: it has seen the pack."""

    name = "peeker"
    table: Table

    def answer(self, decision: str, view: View) -> int:
        if decision in ("turn", "draw"):
            if view.can_split:
                return layout.SPLIT
            lucky = view.hard + value(self.table._deal.pack[0]) <= 21
            if decision == "draw":
                return int(lucky)
            return layout.TWIST if lucky or not view.can_stick else layout.STICK
        return view.stake_min if decision == "stake" else 0


def test_P32_a_table_that_deals_the_whole_pack():
    """Eight seats with luck and many splits: hands stand below `stick_min` once the pack is out."""
    rules = rules_of({"seats": 8})
    # A pair to each: much to split and little that busts; low cards come early after that.
    first_two = [rank * 4 + suit for suit in (0, 1) for rank in (0, 1, 2, 9, 10, 11, 12, 7)]
    dry = below = 0
    for seed in range(400):
        peeker = Peeker()
        table = peeker.table = Table(rules, [Both(peeker)] * 8, banker=0)
        rest = [card for card in range(52) if card not in first_two]
        random = Random(seed)
        rest.sort(key=lambda card: value(card) + 8 * random.random())
        record = table.play_deal([*first_two, *rest])
        assert deal_fault(rules, record) is None
        left, hands = 52, {}
        for event in record.events:
            if event.name == "card":
                left -= 1
                hands.setdefault(event.args[:2], []).append(parse(event.args[2]))
            elif event.name == "bust" and event.args[0] != 0:
                left += len(hands[event.args[:2]])
            elif event.name == "split":
                seat, hand, new, _ = event.args
                hands[seat, new] = [hands[seat, hand].pop()]
            elif event.name == "stick" and event.args[0] != 0:
                short = best_total(hands[event.args[:2]]) < rules.stick_min
                assert not short or left == 0
                below += short
        dry += left == 0
    assert dry >= 3
    assert below >= 1


def test_the_view_has_every_field_of_the_layout():
    view = View(decision=0, position=0, seats=2, stake_min=1, stake_max=2)
    fields = [name for name, _ in layout.VIEW_FIELDS]
    arrays = {name: size for name, size, _ in layout.VIEW_ARRAYS}
    assert list(view.content()) == [*fields, *arrays]
    assert {name: len(getattr(view, name)) for name in arrays} == arrays


def test_chance_is_the_stated_mix():
    view = View(decision=1, position=0, seats=2, stake_min=1, stake_max=2, hand=2, hands=3, cards=4)
    mask = 2**64 - 1
    x = (
        5 + 0x9E3779B97F4A7C15 * (1 + ((7 * 16 + 3) * 16 + 1) * 4096 + 2 * 512 + 3 * 64 + 8 + 4)
    ) & mask
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & mask
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & mask
    assert chance(5, decision_key(7, 3, True, view)) == (x ^ (x >> 31)) >> 32
    assert 0 <= chance(2**64 - 1, decision_key(10**9, 11, False, view)) < 2**32


def test_chance_is_splitmix64():
    """Known answers of splitmix64 for the state 0: its first output is that of one step."""
    assert chance(0, decision_key(0, 0, False, View())) == 0xE220A8397B1DCDAF >> 32


def test_no_two_decisions_of_a_table_have_the_same_number(monkeypatch):
    """All decisions of random games of all settings: stakes, doubling, shoot bets, burning,
    splitting, each card, draws, kitties, asks and bids."""
    kinds: Counter[str] = Counter()
    burnt = 0
    for seed in range(150):
        keys = []

        def kept(deal, seat, burnt, view, keys=keys):
            keys.append((decision_key(deal, seat, burnt, view), layout.DECISIONS[view.decision]))
            return keys[-1][0]

        monkeypatch.setattr("pontoon_sim.reference.view.decision_key", kept)
        _, records = wild_table(seed, 12)
        assert len({key for key, _ in keys}) == len(keys), f"seed {seed}"
        kinds.update(kind for _, kind in keys)
        burnt += sum(event.name == "burn" for record in records for event in record.events)
    assert set(kinds) == set(layout.DECISIONS)
    assert burnt >= 20


def test_the_numbers_of_two_decisions_are_independent():
    """Before and after a burn, and of one hand's cards: a toss of the one says nothing of the
    other. 20,000 tosses, four standard errors."""
    tosses = 20_000
    views = [View(decision=1, hands=1, cards=2), View(decision=1, hands=1, cards=3)]
    for (view, burnt), (other, other_burnt) in (
        ((views[0], False), (views[0], True)),
        ((views[0], False), (views[1], False)),
    ):
        same = 0
        for deal in range(tosses):
            first = chance(99, decision_key(deal, 2, burnt, view))
            second = chance(99, decision_key(deal, 2, other_burnt, other))
            same += (first < 2**31) == (second < 2**31)
        assert abs(same / tosses - 0.5) < 4 * 0.5 / tosses**0.5


@pytest.mark.parametrize("seed", range(3))
def test_a_table_is_the_same_again(seed):
    assert wild_table(seed, 5)[1] == wild_table(seed, 5)[1]
