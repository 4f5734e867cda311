"""The engine as opponent and analyst; where it cannot be had, any correct move is played."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from crowned._native import Move
from crowned.base import BadInput
from crowned.base.errors import TooManyMoves
from crowned.engine import Engine, Limits
from crowned.engine.annotate import Judgement, annotate
from crowned.engine.api import Line as EngineLine
from crowned.engine.weightfile import HAND
from crowned.game import Game
from crowned.position.action import Action, MoveAction
from crowned.position.ruleset import Ruleset
from crowned.protocols.pictures import seat_of
from crowned.server import bounds
from crowned.server.web.bodies import Exact, ExactMove, JudgedMove, Line, Lines
from crowned.tables.probe import Answer

logger = logging.getLogger(__name__)

HASH_MB = 16
OTHERS_TRIED = 64
"""Each may take some hundredths of a second, in a process of the engine's own."""
KEPT = 6
"""Engines kept for the next move; each has its own table."""
MARKS: dict[int, Literal["", "?!", "?", "??"]] = {6: "?!", 2: "?", 4: "??"}


class EngineOpponent:
    """Engines by ruleset. One search at a time per engine: who comes second gets another engine."""

    def __init__(self, hash_mb: int = HASH_MB) -> None:
        self._hash_mb = hash_mb
        self._idle: list[Engine] = []
        self._lock = threading.Lock()
        self._noted: set[str] = set()

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action:
        with self.engine(game.rules) as engine:
            return answerable(game, engine.choose(game, level, stop_event=stop))

    def lines(self, game: Game, milliseconds: int, count: int, stop: threading.Event) -> Lines:
        """The best lines; where a spin is due, the best for each of its results."""
        with self.engine(game.rules) as engine:
            info = engine.search(game, Limits(time=milliseconds / 1000), count, stop_event=stop)
            answer = engine.exact.ask(game) if engine.exact and not game.pending else None
        lines = [_line(line) for line in info.lines]
        return Lines(game.position.fen, info.depth, info.nodes, lines, _exact(answer) if answer else None)

    def review(self, game: Game, milliseconds: int, stop: threading.Event) -> list[JudgedMove]:
        """Every move of a game weighed against the best one."""
        found: list[JudgedMove] = []
        for more in self.judged(game, milliseconds):
            found.extend(more)
            if stop.is_set():
                break
        return found

    def judged(self, game: Game, milliseconds: int) -> Iterator[list[JudgedMove]]:
        """The same position by position: what each adds."""
        with self.engine(game.rules) as engine:
            for step in annotate(game, engine, Limits(time=milliseconds / 1000), lines=False):
                yield [_judged(step.judgement)] if step.judgement is not None else []

    @contextmanager
    def engine(self, rules: Ruleset) -> Iterator[Engine]:
        engine = self._take(rules) or self._new(rules)
        try:
            yield engine
        finally:
            self._give_back(engine)

    def _new(self, rules: Ruleset) -> Engine:
        """With what it has learned, or, if that file is missing or damaged, with what is known without it."""
        try:
            engine = Engine(rules, hash_mb=self._hash_mb)
            self._note_weights(engine)
            return engine
        except (BadInput, OSError) as error:
            logger.error("the engine plays without learned weights: %s", error)
            return Engine(rules, hash_mb=self._hash_mb, weights_file=HAND)

    def _note_weights(self, engine: Engine) -> None:
        """Once for each ruleset."""
        name = engine.rules.fingerprint
        if engine.weights_name == HAND and name not in self._noted:
            self._noted.add(name)
            logger.warning("the engine plays %s without learned weights: no file fits", engine.rules.id)

    def _take(self, rules: Ruleset) -> Engine | None:
        """Rules are compared by identity: an engine's moves belong to the rules it was made with."""
        with self._lock:
            for place, engine in enumerate(self._idle):
                if engine.rules is rules:
                    return self._idle.pop(place)
        return None

    def _give_back(self, engine: Engine) -> None:
        with self._lock:
            self._idle = [engine, *self._idle][:KEPT]


def answerable(game: Game, action: Action) -> Action:
    """The computer's move, or another one where nobody could be shown the answers to it.

    People may not lead a game to where its moves are too many to be listed, and neither may the computer.
    """
    if not isinstance(action, MoveAction) or _leads_on(game, action.move):
        return action
    others = (move for move in game.playable()[:OTHERS_TRIED] if _leads_on(game, move))
    return MoveAction(next(others, action.move))


def _leads_on(game: Game, move: Move) -> bool:
    twin = game.copy()
    try:
        with bounds.as_in_a_room():
            twin.play(move)
            twin.playable()
    except TooManyMoves:
        return False
    return True


def _line(line: EngineLine) -> Line:
    score = line.score
    return Line(
        score.value, score.expected, score.text, [move.text for move in line.moves], score.decided, line.spin
    )


def _exact(answer: Answer) -> Exact:
    moves = [ExactMove(m.move.text, m.value.result, m.value.plies) for m in answer.moves]
    return Exact(answer.value.result, answer.plies, answer.left if answer.late else None, moves)


def _judged(found: Judgement) -> JudgedMove:
    mark = MARKS.get(found.mark or 0, "")
    return JudgedMove(found.ply, seat_of(found.by), found.move, found.best, found.before, found.after, mark)
