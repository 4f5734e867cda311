"""The wire tells every event of the core, with the same words and nothing left to guess."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from crowned.position import event as core
from crowned.protocols import entries, wire

CORE = {kind.kind: kind for kind in core.Event.__subclasses__()}
WIRE = {kind.__struct_config__.tag: kind for kind in get_args(entries.Event)}
LEFT_OUT = {"taken_back": {"changes", "side", "knobs", "spin"}}
"""The line has the whole board after a take-back; it need not be told twice."""


def test_every_event_has_its_twin() -> None:
    assert WIRE.keys() == CORE.keys()


@pytest.mark.parametrize("kind", sorted(CORE))
def test_events_keep_their_fields(kind: str) -> None:
    assert set(WIRE[kind].__struct_fields__) == set(CORE[kind].fields) - LEFT_OUT.get(kind, set())


@pytest.mark.parametrize("union", [entries.Event, entries.Entry])
def test_tags_tell_classes_apart(union: object) -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(union)]
    assert len(tags) == len(set(tags))
    assert {kind.__struct_config__.tag_field for kind in get_args(union)} == {"kind"}


def test_a_line_of_the_wrong_kind_is_refused() -> None:
    said = b'{"kind": "said", "v": 1, "at": 0, "by": "white", "text": "hm"}'
    assert msgspec.json.decode(said, type=entries.Entry) == entries.SaidEntry(1, 0, "white", "hm")
    for wrong in (said.replace(b"said", b"sung"), said.replace(b'"text"', b'"words"')):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=entries.Entry)


def test_old_browsers_are_told_apart() -> None:
    assert wire.VERSION == 2
