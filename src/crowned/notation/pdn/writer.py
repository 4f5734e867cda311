"""From a Game to PDN 3.0, in the standard's strict form.

What the standard has no move for is written as a command in a comment (see `commands`), followed by a
setup with the position behind it where the board has changed: a reader that knows only the standard
sees a setup among the moves, which is how PDN records moves that its rules do not allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crowned.base import Side
from crowned.game import Game, Node, Outcome, Record
from crowned.game.beyond import SetUp
from crowned.game.law import default_actor
from crowned.notation.movetext import write_move
from crowned.notation.pdn import commands
from crowned.notation.pdn.reader import SEED, STRENGTHS
from crowned.notation.pdn.ruleset_tags import rule_tags
from crowned.notation.pdn.tree import Comment, Item, MoveItem, Nag, PdnGame, SetupItem, Unknown, Variation
from crowned.position.action import MoveAction, Spin, TakeBack
from crowned.rules.spec import Spec

UNKNOWN_TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
ONE_POINT = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}
TWO_POINTS = {Side.WHITE: "2-0", Side.BLACK: "0-2", None: "1-1"}
WIDTH = 79
_SIGNS = {value: sign for sign, value in STRENGTHS.items()}


def result_text(outcome: Outcome, spec: Spec) -> str:
    """A result in the style of the game: 1-0 or 2-0."""
    style = ONE_POINT if spec.pdn.results == "default" else TWO_POINTS
    return style[outcome.winner]


def from_game(game: Game, tags: Mapping[str, str] | None = None) -> PdnGame:
    """The game with all its variations, as items of PDN."""
    root = game.tree.root
    lines = _Lines(game.rules.spec)
    items: list[Item] = [Nag(nag) for nag in root.nags]
    if root.comment:
        items.append(Comment(remark(root.comment)))
    if root.children and isinstance(_record(root.children[0]).action, SetUp):
        # Else the setup that was an action would be taken for the start.
        items.append(SetupItem(game.start.fen))
    items += lines.after(root, 1)
    return PdnGame(_tags(game, tags or {}), items, "*")


def all_tags(spec: Spec, given: Mapping[str, str], outcome: Outcome | None) -> dict[str, str]:
    """The tags that every game has, those given, the rules, and what these say of the end."""
    tags = {**UNKNOWN_TAGS, **given, **rule_tags(spec)}
    if outcome is not None:
        tags["Result"] = result_text(outcome, spec)
        if outcome.points is not None:
            tags["Points"] = str(outcome.points)
    return tags


def _tags(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    tags = all_tags(game.rules.spec, given, _main_end(game).state.outcome)
    if game.start != game.rules.start():
        tags["FEN"] = game.start.fen
    if any(node.record and node.record.rolled for node in game.tree.nodes()):
        tags[SEED] = game.seed
    return tags


def _main_end(game: Game) -> Node:
    node = game.tree.root
    while node.children:
        node = node.children[0]
    return node


def _record(node: Node) -> Record:
    if node.record is None:
        raise ValueError("the root of a game is no action")
    return node.record


def remark(text: str) -> str:
    """A brace would end the comment, and an action in an analyst's words is not one that was done."""
    return commands.inert(text.replace("}", ")")).strip()


class _Lines:
    """Turns nodes into items. The number counts the moves of the side that begins in this ruleset."""

    def __init__(self, spec: Spec) -> None:
        self.first = spec.first
        self.separator = spec.pdn.separator

    def after(self, node: Node, number: int, fresh: bool = True) -> list[Item]:
        """Everything behind a node: the main continuation with its variations.

        `fresh` is true where no move stands directly before, so that the second side's number must be shown.
        """
        items: list[Item] = []
        while node.children:
            main, *others = node.children
            shown = self.node(main, number, fresh)
            items += shown
            items += [Variation(self._variation(other, number)) for other in others]
            fresh = bool(others) or not isinstance(shown[-1], MoveItem)
            number = self._count(main, number)
            node = main
        return items

    def _variation(self, node: Node, number: int) -> list[Item]:
        shown = self.node(node, number, True)
        return [*shown, *self.after(node, self._count(node, number), not isinstance(shown[-1], MoveItem))]

    def _count(self, node: Node, number: int) -> int:
        """The number behind a node: a move of the second side fills a row, its take-back opens it again."""
        record = _record(node)
        if isinstance(record.action, MoveAction):
            return number + (record.by is not self.first)
        if isinstance(record.action, TakeBack):
            return number - (record.by is self.first)
        return number

    def node(self, node: Node, number: int, fresh: bool) -> list[Item]:
        """One action with its marks and its comment."""
        record = _record(node)
        return noted(list(self._action(record, number, fresh)), node.nags, node.comment, record.time)

    def _action(self, record: Record, number: int, fresh: bool) -> Iterator[Item]:
        before, after = record.before.position, record.after.position
        action = record.action
        if isinstance(action, MoveAction) and action.move.path and action.move in before.moves():
            dots = "." if record.by is self.first else "..."
            shown = f"{number}{dots}" if record.by is self.first or fresh else ""
            yield MoveItem(write_move(before, action.move, self.separator), number=shown)
            return
        if not isinstance(action, SetUp):
            yield Comment(commands.act(_act_text(record)))
        if before.with_spin(None) != after.with_spin(None):
            yield SetupItem(after.fen)


def noted(items: list[Item], nags: Sequence[int], words: str, time: int | None) -> list[Item]:
    """An action with its marks and its comment behind it; the first mark is a sign if there is one."""
    rest = list(nags)
    if rest and rest[0] in _SIGNS and isinstance(items[-1], MoveItem):
        items[-1].strength = _SIGNS[rest.pop(0)]
    items += [Nag(nag) for nag in rest]
    clock = f"[%{commands.TIME} {time}]" if time is not None else ""
    if comment := f"{clock} {remark(words)}".strip():
        items.append(Comment(comment))
    return items


def _act_text(record: Record) -> str:
    if isinstance(record.action, Spin) and record.rolled:
        return f"rolled {record.action.result}"
    if record.by is not default_actor(record.before, record.action):
        return f"{record.by.name_key} {record.text}"
    return record.text


# ---- text


def dumps(pdn: PdnGame) -> str:
    """The text of a game, ended by the star that separates games."""
    header = [f'[{name} "{_escaped(value)}"]' for name, value in pdn.tags.items()]
    body = _filled([*_words(pdn.items), "*"])
    return "\n".join([*header, "", *body]) + "\n"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _words(items: list[Item]) -> Iterator[str]:
    """The units that may not be broken: a number with its move, a comment, a bracket with its neighbour."""
    for item in items:
        if isinstance(item, Variation):
            words = list(_words(item.items)) or [""]
            words[0] = "(" + words[0]
            words[-1] += ")"
            yield from words
        else:
            yield _word(item)


def _word(item: Item) -> str:
    match item:
        case MoveItem():
            hint = f" <{','.join(item.taken)}>" if item.taken else ""
            return f"{item.number} {item.text}{item.strength}{hint}".lstrip()
        case Comment(text=text):
            return "{" + text + "}"
        case Nag(value=value):
            return f"${value}"
        case SetupItem(fen=fen):
            return f'/FEN "{fen}"/'
        case Unknown():
            return "..."
        case _:
            raise TypeError(f"not an item: {item!r}")


def _filled(words: list[str]) -> list[str]:
    """Lines of a readable width, broken between units only."""
    lines: list[str] = []
    begun, width = 0, -1
    for index, word in enumerate(words):
        width += 1 + len(word)
        if width > WIDTH and index > begun:
            lines.append(" ".join(words[begun:index]))
            begun, width = index, len(word)
    return [*lines, " ".join(words[begun:])]
