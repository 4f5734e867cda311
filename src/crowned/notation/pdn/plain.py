"""Plain games written anew without building them: a line of moves from the usual start, and notes on them.

The core has followed such a game, so every move is legal and what is written means one move only. Two squares
are then what the writer would write. The rest is spelling, and the core follows the result once more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from crowned._native import follow
from crowned.game import Outcome
from crowned.game.beyond import undrawn
from crowned.game.step import advance, opening
from crowned.game.tallies import FEW, forces
from crowned.notation.movetext import find_move
from crowned.notation.pdn import commands
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.tree import Comment, Item, MoveItem, PdnGame
from crowned.notation.pdn.writer import all_tags, noted, remark
from crowned.position import Position, Ruleset
from crowned.position.action import MoveAction
from crowned.position.ruleset import of_spec

_MOVE = re.compile(r"[a-l]?[0-9]+(?:[-x:][a-l]?[0-9]+)+")
_PARTS = re.compile(rf"\{{([^}}]*)\}}|\$([0-9]+)|({_MOVE.pattern})")
SHORTEST_RETURN = 4
"""Plies until a position can come back."""


def retold(loaded: Loaded, rules: Ruleset, tags: Mapping[str, str]) -> PdnGame | None:
    """The game by the same rules, squares perhaps named otherwise; None if that takes more than spelling."""
    own = loaded.rules
    if not loaded.plain or not _names_alone_differ(own, rules):
        return None
    texts, notes = _apart(loaded.plain)
    short = [_in_short(text, own) for text in texts]
    end, made, _ = follow(own.start(), " ".join(short))
    if not made == len(short) == loaded.plies or end != loaded.position or _counts_on(loaded.position, short):
        return None
    told = short if rules is own else [_renamed(text, own, rules) for text in short]
    items = _items(told, notes, rules.spec.pdn.separator)
    return PdnGame(all_tags(rules.spec, tags, _outcome(loaded.position, short)), items, "*")


@lru_cache(maxsize=64)
def _names_alone_differ(own: Ruleset, rules: Ruleset) -> bool:
    return rules == own or of_spec(own.spec.with_options({"notation": rules.spec.notation})) == rules


# ---- taking apart


@dataclass(slots=True)
class _Note:
    """What is noted about a move."""

    nags: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    time: int | None = None


Notes = dict[int, _Note]
"""By the number of moves before them."""


def _apart(text: str) -> tuple[list[str], Notes]:
    """The moves as written, and what is noted about some of them."""
    if "{" not in text and "$" not in text:
        return _MOVE.findall(text), {}
    moves: list[str] = []
    notes: Notes = {}
    for words, nag, move in _PARTS.findall(text):
        if move:
            moves.append(move)
        else:
            _take(notes.setdefault(len(moves), _Note()), words.strip(), nag)
    return moves, notes


def _take(note: _Note, words: str, nag: str) -> None:
    own, rest = commands.split(words)
    if nag:
        note.nags.append(int(nag))
    if rest:
        note.words.append(rest)
    for command in own:
        time = commands.time(command.value)
        note.time = note.time if time is None else time


# ---- spelling


@lru_cache(maxsize=1 << 15)
def _in_short(text: str, rules: Ruleset) -> str:
    """The two ends in the names that the ruleset has; unchanged where a square is not known."""
    takes = "-" not in text
    first, *_, last = re.split("[-x:]", text)
    ends = (rules.square(first), rules.square(last))
    return ("x" if takes else "-").join(ends) if all(ends) else text  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 15)
def _renamed(text: str, own: Ruleset, rules: Ruleset) -> str:
    sign = "-" if "-" in text else "x"
    return sign.join(rules.squares.name(own.cells[name]) for name in text.split(sign))


def _items(told: Sequence[str], notes: Notes, separator: str) -> list[Item]:
    items: list[Item] = []
    if 0 in notes and (words := remark(" ".join(notes[0].words))):
        items.append(Comment(words))
    fresh = True
    for count, text in enumerate(told, 1):
        number = f"{count // 2 + 1}." if count % 2 else f"{count // 2}..." if fresh else ""
        items.append(MoveItem(text if separator == "x" else text.replace("x", separator), 0, number))
        if fresh := count in notes:
            note = notes[count]
            noted(items, note.nags, " ".join(note.words), note.time)
            fresh = not isinstance(items[-1], MoveItem)
    return items


# ---- the end


def _outcome(position: Position, texts: Sequence[str]) -> Outcome | None:
    """How the rules say the game has ended: by what stands there, or by what came since the last capture."""
    quiet = _quiet(texts)
    if not position.rules.spec.some_draws_come or quiet < SHORTEST_RETURN:
        return opening(position).outcome
    behind = len(texts) - quiet
    state = opening(_reached(position.rules, texts[:behind]))
    for text in texts[behind:]:
        state = undrawn(state)
        state = advance(state, MoveAction(find_move(state, text)), state.actor)
    return state.outcome


def _quiet(texts: Sequence[str]) -> int:
    """How many moves came since the last capture."""
    return next((n for n, text in enumerate(reversed(texts)) if "-" not in text), len(texts))


def _counts_on(position: Position, texts: Sequence[str]) -> bool:
    """Whether a count by material may have begun before the last capture, so that it tells too little."""
    rules = position.rules
    before = len(texts) - _quiet(texts) - 1
    if not rules.spec.counts or before < 0 or len(position.pieces()) > FEW:
        return False
    there = forces(_reached(rules, texts[:before]))
    return any(count.stronger(there) is not None for count in rules.spec.counts)


def _reached(rules: Ruleset, texts: Sequence[str]) -> Position:
    end, _, _ = follow(rules.start(), " ".join(texts))
    return cast("Position", end)  # the core makes positions of the class it was told to use
