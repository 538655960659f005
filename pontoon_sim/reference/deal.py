"""The state of one deal: who sits where, the pack, the hands, the kitty, what everyone has seen.

It can move cards and chips and writes the history. What is allowed, and when, stands in `bets`,
`turn` and `settle`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from pontoon_sim.game import cards
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import HAND_BUST, RANK_COUNT
from pontoon_sim.reference.events import Event
from pontoon_sim.reference.hands import Hand


class Memory:
    """What each seat remembers since the last shuffle.

    Attributes
    ----------
    seen : list of list of int
        Cards of each rank that each seat has seen.
    known : deque of set of int
        The seats that know each card in the pack, in its order: they saw it go under.
    fresh : int
        Cards of the last shuffle that are still to be dealt.
    """

    def __init__(self, seats: int) -> None:
        self.seen = [[0] * RANK_COUNT for _ in range(seats)]
        self.known: deque[set[int]] = deque()
        self.fresh = 0

    def begin(self, cards_in_pack: int) -> None:
        """A pack of which nobody knows anything, unless it is the pack of the deal before."""
        if not self.known:
            self.known.extend(set() for _ in range(cards_in_pack))
            self.fresh = cards_in_pack

    def deal(self) -> set[int]:
        """The next card leaves the pack: the seats that know it."""
        self.fresh = max(self.fresh - 1, 0)
        return self.known.popleft()

    def look(self, seat: int, card: int) -> None:
        """One seat looks at a card of its own."""
        self.seen[seat][cards.rank(card)] += 1

    def show(self, card: int, known_to: int | None = None) -> None:
        """A card is turned up for all; its holder may have looked at it before."""
        for seat, counts in enumerate(self.seen):
            if seat != known_to:
                counts[cards.rank(card)] += 1

    def clear(self) -> None:
        """The pack is shuffled: nothing that was seen helps any more."""
        for counts in self.seen:
            counts[:] = [0] * RANK_COUNT
        self.known.clear()


@dataclass
class Player:
    """A player in this deal: `position` 0 sits at the banker's left."""

    seat: int
    position: int
    hands: list[Hand] = field(default_factory=list)
    burnt: int = 0  # hard total of the hand that it has thrown in (P33), 0 for none


class Deal:
    """One deal while it is played.

    Parameters
    ----------
    pack
        Card codes, next card first.
    tenure
        Deals that the banker has held the bank before this one.
    kitty
        Chips that lie in the kitty when the deal begins.
    memory
        What the seats have seen; changed in place. A new one where none is given.
    """

    def __init__(
        self,
        rules: Rules,
        banker: int,
        pack: Sequence[int],
        *,
        number: int = 0,
        tenure: int = 0,
        kitty: int = 0,
        memory: Memory | None = None,
    ) -> None:
        self.rules = rules
        self.banker = banker
        self.number = number
        self.tenure = tenure
        self.pack = deque(pack)
        self.kitty = kitty
        self.memory = Memory(rules.seats) if memory is None else memory
        self.memory.begin(len(self.pack))
        self.events: list[Event] = []
        self.net = [0] * rules.seats
        self.doubled = False
        self.looked = False
        self.pontoon_shown = False
        count = rules.seats - 1
        self.players = [Player((banker + 1 + p) % rules.seats, p) for p in range(count)]
        self.banker_hand = Hand(banker, banker=True)

    # --- who and what ---------------------------------------------------------------------------

    def hands(self) -> list[Hand]:
        """All players' hands in the order of settlement: from the banker's left, by number."""
        return [hand for player in self.players for hand in player.hands]

    def hands_in(self) -> list[Hand]:
        """The players' hands that have not bust."""
        return [hand for hand in self.hands() if hand.state != HAND_BUST]

    def player_of(self, hand: Hand) -> Player:
        """The player who holds a hand."""
        return self.players[self.position_of(hand.seat)]

    def position_of(self, seat: int) -> int:
        """Place of a seat from the banker's left, 0 first; the banker is last."""
        return (seat - self.banker - 1) % self.rules.seats

    def room(self) -> int:
        """S2: chips that may still be bet against the kitty."""
        return self.kitty - sum(hand.shoot for hand in self.hands())

    # --- cards and chips ------------------------------------------------------------------------

    def log(self, name: str, *args: int | str) -> None:
        """Write one event into the history."""
        self.events.append(Event(name, args))

    def give(self, hand: Hand, face: str) -> None:
        """The next card of the pack to a hand, `face` "up" or "down"; its holder looks at it."""
        card = self.pack.popleft()
        hand.cards.append(card)
        hand.shown.append(face == "up")
        hand.knowers.append(self.memory.deal())
        self.log("card", hand.seat, hand.number, cards.name(card), face)
        if face == "up":
            self.memory.show(card)
            hand.knowers[-1].update(range(self.rules.seats))
        elif not hand.banker:
            self.memory.look(hand.seat, card)
            hand.knowers[-1].add(hand.seat)

    def banker_looks(self) -> None:
        """P7: the banker looks at its cards; P34: already at the first."""
        start = 1 if self.looked else 0
        for card, knowers in zip(
            self.banker_hand.cards[start:], self.banker_hand.knowers[start:], strict=True
        ):
            self.memory.look(self.banker, card)
            knowers.add(self.banker)
        self.looked = True

    def turn_up(self, hand: Hand) -> None:
        """Every card of a hand is face up from now on."""
        for place in range(len(hand.cards)):
            self.turn_up_card(hand, place)

    def turn_up_card(self, hand: Hand, place: int) -> None:
        """One card of a hand is face up from now on."""
        if not hand.shown[place]:
            hand.shown[place] = True
            hand.knowers[place].update(range(self.rules.seats))
            self.memory.show(hand.cards[place], known_to=hand.seat)

    def put_under(self, hand: Hand) -> None:
        """A hand's cards to the bottom of the pack, in the order dealt."""
        self.pack.extend(hand.cards)
        self.memory.known.extend(set(knowers) for knowers in hand.knowers)

    def pay(self, hand: Hand, chips: int) -> None:
        """The banker pays chips to a hand, or takes them where negative."""
        self.log("pay", hand.seat, hand.number, chips)
        self.net[hand.seat] += chips
        self.net[self.banker] -= chips

    def pay_shoot(self, hand: Hand, wins: bool) -> None:
        """S3, S6, S7: a hand's shoot bets settle with the kitty at even money."""
        if hand.shoot == 0:
            return
        chips = hand.shoot if wins else -hand.shoot
        hand.shoot = 0
        self.log("pay_shoot", hand.seat, hand.number, chips)
        self.kitty -= chips
        self.net[hand.seat] += chips
        self.net[self.banker] -= chips
