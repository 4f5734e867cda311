"""From tokens to games, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable

from crowned.base import PdnError
from crowned.base.sentence import Sentence
from crowned.notation.pdn.source import Source
from crowned.notation.pdn.tokens import Token, next_token
from crowned.notation.pdn.tree import Comment, Item, MoveItem, Nag, PdnGame, SetupItem, Unknown, Variation

DEEPEST = 100
"""Variations inside variations; nobody writes more, and nesting must not exhaust anybody's stack."""
LONGEST_RESULT = 40
"""A tag that says more than this is no score."""

_SPACE = re.compile(r"\s+")
_SETUP = re.compile(r'/\s*FEN\s*"([^"]*)"\s*/', re.IGNORECASE)
# A run of blanks is looked at once, from its first: a file of empty lines takes linear time.
_GAP = re.compile(r"(?<!\s)\s++(?=\[[A-Z])")
_RESULT_AHEAD = re.compile(r"\s*(?:\[[A-Z]|\Z)")


def read_game(source: Source, number: int = 1) -> PdnGame | None:
    """The next game of a source, None at its end; PdnError at the first thing that is not PDN."""
    source.drop()
    return look_at_game(source, number)


def look_at_game(source: Source, number: int = 1) -> PdnGame | None:
    """As `read_game`, but nothing before it is forgotten: the source can be set back."""
    return _Parser(source, number).game()


def skip_game(source: Source, keep: bool = False) -> None:
    """Behind a fault: go to the next line that looks like the first tag of a game."""
    source.pos += 1
    while True:
        for found in _GAP.finditer(source.text, source.pos):
            if _parts_games(source.text, found):
                source.pos = found.end()
                return
        # Blanks at the end of the window may go on behind it.
        source.pos = max(source.pos, len(source.text.rstrip()))
        if not keep:
            source.drop()
        if not source.more():
            source.pos = len(source.text)
            return


def _parts_games(text: str, gap: re.Match[str]) -> bool:
    """An empty line before a tag, or the tag that usually comes first on a line of its own."""
    breaks = text.count("\n", *gap.span())
    return breaks > 1 or (breaks == 1 and text.startswith("[Event ", gap.end()))


class _Parser:
    """Reads one game. `lines` is the stack of the lines being read: the main line and open variations."""

    def __init__(self, source: Source, number: int) -> None:
        self.source = source
        self.game_number = number
        self.tags: dict[str, str] = {}
        self.tag_places: dict[str, int] = {}
        self.items: list[Item] = []
        self.lines: list[list[Item]] = [self.items]
        self.opened: list[int] = []
        self.number = ""
        self.start = -1
        self.begun = False
        """Whether something else than tags and comments has come."""
        self.result = ""

    def game(self) -> PdnGame | None:
        """The next game, or None at the end. Separators without a game between them are passed over."""
        while True:
            token = self._next()
            if token.kind == "end":
                return self._finish(token.at)
            if self.start < 0 and token.kind in ("star", "result", "dot"):
                continue
            if self.start < 0:
                self.start = token.at
            if self._ends(token):
                return self._finish(self.source.pos)
            self._take(token)

    def _next(self) -> Token:
        return self._own_result() or next_token(self.source)

    def _own_result(self) -> Token | None:
        """A score like 12-8 looks like a move; it is a result if the Result tag says so and the game ends."""
        wanted = self.tags.get("Result", "")
        if not wanted or not self.items or len(wanted) > LONGEST_RESULT:
            return None
        text, pos = self.source.text, self.source.pos
        while pos < len(text) and text[pos].isspace():
            pos += 1
        if not text.startswith(wanted, pos) or not _RESULT_AHEAD.match(text, pos + len(wanted)):
            return None
        if len(text) - pos < len(wanted) + 256 and self.source.more():
            return self._own_result()
        self.source.pos = pos + len(wanted)
        return Token("result", wanted, pos)

    def _ends(self, token: Token) -> bool:
        """Whether the token closes the game: a result, a star, or the tags of the next game."""
        if token.kind in ("result", "star"):
            if token.kind == "star" and self._is_forced_mark(token):
                return False
            if self.opened:
                return False
            self.result = token.text.replace(" ", "")
            return True
        if token.kind == "tag" and self._begins_next(token):
            self.source.pos = token.at
            return True
        return False

    def _begins_next(self, token: Token) -> bool:
        """Comments may stand between tags; a tag that comes again, or after moves, is the next game's."""
        return token.text in self.tags or self.begun

    def _is_forced_mark(self, token: Token) -> bool:
        """A star glued to a move with more moves behind it is the old sign for the only move."""
        line = self.lines[-1]
        glued = bool(line) and isinstance(line[-1], MoveItem) and not self.source.text[token.at - 1].isspace()
        return glued and not _RESULT_AHEAD.match(self.source.text, self.source.pos)

    def _take(self, token: Token) -> None:
        _TAKERS[token.kind](self, token)

    def _tag(self, token: Token) -> None:
        if self.opened:
            raise self._error(Sentence("this variation is never closed with )"), self.opened[-1])
        self.tags[token.text] = token.value
        self.tag_places[token.text] = self._at(token)

    def _comment(self, token: Token) -> None:
        # A comment to the end of the line may hold a brace, which no other comment can.
        text = token.text[1:-1] if token.text[0] == "{" else token.text[1:].replace("}", ")")
        self._add(Comment(text.strip(), self._at(token)))

    def _setup(self, token: Token) -> None:
        found = _SETUP.fullmatch(token.text)
        if not found:
            fault = Sentence('this is not a setup; a setup looks like /FEN "W:W31-50:B1-20"/')
            raise self._error(fault, token.at)
        self._add(SetupItem(found[1], self._at(token)))

    def _nag(self, token: Token) -> None:
        self._add(Nag(int(token.text[1:]), self._at(token)))

    def _strength(self, token: Token) -> None:
        line = self.lines[-1]
        if not line or not isinstance(line[-1], MoveItem) or line[-1].strength:
            raise self._error(Sentence("{found} does not follow a move", found=token.text), token.at)
        line[-1].strength = token.text.strip("()")

    def _forced(self, token: Token) -> None:
        self._add(Nag(7, self._at(token)))

    def _move_number(self, token: Token) -> None:
        self.number = token.text.replace(" ", "")

    def _move(self, token: Token) -> None:
        self._add(MoveItem(_SPACE.sub("", token.text), self._at(token), self.number))
        self.number = ""

    def _hint(self, token: Token) -> None:
        line = self.lines[-1]
        if not line or not isinstance(line[-1], MoveItem):
            fault = Sentence("a list of captured squares does not follow a move")
            raise self._error(fault, token.at)
        line[-1].taken = tuple(part.strip().lower() for part in token.text[1:-1].split(",") if part.strip())

    def _open(self, token: Token) -> None:
        if len(self.opened) >= DEEPEST:
            fault = Sentence("variations are nested deeper than {most}", most=DEEPEST)
            raise self._error(fault, token.at)
        inner: list[Item] = []
        self._add(Variation(inner, self._at(token)))
        self.lines.append(inner)
        self.opened.append(token.at)

    def _close(self, token: Token) -> None:
        if not self.opened:
            raise self._error(Sentence("a ) without a variation before it"), token.at)
        self.opened.pop()
        self.lines.pop()
        self.number = ""

    def _dots(self, token: Token) -> None:
        """Dots after a number say who is to move; elsewhere they stand for a move nobody knows."""
        if not self.number:
            self._add(Unknown(self._at(token)))

    def _unknown(self, token: Token) -> None:
        self._add(Unknown(self._at(token)))
        self.number = ""

    def _inner_result(self, token: Token) -> None:
        """A result at the end of a variation is an opinion on it."""
        self._add(Comment(token.text, self._at(token)))

    def _nothing(self, token: Token) -> None:
        """A lone full stop says nothing."""

    def _add(self, item: Item) -> None:
        self.lines[-1].append(item)
        self.begun = self.begun or not isinstance(item, Comment)

    def _at(self, token: Token) -> int:
        return token.at - self.start

    def _finish(self, end: int) -> PdnGame | None:
        if self.start < 0:
            return None
        if self.opened:
            raise self._error(Sentence("this variation is never closed with )"), self.opened[-1])
        line, column = self.source.where(self.start)
        return PdnGame(
            self.tags,
            self.items,
            self.result,
            self.game_number,
            line,
            column,
            self.source.text[self.start : end],
            self.source.name,
            self.tag_places,
        )

    def _error(self, fault: str, offset: int) -> PdnError:
        return PdnError(fault, *self.source.where(offset), self.source.name)


_TAKERS: dict[str, Callable[[_Parser, Token], None]] = {
    "tag": _Parser._tag,
    "comment": _Parser._comment,
    "setup": _Parser._setup,
    "nag": _Parser._nag,
    "strength": _Parser._strength,
    "number": _Parser._move_number,
    "move": _Parser._move,
    "hint": _Parser._hint,
    "open": _Parser._open,
    "close": _Parser._close,
    "dots": _Parser._dots,
    "dot": _Parser._nothing,
    "unknown": _Parser._unknown,
    "star": _Parser._forced,
    "result": _Parser._inner_result,
}
