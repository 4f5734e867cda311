"""Several lines from an engine that tells only one: the moves are asked about one after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from crowned._native import Move
from crowned.base import BadInput
from crowned.engine import hub
from crowned.engine.api import NEAR_WIN, UNIT, WON, Info, Limits, Line, Score
from crowned.game import Game
from crowned.position.action import MoveAction

if TYPE_CHECKING:
    from crowned.engine.external.client import Answer, HubEngine

PROVEN = 90.0
"""Men ahead from which on a score means a proven win: Hub engines write 100 less the plies in hundredths."""


def search(
    engine: HubEngine, game: Game, limits: Limits, multipv: int, stop_event: threading.Event | None
) -> Info:
    """The best lines, the best one first; none where the game is over."""
    if multipv < 1:
        raise BadInput(f"an analysis has one line at least, not {multipv}")
    moves = game.moves()
    if game.outcome is not None or not moves:
        return _info([(_result(game), {})], 0)
    if multipv == 1:
        answer = engine.think(game, limits, stop_event=stop_event)
        return _info([(_line(game, answer), answer.info)], 1)
    share = limits.shared(len(moves))
    asked = [_behind(engine, game, move, share, stop_event) for move in moves if not _is_set(stop_event)]
    asked.sort(key=lambda found: -found[0].score.value)
    return _info(asked, multipv)


Found = tuple[Line, Mapping[str, str]]


def _behind(
    engine: HubEngine, game: Game, move: Move, limits: Limits, stop_event: threading.Event | None
) -> Found:
    """The line that begins with this move, seen by who makes it."""
    after = game.copy()
    after.play(move)
    if after.outcome is not None or not after.moves():
        return Line(-_result(after).score, (move,)), {}
    answer = engine.think(after, limits, stop_event=stop_event)
    reply = _line(after, answer)
    return Line(-reply.score, (move, *reply.moves)), answer.info


def _is_set(stop_event: threading.Event | None) -> bool:
    return stop_event is not None and stop_event.is_set()


def _info(found: list[Found], multipv: int) -> Info:
    depths = [_number(told.get("depth")) for _, told in found]
    nodes = sum(int(_number(told.get("nodes"))) for _, told in found)
    seconds = sum(_number(told.get("time")) for _, told in found)
    listed = tuple(line for line, _ in found[:multipv])
    score = found[0][0].score if found else Score(0)
    return Info(
        int(min(depths, default=0)), int(max(depths, default=0)), score, nodes, seconds, 0, True, listed
    )


def _line(game: Game, answer: Answer) -> Line:
    return Line(_score(answer.score), (answer.move, *_rest(game, answer)))


def _rest(game: Game, answer: Answer) -> Iterable[Move]:
    """What the engine expects after its move, as far as it can be played."""
    walked = game.copy()
    walked.play(answer.move)
    for text in answer.info.get("pv", "").split()[1:]:
        try:
            move = hub.find_move(walked, text)
        except hub.HubError:
            return
        yield move
        walked.play(MoveAction(move))


def _score(men: float | None) -> Score:
    if men is None:
        return Score(0)
    if abs(men) >= PROVEN:
        return Score(
            WON - round(UNIT * (100 - abs(men))) if men > 0 else round(UNIT * (100 - abs(men))) - WON
        )
    return Score(max(1 - NEAR_WIN, min(NEAR_WIN - 1, round(UNIT * men))))


def _result(game: Game) -> Line:
    winner = None if game.outcome is None else game.outcome.winner
    value = 0 if winner is None else (WON if winner is game.actor else -WON)
    return Line(Score(value), ())


def _number(text: str | None) -> float:
    try:
        return max(0.0, float(text or 0))
    except ValueError:
        return 0.0
