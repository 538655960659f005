"""What an exact value consists of: plain figures, without words, tables or pandas."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pontoon_sim.base.display import Displayed, frame_of
from pontoon_sim.kernel.layout import SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK

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
        return {
            "player": self.player,
            "banker": self.banker,
            "rules": self.rules,
            "initial": self.initial,
            "staked": self.staked,
            "net": self.net,
            "net_per_initial": self.net_per_initial,
            "staked_per_initial": self.staked_per_initial,
            "edge_initial": self.edge_initial,
            "edge_action": self.edge_action,
            "sd": self.sd,
            "bust_rate": self.bust_rate,
            "hands_per_deal": self.hands_per_deal,
            "hands": self.hands,
            "banker_hands": self.banker_hands,
            "distribution": {str(net): p for net, p in sorted(self.distribution.items())},
            "more_hands": self.more_hands,
            "by_first_card": {k: vars(p) for k, p in self.by_first_card.items()},
            "by_two_cards": {" ".join(k): vars(p) for k, p in self.by_two_cards.items()},
            "caveat": self.caveat,
            "fractions": {k: f"{v.numerator}/{v.denominator}" for k, v in self.fractions.items()},
        }
