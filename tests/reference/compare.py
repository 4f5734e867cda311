"""Hold the library's answers about one position against the oracle's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crowned.base import Side
from crowned.game.offences import find_offence
from crowned.game.state import State
from crowned.game.step import advance, opening
from crowned.position import Move, Position, Ruleset
from crowned.position.action import Huff, MoveAction

from .law import Law
from .position import Move as OracleMove
from .position import Position as OraclePosition

SIDES = {"w": Side.WHITE, "b": Side.BLACK}

Key = tuple[Any, ...]
MANY_TEXTS = 5000


class Comparison:
    """A ruleset twice: lowered into the core, and as the oracle reads it."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.law = Law(rules.spec)
        self._numeric = self.law.axes["notation"] == "numeric"
        self._texts: dict[Key, str] = {}
        self._squares = {self.name(square): square for square in self.law.board.coordinates}

    def native(self, position: OraclePosition) -> Position:
        """The same position in the library, placed without passing through text."""
        return self.rules.place(position.pieces, SIDES[position.side], position.knobs, position.spin)

    def differences(self, position: OraclePosition) -> list[str]:
        """What the two say differently about this position; nothing if they agree."""
        core = self.native(position)
        pairs: list[tuple[str, Any, Any]] = [
            ("fen", core.fen, self.law.write(position)),
            ("moves", self._keys(core, core.moves()), self._oracle_keys(self.law.correct(position))),
            ("playable", self._keys(core, core.playable()), self._oracle_keys(self.law.playable(position))),
            ("outcome", core.outcome, self._outcome(position)),
            ("must_spin", core.must_spin, self.law.must_spin(position)),
        ]
        wrong = [f"{what}: core {_only(a, b)} oracle {_only(b, a)}" for what, a, b in pairs if a != b]
        return wrong + [fault for move in core.playable() for fault in self._path_faults(position, move)]

    def offence_differences(self, position: OraclePosition) -> list[str]:
        """Moves of which the two say differently which pieces answer for them."""
        state = opening(self.native(position))
        if state.outcome is not None or self.law.axes["enforcement"] == "strict":
            return []
        moves = {self.oracle_key(move): move for move in self.law.playable(position)}
        wrong = []
        for move in state.playable:
            offence = find_offence(state, move)
            core = set(offence.removable if offence else ())
            same = moves.get(self.key(state.position, move))
            if same is None:
                wrong.append(f"{move.text}: the oracle does not know it")
                continue
            oracle = {self.name(square) for square in self.law.offence(position, same)}
            if core != oracle:
                wrong.append(f"{move.text}: core {sorted(core)} oracle {sorted(oracle)}")
            if max(len(core), len(oracle)) < 2:
                continue  # nothing to pick
            wanted = self.law.picks(position, same)
            if (found := _picks(state, move)) != (wanted and SIDES[wanted]):
                wrong.append(f"{move.text}: core lets {found} pick, oracle {wanted}")
        return wrong

    # -- moves as comparable values --------------------------------------------------------------

    def _keys(self, core: Position, moves: Iterable[Move]) -> list[Key]:
        """Sorted, not a set: a move that the core lists twice is a difference too."""
        return sorted(self.key(core, move) for move in moves)

    def key(self, core: Position, move: Move) -> Key:
        name = move.text if move.kind == "slide" else f"{move.source} {move.target}"
        after = core.play(move).fen
        return name, after, len(move.captures), move.falls, move.crowns, move.spin or ""

    def _oracle_keys(self, moves: Iterable[OracleMove]) -> list[Key]:
        return sorted(self.oracle_key(move) for move in moves)

    def oracle_key(self, move: OracleMove) -> Key:
        name = move.slide or f"{self.name(move.path[0])} {self.name(move.path[-1])}"
        return name, self._text(move.after), len(move.captures), move.falls, move.crowns, self._spin(move)

    def _text(self, position: OraclePosition) -> str:
        """The oracle's text, written once for all the moves that lead there."""
        if len(self._texts) > MANY_TEXTS:
            self._texts.clear()
        key = position.key
        if key not in self._texts:
            self._texts[key] = self.law.write(position)
        return self._texts[key]

    def name(self, square: str) -> str:
        return str(self.law.board.numbers[square]) if self._numeric else square

    def _spin(self, move: OracleMove) -> str:
        if not self.law.sliders or move.captures:
            return ""
        return {"G": "green", "O": "orange", "": "black"}[move.slide[:1]]

    def _outcome(self, position: OraclePosition) -> tuple[int, str] | None:
        outcome = self.law.outcome(position)
        return outcome and (int(SIDES[outcome[0]]), outcome[1])

    # -- paths -----------------------------------------------------------------------------------

    def _path_faults(self, position: OraclePosition, move: Move) -> list[str]:
        """A capture's path jumps each of its victims in turn, on a line of the board."""
        if move.kind != "capture":
            return []
        legs = zip(move.path[:-1], move.captures, move.path[1:], strict=True)
        wrong = [f"{move.text}: no jump {leg}" for leg in legs if not self._is_jump(*leg)]
        empty = [victim for victim in move.captures if self._squares[victim] not in position.pieces]
        return wrong + [f"{move.text}: nothing stands on {victim}" for victim in empty]

    def _is_jump(self, start: str, victim: str, end: str) -> bool:
        start, victim, end = self._squares[start], self._squares[victim], self._squares[end]
        rays = self.law.board.rays[start].values()
        return any(victim in ray and end in ray[ray.index(victim) + 1 :] for ray in rays)


def _picks(state: State, move: Move) -> Side | None:
    """Who points out the piece that really goes, of several; nobody where huffing is no remedy."""
    state = advance(state, MoveAction(move), state.actor)
    while state.pending is not None and len(state.pending.removable) > 1:
        by, before = state.actor, state
        state = advance(state, Huff(state.pending.removable[0]), by)
        if state.position.pieces() != before.position.pieces():
            return by
    return None


def _only(mine: Any, other: Any) -> Any:
    """Of two lists only what the other lacks; anything else as it is."""
    if not isinstance(mine, list):
        return repr(mine)
    rest = list(other)
    return [item for item in mine if item not in rest or rest.remove(item)]  # type: ignore[func-returns-value]
