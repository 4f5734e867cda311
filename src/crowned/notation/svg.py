"""A position as an SVG picture: flat pieces, kings, towers, trapdoors, the last move.

Only the plain data of a `Diagram` is drawn here; nothing is asked of a position. All lengths are in
units of a square of 100, the viewer scales. Only attributes are used, no style sheet: two pictures
on one page must not recolour each other, and plain converters do not know CSS.
"""

from __future__ import annotations

from html import escape
from math import hypot

from crowned._native import Move
from crowned.notation import diagram as diagrams
from crowned.notation.diagram import Cell, Diagram, Door, Shown, Slider

SQUARE = 100
LIGHT, DARK, FRAME, INK = "#f0dcb8", "#b5835a", "#6b4428", "#f3e6cf"
LANE = 104
"""The width of a slider's track."""
TRACE, HOLE, GOLD = "#ffd84a", "#17120e", "#f0b92d"
DOOR_COLOURS = {"green": "#2f9e54", "orange": "#ee8a1d"}
CROWN = "M-20,13 L-23,-10 L-10,1 L0,-16 L10,1 L23,-10 L20,13 Z"
FONT = 'font-family="Verdana, DejaVu Sans, sans-serif"'


class Canvas:
    """Collects elements and knows where a square lies."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.parts: list[str] = []
        self.left = 46
        self.right = 46 + LANE * diagram.lanes
        self.top = 46
        self.width = self.left + diagram.files * SQUARE + self.right
        self.height = 2 * self.top + diagram.ranks * SQUARE

    def add(self, element: str) -> None:
        self.parts.append(element)

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a square on the picture."""
        file, rank = cell
        if self.diagram.flipped:
            file, rank = self.diagram.files - 1 - file, self.diagram.ranks - 1 - rank
        return self.left + file * SQUARE, self.top + (self.diagram.ranks - 1 - rank) * SQUARE

    def middle(self, cell: Cell) -> tuple[int, int]:
        x, y = self.corner(cell)
        return x + SQUARE // 2, y + SQUARE // 2


def board(position: Shown, last: Move | None = None, *, flipped: bool = False, size: int = 480) -> str:
    """The position as SVG text, with the last move as an arrow; `flipped` puts Black at the bottom."""
    return draw(diagrams.of(position, last, flipped=flipped), size)


def draw(diagram: Diagram, size: int = 480) -> str:
    """The picture as SVG text, `size` pixels wide."""
    canvas = Canvas(diagram)
    _board(canvas)
    for door in diagram.doors:
        _door(canvas, door)
    _labels(canvas)
    _trace(canvas)
    for cell, column in diagram.pieces.items():
        _column(canvas, cell, column)
    _arrow(canvas)
    for slider in diagram.sliders:
        _slider(canvas, slider)
    _turn(canvas)
    return _document(canvas, size)


def _document(canvas: Canvas, size: int) -> str:
    height = round(size * canvas.height / canvas.width)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{height}" '
        f'viewBox="0 0 {canvas.width} {canvas.height}" role="img">'
    )
    title = f"<title>{escape(canvas.diagram.title)}</title>" if canvas.diagram.title else ""
    return "\n".join([head + title, *canvas.parts, "</svg>"])


def _board(canvas: Canvas) -> None:
    diagram = canvas.diagram
    board_w, board_h = diagram.files * SQUARE, diagram.ranks * SQUARE
    canvas.add(f'<rect width="{canvas.width}" height="{canvas.height}" rx="18" fill="{FRAME}"/>')
    canvas.add(
        f'<rect x="{canvas.left - 4}" y="{canvas.top - 4}" width="{board_w + 8}" height="{board_h + 8}" '
        f'fill="none" stroke="#4b2e1a" stroke-width="8"/>'
    )
    canvas.add(
        f'<rect x="{canvas.left}" y="{canvas.top}" width="{board_w}" height="{board_h}" fill="{LIGHT}"/>'
    )
    squares = "".join("M{},{}h100v100h-100z".format(*canvas.corner(cell)) for cell in _shaded(diagram))
    canvas.add(f'<path d="{squares}" fill="{DARK}"/>')
    if len(diagram.playing) == diagram.files * diagram.ranks:
        _grid(canvas, board_w, board_h)


def _shaded(diagram: Diagram) -> list[Cell]:
    """The dark squares; where every square is played on there are none, and lines part the squares."""
    if len(diagram.playing) == diagram.files * diagram.ranks:
        return []
    return sorted(diagram.playing)


def _grid(canvas: Canvas, board_w: int, board_h: int) -> None:
    down = "".join(
        f"M{canvas.left + i * SQUARE},{canvas.top}v{board_h}" for i in range(1, canvas.diagram.files)
    )
    across = "".join(
        f"M{canvas.left},{canvas.top + i * SQUARE}h{board_w}" for i in range(1, canvas.diagram.ranks)
    )
    canvas.add(f'<path d="{down}{across}" stroke="{DARK}" stroke-width="3" fill="none"/>')


def _labels(canvas: Canvas) -> None:
    if canvas.diagram.numbers:
        _numbers(canvas)
    else:
        _coordinates(canvas)


def _numbers(canvas: Canvas) -> None:
    colour = "#fbeed8" if _shaded(canvas.diagram) else FRAME
    canvas.add(f'<g {FONT} font-size="17" fill="{colour}" opacity="0.85">')
    for cell, number in canvas.diagram.numbers.items():
        x, y = canvas.corner(cell)
        canvas.add(f'<text x="{x + 3}" y="{y + 16}">{number}</text>')
    canvas.add("</g>")


def _coordinates(canvas: Canvas) -> None:
    canvas.add(f'<g {FONT} font-size="26" fill="{INK}" text-anchor="middle">')
    for file in range(canvas.diagram.files):
        x, _ = canvas.middle((file, 0))
        canvas.add(f'<text x="{x}" y="{canvas.height - 13}">{chr(97 + file)}</text>')
    for rank in range(canvas.diagram.ranks):
        _, y = canvas.middle((0, rank))
        canvas.add(f'<text x="22" y="{y + 9}">{rank + 1}</text>')
    canvas.add("</g>")


def _door(canvas: Canvas, door: Door) -> None:
    x, y = canvas.corner(door.cell)
    colour = DOOR_COLOURS.get(door.colour, door.colour)
    if door.is_open:
        canvas.add(f'<rect x="{x}" y="{y}" width="100" height="100" fill="{colour}"/>')
        canvas.add(f'<rect x="{x + 9}" y="{y + 9}" width="82" height="82" rx="5" fill="{HOLE}"/>')
        canvas.add(
            f'<path d="M{x + 9},{y + 91}v-77q0,-5 5,-5h77l-16,16h-50v50z" fill="#000" opacity="0.55"/>'
        )
        return
    canvas.add(
        f'<rect x="{x + 8}" y="{y + 8}" width="84" height="84" rx="5" fill="{colour}" fill-opacity="0.30" '
        f'stroke="{colour}" stroke-width="7"/>'
    )
    canvas.add(f'<path d="M{x + 26},{y + 4}v16M{x + 74},{y + 4}v16" stroke="#3b2413" stroke-width="7"/>')


def _slider(canvas: Canvas, slider: Slider) -> None:
    """A track with three notches beside the board, the knob where it stands."""
    _, y = canvas.middle((0, slider.rank))
    x = canvas.left + canvas.diagram.files * SQUARE + 24 + LANE * slider.lane
    colour = DOOR_COLOURS.get(slider.colour, slider.colour)
    step = -1 if canvas.diagram.flipped else 1
    shift = {"L": -34, "M": 0, "R": 34}[slider.state] * step
    canvas.add(f'<rect x="{x}" y="{y - 13}" width="104" height="26" rx="13" fill="#3b2413"/>')
    for notch in (-34, 0, 34):
        canvas.add(f'<circle cx="{x + 52 + notch}" cy="{y}" r="4" fill="{INK}" opacity="0.5"/>')
    canvas.add(
        f'<circle cx="{x + 52 + shift}" cy="{y}" r="19" fill="{colour}" stroke="{INK}" stroke-width="4"/>'
    )
    canvas.add(
        f'<text x="{x + 52}" y="{y - 25}" {FONT} font-size="22" fill="{INK}" text-anchor="middle">'
        f"{escape(slider.name)}</text>"
    )


def _column(canvas: Canvas, cell: Cell, column: str) -> None:
    """A piece, or a tower: its top stone from above and, beside it, the whole column from the side."""
    x, y = canvas.middle(cell)
    radius = 38
    if len(column) > 1:
        x, y, radius = x - 12, y - 8, 34
        _stone(canvas, (x, y + 7), radius, column[1])
        _side_view(canvas, cell, column)
    else:
        canvas.add(f'<circle cx="{x}" cy="{y + 4}" r="{radius + 1}" fill="#000" opacity="0.3"/>')
    _stone(canvas, (x, y), radius, column[0])
    if column[0].isupper():
        canvas.add(
            f'<path transform="translate({x},{y})" d="{CROWN}" fill="{GOLD}" stroke="#7a4f00" '
            f'stroke-width="2.5" stroke-linejoin="round"/>'
        )
    if len(column) > 1:
        _count(canvas, cell, column)


def _side_view(canvas: Canvas, cell: Cell, column: str) -> None:
    """The stones from the side, the lowest at the foot of the square; a gold line marks a king."""
    x, y = canvas.corner(cell)
    height = min(13.0, 90 / len(column))
    canvas.add('<g stroke="#000" stroke-opacity="0.55" stroke-width="1.5">')
    for depth, stone in enumerate(reversed(column), start=1):
        top = y + 96 - depth * height
        canvas.add(
            f'<rect x="{x + 74}" y="{top:g}" width="23" height="{height:g}" rx="{height / 3:.1f}" '
            f'fill="{canvas.diagram.looks[stone]}"/>'
        )
        if stone.isupper():
            canvas.add(
                f'<path d="M{x + 76},{top + height / 2:g}h19" stroke="{GOLD}" stroke-opacity="1" '
                f'stroke-width="{height / 3:.1f}"/>'
            )
    canvas.add("</g>")


def _stone(canvas: Canvas, at: tuple[float, float], radius: int, stone: str) -> None:
    x, y = at
    face = canvas.diagram.looks[stone]
    edge = _mix(face, "#000000", 0.6) if _light(face) else _mix(face, "#ffffff", 0.38)
    canvas.add(
        f'<circle cx="{x}" cy="{y:g}" r="{radius}" fill="{face}" stroke="{edge}" stroke-width="2.2"/>'
        f'<circle cx="{x}" cy="{y:g}" r="{radius - 9}" fill="none" stroke="{edge}" stroke-width="2" '
        f'opacity="0.5"/>'
    )
    if stone.isupper():
        canvas.add(
            f'<circle cx="{x}" cy="{y:g}" r="{radius - 3}" fill="none" stroke="{GOLD}" stroke-width="3"/>'
        )


def _count(canvas: Canvas, cell: Cell, column: str) -> None:
    """How many stones of the owner lie above how many prisoners."""
    own = sum(stone.lower() == column[0].lower() for stone in column)
    text = f"{own}+{len(column) - own}" if own < len(column) else str(own)
    x, y = canvas.corner(cell)
    width = 14 + 13 * len(text)
    canvas.add(
        f'<rect x="{x + 4}" y="{y + 71}" width="{width}" height="26" rx="13" fill="#fff" '
        f'stroke="#3b2413" stroke-width="2"/>'
        f'<text x="{x + 4 + width / 2}" y="{y + 91}" {FONT} font-size="19" font-weight="bold" '
        f'fill="#2a1a0e" text-anchor="middle">{text}</text>'
    )


def _trace(canvas: Canvas) -> None:
    """Where the last move started, what it took and where it ended, beneath the pieces."""
    path = canvas.diagram.path
    for cell in path[:1] + path[-1:]:
        x, y = canvas.corner(cell)
        canvas.add(f'<rect x="{x}" y="{y}" width="100" height="100" fill="{TRACE}" opacity="0.42"/>')
    for cell in canvas.diagram.taken:
        x, y = canvas.middle(cell)
        canvas.add(
            f'<path d="M{x - 22},{y - 22}l44,44m0,-44l-44,44" stroke="#c0281c" stroke-width="9" '
            f'stroke-linecap="round" opacity="0.75"/>'
        )


def _arrow(canvas: Canvas) -> None:
    """The way of the last move, ending short of the piece's middle so that the piece stays visible."""
    points: list[tuple[float, float]] = [canvas.middle(cell) for cell in canvas.diagram.path]
    if len(points) < 2:
        return
    points[-1] = _short_of(points[-2], points[-1], 30)
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    canvas.add(
        f'<polyline points="{line}" fill="none" stroke="#1f6fd6" stroke-width="11" stroke-opacity="0.62" '
        f'stroke-linejoin="round" stroke-linecap="round"/>'
    )
    canvas.add(f'<path d="{_head(points[-2], points[-1])}" fill="#1f6fd6" fill-opacity="0.85"/>')


def _short_of(start: tuple[float, float], end: tuple[float, float], by: float) -> tuple[float, float]:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    share = (length - by) / length
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _head(start: tuple[float, float], end: tuple[float, float]) -> str:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] + ux * 20, end[1] + uy * 20
    left = end[0] - ux * 10 - uy * 20, end[1] - uy * 10 + ux * 20
    right = end[0] - ux * 10 + uy * 20, end[1] - uy * 10 - ux * 20
    return "M{:g},{:g}L{:g},{:g}L{:g},{:g}Z".format(*tip, *left, *right)


def _turn(canvas: Canvas) -> None:
    """A small stone on the rim at the side of the player to move."""
    at_bottom = (canvas.diagram.turn == "w") != canvas.diagram.flipped
    x = canvas.left + canvas.diagram.files * SQUARE + 23
    y = canvas.height - 23 if at_bottom else 23
    if canvas.diagram.turn:
        face = canvas.diagram.looks[canvas.diagram.turn]
        canvas.add(f'<circle cx="{x}" cy="{y}" r="13" fill="{face}" stroke="{TRACE}" stroke-width="4"/>')


def _light(colour: str) -> bool:
    red, green, blue = _rgb(colour)
    return red * 299 + green * 587 + blue * 114 > 128_000


def _mix(colour: str, other: str, share: float) -> str:
    pairs = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, int, int]:
    value = colour.lstrip("#")
    if len(value) == 3:
        value = "".join(2 * digit for digit in value)
    return int(value[:2], 16), int(value[2:4], 16), int(value[4:6], 16)
