"""The heads-up game of a small pack, deal by deal and card by card, as a linear programme.

Shares nothing with `pontoon_sim.solve`: both sides remember every card and choice in order, and
the value comes from the sequence form (Koller, Megiddo and von Stengel, 1996) by scipy's HiGHS.
Written from docs/RULES.md: P8-P19, P22, P25-P28, no splits; a pack of ten cards or more, so that
it cannot run out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

TEN = 9


def hard(cards):
    return sum(value + 1 for value in cards)


def best(cards):
    total = hard(cards)
    return total + 10 if 0 in cards and total <= 11 else total


def pontoon(cards):
    return sorted(cards) == [0, TEN]


def draws(rules, cards):
    """P19: whether a hand may have one more card."""
    if len(cards) == 5 or best(cards) > 21:
        return False
    if best(cards) == 21:
        return len(cards) > 2 and hard(cards) == 11 and rules.soft_21_draws
    return True


@dataclass
class Game:
    rules: object
    prices: tuple[int, ...]
    pack: tuple[int, ...]
    stakes: tuple[int, ...] = (1,)
    payoff: dict = field(default_factory=lambda: defaultdict(float))
    player: dict = field(default_factory=dict)  # sequence -> its number
    banker: dict = field(default_factory=dict)
    choices: tuple[dict, dict] = field(default_factory=lambda: ({}, {}))

    def sequence(self, side, parent, information, actions):
        """Numbers of the sequences that end in these actions at this information."""
        numbers, known = (self.player, self.banker)[side], self.choices[side]
        if information not in known:
            known[information] = (parent, [])
            for action in actions:
                numbers[information, action] = len(numbers) + 1
                known[information][1].append(numbers[information, action])
        assert known[information][0] == parent, "perfect recall"
        return [numbers[information, action] for action in actions]

    def build(self):
        pack = list(self.pack)
        for first in range(10):
            for p1, after1 in self.cards(pack, first):
                names = self.sequence(0, 0, ("stake", first), self.stakes)
                for stake, number in zip(self.stakes, names, strict=True):
                    for second in range(10):
                        for p2, after2 in self.cards(after1, second):
                            self.bankers_cards(p1 * p2, after2, stake, number, (first, second))
        return self

    @staticmethod
    def cards(pack, value):
        if pack[value]:
            after = list(pack)
            after[value] -= 1
            yield pack[value] / sum(pack), after

    def bankers_cards(self, chance, pack, stake, number, mine):
        rules = self.rules
        for one in range(10):
            for p1, after1 in self.cards(pack, one):
                for two in range(10):
                    for p2, after2 in self.cards(after1, two):
                        p, theirs = chance * p1 * p2, (one, two)
                        if pontoon(theirs):
                            times = rules.banker_pontoon_takes
                            if pontoon(mine):
                                word = rules.pontoon_against_pontoon
                                times = {"double": times, "single": 1, "push": 0}[word]
                            self.payoff[number, 0] -= p * times * stake
                        elif pontoon(mine):
                            self.payoff[number, 0] += p * rules.pontoon_pays * stake
                        else:
                            state = (stake, mine, (), ())
                            self.turn(p, after2, number, state, theirs)

    def turn(self, chance, pack, number, state, theirs):
        """`state`: the initial stake, cards in order, prices, values twisted."""
        stake, mine, prices, twisted = state
        rules = self.rules
        may_draw = draws(rules, mine)
        actions = ["stick"] if best(mine) >= rules.stick_min or not may_draw else []
        if may_draw:
            actions.append("twist")
            certain = len(mine) == 4 and hard(mine) <= 11
            if not twisted and (rules.buy_certain_trick or not certain):
                dearest = prices[-1] if prices else rules.buy_max
                actions += [price for price in self.prices if price <= dearest]
        if actions == ["stick"]:
            self.bankers_turn(chance, pack, number, 0, state, theirs)
            return
        for action, after in zip(
            actions, self.sequence(0, number, ("turn", state), actions), strict=True
        ):
            if action == "stick":
                self.bankers_turn(chance, pack, after, 0, state, theirs)
                continue
            for value in range(10):
                for p, left in self.cards(pack, value):
                    grown = (*mine, value)
                    if action == "twist":
                        now = (stake, grown, prices, (*twisted, value))
                    else:
                        now = (stake, grown, (*prices, action), twisted)
                    if hard(grown) > 21:
                        whole = stake * (1 + sum(now[2]))
                        self.payoff[after, 0] -= chance * p * whole
                    else:
                        self.turn(chance * p, left, after, now, theirs)

    def bankers_turn(self, chance, pack, number, sequence, state, theirs):
        rules = self.rules
        stake, mine, prices, twisted = state
        if not draws(rules, theirs):
            self.settle(chance, number, sequence, state, theirs)
            return
        public = (stake, len(mine), prices, twisted)
        stand, draw = self.sequence(1, sequence, (public, theirs), ("stand", "draw"))
        self.settle(chance, number, stand, state, theirs)
        for value in range(10):
            for p, left in self.cards(pack, value):
                grown = (*theirs, value)
                if hard(grown) > 21:
                    self.settle(chance * p, number, draw, state, grown)
                else:
                    self.bankers_turn(chance * p, left, number, draw, state, grown)

    def settle(self, chance, number, sequence, state, theirs):
        rules = self.rules
        stake, mine, prices, _ = state
        whole, trick = stake * (1 + sum(prices)), len(mine) == 5
        if hard(theirs) > 21:
            gain = rules.trick_pays if trick else 1
        elif len(theirs) == 5:
            gain = -rules.banker_trick_takes
        elif trick:
            gain = rules.trick_pays
        else:
            gain = 1 if best(mine) > best(theirs) else -1
        self.payoff[number, sequence] += chance * whole * gain

    def value(self):
        """The player's value of the game, chips."""
        rows, columns = zip(*self.payoff, strict=True)
        m, n = len(self.player) + 1, len(self.banker) + 1
        matrix = csr_matrix((list(self.payoff.values()), (rows, columns)), shape=(m, n))
        mine, theirs = self.constraints(0, m), self.constraints(1, n)
        # Player: most of f.q with A'x - F'q >= 0, Ex = e, x >= 0.
        goal = np.zeros(m + theirs.shape[0])
        goal[m] = -1.0
        upper = hstack([-matrix.T, theirs.T]).tocsr()
        equal = hstack([mine, csr_matrix((mine.shape[0], theirs.shape[0]))]).tocsr()
        right = np.zeros(mine.shape[0])
        right[0] = 1.0
        bounds = [(0, None)] * m + [(None, None)] * theirs.shape[0]
        done = linprog(goal, upper, np.zeros(n), equal, right, bounds, method="highs")
        assert done.status == 0, done.message
        return -done.fun

    def constraints(self, side, size):
        entries = [(0, 0, 1.0)]
        for row, (parent, numbers) in enumerate(self.choices[side].values(), 1):
            entries.append((row, parent, -1.0))
            entries += [(row, number, 1.0) for number in numbers]
        rows, columns, values = zip(*entries, strict=True)
        return csr_matrix((values, (rows, columns)), shape=(len(self.choices[side]) + 1, size))
