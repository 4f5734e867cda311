"""Pictures of rules, positions and moves in plain values, for whoever draws a board: browser or notebook."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from crowned.base import Lang, Side
from crowned.game import Game
from crowned.position import Move, Position
from crowned.position.action import SPIN_RESULTS
from crowned.position.effects import move_events
from crowned.position.event import Closed, Fell, Opened
from crowned.position.event import Event as CoreEvent
from crowned.position.ruleset import Ruleset
from crowned.protocols import entries
from crowned.protocols.views import (
    AxisValue,
    Choice,
    Placement,
    RulesView,
    Seat,
    SideView,
    Slider,
    SlideView,
    SquareView,
    Text,
)
from crowned.rules import catalog
from crowned.rules.axes import Value
from crowned.rules.setting import Texts
from crowned.rules.spec import Look, Spec
from crowned.rules.write import to_toml

SEATS: tuple[Seat, Seat] = ("white", "black")
SIDES: dict[Seat, Side] = {"white": Side.WHITE, "black": Side.BLACK}


def seat_of(side: Side | int) -> Seat:
    return SEATS[side]


def plain(value: Value) -> AxisValue:
    """An axis value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


# ---------------------------------------------------------------- rules


def changed_axes(spec: Spec) -> dict[str, AxisValue]:
    """Where a ruleset differs from the shipped one of its name."""
    if spec.id not in catalog.ids():
        return {}
    shipped = catalog.load(spec.id)
    return {axis: plain(value) for axis, value in spec.items() if shipped[axis] != value}


def is_house(spec: Spec) -> bool:
    """Whether these are not exactly the rules of a shipped ruleset."""
    return spec.id not in catalog.ids() or catalog.load(spec.id).fingerprint != spec.fingerprint


def has_own_name(spec: Spec) -> bool:
    """Whether these rules are not found again by the id of a shipped ruleset and what is changed in it."""
    return spec.id not in catalog.ids() or dict(catalog.load(spec.id).title) != dict(spec.title)


def rules_view(rules: Ruleset) -> RulesView:
    """What a board must know."""
    spec = rules.spec
    return RulesView(
        id=spec.id,
        title=texts(spec.title),
        about=texts(spec.about),
        fingerprint=spec.fingerprint,
        files=rules.squares.files,
        ranks=rules.squares.ranks,
        squares=_squares(rules),
        lines=cast("Any", spec.lines),
        notation=cast("Any", spec.notation),
        first=seat_of(spec.first),
        sides={seat: _side(spec.sides[SIDES[seat]]) for seat in SEATS},
        first_by=cast("Any", spec.first_by),
        crown_mark="turn" if spec.king_mark == "turned" else "double",
        towers=rules.towers,
        sliders=[Slider(s.name, s.colour, s.left, s.right) for s in rules.sliders.values()],
        spinner=weights(spec),
        huffing=cast("Any", spec.enforcement),
        remedies=list(spec.remedies),
        touch_move=spec.touch_move,
        king_name=cast("Any", spec.king_name),
        huff_name=cast("Any", spec.huff_name),
        options=changed_axes(spec),
        house=is_house(spec),
        toml=to_toml(spec) if has_own_name(spec) else "",
    )


def _squares(rules: Ruleset) -> list[SquareView]:
    known = rules.squares
    return [
        SquareView(
            known.name(cell),
            cell % known.files,
            cell // known.files,
            known.number(cell),
            known.algebraic(cell),
        )
        for cell in known.cells
    ]


def _side(look: Look) -> SideView:
    return SideView(texts(look.name), look.colour, look.king_colour)


def weights(spec: Spec) -> dict[str, int]:
    """What the spinner can stop on, in the order the dice count."""
    if not spec.sliders:
        return {}
    return dict(zip(SPIN_RESULTS, spec.spinner, strict=True))


def texts(given: Texts) -> Text:
    langs: tuple[Lang, ...] = ("de", "nl", "en")
    return {lang: given.get(lang, "") for lang in langs}


# ---------------------------------------------------------------- what stands and what happened

WIRE: dict[str, type[entries.Event]] = {kind.__struct_config__.tag: kind for kind in get_args(entries.Event)}
"""The wire's class of each kind of event; its fields are named as in the core."""


def event_view(event: CoreEvent) -> entries.Event:
    kind = WIRE[event.kind]
    return kind(**{name: _plain(getattr(event, name)) for name in kind.__struct_fields__})


def _plain(value: object) -> Any:
    if isinstance(value, Side):
        return seat_of(value)
    return list(value) if isinstance(value, tuple) else value


def placement(position: Position) -> Placement:
    return Placement(dict(position.pieces()), seat_of(position.turn), position.knobs, position.spin)


# ---------------------------------------------------------------- what may be played


def move_choices(game: Game) -> list[Choice]:
    """The moves that may be made; where the book lets wrong moves stand, they are among them."""
    return [move_choice(game.position, move) for move in game.playable()]


def move_choice(position: Position, move: Move) -> Choice:
    slide = slide_view(position, move) if move.kind == "slide" else None
    return Choice(move.text, list(move.path), list(move.captures), move.crowns, move.falls, slide)


def slide_view(position: Position, move: Move) -> SlideView:
    """Told by the same events that will be played."""
    knob, _, to = move.text.partition(">")
    events = move_events(position, move)
    doors = [event for event in events if isinstance(event, Opened | Closed)]
    return SlideView(
        knob,
        cast("Literal['L', 'M', 'R']", to),
        doors[0].square,
        opens=isinstance(doors[0], Opened),
        shuts=isinstance(doors[-1], Closed),
        falls=next((event.column for event in events if isinstance(event, Fell)), ""),
    )
