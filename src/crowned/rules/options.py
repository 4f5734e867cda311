"""Options: changes to a ruleset by name, in the axes' own words or in the words of the rulebooks' readers.

An option is an axis, an alias of an axis, or a preset of the ruleset that sets several axes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crowned.base.words import did_you_mean, nearest, quoted
from crowned.rules import values as axis_values
from crowned.rules.axes import BY_NAME, Axes, Axis, Reading, Value, Values
from crowned.rules.faults import Faults, Spot
from crowned.rules.setting import Setting

Changes = dict[str, Value]
Preset = Mapping[str, Setting]
Presets = Mapping[str, Mapping[str, Preset]]

SWITCH = Axis("switch", "capture", False)
INTERMEDIATE = Axis("intermediate", "kings", "free", ("free", "adjacent"))


def _majority(on: Value, current: Axes) -> Changes:
    rest = tuple(item for item in current.priority if item != "most")
    return {"priority": (*rest, "most") if on else rest}


def _dame_first(on: Value, current: Axes) -> Changes:
    rest = tuple(item for item in current.priority if item != "with_king")
    return {"priority": ("with_king", *rest) if on else rest}


def _intermediate(where: Value, current: Axes) -> Changes:
    """Free means: only the last landing must be adjacent. Where every landing is free it already holds."""
    if where == "adjacent":
        return {"landing": "adjacent"}
    return {"landing": "adjacent_at_end"} if current.landing == "adjacent" else {}


def _same_tower(which: Value, current: Axes) -> Changes:
    """To jump a tower again at once is to turn about; so the two readings go together."""
    turn = {"reversal": which == "any"} if current.captured == "under" else {}
    return {"same_tower": which, **turn}


ALIASES: Mapping[str, tuple[Axis, Callable[[Value, Axes], Changes]]] = {
    "majority": (SWITCH, _majority),
    "dame_first": (SWITCH, _dame_first),
    "intermediate": (INTERMEDIATE, _intermediate),
    "same_tower": (BY_NAME["same_tower"], _same_tower),
}
"""Option names that stand for something else than one axis value; each also tells what it accepts."""


def values_of(settings: Preset) -> Changes:
    """The bare values."""
    return {axis: setting.value for axis, setting in settings.items()}


def resolve(
    current: Values, presets: Presets, wanted: Mapping[str, object], faults: Faults
) -> dict[str, Setting]:
    """What the options ask for, in order; a later option sees what an earlier one did."""
    changes: dict[str, Setting] = {}
    for name, raw in sorted(wanted.items(), key=_order(presets)):
        key = name.strip().lower().replace("-", "_")
        spot = faults.at(f"option {quoted(key)[1:-1]}")
        before = Reading({**current, **values_of(changes)})
        changes.update(_one(key, raw, before, presets, spot))
        if spot.path in faults.places:
            faults.unread |= concerned(key, before, presets)
    return changes


def concerned(name: str, current: Axes, presets: Presets) -> set[str]:
    """The axes that an option of this name may set; if there is none, those of the name it resembles."""
    if name in presets:
        return {axis for preset in presets[name].values() for axis in preset}
    if name in ALIASES:
        switch, apply = ALIASES[name]
        return {axis for value in switch.possible for axis in apply(value, current)}
    if name in BY_NAME:
        return {name}
    meant = nearest(name, [*BY_NAME, *ALIASES, *presets])
    return concerned(meant, current, presets) if meant else set()


def _order(presets: Presets) -> Callable[[tuple[str, object]], int]:
    """Presets first, so that single options refine them; plain axes last, so that they have the last word."""

    def rank(item: tuple[str, object]) -> int:
        name = item[0].strip().lower().replace("-", "_")
        return 0 if name in presets else 1 if name in ALIASES else 2

    return rank


def _one(name: str, raw: object, current: Axes, presets: Presets, spot: Spot) -> Preset:
    if name in presets:
        return _preset(presets[name], raw, spot)
    if name in ALIASES:
        return _alias(name, raw, current, spot)
    if name in BY_NAME:
        return {name: Setting(_value(BY_NAME[name], raw, spot))}
    spot.fault("no such option{hint}", hint=did_you_mean(name, [*BY_NAME, *ALIASES, *presets]))
    return {}


def _alias(name: str, raw: object, current: Axes, spot: Spot) -> Preset:
    axis, apply = ALIASES[name]
    before = len(spot.faults.lines)
    value = _value(axis, raw, spot)
    changes = apply(value, current) if len(spot.faults.lines) == before else {}
    return {changed: Setting(new) for changed, new in changes.items()}


def _value(axis: Axis, raw: object, spot: Spot) -> Value:
    given = axis_values.from_text(axis, raw) if isinstance(raw, str) else raw
    return axis_values.read(axis, given, spot)


def _preset(choices: Mapping[str, Preset], raw: object, spot: Spot) -> Preset:
    key = raw.strip().lower().replace("-", "_") if isinstance(raw, str) else ""
    if key in choices:
        return choices[key]
    spot.fault("{found} is not a value; accepted: {accepted}", found=quoted(raw), accepted=", ".join(choices))
    return {}
