"""One deal from the first card to the last payment, and what follows it: the stages in order.

Deal (P5-P7), the banker's pontoon (P8-P9), turns (turn.py), settlement (P24-P28), then the cards go
under, the bank passes, the pack is shuffled (P29-P30).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.answer import ask
from pontoon_sim.kernel.bank import pass_bank
from pontoon_sim.kernel.banker import play_banker
from pontoon_sim.kernel.control import count_banker_draws, count_first_cards
from pontoon_sim.kernel.counterfactual import choose
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    CARD_STRIDE,
    DOUBLE,
    EV_CARD,
    EV_DOUBLE,
    EV_PAY,
    EV_PONTOON,
    EV_SHUFFLE,
    EV_STAKE,
    MAX_HANDS,
    SCORE_BUST,
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
    SEES_ORDER,
    SEES_TABLE,
    STAKE,
)
from pontoon_sim.kernel.log import note
from pontoon_sim.kernel.pack import deal_card, put_busts_under, put_under, remember_dealt
from pontoon_sim.kernel.shoot import count_shoot, fault, first_bets, put_up_kitty, settle_bet
from pontoon_sim.kernel.state import (
    BANK_NEVER,
    DOUBLES_COMPOUND,
    DOUBLES_NONE,
    KIND_BANKER_PONTOON,
    KIND_NO_TURN,
    KIND_PONTOONS,
    NET_BINS,
    RESHUFFLE_EVERY_DEAL,
    RESHUFFLE_PONTOON,
    pair_index,
)
from pontoon_sim.kernel.turn import open_hand, play_turn
from pontoon_sim.kernel.view import (
    clear_public,
    end_views,
    first_hand,
    forget_seen,
    look,
    no_choice,
    show_stake,
)

pair_place = njit(cache=True)(pair_index)


@njit(cache=True)
def take_stake(rules, lineup, st, view, sh, place, counterfactual):
    """P3, P6: the initial stake of a player who has seen its first card only."""
    seat = place.seat
    if rules.stake_min == rules.stake_max:
        return rules.stake_min
    if view is not None and lineup.address[at(seat), STAKE] != 0:
        look(rules, lineup, st, view, sh, STAKE, place)
        no_choice(view)
        stake = ask(lineup, seat, STAKE, view)
        if stake < rules.stake_min or stake > rules.stake_max:
            fault(st, STAKE, seat, stake)
        return stake
    rank = np.int64(st.cards[at(place.slot * CARD_STRIDE)]) >> 2
    stake = lineup.stake[at(seat), at(rank)]
    if counterfactual is not None:
        stake = choose(counterfactual, seat, counterfactual.stake[at(rank)], stake)
    return stake


@njit(cache=True)
def ask_double(rules, lineup, st, view, sh, banker, log, counterfactual):
    """P34: the stakes are down; the banker may look at its first card and double the deal."""
    place = first_hand(banker, rules.seats - 1)
    rank = np.int64(st.cards[at(place.slot * CARD_STRIDE)]) >> 2
    answer = np.int64(lineup.double[at(banker), at(rank)])
    if view is not None and lineup.address[at(banker), DOUBLE] != 0:
        look(rules, lineup, st, view, sh, DOUBLE, place)
        no_choice(view)
        answer = ask(lineup, banker, DOUBLE, view)
        if answer != 0 and answer != 1:
            fault(st, DOUBLE, banker, answer)
            return
    elif counterfactual is not None:
        answer = choose(counterfactual, banker, counterfactual.double[at(rank)], answer)
    if answer:
        st.doubled = 1
        note(log, st, EV_DOUBLE, banker, 0, 0, 0)


@njit(cache=True)
def special(rules, st, times):
    """P34: what a pontoon, a trick, either side's, or three sevens move in a doubled deal. `plain`:
    as ever (never less than other hands, and a push stays one); `compound`: twice as much."""
    if not st.doubled:
        return times
    if rules.banker_doubles == DOUBLES_COMPOUND:
        return 2 * times
    return max(times, 2) if times > 0 else times


@njit(cache=True)
def deal_cards(rules, lineup, st, view, sh, banker, log, counterfactual):
    """P5-P7: a card to each, the stakes, a second card to each; the banker last."""
    n = rules.seats
    for position in range(n):
        before = st.head
        card = deal_card(rules, st, view, position, 0, log)
        slot = position * MAX_HANDS
        st.cards[at(slot * CARD_STRIDE)] = card
        if view is not None:
            st.hands[at(position)] = 1
            open_hand(st, view, slot, card, 0, 0)
            if st.sees == SEES_ORDER:
                remember_dealt(rules, st, slot, 0, before)
            st.initial[at(position)] = 0
            st.thrown[at(position)] = 0
        note(log, st, EV_CARD, st.seat_at[at(position)], 0, card, 0)
    for position in range(n - 1):
        seat = st.seat_at[at(position)]
        place = first_hand(seat, position)
        stake = take_stake(rules, lineup, st, view, sh, place, counterfactual)
        if view is not None and st.fault:
            return
        slot = place.slot
        st.initial[at(position)] = stake
        st.stake[at(slot)] = stake
        if view is not None:
            st.price[at(slot)] = rules.buy_max * stake
            show_stake(st, view, slot, stake)
        note(log, st, EV_STAKE, seat, stake, 0, 0)
    if rules.banker_doubles != DOUBLES_NONE:
        ask_double(rules, lineup, st, view, sh, banker, log, counterfactual)
        if view is not None and st.fault:
            return
    if sh is not None:
        first_bets(rules, lineup, st, view, sh, log, counterfactual)
        if view is not None and st.fault:
            return
    for position in range(n):
        slot = position * MAX_HANDS
        before = st.head
        card = deal_card(rules, st, view, position, 1, log)
        if view is not None and st.sees == SEES_ORDER:
            remember_dealt(rules, st, slot, 1, before)
        note(log, st, EV_CARD, st.seat_at[at(position)], 0, card, 0)
        rank, first = card >> 2, np.int64(st.cards[at(slot * CARD_STRIDE)]) >> 2
        st.cards[at(slot * CARD_STRIDE + 1)] = card
        st.pair[at(position)] = pair_place(first, rank)
        st.hands[at(position)] = 1
        st.count[at(slot)] = 2
        st.hard[at(slot)] = min(first + 1, 10) + min(rank + 1, 10)
        st.ace[at(slot)] = (first == 0) | (rank == 0)
        st.score[at(slot)] = 1  # not bust


@njit(cache=True)
def count_player(st, tally, banker, position, staked, net):
    """Add one player's side of the finished deal to the tallies."""
    seat, initial, pair = st.seat_at[at(position)], st.initial[at(position)], st.pair[at(position)]
    st.cells[at(banker), at(position), 0] += initial
    st.cells[at(banker), at(position), 1] += staked
    st.cells[at(banker), at(position), 2] += net
    st.cells[at(banker), at(position), 3] += net * net
    tally.pair[at(seat), at(pair), 0] += 1
    tally.pair[at(seat), at(pair), 1] += initial
    tally.pair[at(seat), at(pair), 2] += staked
    tally.pair[at(seat), at(pair), 3] += net


@njit(cache=True)
def settle_banker_pontoon(rules, st, sh, tally, banker, log):
    """P8, P9, S3: the banker shows a pontoon before anyone plays; every player pays."""
    note(log, st, EV_PONTOON, banker, 0, 0, 0)
    takes = special(rules, st, rules.banker_pontoon_takes)
    loses = special(rules, st, rules.pontoon_loses)
    st.net[at(banker)] = 0
    for position in range(rules.seats - 1):
        seat = st.seat_at[at(position)]
        slot = position * MAX_HANDS
        stake = st.stake[at(slot)]
        kind = KIND_BANKER_PONTOON
        chips = takes * stake
        if st.ace[at(slot)] and st.hard[at(slot)] == 11:
            kind = KIND_PONTOONS
            chips = loses * stake
        note(log, st, EV_PAY, seat, 0, -chips, 0)
        st.net[at(seat)] = -chips
        st.net[at(banker)] += chips
        count_player(st, tally, banker, position, stake, -chips)
        tally.kind[at(seat), at(kind), 0] += 1
        tally.kind[at(seat), at(kind), 2] += stake
        tally.kind[at(seat), at(kind), 3] -= chips
        if sh is not None:
            settle_bet(st, sh, seat, 0, slot, False, log)


@njit(cache=True)
def settle_hands(rules, st, sh, tally, banker, score, log):
    """P24-P28, P34, P35, S7: every hand still in against the banker's, round from the banker's
    left, for each the stake and then its shoot bets (P31a).

    `score` is the banker's. A hand wins when its score is higher; ties are the banker's (P11).
    """
    once = 1 + st.doubled
    takes = special(rules, st, rules.banker_trick_takes) if score == SCORE_TRICK else once
    pontoon_pays = special(rules, st, rules.pontoon_pays)
    trick_pays = special(rules, st, rules.trick_pays)
    sevens_pay = special(rules, st, rules.three_sevens_pays)
    banker_net = 0
    for position in range(rules.seats - 1):
        seat = st.seat_at[at(position)]
        staked = 0
        net = 0
        for hand in range(st.hands[at(position)]):
            slot = position * MAX_HANDS + hand
            stake = st.stake[at(slot)]
            own = st.score[at(slot)]
            wins = own > score
            # a bust hand lost its stake once on its turn (P20); no branch here can be predicted
            times = -(takes if own > SCORE_BUST else once)
            pays = once
            if own == SCORE_PONTOON:
                pays = pontoon_pays
            if own == SCORE_TRICK:
                pays = trick_pays
            if own == SCORE_SEVENS:
                pays = sevens_pay
            chips = stake * (pays if wins else times)
            if own != SCORE_BUST:
                note(log, st, EV_PAY, seat, hand, chips, 0)
                if sh is not None:
                    settle_bet(st, sh, seat, hand, slot, wins, log)
            staked += stake
            net += chips
            tally.kind[at(seat), at(own), 0] += 1
            tally.kind[at(seat), at(own), 1] += wins
            tally.kind[at(seat), at(own), 2] += stake
            tally.kind[at(seat), at(own), 3] += chips
        st.net[at(seat)] = net
        count_player(st, tally, banker, position, staked, net)
        banker_net -= net
    st.net[at(banker)] = banker_net


@njit(cache=True)
def count_deal(rules, st, tally, banker, kind):
    """Add the banker's side of the finished deal to the tallies."""
    net = st.net[at(banker)]
    tally.deals += 1
    st.banked[at(banker)] += 1
    st.tenure += 1
    st.cells[at(banker), at(rules.seats - 1), 2] += net
    st.cells[at(banker), at(rules.seats - 1), 3] += net * net
    middle = NET_BINS // 2
    place = np.int64(np.floor(net / rules.stake_min + (middle + 0.5)))
    tally.net_bins[at(min(max(place, 0), NET_BINS - 1))] += 1
    tally.banker_kind[at(banker), at(kind), 0] += 1
    tally.banker_kind[at(banker), at(kind), 1] += net


@njit(cache=True)
def clear_away(rules, lineup, st, view, sh, tally, log):
    """P29-P31: the hands go under the pack, the bank may change hands, the pack may be shuffled."""
    looked_at = rules.stretch == 0 or log is not None
    if view is not None:
        looked_at |= st.sees >= SEES_TABLE
    if looked_at:
        put_busts_under(st)
        for position in range(rules.seats):
            for hand in range(st.hands[at(position)]):
                slot = position * MAX_HANDS + hand
                if st.score[at(slot)] != SCORE_BUST:
                    put_under(st, slot)
    clear_public(rules, st, view)
    if sh is not None or rules.bank_sale or rules.bank_passes != BANK_NEVER:
        pass_bank(rules, lineup, st, view, sh, tally, log)
    if rules.reshuffle == RESHUFFLE_EVERY_DEAL or (
        rules.reshuffle == RESHUFFLE_PONTOON and st.pontoon_shown
    ):
        note(log, st, EV_SHUFFLE, 0, 0, 0, 0)
        forget_seen(rules, st, view)
        return True
    return False


@njit(cache=True)
def seat_round(n, st, banker):
    """Say who sits where, from the banker's left round to the banker."""
    for position in range(n):
        st.seat_at[at(position)] = (banker + 1 + position) % n


@njit(cache=True)
def play_deal(rules, lineup, st, view, sh, control, tally, log, counterfactual):
    """Play one deal and tally it. `control`, `log` and `counterfactual` are None in plain play.

    Returns 1 when the pack is to be shuffled before the next deal. `st.fault` is set when a
    strategy gave an illegal answer; nothing of that deal is tallied then.
    """
    n = rules.seats
    banker = st.banker
    if st.seat_at[at(n - 1)] != banker:
        seat_round(n, st, banker)
    st.in_play = n - 1
    st.pontoon_shown = 0
    st.next_banker = -1
    st.doubled = 0
    st.bust_count = 0
    if sh is not None:
        for seat in range(n):
            sh.net[at(seat)] = 0
        put_up_kitty(rules, lineup, st, view, sh, banker, log)
        if view is not None and st.fault:
            return False
    deal_cards(rules, lineup, st, view, sh, banker, log, counterfactual)
    if view is not None and st.fault:
        return False
    if control is not None:
        count_first_cards(rules, lineup, st, control, banker)
    kind = np.int64(SCORE_PONTOON)
    own = (n - 1) * MAX_HANDS
    if (st.ace[at(own)] != 0) & (st.hard[at(own)] == 11):
        st.pontoon_shown = 1
        settle_banker_pontoon(rules, st, sh, tally, banker, log)
        tally.banker_pontoons += 1
    else:
        for position in range(n - 1):
            play_turn(rules, lineup, st, view, sh, control, position, log, counterfactual)
            if view is not None and st.fault:
                return False
        kind = play_banker(rules, lineup, st, view, sh, control, log, counterfactual)
        if view is not None and st.fault:
            return False
        tally.no_turns += kind == KIND_NO_TURN
        settle_hands(rules, st, sh, tally, banker, kind, log)
    if control is not None:
        count_banker_draws(rules, st, banker)
    tally.pontoon_deals += st.pontoon_shown
    tally.doubled += st.doubled
    end_views(rules, st, view, banker, kind != KIND_NO_TURN)
    count_deal(rules, st, tally, banker, kind)
    for seat in range(n):
        st.bankroll[at(seat)] += st.net[at(seat)]
    if sh is not None:
        count_shoot(rules, st, sh, banker)
        for seat in range(n):
            st.bankroll[at(seat)] += sh.net[at(seat)]
    return clear_away(rules, lineup, st, view, sh, tally, log)
