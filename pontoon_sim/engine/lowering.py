"""Rules as the kernel reads them: one record of integers, made once a run."""

from __future__ import annotations

import numpy as np

from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel import state

_SPLITS = {"none": state.SPLIT_NONE, "aces": state.SPLIT_ACES, "any_pair": state.SPLIT_ANY}
_RESHUFFLES = {
    "pontoon": state.RESHUFFLE_PONTOON,
    "every_deal": state.RESHUFFLE_EVERY_DEAL,
    "never": state.RESHUFFLE_NEVER,
}
_PASSES = {
    "pontoon": state.BANK_PONTOON,
    "never": state.BANK_NEVER,
    "rotate": state.BANK_ROTATE,
}
_DOUBLES = {
    "none": state.DOUBLES_NONE,
    "plain": state.DOUBLES_PLAIN,
    "compound": state.DOUBLES_COMPOUND,
}


def stretch_of(rules: Rules) -> int:
    """Cards of each seat's own stretch of a fresh pack; 0 in the continuing game.

    Five serve any hand that is not split; full tables get four, which nearly all hands keep to and
    which spares shuffling cards that are rarely dealt.
    """
    if rules.reshuffle != "every_deal":
        return 0
    return 5 if rules.seats <= 4 else 4


def lower_rules(rules: Rules) -> np.ndarray:
    """The rules as a record array of shape (1,) of `kernel.state.RULES`."""
    record = np.zeros(1, state.RULES)
    loses = {"double": rules.banker_pontoon_takes, "single": 1, "push": 0}
    values = {
        "cards_in_pack": 52 * rules.packs,
        "first_banker": -1 if rules.first_banker == "cut" else rules.first_banker,
        "pontoon_loses": loses[rules.pontoon_against_pontoon],
        "split": _SPLITS[rules.split],
        "reshuffle": _RESHUFFLES[rules.reshuffle],
        "bank_passes": _PASSES[rules.bank_passes],
        "stretch": stretch_of(rules),
        "burn": {"none": 0, "hard_13": 13, "hard_13_14": 14}[rules.burn],
        "banker_doubles": _DOUBLES[rules.banker_doubles],
        "kitty_min": rules.kitty_limits[0],
        "kitty_max": rules.kitty_limits[1],
    }
    for name in state.RULES.names or ():
        record[name] = values[name] if name in values else getattr(rules, name)
    return record
