"""The widget: a game that is shown, played and analysed beside the cells of a notebook."""

from __future__ import annotations

import atexit
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from crowned.base import LANGS, BadInput, CrownedError, IllegalMove, Lang, Side
from crowned.base.words import quoted
from crowned.engine import LEVELS, Engine, Limits
from crowned.game import Board as PlainBoard
from crowned.game import Game
from crowned.notebook.picture import lines_picture, picture, rules_picture
from crowned.position import Position, RulesetLike
from crowned.referee import judge

Shown = Game | PlainBoard | Position | RulesetLike
"""A game, or where one begins."""
PATIENCE = Limits(time=20.0)
"""How long a position is analysed."""


class Background:
    """One thing that is done beside the notebook; what comes next ends it."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        # A thread that is still computing when the interpreter ends would take the whole program down.
        atexit.register(_end, weakref.ref(self))

    def start(self, work: Callable[[threading.Event], None]) -> None:
        self.end()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=work, args=(self._stop,), daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ask it to stop, and wait until it has."""
        self._stop.set()
        self.wait()

    def wait(self, seconds: float | None = None) -> None:
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(seconds)


def _end(work: weakref.ref[Background]) -> None:
    if (left := work()) is not None:
        left.end()


class Board(anywidget.AnyWidget):  # type: ignore[misc]  # anywidget need not be installed
    """A board to play on. `computer` is the side that the computer plays; `analyse` shows its thoughts."""

    _esm = Path(__file__).parent / "static" / "widget.js"

    rules = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    analysis = traitlets.Dict({"key": 0, "depth": 0, "lines": []}).tag(sync=True)
    analysing = traitlets.Bool(False).tag(sync=True)
    flipped = traitlets.Bool(False).tag(sync=True)
    lang = traitlets.Enum(LANGS, "en").tag(sync=True)
    told = traitlets.Unicode("").tag(sync=True)

    def __init__(  # noqa: PLR0913  each is a choice of its own
        self,
        game: Shown,
        *,
        computer: Side | str | None = None,
        level: int = 5,
        analyse: bool = False,
        lines: int = 3,
        lang: Lang = "en",
        flipped: bool | None = None,
    ) -> None:
        self._background = Background()  # first: even a widget that is refused here is closed in the end
        if not 1 <= level <= len(LEVELS):
            raise BadInput(f"there is no level {level}; levels go from 1 to {len(LEVELS)}")
        self.game = _game(game)
        self._computer = _side(computer)
        self._level = level
        self._lines = lines
        self._key = 0
        self._lock = threading.RLock()
        self._engine = Engine(self.game.rules, hash_mb=16)
        turned = self._computer is Side.WHITE if flipped is None else flipped
        super().__init__(rules=rules_picture(self.game), analysing=analyse, lang=lang, flipped=turned)
        self.on_msg(self._heard)
        self.observe(lambda _: self.refresh(), names=["analysing", "lang"])
        self.refresh()

    # ---------------------------------------------------------------- from Python

    def play(self, text: str) -> None:
        """Play for whoever is to act; IllegalMove and BadInput as in a game."""
        self._change(lambda: self.game.play(text))

    def undo(self) -> None:
        """Take back the last action; against the computer, back to the player's own turn."""
        self._change(self._take_back)

    def refresh(self) -> None:
        """Show the game as it stands; needed only after `game` was changed by hand."""
        self._change(lambda: None)

    def close(self) -> None:
        """Stop what is done in the background."""
        self._background.end()
        super().close()

    # ---------------------------------------------------------------- from the browser

    def _heard(self, _: object, message: dict[str, Any], __: object) -> None:
        try:
            self._do(message)
        except IllegalMove as error:
            verdict = error.verdict
            self.told = verdict.text(self.lang) if verdict is not None else str(error)
        except CrownedError as error:
            self.told = str(error)

    def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"do": "play", "text": str(text)}:
                self.play(text)
            case {"do": "undo"}:
                self.undo()
            case {"do": "attempt", "squares": [*squares]}:
                self.told = judge(self.game, [str(square) for square in squares]).text(self.lang)

    # ---------------------------------------------------------------- what follows

    def _change(self, change: Callable[[], object]) -> None:
        """End what is done beside it, change the game, show it, and go on."""
        self._background.end()
        with self._lock:
            try:
                change()
            finally:
                self._show()
        self._background.start(self._go_on)

    def _take_back(self) -> None:
        self.game.undo()
        while self._is_computers and self.game.ply:
            self.game.undo()

    @property
    def _is_computers(self) -> bool:
        return self.game.outcome is None and self.game.actor is self._computer

    def _show(self) -> None:
        self._key += 1
        self.told = ""
        self.view = picture(self.game, self._key, self.lang, thinking=self._is_computers)

    def _go_on(self, stop: threading.Event) -> None:
        """In the background: the computer's turns, then the analysis of what stands."""
        while self._is_computers and not stop.is_set():
            self._answer(stop)
        if not self.analysing or self.game.outcome is not None:
            return
        for info in self._engine.analyse(self.game.copy(), PATIENCE, self._lines, stop_event=stop):
            if stop.is_set():
                return
            self.analysis = lines_picture(info, self._key)

    def _answer(self, stop: threading.Event) -> None:
        action = None
        if not self.game.must_spin:
            action = self._engine.choose(self.game.copy(), self._level, stop_event=stop)
        with self._lock:
            if stop.is_set():
                return
            if action is None:
                self.game.spin()
            else:
                self.game.play(action)
            self._show()


def _game(shown: Shown) -> Game:
    if isinstance(shown, Game):
        return shown
    if isinstance(shown, PlainBoard):
        return shown.game
    if isinstance(shown, Position):
        return Game(shown.rules, shown)
    return Game(shown)


def _side(named: Side | str | None) -> Side | None:
    if named is None or isinstance(named, Side):
        return named
    found = [side for side in Side if str(side) == named.lower()]
    if not found:
        raise BadInput(f"{quoted(named)} is no side; say white or black")
    return found[0]
