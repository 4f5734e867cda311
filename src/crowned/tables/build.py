"""Building tables slice by slice: what is there is kept, what is missing is solved and written."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crowned.base import BadInput
from crowned.position.ruleset import Ruleset
from crowned.tables.cluster import known_of, solved_on
from crowned.tables.errors import BuildError
from crowned.tables.file import SUFFIX, Solved, TableFile, Totals, write
from crowned.tables.folder import folder_of
from crowned.tables.lock import locked
from crowned.tables.slices import MOST_PIECES, Slice, pairs
from crowned.tables.tableset import TableSet

Progress = Callable[[int, int, str], None]
"""Numbers done, numbers in all, and the slice at work."""
TICK = 0.1
BYTES_PER_NUMBER = 0.4
"""More than any slice has taken so far, distances included; 0.1 to 0.25 are usual."""
BYTES_OF_ODDS = 2.1
SPARE = 1 << 20


@dataclass(frozen=True, slots=True)
class Plan:
    """What a build will do: the pairs in order, and how many numbers they have together."""

    todo: tuple[Slice, ...]
    numbers: int
    bytes: int
    """Room that is certainly enough."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has done."""

    built: int
    kept: int
    bytes: int


def plan(rules: Ruleset, pieces: int, present: set[Slice]) -> Plan:
    if not 2 <= pieces <= MOST_PIECES:
        raise BadInput(f"tables are built for 2 to {MOST_PIECES} pieces")
    tables = TableSet(rules)
    todo = tuple(p for p in pairs(pieces, rules.spec) if not present.issuperset(p.pair))
    each = BYTES_OF_ODDS if tables.native.chance else BYTES_PER_NUMBER
    numbers = sum(tables.size(s) for p in todo for s in p.pair)
    return Plan(todo, numbers, int(numbers * each) + SPARE if todo else 0)


class Build:
    """One build of one ruleset into one folder."""

    def __init__(self, rules: Ruleset, pieces: int, root: Path, threads: int = 2, ray: Any = None) -> None:
        """With Ray, connected to a cluster, the pairs are solved there and written here."""
        self.rules = rules
        self.pieces = pieces
        self.folder = folder_of(rules, root)
        self.root = root
        self.threads = threads
        self.ray = ray
        self._stopped = False
        self._tables: TableSet | None = None

    def run(self, progress: Progress | None = None, waiting: Callable[[], None] | None = None) -> Built:
        """Build what is missing. Without `waiting` OSError if another build holds the folder."""
        plan(self.rules, self.pieces, set())
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder, waiting):
            for left_over in self.folder.glob("*.part"):  # of a build that was killed
                left_over.unlink()
            return self._run(progress or (lambda *_: None))

    def stop(self) -> None:
        """End the build from another thread; what is finished stays."""
        self._stopped = True
        if self._tables is not None:
            self._tables.native.stop()

    def _run(self, progress: Progress) -> Built:
        tables = self._tables = TableSet(self.rules)
        tables.load(self.root)
        work = plan(self.rules, self.pieces, set(tables.files))
        self._check_room(work)
        kept, size = len(tables.files), 0
        solve = self._elsewhere if self.ray else self._here
        for solved in solve(tables, work, progress):
            for found, totals, packed, distances in solved:
                size += self._write(tables, Solved(Slice(*found), Totals(*totals), packed, distances))
        progress(work.numbers, work.numbers, "")
        return Built(sum(len(p.pair) for p in work.todo), kept, size)

    def _here(self, tables: TableSet, work: Plan, progress: Progress) -> Iterator[list[_Solved]]:
        for pair in work.todo:
            progress(tables.native.done, work.numbers, pair.name)
            yield self._solve(tables, pair, work, progress)

    def _elsewhere(self, tables: TableSet, work: Plan, progress: Progress) -> Iterator[list[_Solved]]:
        done = 0
        found = solved_on(self.ray, self.rules, work.todo, known_of(tables), self.threads)
        for pair, solved in zip(work.todo, found, strict=True):
            progress(done, work.numbers, pair.name)
            done += sum(tables.size(s) for s in pair.pair)
            yield solved

    def _check_room(self, work: Plan) -> None:
        free = shutil.disk_usage(self.folder).free
        if free < work.bytes:
            need = f"the tables may need {_mebibytes(work.bytes)}, and {_mebibytes(free)} are free"
            raise BuildError(f"{self.folder}: {need}")

    def _solve(self, tables: TableSet, pair: Slice, work: Plan, progress: Progress) -> list[_Solved]:
        """The core works in a thread of its own, so that this one can tell how far it is."""
        task = _Task(lambda: tables.native.build(pair, self.threads))
        try:
            while not task.wait(TICK):
                progress(min(tables.native.done, work.numbers), work.numbers, pair.name)
        finally:  # also when a person interrupts
            if not task.wait(0):
                tables.native.stop()
            task.join()
        if self._stopped:
            raise BuildError("the build was stopped; what is finished stays")
        return task.result()

    def _write(self, tables: TableSet, solved: Solved) -> int:
        path = self.folder / f"{solved.slice.name}{SUFFIX}"
        try:
            size = write(path, self.rules.fingerprint, solved)
        except OSError as error:
            raise BuildError(f"{path}: {error.strerror}; what is finished stays") from error
        if tables.native.chance:  # results are still there from building, expected results are read
            tables.add(TableFile(path, self.rules.fingerprint))
        return size


_Solved = tuple[tuple[int, int, int, int], tuple[int, int, int, int, int], bytes, bytes]


class _Task:
    def __init__(self, work: Callable[[], list[_Solved]]) -> None:
        self._work = work
        self._found: list[_Solved] | None = None
        self._error: BaseException | None = None
        # A join that Ctrl-C interrupts takes the thread for ended; the core would work on while Python ends.
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()

    def wait(self, seconds: float | None = None) -> bool:
        return self._done.wait(seconds)

    def join(self) -> None:
        self._done.wait()
        self._thread.join()

    def result(self) -> list[_Solved]:
        if self._error is not None:
            raise self._error
        return self._found or []


def verify(tables: TableSet, pair: Slice, threads: int = 2) -> list[str]:
    """What is wrong with the slices of a pair, in sentences."""
    if tables.native.chance:
        return [fault for s in pair.pair if s in tables.files for fault in _swept(tables, s, threads)]
    files = [tables.files.get(s) for s in (pair, pair.turned)]
    if files[0] is None or files[1] is None:
        return [f"{pair.name}: the slice with the other side to move is missing"]
    if not (files[0].measured and files[1].measured):
        return []  # what was proven before its distances were left out, and has its checksums still
    own, other = files[0].distances(), files[1].distances()
    faults = _proved(tables, files[0], own, other, threads)
    return faults if pair == pair.turned else faults + _proved(tables, files[1], other, own, threads)


def _swept(tables: TableSet, found: Slice, threads: int) -> list[str]:
    wrong, positions = tables.native.verify_odds(found, threads)
    path, said = tables.files[found].path, []
    if wrong:
        said.append(f"{path}: {wrong} expected results do not follow from those after them")
    if positions != tables.files[found].header.totals.positions:
        said.append(f"{path}: the totals are not those of the positions")
    return said


def _proved(tables: TableSet, file: TableFile, own: bytes, turned: bytes, threads: int) -> list[str]:
    wrong, totals = tables.native.verify(file.slice, own, turned, threads)
    said = []
    if wrong:
        said.append(f"{file.path}: {wrong} positions do not follow from those after them")
    if Totals(*totals) != file.header.totals:
        said.append(f"{file.path}: the totals are not those of the positions")
    return said


def _mebibytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MiB"
