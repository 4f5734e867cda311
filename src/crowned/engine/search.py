"""The engine: searches positions, and chooses actions in games. It does no input or output."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from copy import copy
from functools import partial
from importlib import import_module
from types import ModuleType

from crowned import _native
from crowned._native import Move
from crowned.base import BadInput, CrownedError, Side
from crowned.engine import weightfile
from crowned.engine.api import SURE, WON, Info, Limits, Line, Score
from crowned.engine.book import Book, by_heart, shipped
from crowned.engine.exact import Exact
from crowned.engine.levels import LEVELS, Level, level_of, overlooks, pick
from crowned.engine.past import Asked, bare, bound_by_past, game_of, history, outcome, restriction, turn
from crowned.engine.turns import Turns
from crowned.game import Board, Game, Outcome
from crowned.game.endings import countdowns
from crowned.position import Position
from crowned.position import action as act
from crowned.position.action import Action
from crowned.position.ruleset import Ruleset, RulesetLike, ruleset

Report = tuple[int, int, int, int, float, int, bool, tuple[tuple[str | None, int, tuple[Move, ...]], ...]]
"""What the core says after a depth, in the order of Info."""
POLL = 0.003
"""Seconds between two looks at a stop event."""
FOREVER = 120
"""A depth that no search reaches."""
FIRST_EXACT_LEVEL = 6
"""From this level on the computer knows its endings."""
AGREES_BELOW = 0.45
"""An expected result at which a draw is welcome."""


class NothingToChoose(CrownedError):  # noqa: N818  the name says more than an ending
    """The game is over, or the spinner comes first."""


class Engine:
    """A player of one ruleset. One search at a time; `stop` may be called from any thread."""

    def __init__(
        self,
        rules: RulesetLike,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        weights_file: str | None = None,
        seed: int | None = None,
    ) -> None:
        if threads < 1:
            raise BadInput(f"an engine needs one thread at least, not {threads}")
        self.rules = own = ruleset(rules)
        self.threads = threads
        self._turns = Turns()
        self._native = _searcher(own, hash_mb)
        self._chance = bool(own.sliders)
        self._random = random.Random(seed)
        self._naive: Engine | None = None
        self.exact: Exact | None = Exact(own)
        """The endgame tables; None to play without."""
        self.book: Book | None = shipped(own.id, own.fingerprint)
        """The openings; None to play without."""
        self._consulted: _native.Tables | None = None
        self.weights_name = weightfile.furnish(self._native, own.spec, weights_file)

    # ---- searching

    def analyse(
        self,
        what: Asked,
        limits: Limits | None = None,
        multipv: int = 1,
        *,
        only: Sequence[Move] = (),
        stop_event: threading.Event | None = None,
    ) -> Iterator[Info]:
        """Infos, one per depth; the last one is the result. Closing the iterator stops the search.

        An engine searches one position at a time: a second search waits for the end of the first.
        """
        what = bare(what)
        self._check(what, multipv)
        if (over := outcome(what)) is not None:
            yield self._finished(over, what)
            return
        found = self._consult(what, multipv, tuple(only) or restriction(what))
        if isinstance(found, Info):
            yield found
            return
        if self._turns.take(stop_event):
            try:
                self._begin(what, limits or Limits(), multipv, found)
                yield from self._infos(stop_event)
            finally:
                self._native.stop()
                self._turns.give_back()

    def search(
        self,
        what: Asked,
        limits: Limits | None = None,
        multipv: int = 1,
        *,
        only: Sequence[Move] = (),
        stop_event: threading.Event | None = None,
    ) -> Info:
        """The last info of `analyse`; of several lines, the last whose scores are all of one depth."""
        last = None
        for info in self.analyse(what, limits, multipv, only=only, stop_event=stop_event):
            if last is None or info.whole or multipv == 1:
                last = info
        return last or Info(0, 0, self._score(0), 0, 0.0, 0, True, ())

    async def search_async(
        self,
        what: Asked,
        limits: Limits | None = None,
        multipv: int = 1,
        *,
        only: Sequence[Move] = (),
    ) -> Info:
        """`search` for asynchronous code; cancelling the task stops the search."""
        work = partial(self.search, what, limits, multipv, only=only)
        found: Info = await _aio().done(work)
        return found

    def analyse_async(
        self,
        what: Asked,
        limits: Limits | None = None,
        multipv: int = 1,
        *,
        only: Sequence[Move] = (),
    ) -> AsyncGenerator[Info, None]:
        """`analyse` for `async for`; leaving the loop or cancelling the task stops the search."""
        work = partial(self.analyse, what, limits, multipv, only=only)
        infos: AsyncGenerator[Info, None] = _aio().Each(work)
        return infos

    async def choose_async(self, game: Asked, how: Limits | Level | int | None = None) -> Action:
        """`choose` for asynchronous code; cancelling the task stops the search."""
        action: Action = await _aio().done(partial(self.choose, game, how))
        return action

    def stop(self) -> None:
        """Break off the search that runs, from whatever thread; its result is what was found so far."""
        self._native.stop()
        if self._naive is not None:
            self._naive.stop()

    def forget(self) -> None:
        """Forget everything found so far, as a new engine would."""
        self._turns.take()
        try:
            self._native.forget()
        finally:
            self._turns.give_back()

    def estimate(self, position: Position | Board) -> Score:
        """The evaluation alone, without looking ahead."""
        plain = position.position if isinstance(position, Board) else position
        self._check(plain)
        return self._score(self._native.estimate(plain))

    def _check(self, what: Game | Position, multipv: int = 1) -> None:
        if what.rules.fingerprint != self.rules.fingerprint:
            raise BadInput(f"the position belongs to {what.rules!r}, the engine plays {self.rules!r}")
        if multipv < 1:
            raise BadInput(f"an analysis has one line at least, not {multipv}")

    def _consult(
        self, what: Game | Position, lines: int, allowed: tuple[Move, ...]
    ) -> Info | tuple[Move, ...]:
        """What the tables answer; they know nothing of games in which more than the position decides."""
        if self.exact is None or (isinstance(what, Game) and bound_by_past(what)):
            return allowed
        return self.exact.consult(what, lines, allowed)

    def _few(self, what: Game | Position) -> int:
        """The number of pieces from which on the search looks into the tables; 0 for never.

        It does not where a count by material runs, which goes on in the tables.
        """
        if self.exact is None or (isinstance(what, Game) and countdowns(what.state)):
            return 0
        few = self.exact.few(what)
        if few and self.exact.native is not self._consulted:
            self._consulted = self.exact.native
            self._native.consult(self._consulted)
        return few

    def _finished(self, outcome: Outcome, what: Game | Position) -> Info:
        """What there is to say about a game that is over."""
        value = 0
        if outcome.winner is not None:
            value = (SURE if self._chance else WON) * (1 if outcome.winner == Side(turn(what)) else -1)
        return Info(0, 0, self._score(value), 0, 0.0, 0, True, ())

    def _begin(self, what: Game | Position, limits: Limits, lines: int, only: tuple[Move, ...]) -> None:
        position, past, quiet, tallies = history(what)
        soft, hard = limits.seconds()
        self._native.start(
            position,
            past,
            quiet,
            tallies,
            only,
            depth=limits.depth or FOREVER,
            nodes=0 if limits.infinite else limits.nodes,
            soft=soft,
            hard=hard,
            lines=lines,
            threads=self.threads,
            fresh=limits.nodes > 0 and self.threads == 1,
            exact=False,
            obvious=limits.hurried and not limits.infinite,
            table_pieces=self._few(what),
        )

    def _infos(self, stop_event: threading.Event | None) -> Iterator[Info]:
        running = True
        while running:
            running = self._native.running
            for report in self._native.wait(POLL if running else 0):
                yield self._info(report)
            if running and stop_event is not None and stop_event.is_set():
                self._native.stop()

    def _score(self, value: int) -> Score:
        return Score(value, self._chance)

    def _info(self, report: Report) -> Info:
        depth, deepest, score, nodes, seconds, fill, whole, lines = report
        listed = tuple(Line(self._score(value), moves, spin) for spin, value, moves in lines)
        return Info(depth, deepest, self._score(score), nodes, seconds, fill, whole, listed)

    # ---- playing

    def choose(
        self,
        game: Asked,
        how: Limits | Level | int | None = None,
        *,
        stop_event: threading.Event | None = None,
    ) -> Action:
        """What to do now for the side whose turn it is: a move, an answer to an offence, a claim.

        `how` is a level (1 to 10) or limits; without either, the strongest level. The spinner is not the
        engine's: where a spin is due, NothingToChoose is raised. A position is a game that begins there.
        """
        game = game_of(game)
        if game.outcome is not None or game.must_spin:
            raise NothingToChoose("the game is over" if game.outcome else "the spinner comes first")
        if how is None:
            how = len(LEVELS)
        level = level_of(how, self.rules) if isinstance(how, int) else how
        self._check(game)
        if game.pending is not None:
            return self._answer(game, level, stop_event)
        return self._move(game, level, stop_event)

    def play(
        self,
        game: Game | Board,
        how: Limits | Level | int | None = None,
        *,
        stop_event: threading.Event | None = None,
    ) -> Action:
        """Choose and do it; a spin that is due is made by the game's dice first."""
        game = game_of(game)
        if game.must_spin:
            game.spin()
        if game.outcome is not None:
            raise NothingToChoose("the game is over")
        action = self.choose(game, how, stop_event=stop_event)
        game.play(action)
        return action

    def _move(self, game: Game, how: Limits | Level, stop_event: threading.Event | None) -> Action:
        if isinstance(how, Level):
            return self._move_of(game, how, stop_event)
        info = self.search(game, how, stop_event=stop_event)
        return _draw(game, info.score) or act.MoveAction(info.best or _any(game))

    def _move_of(self, game: Game, level: Level, stop_event: threading.Event | None) -> Action:
        """The move of a level: it may see fewer moves, judge them worse and not care for the best."""
        judge = self._beginner() if level.naive else self
        if level.number < FIRST_EXACT_LEVEL:
            judge = judge._without_tables()
        if missed := overlooks(game, level, self._random):
            lines = judge._unsuspecting(game, missed, level, stop_event)
            return act.MoveAction(pick(lines, level, self._random).moves[0])
        if (known := by_heart(self.book, game, level, self._random)) is not None:
            return act.MoveAction(known)
        info = judge.search(game, level.limits(self._chance), level.lines, stop_event=stop_event)
        if not info.lines:
            return act.MoveAction(_any(game))
        if draw := _draw(game, info.score):
            return draw
        modest = level.modest and self._random.random() < level.modest
        stands = judge.estimate(game.position) if modest else None
        return act.MoveAction(pick(info.lines, level, self._random, stands).moves[0])

    def _unsuspecting(
        self, game: Game, moves: Sequence[Move], level: Level, stop_event: threading.Event | None
    ) -> list[Line]:
        """Moves as they look to who does not see that they are wrong: nothing is said about them afterwards.

        A search from here would leave them out where an offence can never gain, so each is looked at alone.
        """
        limits = level.limits(self._chance).shared(len(moves))
        lines = []
        for move in moves:
            after = self.search(game.position.play(move), limits, stop_event=stop_event)
            lines.append(Line(-after.score, (move,)))
        return sorted(lines, key=lambda line: line.score.value, reverse=True)

    def _without_tables(self) -> Engine:
        """Low levels play endings as they play everything else."""
        if self.exact is None:
            return self
        judge = copy(self)
        judge.exact = None
        return judge

    def _beginner(self) -> Engine:
        """Somebody to look at the board with who has learned nothing."""
        if self._naive is None:
            self._naive = Engine(self.rules, hash_mb=1, weights_file=weightfile.HAND)
            self._naive.exact = None
        return self._naive

    def _answer(self, game: Game, how: Limits | Level, stop_event: threading.Event | None) -> Action:
        """Huff, demand or ignore: whatever leads to the best position."""
        options = [a for a in game.actions() if isinstance(a, act.Huff | act.TakeBack | act.Accept)]
        accept = next((a for a in options if isinstance(a, act.Accept)), None)
        if isinstance(how, Level):
            if accept is not None and self._random.random() < how.overlook:
                return accept
            how = how.limits(self._chance)
        look = partial(self.search, limits=how.shared(len(options)), stop_event=stop_event)
        return max(options, key=lambda option: _worth(game, option, game.actor, look))


def _searcher(rules: Ruleset, hash_mb: int) -> _native.Searcher:
    try:
        if hash_mb > sys.maxsize >> 20:
            raise MemoryError  # more than a machine of 32 bits, as a browser is one, can address
        return _native.Searcher(rules, max(1, hash_mb))
    except MemoryError:
        raise MemoryError(f"there is no memory for a table of {hash_mb} MiB") from None


def _aio() -> ModuleType:
    """Asynchronous code is loaded for those who write it."""
    return import_module("crowned.engine.aio")


def _any(game: Game) -> Move:
    """A move where the search was stopped before it had one."""
    return (game.moves() or game.playable())[0]


def _worth(game: Game, option: Action, me: Side, look: Callable[[Game], Info]) -> float:
    """What an answer is worth to me; where the offender picks what he loses, he picks what hurts least."""
    after = game.copy()
    after.play(option)
    if after.outcome is not None:
        return _result(after.outcome.winner, me)
    if after.pending is not None:
        return min(_worth(after, pick, me, look) for pick in after.actions() if isinstance(pick, act.Huff))
    score = look(after).score
    return score.value if after.actor is me else -score.value


def _result(winner: object, me: object) -> float:
    return 0.0 if winner is None else (1e6 if winner is me else -1e6)


def _draw(game: Game, score: Score) -> Action | None:
    """A draw that is offered or may be claimed is taken by who stands worse."""
    if score.expected >= AGREES_BELOW:
        return None
    if game.draw_offer is game.actor.other:
        return act.AgreeDraw()
    return act.ClaimDraw() if game.draw_claim else None
