"""The few signs that pictures of boards need, as strokes of a pen: digits, a to l, G, O and the plus sign.

A sign is a list of strokes, a stroke a list of points; y grows downwards from the base line, an em is 1.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from crowned.notation.raster import Point

Stroke = tuple[Point, ...]
PEN = 0.1
"""The breadth of a stroke, in ems."""
GAP = 0.16
"""Between two signs, in ems."""
TALL, LOW = 0.73, 0.54


@cache
def glyph(sign: str) -> tuple[float, tuple[Stroke, ...]]:
    """Breadth and strokes; a sign that is not among them is an empty space."""
    strokes = _SIGNS.get(sign)
    return (0.3, ()) if strokes is None else (max(x for stroke in strokes for x, _ in stroke), strokes)


def breadth(text: str) -> float:
    return sum(glyph(sign)[0] for sign in text) + GAP * (len(text) - 1)


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Stroke:  # noqa: PLR0913, PLR0917
    """Part of an ellipse, by degrees counted from three o'clock against the clock; y is up here."""
    steps = max(4, round(abs(end - start) / 12))
    angles = [(start + (end - start) * i / steps) * pi / 180 for i in range(steps + 1)]
    return tuple((x + rx * cos(a), -(y + ry * sin(a))) for a in angles)


def _pen(*points: Point) -> Stroke:
    return tuple((x, -y) for x, y in points)


_BOWL = _arc(0.2, LOW / 2, 0.2, LOW / 2, 0, 360)
_SIGNS: dict[str, tuple[Stroke, ...]] = {
    "0": (_arc(0.22, TALL / 2, 0.22, TALL / 2, 0, 360),),
    "1": (_pen((0.0, 0.56), (0.18, TALL), (0.18, 0.0)),),
    "2": (_arc(0.2, 0.53, 0.2, 0.2, 165, -40) + _pen((0.0, 0.0), (0.42, 0.0)),),
    "3": (_arc(0.19, 0.55, 0.19, 0.18, 155, -90) + _arc(0.19, 0.19, 0.22, 0.19, 90, -155),),
    "4": (_pen((0.33, 0.0), (0.33, TALL), (0.0, 0.2), (0.45, 0.2)),),
    "5": (_pen((0.38, TALL), (0.06, TALL), (0.03, 0.41)) + _arc(0.2, 0.23, 0.21, 0.23, 130, -150),),
    "6": (_arc(0.22, 0.22, 0.21, 0.22, 0, 360), _arc(0.38, 0.24, 0.37, 0.49, 180, 95)),
    "7": (_pen((0.0, TALL), (0.42, TALL), (0.13, 0.0)),),
    "8": (_arc(0.21, 0.55, 0.18, 0.18, 0, 360), _arc(0.21, 0.19, 0.21, 0.19, 0, 360)),
    "9": (_arc(0.21, 0.51, 0.21, 0.22, 0, 360), _arc(0.05, 0.49, 0.37, 0.49, 0, -85)),
    "a": (_BOWL, _pen((0.4, LOW), (0.4, 0.0))),
    "b": (_BOWL, _pen((0.0, TALL), (0.0, 0.0))),
    "c": (_arc(0.2, LOW / 2, 0.2, LOW / 2, 45, 315),),
    "d": (_BOWL, _pen((0.4, TALL), (0.4, 0.0))),
    "e": (_pen((0.0, LOW / 2), (0.4, LOW / 2)) + _arc(0.2, LOW / 2, 0.2, LOW / 2, 0, 315),),
    "f": (_arc(0.24, 0.58, 0.14, 0.15, 70, 180) + _pen((0.1, 0.0)), _pen((0.0, LOW), (0.28, LOW))),
    "g": (_BOWL, _pen((0.4, LOW), (0.4, -0.05)) + _arc(0.2, -0.05, 0.2, 0.15, 0, -150)),
    "h": (_pen((0.0, TALL), (0.0, 0.0)), _arc(0.18, 0.34, 0.18, 0.2, 180, 0) + _pen((0.36, 0.0))),
    "i": (_pen((0.05, LOW), (0.05, 0.0)), _pen((0.05, 0.73), (0.05, 0.74))),
    "j": (
        _pen((0.14, LOW), (0.14, -0.08)) + _arc(0.0, -0.08, 0.14, 0.12, 0, -90),
        _pen((0.14, 0.73), (0.14, 0.74)),
    ),
    "k": (_pen((0.0, TALL), (0.0, 0.0)), _pen((0.34, LOW), (0.02, 0.24)), _pen((0.12, 0.32), (0.37, 0.0))),
    "l": (_pen((0.05, TALL), (0.05, 0.0)),),
    "G": (_arc(0.3, TALL / 2, 0.3, TALL / 2, 50, 320) + _pen((0.57, 0.34), (0.34, 0.34)),),
    "O": (_arc(0.3, TALL / 2, 0.3, TALL / 2, 0, 360),),
    "+": (_pen((0.0, 0.33), (0.44, 0.33)), _pen((0.22, 0.11), (0.22, 0.55))),
}
