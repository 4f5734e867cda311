"""PNG pictures: a file that others can read, showing what the SVG shows."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

import crowned
from crowned.notation import diagram, glyphs
from crowned.notation.raster import Raster
from tests.cli.tools import crowned as run

SIZES = {"koenig": None, "turm": "W:Wc3[wbB],e5[Wb]:Bf6,h8[Bw]", "valluik": "W:Wa1,Kd4:Bh8:SLMMR"}


def decoded(data: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a file of the one kind that is written: 8 bits, RGB, no filter."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, parts = 8, {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        parts[kind] = body
        at += 12 + length
    width, height, bits, colours, *rest = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert (bits, colours, rest) == (8, 2, [0, 0, 0])
    raw = zlib.decompress(parts[b"IDAT"])
    rows = [raw[y * (3 * width + 1) : (y + 1) * (3 * width + 1)] for y in range(height)]
    assert all(row[0] == 0 for row in rows)
    return width, height, [row[1:] for row in rows]


def pixel(picture: tuple[int, int, list[bytes]], x: float, y: float) -> tuple[int, ...]:
    """The colour at a place given in units of the SVG's 100 to a square, on a picture of one to five."""
    return tuple(picture[2][round(y / 5)][3 * round(x / 5) : 3 * round(x / 5) + 3])


def test_the_picture_shows_what_stands_where() -> None:
    rules = crowned.ruleset("koenig")
    picture = decoded(crowned.png.board(rules.read("W:Wa1:Bh8"), size=(2 * 46 + 800) // 5))
    assert picture[:2] == (178, 178)
    assert pixel(picture, 46 + 350, 46 + 350)[0] > 160  # an empty square is of wood
    white, black = pixel(picture, 46 + 50, 46 + 750), pixel(picture, 46 + 750, 46 + 50)
    assert min(white) > 200
    assert max(black) < 80


@pytest.mark.parametrize("name", crowned.ruleset_ids())
def test_every_ruleset_can_be_drawn(name: str) -> None:
    position = crowned.ruleset(name).start()
    width, height, rows = decoded(crowned.png.board(position, size=120))
    assert (width, len(rows)) == (120, height)
    assert len({bytes(row[3 * x : 3 * x + 3]) for row in rows for x in range(0, width, 3)}) > 4


@pytest.mark.parametrize(("name", "fen"), SIZES.items())
def test_both_pictures_have_one_size(name: str, fen: str | None) -> None:
    rules = crowned.ruleset(name)
    position = rules.start() if fen is None else rules.read(fen)
    svg = crowned.svg.board(position, size=150)
    width, height, _ = decoded(crowned.png.board(position, size=150))
    assert f'width="{width}" height="{height}"' in svg


def test_every_sign_on_a_board_has_strokes() -> None:
    signs: set[str] = set("+0123456789")
    for name in crowned.ruleset_ids():
        shown = diagram.of(crowned.ruleset(name).start())
        signs.update(chr(97 + file) for file in range(shown.files))
        signs.update("".join(slider.name for slider in shown.sliders))
    assert [sign for sign in sorted(signs) if not glyphs.glyph(sign)[1]] == []


# ---- the rasteriser


def test_half_a_pixel_is_half_covered() -> None:
    raster = Raster(4, 4)
    raster.fill([[(1, 1), (2.5, 1), (2.5, 3), (1, 3)]], (0, 0, 0))
    assert raster.pixel(1, 1) == (0, 0, 0)
    assert raster.pixel(2, 1) == (128, 128, 128)
    assert raster.pixel(3, 1) == (255, 255, 255)
    assert raster.pixel(1, 3) == (255, 255, 255)


def test_overlapping_outlines_are_painted_once_and_a_reversed_one_is_a_hole() -> None:
    square = [(0, 0), (6, 0), (6, 6), (0, 6)]
    hole = [(2, 2), (2, 4), (4, 4), (4, 2)]
    raster = Raster(6, 6)
    raster.fill([square, square[:]], (0, 0, 0), 0.5)
    assert raster.pixel(1, 1) == (128, 128, 128)
    raster = Raster(6, 6)
    raster.fill([square, hole], (0, 0, 0))
    assert (raster.pixel(1, 1), raster.pixel(3, 3)) == ((0, 0, 0), (255, 255, 255))


def test_what_lies_outside_is_cut_off() -> None:
    raster = Raster(3, 3)
    raster.fill([[(-5, -5), (50, -5), (50, 50), (-5, 50)]], (1, 2, 3))
    assert {raster.pixel(x, y) for x in range(3) for y in range(3)} == {(1, 2, 3)}


# ---- the command


def test_the_file_name_decides(tmp_path: Path) -> None:
    for option, name, head in (
        ("--png", "a.png", b"\x89PNG"),
        ("--svg", "b.PNG", b"\x89PNG"),
        ("--png", "c.svg", b"<svg"),
        ("--png", "d", b"\x89PNG"),
        ("--svg", "e", b"<svg"),
    ):
        done = run("show", "koenig", option, str(tmp_path / name), "--size", "64")
        assert done.status == 0
        assert (tmp_path / name).read_bytes().startswith(head)


# ---- notebooks


def test_a_game_shows_its_moves() -> None:
    game = crowned.Game(crowned.ruleset("international"))
    for text in ("32-28", "19-23", "28x19", "14x23", "resign"):
        game.play(text)
    html = game._repr_html_()
    assert html is not None
    assert "<b>1.</b> 32-28 19-23 <b>2.</b> 28x19 14x23 resign" in html
    assert game.outcome is not None
    assert game.outcome.text("en") in html
    assert html.count("<svg") == 1
