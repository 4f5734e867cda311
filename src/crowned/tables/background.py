"""Small tables for the game being played, built behind everybody's back.

One build at a time, in a process of its own at the lowest priority, with one thread; a few seconds each. Who
plays meanwhile plays without. CROWNED_BUILD_TABLES=off in the environment forbids it.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import SimpleQueue

from crowned.base import CrownedError
from crowned.base.interrupts import deaf_children
from crowned.base.parents import outlive_nobody
from crowned.position.ruleset import Ruleset
from crowned.tables.build import Build, plan
from crowned.tables.errors import NoTables
from crowned.tables.folder import home
from crowned.tables.probe import forget, open_tables

logger = logging.getLogger(__name__)

MOST_PIECES = 4
MOST_NUMBERS = 8_000_000
"""What one slow core does in well under a minute: four pieces on 32 squares, three on 50, two with doors."""
MOST_WAITING = 8
MOST_RULESETS = 256
"""Rulesets with tables, in the folder and asked for: strangers may make up any number of rulesets, and
neither memory nor disk is theirs to fill."""
SWITCH = "CROWNED_BUILD_TABLES"


def worth_building(rules: Ruleset) -> int:
    """Up to how many pieces tables are built unasked; 0 where there are none, or all are there already.

    Towers keep their stones: no game from the start ever comes to a table of theirs.
    """
    if rules.towers:
        return 0
    try:
        sizes = {pieces: plan(rules, pieces, set()).numbers for pieces in range(2, MOST_PIECES + 1)}
    except NoTables:
        return 0
    wanted = max((pieces for pieces, numbers in sizes.items() if 0 < numbers <= MOST_NUMBERS), default=0)
    present = open_tables(rules)
    return wanted if present is not None and wanted > present.measured else 0


class Background:
    """Builds what is asked for, once each. `need` returns at once and never fails."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = root or home()
        self._asked: set[str] = set()
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._closed = False
        self._waiting: SimpleQueue[Ruleset] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self.built = 0
        """Builds so far; who has opened tables before the last one does not know of it."""

    def need(self, rules: Ruleset) -> None:
        """A game of these rules is being played here."""
        if os.environ.get(SWITCH, "on").lower() in ("off", "0", "no"):
            return
        with self._lock:
            if rules.fingerprint in self._asked or self._full:
                return
            self._asked.add(rules.fingerprint)
            self._waiting.put(rules)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="crowned-tables", daemon=True)
                self._thread.start()

    def _begin(self, rules: Ruleset, pieces: int) -> SpawnProcess | None:
        with self._starting:
            if self._closed:
                return None
            # Not forked: a process with threads may not be copied in mid-flight.
            context = multiprocessing.get_context("spawn")
            process = context.Process(target=quietly, args=(rules, pieces, self._root), daemon=True)
            with deaf_children():
                process.start()
            return process

    def close(self) -> None:
        """No build begins any more; one that is just beginning has been told all it needs to know."""
        with self._starting:
            self._closed = True

    @property
    def _full(self) -> bool:
        return self._waiting.qsize() >= MOST_WAITING or len(self._asked) >= MOST_RULESETS

    def _crammed(self) -> bool:
        return self._root.is_dir() and sum(1 for _ in self._root.iterdir()) >= MOST_RULESETS

    def _work(self) -> None:
        while True:
            rules = self._waiting.get()
            try:
                self._build(rules)
            except (CrownedError, OSError, RuntimeError) as error:
                logger.info("no tables for %s: %s", rules.id, error)

    def _build(self, rules: Ruleset) -> None:
        pieces = worth_building(rules)
        if not pieces or self._crammed():
            return
        process = self._begin(rules, pieces)
        if process is None:
            return
        process.join()
        if process.exitcode == 0:
            forget()
            self.built += 1
            logger.info("endgame tables of %s with up to %d pieces are built", rules.id, pieces)


def quietly(rules: Ruleset, pieces: int, root: Path) -> None:
    """The work itself, in its own process: whoever else wants the processor goes first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    outlive_nobody()
    if hasattr(os, "nice"):
        os.nice(19)
    try:
        Build(rules, pieces, root, threads=1).run()
    except (CrownedError, OSError) as error:  # no room, no right to write, or another build is at it
        raise SystemExit(str(error)) from None
