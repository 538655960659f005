"""`reader` at the bank against other bankers, over the same packs: the table of docs/solved.md.

    python benchmarks/reader.py FOLDER                               # everybody; some hours
    python benchmarks/reader.py FOLDER --players stick15 --people 2,6
    python benchmarks/reader.py FOLDER --people 2,4,8 --split any_pair --most 4e5

FOLDER keeps the bankers that have learnt from one player each. Every line is a game: the packs
(fresh or real, which is not shuffled until a pontoon shows), splits, people, the player at all
other places, deals of each banker; then what `reader` gains on each other banker, % of the initial
stakes, with how many standard errors that is; then the same for the banker that has learnt from
that player. Stakes are level. It plays on until every gain of `reader` is 5 errors from 0, or
--most deals are played.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pontoon_sim.exact import best_reply
from pontoon_sim.exact.strategy_files import write_reply
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.compare import compare
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.runs.trial import Arm
from pontoon_sim.solve.reader import write_reader
from pontoon_sim.strategies import Strategy, find, load, seats_from

OTHERS = ("unbeaten", "table_reader", "draw_below_16", "draw_below_17", "memory_banker")
PLAYERS = (
    "stick15", "stick16", "stick17", "stick18", "stick19", "cautious", "pub_regular",
    "trick_hunter", "mixed", "gambler", "counter", "memory_player", "solved_player",
)  # fmt: skip
"""stick13 and stick14 are stick15 where 15 is the least to stick on (P13)."""

KNOWING = ("draw_below_16", "draw_below_17", "unbeaten")
"""Bankers whose best replies play as well: people who know that banker."""

DEALS = 100_000


def game(packs: str, split: str, seats: int) -> Rules:
    """Level stakes, from a fresh pack or a real one."""
    preset = {"fresh": "shuffled", "real": "standard"}[packs]
    return rules_from(preset, ["stake_max=10", f"split={split}"], seats=seats)


def player_of(name: str, folder: Path) -> Strategy:
    """A shipped player, or the best reply to a banker."""
    if not name.startswith("reply_to_"):
        return find(name, "player")
    path = folder / f"{name}.py"
    if not path.exists():
        reply = best_reply(game("fresh", "any_pair", 2), find(name[9:], "banker"))
        write_reply(path, reply, f"pontoon exact best-reply --banker {name[9:]} --out {path.name}")
    return load(path)


def learnt_from(player: Strategy, folder: Path) -> Strategy:
    """The banker that has learnt from this player."""
    path = folder / f"reads_{player.name}.py"
    if not path.exists():
        write_reader(
            path, game("fresh", "any_pair", 6), [player], f"benchmarks/{Path(__file__).name}"
        )
    return load(path)


def played(rules: Rules, player: Strategy, learnt: Strategy, most: int) -> Comparison:
    """All bankers over the same packs, until `reader` is told from every other."""
    bankers = [find("reader", "banker"), learnt, *(find(name, "banker") for name in OTHERS)]
    arms = [Arm(banker.name, rules, seats_from(rules, player, banker)) for banker in bankers]
    deals = DEALS
    while True:
        found = compare(arms, deals=deals)
        if deals >= most or all(abs(errors(found, 0, arm)[1]) > 5 for arm in range(2, len(arms))):
            return found
        deals *= 4


def errors(found: Comparison, arm: int, other: int) -> tuple[float, float]:
    """What one banker gains on another, %, and how many standard errors that is."""
    gap = found.difference(arm, other)
    assert gap is not None and gap.paired.se
    return 100 * gap.paired.value, gap.paired.value / gap.paired.se


def main() -> None:
    """Play and print all games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    everybody = [*PLAYERS, *(f"reply_to_{name}" for name in KNOWING)]
    parser.add_argument("--players", default=",".join(everybody))
    parser.add_argument("--people", default="2,3,4,5,6,7,8")
    parser.add_argument("--packs", default="fresh,real")
    parser.add_argument("--split", default="any_pair,none")
    parser.add_argument("--most", type=float, default=6.4e6, help="most deals of one banker")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print("packs split    people player           deals  " + "  ".join(OTHERS) + "  (learnt: same)")
    for name in given.players.split(","):
        player = player_of(name, given.folder)
        learnt = learnt_from(player, given.folder)
        for packs in given.packs.split(","):
            for split in given.split.split(","):
                for people in map(int, given.people.split(",")):
                    found = played(game(packs, split, people), player, learnt, int(given.most))
                    cells = [
                        "{:+.3f} ({:+.1f})".format(*errors(found, arm, other))
                        for arm in (0, 1)
                        for other in range(2, 2 + len(OTHERS))
                    ]
                    line = f"{packs} {split:<8} {people} {name:<22} {found.deals:>8}"
                    print(line, *cells, flush=True)


if __name__ == "__main__":
    main()
