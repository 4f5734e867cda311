"""A Spec back to a ruleset file: complete in itself, without a parent, ready to be edited or shared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from crowned.base.types import Side
from crowned.rules.axes import AXES, Value
from crowned.rules.setting import Setting, Texts
from crowned.rules.spec import SHELVES, Spec


def to_toml(spec: Spec, name: str | None = None) -> str:
    """The file's text; reading it gives the same values, citations and texts. `name` is the new id."""
    return "\n".join(_lines(spec, name or spec.id)) + "\n"


def _lines(spec: Spec, name: str) -> Iterator[str]:
    yield f"id = {_quoted(name)}"
    if any(spec.source.values()):
        alike = len(set(spec.source.values())) == 1
        yield f"source = {_quoted(spec.source['en']) if alike else _inline(spec.source)}"
    if spec.otherwise:
        yield f"otherwise = {_quoted(spec.otherwise)}"
    if spec.shelf != SHELVES[-1]:
        yield f"shelf = {_quoted(spec.shelf)}"
    yield from _texts("title", spec.title)
    yield from _texts("about", spec.about)
    yield from _sides(spec)
    yield from _pdn(spec)
    yield from _rules(spec)
    yield from _verdicts(spec)
    yield from _remarks(spec)
    yield from _presets(spec)


def _texts(table: str, texts: Texts) -> Iterator[str]:
    if any(texts.values()):
        yield f"\n[{table}]"
        yield from (f"{lang} = {_quoted(text)}" for lang, text in texts.items())


def _sides(spec: Spec) -> Iterator[str]:
    for side in Side:
        look = spec.sides[side]
        yield f"\n[sides.{side.name_key}]"
        yield f"name = {_inline(look.name)}"
        yield f"colour = {_quoted(look.colour)}"
        yield f"king_colour = {_quoted(look.king_colour)}"


def _pdn(spec: Spec) -> Iterator[str]:
    yield "\n[pdn]"
    if spec.pdn.game_type is not None:
        yield f"game_type = {spec.pdn.game_type}"
    yield f"results = {_quoted(spec.pdn.results)}"
    yield f"separator = {_quoted(spec.pdn.separator)}"
    if spec.hub:
        yield f"\n[hub]\nvariant = {_quoted(spec.hub)}"


def _rules(spec: Spec) -> Iterator[str]:
    """Defaults that nobody vouches for are left out; they would only hide what makes the game special."""
    yield "\n[rules]"
    for axis in AXES:
        setting = spec.settings[axis.name]
        if setting != Setting(axis.default):
            yield f"{axis.name} = {_setting(setting)}"


def _verdicts(spec: Spec) -> Iterator[str]:
    if spec.verdicts:
        yield "\n[verdicts]"
        yield from (f"{reason} = {_value(clauses)}" for reason, clauses in spec.verdicts.items())


def _remarks(spec: Spec) -> Iterator[str]:
    for remark in spec.remarks:
        yield f"\n[[remarks]]\nsection = {_quoted(remark.section)}"
        if remark.clauses:
            yield f"clause = {_value(remark.clauses)}"
        yield from (f"{lang} = {_quoted(text)}" for lang, text in remark.text.items())


def _presets(spec: Spec) -> Iterator[str]:
    for option, choices in spec.presets.items():
        for choice, preset in choices.items():
            yield f"\n[presets.{option}.{choice}]"
            yield from (f"{axis} = {_setting(setting)}" for axis, setting in preset.items())


def _setting(setting: Setting) -> str:
    parts = {"is": _value(setting.value)}
    if setting.clauses:
        parts["clause"] = _value(setting.clauses)
    if setting.house:
        parts["house"] = "true"
    if setting.note:
        parts["note"] = _inline(setting.note)
    if setting.chosen:
        parts["chosen"] = "true"
    if setting.instead:
        parts["instead"] = _value(setting.instead)
    if setting.also:
        parts["also"] = _inline(setting.also)
    if len(parts) == 1:
        return parts["is"]
    return "{ " + ", ".join(f"{key} = {text}" for key, text in parts.items()) + " }"


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    return "[" + ", ".join(_value(item) for item in value) + "]"


def _inline(texts: Mapping[str, str] | Texts) -> str:
    return "{ " + ", ".join(f"{lang} = {_quoted(text)}" for lang, text in texts.items()) + " }"


def _quoted(text: str) -> str:
    """JSON's escapes are TOML's too, for the printable text that a checked Spec holds."""
    return json.dumps(text, ensure_ascii=False)
