"""Another build of this program as an opponent, in a process of its own and under every ruleset."""

from __future__ import annotations

import json
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from crowned.base import BadInput, CrownedError
from crowned.base.words import quoted
from crowned.engine.api import Limits
from crowned.engine.external.errors import EngineError, EngineSilent, IllegalAnswer
from crowned.engine.external.pipe import Pipe
from crowned.game import Game
from crowned.position.action import Action
from crowned.position.ruleset import Ruleset
from crowned.rules import catalog
from crowned.rules.write import to_toml

SEAT = Path(__file__).with_name("seat.py")
PATIENCE = 30.0
"""Seconds beyond the time to think, loading of weights included, after which a build counts as silent."""
CLOSING = 2.0


class OtherBuild:
    """The engine of the build whose modules are in a folder (`src` of a clone in which it is built)."""

    def __init__(self, folder: str, rules: Ruleset, hash_mb: int) -> None:
        if not (Path(folder) / "crowned" / "__init__.py").is_file():
            raise BadInput(f"{quoted(folder)} holds no build: it should be the folder that `crowned` is in")
        self.name = f"build {folder}"
        self._rules = rules
        self._hash = hash_mb
        self._command = [sys.executable, str(SEAT), str(Path(folder).resolve())]
        self._pipe: Pipe | None = None
        self._game: dict[str, Any] = {}

    def new_game(self, seed: int) -> None:
        spec = self._rules.spec
        shipped = spec.id in catalog.ids() and catalog.load(spec.id) == spec
        text = spec.id if shipped else to_toml(spec)
        self._game = {"rules": text, "toml": not shipped, "hash": self._hash, "seed": seed}
        if self._pipe is not None:
            with suppress(EngineError):  # it has been closed then, and the first question starts another
                self._ask(self._pipe, self._game, 0.0)

    def choose(self, game: Game, limits: Limits, stop: threading.Event | None) -> Action:  # noqa: ARG002
        seconds = limits.shared(1).time
        asked = {
            "start": game.start.fen,
            "actions": [record.action.text for record in game.history],
            "limits": {"time": seconds, "nodes": limits.nodes, "depth": limits.depth},
        }
        text = str(self._ask(self._connected(), asked, seconds).get("action"))
        try:
            return game.play(text).action
        except CrownedError as error:
            raise IllegalAnswer(self.name, f"played {text}: {error}") from None

    def close(self) -> None:
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close(CLOSING)

    def _connected(self) -> Pipe:
        """A process that knows the game; one that has failed was closed, and a new one takes its place."""
        if self._pipe is None:
            self._pipe = Pipe(self._command)
            self._ask(self._pipe, self._game, 0.0)
        return self._pipe

    def _ask(self, pipe: Pipe, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            pipe.send(json.dumps(asked))
            line = pipe.receive(seconds + PATIENCE)
            if line is None:
                raise EngineSilent(self.name, "does not answer")
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            self.close()
            raise IllegalAnswer(self.name, "answers in no words that are known") from None
        except EngineError:
            self.close()
            raise
        return answer
