"""One axis value at a time: from what a file, a caller or a command line gives to what the axis holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from crowned.base.words import did_you_mean, quoted
from crowned.rules import counts, doors, places
from crowned.rules.axes import OWN_KINDS, Axis, Value
from crowned.rules.faults import Spot

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


def read(axis: Axis, raw: object, spot: Spot) -> Value:
    """The checked value; after a fault the default, so that reading can go on."""
    value = _reader(axis)(raw, spot)
    return axis.default if value is None else value


def _reader(axis: Axis) -> Callable[[object, Spot], Value | None]:
    if axis.kind == "bool":
        return _bool
    if axis.kind == "doors":
        return _doors
    if axis.kind == "counts":
        return _counts
    if axis.kind == "squares":
        return partial(_squares, axis)
    of_axis = {"int": _int, "word": _word, "words": _words, "ints": _ints}
    return partial(of_axis[axis.kind], axis)


def from_text(axis: Axis, text: str) -> object:
    """What a command-line text stands for; text that fits nothing stays as it is, to be refused by `read`."""
    plain = text.strip().lower()
    if axis.kind == "bool":
        return TRUTH.get(plain, text)
    if axis.kind == "int":
        return int(plain) if re.fullmatch(r"[+-]?[0-9]{1,6}", plain, re.ASCII) else text
    if axis.kind == "word":
        return plain.replace("-", "_")
    if axis.kind in OWN_KINDS.values():
        return _own_from_text(axis, text)
    return _list_from_text(axis, plain)


def _own_from_text(axis: Axis, text: str) -> object:
    """Doors are read as one text; of the others each item is one."""
    plain = text.strip().lower()
    if axis.kind == "squares":
        return _squares_from_text(text)
    if axis.kind == "counts":
        return [] if plain in ("", "none", "[]") else [item for item in re.split(r"\s*[,;]\s*", text) if item]
    return text


def _list_from_text(axis: Axis, plain: str) -> list[object]:
    if plain in ("", "none", "[]"):
        return []
    items = [item for item in re.split(r"[\s,;:+/]+", plain.strip("[]")[:400]) if item]
    if axis.kind == "ints":
        return [int(item) if re.fullmatch(r"[0-9]{1,6}", item, re.ASCII) else item for item in items]
    return [item.replace("-", "_") for item in items]


def _bool(raw: object, spot: Spot) -> Value | None:
    if isinstance(raw, bool):
        return raw
    spot.fault("true or false is wanted, not {found}", found=quoted(raw))
    return None


def _int(axis: Axis, raw: object, spot: Spot) -> Value | None:
    if not isinstance(raw, int) or isinstance(raw, bool):
        spot.fault("a whole number is wanted, not {found}", found=quoted(raw))
        return None
    if not axis.low <= raw <= axis.high:
        accepted = {"low": axis.low, "high": axis.high}
        spot.fault("{found} is out of range; accepted: {low} to {high}", found=quoted(raw), **accepted)
        return None
    return raw


def _word(axis: Axis, raw: object, spot: Spot) -> str | None:
    accepted = ", ".join(axis.choices)
    if not isinstance(raw, str):
        spot.fault(
            "one word is wanted, not {found}; accepted: {accepted}", found=quoted(raw), accepted=accepted
        )
        return None
    word = SYNONYMS.get(axis.name, {}).get(raw, raw)
    if word in axis.choices:
        return word
    hint = did_you_mean(raw, axis.choices)
    spot.fault(
        "{found} is not a value; accepted: {accepted}{hint}", found=quoted(raw), accepted=accepted, hint=hint
    )
    return None


def _items(raw: object, spot: Spot, most: int = LONGEST_LIST) -> list[object] | None:
    if not isinstance(raw, list | tuple):
        spot.fault("a list is wanted, not {found}", found=quoted(raw))
        return None
    if len(raw) > most:
        spot.fault("a list of {count} is too long", count=len(raw))
        return None
    return list(raw)


def _words(axis: Axis, raw: object, spot: Spot) -> Value | None:
    items = _items(raw, spot)
    if items is None:
        return None
    words = [_word(axis, item, spot) for item in items]
    known = [word for word in words if word is not None]
    for word in sorted({word for word in known if known.count(word) > 1}):
        spot.fault("{word} stands there twice", word=quoted(word))
    return tuple(dict.fromkeys(known))


def _ints(axis: Axis, raw: object, spot: Spot) -> Value | None:
    items = _items(raw, spot)
    if items is None:
        return None
    numbers = [_int(axis, item, spot) for item in items]
    whole = tuple(number for number in numbers if isinstance(number, int))
    if len(numbers) != len(whole):
        return None
    if isinstance(axis.default, tuple) and len(whole) != len(axis.default):
        spot.fault("{wanted} numbers are wanted, not {count}", wanted=len(axis.default), count=len(whole))
        return None
    return whole


def _counts(raw: object, spot: Spot) -> Value | None:
    items = _items(raw, spot)
    if items is None:
        return None
    if not all(isinstance(item, str) for item in items):
        spot.fault("each count is a text like {example}", example=quoted(counts.EXAMPLE))
        return None
    return counts.read([str(item) for item in items], spot)


def _squares_from_text(text: str) -> list[object]:
    if text.strip().lower() in ("", "none", "[]"):
        return []
    return [text] if ":" in text else [item for item in re.split(r"[\s,;]+", text[:2000]) if item]


def _squares(axis: Axis, raw: object, spot: Spot) -> Value | None:
    items = _items(raw, spot, places.MOST)
    if items is None:
        return None
    if not all(isinstance(item, str) for item in items):
        spot.fault("each square is a text like {example}", example=quoted(places.EXAMPLE))
        return None
    return places.read([str(item) for item in items], spot, text_too=axis.name == "setup")


def _doors(raw: object, spot: Spot) -> Value | None:
    if not isinstance(raw, str):
        items = _items(raw, spot)
        if items is None:
            return None
        if not all(isinstance(item, str) for item in items):
            spot.fault("each slider is a text like {example}", example=quoted(doors.EXAMPLE))
            return None
        raw = " ".join(str(item) for item in items)
    return doors.read(raw, spot)
