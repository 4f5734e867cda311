"""A table to play a clause at: a game of the rulebook's ruleset, and what a referee would ask of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import crowned
from crowned import Game, IllegalMove, Ruleset
from crowned.game import Accepted
from crowned.referee import Verdict, judge

BOOKS: dict[str, Any] = json.loads(Path(__file__).with_name("books.json").read_text("utf-8"))


def rules(book: str, **options: object) -> Ruleset:
    """The ruleset of a rulebook, or of the variant that a clause of it prints."""
    return crowned.ruleset({**BOOKS["rulesets"], **BOOKS["printed_variants"]}[book], **options)


def table(book: str, fen: str = "", **options: object) -> Game:
    """A game from this position, or from the beginning."""
    own = rules(book, **options)
    return Game(own, crowned.Position.from_fen(own, fen) if fen else None)


def moves(game: Game) -> set[str]:
    """The correct moves."""
    return {move.text for move in game.moves()}


def results(game: Game) -> dict[str, str]:
    """The correct moves with the position after each."""
    return {move.text: game.position.play(move).fen for move in game.moves()}


def actions(game: Game) -> set[str]:
    """The texts of everything that is open."""
    return {action.text for action in game.actions()}


def play(game: Game, *texts: str) -> Accepted:
    """Play these one after another; the answer to the last."""
    return [game.play(text) for text in texts][-1]


def kinds(done: Accepted) -> list[str]:
    """What happened on the board, in order."""
    return [event.kind for event in done.events if event.kind not in ("turn", "ended")]


def huffable(game: Game) -> set[str]:
    """The squares of the pieces of which one may be removed for the offence just played."""
    assert game.pending is not None
    return set(game.pending.removable)


def refused(game: Game, attempt: str, clause: str = "") -> Verdict:
    """The verdict on an attempt that must not be possible: nothing on the board changes."""
    verdict = _not_played(game, attempt, clause)
    assert verdict.verdict == "refused", verdict
    return verdict


def incomplete(game: Game, attempt: str, clause: str = "") -> Verdict:
    """The verdict on a capture that stops too early where that cannot stand."""
    verdict = _not_played(game, attempt, clause)
    assert verdict.verdict == "incomplete", verdict
    return verdict


def _not_played(game: Game, attempt: str, clause: str) -> Verdict:
    before = game.position.fen
    verdict = judge(game, attempt)
    with pytest.raises(IllegalMove) as caught:
        game.play(attempt)
    assert caught.value.verdict == verdict
    assert game.position.fen == before
    assert not clause or clause in verdict.clauses, verdict
    return verdict


def offence(game: Game, attempt: str, clause: str = "") -> Verdict:
    """The verdict on a wrong move that nevertheless can be made."""
    verdict = judge(game, attempt)
    assert verdict.verdict == "offence", verdict
    assert not clause or clause in verdict.clauses, verdict
    return verdict


def winner(game: Game) -> str | None:
    """`white` or `black`; None while the game goes on or when it is drawn."""
    outcome = game.outcome
    return outcome.winner.name_key if outcome and outcome.winner is not None else None
