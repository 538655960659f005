"""Cards: their codes, names, values, and whole packs of them. Nothing here knows a rule of play
beyond P1 and P2.

A card is a small integer, `rank_index * 4 + suit_index`: rank index 0 is the ace, 1 the two, ...,
9 the ten, 10 the jack, 11 the queen, 12 the king; suits are S, H, D, C. Two packs hold every code
twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pontoon_sim.base.errors import PontoonError

RANKS = "A23456789TJQK"
SUITS = "SHDC"
CARDS_IN_PACK = 52

#: Value of each rank index with the ace as 1 (P2).
VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def rank(card: int) -> int:
    """Rank index of a card, 0 (ace) to 12 (king)."""
    return card >> 2


def value(card: int) -> int:
    """Pips of a card with the ace as 1 and court cards as 10 (P2)."""
    return VALUES[card >> 2]


def name(card: int) -> str:
    """Two-letter name, rank then suit.

    >>> name(0), name(39), name(51)
    ('AS', 'TC', 'KC')
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def parse(text: str) -> int:
    """Code of a card named like `AS`, `TD`, `10d` or `7h`.

    >>> parse("AS"), parse("10c")
    (0, 39)
    """
    word = text.strip().upper().replace("10", "T")
    if len(word) != 2 or word[0] not in RANKS or word[1] not in SUITS:
        raise PontoonError(
            f"'{text}' is not a card: write a rank of {RANKS} and a suit of {SUITS},"
            " such as AS or TD"
        )
    return RANKS.index(word[0]) * 4 + SUITS.index(word[1])


def parse_cards(text: str | Iterable[str]) -> list[int]:
    """Codes of cards named in a row, separated by blanks or commas.

    >>> parse_cards("AS TD, 7c")
    [0, 38, 27]
    """
    words = text.replace(",", " ").split() if isinstance(text, str) else list(text)
    return [parse(word) for word in words]


def parse_hand(text: str) -> list[int]:
    """Codes of a hand's cards, where suits may be left out: they never matter to play (P2).

    `8 8`, `88`, `8,8`, `A5`, `10 A`, `8S 8D` and `8S8D` are all hands. A card named by its rank
    gets the first suit that the hand does not yet hold.

    >>> names(parse_hand("88")), names(parse_hand("A 10")), names(parse_hand("8D8S"))
    (['8S', '8H'], ['AS', 'TS'], ['8D', '8S'])
    """
    compact = "".join(text.upper().replace("10", "T").replace(",", " ").split())
    cards: list[int] = []
    while compact:
        letter, suit = compact[0], compact[1:2]
        if letter not in RANKS:
            raise PontoonError(
                f"'{text}' is not a hand: write ranks of {RANKS}, such as 'A 5' or '8 8'"
            )
        if suit and suit in SUITS:
            cards.append(RANKS.index(letter) * 4 + SUITS.index(suit))
            compact = compact[2:]
            continue
        codes = [RANKS.index(letter) * 4 + n for n in range(len(SUITS))]
        cards.append(next((code for code in codes if code not in cards), codes[0]))
        compact = compact[1:]
    return cards


def names(cards: Iterable[int]) -> list[str]:
    """Names of cards, in the same order."""
    return [name(int(card)) for card in cards]


def full_pack(packs: int = 1) -> list[int]:
    """All cards of `packs` packs in order of their codes."""
    return sorted(list(range(CARDS_IN_PACK)) * packs)


def complete_pack(first: Sequence[int], packs: int = 1) -> list[int]:
    """A whole pack that begins with the given cards; the rest follow in order of their codes.

    >>> len(complete_pack([0, 38])), complete_pack([0, 38])[:3]
    (52, [0, 38, 1])
    """
    rest = full_pack(packs)
    for card in first:
        if card not in rest:
            raise PontoonError(
                f"{name(card)} is named {first.count(card)} times,"
                f" but {'one pack holds it once' if packs == 1 else 'two packs hold it twice'}"
            )
        rest.remove(card)
    return [*first, *rest]


def hard_total(cards: Iterable[int]) -> int:
    """Total with every ace as 1."""
    return sum(VALUES[card >> 2] for card in cards)


def best_total(cards: Sequence[int]) -> int:
    """Total with one ace as 11 where that does not bust the hand.

    >>> best_total(parse_cards("AS 6D")), best_total(parse_cards("AS 6D TC"))
    (17, 17)
    """
    hard = hard_total(cards)
    return hard + 10 if hard <= 11 and any(card < 4 for card in cards) else hard


def is_soft(cards: Sequence[int]) -> bool:
    """Whether the best and the hard total differ."""
    return best_total(cards) != hard_total(cards)
