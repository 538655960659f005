"""Views to try a strategy on: every hand that has a choice, and decisions of random tables.

The random deals here follow P5-P22 far enough that no view shows what a real table could not show.
They pay nobody and shuffle nothing: this is no engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pontoon_sim.game import cards as card_names
from pontoon_sim.game.all_hands import HeldHand, all_hands
from pontoon_sim.game.legal import (
    MOST_CARDS_OF_A_HAND,
    LegalActions,
    TurnHand,
    legal_actions,
    may_draw,
)
from pontoon_sim.game.ranking import is_pontoon
from pontoon_sim.game.rule_sets import RULE_SETS
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    DECISIONS,
    HAND_BUST,
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
    HAND_WAITING,
    MAX_HANDS,
    RANK_COUNT,
    VIEW_CARD_STRIDE,
    VIEW_PRICE_STRIDE,
)
from pontoon_sim.strategies.view import View

# --- every hand -----------------------------------------------------------------------------------


def every_hand(rules: Rules, banker: bool = False) -> Iterator[View]:
    """A view of every hand that can have a choice, by values held, purchases and twists.

    Two cards are told apart by rank, three and four by value. Each card bought cost the initial
    stake, and yet the dearest price is still open, so that a strategy's wish for it is seen.
    """
    for held in all_hands(histories=not banker):
        if may_draw(rules, len(held.ranks), held.hard, held.soft):
            view = _view_of(held, rules)
            if banker:
                _as_banker(view, rules)
            else:
                fill_legal(view, legal_actions(rules, held.on_turn(rules.stake_min)))
                slot = view.position * MAX_HANDS + view.hand
                view.hand_state[slot], view.hand_stake[slot] = HAND_WAITING, view.stake
                view.hand_bought[slot], view.hand_twisted[slot] = view.bought, view.twisted
                view.hand_initial[slot] = view.initial
                first = slot * VIEW_PRICE_STRIDE
                view.hand_prices[first : first + view.bought] = [view.initial] * view.bought
            yield view


def _view_of(held: HeldHand, rules: Rules) -> View:
    view = View(
        decision=DECISIONS.index("turn"),
        seats=rules.seats,
        stake_min=rules.stake_min,
        stake_max=rules.stake_max,
        first_card=held.ranks[0] + 1,
        cards=len(held.ranks),
        hard=held.hard,
        soft=int(held.soft),
        total=held.total,
        pair=held.pair,
        hands=1,
        bought=held.bought,
        twisted=held.twisted,
        stake=rules.stake_min * (1 + held.bought),
        initial=rules.stake_min,
        cards_left=52 * rules.packs - 2 * rules.seats - len(held.ranks) + 2,
        chance=0x9E3779B9,
    )
    for rank in held.ranks:
        view.held[rank] += 1
        view.seen[rank] += 1
    return view


def _as_banker(view: View, rules: Rules) -> None:
    view.decision = DECISIONS.index("draw")
    view.position = rules.seats - 1
    view.twisted = view.cards - 2
    view.stake = view.initial = 0
    view.can_stick = view.can_twist = 1
    for position in range(rules.seats - 1):
        slot = position * MAX_HANDS
        view.hand_state[slot] = HAND_STUCK
        view.hand_stake[slot] = view.hand_initial[slot] = rules.stake_min


def fill_legal(view: View, actions: LegalActions) -> None:
    """Fill what is legal into a view of a player's turn."""
    view.can_stick, view.can_twist = int(actions.stick), int(actions.twist)
    view.can_split, view.can_burn = int(actions.split), int(actions.burn)
    view.cheapest, view.dearest = actions.cheapest, actions.dearest


# --- random tables --------------------------------------------------------------------------------


@dataclass
class _Hand:
    cards: list[int]
    stake: int
    up: list[bool] = field(default_factory=list)
    known: list[bool] = field(default_factory=list)  # remembered by all from its place in the pack
    prices: list[int] = field(default_factory=list)  # of the cards bought, in order
    twisted: int = 0
    state: int = HAND_WAITING


@dataclass
class _Table:
    """One deal under way."""

    rules: Rules
    rng: random.Random
    pack: list[int]
    memory: list[int]  # cards of each rank that lay face up before and in this deal
    order: list[bool]  # of each card of the pack, whether all remember it
    bankroll: int
    hands: list[list[_Hand]]  # by position, the banker last
    initial: list[int]
    burnt: dict[int, int] = field(default_factory=dict)  # position -> hard total thrown in
    doubled: int = 0
    kitty: int = 0
    shoots: list[View] = field(default_factory=list)  # every shoot bet that was asked for

    def show(self, hand: _Hand, number: int) -> None:
        if not hand.up[number]:
            hand.up[number] = True
            self.memory[hand.cards[number] >> 2] += 1

    def give(self, hand: _Hand, up: bool = False) -> None:
        hand.cards.append(self.pack.pop())
        hand.known.append(self.order.pop())
        hand.up.append(False)
        if up:
            self.show(hand, len(hand.cards) - 1)

    def view(self, decision: str, position: int, number: int = 0) -> View:
        rules, hand = self.rules, self.hands[position][number]
        hard = card_names.hard_total(hand.cards)
        ranks = [card >> 2 for card in hand.cards]
        view = View(
            decision=DECISIONS.index(decision),
            position=position,
            seats=rules.seats,
            stake_min=rules.stake_min,
            stake_max=rules.stake_max,
            first_card=ranks[0] + 1,
            cards=len(ranks),
            total=card_names.best_total(hand.cards),
            hard=hard,
            soft=int(card_names.is_soft(hand.cards)),
            pair=ranks[0] + 1 if len(ranks) == 2 and ranks[0] == ranks[1] else 0,
            hand=number,
            hands=len(self.hands[position]),
            bought=len(hand.prices),
            twisted=hand.twisted,
            stake=hand.stake,
            initial=self.initial[position],
            bankroll=self.bankroll,
            cards_left=len(self.pack),
            doubled=self.doubled,
            shuffle_due=int(self.shuffle_due()),
            chance=self.rng.getrandbits(32),
            held=[ranks.count(rank) for rank in range(RANK_COUNT)],
            seen=self.memory,
        )
        view.fresh = len(self.pack) - sum(self.order)
        for place, known in enumerate(reversed(self.order)):
            view.coming[place] = known * ((self.pack[-1 - place] >> 2) + 1)
        for place, hands in enumerate(self.hands):
            for number_there, held in enumerate(hands):
                for k, card in enumerate(held.cards):
                    if place == position or held.up[k] or held.known[k]:
                        at = (place * MAX_HANDS + number_there) * VIEW_CARD_STRIDE + k
                        view.hand_cards[at] = (card >> 2) + 1
        for own in self.hands[position]:
            for card, up in zip(own.cards, own.up, strict=True):
                view.seen[card >> 2] += not up
        for place, hands in enumerate(self.hands[:-1]):
            for slot, other in enumerate(hands, place * MAX_HANDS):
                if other.stake:
                    view.hand_state[slot] = other.state
                    view.hand_stake[slot] = other.stake
                    view.hand_initial[slot] = self.initial[place]
                    view.hand_bought[slot] = len(other.prices)
                    for k, price in enumerate(other.prices, slot * VIEW_PRICE_STRIDE):
                        view.hand_prices[k] = price
                    view.hand_twisted[slot] = other.twisted
                    view.hand_shown[slot] = sum(
                        card_names.value(card)
                        for card, up in zip(other.cards, other.up, strict=True)
                        if up
                    )
        view.kitty = self.kitty
        if decision == "shoot":
            # Bets standing leave less than the kitty: often all of it, sometimes a single chip.
            view.room = self.rng.choice([1, self.kitty, self.rng.randint(1, self.kitty)])
            self.show_bets(view, position)
        for place, total in self.burnt.items():
            view.hand_burnt[place * MAX_HANDS] = total
        return view

    def shuffle_due(self) -> bool:
        """P29: whether a pontoon has been shown, or the pack is shuffled anyhow."""
        shown = any(hand.state == HAND_PONTOON for hands in self.hands for hand in hands)
        when = self.rules.reshuffle
        return when == "every_deal" or (when == "pontoon" and shown)

    def show_bets(self, view: View, position: int) -> None:
        """What stands against the kitty lies on one hand, at the first bets one further right."""
        if view.cards == 1 and view.hand == 0:
            if position == 0:
                view.room = self.kitty
                return
            position -= 1
        view.hand_shoot[position * MAX_HANDS] = self.kitty - view.room

    def on_turn(self, view: View, hand: _Hand) -> TurnHand:
        """A hand as the rules look at it."""
        return TurnHand(
            cards=view.cards,
            hard=view.hard,
            soft=bool(view.soft),
            pair=view.pair,
            initial=view.initial,
            last_price=hand.prices[-1] if hand.prices else 0,
            twisted=hand.twisted,
            hands=view.hands,
            burnt=view.position in self.burnt,
            cards_left=view.cards_left,
        )


def random_views(
    decision: str, count: int, seed: int = 1, rule_sets: Sequence[Rules] | None = None
) -> list[tuple[Rules, View]]:
    """At least `count` views of one decision, taken from tables dealt at random.

    Parameters
    ----------
    decision : str
        One of `layout.DECISIONS`.
    count : int
    seed : int
    rule_sets : sequence of Rules, optional
        Default `RULE_SETS`. One is drawn for each deal, of those under which the decision is asked.

    Returns
    -------
    list of (Rules, View)
    """
    rng = random.Random(seed)
    asking = tuple(
        rules for rules in (RULE_SETS if rule_sets is None else rule_sets) if asks(rules, decision)
    )
    views: list[tuple[Rules, View]] = []
    while len(views) < count:
        rules = asking[rng.randrange(len(asking))]
        views += [(rules, view) for view in _deal(rules, rng, decision)]
    return views


def asks(rules: Rules, decision: str) -> bool:
    """Whether the decision can come up under these rules."""
    least, most = rules.kitty_limits
    return {
        "shoot": rules.shoot,
        "kitty": rules.shoot and least < most,
        "top_up": rules.shoot and most > 1,
        "ask": not rules.bank_stays and (rules.bank_sale or rules.shoot),
        "bid": not rules.bank_stays and (rules.bank_sale or rules.shoot),
        "double": rules.banker_doubles != "none",
    }.get(decision, True)


def _between(rules: Rules, rng: random.Random, decision: str) -> View:
    """A view of kitty or bank, between deals: no hands, and the whole pack to be dealt."""
    known = rng.sample(card_names.full_pack(rules.packs), rng.randrange(52 * rules.packs))
    ranks = [card >> 2 for card in known]
    view = View(
        decision=DECISIONS.index(decision),
        position=rng.randrange(rules.seats - 1) if decision == "bid" else rules.seats - 1,
        seats=rules.seats,
        stake_min=rules.stake_min,
        stake_max=rules.stake_max,
        hands=1,
        bankroll=rng.randint(-3000, 3000),
        cards_left=52 * rules.packs,
        chance=rng.getrandbits(32),
        seen=[ranks.count(rank) for rank in range(RANK_COUNT)],
        fresh=52 * rules.packs - len(known),
    )
    view.coming[view.fresh : view.cards_left] = [rank + 1 for rank in ranks]
    if rules.shoot:
        least, most = rules.kitty_limits
        if decision == "kitty":
            view.room, view.cheapest, view.dearest = most, least, most
        elif decision == "top_up":
            view.kitty = rng.randint(1, most - 1)
            view.room = most - view.kitty
        elif rules.bank_sale and rng.random() < 0.5:
            view.kitty = _some_kitty(rules, rng)  # else it is dry, and the bank may be auctioned
    if decision in ("ask", "bid"):
        view.doubled = int(rules.banker_doubles != "none" and rng.random() < 0.5)
        shown = rules.reshuffle == "pontoon" and rng.random() < 0.3
        view.shuffle_due = int(shown or rules.reshuffle == "every_deal")
    elif rules.reshuffle == "every_deal":
        view.shuffle_due = 1
    return view


def _some_kitty(rules: Rules, rng: random.Random) -> int:
    """What may lie in a kitty; winnings lift it above `kitty_max` (S8)."""
    return rng.randint(1, rules.kitty_limits[1] * rng.choice([1, 1, 3]))


def _deal(rules: Rules, rng: random.Random, decision: str) -> list[View]:
    if decision in ("kitty", "top_up", "ask", "bid"):
        return [_between(rules, rng, decision)]
    pack = card_names.full_pack(rules.packs)
    rng.shuffle(pack)
    memory = [0] * RANK_COUNT
    # the pack is dealt from its end; what is remembered went under, to its beginning
    seen = len(pack) if rng.random() < 0.3 else rng.randrange(len(pack) - 5 * rules.seats)
    for card in pack[:seen]:
        memory[card >> 2] += 1
    order = [place < seen for place in range(len(pack))]
    seats = range(rules.seats)
    table = _Table(rules, rng, pack, memory, order, rng.randint(-3000, 3000), [], [0] * rules.seats)
    if rules.shoot:
        table.kitty = _some_kitty(rules, rng)
    for _ in seats:
        hand = _Hand([], 0)
        table.give(hand)
        table.hands.append([hand])
    banker = rules.seats - 1
    stakes = []
    for position in seats[:-1]:
        if rules.stake_min < rules.stake_max and decision == "stake":
            stakes.append(table.view("stake", position))
        stake = rng.randint(rules.stake_min, rules.stake_max)
        table.hands[position][0].stake = table.initial[position] = stake
    if decision == "double":
        return [table.view("double", banker)]
    if decision == "stake":
        return stakes
    table.doubled = int(rules.banker_doubles != "none" and rng.random() < 0.5)
    if decision == "shoot":
        table.shoots += [table.view("shoot", position) for position in seats[:-1]]
    for position in seats:
        table.give(table.hands[position][0])
    if card_names.best_total(table.hands[banker][0].cards) == 21:
        return table.shoots if decision == "shoot" else []
    turns: list[View] = []
    for position in seats[:-1]:
        number = 0
        while number < len(table.hands[position]):
            turns += _play(table, position, number)
            number += 1
    if decision == "turn":
        return turns
    if decision == "shoot":
        return table.shoots
    return _play_banker(table, banker)


def _play(table: _Table, position: int, number: int) -> list[View]:
    """Play one hand by random legal actions; the views of its choices."""
    rules, rng = table.rules, table.rng
    hand = table.hands[position][number]
    asked: list[View] = []
    while True:
        total, hard = card_names.best_total(hand.cards), card_names.hard_total(hand.cards)
        split, count = len(table.hands[position]) > 1, len(hand.cards)
        if is_pontoon(rules, count, hard, total > hard, split):
            hand.state = HAND_PONTOON
        elif hard > 21:
            hand.state = HAND_BUST
        elif count == MOST_CARDS_OF_A_HAND:
            hand.state = HAND_TRICK if rules.five_card_trick else HAND_STUCK
        for card, code in enumerate(hand.cards):
            if hand.state == HAND_BUST or (hand.state == HAND_PONTOON and code >> 2 == 0):
                table.show(hand, card)
        if hand.state != HAND_WAITING:
            return asked
        view = table.view("turn", position, number)
        actions = legal_actions(rules, table.on_turn(view, hand))
        fill_legal(view, actions)
        legal = [
            name for name in ("stick", "twist", "buy", "split", "burn") if getattr(actions, name)
        ]
        if len(legal) > 1:
            asked.append(view)
        action = "split" if view.can_split and rng.random() < 0.7 else rng.choice(legal)
        if action == "stick" and total < 16 and view.can_twist and rng.random() < 0.7:
            action = "twist"  # so that hands of four cards are met too
        if rules.shoot and len(hand.cards) == 3 and action in ("twist", "buy"):
            table.shoots.append(table.view("shoot", position, number))
        if action == "stick":
            hand.state = HAND_STUCK
        elif action == "twist":
            hand.twisted += 1
            table.give(hand, up=True)
        elif action == "buy":
            hand.prices.append(rng.randint(view.cheapest, view.dearest))
            hand.stake += hand.prices[-1]
            table.give(hand)
        elif action == "split":
            table.show(hand, 0)
            table.show(hand, 1)
            new = _Hand([hand.cards.pop()], table.initial[position], [hand.up.pop()])
            new.known.append(hand.known.pop())
            table.hands[position].append(new)
            if rules.shoot:
                new_number = len(table.hands[position]) - 1
                table.shoots.append(table.view("shoot", position, new_number))
            table.give(hand)
            table.give(new)
        else:
            table.burnt[position] = hard
            table.show(hand, 0)
            table.show(hand, 1)
            table.pack[:0] = reversed(hand.cards)
            table.order[:0] = [True, True]
            hand.cards, hand.up, hand.known = [], [], []
            table.give(hand)
            table.give(hand)


def _play_banker(table: _Table, banker: int) -> list[View]:
    hand = table.hands[banker][0]
    asked: list[View] = []
    if all(other.state == HAND_BUST for hands in table.hands[:-1] for other in hands):
        return []
    table.show(hand, 0)
    table.show(hand, 1)
    while table.pack:
        hard, total = card_names.hard_total(hand.cards), card_names.best_total(hand.cards)
        if not may_draw(table.rules, len(hand.cards), hard, total > hard):
            break
        view = table.view("draw", banker)
        view.can_stick = view.can_twist = 1
        asked.append(view)
        if total >= 16 and table.rng.random() < 0.5:
            break
        hand.twisted += 1
        table.give(hand, up=True)
    return asked
