"""Game: a position with a history. The one object that players, servers and engines act on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from crowned._native import Move
from crowned.base import AmbiguousMove, BadInput, IllegalMove, Side
from crowned.base.words import quoted
from crowned.game import law, saving, showing
from crowned.game.dice import Dice
from crowned.game.endings import draw_claim
from crowned.game.outcome import Outcome
from crowned.game.refusal import refuse
from crowned.game.state import Offence, State
from crowned.game.step import advance, opening
from crowned.game.tree import Node, Record, Tree
from crowned.position import Position
from crowned.position.action import SPIN_RESULTS, Action, Adjust, Huff, MoveAction, Spin, Touch
from crowned.position.attempt import Attempt, read_attempt
from crowned.position.event import Event
from crowned.position.reading import meant, spelt
from crowned.position.ruleset import Ruleset, RulesetLike, ruleset

Playable = Action | Move | str | Sequence[str]
"""What may be handed to `Game.play`: an action, a move, its text, or the squares of a path."""


@dataclass(frozen=True, slots=True, repr=False)
class Accepted:
    """The answer to an action that was done."""

    record: Record

    def __repr__(self) -> str:
        offence = " (an offence)" if self.offence else ""
        return f"<Accepted {self.action.text}{offence}>"

    @property
    def action(self) -> Action:
        return self.record.action

    @property
    def events(self) -> tuple[Event, ...]:
        return self.record.events

    @property
    def position(self) -> Position:
        return self.record.after.position

    @property
    def outcome(self) -> Outcome | None:
        return self.record.after.outcome

    @property
    def offence(self) -> Offence | None:
        """The offence this move was, if the opponent may now answer it."""
        return self.record.after.pending


class Game:
    """A game in progress: a place in a tree of immutable states."""

    def __init__(
        self,
        rules: RulesetLike,
        position: Position | str | None = None,
        seed: bytes | str | int | None = None,
    ) -> None:
        self.rules = ruleset(rules)
        self.dice = Dice(seed)
        self.tree = Tree(Node(opening(_start(self.rules, position))))

    # ---- what is

    @property
    def state(self) -> State:
        return self.tree.here.state

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def pending(self) -> Offence | None:
        """The offence that waits for an answer."""
        return self.state.pending

    @property
    def actor(self) -> Side:
        """Whose turn it is, be it to move, to spin or to answer an offence."""
        return self.state.actor

    @property
    def touched(self) -> str | None:
        """The piece that must be moved because it was touched."""
        return self.state.bound

    @property
    def must_spin(self) -> bool:
        """Whether the spinner decides what comes next."""
        return bool(law.spin_results(self.state))

    @property
    def draw_offer(self) -> Side | None:
        """Who offers a draw."""
        return self.state.offer

    @property
    def draw_claim(self) -> str | None:
        """Why the side to move may claim a draw now; None if it may not."""
        return draw_claim(self.state)

    @property
    def ply(self) -> int:
        """Actions on the board so far."""
        return self.state.ply

    @property
    def seed(self) -> str:
        return self.dice.seed

    @property
    def history(self) -> tuple[Record, ...]:
        """Everything done from the beginning to here."""
        return tuple(node.record for node in self.tree.here.line() if node.record is not None)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened from the beginning to here."""
        return tuple(event for record in self.history for event in record.events)

    @property
    def last_move(self) -> Move | None:
        """The move that led to the present place; None if something else did, or nothing yet."""
        record = self.tree.here.record
        return record.action.move if record and isinstance(record.action, MoveAction) else None

    @property
    def start(self) -> Position:
        """The position the game began with."""
        return self.tree.root.state.position

    @property
    def comment(self) -> str:
        """The analyst's words about the present place in the game."""
        return self.tree.here.comment

    @comment.setter
    def comment(self, text: str) -> None:
        self.tree.here.comment = text

    # ---- what may be done

    def moves(self) -> tuple[Move, ...]:
        """The correct moves of the side to move; none while a spin or an answer is due."""
        return self.state.correct

    def playable(self) -> tuple[Move, ...]:
        """The moves that may be made: the correct ones, and where the ruleset lets them stand, offences."""
        return self.state.playable

    def actions(self) -> tuple[Action, ...]:
        """Every action open to the actor now; offering a draw and resigning are open at any time besides."""
        return law.actions(self.state)

    # ---- doing it

    def play(self, action: Playable, *, by: Side | None = None, time: int | None = None) -> Accepted:
        """Do something; IllegalMove and GameOver carry the referee's verdict."""
        if self.outcome is not None:
            refuse(self, action, str(action))
        if isinstance(action, Move):
            action = MoveAction(action)
        if isinstance(action, str) and (move := spelt(self.state.correct, action)):
            return self._move(move, by, time)
        if isinstance(action, Sequence):
            attempt = read_attempt(action)
            if attempt.roll:
                return self.spin(time=time)
            return self._do(self._meant(attempt), attempt, by, time)
        return self._do(action, action, by, time)

    def spin(self, *, time: int | None = None) -> Accepted:
        """Let the game's own dice spin."""
        if not law.spin_results(self.state):
            refuse(self, Spin("black"), "a spin")
        weights = self.rules.spec.spinner
        spun = Spin(SPIN_RESULTS[self.dice.roll(self.ply, self.state.spins, weights)])
        after = advance(self.state, spun, self.actor)
        return self._add(Record(spun, self.actor, self.state, after, time, rolled=True))

    def undo(self, count: int = 1) -> int:
        """Take back the last actions as if they had not been; says how many there were to take back."""
        return sum(self.tree.drop() for _ in range(count))

    def _do(self, action: Action | None, asked: Any, by: Side | None, time: int | None) -> Accepted:
        if asked is None:
            raise TypeError("nothing is not an action")
        if action is None:
            refuse(self, asked, asked.text)
        actor = law.default_actor(self.state, action) if by is None else by
        if reason := law.objection(self.state, action, actor):
            if reason == law.NOT_YOUR_TURN:
                raise IllegalMove(f"it is {self.actor}'s turn")
            refuse(self, asked, action.text)
        return self._add(Record(action, actor, self.state, advance(self.state, action, actor), time))

    def _move(self, move: Move, by: Side | None, time: int | None) -> Accepted:
        """A move that is known to be open to the actor."""
        state, action = self.state, MoveAction(move)
        if by is not None and by is not state.actor:
            raise IllegalMove(f"it is {state.actor}'s turn")
        return self._add(Record(action, state.actor, state, advance(state, action, state.actor), time))

    def _add(self, record: Record) -> Accepted:
        return Accepted(self.tree.add(record).record or record)

    def _meant(self, attempt: Attempt) -> Action | None:
        """The action that a readable text means here; None if it means none that is open."""
        if attempt.action is not None:
            return self._on_own_square(attempt.action)
        found = meant(self.state, attempt)
        if len(found) > 1:
            texts = [move.text for move in found]
            raise AmbiguousMove(f"{quoted(attempt.text)} may mean {' or '.join(texts)}", texts)
        return MoveAction(found[0]) if found else None

    def _on_own_square(self, action: Action) -> Action:
        """A square may be written as a name or as a number."""
        if isinstance(action, Huff | Touch | Adjust):
            return type(action)(self.rules.square(action.square) or action.square)
        return action

    # ---- keeping

    def to_dict(self) -> dict[str, Any]:
        """The game as JSON-able values, variations and comments included."""
        return saving.to_dict(self.rules, self.seed, self.tree)

    @classmethod
    def from_dict(cls, data: dict[str, Any], rules: Ruleset | None = None) -> Game:
        """The game again, every action replayed; `rules` is needed for a ruleset that is not shipped."""
        own = rules or saving.rules_of(data)
        game = cls(own, saving.start_of(own, data), data.get("seed"))
        saving.replay(game, data)
        return game

    def copy(self) -> Game:
        """A game of its own at the same place, with the same history but without variations."""
        twin = Game.__new__(Game)
        twin.rules, twin.dice = self.rules, self.dice
        twin.tree = Tree(Node(self.tree.root.state))
        for record in self.history:
            twin.tree.add(record)
        return twin

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[dict[str, Any], Ruleset]]:
        """A pickle holds what was done; it is done again when the pickle is read."""
        return Game.from_dict, (self.to_dict(), self.rules)

    def _repr_html_(self) -> str | None:
        return showing.html(self)

    def __repr__(self) -> str:
        return f"<Game {self.rules.id} ply {self.ply} {self.position.fen}>"


def _start(rules: Ruleset, position: Position | str | None) -> Position:
    """Where a game begins: at the start, at a position or at one that a FEN writes down."""
    if position is None:
        return rules.start()
    if isinstance(position, str):
        return rules.read(position)
    _check_same(rules, position.rules)
    return position


def _check_same(rules: Ruleset, other: Ruleset) -> None:
    """A position knows its own rules; a game by others would contradict it."""
    if other is not rules and rules.fingerprint != other.fingerprint:
        raise BadInput(f"the position belongs to {other!r}, the game to {rules!r}")
