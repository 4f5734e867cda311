"""Correct moves, playable moves, offences and counts of a ruleset: the text of the law in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from .axes import Axes, complete
from .board import Board, Direction
from .captures import Captures, Hand, free_run, lifted, quiet_directions, stays_till_the_end
from .fen import read_fen, write_fen
from .position import OTHER, Move, Position, crown, is_king, start

Path = tuple[str, ...]
Kept = TypeVar("Kept")


class Law:
    """What the axes of one ruleset allow in a position."""

    def __init__(self, values: Axes) -> None:
        self.axes = complete(values)
        self.board = Board(self.axes)
        self.sliders = [Slider(*text.split()) for text in self.axes["doors"]]
        self._kept: dict[str, tuple[Position, Any]] = {}

    def start(self) -> Position:
        return start(self.axes, self.board)

    def read(self, fen: str) -> Position:
        return read_fen(self.axes, self.board, fen)

    def write(self, position: Position) -> str:
        return write_fen(self.axes, self.board, position)

    # -- what may be played ----------------------------------------------------------------------

    def correct(self, position: Position) -> list[Move]:
        """Every move that fulfils all obligations; with doors, the actions of every spin still open."""
        return self._once("correct", position, self._correct)

    def _once(self, what: str, position: Position, work_out: Callable[[Position], Kept]) -> Kept:
        """Worked out once for the position last asked about: all its offences ask for the same."""
        if what not in self._kept or self._kept[what][0] is not position:
            self._kept[what] = position, work_out(position)
        kept: Kept = self._kept[what][1]
        return kept

    def _correct(self, position: Position) -> list[Move]:
        if self.is_over(position):
            return []
        captures = self.captures(position, preferred=True)
        if captures and self.axes["must_capture"]:
            return captures  # R0.18, R1.9, R2.11, R3.8, R4.13: capturing goes before moving
        return captures + self._after_spin(position)

    def playable(self, position: Position) -> list[Move]:
        """Every move that would be correct if nothing were compulsory; who owes a capture does not spin."""
        return self._once("playable", position, self._playable)

    def _playable(self, position: Position) -> list[Move]:
        if self.is_over(position):
            return []
        captures = self.captures(position, relaxed=True)
        owed = bool(captures) and self.axes["must_capture"]
        return captures + [move for move in self._after_spin(position) if not (owed and move.slide)]

    def offence(self, position: Position, move: Move) -> tuple[str, ...]:
        """Squares, after this move, of the pieces the opponent may remove; none if the move is no offence.

        R0.19, R1.11, R3.22: after a quiet move every piece that should have captured, where it stands now;
        after a capture stopped early that piece alone.
        """
        should = {other.path[0] for other in self.correct(position) if other.captures}
        if self.axes["enforcement"] == "strict" or not should:
            return ()
        if move.key in self._once("correct keys", position, self._correct_keys):
            return ()
        own_fault = bool(move.captures) and (move.path[0] in should or self._stops_early(position, move))
        if self.axes["huff_target"] == "moved_piece" or own_fault:
            should = {move.path[0]}
        return _present(should, move)

    def picks(self, position: Position, move: Move) -> str | None:
        """The side that says which of several pieces goes after this offence; None if there is no choice."""
        if len(self.offence(position, move)) < 2:
            return None
        opponent = "b" if position.side == "w" else "w"
        return position.side if self.axes["huff_choice"] == "offender" else opponent

    def _correct_keys(self, position: Position) -> frozenset[Any]:
        return frozenset(move.key for move in self.correct(position))

    def _capture_keys(self, position: Position) -> frozenset[Any]:
        return frozenset(move.key for move in self.captures(position))

    def _stops_early(self, position: Position, move: Move) -> bool:
        return move.key not in self._once("capture keys", position, self._capture_keys)

    def perft(self, position: Position, depth: int) -> int:
        moves = self.correct(position)
        if depth <= 1:
            return len(moves) if depth == 1 else 1
        return sum(self.perft(move.after, depth - 1) for move in moves)

    def must_spin(self, position: Position) -> bool:
        """R2.9, R2.10: the wheel is spun first, unless a capture is owed."""
        due = bool(self.sliders) and position.spin is None and not self.is_over(position)
        return due and not (self.axes["must_capture"] and self._can_capture(position))

    # -- the end ---------------------------------------------------------------------------------

    def outcome(self, position: Position) -> tuple[str, str] | None:
        """Winner and reason, if this position ends the game."""
        mover, moved = position.side, OTHER[position.side]
        for side in (mover, moved):  # R2.35: whoever takes the last disc and falls with his own last has won
            if not position.squares_of(side):
                return self._winner(side), "no_pieces"
        for side in (mover, moved):
            if self._is_bare(position, side):
                return self._winner(side), "bare"
        for side in (mover, moved):  # a king of the side to move was there before the other's last move
            if self._has_broken_through(position, side):
                return side, "breakthrough"
        return (self._winner(mover), "blocked") if not self.correct(position) else None

    def _winner(self, beaten: str) -> str:
        """Who has won when this side can do nothing more: the other, unless losing all is the aim."""
        return beaten if self.axes["goal"] == "lose" else OTHER[beaten]

    def is_over(self, position: Position) -> bool:
        """Whether nobody moves any more, whatever stands there.

        R0.32, R1.22, R2.35, R3.3, R4.27: a side owns nothing. R2.36: a blocked side does not even spin.
        """
        if any(not position.squares_of(side) or self._has_broken_through(position, side) for side in "wb"):
            return True
        if any(self._is_bare(position, side) for side in "wb"):
            return True
        tested = bool(self.sliders) and self.axes["blocked_check"] == "before_spin"
        return tested and self._is_blocked(position)

    def _is_bare(self, position: Position, side: str) -> bool:
        """A single piece may not be enough to play on."""
        return bool(self.axes["bare_loses"]) and len(position.squares_of(side)) == 1

    def _has_broken_through(self, position: Position, side: str) -> bool:
        """The first king ends the game."""
        tops = (column[0] for column in position.pieces.values())
        return self.axes["goal"] == "breakthrough" and side.upper() in tops

    def _is_blocked(self, position: Position) -> bool:
        return not self._can_capture(position) and not self.quiet_moves(position)

    def _can_capture(self, position: Position) -> bool:
        seek = Captures(self.axes, self.board, self.open_doors(position), relaxed=True)
        return any(seek.exists(position.pieces, square) for square in position.squares_of(position.side))

    # -- captures --------------------------------------------------------------------------------

    def captures(self, position: Position, *, relaxed: bool = False, preferred: bool = False) -> list[Move]:
        """The captures of all pieces: any that may be played, or only the preferred ones."""
        own = position.squares_of(position.side)
        hands = [hand for square in own for hand in self._seek(position, square, relaxed)]
        if preferred:
            hands = self._preferred(hands)
        return _distinct(self._captured(position, hand) for hand in hands)

    def _seek(self, position: Position, square: str, relaxed: bool) -> list[Hand]:
        return Captures(self.axes, self.board, self.open_doors(position), relaxed).of(position.pieces, square)

    def _preferred(self, hands: list[Hand]) -> list[Hand]:
        """The captures that stand highest in the list of preferences; ties are the player's choice."""
        keys = [precedence(self.axes["priority"], hand) for hand in hands]
        best = [hand for hand, key in zip(hands, keys, strict=True) if key == max(keys)]
        if self.axes["priority_binds"] == "way":
            return best
        bound = {hand.path[0] for hand in best}  # the piece is chosen, its way is free
        return [hand for hand in hands if hand.path[0] in bound]

    def _captured(self, position: Position, hand: Hand) -> Move:
        pieces = hand.pieces
        if stays_till_the_end(self.axes):
            for victim in hand.taken:
                pieces = lifted(self.axes, pieces, victim)
        return self._arrive(position, pieces, hand.column, hand.path, hand.taken)

    # -- quiet moves and slides ------------------------------------------------------------------

    def _after_spin(self, position: Position) -> list[Move]:
        """R2.9, R2.12, R2.13: without a capture the wheel decides between a move and a slide."""
        quiet = self.quiet_moves(position) if position.spin in (None, "black") else []
        return quiet + [move for slider in self.sliders for move in self._slides(position, slider)]

    def quiet_moves(self, position: Position) -> list[Move]:
        own = position.squares_of(position.side)
        moves = [move for square in own for move in self._steps(position, square)]
        dry = [move for move in moves if not move.falls]
        entering = self.axes["enter_open_door"]
        return dry if entering == "forbidden" or (entering == "last_resort" and dry) else moves

    def _steps(self, position: Position, square: str) -> Iterator[Move]:
        """R0.8, R0.10: men and short kings one square, flying kings any way along a free line."""
        column = position.pieces[square]
        reach = None if is_king(column) and self.axes["king"] == "flying" else 1
        rest = {other: what for other, what in position.pieces.items() if other != square}
        for heading in quiet_directions(self.axes, column):
            for target in free_run(self.board.rays[square][heading][:reach], position.pieces):
                yield self._arrive(position, rest, column, (square, target), ())
            if not is_king(column) and (target := self._leap(position, square, heading)):
                yield self._arrive(position, rest, column, (square, target), ())

    def _leap(self, position: Position, square: str, heading: Direction) -> str | None:
        """Where a man comes down who leaps over men of his own: over one, or over all that stand in a row."""
        if self.axes["leap_own"] == "none":
            return None
        man = position.pieces[square][0]
        for over, ahead in enumerate(self.board.rays[square][heading]):
            column = position.pieces.get(ahead)
            if column is None:
                return ahead if over else None
            if column[0] != man or (self.axes["leap_own"] == "one" and over > 0):
                return None
        return None

    def _arrive(self, position: Position, rest: dict[str, str], column: str, path: Path, taken: Path) -> Move:
        """Put the moved column down where its path ends: it may fall (R2.27) or be crowned (R0.24, R4.18)."""
        falls = path[-1] in self.open_doors(position)
        far_row = self.board.crowns(position.side, path[-1])
        if far_row and not falls:
            column = crown(column)
        pieces = rest if falls else {**rest, path[-1]: column}
        crowns = not falls and is_king(column) and not is_king(position.pieces[path[0]])
        after = Position(pieces, OTHER[position.side], position.knobs)
        return Move(path, taken, after, falls, crowns)

    # -- trapdoors -------------------------------------------------------------------------------

    def open_doors(self, position: Position) -> tuple[str, ...]:
        """R2.5: a knob in the middle keeps both doors of its row shut, aside it opens that one."""
        if not self.sliders:
            return ()
        knobs = zip(self.sliders, position.knobs, strict=True)
        return tuple(slider.door(knob) for slider, knob in knobs if knob != "M")

    def _slides(self, position: Position, slider: Slider) -> list[Move]:
        """R2.13, R2.14: one knob of the spun colour one step; from aside only back to the middle."""
        if position.spin not in (None, slider.spin):
            return []
        index = self.sliders.index(slider)
        steps = "LR" if position.knobs[index] == "M" else "M"
        return [self._slid(position, slider, index, step) for step in steps]

    def _slid(self, position: Position, slider: Slider, index: int, step: str) -> Move:
        """R2.15: what stands on a door that opens is lost, whosever it is. R2.38: it may shut at once."""
        opened = slider.door(step)
        pieces = {square: column for square, column in position.pieces.items() if square != opened}
        rests = "M" if self.axes["door_mode"] == "snap" else step
        knobs = position.knobs[:index] + rests + position.knobs[index + 1 :]
        return Move((), (), Position(pieces, OTHER[position.side], knobs), slide=f"{slider.name}>{step}")


class Slider(NamedTuple):
    """One knob and its two doors."""

    name: str
    left: str
    right: str

    @property
    def spin(self) -> str:
        return {"G": "green", "O": "orange"}[self.name[0]]

    def door(self, knob: str) -> str:
        return {"L": self.left, "R": self.right, "M": ""}[knob]


def precedence(names: Sequence[str], hand: Hand) -> tuple[Any, ...]:
    """One comparable key for the whole list of preferences: the greater, the more it is preferred."""
    return tuple(_PREFERENCE[name](hand) for name in names)


_PREFERENCE: dict[str, Callable[[Hand], Any]] = {
    "most": lambda hand: len(hand.taken),  # R2.28
    "with_king": lambda hand: hand.began_as_king,  # R4.26
    "most_kings": lambda hand: sum(hand.ranks),
    # counting upwards from the first victim; a man met after the last king tells nothing
    "king_earliest": lambda hand: [-index for index, king in enumerate(hand.ranks) if king],
    # a king is worth a shade less than two men: n kings more than 2n - 1 men, less than 2n
    "value": lambda hand: (len(hand.ranks) + sum(hand.ranks), -sum(hand.ranks)),
}


def _present(squares: Iterable[str], move: Move) -> tuple[str, ...]:
    """Where these pieces stand after the move; a piece that fell stands nowhere."""
    now = {move.path[-1] if square == move.path[0] else square for square in squares}
    return tuple(sorted(square for square in now if square in move.after.pieces))


def _distinct(moves: Iterable[Move]) -> list[Move]:
    return list({move.key: move for move in reversed(list(moves))}.values())[::-1]
