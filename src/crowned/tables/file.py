"""Table files: one slice each, read where it lies.

A file is three lines (what it is, a JSON header, the header's checksum), then the packed results, the places
of the blocks of distances, and these blocks. Results are read by the core; a distance costs a block. A file
may be without distances, which take more than half of it.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from crowned.tables.errors import TableError
from crowned.tables.slices import Slice

MAGIC = b"crowned-table 2\n"
SUFFIX = ".table"
BLOCK = 1 << 15
"""Distances in a block."""
LEVEL = 6
"""The highest takes seven times as long and saves a twentieth: measured on four pieces."""
LONGEST_HEADER = 4096


@dataclass(frozen=True, slots=True)
class Totals:
    """How many positions there are, and how they end for the side to move."""

    positions: int
    won: int
    drawn: int
    lost: int
    longest: int
    """The most plies to a conversion."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A slice as the core gives it: results packed, a distance of one or two bytes for each number."""

    slice: Slice
    totals: Totals
    packed: bytes
    distances: bytes


@dataclass(frozen=True, slots=True)
class Header:
    fingerprint: str
    slice: str
    size: int
    totals: Totals
    width: int
    """Bytes of a distance; 0 where the file has none."""
    packed: int
    packed_crc: int
    places: int
    places_crc: int
    distances: int

    def lines(self) -> bytes:
        text = json.dumps(asdict(self), separators=(",", ":")).encode()
        return MAGIC + text + b"\n%08x\n" % zlib.crc32(text)


def write(path: Path, fingerprint: str, solved: Solved) -> int:
    """Write a file whole or not at all; how many bytes it has."""
    width = 2 if solved.totals.longest > 255 else 1
    blocks = [zlib.compress(part, LEVEL) for part in _parts(solved.distances, BLOCK * width)]
    places = _places(blocks)
    header = Header(
        fingerprint=fingerprint,
        slice=solved.slice.name,
        size=len(solved.distances) // width,
        totals=solved.totals,
        width=width,
        packed=len(solved.packed),
        packed_crc=zlib.crc32(solved.packed),
        places=len(places),
        places_crc=zlib.crc32(places),
        distances=sum(map(len, blocks)),
    )
    return _write_whole(path, [header.lines(), solved.packed, places, *blocks])


def strip(path: Path) -> int:
    """Leave the distances out of a file; how many bytes it has then."""
    file = TableFile(path)
    header = replace(file.header, width=0, places=0, places_crc=zlib.crc32(b""), distances=0)
    return _write_whole(path, [header.lines(), bytes(file.packed)])


def _parts(data: bytes, size: int) -> Iterator[memoryview]:
    view = memoryview(data)
    return (view[start : start + size] for start in range(0, len(data), size))


def _places(blocks: list[bytes]) -> bytes:
    """Where each block begins, and where the last one ends: 64-bit numbers, low byte first."""
    place, out = 0, bytearray(8)
    for block in blocks:
        place += len(block)
        out += place.to_bytes(8, "little")
    return bytes(out)


def _write_whole(path: Path, parts: list[bytes]) -> int:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            size = sum(file.write(data) for data in parts)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return size


class TableFile:
    """An open slice. TableError says what is wrong with a file that is none."""

    def __init__(self, path: Path, fingerprint: str | None = None) -> None:
        self.path = path
        self._map = _mapped(path)
        self.header, start = self._read_header()
        self._check(fingerprint, start)
        self.slice = Slice.named(self.header.slice)

    @property
    def file_size(self) -> int:
        return len(self._map)

    @property
    def measured(self) -> bool:
        """Whether it holds distances."""
        return self.header.width > 0

    def distance(self, number: int) -> int | None:
        """Plies to the next conversion; meaningful for won and lost positions that are stored."""
        if not self.measured:
            return None
        block = self._block(number // BLOCK)
        at = number % BLOCK * self.header.width
        return int.from_bytes(block[at : at + self.header.width], "little")

    def distances(self) -> bytes:
        """All distances at once; nothing where there are none."""
        return b"".join(self._unpack(block) for block in range(len(self._places) - 1))

    def _read_header(self) -> tuple[Header, int]:
        if self._map[: len(MAGIC)] != MAGIC:
            raise self._fault("this is no table file of this version")
        end = self._map.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST_HEADER)
        text = self._map[len(MAGIC) : end] if end > 0 else b""
        if not text or self._map[end + 1 : end + 10] != b"%08x\n" % zlib.crc32(text):
            raise self._fault("the header is damaged")
        try:
            return _header(json.loads(text)), end + 10
        except (ValueError, TypeError, KeyError):
            raise self._fault("the header is damaged") from None

    def _check(self, fingerprint: str | None, start: int) -> None:
        head = self.header
        if fingerprint is not None and head.fingerprint != fingerprint:
            raise self._fault("the table belongs to other rules")
        if head.slice + SUFFIX != self.path.name:
            raise self._fault(f"the table holds {head.slice}")
        if start + head.packed + head.places + head.distances != len(self._map):
            raise self._fault("the file is cut off or too long")
        view = memoryview(self._map)
        self.packed = view[start : start + head.packed]
        places = view[start + head.packed : start + head.packed + head.places]
        self._data = view[start + head.packed + head.places :]
        if zlib.crc32(self.packed) != head.packed_crc or zlib.crc32(places) != head.places_crc:
            raise self._fault("the file is damaged")
        self._places = _numbers(places.tobytes())
        self._check_places()
        self._block = lru_cache(maxsize=8)(self._unpack)

    def _check_places(self) -> None:
        blocks = -(-self.header.size // BLOCK) if self.measured else -1
        rising = all(a < b for a, b in zip(self._places, self._places[1:], strict=False))
        end = self._places[-1] if self._places else 0
        if len(self._places) != blocks + 1 or not rising or end != self.header.distances:
            raise self._fault("the file is damaged")

    def _unpack(self, block: int) -> bytes:
        first = block * BLOCK
        size = min(BLOCK, self.header.size - first) * self.header.width
        packed = self._data[self._places[block] : self._places[block + 1]]
        try:
            data = zlib.decompressobj().decompress(packed, size + 1)
        except zlib.error:
            raise self._fault("the distances are damaged") from None
        if len(data) != size:
            raise self._fault("the distances are damaged")
        return data

    def _fault(self, what: str) -> TableError:
        return TableError(what, str(self.path))


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise TableError("the file is empty", str(path)) from None


def _header(data: dict[str, Any]) -> Header:
    totals = Totals(**data.pop("totals"))
    head = Header(totals=totals, **data)
    sizes = (head.size, head.width, head.packed, head.places, head.distances)
    checks = (head.packed_crc, head.places_crc)
    counts = (totals.positions, totals.won, totals.drawn, totals.lost, totals.longest)
    if not all(type(n) is int and n >= 0 for n in (*sizes, *checks, *counts)) or head.width not in (0, 1, 2):
        raise ValueError("not a header")
    Slice.named(head.slice)
    return head


def _numbers(data: bytes) -> array[int]:
    numbers = array("Q")
    numbers.frombytes(data[: len(data) // 8 * 8])
    if (1).to_bytes(2, "little") != array("H", [1]).tobytes():
        numbers.byteswap()
    return numbers
