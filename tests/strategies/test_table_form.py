"""The table form: what a TOML file means, and one sentence for every fault in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.strategies import Strategy, View, load
from pontoon_sim.strategies.table import choices, choose

FACTS = 'role = "player"\nsummary = "s"\nwhy = "w"\nweakness = "x"\n'
TURN = '[turn]\nhard = { 4-15 = "T", 16-21 = "S" }\nsoft = { 12-15 = "T", 16-21 = "S" }\n'
BANKER = FACTS.replace("player", "banker")
DRAW = '[draw]\nhard = { 4-15 = "D", 16-21 = "S" }\nsoft = { 12-15 = "D", 16-21 = "S" }\n'


def table(folder: Path, text: str) -> Strategy:
    path = folder / "mine.toml"
    path.write_text(text)
    return load(path)


def fault(folder: Path, text: str) -> str:
    with pytest.raises(PontoonError) as caught:
        table(folder, text)
    message = str(caught.value)
    assert "mine.toml" in message and "\n" not in message
    return message


def hand(**fields: int) -> View:
    """Two cards that may do everything but split and burn, unless told otherwise."""
    free = {"cards": 2, "can_stick": 1, "can_twist": 1, "cheapest": 10, "dearest": 20}
    fields.setdefault("total", fields.get("hard", 0))
    fields.setdefault("hard", fields["total"])
    return View(**{**free, **fields})


def test_answers_by_total(tmp_path: Path) -> None:
    strategy = table(tmp_path, FACTS + TURN)
    assert strategy.name == "mine" and strategy.form == "table"
    assert strategy.answer("turn", hand(total=15)) == TWIST
    assert strategy.answer("turn", hand(total=16)) == STICK
    assert strategy.answer("turn", hand(total=15, hard=5, soft=1)) == TWIST
    assert strategy.decides("turn") and not strategy.decides("shoot")


def test_the_most_specific_section_that_names_the_total_wins(tmp_path: Path) -> None:
    text = (
        FACTS
        + TURN
        + (
            '[turn.three]\nhard = { 9-13 = "1" }\n[turn.three.bought]\nhard = { 12 = "2" }\n'
            '[turn.three.twisted]\nhard = { 16 = "T" }\n'
        )
    )
    strategy = table(tmp_path, text)
    assert strategy.answer("turn", hand(cards=3, total=12, bought=1)) == 20
    assert strategy.answer("turn", hand(cards=3, total=13, bought=1)) == 10
    assert strategy.answer("turn", hand(cards=3, total=16, bought=1)) == STICK
    assert strategy.answer("turn", hand(cards=3, total=16, twisted=1, cheapest=0)) == TWIST
    assert strategy.answer("turn", hand(cards=2, total=12)) == TWIST
    assert strategy.answer("turn", hand(cards=4, total=12, bought=2)) == TWIST


def test_after_a_purchase_and_a_twist_a_hand_has_twisted(tmp_path: Path) -> None:
    text = FACTS + TURN + '[turn.four.twisted]\nhard = { 16 = "T" }\n'
    strategy = table(tmp_path, text)
    both = hand(cards=4, total=16, bought=1, twisted=1, cheapest=0)
    assert strategy.answer("turn", both) == TWIST
    assert strategy.answer("turn", hand(cards=4, total=16, bought=2)) == STICK


@pytest.mark.parametrize(
    ("letters", "stick", "twist", "buy", "action"),
    [
        ("1", 1, 1, 0, TWIST),
        ("1S", 1, 1, 0, STICK),
        ("1S", 0, 1, 0, TWIST),
        ("2T", 1, 1, 0, TWIST),
        ("1", 1, 0, 0, STICK),
        ("S", 0, 1, 1, TWIST),
        ("S1", 0, 1, 1, 10),
        ("T", 1, 0, 0, STICK),
        ("2", 1, 1, 1, 20),
    ],
)
def test_fallbacks(
    tmp_path: Path, letters: str, stick: int, twist: int, buy: int, action: int
) -> None:
    strategy = table(tmp_path, FACTS + TURN.replace('"T"', f'"{letters}"'))
    view = hand(total=12, can_stick=stick, can_twist=twist, cheapest=10 * buy, dearest=20 * buy)
    assert strategy.answer("turn", view) == action


def test_choose_always_finds_a_legal_action() -> None:
    for letters in ("T", "S", "1", "2", "1S", "2T", "S1"):
        for stick, twist, buy in ((1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 1, 1), (1, 1, 1)):
            code = choose(letters, bool(stick), bool(twist), bool(buy))
            assert (stick, twist, buy, buy)[code]


def test_splits_before_it_burns(tmp_path: Path) -> None:
    strategy = table(tmp_path, FACTS + 'split = ["7"]\nburn = [13, 14]\n' + TURN)
    sevens = hand(total=14, pair=7, can_split=1, can_burn=1)
    assert strategy.answer("turn", sevens) == SPLIT
    assert strategy.answer("turn", hand(total=14, pair=7, can_burn=1)) == BURN
    assert strategy.answer("turn", hand(total=14, pair=7)) == TWIST
    assert strategy.answer("turn", hand(total=13, can_burn=1)) == BURN


@pytest.mark.parametrize(("word", "ranks"), [('"all"', 13), ('"none"', 0), ('["A", "10", "T"]', 2)])
def test_pairs(tmp_path: Path, word: str, ranks: int) -> None:
    strategy = table(tmp_path, FACTS + f"split = {word}\n" + TURN)
    split = [
        rank
        for rank in range(1, 14)
        if strategy.answer("turn", hand(total=12, pair=rank, can_split=1)) == SPLIT
    ]
    assert len(split) == ranks


@pytest.mark.parametrize(
    ("word", "chips"),
    [("min", 10), ("max", 95), ("3x", 30), ("50x", 95), ("50%", 52), ("0%", 10), ("100%", 95)],
)
def test_stakes(tmp_path: Path, word: str, chips: int) -> None:
    strategy = table(tmp_path, FACTS + f'stake = "{word}"\n' + TURN)
    assert strategy.answer("stake", View(first_card=5, stake_min=10, stake_max=95)) == chips
    assert strategy.facts.sizes_stakes == (word != "min")


def test_stakes_by_first_card(tmp_path: Path) -> None:
    stakes = '[stake]\nA = "max"\n10 = "2x"\nK = "50%"\ndefault = "min"\n'
    strategy = table(tmp_path, FACTS + stakes + TURN)
    chips = [
        strategy.answer("stake", View(first_card=rank, stake_min=10, stake_max=100))
        for rank in range(1, 14)
    ]
    assert chips == [100, 10, 10, 10, 10, 10, 10, 10, 10, 20, 10, 10, 55]


def test_a_banker_draws_and_stands(tmp_path: Path) -> None:
    strategy = table(tmp_path, BANKER + DRAW + '[draw.four]\nsoft = { 12-21 = "D" }\n')
    assert strategy.role == "banker"
    assert strategy.answer("draw", View(cards=2, total=15, hard=15, can_twist=1)) == 1
    assert strategy.answer("draw", View(cards=2, total=16, hard=16, can_twist=1)) == 0
    assert strategy.answer("draw", View(cards=4, total=21, hard=11, soft=1, can_twist=1)) == 1
    assert strategy.answer("draw", View(cards=2, total=15, hard=15)) == 0
    assert strategy.answer("ask", View()) == -1


SHOOTS = """
[shoot]
first = { A = "50%", "10 J" = "12.5%", Q-K = "3x", default = 20 }
split = { A = "all" }

[shoot.fourth]
hard = { 6-9 = "100%", 10 = "5" }
soft = { 13-15 = "3x" }
"""


@pytest.mark.parametrize(
    ("first", "room", "chips"),
    [
        (1, 101, 50),
        (2, 101, 20),
        (2, 7, 7),
        (10, 101, 12),
        (11, 101, 12),
        (13, 101, 30),
        (12, 9, 9),
    ],
)
def test_S2_shoots_by_first_card(tmp_path: Path, first: int, room: int, chips: int) -> None:
    strategy = table(tmp_path, FACTS + TURN + SHOOTS)
    assert strategy.decides("shoot") and not strategy.decides("bid")
    view = View(cards=1, first_card=first, room=room, stake_min=10)
    assert strategy.answer("shoot", view) == chips


def test_S5_shoots_on_a_split_hand_by_its_rank(tmp_path: Path) -> None:
    strategy = table(tmp_path, FACTS + TURN + SHOOTS)
    bets = [
        strategy.answer("shoot", View(cards=1, hand=1, first_card=rank, room=80, stake_min=10))
        for rank in (1, 10, 13)
    ]
    assert bets == [80, 0, 0]


@pytest.mark.parametrize(
    ("soft", "total", "chips"),
    [(0, 6, 80), (0, 9, 80), (0, 10, 5), (0, 11, 0), (1, 13, 30), (1, 16, 0), (0, 13, 0)],
)
def test_S4_shoots_before_the_fourth_card(
    tmp_path: Path, soft: int, total: int, chips: int
) -> None:
    strategy = table(tmp_path, FACTS + TURN + SHOOTS)
    view = View(cards=3, first_card=1, total=total, soft=soft, room=80, stake_min=10)
    assert strategy.answer("shoot", view) == chips


@pytest.mark.parametrize(("word", "chips"), [('"none"', 0), ('"5x"', 50), ('"40"', 40), ("40", 40)])
def test_P31_bids_and_asks(tmp_path: Path, word: str, chips: int) -> None:
    player = table(tmp_path, FACTS + f"bid = {word}\n" + TURN)
    assert player.decides("bid") and player.answer("bid", View(stake_min=10)) == chips
    banker = table(tmp_path, BANKER + f"ask = {word}\n" + DRAW)
    assert banker.decides("ask") and banker.answer("ask", View(stake_min=10)) == (chips or -1)


@pytest.mark.parametrize(
    ("word", "chips"),
    [("min", 20), ("max", 95), ("50%", 57), ("3x", 30), ("1x", 20), ("99x", 95), ("40", 40)],
)
def test_S1_a_new_kitty(tmp_path: Path, word: str, chips: int) -> None:
    banker = table(tmp_path, BANKER + f'kitty = "{word}"\n' + DRAW)
    view = View(cheapest=20, dearest=95, room=95, stake_min=10)
    assert banker.decides("kitty") and banker.answer("kitty", view) == chips


@pytest.mark.parametrize(
    ("word", "chips"), [("none", 0), ("full", 75), ("50%", 37), ("2x", 20), ("9x", 75), ("40", 40)]
)
def test_S8_adds_to_the_kitty(tmp_path: Path, word: str, chips: int) -> None:
    banker = table(tmp_path, BANKER + f'top_up = "{word}"\n' + DRAW)
    assert banker.decides("top_up")
    assert banker.answer("top_up", View(kitty=20, room=75, stake_min=10)) == chips


def test_P34_doubles_by_its_first_card(tmp_path: Path) -> None:
    banker = table(tmp_path, BANKER + 'double = ["A", "10-K"]\n' + DRAW)
    doubled = [rank for rank in range(1, 14) if banker.answer("double", View(first_card=rank))]
    assert banker.decides("double") and doubled == [1, 10, 11, 12, 13]


def test_decides_what_the_table_says_and_nothing_else(tmp_path: Path) -> None:
    player = table(tmp_path, FACTS + TURN)
    assert not player.decides("shoot") and not player.decides("bid")
    banker = table(tmp_path, BANKER + "double = []\n" + DRAW)
    assert not any(banker.decides(d) for d in ("kitty", "top_up", "ask", "double"))
    assert banker.answer("kitty", View(cheapest=5, dearest=9)) == 5


def test_stakes_by_groups_of_cards(tmp_path: Path) -> None:
    text = FACTS + '[stake]\n"A 10-K" = "2x"\ndefault = "min"\n' + TURN
    strategy = table(tmp_path, text)
    chips = [
        strategy.answer("stake", View(first_card=rank, stake_min=10, stake_max=100))
        for rank in (1, 2, 9, 10, 13)
    ]
    assert chips == [20, 10, 10, 20, 20]


def test_the_hands_that_have_a_choice() -> None:
    cells = list(choices())
    assert (2, False, False, 4) in cells and (2, False, True, 12) in cells
    assert (2, False, True, 21) not in cells and (4, True, True, 21) in cells
    assert (2, True, False, 12) not in cells and (3, False, False, 5) not in cells
    assert len(cells) == len(set(cells))


WRONG = {
    "empty": ("", "is empty"),
    "only a comment": ("# nothing\n", "is empty"),
    "no role": ('summary = "s"\n', "has no role"),
    "wrong role": ('role = "dealer"\n', 'has role = "dealer"'),
    "typo": (FACTS + 'splits = "all"\n' + TURN, "unknown key 'splits', did you mean 'split'?"),
    "typo below": (
        FACTS + TURN + "[turn.three.bougth]\n",
        "unknown key 'bougth' in [turn.three], did you mean 'bought'?",
    ),
    "no such section": (FACTS + TURN + "[shots]\n", "unknown key 'shots'"),
    "two cards have no history": (
        FACTS + TURN + "[turn.two.bought]\n",
        "unknown key 'bought' in [turn.two]: known here are hard, soft",
    ),
    "no turn": (FACTS, "[turn] is missing"),
    "no why": (FACTS.replace('why = "w"\n', "") + TURN, "'why' is missing"),
    "empty why": (FACTS.replace('why = "w"', 'why = ""') + TURN, "'why' is empty"),
    "summary a number": (FACTS.replace('"s"', "5") + TURN, "summary = 5 is not possible"),
    "hole": (
        FACTS + TURN.replace("4-15", "4-11"),
        "hard 12 on two cards has no letter (and",
    ),
    "hole on three": (
        FACTS + TURN.replace("4-15", "4-11") + '[turn.two]\nhard = { 12-15 = "T" }\n',
        "hard 12 on three cards, after a purchase has no letter",
    ),
    "one hole": (
        FACTS
        + TURN.replace('soft = { 12-15 = "T", 16-21', 'soft = { 12-15 = "T", 16-20')
        + '[turn.three]\nsoft = { 21 = "S" }\n[turn.four.bought]\nsoft = { 21 = "S" }\n',
        "soft 21 on four cards, after a twist has no letter: name it",
    ),
    "overlap": (FACTS + TURN.replace("16-21", "15-21"), "turn.hard: 15 is named twice"),
    "backwards": (FACTS + TURN.replace("4-15", "15-4"), "write 4-15"),
    "out of range": (FACTS + TURN.replace("4-15", "2-15"), "hard totals go from 4 to 21"),
    "no total": (FACTS + TURN.replace("4-15", "low"), "turn.hard: 'low' is no total"),
    "no letter": (FACTS + TURN.replace('"T"', '"H"'), 'turn.hard: 4-15 = "H" is no action'),
    "twice": (FACTS + TURN.replace('"T"', '"TT"'), "is no action"),
    "letter P": (FACTS + TURN.replace('"T"', '"P"'), "named in split"),
    "letter a number": (FACTS + TURN.replace('"T"', "1"), "write text in quotes"),
    "letters no map": (FACTS + '[turn]\nhard = "T"\n', "turn.hard"),
    "turn no section": (FACTS + 'turn = "T"\n', 'turn = "T" is not possible: write a section'),
    "no rank": (FACTS + 'split = ["1"]\n' + TURN, "split: '1' is no rank"),
    "rank a number": (FACTS + "split = [8]\n" + TURN, "split = 8 is not possible"),
    "split word": (FACTS + 'split = "some"\n' + TURN, 'split = "some" is not possible'),
    "stake word": (FACTS + 'stake = "lots"\n' + TURN, 'stake = "lots" is no stake'),
    "stake chips": (FACTS + "stake = 20\n" + TURN, "stake = 20 is not possible"),
    "stake chips by card": (FACTS + "[stake]\nA = 20\n" + TURN, "stake.A = 20 is not possible"),
    "stake 0x": (FACTS + 'stake = "0x"\n' + TURN, "is no stake"),
    "stake 101%": (FACTS + 'stake = "101%"\n' + TURN, "is no stake"),
    "stake hole": (FACTS + '[stake]\nA = "max"\n' + TURN, "first card 2 has no stake"),
    "stake rank": (FACTS + '[stake]\ndefalt = "min"\n' + TURN, "did you mean 'default'?"),
    "burn": (FACTS + "burn = [12]\n" + TURN, "burn: 12 can never be burnt"),
    "burn word": (FACTS + 'burn = "13"\n' + TURN, 'burn = "13" is not possible'),
    "banker twists": (BANKER + DRAW.replace('"D"', '"T"'), "is no action of a banker"),
    "banker's turn": (BANKER + TURN, "unknown key 'turn'"),
    "banker's hole": (BANKER + DRAW.replace("4-15", "6-15"), "hard 4 on two cards has no letter"),
    "shoot key": (
        FACTS + TURN + '[shoot]\nfirts = "all"\n',
        "unknown key 'firts' in [shoot], did you mean 'first'?",
    ),
    "shoot share above the whole": (
        FACTS + TURN + '[shoot]\nfirst = "150%"\n',
        'shoot.first = "150%" is no amount: take "none", "all", a share of the room',
    ),
    "shoot share below nothing": (
        FACTS + TURN + '[shoot.first]\nA = "-5%"\n',
        'shoot.first.A = "-5%" is no amount',
    ),
    "shoot word": (
        FACTS + TURN + '[shoot.split]\n"A T" = "full"\n',
        'shoot.split.A T = "full" is no amount',
    ),
    "shoot number": (
        FACTS + TURN + "[shoot]\nfirst = 1.5\n",
        'shoot.first = 1.5 is not possible: take "none", "all"',
    ),
    "shoot number by card": (
        FACTS + TURN + "[shoot.first]\nA = 0.5\n",
        'shoot.first.A = 0.5 is not possible: take "none", "all"',
    ),
    "shoot negative chips": (
        FACTS + TURN + "[shoot]\nfirst = -20\n",
        "shoot.first = -20 is no amount",
    ),
    "shoot rank": (
        FACTS + TURN + '[shoot.first]\ndefualt = "all"\n',
        "shoot.first: 'defualt' is no rank",
    ),
    "shoot rank twice": (
        FACTS + TURN + '[shoot.first]\nA = "all"\n"A K" = "all"\n',
        "shoot.first: A is named twice",
    ),
    "shoot ranks backwards": (
        FACTS + TURN + '[shoot.first]\nK-10 = "all"\n',
        "shoot.first: 'K-10' runs backwards",
    ),
    "shoot fourth word": (
        FACTS + TURN + '[shoot]\nfourth = "all"\n',
        'shoot.fourth = "all" is not possible: write a section',
    ),
    "shoot fourth overlap": (
        FACTS + TURN + '[shoot.fourth]\nhard = { 6-9 = "all", 9 = 20 }\n',
        "shoot.fourth.hard: 9 is named twice",
    ),
    "shoot fourth range": (
        FACTS + TURN + '[shoot.fourth]\nsoft = { 6-9 = "all" }\n',
        "soft totals go from 12 to 21",
    ),
    "shoot fourth amount": (
        FACTS + TURN + '[shoot.fourth]\nhard = { 6-9 = "0x" }\n',
        'shoot.fourth.hard: 6-9 = "0x" is no amount',
    ),
    "shoot no section": (
        FACTS + "shoot = 5\n" + TURN,
        "shoot = 5 is not possible: write a section",
    ),
    "bid share": (
        FACTS + 'bid = "50%"\n' + TURN,
        'bid = "50%" is no amount: take "none", a multiple of the least stake',
    ),
    "bid no whole number": (FACTS + "bid = 2.5\n" + TURN, "bid = 2.5 is not possible: take"),
    "bid yes": (FACTS + "bid = true\n" + TURN, "bid = true is not possible: take"),
    "bid in a section": (
        FACTS + TURN + "bid = 40\n",
        "'bid' in [turn] belongs to the whole table",
    ),
    "kitty word": (
        BANKER + 'kitty = "all"\n' + DRAW,
        'kitty = "all" is no amount: take "min", "max", a share of the way',
    ),
    "top_up word": (
        BANKER + 'top_up = "max"\n' + DRAW,
        'top_up = "max" is no amount: take "none", "full", a share of what may be added',
    ),
    "top_up share": (BANKER + 'top_up = "101%"\n' + DRAW, 'top_up = "101%" is no amount'),
    "ask negative": (BANKER + "ask = -1\n" + DRAW, "ask = -1 is no amount: take"),
    "ask word": (BANKER + 'ask = "all"\n' + DRAW, 'ask = "all" is no amount: take "none"'),
    "double rank": (BANKER + 'double = ["B"]\n' + DRAW, "double: 'B' is no rank"),
    "double word": (BANKER + 'double = "A"\n' + DRAW, 'double = "A" is not possible: write a list'),
    "double number": (BANKER + "double = [8]\n" + DRAW, "double = 8 is not possible: write a list"),
    "a player's kitty": (FACTS + 'kitty = "min"\n' + TURN, "unknown key 'kitty'"),
    "a banker's shots": (BANKER + DRAW + "[shoot]\n", "unknown key 'shoot'"),
    "name": ('name = "a b"\n' + FACTS + TURN, 'name = "a b"'),
    "no TOML": ("role = player", "is not valid TOML"),
}


@pytest.mark.parametrize("case", WRONG)
def test_refuses(tmp_path: Path, case: str) -> None:
    text, words = WRONG[case]
    assert words in fault(tmp_path, text)


def test_refuses_a_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(PontoonError, match="is not a text file"):
        load(path)
