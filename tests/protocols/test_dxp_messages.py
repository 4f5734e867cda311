"""DXP's messages on the wire: the published examples, round trips, and refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.base import Side
from crowned.protocols.dxp import messages as dxp

names = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=32)
squares = st.integers(0, 99)
sides = st.sampled_from(list(Side))
MESSAGES = st.one_of(
    st.builds(dxp.GameRequest, names, sides, st.integers(0, 999), st.integers(0, 999)),
    st.builds(
        dxp.GameRequest,
        names,
        sides,
        st.integers(0, 999),
        st.integers(0, 999),
        sides,
        st.text("wzWZe", min_size=1, max_size=72),
    ),
    st.builds(dxp.GameAnswer, names, st.sampled_from("0123")),
    st.builds(
        dxp.MoveMade,
        st.integers(0, 9999),
        squares,
        squares,
        st.lists(squares, max_size=20).map(tuple),
    ),
    st.builds(dxp.GameEnd, st.sampled_from("0123"), st.booleans()),
    st.builds(dxp.Chat, names),
    st.builds(dxp.BackRequest, st.integers(0, 999), sides),
    st.builds(dxp.BackAnswer, st.sampled_from("012")),
)
START = "z" * 20 + "e" * 10 + "w" * 20
KNOWN = [
    (b"M0012061100", dxp.MoveMade(12, 6, 11)),
    (b"M001205250422122320", dxp.MoveMade(12, 5, 25, (22, 12, 23, 20))),
    (b"E10", dxp.GameEnd("1")),
    (b"E01", dxp.GameEnd("0", stop=True)),
    (b"Chello", dxp.Chat("hello")),
    (b"B012Z", dxp.BackRequest(12, Side.BLACK)),
    (b"K0", dxp.BackAnswer("0")),
    (b"A" + b"Mobydam".ljust(32) + b"0", dxp.GameAnswer("Mobydam", "0")),
    (b"R01" + b"Scan".ljust(32) + b"Z060065A", dxp.GameRequest("Scan", Side.BLACK, 60, 65)),
    (
        b"R01" + b"Scan".ljust(32) + b"W005000BZ" + START.encode(),
        dxp.GameRequest("Scan", Side.WHITE, 5, 0, Side.BLACK, START),
    ),
]


@pytest.mark.parametrize(("data", "message"), KNOWN, ids=lambda value: str(value)[:20])
def test_the_layout_of_the_standard(data: bytes, message: dxp.Message) -> None:
    assert dxp.decode(data) == message
    assert dxp.encode(message) == data + b"\0"


@given(MESSAGES)
def test_what_is_written_is_read(message: dxp.Message) -> None:
    data = dxp.encode(message)
    assert data.endswith(b"\0")
    assert len(data) <= dxp.LONGEST + 1
    assert dxp.decode(data[:-1]) == message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"X",
        b"M",
        b"M0012061101",
        b"M00120611001",
        b"M001206110112345",
        b"Mabcd061100",
        b"E4 ",
        b"E1",
        b"C",
        b"B12Z",
        b"B012B",
        b"K9",
        b"R01short",
        b"R01" + b"x" * 32 + b"Q060065A",
        b"R01" + b"x" * 32 + b"W060065C",
        b"R01" + b"x" * 32 + b"W060065BWhello",
        b"A" + b"x" * 31 + b"0",
        b"C\xff",
        b"Ca\0b",
        b"C" + b"x" * 127,
    ],
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(dxp.DxpError):
        dxp.decode(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        message = dxp.decode(data)
    except dxp.DxpError:
        return
    assert dxp.decode(dxp.encode(message)[:-1]) == message


@given(st.lists(MESSAGES, max_size=8), st.lists(st.integers(1, 40), min_size=1))
def test_the_stream_is_cut_at_the_nuls(messages: list[dxp.Message], sizes: list[int]) -> None:
    stream = b"".join(map(dxp.encode, messages))
    framer, found, at, turn = dxp.Framer(), [], 0, 0
    while at < len(stream):
        size = sizes[turn % len(sizes)]
        found += framer.feed(stream[at : at + size])
        at, turn = at + size, turn + 1
    assert [dxp.decode(data) for data in found] == messages


@given(st.integers(128, 1000), st.integers(1, 300))
def test_too_long_a_message_is_refused_once_and_the_next_is_read(length: int, step: int) -> None:
    stream = b"C" + b"x" * length + b"\0" + dxp.encode(dxp.GameEnd("2"))
    framer = dxp.Framer()
    found = [part for at in range(0, len(stream), step) for part in framer.feed(stream[at : at + step])]
    assert len(found) == 2
    with pytest.raises(dxp.DxpError):
        dxp.decode(found[0])
    assert dxp.decode(found[1]) == dxp.GameEnd("2")


def test_an_endless_message_takes_no_memory() -> None:
    framer = dxp.Framer()
    found = [part for _ in range(1000) for part in framer.feed(b"x" * 1000)]
    assert len(found) == 1
    assert len(framer._waiting) <= 1000
