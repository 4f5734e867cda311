"""A small PDF writer: pages of text in the standard fonts, lines, polygons and circles. Nothing else."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from crowned.print.fonts import NAMES, Font, encoded

A4 = (595.28, 841.89)
MM = 72 / 25.4
ROUND = 0.5523
"""How far the handles of four curves reach so that they look like a circle."""

Point = tuple[float, float]


class Page:
    """One sheet of A4; the origin is its lower left corner, and lengths are points."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def _do(self, *parts: str) -> None:
        self._parts.append(" ".join(parts).encode("ascii"))

    @property
    def content(self) -> bytes:
        return b"\n".join(self._parts)

    def text(
        self, at: Point, text: str, font: Font = "plain", size: float = 9, colour: str = "#000000"
    ) -> None:
        name = f"/{font} {_n(size)} Tf"
        self._do(f"BT {_rgb(colour)} rg", name, f"{_n(at[0])} {_n(at[1])} Td")
        self._parts[-1] += b" (" + _escaped(encoded(text)) + b") Tj ET"

    def line(
        self, points: Sequence[Point], colour: str = "#000000", width: float = 1, dash: str = ""
    ) -> None:
        """An open line through some points."""
        self._do(f"{_rgb(colour)} RG {_n(width)} w [{dash}] 0 d", *_path(points), "S [] 0 d")

    def polygon(self, points: Sequence[Point], fill: str = "", edge: str = "", width: float = 0.6) -> None:
        self._paint([*_path(points), "h"], fill, edge, width)

    def rectangle(self, at: Point, size: Point, fill: str = "", edge: str = "", width: float = 0.6) -> None:
        box = " ".join(map(_n, (*at, *size)))
        self._paint([f"{box} re"], fill, edge, width)

    def circle(self, at: Point, radius: float, fill: str = "", edge: str = "", width: float = 0.6) -> None:
        self._paint(list(_circle(at, radius)), fill, edge, width)

    def _paint(self, path: list[str], fill: str, edge: str, width: float) -> None:
        colours = [f"{_rgb(fill)} rg" if fill else "", f"{_rgb(edge)} RG {_n(width)} w" if edge else ""]
        paint = "B" if fill and edge else "f" if fill else "S"
        self._do(*(part for part in (*colours, *path, paint) if part))


def document(pages: Sequence[Page], title: str) -> bytes:
    """The whole file. The same pages give the same bytes."""
    kids = " ".join(f"{_FIRST_PAGE + 2 * index} 0 R" for index in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Title (" + _escaped(encoded(title)) + b") /Producer (Crowned) >>",
        *(_font(name) for name in NAMES.values()),
    ]
    for index, page in enumerate(pages):
        objects.append(_page(_FIRST_PAGE + 2 * index + 1))
        objects.append(_stream(page.content))
    return _file(objects)


_FIRST_PAGE = 4 + len(NAMES)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _page(content: int) -> bytes:
    fonts = " ".join(f"/{font} {4 + index} 0 R" for index, font in enumerate(NAMES))
    box = " ".join(map(_n, (0, 0, *A4)))
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {content} 0 R "
        f"/Resources << /Font << {fonts} >> >> >>"
    ).encode()


def _stream(content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
    return head + packed + b"\nendstream"


def _file(objects: Sequence[bytes]) -> bytes:
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"trailer\n<< /Size {size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode()


def _escaped(text: bytes) -> bytes:
    return text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _rgb(colour: str) -> str:
    return " ".join(_n(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))


def _path(points: Sequence[Point]) -> Iterable[str]:
    for index, (x, y) in enumerate(points):
        yield f"{_n(x)} {_n(y)} {'l' if index else 'm'}"


def _circle(at: Point, r: float) -> Iterable[str]:
    x, y, k = *at, r * ROUND
    yield f"{_n(x + r)} {_n(y)} m"
    quarters = (
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    )
    for quarter in quarters:
        yield " ".join(f"{_n(a)} {_n(b)}" for a, b in quarter) + " c"
