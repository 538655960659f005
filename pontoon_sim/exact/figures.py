"""What exact values and best replies consist of: plain figures, without words, tables or pandas."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pontoon_sim.base.display import Displayed, frame_of
from pontoon_sim.exact.multisets import Counts, value_index
from pontoon_sim.kernel.layout import SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK

if TYPE_CHECKING:
    from pontoon_sim.exact.choices import Chosen, History, ReachWeights
    from pontoon_sim.exact.two_card_deals import SplitValue
    from pontoon_sim.game.rules import Rules

KIND_NAMES = {
    0: "bust",
    **{total: f"{total}" for total in range(4, 21)},
    21: "21",
    SCORE_TRICK: "five-card trick",
    SCORE_SEVENS: "three sevens",
    SCORE_PONTOON: "pontoon",
}
"""Names of the scores of finished hands."""


@dataclass(frozen=True)
class Part:
    """The share of the deals that begin with certain cards.

    Attributes
    ----------
    chance : float
        Of all deals.
    initial, staked, net : float
        Chips per such deal: first stake, everything staked, the player's gain.
    shoot : float
        Expected gain of one chip bet as a first-card shoot bet (S2-S7), per such deal.
    """

    chance: float
    initial: float
    staked: float
    net: float
    shoot: float


@dataclass(frozen=True, repr=False)
class ExactValue(Displayed):
    """Exact figures of a player against a banker; chips, and always the player's gain as `net`.

    Attributes
    ----------
    player, banker : str
    initial, staked, net : float
        Chips per deal. Only the first stake counts as staked where the banker has a pontoon.
    sd : float
        Standard deviation of the player's net of a deal, chips.
    hands : dict of str to float
        BankerHands hands of each kind per deal in which the banker has no pontoon.
    hands_per_deal : float
        Of the same deals; more than 1 where pairs are split.
    banker_hands : dict of str to float
        Chance of each of the banker's hands, as if it always had its turn (it has none where every
        hand has bust, P22).
    distribution : dict of int to float
        Chance of each net in chips.
    more_hands : float
        Chance of the deals of three and four hands, which `distribution` leaves out unless it was
        asked for them (0 then).
    by_first_card : dict of str to Part
    by_two_cards : dict of (str, str) to Part
        By the player's first two cards, in either order.
    caveat : str
        Where the figures stop being exact; empty where nowhere.
    fractions : dict of str to Fraction
        `net`, `staked` as rationals, where asked for.
    """

    player: str
    banker: str
    rules: dict[str, Any]
    initial: float
    staked: float
    net: float
    sd: float
    hands: dict[str, float]
    hands_per_deal: float
    banker_hands: dict[str, float]
    distribution: dict[int, float]
    more_hands: float
    by_first_card: dict[str, Part]
    by_two_cards: dict[tuple[str, str], Part]
    caveat: str = ""
    fractions: dict[str, Fraction] = field(default_factory=dict)

    @property
    def net_per_initial(self) -> float:
        """The player's gain per chip of the initial stakes."""
        return self.net / self.initial

    @property
    def staked_per_initial(self) -> float:
        """Chips staked per chip of the initial stakes."""
        return self.staked / self.initial

    @property
    def edge_initial(self) -> float:
        """The banker's gain per chip of the initial stakes."""
        return -self.net / self.initial

    @property
    def edge_action(self) -> float:
        """The banker's gain per chip staked, purchases and splits included."""
        return -self.net / self.staked

    @property
    def bust_rate(self) -> float:
        """Share of the player's hands that bust, of the hands that are played."""
        return self.hands["bust"] / self.hands_per_deal

    def frame(self, table: str = "first_cards") -> Any:
        """Edges by the player's first card for pandas."""
        return frame_of(self, table)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        plain = (
            "player", "banker", "rules", "initial", "staked", "net", "net_per_initial",
            "staked_per_initial", "edge_initial", "edge_action", "sd", "bust_rate",
            "hands_per_deal", "hands", "banker_hands",
        )  # fmt: skip
        return {name: getattr(self, name) for name in plain} | {
            "distribution": {str(net): p for net, p in sorted(self.distribution.items())},
            "more_hands": self.more_hands,
            "by_first_card": {k: vars(p) for k, p in self.by_first_card.items()},
            "by_two_cards": {" ".join(k): vars(p) for k, p in self.by_two_cards.items()},
            "caveat": self.caveat,
            "fractions": {k: f"{v.numerator}/{v.denominator}" for k, v in self.fractions.items()},
        }


@dataclass(frozen=True)
class RankSplit:
    """What splitting one rank gains, in initial stakes per deal (of all deals).

    Attributes
    ----------
    value : int
        Value index of the rank; ranks of equal value are alike, and are here together.
    split : SplitValue
        Of the pair split, chance of the pair included.
    whole : float
        Of the same pair kept and played as one hand.
    chance : float
        Of the pair and no banker's pontoon.
    """

    value: int
    split: SplitValue
    whole: float
    chance: float

    @property
    def splits(self) -> bool:
        """Whether splitting is the better."""
        return self.split.value > self.whole


@dataclass(frozen=True)
class Burn:
    """What burning a hand gains (P33), in initial stakes per deal (of all deals).

    Attributes
    ----------
    value, whole, chance : float
        Of the new hand; of the two cards kept; of the two cards and no banker's pontoon.
    burns : bool
        Whether the reply burns it.
    """

    value: float
    whole: float
    chance: float
    burns: bool


@dataclass(frozen=True, repr=False)
class Reply(Displayed):
    """The best reply to a banker, per initial stake of 1.

    Attributes
    ----------
    net, staked : float
        Per deal, with the same initial stake on every first card.
    by_first_card : dict of int to float
        Net per initial stake by value index of the first card.
    first : dict from History to Chosen
        Policy of a hand that is not split.
    source : ReachWeights
        How likely these hands are.
    splits : dict of int to RankSplit
        By value index, for every rank that may be split.
    burns : dict of Counts to Burn
        By the two cards, for every hand that may be burnt.
    bound : float
        Net of the best player who remembers what it burnt, which no view shows; `net` where nothing
        may be burnt.
    """

    rules: Rules
    banker: str
    net: float
    staked: float
    by_first_card: dict[int, float]
    first: dict[History, Chosen]
    source: ReachWeights
    splits: dict[int, RankSplit] = field(default_factory=dict)
    burns: dict[Counts, Burn] = field(default_factory=dict)
    bound: float = 0.0

    def stake_of(self, first_card: int) -> int:
        """Best initial stake in chips on a first card of rank index 0-12."""
        good = self.by_first_card[value_index(first_card)] > 0
        return self.rules.stake_max if good else self.rules.stake_min

    @property
    def sized(self) -> tuple[float, float]:
        """Net and initial stake in chips per deal when stakes are sized by the first card."""
        net = initial = 0.0
        for rank in range(13):
            stake = self.stake_of(rank)
            net += stake * self.by_first_card[value_index(rank)] / 13
            initial += stake / 13
        return net, initial
