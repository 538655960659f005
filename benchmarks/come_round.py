"""Why seven people: the table of docs/come_round.md.

`python benchmarks/come_round.py` plays the standard game with 3 to 8 people and one pack, and with
6 to 12 and two, and looks at the deals from a pack that has come round apart from first deals after
a shuffle. `--tables 5000` is quick; the document holds 100,000 tables of 200 deals a line.
"""

from __future__ import annotations

import argparse

import numpy as np
from numba import njit

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel.block import play_next, start_table
from pontoon_sim.kernel.layout import CARD_STRIDE, MAX_HANDS
from pontoon_sim.strategies import seats_from

DEALS = 200
FIRST, BETWEEN, AGAIN = range(3)  # of the deals after a shuffle: from a pack that has come round
NET, INITIAL, BUST, HANDS, TENS, CARDS = range(6)


@njit
def play(game, first, sums, length):
    """Sums of each table by where its deals come from; `length`: cards and deals without a pontoon.

    game : `kernel.state.Game`; sums : float64, (tables, 3, 6); length : int64, (2,)
    """
    rules, lineup, st, view, sh, seed, tally, _ = game
    n = rules.seats
    for t in range(sums.shape[0]):
        start_table(rules, st, view, sh, seed, first + t)
        for _ in range(DEALS):
            banker, before = st.banker, st.head
            if before == 0:
                row = sums[t, FIRST]
            else:
                row = sums[t, AGAIN if before >= rules.cards_in_pack else BETWEEN]
            play_next(rules, lineup, st, view, sh, None, tally)
            if not st.pontoon_shown:  # else the pack has been shuffled
                length[0] += st.head - before
                length[1] += 1
            row[NET] += st.net[banker]
            for position in range(n - 1):
                slot = position * MAX_HANDS
                row[INITIAL] += st.initial[position]
                for k in range(2):
                    row[TENS] += st.cards[slot * CARD_STRIDE + k] >> 2 >= 9
                row[CARDS] += 2
                for hand in range(st.hands[position]):
                    row[BUST] += st.score[slot + hand] == 0
                    row[HANDS] += 1


def line(packs: int, seats: int, tables: int) -> str:
    """A line of the table."""
    rules = rules_from("standard", [f"packs={packs}"], seats=seats)
    engine = Engine(rules, seats_from(rules), seed=1)
    sums, length = np.zeros((tables, 3, 6)), np.zeros(2, np.int64)
    play(engine._game(engine._memory()), np.int64(0), sums, length)
    cards = length[0] / length[1]
    cells = [f"{packs}", f"{seats}", f"{cards:.2f}", f"{52 * packs / cards:.2f}"]
    for where in (FIRST, AGAIN):
        row = sums[:, where]
        net, initial, bust, hands, tens, dealt = row.sum(axis=0)
        edge = net / initial
        se = np.sqrt(((row[:, NET] - edge * row[:, INITIAL]) ** 2).sum()) / initial
        cells += [f"{100 * tens / dealt:.2f}", f"{100 * bust / hands:.2f}"]
        cells.append(f"{100 * edge:+.2f} ± {100 * se:.2f}")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=float, default=1e5)
    tables = int(parser.parse_args().tables)
    what = "tens % | bust % | edge %"
    print(f"| packs | people | cards a deal | deals a pack | first: {what} | again: {what} |")
    print("|---" * 10 + "|")
    for packs, people in ((1, range(3, 9)), (2, range(6, 13))):
        for seats in people:
            print(line(packs, seats, tables), flush=True)


if __name__ == "__main__":
    main()
