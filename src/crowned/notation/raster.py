"""Filled polygons on a grid of pixels, with smooth edges, and the grid as a PNG file. Nothing but zlib.

Colours lie in three planes: a stretch of pixels of one row, the usual case, is then one slice of bytes.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, floor

Point = tuple[float, float]
Polygon = Sequence[Point]
Span = tuple[float, float]
Colour = tuple[int, int, int]
SAMPLES = 4
"""Lines sampled in each row of pixels; along a line the cover is exact."""


class Raster:
    """A picture in the making, white at first."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._planes = [bytearray(b"\xff" * (width * height)) for _ in range(3)]

    def fill(self, polygons: Iterable[Polygon], colour: Colour, alpha: float = 1.0) -> None:
        """Paint what lies inside: wherever the outlines wind round a point in one direction or the other."""
        edges = [edge for polygon in polygons for edge in _edges(polygon)]
        if not edges or alpha <= 0:
            return
        top = max(0, floor(min(edge[0] for edge in edges)))
        bottom = min(self.height, ceil(max(edge[1] for edge in edges)))
        near: list[list[Edge]] = [[] for _ in range(top, bottom)]
        for edge in edges:
            for row in range(max(top, floor(edge[0])), min(bottom, ceil(edge[1]))):
                near[row - top].append(edge)
        for row, crossed in enumerate(near, top):
            lines = [_spans(crossed, row + (i + 0.5) / SAMPLES) for i in range(SAMPLES)]
            self._row(row, lines, colour, alpha)

    def _row(self, row: int, lines: list[list[Span]], colour: Colour, alpha: float) -> None:
        for low, high, cover in _covers(lines, self.width):
            self._blend(row * self.width + low, row * self.width + high, colour, alpha * cover)

    def _blend(self, start: int, end: int, colour: Colour, alpha: float) -> None:
        for plane, value in zip(self._planes, colour, strict=True):
            if alpha >= 0.999:
                plane[start:end] = bytes((value,)) * (end - start)
            elif end - start == 1:
                plane[start] = round(plane[start] + (value - plane[start]) * alpha)
            else:
                plane[start:end] = plane[start:end].translate(_mixed(value, alpha))

    def pixel(self, x: int, y: int) -> Colour:
        red, green, blue = (plane[y * self.width + x] for plane in self._planes)
        return red, green, blue

    def png(self) -> bytes:
        """The picture as a file."""
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        rows = b"".join(b"\x00" + self._interleaved(row) for row in range(self.height))
        chunks = [_chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(rows, 9)), _chunk(b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)

    def _interleaved(self, row: int) -> bytes:
        line = bytearray(3 * self.width)
        for index, plane in enumerate(self._planes):
            line[index::3] = plane[row * self.width : (row + 1) * self.width]
        return bytes(line)


@lru_cache(maxsize=256)
def _mixed(value: int, alpha: float) -> bytes:
    """What every shade becomes under a veil of this one."""
    return bytes(round(old + (value - old) * alpha) for old in range(256))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


Edge = tuple[float, float, float, float, int]
"""Upper and lower end, x at the upper end, slope, and whether it goes down or up."""


def _edges(polygon: Polygon) -> Iterable[Edge]:
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if y0 < y1:
            yield y0, y1, x0, (x1 - x0) / (y1 - y0), 1
        elif y1 < y0:
            yield y1, y0, x1, (x0 - x1) / (y0 - y1), -1


def _spans(edges: list[Edge], y: float) -> list[Span]:
    """The stretches of a line that lie inside."""
    crossings = sorted((x + (y - top) * slope, down) for top, end, x, slope, down in edges if top <= y < end)
    spans, winding, start = [], 0, 0.0
    for x, down in crossings:
        if winding == 0:
            start = x
        winding += down
        if winding == 0 and x > start:
            spans.append((start, x))
    return spans


def _covers(lines: list[list[Span]], width: int) -> Iterable[tuple[int, int, float]]:
    """Stretches of pixels with how much of them is covered; what all lines cover whole comes in one piece."""
    if len({len(spans) for spans in lines}) == 1:
        for column in zip(*lines, strict=True):
            yield from _stretch(column, width)
    else:
        yield from _pixels([span for spans in lines for span in spans], 0, width)


def _stretch(spans: Sequence[Span], width: int) -> Iterable[tuple[int, int, float]]:
    """The same part of a shape on all lines of a row: soft ends, and whole pixels between them."""
    low = max(0, ceil(max(start for start, _ in spans)))
    high = min(width, floor(min(end for _, end in spans)))
    if low >= high:
        yield from _pixels(spans, 0, width)
        return
    yield low, high, 1.0
    yield from _pixels(spans, 0, low)
    yield from _pixels(spans, high, width)


def _pixels(spans: Sequence[Span], low: int, high: int) -> Iterable[tuple[int, int, float]]:
    first = max(low, floor(min((start for start, _ in spans), default=high)))
    last = min(high, ceil(max((end for _, end in spans), default=low)))
    for x in range(first, last):
        cover = sum(max(0.0, min(end, x + 1) - max(start, x)) for start, end in spans) / SAMPLES
        if cover > 0:
            yield x, x + 1, min(1.0, cover)
