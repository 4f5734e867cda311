"""Rulesets as the server needs them: chosen by a request, stored whole with a game, drawn by a browser."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, cast

from crowned.base import Lang, RulesetError, Side
from crowned.position.action import SPIN_RESULTS
from crowned.position.ruleset import Ruleset, ruleset
from crowned.protocols.views import (
    AxisValue,
    RulesView,
    Seat,
    SideView,
    Slider,
    SquareView,
    Text,
)
from crowned.rules import catalog
from crowned.rules.axes import Value
from crowned.rules.setting import Texts
from crowned.rules.spec import Look, Spec
from crowned.server.web.bodies import RulesChoice

KEPT = 64
SEATS: tuple[Seat, Seat] = ("white", "black")
SIDES: dict[Seat, Side] = {"white": Side.WHITE, "black": Side.BLACK}


def seat_of(side: Side | int) -> Seat:
    return SEATS[side]


def plain(value: Value) -> AxisValue:
    """An axis value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


# ---------------------------------------------------------------- choosing


def choose(choice: RulesChoice, extra: Mapping[str, object] | None = None) -> Ruleset:
    """The rules a request asks for; RulesetError lists every fault."""
    wanted = {**choice.options, **(extra or {})}
    if choice.toml is not None:
        spec = catalog.load_text(choice.toml)
        return Ruleset(spec.with_options(_tuples(wanted)))
    if choice.id is None:
        raise RulesetError("name a ruleset by id, or give its text")
    return ruleset(catalog.known(choice.id), **_tuples(wanted))


def _tuples(options: Mapping[str, object]) -> dict[str, object]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


# ---------------------------------------------------------------- storing


class Lowered:
    """The last used rulesets of stored games: hundreds of games share a handful of them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Ruleset] = OrderedDict()

    def get(self, toml: str) -> Ruleset:
        found = self._kept.pop(toml, None) or Ruleset(catalog.load_text(toml))
        self._kept[toml] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


# ---------------------------------------------------------------- drawing


def changed_axes(spec: Spec) -> dict[str, AxisValue]:
    """Where a ruleset differs from the shipped one of its name."""
    if spec.id not in catalog.ids():
        return {}
    shipped = catalog.load(spec.id)
    return {axis: plain(value) for axis, value in spec.items() if shipped[axis] != value}


def is_house(spec: Spec) -> bool:
    """Whether these are not exactly the rules of a shipped ruleset."""
    return spec.id not in catalog.ids() or catalog.load(spec.id).fingerprint != spec.fingerprint


def view(rules: Ruleset) -> RulesView:
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
        crown_mark="turn" if spec.king_mark == "turned" else "double",
        towers=rules.towers,
        sliders=[Slider(s.name, s.colour, s.left, s.right) for s in rules.sliders.values()],
        spinner=weights(spec),
        huffing=cast("Any", spec.enforcement),
        remedies=list(spec.remedies),
        touch_move=spec.touch_move,
        options=changed_axes(spec),
        house=is_house(spec),
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
