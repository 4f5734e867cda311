"""A position as a PNG picture: the SVG picture, drawn.

What is understood is what `svg.py` writes, and no more of SVG than that: rectangles, circles, polylines,
paths of straight lines and quadratic curves, text, opacity, groups. So both pictures are always the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import atan2, ceil, cos, pi, sin
from xml.etree import ElementTree  # only ever given our own pictures

from crowned._native import Move
from crowned.notation import diagram as diagrams
from crowned.notation import glyphs, svg
from crowned.notation.diagram import Diagram, Shown
from crowned.notation.raster import Colour, Point, Polygon, Raster

Attributes = Mapping[str, str]
INHERITED = {"fill", "stroke", "stroke-width", "stroke-opacity", "font-size", "font-weight", "text-anchor"}
_COMMAND = re.compile(r"([MmLlHhVvQqZz])([^MmLlHhVvQqZz]*)")
_NUMBER = re.compile(r"-?[0-9.]+")


def board(position: Shown, last: Move | None = None, *, flipped: bool = False, size: int = 480) -> bytes:
    """The position as a PNG file, with the last move as an arrow; `flipped` puts Black at the bottom."""
    return draw(diagrams.of(position, last, flipped=flipped), size)


def draw(diagram: Diagram, size: int = 480) -> bytes:
    """The picture as a PNG file, `size` pixels wide."""
    root = ElementTree.fromstring(svg.draw(diagram, size))  # noqa: S314  our own text
    _, _, width, _ = map(float, root.attrib["viewBox"].split())
    raster = Raster(size, int(root.attrib["height"]))
    painter = _Painter(raster, size / width)
    for element in root:
        painter.paint(element, {})
    return raster.png()


class _Painter:
    """Turns elements into outlines and fills them."""

    def __init__(self, raster: Raster, scale: float) -> None:
        self.raster = raster
        self.scale = scale

    def paint(self, element: ElementTree.Element, outer: Attributes) -> None:
        own = {**outer, **element.attrib}
        own["opacity"] = str(_float(outer, "opacity", 1) * _float(element.attrib, "opacity", 1))
        kind = element.tag.rpartition("}")[2]
        if kind == "g":
            kept = {name: value for name, value in own.items() if name in {*INHERITED, "opacity"}}
            for child in element:
                self.paint(child, kept)
        elif kind == "text":
            self._write(own, element.text or "")
        elif kind != "title":
            self._shape(kind, own)

    def _shape(self, kind: str, own: Attributes) -> None:
        lines = _outline(kind, own)
        if (colour := _colour(own.get("fill", "#000"))) is not None:
            self._fill(lines, colour, _float(own, "opacity", 1) * _float(own, "fill-opacity", 1))
        if (colour := _colour(own.get("stroke", "none"))) is not None:
            breadth = _float(own, "stroke-width", 1)
            self._fill(
                _border(kind, own, lines, breadth),
                colour,
                _float(own, "opacity", 1) * _float(own, "stroke-opacity", 1),
            )

    def _write(self, own: Attributes, text: str) -> None:
        """Text as strokes; the pen is broader where the font is bold."""
        size, x, y = (_float(own, name, 0) for name in ("font-size", "x", "y"))
        if own.get("text-anchor") == "middle":
            x -= size * glyphs.breadth(text) / 2
        pen = size * glyphs.PEN * (1.4 if own.get("font-weight") == "bold" else 1.0)
        parts: list[Polygon] = []
        for sign in text:
            breadth, strokes = glyphs.glyph(sign)
            for stroke in strokes:
                parts += _stroke([(x + size * a, y + size * b) for a, b in stroke], pen)
            x += size * (breadth + glyphs.GAP)
        self._fill(parts, _colour(own.get("fill", "#000")) or (0, 0, 0), _float(own, "opacity", 1))

    def _fill(self, lines: list[Polygon], colour: Colour, alpha: float) -> None:
        self.raster.fill(
            [[(x * self.scale, y * self.scale) for x, y in line] for line in lines], colour, alpha
        )


def _float(attributes: Attributes, name: str, default: float) -> float:
    return float(attributes.get(name, default))


def _colour(text: str) -> Colour | None:
    return None if text == "none" else svg._rgb(text)


# ---- outlines


def _outline(kind: str, own: Attributes, grown: float = 0.0) -> list[Polygon]:
    """The outlines of a shape; a rectangle or a circle also larger or smaller than it is."""
    if kind == "rect":
        x, y, width, height, rx = (_float(own, name, 0) for name in ("x", "y", "width", "height", "rx"))
        return [_rectangle(x - grown, y - grown, width + 2 * grown, height + 2 * grown, rx and rx + grown)]
    if kind == "circle":
        return [_circle(_float(own, "cx", 0), _float(own, "cy", 0), _float(own, "r", 0) + grown)]
    if kind == "polyline":
        numbers = list(map(float, _NUMBER.findall(own["points"])))
        return [list(zip(numbers[::2], numbers[1::2], strict=True))]
    if kind == "path":
        dx, dy = map(float, _NUMBER.findall(own.get("transform", "0 0")))
        lines = [[(x + dx, y + dy) for x, y in line] for line in _path(own["d"])]
        return [line for line in lines if len(line) > 1]
    raise ValueError(f"pictures have no {kind}")


def _border(kind: str, own: Attributes, lines: list[Polygon], breadth: float) -> list[Polygon]:
    """The stroke of a shape: a ring between a larger and a smaller one, or a pen led along its lines."""
    if kind in ("rect", "circle"):
        inner = [line[::-1] for line in _outline(kind, own, -breadth / 2)]
        return [*_outline(kind, own, breadth / 2), *inner]
    closed = "z" in own.get("d", "").lower()
    return [part for line in lines for part in _stroke([*line, line[0]] if closed else line, breadth)]


def _circle(x: float, y: float, radius: float) -> Polygon:
    return _round(x, y, radius, 0, 2 * pi)[:-1]


def _round(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    steps = max(3, ceil(abs(end - start) * (2 + radius**0.5)))
    angles = (start + (end - start) * i / steps for i in range(steps + 1))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> Polygon:
    if not radius:
        return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    r = min(radius, width / 2, height / 2)
    corners = [
        (x + width - r, y + height - r),
        (x + r, y + height - r),
        (x + r, y + r),
        (x + width - r, y + r),
    ]
    quarters = [_round(cx, cy, r, i * pi / 2, (i + 1) * pi / 2) for i, (cx, cy) in enumerate(corners)]
    return [point for quarter in quarters for point in quarter]


def _path(text: str) -> list[list[Point]]:
    lines: list[list[Point]] = []
    x = y = 0.0
    for command, values in _COMMAND.findall(text):
        numbers = list(map(float, _NUMBER.findall(values)))
        if command in "zZ":
            x, y = lines[-1][0]
            continue
        points = list(_points(command, numbers, (x, y)))
        if command in "mM":
            lines.append(points)
        else:
            if not lines[-1] or lines[-1][-1] != (x, y):
                lines.append([(x, y)])
            lines[-1] += points
        x, y = points[-1]
    return lines


def _points(command: str, numbers: list[float], at: Point) -> Iterator[Point]:
    """The points to which a command goes."""
    x, y = at
    ox, oy = at if command.islower() else (0.0, 0.0)
    if command in "hH":
        yield ox + numbers[0], y
    elif command in "vV":
        yield x, oy + numbers[0]
    elif command in "qQ":
        yield from _curve(at, *[(ox + a, oy + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)])
    else:
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = ox + dx, oy + dy
            ox, oy = (x, y) if command.islower() else (0.0, 0.0)
            yield x, y


def _curve(a: Point, b: Point, c: Point) -> Iterator[Point]:
    for i in range(1, 7):
        t = i / 6
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1]


# ---- strokes


def _stroke(line: Polygon, breadth: float) -> list[Polygon]:
    """A line of some breadth as outlines that wind alike, with round corners and ends."""
    return [_bar(a, b, breadth / 2) for a, b in pairwise(line) if a != b]


def _bar(a: Point, b: Point, half: float) -> Polygon:
    """A bar from point to point with half a circle at each end."""
    angle = atan2(b[1] - a[1], b[0] - a[0])
    return [
        *_round(*b, half, angle - pi / 2, angle + pi / 2),
        *_round(*a, half, angle + pi / 2, angle + 3 * pi / 2),
    ]
