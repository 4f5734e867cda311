"""How the text of one game is to be read: its rules, its start, and how it counts the squares.

Tags are believed as long as the game makes sense with them. Many programs write a wrong corner into
GameType, or a wrong first player; where the first move is impossible as the tag counts but possible as
the game itself counts, the game is right and the tag is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from typing import cast

from crowned._native import follow
from crowned.base import BadInput, FenError, Side
from crowned.base.sentence import Sentence
from crowned.notation.pdn import ahead, commands, gametype
from crowned.notation.pdn.gametype import Counting, GameType
from crowned.notation.pdn.guess import TRIED, Census, Guess, candidates
from crowned.notation.pdn.ruleset_tags import tagged_rules
from crowned.notation.pdn.tree import Comment, Item, MoveItem, Nag, PdnGame, SetupItem
from crowned.position import Move, Position
from crowned.position.reading import Finder, InPosition
from crowned.position.ruleset import Ruleset, ruleset
from crowned.position.setup import Setup


@dataclass
class Reading:
    rules: Ruleset
    start: Position
    find: Callable[[str], int | None] | None = None
    """None where the file counts as the ruleset does."""
    counted: Ruleset | None = None
    """The same rules with the file's numbers, for position texts."""
    warnings: list[str] = field(default_factory=list)
    guess: Guess | None = None
    """How sure the rules are, where the game does not name them."""

    def position(self, fen: str, now: Position | None = None) -> Position:
        """A position text of this file; FenError with all faults. `W::` only says who moves."""
        text = "".join(fen.split())
        if text in ("W::", "B::"):
            return (now or self.start).with_turn(Side.from_letter(text[0]))
        if text.startswith("?"):
            text = self.rules.spec.first.letter + text[1:]
        if self.counted is None:
            return Position.from_fen(self.rules, text)
        setup = Setup.parse_fen(self.counted, text)
        names, own = self.counted.squares, self.rules.squares
        pieces = {own.name(names.cell(square)): column for square, column in setup.pieces.items()}
        return Setup(self.rules, pieces, setup.turn, setup.knobs, setup.spin).position()


def choose(game: PdnGame, rules: Ruleset | None = None, census: Census | None = None) -> Reading:
    """The reading of a game. `rules` overrules what the tags say; `census` is what is known of its file."""
    warnings: list[str] = []
    guess: Guess | None = None
    if rules is None:
        rules, warnings = tagged_rules(game)
    if rules is None:
        guess = _guessed(game, census)
        rules = ruleset(guess.ruleset)
    faults: list[BadInput] = []
    readings = []
    for attempt in _attempts(game, rules):
        try:
            readings.append(_started(game, *attempt))
        except FenError as error:
            faults.append(error)
    if not readings:
        raise game.tag_error(faults[0].fault, "FEN")
    best = readings[0]
    if len(readings) > 1:
        best = next((reading for reading in readings if _begins(game, reading)), best)
    best.warnings += warnings
    best.guess = guess
    return best


def _guessed(game: PdnGame, census: Census | None) -> Guess:
    """What the game is; PdnError if its first move fits no game and its file does not tell."""
    if census is None:
        census = Census(plies_played)
        census.learn([game])
    guess = census.guess(game)
    if census.telling or _may_begin(game, ruleset(guess.ruleset)):
        return guess
    if any(_may_begin(game, one.rules) for one in candidates()):
        return guess
    fault = Sentence("the game has no GameType, and its first move fits no game")
    raise game.tag_error(fault, "GameType")


def _may_begin(game: PdnGame, rules: Ruleset) -> bool:
    try:
        return _begins(game, _started(game, rules, None))
    except FenError:
        return False


def _attempts(game: PdnGame, rules: Ruleset) -> Iterator[tuple[Ruleset, GameType | None]]:
    """First as the tag says, then as the ruleset itself counts.

    Where Black begins and squares are letters, some count them as he sees the board: his corner is a1.
    """
    tag = gametype.parse(game.tags.get("GameType", ""))
    if tag is None or not tag.notation or not _fits(tag, rules):
        yield rules, None
        if rules.spec.first is Side.BLACK and _is_lettered(game):
            yield rules, GameType(0, None, rules.squares.files, rules.squares.ranks, "A")
        return
    begun = rules if "FEN" in game.tags else _beginning(rules, tag.start)
    yield begun, tag
    if begun is not rules or not Counting(rules.spec, tag).is_own:
        yield rules, None


def _is_lettered(game: PdnGame) -> bool:
    first = next((item for item in game.items if isinstance(item, MoveItem)), None)
    return first is not None and first.text[:1].isalpha()


def _fits(tag: GameType, rules: Ruleset) -> bool:
    return (tag.files, tag.ranks) == (rules.squares.files, rules.squares.ranks)


def _beginning(rules: Ruleset, start: Side | None) -> Ruleset:
    if start is None or start is rules.spec.first:
        return rules
    return _changed(rules, "first_player", start.name_key)


@cache
def _changed(rules: Ruleset, axis: str, value: str) -> Ruleset:
    return rules.with_options(**{axis: value})


def _started(game: PdnGame, rules: Ruleset, tag: GameType | None) -> Reading:
    reading = Reading(rules, rules.start())
    counting = Counting(rules.spec, tag) if tag else None
    if counting and not counting.is_own:
        reading.find = counting.find
        reading.counted = _changed(rules, "numbers_from", counting.corner) if counting.corner else None
    fen = game.tags.get("FEN", "").strip()
    if fen:
        reading.start = reading.position(fen)
    elif setup := _first_setup(game):
        reading.start = reading.position(setup.fen)
    return reading


def _first_setup(game: PdnGame) -> SetupItem | None:
    """A setup before anything was done is the start of the game; remarks may stand before it."""
    for item in game.items:
        if isinstance(item, SetupItem):
            return item
        if not isinstance(item, Comment | Nag) or (isinstance(item, Comment) and commands.acts(item.text)):
            return None
    return None


def _begins(game: PdnGame, reading: Reading) -> bool:
    """Whether the first move can be played; a game without moves says nothing against a reading."""
    first = next((item for item in game.items if isinstance(item, MoveItem | SetupItem)), None)
    return not isinstance(first, MoveItem) or _plies(game, reading, 1) == 1


def plies_played(game: PdnGame, rules: Ruleset) -> int:
    """How many moves of the main line these rules allow; FenError if they do not allow its position."""
    return _plies(game, _started(game, rules, None), TRIED)


def _plies(game: PdnGame, reading: Reading, most: int) -> int:
    """How many moves of the main line can be played, up to a limit; what is ambiguous counts as played."""
    moves = [item for item in takewhile(_is_no_setup, game.items) if isinstance(item, MoveItem)][:most]
    position, count = reading.start, 0
    while count < len(moves):
        if reading.find is None:
            position, made = _followed(position, moves[count:])
            count += made
        if count == len(moves):
            break
        found = _one(position, moves, count, reading.find)
        if found is None:
            break
        position, count = position.play(found[0]), found[1] + 1
    return count


def _one(
    position: Position, moves: Sequence[MoveItem], at: int, find: Finder | None
) -> tuple[Move, int] | None:
    """The move that is written at a place, be it jump by jump, and where it ends."""
    choice = InPosition(position)
    found = ahead.read(choice, moves[at], find)
    return (found[0], at) if found else ahead.joined(choice, moves, at, find)


def _is_no_setup(item: Item) -> bool:
    return not isinstance(item, SetupItem)


def _followed(position: Position, moves: Sequence[MoveItem]) -> tuple[Position, int]:
    """As far as the core can go alone, which is quick."""
    end, made, _ = follow(position, " ".join(item.text for item in moves))
    return cast("Position", end), made
