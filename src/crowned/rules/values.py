"""One axis value at a time: from what a file, a caller or a command line gives to what the axis holds."""

from __future__ import annotations

import re
from collections.abc import Mapping

from crowned.base.words import did_you_mean, quoted
from crowned.rules import doors
from crowned.rules.axes import Axis, Value
from crowned.rules.faults import Faults

LONGEST_LIST = 16

SYNONYMS: Mapping[str, Mapping[str, str]] = {
    "crown": {"continue": "continue_as_king"},
    "first_player": {"w": "white", "b": "black"},
    "remedies": {"take_back": "takeback", "ignore": "accept"},
    "enter_open_door": {"only_if_no_other": "last_resort"},
    "king": {"long": "flying"},
}
"""Other spellings of a word, per axis."""

TRUTH: Mapping[str, bool] = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def read(axis: Axis, raw: object, path: str, faults: Faults) -> Value:
    """The checked value; after a fault the default, so that reading can go on."""
    readers = {"bool": _bool, "int": _int, "word": _word, "words": _words, "ints": _ints, "doors": _doors}
    value = readers[axis.kind](axis, raw, path, faults)
    return axis.default if value is None else value


def from_text(axis: Axis, text: str) -> object:
    """What a command-line text stands for; text that fits nothing stays as it is, to be refused by `read`."""
    plain = text.strip().lower()
    if axis.kind == "bool":
        return TRUTH.get(plain, text)
    if axis.kind == "int":
        return int(plain) if re.fullmatch(r"[+-]?[0-9]{1,6}", plain, re.ASCII) else text
    if axis.kind == "word":
        return plain.replace("-", "_")
    if axis.kind == "doors":
        return text
    return _list_from_text(axis, plain)


def _list_from_text(axis: Axis, plain: str) -> list[object]:
    if plain in ("", "none", "[]"):
        return []
    items = [item for item in re.split(r"[\s,;:+/]+", plain.strip("[]")[:400]) if item]
    if axis.kind == "ints":
        return [int(item) if re.fullmatch(r"[0-9]{1,6}", item, re.ASCII) else item for item in items]
    return [item.replace("-", "_") for item in items]


def _bool(axis: Axis, raw: object, path: str, faults: Faults) -> Value | None:
    if isinstance(raw, bool):
        return raw
    faults.add(path, f"true or false is wanted, not {quoted(raw)}")
    return None


def _int(axis: Axis, raw: object, path: str, faults: Faults) -> Value | None:
    if not isinstance(raw, int) or isinstance(raw, bool):
        faults.add(path, f"a whole number is wanted, not {quoted(raw)}")
        return None
    if not axis.low <= raw <= axis.high:
        faults.add(path, f"{quoted(raw)} is out of range; accepted: {axis.low} to {axis.high}")
        return None
    return raw


def _word(axis: Axis, raw: object, path: str, faults: Faults) -> str | None:
    accepted = ", ".join(axis.choices)
    if not isinstance(raw, str):
        faults.add(path, f"one word is wanted, not {quoted(raw)}; accepted: {accepted}")
        return None
    word = SYNONYMS.get(axis.name, {}).get(raw, raw)
    if word in axis.choices:
        return word
    faults.add(path, f"{quoted(raw)} is not a value; accepted: {accepted}{did_you_mean(raw, axis.choices)}")
    return None


def _items(raw: object, path: str, faults: Faults) -> list[object] | None:
    if not isinstance(raw, list | tuple):
        faults.add(path, f"a list is wanted, not {quoted(raw)}")
        return None
    if len(raw) > LONGEST_LIST:
        faults.add(path, f"a list of {len(raw)} is too long")
        return None
    return list(raw)


def _words(axis: Axis, raw: object, path: str, faults: Faults) -> Value | None:
    items = _items(raw, path, faults)
    if items is None:
        return None
    words = [_word(axis, item, path, faults) for item in items]
    known = [word for word in words if word is not None]
    for word in sorted({word for word in known if known.count(word) > 1}):
        faults.add(path, f"{quoted(word)} stands there twice")
    return tuple(dict.fromkeys(known))


def _ints(axis: Axis, raw: object, path: str, faults: Faults) -> Value | None:
    items = _items(raw, path, faults)
    if items is None:
        return None
    numbers = [_int(axis, item, path, faults) for item in items]
    whole = tuple(number for number in numbers if isinstance(number, int))
    if len(numbers) != len(whole):
        return None
    if isinstance(axis.default, tuple) and len(whole) != len(axis.default):
        faults.add(path, f"{len(axis.default)} numbers are wanted, not {len(whole)}")
        return None
    return whole


def _doors(axis: Axis, raw: object, path: str, faults: Faults) -> Value | None:
    if not isinstance(raw, str):
        items = _items(raw, path, faults)
        if items is None:
            return None
        if not all(isinstance(item, str) for item in items):
            faults.add(path, f"each slider is a text like {quoted(doors.EXAMPLE)}")
            return None
        raw = " ".join(str(item) for item in items)
    return doors.read(raw, path, faults)
