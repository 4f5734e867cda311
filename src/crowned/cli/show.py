"""`crowned show`: draw a position."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from crowned.base import BadInput
from crowned.cli.colour import paint_for
from crowned.cli.common import (
    add_json,
    add_position,
    add_ruleset,
    position_of,
    print_json,
    room,
    rules_of,
    side_key,
)
from crowned.notation import diagram, letters, png, svg
from crowned.notation.movetext import find_move
from crowned.position import Move, Position

SMALLEST, LARGEST = 32, 10_000
EXAMPLES = """\
examples:
  crowned show {numbers}
  crowned show {towers} --fen "W:Wc3[wbB],e5[Wb]:Bf6,h8[Bw]"
  crowned show {doors} --fen "W:Wa1:Bh8:SLMMR" --svg board.svg
  crowned show {letters} --move c3-d4 --png board.png
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Draw a position in the terminal, or as an SVG or PNG picture."
    parser.epilog = EXAMPLES
    add_ruleset(parser)
    add_position(parser)
    parser.add_argument("--move", metavar="MOVE", help="play this move first, and show its way")
    parser.add_argument("--svg", metavar="FILE", help="write a picture; - writes it to the terminal")
    parser.add_argument(
        "--png", metavar="FILE", help="the same as PNG; a name in .svg or .png decides itself"
    )
    parser.add_argument("--size", metavar="PIXELS", type=int, default=480, help="width of the picture (480)")
    parser.add_argument("--flip", action="store_true", help="Black at the bottom")
    parser.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if not SMALLEST <= args.size <= LARGEST:
        raise BadInput(f"the size is {args.size}; it may be {SMALLEST} to {LARGEST} pixels")
    position = position_of(args, rules_of(args))
    last: Move | None = None
    if args.move:
        last = find_move(position, args.move)
        position = position.with_spin(last.spin or position.spin).play(last)
    if args.svg or args.png:
        for name, kind in ((args.svg, "svg"), (args.png, "png")):
            if name:
                _write(name, _picture(name, kind, position, last, args))
    elif args.json:
        print_json(described(position))
    else:
        picture = diagram.of(position, last, flipped=args.flip)
        print(letters.draw(picture, paint_for(sys.stdout, args.colour), room()))
        print(position.fen)
    return 0


def _picture(
    name: str, kind: str, position: Position, last: Move | None, args: argparse.Namespace
) -> str | bytes:
    """The picture in the format that the file's name asks for, else in the option's."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    if (suffix if suffix in ("svg", "png") else kind) == "png":
        return png.board(position, last, flipped=args.flip, size=args.size)
    return svg.board(position, last, flipped=args.flip, size=args.size)


def _write(name: str, picture: str | bytes) -> None:
    if name != "-":
        Path(name).write_bytes(picture.encode() if isinstance(picture, str) else picture)
    elif isinstance(picture, str):
        print(picture)
    else:
        sys.stdout.buffer.write(picture)


def described(position: Position) -> dict[str, object]:
    data: dict[str, object] = {"fen": position.fen, "to_move": side_key(position.turn)}
    data["pieces"] = position.pieces()
    if position.knobs:
        data |= {"knobs": position.knobs, "open_doors": list(position.open_doors), "spin": position.spin}
    return data
