"""Games told anew: by other rules, in another notation, in the dialect of another program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from crowned.base import BadInput, CrownedError, Side
from crowned.base.words import did_you_mean, quoted
from crowned.game import Game, Node, Record
from crowned.game.beyond import SetUp, play_on, set_up, undrawn
from crowned.notation import fen
from crowned.notation.pdn import gametype
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.plain import retold
from crowned.notation.pdn.ruleset_tags import RULE_TAGS, VARIANT
from crowned.notation.pdn.tree import PdnGame
from crowned.notation.pdn.writer import dumps, from_game
from crowned.position import Move, Position, Ruleset
from crowned.position.action import MoveAction
from crowned.position.attempt import Attempt
from crowned.position.reading import meant

NOTATIONS = {"numbers": "numeric", "letters": "algebraic"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a program writes otherwise than the standard."""

    numbers: bool = False
    """Squares are numbers in every game."""
    ends_with_result: bool = False
    """A game ends with its result, not with a star."""
    position: str = ""
    """How a position is written: "" as ours, else as a function of `crowned.notation.fen` says."""


DIALECTS = {
    "standard": Dialect(),
    "lidraughts": Dialect(numbers=True, ends_with_result=True, position="lidraughts"),
    "checkerboard": Dialect(numbers=True, ends_with_result=True, position="checkerboard"),
}


def dialect(name: str) -> Dialect:
    if name not in DIALECTS:
        raise BadInput(f"no dialect {quoted(name)}{did_you_mean(name, DIALECTS)}")
    return DIALECTS[name]


def in_notation(rules: Ruleset, notation: str) -> Ruleset:
    """The same rules with squares as `numbers` or `letters`."""
    if notation not in NOTATIONS:
        raise BadInput(f"squares are written as {' or '.join(NOTATIONS)}, not {quoted(notation)}")
    wanted = NOTATIONS[notation]
    return rules if rules.spec.notation == wanted else _noting(rules, wanted)


@lru_cache(maxsize=64)
def _noting(rules: Ruleset, notation: str) -> Ruleset:
    return rules.with_options(notation=notation)


def rewritten(loaded: Loaded, rules: Ruleset, how: Dialect) -> str:
    """A game that was read, by these rules, as a program writes it; BadInput at a move they forbid."""
    tags = {name: value for name, value in loaded.tags.items() if name not in RULE_TAGS}
    if VARIANT in tags and gametype.by_site(tags[VARIANT]) not in (None, rules.id):
        del tags[VARIANT]
    tags.setdefault("Result", loaded.result)
    if told := retold(loaded, rules, tags):
        return _in_dialect(told, rules.start(), how)
    return write_in(loaded.game if rules is loaded.rules else converted(loaded.game, rules), tags, how)


def write_in(game: Game, tags: Mapping[str, str], how: Dialect) -> str:
    """The game as a program writes it. Result and players come from the tags."""
    return _in_dialect(from_game(game, tags), game.start, how)


def _in_dialect(told: PdnGame, start: Position, how: Dialect) -> str:
    if how.position and "FEN" in told.tags:
        told.tags["FEN"] = _position_text(start, how.position)
        told.tags = {"SetUp": "1", **told.tags} if how.ends_with_result else told.tags
    if how.ends_with_result:
        told.result = told.tags.get("Result", "*")
    return _ended(told)


def _ended(told: PdnGame) -> str:
    text = dumps(told)
    return text if told.result == "*" else f"{text.rstrip().removesuffix('*').rstrip()} {told.result}\n"


def _position_text(position: Position, form: str) -> str:
    written: str = getattr(fen, f"to_{form}")(position)
    return written


# ---- other rules


def converted(game: Game, rules: Ruleset) -> Game:
    """The game, its variations and its remarks by other rules; BadInput at the first move they forbid."""
    if (rules.squares.files, rules.squares.ranks) != (game.rules.squares.files, game.rules.squares.ranks):
        raise BadInput("the two rulesets have boards of different sizes")
    made = Game(rules, _placed(game.start, rules), bytes.fromhex(game.seed))
    waiting = [(game.tree.root, made.tree.root)]
    while waiting:
        old, new = waiting.pop()
        new.comment, new.nags = old.comment, old.nags
        waiting += [(child, _played(made, new, child)) for child in old.children]
    made.tree.here = made.tree.root
    made.tree.end()
    return made


def _placed(position: Position, rules: Ruleset) -> Position:
    """The same pieces on the same cells."""
    own, other = position.rules.squares, rules.squares
    pieces = {other.name(own.cell(square)): column for square, column in position.pieces().items()}
    return rules.place(pieces, position.side, position.knobs, position.spin)


def _played(game: Game, node: Node, done: Node) -> Node:
    record = done.record
    if record is None:
        raise ValueError("the root of a game is no action")
    if isinstance(record.action, SetUp):
        return set_up(node, _placed(record.action.position, game.rules))
    game.tree.here = node
    if isinstance(record.action, MoveAction):
        return _moved(game, node, record, record.action.move)
    try:
        game.play(record.text, by=Side(record.by), time=record.time)
    except CrownedError as error:
        raise BadInput(f"{record.text}: {error}") from None
    return game.tree.here


def _moved(game: Game, node: Node, record: Record, move: Move) -> Node:
    """The move with the same way, or with the same captures by another."""
    state = undrawn(node.state)
    cells = record.before.position.rules.cells
    names = [game.rules.squares.name(cells[square]) for square in move.path]
    written = Attempt(move.text, tuple(names), bool(move.captures)) if names else Attempt(move.text)
    found = meant(state, written) if names else [m for m in state.playable if m.text == move.text]
    if len(found) != 1:
        raise BadInput(f"{move.text} is no move by the rules of {game.rules.id}")
    return play_on(game.tree, state, MoveAction(found[0]), record.time)
