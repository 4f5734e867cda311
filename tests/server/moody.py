"""An opponent for tests of engines in processes of their own, which must be able to import it."""

from __future__ import annotations

import os
import threading
import time

from crowned.game import Game
from crowned.position.action import Action
from crowned.server.computer.opponent import plain_choice


class Moody:
    """Does what the level says: 1 plays, 2 fails, 3 dies, 4 waits to be stopped, 5 hangs, 6 is slow."""

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action:
        if level == 2:
            raise RuntimeError("no")
        if level == 3:
            os._exit(1)
        if level == 4:
            stop.wait(30)
        if level == 5:
            time.sleep(60)
        if level == 6:
            time.sleep(2.2)
        return plain_choice(game)
