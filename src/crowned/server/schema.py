"""Makes the TypeScript types of the browser from the message classes.

``python -m crowned.server.schema > ui/src/lib/wire.ts``; a test checks that the committed file is current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import singledispatch
from types import UnionType
from typing import Any, get_args

from msgspec import inspect

from crowned.protocols import entries, views, wire
from crowned.server.web import bodies

HEADER = """// Made by `python -m crowned.server.schema` from the server's message classes. Do not edit.
// What the fields mean: docs/wire.md and docs/api.md.

"""

WORDS: dict[str, Any] = {
    "Seat": views.Seat,
    "Role": views.Role,
    "Lang": views.Lang,
    "Policy": views.Policy,
    "Phase": views.Phase,
    "Do": views.Do,
    "BoardAction": entries.BoardAction,
    "DeniedCode": wire.DeniedCode,
}
"""Sets of words that get a name of their own."""

UNIONS: dict[str, Any] = {
    "Event": entries.Event,
    "Entry": entries.Entry,
    "ClientMessage": wire.ClientMessage,
    "ServerMessage": wire.ServerMessage,
}
"""Classes that a tag tells apart, each set with a name of its own."""

NAMES = {frozenset(get_args(words)): name for name, words in (WORDS | UNIONS).items()}


PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


@singledispatch
def typescript(kind: inspect.Type) -> str:
    return PLAIN[type(kind)]


@typescript.register
def _(kind: inspect.LiteralType) -> str:
    return NAMES.get(frozenset(kind.values)) or _words(kind.values)


@typescript.register
def _(kind: inspect.ListType) -> str:
    inner = typescript(kind.item_type)
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


@typescript.register
def _(kind: inspect.DictType) -> str:
    return f"Record<{typescript(kind.key_type)}, {typescript(kind.value_type)}>"


@typescript.register
def _(kind: inspect.UnionType) -> str:
    classes = frozenset(part.cls for part in kind.types if isinstance(part, inspect.StructType))
    if len(classes) == len(kind.types) and classes in NAMES:
        return NAMES[classes]
    return " | ".join(typescript(part) for part in kind.types)


@typescript.register
def _(kind: inspect.StructType) -> str:
    return kind.cls.__name__


def _words(values: Iterable[object]) -> str:
    return " | ".join(f'"{value}"' for value in values)


def _field(info: inspect.Field, sent_by_client: bool) -> str:
    """The server sends every field; a browser may leave out what has a default."""
    mark = "?" if sent_by_client and not info.required else ""
    return f"  {info.encode_name}{mark}: {typescript(info.type)};\n"


def _interface(kind: inspect.StructType) -> str:
    by_client = issubclass(kind.cls, (wire.FromClient, bodies.Request))
    tag = f'  {kind.tag_field}: "{kind.tag}";\n' if kind.tag_field else ""
    body = "".join(_field(info, by_client) for info in kind.fields)
    return f"export interface {kind.cls.__name__} {{\n{tag}{body}}}\n\n"


def _parts(kind: inspect.Type) -> Iterable[inspect.StructType]:
    """Every class reachable from a type, the type itself last."""
    if isinstance(kind, inspect.StructType):
        for info in kind.fields:
            yield from _parts(info.type)
        yield kind
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _parts(part)
    elif isinstance(kind, inspect.ListType):
        yield from _parts(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from _parts(kind.value_type)


def _union(name: str, union: UnionType) -> str:
    members = " | ".join(member.__name__ for member in get_args(union))
    return f"export type {name} = {members};\n"


def _structs() -> dict[str, inspect.StructType]:
    roots = (*get_args(wire.ClientMessage), *get_args(wire.ServerMessage))
    roots += (*bodies.REQUESTS, *bodies.RESOURCES)
    found: dict[str, inspect.StructType] = {}
    for root in inspect.multi_type_info(roots):
        for part in _parts(root):
            found.setdefault(part.cls.__name__, part)
    return found


def render() -> str:
    """The whole file."""
    version = f"export const PROTOCOL = {wire.VERSION};\n\n"
    words = "".join(f"export type {name} = {_words(get_args(kind))};\n" for name, kind in WORDS.items())
    unions = "".join(_union(name, union) for name, union in UNIONS.items())
    return HEADER + version + words + "\n" + "".join(map(_interface, _structs().values())) + unions


if __name__ == "__main__":
    sys.stdout.write(render())
