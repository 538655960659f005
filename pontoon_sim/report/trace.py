"""A deal told as a story that a card player can follow: who holds what, who does what, who pays
whom and why. It reads a record; it plays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from pontoon_sim.game import cards
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    SCORE_BUST,
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
)
from pontoon_sim.reference import DealRecord, Event, Hand, Seat, score

_RANK_WORDS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king",
)  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth")
_TIMES = {2: "double, ", 3: "three times, ", 4: "four times, ", 6: "six times, "}
_CARDS = 20
"""Columns of a hand's cards."""


def hand_words(rules: Rules, hand: Hand) -> str:
    """A hand in words.

    >>> from pontoon_sim.game.rules import Rules
    >>> hand_words(Rules(), Hand(0, cards=cards.parse_cards("AS 7D"), shown=[False, False]))
    'ace-seven, soft 18'
    """
    worth = worth_words(rules, hand)
    if len(hand.cards) != 2:
        return worth
    first, second = (_RANK_WORDS[cards.rank(card)] for card in hand.cards)
    if hand.pair:
        return f"pair of {first}{'es' if first == 'six' else 's'}, {worth}"
    return f"{first}-{second}, {worth}"


def worth_words(rules: Rules, hand: Hand) -> str:
    """What a hand is worth: `pontoon`, `five-card trick`, `soft 18`, `16`, `bust with 24`."""
    worth = score(rules, hand)
    special = {
        SCORE_BUST: f"bust with {hand.hard}",
        SCORE_PONTOON: "pontoon",
        SCORE_TRICK: "five-card trick",
        SCORE_SEVENS: "three sevens",
    }
    return special.get(worth, f"{'soft ' if hand.soft else ''}{hand.total}")


def laid_out(hand: Hand) -> str:
    """The cards of a hand, those face down in brackets."""
    parts = []
    for shown, group in groupby(zip(hand.cards, hand.shown, strict=True), key=lambda pair: pair[1]):
        text = " ".join(cards.name(card) for card, _ in group)
        parts.append(text if shown else f"({text})")
    return " ".join(parts)


def tell(record: DealRecord, rules: Rules, seats: Sequence[Seat], *, whole: bool = True) -> str:
    """The story of a deal, as lines of text without a line end at the last; up to its last event
    where it is not whole."""
    return "\n".join(_Story(record, rules, seats).lines(whole))


class _Story:
    """Follows the events with hands of its own and writes a line for each that matters."""

    def __init__(self, record: DealRecord, rules: Rules, seats: Sequence[Seat]) -> None:
        self.record = record
        self.rules = rules
        self.seats = seats
        self.hands: dict[tuple[int, int], Hand] = {}
        self.banker = Hand(record.banker, banker=True)
        self.width = max(32, *(len(self.who(seat)) + 4 for seat in range(rules.seats)))
        self.kitty = record.kitty
        self.doubled = False
        self.bank_pontoon = False
        self.section = ""
        self.waiting = ""  # an action whose card comes with a later event
        self.split_bet = ""  # the shoot bet made meanwhile (S5)
        self.on_turn: tuple[int, int] | None = None
        self.text: list[str] = []

    def lines(self, whole: bool) -> list[str]:
        record, rules = self.record, self.rules
        stakes = f"{rules.stake_min} to {rules.stake_max}"
        if rules.stake_min == rules.stake_max:
            stakes = str(rules.stake_min)
        self.text += [
            f"Deal {record.deal} of table {record.table}: {rules.seats} seats, stakes {stakes}.",
            f"{self.who(record.banker)} holds the bank.",
            "Cards in brackets lie face down: only their holder knows them.",
        ]
        for event in record.events:
            step: Callable[[Event], None] = getattr(self, f"on_{event.name}")
            step(event)
        if whole:
            self.settle_up()
        return self.text

    # --- small parts ----------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """A seat with its strategy."""
        if seat == self.record.banker:
            return f"Seat {seat} (banker, {self.seats[seat].banker.name})"
        return f"Seat {seat} ({self.seats[seat].player.name})"

    def under(self, section: str) -> None:
        """Begin a section where it has not begun."""
        if section != self.section:
            self.section = section
            self.text += ["", section]

    def line(self, left: str, right: str = "", indent: int = 2) -> None:
        """One line; the right part begins at the same column everywhere."""
        self.text.append(f"{' ' * indent}{left:<{self.width - indent}}{right}".rstrip())

    def hand_line(self, left: str, hand: Hand, indent: int = 2) -> None:
        self.line(left, f"{laid_out(hand):<{_CARDS}} {hand_words(self.rules, hand)}", indent)

    def hand(self, event: Event) -> Hand:
        seat, number = int(event.args[0]), int(event.args[1])
        if seat == self.record.banker:
            return self.banker
        return self.hands.setdefault((seat, number), Hand(seat, number))

    def name(self, hand: Hand) -> str:
        """A seat, and which of its hands where it has several."""
        count = sum(1 for seat, _ in self.hands if seat == hand.seat)
        return f"Seat {hand.seat}" + (f", {_ORDINALS[hand.number]} hand" if count > 1 else "")

    def begin_turn(self, hand: Hand) -> None:
        """The line that says what a hand is before its first action."""
        self.under("Turns")
        if self.on_turn != (hand.seat, hand.number):
            self.on_turn = (hand.seat, hand.number)
            label = self.who(hand.seat) if hand.number == 0 else self.name(hand)
            self.hand_line(label, hand)

    # --- one event each -------------------------------------------------------------------------

    def on_kitty(self, event: Event) -> None:
        chips = int(event.args[1])
        self.under("Kitty")
        if self.kitty == 0:
            self.line(f"Seat {event.args[0]} puts up a kitty of {chips}.")
        else:
            self.line(f"Seat {event.args[0]} adds {chips}: {self.kitty + chips} in the kitty.")
        self.kitty += chips

    def on_stake(self, event: Event) -> None:
        self.under("Stakes, on the first card alone")
        hand = self.hands[int(event.args[0]), 0]
        hand.stake = hand.initial = int(event.args[1])
        self.line(self.who(hand.seat), f"{laid_out(hand):<{_CARDS}} stakes {hand.stake}")

    def on_double(self, event: Event) -> None:
        self.doubled = True
        self.line(
            self.who(self.record.banker), f"{laid_out(self.banker):<{_CARDS}} doubles the deal"
        )

    def on_shoot(self, event: Event) -> None:
        hand, chips = self.hand(event), int(event.args[2])
        if self.section.startswith("Stakes") or self.section == "Shoot bets":
            self.under("Shoot bets")
            left = self.kitty - chips - sum(other.shoot for other in self.hands.values())
            self.line(self.who(hand.seat), f"shoots {chips}, {left} of the kitty are left")
        elif len(hand.cards) == 3:
            self.begin_turn(hand)
            self.line(f"shoots {chips} on its fourth card", indent=6)
        else:
            self.split_bet = f"shoots {chips} on its {_ORDINALS[hand.number]} hand"
        hand.shoot += chips

    def on_card(self, event: Event) -> None:
        hand = self.hand(event)
        hand.cards.append(cards.parse(str(event.args[2])))
        hand.shown.append(event.args[3] == "up")
        if hand.hard > 21:  # thrown in face up (P20)
            hand.shown = [True] * len(hand.cards)
        if hand is self.banker and len(hand.cards) > 2:
            self.turn_up_banker()
            self.hand_line("draws", hand, indent=6)
        elif self.waiting and len(hand.cards) >= 2:
            self.hand_line(self.waiting, hand, indent=6)
            if self.split_bet:
                self.line(self.split_bet, indent=6)
            self.waiting = self.split_bet = ""

    def on_burn(self, event: Event) -> None:
        hand = self.hands[int(event.args[0]), 0]
        self.begin_turn(hand)
        hand.cards.clear()
        hand.shown.clear()
        self.waiting = "throws both in, gets"

    def on_split(self, event: Event) -> None:
        hand = self.hand(event)
        self.begin_turn(hand)
        new = Hand(hand.seat, int(event.args[2]), split=True)
        new.stake = new.initial = int(event.args[3])
        hand.split = True
        new.cards, new.shown = [hand.cards.pop()], [True]
        hand.shown = [True]
        self.hands[new.seat, new.number] = new
        self.waiting = f"splits for {new.stake}, keeping"

    def on_buy(self, event: Event) -> None:
        hand, price = self.hand(event), int(event.args[2])
        self.begin_turn(hand)
        hand.stake += price
        self.waiting = f"buys for {price}"

    def on_twist(self, event: Event) -> None:
        self.begin_turn(self.hand(event))
        self.waiting = "twists"

    def on_stick(self, event: Event) -> None:
        hand = self.hand(event)
        if hand is self.banker:
            self.turn_up_banker()
            self.line(f"stands on {hand.total}", indent=6)
        else:
            self.begin_turn(hand)
            self.line(f"sticks, {hand.stake} staked", indent=6)

    def on_pontoon(self, event: Event) -> None:
        hand = self.hand(event)
        if hand is self.banker:
            self.bank_pontoon = True
            hand.shown = [True, True]
            self.under("Banker")
            self.hand_line(self.who(hand.seat), hand)
            self.line("shows it before anyone plays", indent=6)
        else:
            self.begin_turn(hand)
            hand.shown = [
                up or cards.value(card) == 1
                for up, card in zip(hand.shown, hand.cards, strict=True)
            ]
            self.line("declares its pontoon", indent=6)

    def on_trick(self, event: Event) -> None:
        """The line of the last card has said so."""

    def on_bust(self, event: Event) -> None:
        """The line of the last card has said so."""

    def on_pay(self, event: Event) -> None:
        hand, chips = self.hand(event), int(event.args[2])
        if hand.hard > 21:
            self.line(f"bust: the banker takes {-chips}", indent=6)
            return
        self.under("Payment")
        times = abs(chips) // hand.stake
        paid = f"{_TIMES.get(times, '')}{abs(chips)}"
        money = f"paid {paid}" if chips > 0 else f"loses {paid}" if chips else "nothing moves"
        hand.shown = [True] * len(hand.cards)
        self.line(self.name(hand), f"{laid_out(hand):<{_CARDS}} {self.reason(hand)}: {money}")

    def reason(self, hand: Hand) -> str:
        """Why a hand is paid or loses."""
        rules = self.rules
        mine, theirs = worth_words(rules, hand), worth_words(rules, self.banker)
        worth, bank = score(rules, hand), score(rules, self.banker)
        if bank == SCORE_BUST:
            return f"{mine}, the banker is bust"
        if worth == bank:
            return f"{mine} each, the banker's tie"
        return f"{mine} {'beats' if worth > bank else 'against'} {theirs}"

    def on_pay_shoot(self, event: Event) -> None:
        chips = int(event.args[2])
        self.kitty -= chips
        if chips > 0:
            self.line("", f"{'':<{_CARDS}} its shoot bet wins {chips} from the kitty")
        elif self.section == "Payment":
            self.line("", f"{'':<{_CARDS}} its shoot bet of {-chips} goes into the kitty")
        else:
            self.line(f"its shoot bet of {-chips} goes into the kitty", indent=6)

    def on_bank(self, event: Event) -> None:
        seat, why, price = event.args
        reason = {
            "pontoon": "for its pontoon",
            "rotate": "in turn",
            "sale": f"who buys it for {price}",
            "auction": f"who bids {price} for it, the kitty being dry",
        }[str(why)]
        self.after_the_deal()
        self.line(f"The bank goes to Seat {seat}, {reason}.")

    def on_shuffle(self, event: Event) -> None:
        self.after_the_deal()
        self.line("The pack is shuffled.")

    # --- the end --------------------------------------------------------------------------------

    def turn_up_banker(self) -> None:
        """The banker's two cards as they are turned up, before its first draw."""
        if self.section == "Banker":
            return
        self.under("Banker")
        start = Hand(self.banker.seat, cards=self.banker.cards[:2], shown=[True, True])
        self.banker.shown[:2] = [True, True]
        self.hand_line(self.who(self.banker.seat), start)

    def after_the_deal(self) -> None:
        """Begin the part after the deal, with what led to it where the banker had no turn."""
        if self.section != "After the deal":
            self.under("After the deal")
            if not self.bank_pontoon and self.banker.cards and self.nobody_left():
                self.line("Every hand bust: the banker does not have to show its cards.")

    def settle_up(self) -> None:
        """What it came to, seat by seat."""
        record = self.record
        self.after_the_deal()
        if record.next_banker == record.banker:
            self.line(f"Seat {record.banker} keeps the bank.")
        if not record.shuffled:
            self.line("The cards go under the pack unshuffled.")
        if self.rules.shoot and record.next_banker == record.banker:
            self.line(f"{record.kitty_after} in the kitty.")
        elif self.rules.shoot:
            self.line(f"Seat {record.banker} takes the {self.kitty} in the kitty.")
        self.under("Net")
        for place in range(self.rules.seats):
            seat = (record.banker + 1 + place) % self.rules.seats
            self.line(self.who(seat), f"{record.net[seat]:+d}" if record.net[seat] else "0")

    def nobody_left(self) -> bool:
        return all(hand.hard > 21 for hand in self.hands.values())
