"""The judge: an attempt goes in, whole or partial, typed or clicked; a verdict comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from crowned._native import Move
from crowned.game import Board, Game, State
from crowned.game.law import default_actor, objection
from crowned.game.offences import find_offence, is_automatic
from crowned.game.state import Offence
from crowned.game.step import opening
from crowned.position import Position
from crowned.position.action import Action, Adjust, Huff, MoveAction, Spin, Touch
from crowned.position.attempt import Attempt, read_attempt
from crowned.position.reading import meant, own_names
from crowned.position.walk import Walk
from crowned.referee.continuation import completions
from crowned.referee.diagnosis import (
    Finding,
    broken_obligation,
    diagnose,
    owing,
    passed_over,
    texts,
    wrong_piece,
)
from crowned.referee.reasons import axes_of, chosen, cited, clauses_of
from crowned.referee.verdict import Kind, Verdict

Judged = str | Sequence[str] | Action | Move | Attempt
"""A text, the squares of a path (whole or not), an action or a move."""
Where = Game | Board | State | Position


def judge(where: Where, attempt: Judged) -> Verdict:
    """What the referee says to an attempt. Only a text that is no move of any kind raises: MoveTextError."""
    state = state_of(where)
    if state.outcome is not None:
        return _verdict(state, "refused", Finding("game_over", facts={"outcome": state.outcome}))
    if isinstance(attempt, Move):
        attempt = MoveAction(attempt)
    if isinstance(attempt, Sequence):
        attempt = read_attempt(attempt)
    if isinstance(attempt, Attempt):
        return _judge_attempt(state, attempt)
    if not isinstance(attempt, Action):
        raise TypeError(f"not an attempt: {attempt!r}")
    return _judge_action(state, attempt)


def state_of(where: Where) -> State:
    if isinstance(where, Game | Board):
        return where.game.state if isinstance(where, Board) else where.state
    return where if isinstance(where, State) else opening(where)


def _verdict(state: State, kind: Kind, finding: Finding, axes: tuple[str, ...] = (), **more: Any) -> Verdict:
    """The verdict with its clauses; `axes` are those that bear on it besides the ones behind the reason."""
    spec = state.rules.spec
    king = bool(finding.facts.get("king"))
    clauses = dict.fromkeys((*clauses_of(spec, finding.reason, king), *cited(spec, axes)))
    free = chosen(spec, (*axes_of(spec, finding.reason, king), *axes))
    more = {"chosen": tuple(dict.fromkeys(free)), "facts": finding.facts, "spec": spec, **more}
    return Verdict(kind, finding.reason, tuple(clauses), finding.evidence, **more)


def _refusal(state: State, finding: Finding) -> Verdict:
    """A refused move. A capture that is owed is told as well, whatever else is wrong."""
    owed = texts([move for move in state.correct if move.captures])
    if not owed or not state.rules.spec.must_capture:
        return _verdict(state, "refused", finding)
    shown = tuple(dict.fromkeys((*finding.evidence, *owed)))
    if finding.facts.get("moves"):
        return _verdict(state, "refused", replace(finding, evidence=shown))
    told_of = _verdict(state, "refused", Finding(finding.reason, shown, {**finding.facts, "owed": owed}))
    duty = clauses_of(state.rules.spec, "must_capture")
    return replace(told_of, clauses=tuple(dict.fromkeys((*told_of.clauses, *duty))))


# ---- words


def _judge_attempt(state: State, attempt: Attempt) -> Verdict:
    if attempt.roll:
        return _judge_action(state, Spin("black"))
    if attempt.action is not None:
        return _judge_action(state, _on_own_square(state, attempt.action))
    if state.pending is not None and state.pending.must_answer:
        return _verdict(state, "refused", _answer_owed(state))
    if attempt.slide is not None:
        return _judge_slide(state, attempt)
    return _judge_path(state, attempt)


def _on_own_square(state: State, action: Action) -> Action:
    if isinstance(action, Huff | Touch | Adjust):
        return type(action)(state.rules.square(action.square) or action.square)
    return action


def _judge_action(state: State, action: Action) -> Verdict:
    reason = objection(state, action, default_actor(state, action))
    if reason is None:
        done = _judge_move(state, action.move) if isinstance(action, MoveAction) else None
        return done or _verdict(state, "accepted", Finding("correct"), action=action)
    if isinstance(action, MoveAction):
        return _judge_attempt(state, _as_attempt(action.move))
    return _verdict(state, "refused", _objected(state, action, reason))


def _as_attempt(move: Move) -> Attempt:
    return read_attempt(move.text) if move.kind == "slide" else Attempt(move.text, move.path)


def _objected(state: State, action: Action, reason: str) -> Finding:
    square = getattr(action, "square", "")
    if reason == "answer_owed":
        return _answer_owed(state)
    if reason == "capture_before_spin":
        return owing(reason, state.position.moves())
    if reason == "not_removable" and state.pending is not None:
        return _not_removable(state, state.pending, square)
    if reason == "touched" and state.bound:
        return Finding(reason, (state.bound,), {"square": state.bound, "moves": texts(state.correct)})
    late = isinstance(action, Huff) and state.pending is None and state.settled is not None
    shown = (square,) if square and not late else ()  # where an offence was answered, a square shows nothing
    return Finding(reason, shown, {"square": square, "side": state.actor.other})


def _not_removable(state: State, offence: Offence, square: str) -> Finding:
    """Why this piece does not go; where it stood before the move nothing stands any more."""
    facts = {"square": square, "squares": offence.removable}
    if square in state.position.pieces():
        return Finding("not_removable", offence.removable, facts)
    now = None if offence.move.falls else offence.move.target
    if square == offence.move.source and now in offence.removable:
        return Finding("huff_moved_away", offence.removable, {**facts, "target": now})
    return _no_square(state, square) or Finding("huff_empty", offence.removable, facts)


def _answer_owed(state: State) -> Finding:
    if state.pending is None:
        return Finding("answer_owed")
    squares, remedies = state.pending.removable, state.pending.remedies
    return Finding("answer_owed", squares, {"removable": squares, "remedies": remedies})


# ---- slides


def _judge_slide(state: State, attempt: Attempt) -> Verdict:
    found = meant(state, attempt)
    if found:
        return _judge_move(state, found[0])
    return _refusal(state, _stuck(state, *(attempt.slide or ("", ""))) or _slide_not_due(state))


def _stuck(state: State, knob: str, to: str) -> Finding | None:
    """Why the knob cannot go there at all."""
    sliders = state.rules.sliders
    if not sliders:
        return Finding("no_doors")
    if knob not in sliders or to not in ("L", "M", "R"):
        return Finding("no_such_knob", tuple(sliders), {"knob": knob, "squares": tuple(sliders)})
    here = state.position.knob(knob)
    if (here == "M") != (to == "M"):
        return None
    return Finding("knob_stuck", (f"{knob}={here}",), {"knob": knob, "target": here})


def _slide_not_due(state: State) -> Finding:
    """The knob could move, but it is not the time for it."""
    moves = state.position.moves()
    if any(move.captures for move in moves):
        return owing("must_capture", moves)
    if state.position.must_spin:
        return Finding("must_spin")
    reason = "spin_wants_move" if state.position.spin == "black" else "spin_wants_other_door"
    return owing(reason, moves, spin=state.position.spin)


# ---- paths


def _judge_path(state: State, attempt: Attempt) -> Verdict:
    for square in attempt.squares:
        if unknown := _no_square(state, square):
            return _refusal(state, unknown)
    found = meant(state, attempt)
    if len(found) == 1:
        return _judge_move(state, found[0])
    if found:
        return _verdict(state, "ambiguous", owing("ambiguous", found))
    return _judge_unlisted(state, own_names(state.rules, attempt.squares) or (), attempt.takes)


def _no_square(state: State, square: str) -> Finding | None:
    """What is wrong with a name that is no square to play on."""
    if state.rules.square(square) is not None:
        return None
    reason = "light_square" if state.rules.is_light(square) else "no_such_square"
    return Finding(reason, (square,), {"square": square})


def _judge_unlisted(state: State, squares: tuple[str, ...], takes: bool | None) -> Verdict:
    """A path that names no move: one in the making, or one that is refused."""
    onward = completions(state, squares)
    if onward:
        reason = "must_continue" if len(squares) > 1 else "unfinished"
        return _verdict(state, "incomplete", owing(reason, onward))
    finding = _stays_put(state, squares[0]) if len(squares) == 1 else diagnose(state, squares, takes)
    return _refusal(state, finding)


def _stays_put(state: State, square: str) -> Finding:
    """Why a piece that was only pointed at has no move."""
    if finding := wrong_piece(state, square):
        return finding
    if state.bound and square != state.bound:
        return Finding("touched", (state.bound,), {"square": state.bound, "moves": texts(state.correct)})
    owed = [move for move in state.position.moves() if move.captures]
    if owed and state.can_move:
        return owing("correct_move_owed", owed) if state.owes else passed_over(state, square, owed)
    if state.position.must_spin:
        return Finding("must_spin")
    if state.position.spin in ("green", "orange"):
        return owing("spin_wants_door", state.position.moves(), spin=state.position.spin)
    king = state.position.pieces()[square][0].isupper()
    return Finding("blocked_piece", (square,), {"square": square, "king": king})


def _judge_move(state: State, move: Move) -> Verdict:
    """A move that can be played: correct, or an offence."""
    offence = find_offence(state, move)
    action = MoveAction(move)
    if offence is None:
        return _verdict(state, "accepted", Finding("correct"), action=action)
    walk = Walk(state.position, move.path[0])
    for square in move.path[1:]:
        walk.go(state.rules.squares.cell(square))
    finding = broken_obligation(state, walk)
    pick = ("huff_target", "huff_choice") if len(offence.removable) > 1 else ()
    return _verdict(
        state,
        "offence",
        Finding(finding.reason, finding.evidence, {**finding.facts, "automatic": is_automatic(state)}),
        axes=("enforcement", "remedies", *pick),
        removable=offence.removable,
        remedies=offence.remedies,
        action=action,
    )
