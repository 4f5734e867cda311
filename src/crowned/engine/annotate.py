"""Annotating games: every move of the main line is weighed against the best one.

What counts is the expected result, from 0 to 1: a man thrown away in a won game costs little, the move
that lets a draw slip costs half a point. That holds for dice and for huffing as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crowned.base import Lang, Side
from crowned.engine.api import Info, Limits, Score
from crowned.engine.past import game_of
from crowned.engine.search import Engine
from crowned.game import Board, Game, Node
from crowned.position import action as act
from crowned.tables.words import said_of

INACCURACY, MISTAKE, BLUNDER = 6, 2, 4
"""The marks ?!, ? and ?? by their numbers in PDN."""
MARKS: tuple[tuple[float, int], ...] = ((0.30, BLUNDER), (0.15, MISTAKE), (0.08, INACCURACY))
"""How much of the expected result a move gives away to deserve a mark."""
STRENGTHS = range(1, 7)
LONGEST_LINE = 8
BY_TABLE_MEN = "100.00"
"""A win that only the tables know, in men."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one move was worth to the side that made it."""

    ply: int
    """How many actions stand before it."""
    by: Side
    move: str
    best: str
    """The move that the engine would have made."""
    before: float
    """The expected result with the best move, and with the move that was made."""
    after: float
    mark: int | None = None

    @property
    def loss(self) -> float:
        return max(0.0, self.before - self.after)


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of an annotation: how many of how many positions are done, and what was found."""

    done: int
    total: int
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True)
class _View:
    """A position as the engine sees it: what the side whose turn it is may expect."""

    expected: float
    score: Score | None = None
    info: Info | None = None


def annotate(
    game: Game | Board, engine: Engine, limits: Limits, *, lines: bool = True, lang: Lang = "en"
) -> Iterator[Progress]:
    """Note scores, marks and best lines in the game's tree; the game is left at the end of its main line.

    Marks that are there already stay. `lines=False` adds no variations. Where an endgame table knows a
    position, its comment says so in this language.
    """
    return _Annotator(game_of(game), engine, limits, lines, lang).run()


class _Annotator:
    def __init__(self, game: Game, engine: Engine, limits: Limits, lines: bool, lang: Lang) -> None:
        self.game = game
        self.engine = engine
        self.limits = limits
        self.lines = lines
        self.lang = lang

    def run(self) -> Iterator[Progress]:
        nodes = _main_line(self.game)
        before: _View | None = None
        for number, node in enumerate(nodes):
            view = self.view(node) if _matters(node) else None
            judgement = self.judge(node, before, view) if number and before and view else None
            before = view
            yield Progress(number + 1, len(nodes), judgement)
        self.game.tree.go(nodes[-1])

    # ---- seeing

    def view(self, node: Node) -> _View:
        self.game.tree.go(node)
        outcome = node.state.outcome
        if outcome is not None and (outcome.winner is not None or not node.children):
            return _View(_result(outcome.winner, node.state.actor))
        if node.state.pending is not None:
            return _View(max(map(self.after_answer, self.answers())))
        info = self.engine.search(self.game, self.limits)
        return _View(info.score.expected, info.score, info)

    def answers(self) -> list[act.Action]:
        """What may be done about an offence; to move on is to accept it."""
        return [a for a in self.game.actions() if isinstance(a, act.Huff | act.TakeBack | act.Accept)]

    def after_answer(self, answer: act.Action) -> float:
        """What the side that answers may expect then."""
        return self._expected(self.game, answer, self.game.actor)

    def _expected(self, game: Game, answer: act.Action, actor: Side) -> float:
        """The offender may have to pick what he loses, and picks what hurts least."""
        after = game.copy()
        after.play(answer)
        if after.outcome is not None:
            return _result(after.outcome.winner, actor)
        if after.pending is not None:
            return min(self._expected(after, a, actor) for a in after.actions() if isinstance(a, act.Huff))
        expected = self.engine.search(after, self.limits).score.expected
        return expected if after.actor is actor else 1 - expected

    # ---- judging

    def judge(self, node: Node, before: _View, view: _View) -> Judgement | None:
        record = node.record
        if record is None or not isinstance(record.action, act.MoveAction) or before.info is None:
            return None
        best = before.info.best
        after = view.expected if node.state.actor is record.by else 1 - view.expected
        if best == record.action.move:
            after = max(after, before.expected)  # a deeper look may think less of it; nothing was better
        mark = _mark(before.expected - after)
        judgement = Judgement(
            ply=len(node.line()) - 2,
            by=record.by,
            move=record.text,
            best=best.text if best else record.text,
            before=before.expected,
            after=after,
            mark=mark,
        )
        self.write(node, judgement, before.info, view)
        return judgement

    def write(self, node: Node, judgement: Judgement, before: Info, view: _View) -> None:
        own = [nag for nag in node.nags if nag in STRENGTHS]
        if judgement.mark is not None and not own:
            node.nags = (judgement.mark, *node.nags)
        words = [eval_command(view, node.state.actor), self.known(node), node.comment]
        node.comment = " ".join(filter(None, words))
        if judgement.mark is not None and self.lines and node.parent is not None:
            self.add_line(node.parent, before, judgement.by)

    def known(self, node: Node) -> str:
        """What an endgame table says about the position after a move."""
        if self.engine.exact is None or node.state.outcome or node.state.pending:
            return ""
        answer = self.engine.exact.ask(node.state.position)
        return said_of(node.state.position, answer, self.lang) if answer else ""

    def add_line(self, node: Node, info: Info, by: Side) -> None:
        """The best line as a variation, as far as no spin is needed to go on."""
        tree = self.game.tree
        tree.go(node)
        for number, move in enumerate(info.lines[0].moves[:LONGEST_LINE]):
            if move not in self.game.moves():
                break
            self.game.play(move)
            if not number and not tree.here.comment:
                tree.here.comment = eval_command(_View(info.score.expected, info.score), by)


def _main_line(game: Game) -> list[Node]:
    nodes = [game.tree.root]
    while nodes[-1].children:
        nodes.append(nodes[-1].children[0])
    return nodes


def _matters(node: Node) -> bool:
    """Whether a move was made to get here, or is made from here."""
    records = [node.record, *(child.record for child in node.children[:1])]
    return any(record is not None and isinstance(record.action, act.MoveAction) for record in records)


def _result(winner: Side | None, side: Side) -> float:
    return 0.5 if winner is None else float(winner is side)


def _mark(loss: float) -> int | None:
    return next((mark for least, mark in MARKS if loss >= least), None)


def eval_command(view: _View, actor: Side) -> str:
    """`[%eval 0.35]`: men that White is ahead; `#5` for a win in five moves, `55 %` where dice decide.

    A win that only a table knows is 100 men.
    """
    if view.score is None:
        return ""
    score = view.score if actor is Side.WHITE else -view.score
    if score.chance:
        return f"[%eval {score.text}]"
    if not score.decided:
        return f"[%eval {score.men:.2f}]"
    sign = "" if score.value > 0 else "-"
    if score.plies is None:
        return f"[%eval {sign}{BY_TABLE_MEN}]"
    return f"[%eval #{sign}{(score.plies + 1) // 2}]"
