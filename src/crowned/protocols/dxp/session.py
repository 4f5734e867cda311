"""One meeting of two programs over DXP, without any I/O: messages in, effects out.

Whoever holds the connection hands over what was heard and does what the effects say. Bad messages are
answered with a chat that begins with "error:", as other programs do; a chat is never answered, so that
two programs cannot quarrel without end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from crowned._native import Move
from crowned.base import BadInput, Side
from crowned.game import Game, Outcome
from crowned.position import Position
from crowned.position.ruleset import Ruleset
from crowned.protocols.dxp import messages as dxp
from crowned.protocols.dxp.board import find_move, read_board, write_board, write_move
from crowned.protocols.dxp.messages import Message

PATIENCE = 8
"""Bad messages that are answered; at the next one the line is closed."""
GRACE = 60.0
"""Seconds beyond the clock, and for an answer that needs no thought."""
DECIDED = 3.0
"""Men of advantage that decide a game at the limit of moves."""


@dataclass(frozen=True, slots=True)
class Send:
    message: Message


@dataclass(frozen=True, slots=True)
class Think:
    """It is our turn. Seconds and moves left are None where there is no limit."""

    game: Game
    clock: float | None
    moves: int | None


@dataclass(frozen=True, slots=True)
class StopThinking:
    """What is being thought about is no longer asked for."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Something for the people who watch."""

    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """A game is over. `winner` is None for a draw, and if nobody knows, `known` is False."""

    game: Game
    side: Side
    opponent: str
    winner: Side | None
    known: bool = True


@dataclass(frozen=True, slots=True)
class Close:
    reason: str


Effect = Send | Think | StopThinking | Tell | Result | Close


@dataclass(frozen=True, slots=True)
class Offer:
    """What an initiator asks for; the colours change from game to game."""

    side: Side = Side.WHITE
    """Ours in the first game."""
    minutes: int = 5
    moves: int = 75
    games: int = 1
    start: Position | None = None


class Phase(Enum):
    IDLE = auto()
    ASKED = auto()
    PLAYING = auto()
    ENDING = auto()
    """We have announced the end and wait for the answer."""
    CLOSED = auto()


@dataclass
class Session:
    """The state of a meeting. With an `offer` we are the initiator, without one the follower."""

    rules: Ruleset
    name: str = "Crowned"
    offer: Offer | None = None
    back: bool = False
    """Whether moves may be taken back."""
    phase: Phase = Phase.IDLE
    opponent: str = "?"
    side: Side = Side.WHITE
    minutes: int = 0
    moves: int = 0
    game: Game = field(init=False)
    used: dict[Side, float] = field(init=False)
    played: int = 0
    """Games finished."""
    score: float = 0.0
    """Our last, in men."""
    bad: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        self._set_up(self.rules.start())

    def _set_up(self, position: Position) -> None:
        self.game = Game(self.rules, position=position)
        self.used = {Side.WHITE: 0.0, Side.BLACK: 0.0}
        self.score = 0.0

    # ---- what the holder of the connection calls

    def begin(self) -> list[Effect]:
        """The connection stands."""
        return self._ask() if self.offer is not None else []

    def heard(self, data: bytes) -> list[Effect]:
        """One message, without its NUL."""
        if self.phase is Phase.CLOSED:
            return []
        try:
            return self._answer(dxp.decode(data))
        except BadInput as error:
            return self._complain(str(error))

    def chosen(self, move: Move, seconds: float, score: float = 0.0) -> list[Effect]:
        """We have thought; the score is ours, in men."""
        if self.phase is not Phase.PLAYING or self.game.actor is not self.side:
            return []
        self.used[self.side] += seconds
        self.score = score
        message = write_move(self.rules, move, seconds)
        self.game.play(move)
        return [Send(message)]

    def failed(self, reason: str) -> list[Effect]:
        """We cannot move: give up rather than leave the opponent waiting."""
        if self.phase is not Phase.PLAYING:
            return self._close(reason)
        chat = Send(dxp.Chat(f"error: {reason}"))
        return [chat, Send(dxp.GameEnd("1", stop=True)), *self._over(self.side.other), *self._close(reason)]

    def overdue(self) -> list[Effect]:
        """The opponent has been silent for longer than his clock allows."""
        if self.phase is not Phase.PLAYING:
            return self._close("no answer")
        end = Send(dxp.GameEnd("3", stop=True))
        return [end, *self._over(self.side), *self._close("no move within the time")]

    def lost(self) -> list[Effect]:
        """The connection is gone."""
        return self._close("the line is closed")

    @property
    def patience(self) -> float | None:
        """Seconds to wait for the next message before `overdue` is called; None: as long as it takes."""
        if self.phase in (Phase.ASKED, Phase.ENDING):
            return GRACE
        if self.phase is not Phase.PLAYING or self.game.actor is self.side or not self.minutes:
            return None
        return max(0.0, self.minutes * 60 - self.used[self.side.other]) + GRACE

    # ---- messages

    def _answer(self, message: Message) -> list[Effect]:
        match message:
            case dxp.GameRequest():
                return self._requested(message)
            case dxp.GameAnswer():
                return self._answered(message)
            case dxp.MoveMade():
                return self._moved(message)
            case dxp.GameEnd():
                return self._ended(message)
            case dxp.BackRequest():
                return self._asked_back(message)
            case dxp.Chat(words=words):
                effects: list[Effect] = [Tell(f"{self.opponent}: {words}")]
            case dxp.BackAnswer():
                effects = []  # we never ask
        return effects

    def _requested(self, request: dxp.GameRequest) -> list[Effect]:
        # A new request is as good as the answer to our end of the last game.
        if self.offer is not None or self.phase not in (Phase.IDLE, Phase.ENDING):
            return self._complain("a game is under way or asked for")
        if request.version != dxp.VERSION:
            return [Send(dxp.GameAnswer(self.name, "1"))]
        try:
            self._set_up(self._requested_start(request))
        except BadInput as error:
            return [Send(dxp.GameAnswer(self.name, "2")), *self._complain(str(error))]
        self.opponent, self.side = request.name or "?", request.follower
        self.minutes, self.moves = request.minutes, request.moves
        return [Send(dxp.GameAnswer(self.name, "0")), *self._start()]

    def _requested_start(self, request: dxp.GameRequest) -> Position:
        if request.first is None:
            return self.rules.start()
        position = read_board(self.rules, request.first, request.board)
        if Game(self.rules, position=position).outcome is not None:
            raise dxp.DxpError("the game would be over before it begins")
        return position

    def _answered(self, answer: dxp.GameAnswer) -> list[Effect]:
        if self.phase is not Phase.ASKED:
            return self._complain("nothing was asked")
        self.opponent = answer.name or "?"
        if answer.code != "0":
            reasons = {"1": "another version of the protocol", "2": "another game", "3": "no game at all"}
            return self._close(f"{self.opponent} wants {reasons[answer.code]}")
        return self._start()

    def _moved(self, made: dxp.MoveMade) -> list[Effect]:
        if self.phase is not Phase.PLAYING:
            return [] if self.phase is Phase.ENDING else self._complain("no game is under way")
        if self.game.outcome is not None:
            return self._turn()  # he does not know that the game is over: tell him
        if self.game.actor is self.side:
            return self._complain("it is not your turn")
        try:
            move = find_move(self.game, made)
        except dxp.DxpError as error:
            return [Send(dxp.Chat(f"error: {error}")), *self._close(str(error))]
        self.used[self.side.other] += made.seconds
        self.game.play(move)
        return [Tell(f"{self.opponent} plays {move.text}"), *self._turn()]

    def _ended(self, end: dxp.GameEnd) -> list[Effect]:
        if self.phase is Phase.PLAYING:
            winner, known = self._claimed(end)
            last = end.stop or self._is_last()
            done = [StopThinking(), Send(dxp.GameEnd("0", stop=last)), *self._over(winner, known=known)]
            return [*done, *self._next(stop=last)]
        if self.phase is Phase.ENDING:
            self.phase = Phase.IDLE
            return self._next(stop=end.stop or self.stopping)
        return self._close("the other side stops") if end.stop else []

    def _claimed(self, end: dxp.GameEnd) -> tuple[Side | None, bool]:
        """What the board says counts; else what the sender says of himself."""
        if self.game.outcome is not None:
            return self.game.outcome.winner, True
        claims = {"1": self.side, "2": None, "3": self.side.other}
        return claims.get(end.reason), end.reason in claims

    def _asked_back(self, request: dxp.BackRequest) -> list[Effect]:
        ply = (request.number - 1) * 2 + (request.side is not Side.WHITE)
        ply -= self.game.start.side is not Side.WHITE
        back = len(self.game.history) - ply
        if self.phase is not Phase.PLAYING or ply < 0 or back < 0:
            return [Send(dxp.BackAnswer("2"))]
        if not self.back:
            return [Send(dxp.BackAnswer("1"))]
        self.game.undo(back)
        return [StopThinking(), Send(dxp.BackAnswer("0")), *self._turn()]

    # ---- the course of a game

    def _ask(self) -> list[Effect]:
        offer = self.offer or Offer()
        start = offer.start or self.rules.start()
        self._set_up(start)
        self.phase = Phase.ASKED
        self.side = offer.side if self.played % 2 == 0 else offer.side.other
        self.minutes, self.moves = offer.minutes, offer.moves
        set_up = start != self.rules.start()
        return [
            Send(
                dxp.GameRequest(
                    self.name,
                    self.side.other,
                    offer.minutes,
                    offer.moves,
                    first=start.side if set_up else None,
                    board=write_board(start) if set_up else "",
                )
            )
        ]

    def _start(self) -> list[Effect]:
        self.phase = Phase.PLAYING
        us, them = (self.name, self.opponent) if self.side is Side.WHITE else (self.opponent, self.name)
        return [Tell(f"game {self.played + 1}: {us} - {them}"), *self._turn()]

    def _turn(self) -> list[Effect]:
        """What we do if it is our turn: think, or say instead of a move that the game is over."""
        if self.game.outcome is not None:
            return self._announce(self.game.outcome)
        if self.game.actor is not self.side:
            return []
        if self.game.draw_claim and self.score < 1.0:
            return self._end("2", None)
        if self.moves and len(self.game.history) >= 2 * self.moves:
            return self._adjudicate()
        left = self.minutes * 60 - self.used[self.side] if self.minutes else None
        made = (len(self.game.history) + 1) // 2
        moves = max(1, self.moves - made) if self.moves else None
        return [Think(self.game, None if left is None else max(0.0, left), moves)]

    def _announce(self, outcome: Outcome) -> list[Effect]:
        reason: dxp.EndReason = (
            "2" if outcome.winner is None else "1" if outcome.winner is not self.side else "3"
        )
        return self._end(reason, outcome.winner)

    def _adjudicate(self) -> list[Effect]:
        if abs(self.score) < DECIDED:
            return self._end("0", None, known=False)
        ahead = self.score > 0
        return self._end("3" if ahead else "1", self.side if ahead else self.side.other)

    def _end(self, reason: dxp.EndReason, winner: Side | None, *, known: bool = True) -> list[Effect]:
        self.stopping = self._is_last()
        effects = [Send(dxp.GameEnd(reason, stop=self.stopping)), *self._over(winner, known=known)]
        self.phase = Phase.ENDING
        return effects

    def _is_last(self) -> bool:
        return self.offer is not None and self.played + 1 >= self.offer.games

    def _over(self, winner: Side | None, *, known: bool = True) -> list[Effect]:
        self.phase = Phase.IDLE
        self.played += 1
        return [Result(self.game, self.side, self.opponent, winner, known)]

    def _next(self, *, stop: bool) -> list[Effect]:
        if stop:
            return self._close("all games are played" if self.offer else "the other side stops")
        return self._ask() if self.offer is not None else []

    def _complain(self, fault: str) -> list[Effect]:
        self.bad += 1
        chat = Send(dxp.Chat(f"error: {fault}"))
        return [chat] if self.bad <= PATIENCE else [chat, *self._close("too many bad messages")]

    def _close(self, reason: str) -> list[Effect]:
        """A game that is broken off has no known result."""
        broken = self._over(None, known=False) if self.phase is Phase.PLAYING else []
        self.phase = Phase.CLOSED
        return [StopThinking(), *broken, Close(reason)]
