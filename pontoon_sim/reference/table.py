"""A table: deals in a row with the same people. Who is asked what, and when (P4-P7, P18, P22).

A strategy is asked only where it has a choice; what has only one legal answer is done for it.

A deal is a coroutine that yields its questions and is sent the answers, so that whoever plays may
be called (`Table.play_deal`) or may call (`Table.questions`).
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game import cards
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, PRICE_LIMIT, SPLIT, STICK, TWIST
from pontoon_sim.reference import bets, between, turn
from pontoon_sim.reference.deal import Deal, Memory, Player
from pontoon_sim.reference.events import DealRecord, Event
from pontoon_sim.reference.hands import Hand
from pontoon_sim.reference.people import IllegalAction, Seat, Strategy
from pontoon_sim.reference.settle import settle, settle_banker_pontoon
from pontoon_sim.reference.view import look
from pontoon_sim.strategies.view import View

WORDS = {STICK: "stick", TWIST: "twist", SPLIT: "split", BURN: "burn"}


class Question(NamedTuple):
    """One decision that a seat has to take.

    Attributes
    ----------
    decision : str
        One of `layout.DECISIONS`.
    seat : int
    view : View
        What the seat is shown.
    where : str
        The place in words, for messages.
    verify : callable
        Raises `IllegalAction` for an answer that is not legal.
    """

    decision: str
    seat: int
    view: View
    where: str
    verify: Callable[[int], None]


R = TypeVar("R")
Asking = Generator[Question, int, R]
"""Play up to its end, which yields questions and is sent a legal answer to each."""


class Start(NamedTuple):
    """A table taken up in the middle: number of the next deal, deals that its banker has held the
    bank, and chips in the kitty."""

    deal: int = 0
    tenure: int = 0
    kitty: int = 0


class Table:
    """People, bank, kitty and memory from one deal to the next.

    Parameters
    ----------
    rules
        The settings; `rules.first_banker` is not read, the caller says who is banker.
    seats
        One for each of `rules.seats`, from seat 0.
    banker
        Seat of the first banker.
    chance_key
        64-bit number of the table from which `view.chance` is made.
    index
        Number of the table, for the records.
    start
        Where the table is taken up in the middle.

    Attributes
    ----------
    bankrolls : list of int
        Chips won or lost by each seat since the table began, prices of the bank included.
    events : sequence of Event
        The deal that is being played, as far as it has gone.
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Seat],
        banker: int,
        chance_key: int = 0,
        index: int = 0,
        *,
        start: Start | None = None,
    ) -> None:
        if len(seats) != rules.seats:
            raise PontoonError(
                f"{len(seats)} seats are filled, but the rules say seats = {rules.seats}:"
                " name a strategy for each (P1)"
            )
        if not 0 <= banker < rules.seats:
            raise PontoonError(f"banker {banker} is no seat: take 0 to {rules.seats - 1} (P4)")
        self.rules = rules
        self.seats = tuple(seats)
        self.banker = banker
        self.chance_key = chance_key
        self.index = index
        self.deal_number, self.tenure, self.kitty = start or Start()
        self.bankrolls = [0] * rules.seats
        self.memory = Memory(rules.seats)
        self._expected: tuple[int, ...] | None = None
        self._deal: Deal | None = None
        self._counted = True  # whether the net of `_deal` is in the bankrolls

    @property
    def events(self) -> Sequence[Event]:
        """The deal that is being played, as far as it has gone."""
        return () if self._deal is None else self._deal.events

    def purses(self) -> list[int]:
        """Chips won or lost by each seat so far, in the deal under way too."""
        net = [0] * self.rules.seats if self._deal is None or self._counted else self._deal.net
        return [chips + more for chips, more in zip(self.bankrolls, net, strict=True)]

    def play_deal(self, pack: Sequence[int]) -> DealRecord:
        """Play one deal.

        Parameters
        ----------
        pack
            All cards of the pack, next card first. After a deal that was not shuffled it has to be
            that deal's `pack_after` (P29).

        Raises
        ------
        PontoonError
            When the pack is not a whole one or not in the order that it has to be in, or when a
            strategy's answer is illegal. The table is of no use after the latter.
        """
        asking = self.questions(pack)
        answer: int | None = None
        while True:
            try:
                question = next(asking) if answer is None else asking.send(answer)
            except StopIteration as end:
                record: DealRecord = end.value
                return record
            answer = self._answer(question)

    def questions(self, pack: Sequence[int]) -> Asking[DealRecord]:
        """The same deal for callers who answer themselves: yields each question, wants a legal
        answer sent, and returns the record. The strategies at the seats are not asked.

        Examples
        --------
        >>> from pontoon_sim.game.cards import full_pack
        >>> from pontoon_sim.strategies import seats_from
        >>> rules = Rules(seats=2)
        >>> asking = Table(rules, seats_from(rules), banker=1).questions(full_pack(1))
        >>> question = next(asking)
        >>> question.decision, question.seat, question.view.first_card
        ('stake', 0, 1)
        """
        pack = tuple(int(card) for card in pack)  # an array of bytes would overflow in sums
        self._check_pack(pack)
        banker, kitty_before, number = self.banker, self.kitty, self.deal_number
        tenure = self.tenure
        deal = Deal(
            self.rules,
            banker,
            pack,
            number=number,
            tenure=tenure,
            kitty=kitty_before,
            memory=self.memory,
        )
        self._deal, self._counted = deal, False
        yield from self._put_up_kitty(deal)
        yield from self._deal_and_bet(deal)
        if turn.can_pontoon(deal, deal.banker_hand):
            turn.pontoon(deal, deal.banker_hand)
            settle_banker_pontoon(deal)
        else:
            for player in deal.players:
                yield from self._play_player(deal, player)
            if deal.hands_in():
                yield from self._play_banker(deal)
                settle(deal)
        between.clear_table(deal)
        for seat, chips in enumerate(deal.net):
            self.bankrolls[seat] += chips
        self._counted = True
        yield from self._pass_bank(deal)
        shuffled = between.shuffles(deal)
        if shuffled:
            deal.log("shuffle")
            self.memory.clear()
        self._expected = None if shuffled else tuple(deal.pack)
        self.deal_number += 1
        self.kitty = deal.kitty
        return DealRecord(
            table=self.index,
            deal=number,
            banker=banker,
            tenure=tenure,
            kitty=kitty_before,
            pack=pack,
            events=tuple(deal.events),
            net=tuple(deal.net),
            kitty_after=deal.kitty,
            next_banker=self.banker,
            shuffled=shuffled,
            pack_after=tuple(deal.pack),
        )

    def _check_pack(self, pack: Sequence[int]) -> None:
        wrong = Counter(pack)
        wrong.subtract(Counter(cards.full_pack(self.rules.packs)))
        for card, surplus in sorted(wrong.items()):
            if surplus:
                known = 0 <= card < cards.CARDS_IN_PACK
                name = cards.name(card) if known else f"card code {card}"
                raise PontoonError(
                    f"deal {self.deal_number}: the pack is not whole: {name} is"
                    f" {'missing' if surplus < 0 else 'too many'} (P1)"
                )
        if self._expected is not None and tuple(pack) != self._expected:
            raise PontoonError(
                f"deal {self.deal_number}: the pack was not shuffled, so it has to be the last"
                " deal's pack_after (P29)"
            )

    # --- asking ---------------------------------------------------------------------------------

    def _ask(
        self,
        deal: Deal,
        decision: str,
        seat: int,
        hand: Hand | None,
        verify: Callable[[int], None],
    ) -> Asking[int]:
        """Ask a seat; its answer."""
        view = look(deal, decision, seat, hand, bankroll=self.bankrolls[seat], key=self.chance_key)
        holding = "" if hand is None else f", holding {hand} as hand {hand.number}"
        where = f"to '{decision}' in deal {deal.number} at seat {seat}{holding}"
        answer = yield Question(decision, seat, view, where, verify)
        return answer

    def _answer(self, question: Question) -> int:
        """The answer of the strategy at a seat, refused where `verify` has an objection."""
        strategy, decision = self._strategy(question.seat), question.decision
        try:
            given = strategy.answer(decision, question.view)
        except PontoonError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise IllegalAction(
                f"strategy '{strategy.name}' had no answer {question.where}: it raised {reason}",
                reason,
            ) from None
        try:
            answer = operator.index(given)
            question.verify(answer)
        except (TypeError, IllegalAction) as error:
            reason = str(error)
            if isinstance(error, TypeError):
                reason = "an answer is a whole number"
            word = f"{given!r}"
            if decision == "turn" and given in WORDS:
                word += f" ({WORDS[given]})"
            raise IllegalAction(
                f"strategy '{strategy.name}' answered {word} {question.where}: {reason}", reason
            ) from None
        return answer

    def _strategy(self, seat: int) -> Strategy:
        people = self.seats[seat]
        return people.banker if seat == self.banker else people.player

    # --- before the turns -----------------------------------------------------------------------

    def _put_up_kitty(self, deal: Deal) -> Asking[None]:
        """S1, S8: a new kitty where there is none, else the banker may add to it."""
        if not self.rules.shoot:
            return
        if deal.kitty == 0:
            low, high = self.rules.kitty_limits
            decides = getattr(self._strategy(deal.banker), "decides", lambda decision: True)
            chips = low
            if low < high and decides("kitty"):
                chips = yield from self._ask(
                    deal, "kitty", deal.banker, None, lambda n: bets.verify_kitty(deal, n)
                )
            bets.kitty(deal, chips)
        elif bets.top_up_room(deal) > 0:
            chips = yield from self._ask(
                deal, "top_up", deal.banker, None, lambda n: bets.verify_top_up(deal, n)
            )
            bets.top_up(deal, chips)

    def _deal_and_bet(self, deal: Deal) -> Asking[None]:
        """P5-P7, P34, S2: a card to each, stakes, doubling, shoot bets, a second card to each."""
        for player in deal.players:
            player.hands.append(Hand(player.seat))
            deal.give(player.hands[0], "down")
        deal.give(deal.banker_hand, "down")
        for player in deal.players:
            bets.stake(deal, player, (yield from self._stake(deal, player)))
        hand = deal.banker_hand
        if bets.can_double(deal):
            deal.banker_looks()
            if (yield from self._ask(deal, "double", deal.banker, hand, _verify_yes_or_no)):
                bets.double(deal)
        for player in deal.players:
            yield from self._shoot(deal, player.hands[0])
        for player in deal.players:
            deal.give(player.hands[0], "down")
        deal.give(deal.banker_hand, "down")
        deal.banker_looks()

    def _stake(self, deal: Deal, player: Player) -> Asking[int]:
        if self.rules.stake_min == self.rules.stake_max:
            return self.rules.stake_min
        chips = yield from self._ask(
            deal,
            "stake",
            player.seat,
            player.hands[0],
            lambda n: bets.verify_stake(deal, player, n),
        )
        return chips

    def _shoot(self, deal: Deal, hand: Hand) -> Asking[None]:
        """S2, S4, S5: a shoot bet may be made while there is room."""
        if self.rules.shoot and deal.room() > 0:
            chips = yield from self._ask(
                deal, "shoot", hand.seat, hand, lambda n: bets.verify_shoot(deal, hand, n)
            )
            bets.shoot(deal, hand, chips)

    # --- the turns ------------------------------------------------------------------------------

    def _play_player(self, deal: Deal, player: Player) -> Asking[None]:
        """P18: a player's hands one at a time in order, those made by splitting at the end."""
        for hand in player.hands:  # grows while hands are split
            finished = False
            while not finished:
                finished = yield from self._act(deal, hand)

    def _act(self, deal: Deal, hand: Hand) -> Asking[bool]:
        """One action of a hand; whether it is finished then."""
        if turn.can_pontoon(deal, hand):
            turn.pontoon(deal, hand)
            return True
        answers = self._answers(deal, hand)
        if len(answers) == 1:
            action = answers[0]
        else:
            action = yield from self._ask(
                deal, "turn", hand.seat, hand, lambda n: verify_turn(deal, hand, n)
            )
        if action == STICK:
            turn.stick(deal, hand)
            return True
        if action == SPLIT:
            new = turn.split(deal, hand)
            yield from self._shoot(deal, new)
            deal.give(hand, "down")
            deal.give(new, "down")
            return False
        if action == BURN:
            turn.burn(deal, hand)
            return False
        if len(hand.cards) == 3:
            yield from self._shoot(deal, hand)
        if action == TWIST:
            turn.twist(deal, hand)
        else:
            turn.buy(deal, hand, action)
        return hand.hard > 21 or len(hand.cards) == 5

    def _answers(self, deal: Deal, hand: Hand) -> list[int]:
        """The legal kinds of action; buying counts as one, named by its least price."""
        kinds = (
            (STICK, turn.can_stick(deal, hand)),
            (TWIST, turn.can_twist(deal, hand)),
            (SPLIT, turn.can_split(deal, hand)),
            (BURN, turn.can_burn(deal, hand)),
            (hand.initial, turn.can_buy(deal, hand)),
        )
        return [action for action, legal in kinds if legal]

    def _play_banker(self, deal: Deal) -> Asking[None]:
        """P22: the banker turns up its cards and draws until it likes to stop or has to."""
        hand = deal.banker_hand
        deal.turn_up(hand)
        while hand.hard <= 21 and len(hand.cards) < 5:
            if not turn.can_draw(deal, hand) or not (
                yield from self._ask(deal, "draw", deal.banker, hand, _verify_yes_or_no)
            ):
                turn.banker_stick(deal)
                return
            turn.banker_draw(deal)

    # --- the bank -------------------------------------------------------------------------------

    def _pass_bank(self, deal: Deal) -> Asking[None]:
        """P30, else S8's auction of a dry bank, else P31's sale."""
        move = between.bank_move(deal)
        if move is None and between.is_auctioned(deal):
            move = yield from self._sell(deal, between.auction)
        elif move is None and self.rules.bank_sale:
            move = yield from self._sell(deal, between.sale)
        self.tenure += 1
        if move is not None:
            between.move_bank(deal, move)
            self.bankrolls[move.seat] -= move.price
            self.bankrolls[self.banker] += move.price
            self.banker = move.seat
            self.tenure = 0

    def _sell(
        self, deal: Deal, how: Callable[[Deal, int, Sequence[int]], between.Move | None]
    ) -> Asking[between.Move | None]:
        """P31, S8: what the banker asks, and where it sells at all, what the players bid."""
        ask = yield from self._ask(deal, "ask", deal.banker, None, _verify_price)
        if ask < 0:
            return None
        bids = []
        for player in deal.players:
            bid = yield from self._ask(deal, "bid", player.seat, None, _verify_price)
            bids.append(bid)
        return how(deal, ask, bids)


def verify_turn(deal: Deal, hand: Hand, answer: int) -> None:
    """Whether an answer to `turn` is legal: STICK, TWIST, SPLIT, BURN or a price to buy at."""
    if answer == STICK:
        turn.verify_stick(deal, hand)
    elif answer == TWIST:
        turn.verify_twist(deal, hand)
    elif answer == SPLIT:
        turn.verify_split(deal, hand)
    elif answer == BURN:
        turn.verify_burn(deal, hand)
    elif answer > 0:
        turn.verify_buy(deal, hand, answer)
    else:
        raise IllegalAction(
            f"no action has the number {answer}: take 0 stick, -1 twist, -2 split, -3 burn"
            " or a positive price"
        )


def _verify_yes_or_no(answer: int) -> None:
    if answer not in (0, 1):
        raise IllegalAction("the answer is 1 for yes or 0 for no")


def _verify_price(answer: int) -> None:
    """P31, S8: what the bank is sold for has a limit, so that purses stay whole."""
    if abs(answer) > PRICE_LIMIT:
        raise IllegalAction(f"a price lies from {-PRICE_LIMIT:,} to {PRICE_LIMIT:,} chips")


def play_table(
    rules: Rules, seats: Sequence[Seat], banker: int, deals: int, random: Random
) -> list[DealRecord]:
    """Play deals in a row from a fresh shuffle, with Python's generator for the packs.

    The packs are not those of the compiled engine for any seed; the game is.
    """
    table = Table(rules, seats, banker, chance_key=random.getrandbits(64))
    records: list[DealRecord] = []
    pack = cards.full_pack(rules.packs)
    random.shuffle(pack)
    for _ in range(deals):
        record = table.play_deal(pack)
        records.append(record)
        pack = list(record.pack_after)
        if record.shuffled:
            random.shuffle(pack)
    return records
