"""One piece led along a path by hand, jump by jump, until something forbids the next one.

The move generator answers *which* moves there are; this answers *why not* for a path it does not list,
and recognises a path that the generator lists in another order of jumps. It looks at one path only, so
it can be plain where the generator must be fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from crowned.base import Side
from crowned.position.board import Board, Direction, Ray, is_forward

if TYPE_CHECKING:
    from crowned.position.position import Position


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a step cannot be made: a code, and the squares that show it."""

    reason: str
    squares: tuple[str, ...] = ()


class Jump(NamedTuple):
    """A piece that can be taken now: its distance, and the free squares behind it, the nearest first."""

    direction: Direction
    distance: int
    victim: int
    behind: tuple[int, ...]


class Walk:
    """The piece in the hand, and the board as it stands in the middle of the move."""

    def __init__(self, position: Position, start: str) -> None:
        self.rules = position.rules
        self.spec = position.rules.spec
        self.board: Board = position.rules.board
        cells = position.rules.cells
        self.pieces = {cells[name]: column for name, column in position.pieces().items()}
        self.side = Side(position.turn)
        self.here = cells[start]
        self.column = self.pieces.pop(self.here)
        self.path: list[int] = [self.here]
        self.taken: list[int] = []
        self.kings_taken: list[bool] = []
        self.heading: Direction | None = None
        self.began_as_king = self.is_king
        self.crowned = False
        self.fell = False
        self._open = {cells[name] for name in position.open_doors}
        self._last_behind: int | None = None

    @classmethod
    def along(cls, position: Position, squares: Sequence[str], takes: bool | None = None) -> Walk | None:
        """The piece led along the whole path, or None if something forbids it."""
        walk = cls(position, squares[0])
        cells = position.rules.cells
        return None if any(walk.go(cells[square], takes) for square in squares[1:]) else walk

    # ---- what the piece is

    @property
    def is_king(self) -> bool:
        return self.column[0].isupper()

    @property
    def flies(self) -> bool:
        return self.is_king and self.spec.king == "flying"

    @property
    def ended(self) -> bool:
        """Whether crowning or a fall has ended the move, whatever else there is to take."""
        return self.fell or (self.crowned and self.spec.crown == "stop")

    def _names(self, *cells: int) -> tuple[str, ...]:
        return tuple(self.board.squares.name(cell) for cell in cells)

    def _is_mine(self, cell: int) -> bool:
        return self.pieces[cell][0].upper() == self.side.letter

    # ---- going on

    def go(self, to: int, takes: bool | None = None) -> Fault | None:
        """Lead the piece to a square. A Fault, and nothing done, if it cannot go there.

        `takes` is what the player called the step: a capture, a quiet move, or nothing.
        """
        if self.ended:
            return Fault("fell" if self.fell else "crowned_stops", self._names(self.here))
        if to == self.here:
            return Fault("stands_still", self._names(to))
        line = self.board.line(self.here, to)
        if line is None or line.direction not in self.board.lines:
            return self._off_line()
        if to in self.pieces:
            return Fault("target_occupied", self._names(to))
        between = [cell for cell in line.cells[:-1] if cell in self.pieces]
        if not between:
            return self._step(line, takes)
        return self._go_over(line, between, takes)

    def _go_over(self, line: Ray, between: list[int], takes: bool | None) -> Fault | None:
        """Past other pieces: a quiet leap over own men, or a jump."""
        if not takes and self._leaps(line, between):
            self._arrive(line)
            return None
        fault = self._jump_fault(line, between)
        if fault is None:
            self._jump(line, between[0])
        return fault

    def _off_line(self) -> Fault:
        kinds = {abs(across) + abs(up) for across, up in self.board.quiet_lines}
        return Fault("no_line" if len(kinds) > 1 else "not_diagonal" if kinds == {2} else "not_straight")

    def _leaps(self, line: Ray, between: list[int]) -> bool:
        """Whether a man goes quietly over own men: over one, or over a whole line of them."""
        if self.spec.leap_own == "none" or self.is_king or self.taken:
            return False
        own = all(self._is_mine(cell) and self.pieces[cell][0].islower() for cell in between)
        closed = len(between) == len(line.cells) - 1
        short = self.spec.leap_own == "line" or len(between) == 1
        return own and closed and short and line.direction in self.board.quiet_directions(self.side, False)

    def _step(self, line: Ray, takes: bool | None) -> Fault | None:
        """A step over empty squares: only ever the whole of a quiet move."""
        if takes or self.taken:
            return Fault("step_after_jump" if self.taken else "nothing_to_jump")
        fault = self._step_fault(line)
        if fault is None:
            self._arrive(line)
        return fault

    def _step_fault(self, line: Ray) -> Fault | None:
        if line.direction not in self.board.quiet_lines:
            return self._off_line()
        open_ways = self.board.quiet_directions(self.side, self.is_king)
        if line.direction not in open_ways:
            return Fault(self._wrong_way(line.direction, open_ways))
        if len(line.cells) > 1 and not self.flies:
            return Fault("king_too_far" if self.is_king else "man_too_far")
        if self._open.isdisjoint(line.cells[-1:]) or self.spec.enter_open_door != "forbidden":
            return None
        return Fault("open_door", self._names(line.cells[-1]))

    # ---- jumps

    def _jump_fault(self, line: Ray, between: list[int]) -> Fault | None:
        own = [cell for cell in between if self._is_mine(cell)]
        if own:
            return Fault("own_piece", self._names(*own))
        if len(between) > 1:
            return self._crowded(line, between)
        victim = between[0]
        return (
            self._way_fault(line, victim)
            or self._victim_fault(victim)
            or self._distance_fault(line, victim)
            or self._turn_fault(line.direction, victim)
            or self._order_fault(line, victim)
        )

    def _crowded(self, line: Ray, between: list[int]) -> Fault:
        """Two pieces under one jump: neighbours protect each other, others want a landing in between."""
        first, second = (line.cells.index(cell) for cell in between[:2])
        return Fault("protected" if second == first + 1 else "one_at_a_time", self._names(*between))

    def _way_fault(self, line: Ray, victim: int) -> Fault | None:
        open_ways = self.board.capture_directions(self.side, self.is_king)
        if line.direction in open_ways:
            return None
        return Fault(self._wrong_way(line.direction, open_ways) + "_capture", self._names(victim))

    def _wrong_way(self, direction: Direction, open_ways: tuple[Direction, ...]) -> str:
        """The nearest name for a direction that the piece does not have."""
        ahead = [is_forward(self.side, way) for way in open_ways]
        if not self.is_king and direction[1] == 0 and all(ahead):
            return "man_sideways"
        back = is_forward(self.side.other, direction)
        if not self.is_king and back and not any(is_forward(self.side.other, way) for way in open_ways):
            return "man_backward"
        return "wrong_way"

    def _victim_fault(self, victim: int) -> Fault | None:
        if victim in self.taken:
            if not self.rules.lifts_at_once:
                return Fault("already_jumped", self._names(victim))
            if self.spec.captured == "under" and self.spec.same_tower == "never":
                return Fault("same_tower", self._names(victim))
        if not self.is_king and self.pieces[victim][0].isupper() and not self.spec.man_takes_king:
            return Fault("man_takes_king", self._names(victim))
        return None

    def _distance_fault(self, line: Ray, victim: int) -> Fault | None:
        before = line.cells.index(victim)
        behind = len(line.cells) - before - 1
        if before > 0 and not self.flies:
            return Fault("not_adjacent", self._names(victim))
        if behind > 1 and (not self.flies or self.spec.landing == "adjacent"):
            return Fault("land_behind", self._names(line.cells[before + 1]))
        return None

    def _turn_fault(self, direction: Direction, victim: int) -> Fault | None:
        if self.heading is None:
            return None
        if self.is_king and self.spec.king_one_line and direction != self.heading:
            return Fault("one_line", self._names(victim))
        if self._may_turn_back():
            return None
        back = (-self.heading[0], -self.heading[1])
        return Fault("turn_back", self._names(victim)) if direction == back else None

    def _may_turn_back(self) -> bool:
        towers = self.spec.captured == "under"
        return self.spec.reversal and (not towers or self.spec.same_tower == "any")

    def _order_fault(self, line: Ray, victim: int) -> Fault | None:
        if not self.flies or self.spec.nearest != "global":
            return None
        nearest = self.jumps()
        if line.cells.index(victim) + 1 <= nearest[0].distance:
            return None
        return Fault("nearest_first", self._names(*(jump.victim for jump in nearest)))

    def _jump(self, line: Ray, victim: int) -> None:
        self._last_behind = line.cells[line.cells.index(victim) + 1]
        self.taken.append(victim)
        self.kings_taken.append(self.pieces[victim][0].isupper())
        self.heading = line.direction
        if self.rules.lifts_at_once:
            self._lift(victim)
        self._arrive(line)

    def _lift(self, victim: int) -> None:
        column = self.pieces.pop(victim)
        if self.spec.captured == "removed":
            return
        self.column += column[0] if self.spec.captive_rank == "kept" else column[0].lower()
        if len(column) > 1:
            self.pieces[victim] = column[1:]

    def _arrive(self, line: Ray) -> None:
        self.here = line.cells[-1]
        self.path.append(self.here)
        self.fell = self.here in self._open
        if self.spec.crown != "pass" and not self.fell:
            self._crown()

    def _crown(self) -> None:
        if not self.is_king and self.here in self.board.crown_rows[self.side]:
            self.column = self.column[0].upper() + self.column[1:]
            self.crowned = True

    # ---- what could follow, and what has come of it

    def jumps(self) -> list[Jump]:
        """The pieces that may be taken next."""
        if self.ended:
            return []
        found = [jump for jump in self._reachable() if not self._refused(jump)]
        if self.flies and self.spec.nearest == "global" and found:
            nearest = min(jump.distance for jump in found)
            return [jump for jump in found if jump.distance == nearest]
        return found

    def _refused(self, jump: Jump) -> bool:
        return bool(self._victim_fault(jump.victim) or self._turn_fault(jump.direction, jump.victim))

    def _reachable(self) -> Iterator[Jump]:
        reach = None if self.flies else 1
        free_landing = self.flies and self.spec.landing != "adjacent"
        for direction in self.board.capture_directions(self.side, self.is_king):
            ray = self.board.rays[self.here][direction]
            met = next(((i, c) for i, c in enumerate(ray[:reach]) if c in self.pieces), None)
            if met is None or self._is_mine(met[1]):
                continue
            behind = self._free(ray[met[0] + 1 :])
            if behind:
                yield Jump(direction, met[0] + 1, met[1], behind if free_landing else behind[:1])

    def _free(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        blocked = next((i for i, cell in enumerate(cells) if cell in self.pieces), len(cells))
        return cells[:blocked]

    def may_rest(self) -> Fault | None:
        """Whether the landing rule lets the move end on this square."""
        if not self.flies or self._last_behind in (None, self.here):
            return None
        landing = self.spec.landing
        if landing == "adjacent_at_end" or (landing == "adjacent_after_king" and self.kings_taken[-1]):
            return Fault("land_behind_at_end", self._names(self._last_behind or 0))
        return None

    def result(self) -> dict[str, str]:
        """What stands where if the move ends here."""
        ended = self.copy()
        if not self.rules.lifts_at_once:
            for victim in self.taken:
                ended._lift(victim)
        if not ended.fell:
            ended._crown()
            ended.pieces[ended.here] = ended.column
        return {self.board.squares.name(cell): column for cell, column in ended.pieces.items()}

    def copy(self) -> Walk:
        twin = object.__new__(Walk)
        twin.__dict__.update(self.__dict__)
        twin.pieces = dict(self.pieces)
        twin.path, twin.taken, twin.kings_taken = [*self.path], [*self.taken], [*self.kings_taken]
        return twin

    @property
    def names(self) -> tuple[str, ...]:
        """The path so far."""
        return self._names(*self.path)

    @property
    def captures(self) -> tuple[str, ...]:
        return self._names(*self.taken)
