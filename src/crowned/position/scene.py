"""Events applied to a board: the proof that a list of events tells the whole story of an action."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import TYPE_CHECKING

from crowned.base import Side
from crowned.position import event as ev

if TYPE_CHECKING:
    from crowned.position.position import Position


class Scene:
    """What stands on a board, changed event by event. Columns are read top to bottom."""

    def __init__(self, position: Position) -> None:
        self._rules = position.rules
        self.pieces: dict[str, str] = dict(position.pieces())
        self.turn = Side(position.turn)
        self.knobs = position.knobs
        self.spin = position.spin

    def apply(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self._on(event)

    def shows(self, position: Position) -> bool:
        """Whether this is what the position holds."""
        return (
            self.pieces == position.pieces()
            and self.turn == position.turn
            and self.knobs == position.knobs
            and self.spin == position.spin
        )

    @singledispatchmethod
    def _on(self, event: ev.Event) -> None:
        """Events that change nothing on the board: touched, adjusted, draw offered, ended."""

    @_on.register
    def _moved(self, event: ev.Moved) -> None:
        self.pieces[event.path[-1]] = self.pieces.pop(event.path[0])

    @_on.register(ev.Lifted)
    @_on.register(ev.Fell)
    @_on.register(ev.Huffed)
    def _gone(self, event: ev.Lifted | ev.Fell | ev.Huffed) -> None:
        del self.pieces[event.square]

    @_on.register
    def _stacked(self, event: ev.Stacked) -> None:
        rest = self.pieces.pop(event.square)[1:]
        if rest:
            self.pieces[event.square] = rest
        self.pieces[event.onto] += event.column

    @_on.register
    def _crowned(self, event: ev.Crowned) -> None:
        column = self.pieces[event.square]
        self.pieces[event.square] = column[0].upper() + column[1:]

    @_on.register
    def _opened(self, event: ev.Opened) -> None:
        self._turn_knob(event.knob, self._rules.sliders[event.knob].side_of(event.square))

    @_on.register
    def _closed(self, event: ev.Closed) -> None:
        self._turn_knob(event.knob, "M")

    def _turn_knob(self, knob: str, to: str) -> None:
        index = list(self._rules.sliders).index(knob)
        self.knobs = self.knobs[:index] + to + self.knobs[index + 1 :]

    @_on.register
    def _spun(self, event: ev.Spun) -> None:
        self.spin = event.result

    @_on.register
    def _turn(self, event: ev.Turn) -> None:
        self.turn = event.side
        self.spin = None

    @_on.register
    def _taken_back(self, event: ev.TakenBack) -> None:
        for square, column in event.changes:
            if column:
                self.pieces[square] = column
            else:
                del self.pieces[square]
        self.knobs = event.knobs
        self.turn = event.side
        self.spin = event.spin
