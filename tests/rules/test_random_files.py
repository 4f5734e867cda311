"""Whatever a ruleset file holds, the answer is a ruleset or a list of faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from crowned.base import RulesetError
from crowned.rules import catalog, prose
from crowned.rules.axes import AXES, BY_NAME
from crowned.rules.options import ALIASES
from crowned.rules.spec import Spec
from crowned.rules.write import to_toml

FILES = [catalog.find(name).read_bytes() for name in catalog.ids()]
SCRAPS = [*(bytes([byte]) for byte in b"[]{}=.#9"), b'"', b"\n", b"true", b"rules", b"is", b"\xff", b"\x00"]
OTHER_WORDS = {"true", "w", "c3", "G1 c3 g3", "4:1:1", ""}
WORDS = sorted({word for axis in AXES for word in axis.choices} | OTHER_WORDS)


def attempt(make: Callable[[], Spec]) -> Spec | RulesetError:
    try:
        return make()
    except RulesetError as error:
        return error


def answer(data: bytes) -> None:
    """A ruleset that can be described and written, or a readable refusal."""
    found = attempt(lambda: catalog.load_text(data))
    if isinstance(found, RulesetError):
        assert found.faults
        assert str(found).isprintable()
    else:
        assert prose.rule_sheet(found, "de")
        assert catalog.load_text(to_toml(found)) == found


@given(st.binary(max_size=400))
def test_random_bytes(data: bytes) -> None:
    answer(data)


@given(st.text(max_size=300))
def test_random_text(text: str) -> None:
    answer(text.encode("utf-8", "surrogatepass"))


@given(st.sampled_from(FILES), st.data())
def test_a_damaged_file(data: bytes, draw: st.DataObject) -> None:
    for _ in range(draw.draw(st.integers(1, 6))):
        start = draw.draw(st.integers(0, len(data)))
        end = min(len(data), start + draw.draw(st.integers(0, 30)))
        scrap = draw.draw(st.sampled_from(SCRAPS) | st.binary(max_size=8))
        data = data[:start] + scrap + data[end:]
    answer(data)


@given(st.sampled_from(FILES), st.sampled_from(FILES), st.data())
def test_two_files_spliced(first: bytes, second: bytes, draw: st.DataObject) -> None:
    head = draw.draw(st.integers(0, len(first)))
    tail = draw.draw(st.integers(0, len(second)))
    answer(first[:head] + b"\n" + second[tail:])


AXIS_TEXT = st.one_of(
    st.sampled_from(WORDS).map(lambda word: f'"{word}"'),
    st.integers(-5, 300).map(str),
    st.booleans().map(lambda flag: str(flag).lower()),
    st.lists(st.sampled_from(WORDS), max_size=5).map(lambda items: str(items).replace("'", '"')),
)


@given(st.dictionaries(st.sampled_from(sorted(BY_NAME)), AXIS_TEXT, max_size=12))
def test_random_values_of_real_axes(values: dict[str, str]) -> None:
    lines = [f"{axis} = {text}" for axis, text in values.items()]
    answer("\n".join(['title = { en = "x" }', "[rules]", *lines]).encode())


TEXT = st.sampled_from(WORDS) | st.text(max_size=20)
PLAIN = st.one_of(TEXT, st.integers(), st.booleans(), st.none(), st.floats())
OPTION = PLAIN | st.lists(PLAIN, max_size=4)
NAMES = st.sampled_from([*sorted(BY_NAME), *ALIASES, "ruleset", "layout"]) | st.text(max_size=12)


@given(st.sampled_from(catalog.ids()), st.dictionaries(NAMES, OPTION, max_size=4))
def test_random_options(name: str, wanted: dict[str, Any]) -> None:
    found = attempt(lambda: catalog.load(name).with_options(wanted))
    if isinstance(found, RulesetError):
        assert str(found).isprintable()
    else:
        assert prose.rule_sheet(found, "nl")
        assert found.with_options(found.options) == found
