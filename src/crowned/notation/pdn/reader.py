"""From the text of a game to a Game: every move judged, variations, comments and marks kept."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

from crowned.base import (
    AmbiguousMove,
    BadInput,
    CrownedError,
    FenError,
    IllegalMove,
    Lang,
    MoveTextError,
    PdnError,
    Side,
)
from crowned.base.sentence import Sentence, Spoken
from crowned.base.words import quoted
from crowned.game import Game, Node, State
from crowned.game.beyond import play_on, set_up, undrawn
from crowned.game.game import Playable
from crowned.notation.movetext import find_move, parse
from crowned.notation.pdn import ahead, commands
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.reading import Reading
from crowned.notation.pdn.tree import Comment, Item, MoveItem, Nag, PdnGame, SetupItem, Unknown, Variation
from crowned.position import Move, Position
from crowned.position.action import MoveAction
from crowned.position.attempt import LONGEST

STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
SEED = "SpinnerSeed"


def build(pdn: PdnGame, reading: Reading) -> Loaded:
    """The game; PdnError, with its place, at the first thing that does not fit the rules."""
    builder = _Builder(pdn, reading)
    builder.line(pdn.items, builder.game.tree.root)
    builder.remarks.write()
    game = builder.game
    game.tree.here = game.tree.root
    game.tree.end()
    return Loaded(
        dict(pdn.tags),
        pdn.tags.get("Result") or pdn.result or "*",
        game.position,
        lambda: game,
        number=pdn.number,
        line=pdn.line,
        plies=len(game.history),
        warnings=(*reading.warnings, *builder.warnings),
        text=pdn.text,
        file=pdn.source,
        guess=reading.guess,
    )


class _Line:
    """A line while it is read: where it stands, its last node, and comments that wait for its first."""

    def __init__(self, items: list[Item], parent: Node, is_main: bool) -> None:
        self.items = items
        self.at = 0
        """The item that is read now."""
        self.here = parent
        self.last = parent if is_main else None
        self.before: list[str] = []
        self.made = 0
        self.unknown: Unknown | None = None

    def step(self, node: Node) -> None:
        self.here = self.last = node
        self.made += 1

    def note_time(self, value: str) -> None:
        """The note of the keeper of the clock on the last action."""
        time = commands.time(value)
        if self.last and self.last.record and time is not None:
            self.last.record = replace(self.last.record, time=time)

    def coming(self) -> Iterator[MoveItem]:
        """The moves that follow in this line, up to a setup."""
        for item in islice(self.items, self.at + 1, None):
            if isinstance(item, SetupItem):
                return
            if isinstance(item, MoveItem):
                yield item


class _Remarks:
    """Words and marks of the nodes, gathered in lists: to lengthen a text bit by bit takes too long."""

    def __init__(self) -> None:
        self.words: defaultdict[Node, deque[str]] = defaultdict(deque)
        self.nags: defaultdict[Node, list[int]] = defaultdict(list)

    def write(self) -> None:
        for node, words in self.words.items():
            node.comment = commands.inert(" ".join(words).strip())
        for node, nags in self.nags.items():
            node.nags = tuple(nags)


class _Builder:
    def __init__(self, pdn: PdnGame, reading: Reading) -> None:
        self.pdn = pdn
        self.reading = reading
        self.find: Callable[[str], int | None] | None = reading.find
        self.game = Game(reading.rules, reading.start, self._seed())
        self.remarks = _Remarks()
        self.warnings: list[str] = []

    def _seed(self) -> bytes | None:
        """The seed that a game with rolled spins was played with."""
        text = self.pdn.tags.get(SEED)
        try:
            return bytes.fromhex(text) if text else None
        except ValueError:
            fault = Sentence("{found} is not a seed in hexadecimal digits", found=quoted(text))
            raise self.pdn.tag_error(fault, SEED) from None

    def line(self, items: list[Item], parent: Node) -> None:
        """Read a line that starts behind `parent`. Lines nest no deeper than the parser allows."""
        line = _Line(items, parent, parent.parent is None and items is self.pdn.items)
        while line.at < len(items):
            item = items[line.at]
            _READERS[type(item)](self, item, line)
            line.at += 1
        if line.last is None:
            self.remarks.words[parent].extend(line.before)

    def _step(self, line: _Line, node: Node) -> None:
        """Comments that stand before the first move of a variation come before what is said of it."""
        line.step(node)
        if line.before:
            self.remarks.words[node].extendleft(reversed(line.before))
            line.before.clear()

    def _comment(self, item: Comment, line: _Line) -> None:
        own, rest = commands.split(item.text)
        for command in own:
            if command.name == commands.TIME:
                line.note_time(command.value)
            else:
                self._known(line, item.at)
                self._step(line, self._act(line, command.value, item.at))
        if rest and line.last is None:
            line.before.append(rest)
        elif rest and line.last is not None:
            self.remarks.words[line.last].append(rest)

    def _nag(self, item: Nag, line: _Line) -> None:
        if line.last is None:
            fault = Sentence("{found} does not follow a move", found=f"${item.value}")
            raise self.pdn.error(fault, item.at)
        self.remarks.nags[line.last].append(item.value)

    def _unknown(self, item: Unknown, line: _Line) -> None:
        line.unknown = line.unknown or item

    def _variation(self, item: Variation, line: _Line) -> None:
        if not line.made or line.here.parent is None:
            fault = Sentence("this variation stands before any move it could replace")
            raise self.pdn.error(fault, item.at)
        self.line(item.items, line.here.parent)

    def _setup(self, item: SetupItem, line: _Line) -> None:
        position = self._position(item, line.here)
        if position == line.here.state.position:
            return
        line.unknown = None
        self._step(line, set_up(line.here, position))

    def _position(self, item: SetupItem, node: Node) -> Position:
        try:
            return self.reading.position(item.fen, node.state.position)
        except FenError as error:
            raise self.pdn.error(error.fault, item.at) from None

    def _move(self, item: MoveItem, line: _Line) -> None:
        self._known(line, item.at)
        state = undrawn(line.here.state)
        first = line.at
        move = self._named(item, line, state)
        node = self._do(line, state, MoveAction(move), item.at)
        self._step(line, node)
        self._mark(node, item.strength)
        for other in line.items[first + 1 : line.at + 1]:
            self._said_between(other, line, node)

    def _said_between(self, item: Item, line: _Line, node: Node) -> None:
        """What is said between the jumps of a capture written jump by jump is said of the capture."""
        if isinstance(item, MoveItem):
            self._mark(node, item.strength)
        else:
            _READERS[type(item)](self, item, line)

    def _named(self, item: MoveItem, line: _Line, state: State) -> Move:
        """The move that is meant; what the text leaves open, the moves that follow settle."""
        try:
            return find_move(state, item.text, find=self.find, taken=item.taken)
        except AmbiguousMove as error:
            return self._settled(item, line, state, error)
        except MoveTextError as error:
            joined = ahead.joined(state, line.items, line.at, self.find)
            if joined is None:
                raise self._refused(item, line.here, error) from None
            move, line.at = joined
            return move

    def _settled(self, item: MoveItem, line: _Line, state: State, error: AmbiguousMove) -> Move:
        rivals = [move for move in state.playable if move.text in error.candidates]
        best = ahead.furthest(state.position, rivals, line.coming(), self.find)
        if len(best) > 1:
            taken = best[0].text
            pattern = "line {line}: {fault}; nothing that follows settles it, and {taken} is taken"
            where = self.pdn.error("", item.at).line
            self.warnings.append(Sentence(pattern, line=where, fault=error.fault, taken=taken))
        return best[0]

    def _mark(self, node: Node, strength: str) -> None:
        if strength in STRENGTHS:
            self.remarks.nags[node].append(STRENGTHS[strength])
        elif strength:
            self.remarks.words[node].appendleft(f"({strength})")

    def _known(self, line: _Line, at: int) -> None:
        if line.unknown is not None:
            fault = Sentence("a move before this one is not known, so this one cannot be judged")
            raise self.pdn.error(fault, at)

    # ---- doing what the text says

    def _do(self, line: _Line, state: State, action: MoveAction, at: int) -> Node:
        if state is line.here.state:
            return self._played(line, action, at)
        self.game.tree.here = line.here
        return play_on(self.game.tree, state, action)

    def _played(self, line: _Line, action: Playable, at: int, by: Side | None = None) -> Node:
        self.game.tree.here = line.here
        try:
            self.game.play(action, by=by)
        except CrownedError as error:
            raise self.pdn.error(_told(error), at) from None
        return self.game.tree.here

    def _act(self, line: _Line, text: str, at: int) -> Node:
        """An action that PDN has no move for: `huff c3`, `spin green`, `rolled green`, `black resign`."""
        word, _, rest = text.partition(" ")
        if word == "rolled":
            return self._rolled(line, rest, at)
        by = Side[word.upper()] if word in ("white", "black") else None
        told = self._own_names(line, rest if by is not None else text, at)
        return self._played(line, told, at, by)

    def _own_names(self, line: _Line, text: str, at: int) -> Playable:
        """Squares are counted as the file counts them."""
        try:
            attempt = parse(text)
            if not attempt.squares:
                return text
            return find_move(line.here.state, attempt, find=self.find)
        except MoveTextError as error:
            raise self.pdn.error(error.fault, at) from None

    def _rolled(self, line: _Line, result: str, at: int) -> Node:
        """A spin of the game's own dice; where the seed is given, it must give this result."""
        if SEED not in self.pdn.tags:
            return self._played(line, f"spin {result}", at)
        node = self._played(line, "spin", at)
        if node.record is None or node.record.text != f"spin {result}":
            fault = Sentence("the spin {found} is not what the seed gives", found=quoted(result))
            raise self.pdn.error(fault, at)
        return node

    # ---- faults

    def _refused(self, item: MoveItem, node: Node, error: MoveTextError) -> PdnError:
        """Say why: the referee knows more than that the move is not among the legal ones."""
        count = sum(isinstance(n.record.action, MoveAction) for n in node.line() if n.record)
        name = f"{count // 2 + 1}{'.' if count % 2 == 0 else '...'} {item.text}"
        why = (len(item.text) <= LONGEST and self._why(item, node)) or error.fault
        return self.pdn.error(Sentence("{path}: {fault}", path=name, fault=why), item.at)

    def _why(self, item: MoveItem, node: Node) -> str:
        find = self.find or self.game.rules.squares.find
        cells = [find(square) for square in parse(item.text).squares]
        names = [self.game.rules.squares.name(cell) for cell in cells if cell is not None]
        if not cells or len(names) < len(cells):
            return ""
        self.game.tree.here = node
        try:
            self.game.play(names)
        except BadInput:
            return ""
        except CrownedError as refusal:
            return _told(refusal)
        return ""


def _told(refusal: CrownedError) -> str:
    """What the referee says, in all his languages where he has said it."""
    if not isinstance(refusal, IllegalMove) or refusal.verdict is None:
        return str(refusal)
    return Spoken({lang: refusal.verdict.text(lang) for lang in get_args(Lang)})


_READERS: dict[type, Callable[[_Builder, Any, _Line], None]] = {
    MoveItem: _Builder._move,
    Comment: _Builder._comment,
    Nag: _Builder._nag,
    SetupItem: _Builder._setup,
    Unknown: _Builder._unknown,
    Variation: _Builder._variation,
}
