"""Captures: one running jump after another, exactly as a hand would make them on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .board import DIAGONALS, ORTHOGONALS, Board, Direction
from .position import crown, is_king, owner


class Hand(NamedTuple):
    """A capture on its way: the capturing column is in the hand, the board is as it stands now."""

    pieces: dict[str, str]
    column: str
    square: str
    path: tuple[str, ...]
    taken: tuple[str, ...]
    """Squares of the jumped pieces, in order."""
    ranks: tuple[bool, ...] = ()
    """For each of them, whether it was a king."""
    heading: Direction | None = None
    began_as_king: bool = False
    falls: bool = False
    crowned: bool = False


class Jump(NamedTuple):
    """One victim within reach, how far away it stands, and the free squares behind it, nearest first."""

    heading: Direction
    distance: int
    victim: str
    behind: tuple[str, ...]


class Captures:
    """Every capture of one piece, under the axes of a ruleset.

    `relaxed` drops what is compulsory (to go on, and to land where it goes on) and keeps how pieces move.
    """

    def __init__(
        self, axes: dict[str, Any], board: Board, open_doors: tuple[str, ...], relaxed: bool
    ) -> None:
        self.axes = axes
        self.board = board
        self.open_doors = open_doors
        self.relaxed = relaxed
        self.finished: list[Hand] = []
        self._seen: dict[tuple[Any, ...], bool] = {}

    def of(self, pieces: dict[str, str], square: str) -> list[Hand]:
        """All captures of the column on this square that may end where they end."""
        self._go_on(_take_up(pieces, square))
        return self.finished

    def exists(self, pieces: dict[str, str], square: str) -> bool:
        return any(True for _ in self._reachable(_take_up(pieces, square)))

    # -- the running capture ---------------------------------------------------------------------

    def _go_on(self, hand: Hand) -> bool:
        """Play every further jump out of this hand; say whether there is one.

        A state met again by another order of jumps leads to the same results, so it is played out once.
        """
        state = self._state(hand)
        if state not in self._seen:
            jumps = self._jumps(hand)
            self._seen[state] = bool(jumps)
            for jump in jumps:
                self._play(hand, jump)
        return self._seen[state]

    def _state(self, hand: Hand) -> tuple[Any, ...]:
        """All that the rest of the capture and its result can depend on."""
        heading = None if self._may_turn_back() and not self.axes["king_one_line"] else hand.heading
        order = hand.ranks if "king_earliest" in self.axes["priority"] else None
        return hand.square, hand.column, tuple(sorted(hand.taken)), heading, order

    def _play(self, hand: Hand, jump: Jump) -> None:
        landed = [self._land(hand, jump, square) for square in self._landings(hand, jump)]
        goes_on = [not self._ends_here(after) and self._go_on(after) for after in landed]
        for after, more in zip(landed, goes_on, strict=True):
            if self._may_rest(hand, jump, after) and self._may_stop(more, any(goes_on)):
                self.finished.append(after)

    def _may_stop(self, goes_on: bool, another_landing_goes_on: bool) -> bool:
        """R0.14, R1.12, R3.12, R4.8: a capture goes on while it can; R1.20, R3.18: so the Dame lands."""
        if self.relaxed or not self.axes["must_continue"]:
            return True
        return not (another_landing_goes_on if self.axes["landing_must_continue"] else goes_on)

    def _may_rest(self, before: Hand, jump: Jump, after: Hand) -> bool:
        """Whether the landing rule lets the move end here. R4.24b: directly behind the piece jumped last."""
        if not self._flies(before.column) or after.square == jump.behind[0]:
            return True
        landing = self.axes["landing"]
        return not (landing == "adjacent_at_end" or (landing == "adjacent_after_king" and after.ranks[-1]))

    def _ends_here(self, hand: Hand) -> bool:
        """R0.25, R1.15, R2.31, R3.13, R4.17: crowning ends the move. R2.27: so does an open door."""
        return hand.falls or (hand.crowned and self.axes["crown"] == "stop")

    # -- one jump --------------------------------------------------------------------------------

    def _jumps(self, hand: Hand) -> list[Jump]:
        jumps = list(self._reachable(hand))
        if self.axes["nearest"] == "global" and jumps:
            # R4.23: among all stones she can take now, one at the smallest distance
            nearest = min(jump.distance for jump in jumps)
            jumps = [jump for jump in jumps if jump.distance == nearest]
        return jumps

    def _reachable(self, hand: Hand) -> Iterator[Jump]:
        reach = None if self._flies(hand.column) else 1
        for heading in self._headings(hand):
            jump = self._look(hand, heading, reach)
            if jump is not None and self._may_take(hand, jump.victim):
                yield jump

    def _look(self, hand: Hand, heading: Direction, reach: int | None) -> Jump | None:
        """The first piece on the line and the free squares behind it; nothing if none is in reach or free."""
        ray = self.board.rays[hand.square][heading]
        for index, square in enumerate(ray[:reach]):
            if square in hand.pieces:
                behind = free_run(ray[index + 1 :], hand.pieces)
                return Jump(heading, index + 1, square, behind) if behind else None
        return None

    def _may_take(self, hand: Hand, victim: str) -> bool:
        column = hand.pieces[victim]
        if owner(column) == owner(hand.column):
            return False  # R0.17, R1.7, R2.24, R3.19: never over one's own
        if is_king(column) and not is_king(hand.column) and not self.axes["man_takes_king"]:
            return False
        return victim not in hand.taken or self._may_take_again()

    def _may_take_again(self) -> bool:
        """A piece that lies taken until the move ends is a wall. R4.22: a tower is jumped once in a move."""
        return not stays_till_the_end(self.axes) and self.axes["same_tower"] != "never"

    def _headings(self, hand: Hand) -> list[Direction]:
        headings = capture_directions(self.axes, hand.column)
        if hand.heading is not None and is_king(hand.column) and self.axes["king_one_line"]:
            return [heading for heading in headings if heading == hand.heading]
        if hand.heading is None or self._may_turn_back():
            return headings
        back = (-hand.heading[0], -hand.heading[1])
        return [heading for heading in headings if heading != back]

    def _may_turn_back(self) -> bool:
        """R4.22: right angles only, unless the ruleset lets a tower be jumped to and fro."""
        towers = self.axes["captured"] == "under"
        return bool(self.axes["reversal"]) and (not towers or self.axes["same_tower"] == "any")

    def _flies(self, column: str) -> bool:
        return is_king(column) and self.axes["king"] == "flying"

    def _landings(self, hand: Hand, jump: Jump) -> tuple[str, ...]:
        """R1.19, R3.18: any free square behind; R4.24: the next one. Only flying kings have a choice."""
        if not self._flies(hand.column) or self.axes["landing"] == "adjacent":
            return jump.behind[:1]
        return jump.behind

    # -- what a jump does ------------------------------------------------------------------------

    def _land(self, hand: Hand, jump: Jump, square: str) -> Hand:
        victim = hand.pieces[jump.victim]
        column = hand.column + self._captive(victim)
        falls = square in self.open_doors
        crowned = not falls and self._is_crowned_in_passing(column, square)
        return Hand(
            self._without(hand.pieces, jump.victim),
            crown(column) if crowned else column,
            square,
            (*hand.path, square),
            (*hand.taken, jump.victim),
            (*hand.ranks, is_king(victim)),
            jump.heading,
            hand.began_as_king,
            falls,
            crowned,
        )

    def _captive(self, victim: str) -> str:
        """R4.7, R4.10, R4.11: the top stone goes undermost, R4.19: with its rank. Else it is gone."""
        if self.axes["captured"] == "removed":
            return ""
        return victim[0] if self.axes["captive_rank"] == "kept" else victim[0].lower()

    def _without(self, pieces: dict[str, str], victim: str) -> dict[str, str]:
        """R0.12, R1.10, R2.25, R3.11: the piece leaves at once; R4.15: only the top stone of a tower does."""
        return pieces if stays_till_the_end(self.axes) else lifted(self.axes, pieces, victim)

    def _is_crowned_in_passing(self, column: str, square: str) -> bool:
        passes = self.axes["crown"] == "pass"
        return not is_king(column) and not passes and self.board.crowns(owner(column), square)


def _take_up(pieces: dict[str, str], square: str) -> Hand:
    rest = dict(pieces)
    column = rest.pop(square)
    return Hand(rest, column, square, (square,), (), began_as_king=is_king(column))


def stays_till_the_end(axes: dict[str, Any]) -> bool:
    """Whether taken pieces lie on the board until the move ends; a prisoner goes under his captor at once."""
    return bool(axes["removal"] == "end" and axes["captured"] == "removed")


def lifted(axes: dict[str, Any], pieces: dict[str, str], victim: str) -> dict[str, str]:
    """The board after a jumped piece is gone: all of it, or (R4.15, R4.16) only the top of its tower."""
    rest = dict(pieces)
    column = rest.pop(victim)
    if axes["captured"] == "under" and len(column) > 1:
        rest[victim] = column[1:]
    return rest


def capture_directions(axes: dict[str, Any], column: str) -> list[Direction]:
    """Kings in every direction of the capture lines; men forward, and where the ruleset says so also back."""
    if listed := axes["king_captures" if is_king(column) else "man_captures"]:
        return _listed(listed, owner(column))
    own = DIAGONALS if axes["lines"] == "diagonal" else ORTHOGONALS
    lines = DIAGONALS + ORTHOGONALS if axes["capture_lines"] == "all" else own
    return list(lines) if is_king(column) or axes["men_back"] else _onward(axes, owner(column), lines)


def quiet_directions(axes: dict[str, Any], column: str) -> list[Direction]:
    """R0.8, R1.5, R2.19, R3.5, R4.4: men one square forward; kings every way."""
    if listed := axes["king_steps" if is_king(column) else "man_steps"]:
        return _listed(listed, owner(column))
    lines = DIAGONALS if axes["lines"] == "diagonal" else ORTHOGONALS
    return list(lines) if is_king(column) else _onward(axes, owner(column), lines)


def _listed(words: tuple[str, ...], side: str) -> list[Direction]:
    """Directions by name, seen by the player: what is right for White is left for us, and so on."""
    sense = 1 if side == "w" else -1
    return [
        (sense * (("right" in word) - ("left" in word)), sense * (("forward" in word) - ("back" in word)))
        for word in words
    ]


def _onward(axes: dict[str, Any], side: str, lines: tuple[Direction, ...]) -> list[Direction]:
    forward = 1 if side == "w" else -1
    return [step for step in lines if step[1] == forward or (step[1] == 0 and axes["men_sideways"])]


def free_run(line: tuple[str, ...], pieces: dict[str, str]) -> tuple[str, ...]:
    for index, square in enumerate(line):
        if square in pieces:
            return line[:index]
    return line
