"""What each legal action of a described hand is worth, exactly or by play.

*Exactly*: in a fresh pack against a banker who looks at its own hand only, with the best play
afterwards. *By play*: the unknown cards are dealt at random, and each action is tried on the same
packs; what follows is left to a named strategy. Both are given that the banker has no pontoon,
which it would have shown (P8).
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.lowering import stretch_of
from pontoon_sim.game import cards as card_names
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, HAND_BUST, SPLIT, STICK, TWIST
from pontoon_sim.reference import Deal, Hand, IllegalAction, bets, turn
from pontoon_sim.statistics.estimates import Estimate, linear_estimate
from pontoon_sim.statistics.moments import moments_of
from pontoon_sim.strategies import Seat, Strategy
from pontoon_sim.strategies.blend import following

CHUNK = 4000
"""Deals that one thread plays at a time."""


@dataclass(frozen=True)
class Situation:
    """A player's unsplit hand on its turn.

    Attributes
    ----------
    rules : Rules
    cards : tuple of int
        Codes in the order dealt: two, then those bought, then those twisted (P15).
    stake : int
        The initial stake, chips.
    bought : tuple of int
        Prices paid, chips.
    twisted : int
    position : int
        0 at the banker's left.
    seen : tuple of int
        Codes of cards seen in earlier deals since the shuffle: they are out of the pack.
    """

    rules: Rules
    cards: tuple[int, ...]
    stake: int
    bought: tuple[int, ...] = ()
    twisted: int = 0
    position: int = 0
    seen: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        rules, told = self.rules, Counter(self.cards + self.seen)
        for code, count in told.items():
            if count > rules.packs:
                holds = "one pack holds it once" if rules.packs == 1 else "two packs hold it twice"
                raise PontoonError(f"{card_names.name(code)} is named {count} times, but {holds}")
        if len(self.cards) < 2:
            raise PontoonError("a hand has two cards or more: name them, such as A 5")
        if len(self.cards) > 4:
            raise PontoonError(
                f"a hand of {len(self.cards)} cards has no choice: five cards stand (P13)"
            )
        if len(self.cards) != 2 + len(self.bought) + self.twisted:
            raise PontoonError(_how_each_came(self.cards, self.bought, self.twisted))
        if not 0 <= self.position < rules.seats - 1:
            raise PontoonError(
                f"position {self.position} is no player's: take 0 (the banker's left) to"
                f" {rules.seats - 2}"
            )
        out = len(self.seen) + stretch_of(_laboratory(rules)) * rules.seats
        if out > 52 * rules.packs:
            raise PontoonError(
                f"{len(self.seen)} cards seen leave too few for {rules.seats} people: name fewer"
            )
        self.answers()  # refuses what the rules do not allow

    def answers(self) -> dict[str, int]:
        """The legal actions in words, and as `turn` answers them. The readable engine plays the
        hand up to here and says what is legal.

        Raises
        ------
        PontoonError
            The hand cannot have come about so, or it has no choice.
        """
        rules = self.rules
        rest = Counter(card_names.full_pack(rules.packs))
        rest.subtract(self.cards)
        deal = Deal(rules, rules.seats - 1, [*self.cards, *rest.elements()])
        player = deal.players[self.position]
        hand = Hand(player.seat)
        player.hands.append(hand)
        try:
            deal.give(hand, "down")
            bets.stake(deal, player, self.stake)
            deal.give(hand, "down")
            for price in self.bought:
                turn.buy(deal, hand, price)
            for _ in range(self.twisted):
                turn.twist(deal, hand)
        except IllegalAction as error:
            raise PontoonError(f"this hand cannot have come about: {error}") from None
        if hand.state == HAND_BUST:
            raise PontoonError(f"the hand {hand} has bust and has no choice (P20)")
        found = {}
        if turn.can_stick(deal, hand):
            found["stick"] = STICK
        if turn.can_twist(deal, hand):
            found["twist"] = TWIST
        if turn.can_buy(deal, hand):
            for price in sorted(set(turn.price_limits(deal, hand))):
                found[f"buy at {price}"] = price
        if turn.can_split(deal, hand):
            found["split"] = SPLIT
        if turn.can_burn(deal, hand):
            found["burn"] = BURN
        if len(found) < 2:
            only = next(iter(found), "stick")
            raise PontoonError(f"the hand {hand} has no choice: it can only {only}")
        return found

    @property
    def staked(self) -> int:
        """Chips on the hand so far."""
        return self.stake + sum(self.bought)

    def describe(self) -> str:
        """The hand in words."""
        soft = "soft" if card_names.is_soft(self.cards) else "hard"
        text = (
            f"{' '.join(card_names.names(self.cards))} ({soft} {card_names.best_total(self.cards)})"
        )
        text += f", stake {self.stake}"
        if self.bought:
            text += f", bought at {', '.join(map(str, self.bought))}"
        return text + (f", twisted {self.twisted}" if self.twisted else "")


@dataclass(frozen=True)
class Worth:
    """What an action is worth.

    Attributes
    ----------
    action : str
    chips : float
        Expected net of the deal for the player, chips.
    se : float or None
        Its standard error; None where it is exact.
    cost : float
        Chips less than by the best action.
    cost_se : float or None
        Standard error of the cost, from the same packs.
    """

    action: str
    chips: float
    se: float | None
    cost: float
    cost_se: float | None


def advise_exactly(situation: Situation, banker: Strategy) -> list[Worth]:
    """Worth of each legal action with the best play afterwards, the best first.

    Raises
    ------
    PontoonError
        Where it cannot be counted; the sentence says why.
    """
    from pontoon_sim.exact.decisions import decisions, pair_costs
    from pontoon_sim.exact.replies import ReplySolver

    if situation.seen:
        raise PontoonError("cards were seen before, and the count is of a fresh pack")
    rules, stake = _laboratory(situation.rules), situation.stake
    if any(price not in (stake, rules.buy_max * stake) for price in situation.bought):
        raise PontoonError("a price between the least and the dearest was paid")
    if rules.burn != "none":
        raise PontoonError(
            "hands may be burnt (P33), and the count does not tell hands apart by it"
        )
    replying = ReplySolver(rules, banker)
    reply = replying.best()
    hand = "".join(sorted(("T" if card_names.value(c) == 10 else card_names.RANKS[c >> 2])
                          for c in situation.cards))  # fmt: skip
    for decision in decisions(reply):
        history = decision.history
        if "".join(sorted(decision.hand)) != hand or history.twisted != (situation.twisted > 0):
            continue
        last = situation.bought[-1] if situation.bought else rules.buy_max * stake
        if not history.twisted and (history.stake, history.dearest) != (
            situation.staked // stake,
            last // stake,
        ):
            continue
        values = decision.values
        break
    else:
        raise PontoonError("the count has no such hand")
    unit = situation.staked if situation.twisted else stake
    chips = {}
    for name, answer in situation.answers().items():
        if answer == SPLIT:
            pair = card_names.RANKS[situation.cards[0] >> 2]
            pair = "T" if pair in "JQK" else pair
            chips[name] = (max(values.values()) + pair_costs(reply)[pair]) * unit
        else:
            word = {STICK: "stick", TWIST: "twist", stake: "buy at 1x"}.get(answer)
            chips[name] = values[word or "buy at the dearest"] * unit
    top = max(chips.values())
    found = [Worth(name, value, None, top - value, None) for name, value in chips.items()]
    return sorted(found, key=lambda w: w.cost)


def advise_by_play(
    situation: Situation,
    seats: Sequence[Seat],
    *,
    deals: int,
    seed: int = 1,
    threads: int | None = None,
) -> list[Worth]:
    """Worth of each legal action by play, the best first.

    Parameters
    ----------
    seats : sequence of Seat
        By position from the banker's left, the banker last. The player at the situation's position
        plays on by its own strategy.
    deals : int
        Packs; every action is tried on each.
    """
    from pontoon_sim.engine.engine import Engine
    from pontoon_sim.kernel.stacked import UNKNOWN

    rules, place = _laboratory(situation.rules), situation.position
    actions = situation.answers()
    history = [*situation.bought, *([TWIST] * situation.twisted)]
    before = list(enumerate(history, 2))
    engines = []
    for answer in actions.values():
        told = [*before, (len(situation.cards), answer)]
        player = following(seats[place].player, situation.stake, told)
        people = [
            replace(seat, player=player) if n == place else seat for n, seat in enumerate(seats)
        ]
        engines.append(Engine(rules, people, seed))
    stretch = stretch_of(rules)
    template = [UNKNOWN] * (52 * rules.packs)
    template[place * stretch : place * stretch + len(situation.cards)] = situation.cards
    if situation.seen:
        template[-len(situation.seen) :] = situation.seen

    def play(first: int) -> np.ndarray:
        count = min(CHUNK, deals - first)
        return engines[0].play_stacked(engines, first, count, template, situation.seen, place)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        nets = np.concatenate(list(pool.map(play, range(0, deals, CHUNK))))
    names = tuple(actions)
    sums = moments_of(["nets"], nets[np.newaxis], names)["nets"]
    best = max(names, key=sums.of)
    worths = []
    for name in names:
        net = linear_estimate(sums, {name: 1})
        cost = linear_estimate(sums, {best: 1, name: -1} if name != best else {})
        assert net is not None and cost is not None
        worths.append(Worth(name, net.value, _se(net), cost.value, _se(cost)))
    return sorted(worths, key=lambda w: w.cost)


def _how_each_came(cards: Sequence[int], bought: Sequence[int], twisted: int) -> str:
    """What is wrong with the number of cards bought and twisted."""
    more, named = len(cards) - 2, len(bought) + twisted
    if more == 1 and named == 0:
        return (
            "a hand of three cards: say whether the third was bought, and at which price,"
            " or twisted"
        )
    return (
        f"a hand of {len(cards)} cards has {more} beside the two that were dealt, but {named} are"
        " said to be bought or twisted: say how each came"
    )


def _se(figure: Estimate) -> float:
    return math.inf if figure.se is None else figure.se


def _laboratory(rules: Rules) -> Rules:
    """The rules of one deal from a fresh pack, without shoot bets and the market of the bank."""
    plain = {"reshuffle": "every_deal", "bank_sale": False, "shoot": False}
    return Rules(**{**rules.model_dump(), **plain, "kitty_min": None, "kitty_max": None})
