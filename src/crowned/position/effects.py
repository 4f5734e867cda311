"""What a move does, told as events."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from crowned._native import Move
from crowned.position.event import Closed, Crowned, Event, Fell, Lifted, Moved, Opened, Stacked

if TYPE_CHECKING:
    from crowned.position.position import Position


def move_events(position: Position, move: Move) -> tuple[Event, ...]:
    """The events of a move played in a position, without those of the game (whose turn, the end)."""
    if move.kind == "slide":
        return tuple(_slide(position, move.text))
    return tuple(_Journey(position, move).events)


def _slide(position: Position, text: str) -> list[Event]:
    knob, _, target = text.partition(">")
    rules = position.rules
    slider = rules.sliders[knob]
    if target == "M":
        return [Closed(slider.door(position.knob(knob)), knob)]
    square = slider.door(target)
    events: list[Event] = [Opened(square, knob)]
    if column := position.pieces().get(square):
        events.append(Fell(square, column))
    if rules.spec.door_mode == "snap":
        events.append(Closed(square, knob))
    return events


class _Journey:
    """One piece on its way; the events pile up as it goes."""

    def __init__(self, position: Position, move: Move) -> None:
        self.spec = position.rules.spec
        self.at_once = position.rules.lifts_at_once
        self.crown_row = position.rules.crown_row(position.turn)
        self.pieces = dict(position.pieces())
        self.column = self.pieces.pop(move.path[0])
        self.events: list[Event] = []
        self._go(move)

    def _go(self, move: Move) -> None:
        for index, leg in enumerate(pairwise(move.path)):
            self.events.append(Moved(leg))
            if self.at_once and move.captures:
                self._take(move.captures[index], leg[1])
            if self.spec.crown == "continue_as_king" and not move.falls:
                self._crown(leg[1])
        if not self.at_once:
            for square in move.captures:
                self._take(square, move.path[-1])
        self._arrive(move)

    def _take(self, square: str, onto: str) -> None:
        """The whole piece leaves the board, or the top stone of the tower goes under the captor."""
        victim = self.pieces.pop(square)
        if self.spec.captured == "removed":
            self.events.append(Lifted(square, victim))
            return
        stone = victim[0] if self.spec.captive_rank == "kept" else victim[0].lower()
        self.column += stone
        if len(victim) > 1:
            self.pieces[square] = victim[1:]
        self.events.append(Stacked(square, onto, stone))

    def _crown(self, square: str) -> None:
        if square in self.crown_row and self.column[0].islower():
            self.column = self.column[0].upper() + self.column[1:]
            self.events.append(Crowned(square))

    def _arrive(self, move: Move) -> None:
        if move.falls:
            self.events.append(Fell(move.path[-1], self.column))
        elif move.crowns:
            self._crown(move.path[-1])
