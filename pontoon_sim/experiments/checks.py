"""What the keys of an experiment have to be to each other: which kind knows which, and all that
would be without effect. One sentence for every fault; what each key may be stands in `model.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pontoon_sim.base.errors import nearest
from pontoon_sim.experiments.written import section_word, shown
from pontoon_sim.game.rules import Rules

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Changes, Experiment

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

SECTIONS = ("arm", "over", "variant")
AXES = ("players", "banker", "rules", "seats", "of")
"""What an experiment can go over, beside the settings of the rules."""

_CHANGES = ("players", "banker", "rules", "seats", "of")


def faults_of(experiment: Experiment) -> Iterator[str]:
    """All that is wrong with an experiment whose keys are right one by one, worst first."""
    yield from _kind_faults(experiment)
    for where, section in _sections(experiment):
        yield from _setting_faults(where, section)
    yield from _over_faults(experiment)
    yield from _name_faults(experiment)
    if experiment.kind == "ladder":
        yield from _variant_faults(experiment)
    if experiment.kind == "compare":
        yield from _arm_faults(experiment)


def said_of_game(section: Experiment | Changes) -> dict[str, Any]:
    """What a section says of the game and its line-up; settings as `set.stick_min`."""
    said = {}
    for key in _CHANGES:
        value = getattr(section, key, None)
        if value is not None and value != type(section).model_fields[key].default:
            said[key] = value
    return said | {f"set.{name}": value for name, value in section.set.items()}


def _kind_faults(experiment: Experiment) -> Iterator[str]:
    kind = experiment.kind
    for key in SOME_KNOW:
        if key in experiment.model_fields_set and key not in KINDS[kind]:
            takers = [f'"{other}"' for other, keys in KINDS.items() if key in keys]
            name = f"[[{key}]]" if key in SECTIONS else key
            yield (
                f'{name} means nothing where kind = "{kind}": leave it out, or take kind ='
                f" {' or '.join(takers)}"
            )
    for needed, key in (("compare", "arm"), ("ladder", "variant")):
        if kind == needed and (number := len(getattr(experiment, key))) < 2:
            yield f'{_times(number, key)}: kind = "{kind}" needs two or more'
    most = 2 if kind == "sweep" else 1
    if kind == "sweep" and not experiment.over:
        yield '[[over]] is missing: kind = "sweep" needs one or two'
    if len(experiment.over) > most:
        yield (
            f'{_times(len(experiment.over), "over")}: kind = "{kind}" takes'
            f" {'one or two' if most == 2 else 'one at most'}"
        )


def _sections(experiment: Experiment) -> Iterator[tuple[str, Experiment | Changes]]:
    yield "", experiment
    for number, arm in enumerate(experiment.arm):
        yield f"{section_word('arm', number, arm.name)}: ", arm
    for number, variant in enumerate(experiment.variant):
        yield f"{section_word('variant', number, variant.name)}: ", variant


def _setting_faults(where: str, section: Experiment | Changes) -> Iterator[str]:
    for name in section.set:
        if name in Rules.model_fields:
            continue
        if name in type(section).model_fields:
            yield f"{where}set.{name} is no setting of the rules: write {name} above the [set]"
        known = nearest(name, Rules.model_fields) or ": 'pontoon rules' lists them"
        yield f"{where}unknown setting '{name}' in set{known}"
    if section.seats is not None and "seats" in section.set:
        yield f"{where}seats stands here twice, by itself and in set: leave out the one"


def _over_faults(experiment: Experiment) -> Iterator[str]:
    known = [*AXES, *(name for name in Rules.model_fields if name not in AXES)]
    for number, over in enumerate(experiment.over):
        where = section_word("over", number)
        if over.what not in known or (over.what == "of" and experiment.kind == "bank value"):
            yield (
                f"{where}: what = {shown(over.what)} is nothing to go over: take"
                f" {', '.join(AXES)}, or a setting of the rules{nearest(over.what, known)}"
            )
        if over.what in [earlier.what for earlier in experiment.over[:number]]:
            yield f"{where}: what = {shown(over.what)} stands here twice"
        for place, value in enumerate(over.values):
            if value in over.values[:place] and type(value) is type(over.values[place]):
                yield f"{where}: values name {shown(value)} twice"
            if over.what == "seats" and (isinstance(value, bool) or not isinstance(value, int)):
                yield f"{where}: values hold {shown(value)}: write whole numbers without quotes"
            if (
                over.what in AXES
                and over.what != "seats"
                and not (isinstance(value, str) and value)
            ):
                yield f"{where}: values hold {shown(value)}: write names in quotes"
        for place_of, section in _sections(experiment):
            if over.what in [key.removeprefix("set.") for key in said_of_game(section)]:
                yield (
                    f"{place_of}{over.what} would have no effect or undo {where}, which goes over"
                    " it: leave out the one or the other"
                )


def _name_faults(experiment: Experiment) -> Iterator[str]:
    for key, parts in (("arm", experiment.arm), ("variant", experiment.variant)):
        names = [part.name for part in parts]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield f"{section_word(key, number)}: name = {shown(name)} stands here twice"


def _variant_faults(experiment: Experiment) -> Iterator[str]:
    for number, variant in enumerate(experiment.variant):
        where = section_word("variant", number, variant.name)
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


def _arm_faults(experiment: Experiment) -> Iterator[str]:
    played: dict[str, str] = {}
    over_players = any(over.what == "players" for over in experiment.over)
    for key in ("players", "banker"):
        named = [getattr(arm, key) is not None for arm in experiment.arm]
        if getattr(experiment, key) is not None and named and all(named):
            yield (
                f"{key}: every arm names its own, so that what stands for all of them is never"
                " played: leave it out"
            )
    for number, arm in enumerate(experiment.arm):
        where = section_word("arm", number, arm.name)
        if arm.players is None and experiment.players is None and not over_players:
            yield (
                f"{where} has no players: write players = ... in it, or above the first [section]"
                " for all arms"
            )
        if number and not arm.changes:
            yield (
                f"{where} changes nothing: write what it changes, such as players, banker or"
                " set = { ... }; only the first arm may be the base itself"
            )
        game = repr(sorted((said_of_game(experiment) | arm.changes).items()))
        if game in played:
            yield f"{where} plays the same as arm '{played[game]}': leave out the one or the other"
        played[game] = arm.name


def _times(number: int, key: str) -> str:
    if not number:
        return f"[[{key}]] is missing"
    times = ("once", "twice")[number - 1] if number < 3 else f"{number} times"
    return f"[[{key}]] stands here {times}"
