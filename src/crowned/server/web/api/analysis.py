"""Positions apart from any game: the editor's legal moves, the referee's answers, engine lines."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from crowned.base import BadInput, IllegalMove
from crowned.base.sentence import Sentence
from crowned.engine import book
from crowned.game import Game
from crowned.position import Position
from crowned.position.ruleset import Ruleset
from crowned.protocols.pictures import event_view, move_choices, placement, seat_of, texts
from crowned.protocols.views import Lang, OutcomeView, VerdictView
from crowned.referee import legal_elsewhere
from crowned.rules import catalog
from crowned.server.computer.queue import BusyError, TooManyError
from crowned.server.rooms.table import position_hash
from crowned.server.rooms.verdicts import judged
from crowned.server.web.api.rules import chosen
from crowned.server.web.bodies import (
    AttemptRequest,
    ChoiceRequest,
    Chosen,
    LegalIn,
    LegalInList,
    Lines,
    LinesRequest,
    OpeningMove,
    PositionRequest,
    PositionView,
    Review,
    ReviewRequest,
)
from crowned.server.web.http import Call, Endpoint
from crowned.server.web.problem import ProblemError

T = TypeVar("T")
LOOK_SECONDS = 0.5
"""How often it is looked whether somebody still waits for an analysis."""


def set_up(rules: Ruleset, fen: str | None, moves: Sequence[str], lang: Lang = "en") -> Game:
    """A game led to where the request wants it."""
    try:
        game = Game(rules, Position.from_fen(rules, fen) if fen else None)
    except BadInput as error:
        raise ProblemError(400, "bad_position", error.faults) from None
    for number, text in enumerate(moves, 1):
        try:
            game.play(text)
        except (IllegalMove, BadInput) as error:
            fault = Sentence("{path}: {fault}", path=f"{number}. {text}", fault=_why(error, lang))
            raise ProblemError(400, "bad_moves", [fault]) from None
    return game


def _why(error: IllegalMove | BadInput, lang: Lang) -> str:
    if isinstance(error, BadInput):
        return error.fault
    return error.verdict.text(lang) if error.verdict else str(error)


Placed = PositionRequest | AttemptRequest | LinesRequest | ReviewRequest | ChoiceRequest


async def _game(call: Call, body: Placed) -> Game:
    rules = await chosen(call, body.rules)
    return await call.worked(_listable, rules, body.fen, body.moves, call.lang)


def _listable(rules: Ruleset, fen: str | None, moves: Sequence[str], lang: Lang) -> Game:
    """Refuses a position whose moves are too many to be listed, before anybody thinks about it."""
    game = set_up(rules, fen, moves, lang)
    game.playable()
    return game


async def get_position(call: Call) -> PositionView:
    body: PositionRequest = call.body
    game = await _game(call, body)
    return await call.worked(picture, game, body.lang)


def picture(game: Game, lang: Lang) -> PositionView:
    """The position a game stands at, and what is open in it."""
    outcome = game.outcome
    ended = None
    if outcome is not None:
        winner = None if outcome.winner is None else seat_of(outcome.winner)
        ended = OutcomeView(winner, outcome.reason, outcome.text(lang), outcome.points, list(outcome.clauses))
    return PositionView(
        fen=game.position.fen,
        key=position_hash(game.position),
        at=placement(game.position),
        choices=move_choices(game),
        actions=[action.text for action in game.actions()],
        events=list(map(event_view, game.tree.here.record.events)) if game.tree.here.record else [],
        must_spin=game.must_spin,
        outcome=ended,
        openings=_openings(game),
    )


def _openings(game: Game) -> list[OpeningMove]:
    known = book.known(book.shipped(game.rules.id, game.rules.fingerprint), game)
    return [OpeningMove(found.move.text, found.score.expected, found.score.text) for found in known]


def _attempt(body: AttemptRequest) -> str | list[str]:
    attempt = body.text if body.path is None else list(body.path)
    if attempt is None:
        raise ProblemError(400, "bad_body", ["path or text is needed"])
    return attempt


async def judge_attempt(call: Call) -> VerdictView:
    body: AttemptRequest = call.body
    game = await _game(call, body)
    return await call.worked(judged, game, _attempt(body), body.lang)


async def legal_in(call: Call) -> LegalInList:
    body: AttemptRequest = call.body
    game = await _game(call, body)
    try:
        found = await call.worked(legal_elsewhere, game, _attempt(body))
    except BadInput as error:
        raise ProblemError(400, "bad_moves", error.faults) from None
    return LegalInList([LegalIn(name, texts(catalog.load(name).title)) for name in found])


async def _while_waited_for(call: Call, work: Coroutine[Any, Any, T]) -> T:
    """The answer; if who asked has gone, nobody thinks about it any more."""
    task = asyncio.create_task(work)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=LOOK_SECONDS)
            if not task.done() and await call.gone():
                raise ProblemError(503, "try_again")
        return task.result()
    except TooManyError:
        raise ProblemError(429, "too_fast", retry=2) from None
    except BusyError:
        raise ProblemError(503, "busy", retry=2) from None
    finally:
        task.cancel()


async def get_lines(call: Call) -> Lines:
    body: LinesRequest = call.body
    game = await _game(call, body)
    computer = call.site.services.computer
    work = computer.lines(game, body.milliseconds, body.lines, call.owner, body.patient)
    lines = await _while_waited_for(call, work)
    if lines is None:
        raise ProblemError(503, "no_engine")
    return lines


async def review_game(call: Call) -> Review:
    body: ReviewRequest = call.body
    game = await _game(call, body)
    work = call.site.services.computer.review(game, body.milliseconds, call.owner, body.patient)
    moves = await _while_waited_for(call, work)
    if moves is None:
        raise ProblemError(503, "no_engine")
    return Review(moves)


async def get_choice(call: Call) -> Chosen:
    body: ChoiceRequest = call.body
    game = await _game(call, body)
    if game.outcome is not None or game.must_spin:
        raise ProblemError(400, "not_now")
    work = call.site.services.computer.advise(game, body.level, call.owner)
    return Chosen(await _while_waited_for(call, work))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/analysis/position",
        get_position,
        PositionView,
        "A position and what is legal in it",
        PositionRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/analysis/judge",
        judge_attempt,
        VerdictView,
        "Why not?",
        AttemptRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/analysis/legal-in",
        legal_in,
        LegalInList,
        "Under which rulesets it would be a correct move",
        AttemptRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/analysis/lines",
        get_lines,
        Lines,
        "The engine's best lines",
        LinesRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/analysis/game",
        review_game,
        Review,
        "Every move of a game weighed against the best one",
        ReviewRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/analysis/choice",
        get_choice,
        Chosen,
        "What a level of the computer would play",
        ChoiceRequest,
        limit="analysis",
    ),
)
