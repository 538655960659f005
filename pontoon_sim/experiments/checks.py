"""What the keys of an experiment have to be to each other: which kind knows which, and all that
would have no effect. One sentence for every fault; what each key may be stands in `model.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pontoon_sim.base.errors import nearest
from pontoon_sim.experiments.model import Changes, Experiment, game_of
from pontoon_sim.experiments.wording import Wording, shown, times
from pontoon_sim.game.rules import Rules

_PLAYED = ("deals", "precision", "deals_per_table", "of")
"""Keys of all kinds that play deals at tables, which are all but "bank value"."""

KINDS: dict[str, tuple[str, ...]] = {
    "measure": _PLAYED,
    "purse": _PLAYED,
    "compare": (*_PLAYED, "paired", "arm", "over"),
    "sweep": (*_PLAYED, "paired", "over"),
    "ladder": (*_PLAYED, "paired", "variant"),
    "shoot": (*_PLAYED, "paired", "over"),
    "bank value": ("tenures", "over"),
}
"""Kinds, with the keys that not every kind knows."""

SOME_KNOW = tuple(dict.fromkeys(key for keys in KINDS.values() for key in keys))
"""The keys that not every kind knows."""

AXES = ("players", "banker", "rules", "seats", "of")
"""What an experiment can go over, beside the settings of the rules."""


def faults_of(experiment: Experiment, wording: Wording) -> Iterator[str]:
    """All that is wrong with an experiment whose keys are right one by one, worst first."""
    yield from _kind_faults(experiment, wording)
    for where, section in _sections(experiment, wording):
        yield from _setting_faults(where, section, wording)
    yield from _over_faults(experiment, wording)
    yield from _name_faults(experiment, wording)
    if experiment.kind == "ladder":
        yield from _variant_faults(experiment, wording)
    if experiment.kind == "compare":
        yield from _arm_faults(experiment, wording)


def _kind_faults(experiment: Experiment, wording: Wording) -> Iterator[str]:
    kind = experiment.kind
    for key in SOME_KNOW:
        if key in experiment.model_fields_set and key not in KINDS[kind]:
            takers = [f'"{other}"' for other, keys in KINDS.items() if key in keys]
            yield (
                f"{wording.key(key)} means nothing where {wording.kind(kind)}: leave it out, or"
                f" take kind = {' or '.join(takers)}"
            )
    for needed, key in (("compare", "arm"), ("ladder", "variant")):
        if kind == needed and (number := len(getattr(experiment, key))) < 2:
            yield f"{_given(number, key, wording)}: {wording.kind(kind)} needs two or more"
    most = 2 if kind == "sweep" else 1
    if kind == "sweep" and not experiment.over:
        yield f"{_given(0, 'over', wording)}: {wording.kind(kind)} needs one or two"
    if len(experiment.over) > most:
        yield (
            f"{_given(len(experiment.over), 'over', wording)}: {wording.kind(kind)} takes"
            f" {'one or two' if most == 2 else 'one at most'}; play it once for each value of"
            " what is too many"
        )


def _given(number: int, key: str, wording: Wording) -> str:
    if not number:
        return f"{wording.key(key)} is missing"
    return f"{wording.key(key)} is given {times(number)}"


def _sections(
    experiment: Experiment, wording: Wording
) -> Iterator[tuple[str, Experiment | Changes]]:
    yield "", experiment
    for number, arm in enumerate(experiment.arm):
        yield f"{wording.section('arm', number, arm.name)}: ", arm
    for number, variant in enumerate(experiment.variant):
        yield f"{wording.section('variant', number, variant.name)}: ", variant


def _setting_faults(where: str, section: Experiment | Changes, wording: Wording) -> Iterator[str]:
    for name in section.set:
        if name in Rules.model_fields:
            continue
        if name in type(section).model_fields:
            remedy = f"write --{name}" if wording.flags else f"write {name} above the [set]"
            yield f"{where}set.{name} is no setting of the rules: {remedy}"
        known = nearest(name, Rules.model_fields) or ": 'pontoon rules' lists them"
        yield f"{where}unknown setting '{name}' in set{known}"
    if section.seats is not None and "seats" in section.set:
        yield f"{where}seats is given twice, by itself and in set: leave one out"


def _over_faults(experiment: Experiment, wording: Wording) -> Iterator[str]:
    known = [*AXES, *(name for name in Rules.model_fields if name not in AXES)]
    for number, over in enumerate(experiment.over):
        where = wording.section("over", number, over.what if wording.flags else None)
        if over.what not in known or (over.what == "of" and experiment.kind == "bank value"):
            yield (
                f"{where}: what = {shown(over.what)} is nothing to go over: take"
                f" {', '.join(AXES)}, or a setting of the rules{nearest(over.what, known)}"
            )
        if over.what in [earlier.what for earlier in experiment.over[:number]]:
            yield f"{where}: what = {shown(over.what)} is given twice"
        for place, value in enumerate(over.values):
            if value in over.values[:place] and type(value) is type(over.values[place]):
                yield f"{where}: values name {shown(value)} twice"
            if over.what == "seats" and (isinstance(value, bool) or not isinstance(value, int)):
                remedy = (
                    "such as 2,4,6, or 2:8 for all from two to eight"
                    if wording.flags
                    else "write whole numbers without quotes"
                )
                yield f"{where}: values hold {shown(value)}: {remedy}"
            if (
                over.what in AXES
                and over.what != "seats"
                and not (isinstance(value, str) and value)
            ):
                yield f"{where}: values hold {shown(value)}: write names in quotes"
        for place_of, section in _sections(experiment, wording):
            if over.what in [key.removeprefix("set.") for key in game_of(section)]:
                yield (f"{place_of}{over.what} is set both here and in {where}: leave one out")


def _name_faults(experiment: Experiment, wording: Wording) -> Iterator[str]:
    for key, parts in (("arm", experiment.arm), ("variant", experiment.variant)):
        names = [part.name for part in parts]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield f"{wording.section(key, number)}: name = {shown(name)} is given twice"


def _variant_faults(experiment: Experiment, wording: Wording) -> Iterator[str]:
    for number, variant in enumerate(experiment.variant):
        where = wording.section("variant", number, variant.name)
        if variant.name in ("base", "all together"):
            yield f"{where}: name = {shown(variant.name)} is taken: give it another"
        if not variant.changes:
            yield f"{where} changes nothing: write what it changes, such as set = {{ ... }}"
        for earlier in experiment.variant[:number]:
            for both in variant.changes:
                if both in earlier.changes:
                    yield (
                        f"{where}: {both} is changed by variant '{earlier.name}' too, so that they"
                        ' cannot be played together: take kind = "compare" for such a question'
                    )


def _arm_faults(experiment: Experiment, wording: Wording) -> Iterator[str]:
    played: dict[str, str] = {}
    over_players = any(over.what == "players" for over in experiment.over)
    for key in ("players", "banker"):
        named = [getattr(arm, key) is not None for arm in experiment.arm]
        if getattr(experiment, key) is not None and named and all(named):
            yield (
                f"{wording.key(key)}: every arm names its own, so this one is never played:"
                " leave it out"
            )
    for number, arm in enumerate(experiment.arm):
        where = wording.section("arm", number, arm.name)
        if arm.players is None and experiment.players is None and not over_players:
            yield f"{where} has no players: {wording.players_remedy()}"
        if number and not arm.changes:
            yield (
                f"{where} changes nothing: write what it changes, {wording.changes_remedy()};"
                " only the first arm may be the base itself"
            )
        game = repr(sorted((game_of(experiment) | arm.changes).items()))
        if game in played:
            yield f"{where} plays the same as arm '{played[game]}': leave one of them out"
        played[game] = arm.name
