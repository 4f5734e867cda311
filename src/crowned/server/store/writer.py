"""The writing connection of an SQLite database: migrations, and groups of transactions in one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import apsw

from crowned.server.store.base import ConflictError, DamagedStoreError, Statement, StoreError
from crowned.server.store.migrate import LEDGER, missing


@lru_cache(maxsize=256)
def native_sql(sql: str) -> str:
    return re.sub(r"\$(\d+)", r"?\1", sql)


def damaged(path: Path) -> str:
    return (
        f"the file {path} is damaged or not a database; keep a copy of it, then put a backup in its place"
        " (docs/hosting.md, Backup and restore)"
    )


def explain(error: apsw.Error, path: Path) -> str:
    """One line a host can act on."""
    if isinstance(error, apsw.FullError):
        return f"the disk is full: nothing more can be saved in {path}"
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return f"the database {path} is locked by another program"
    if isinstance(error, apsw.CantOpenError | apsw.ReadOnlyError | apsw.PermissionsError):
        return f"the database {path} cannot be opened for writing"
    if isinstance(error, apsw.NotADBError | apsw.CorruptError):
        return damaged(path)
    return f"the database {path} failed: {error}"


class Writer:
    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path

    def check(self) -> None:
        """Looks the whole file through."""
        found = [str(row[0]) for row in self.connection.execute("PRAGMA quick_check(1)")]
        if found != ["ok"]:
            raise DamagedStoreError(damaged(self.path))

    def migrate(self) -> None:
        run = self.connection.execute
        with self.connection:
            run(LEDGER)
            applied = [int(row[0]) for row in run("SELECT number FROM migration")]
            for step in missing(applied):
                run(step.sql)
                run("INSERT INTO migration VALUES (?, ?)", (step.number, step.name))

    def write(self, group: Sequence[Sequence[Statement]]) -> list[Exception | None]:
        """One transaction for all; a conflict costs only its own part.

        Conflicts are rare: first everybody is taken at his word, and only if somebody was wrong the whole
        group is written again, each part so that it can be taken back alone.
        """
        try:
            return self._write_together(group) or self._write_apart(group)
        except apsw.Error as error:
            self._roll_back()
            failure = StoreError(explain(error, self.path))
            return [failure for _ in group]

    def _write_together(self, group: Sequence[Sequence[Statement]]) -> list[Exception | None] | None:
        """None: there was a conflict, and nothing is written."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            for statements in group:
                for statement in statements:
                    self._execute(statement)
        except (apsw.ConstraintError, ConflictError):
            self._roll_back()
            return None
        self.connection.execute("COMMIT")
        return [None] * len(group)

    def _write_apart(self, group: Sequence[Sequence[Statement]]) -> list[Exception | None]:
        self.connection.execute("BEGIN IMMEDIATE")
        answers = [self._write_part(statements) for statements in group]
        self.connection.execute("COMMIT")
        return answers

    def _roll_back(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def _write_part(self, statements: Sequence[Statement]) -> Exception | None:
        self.connection.execute("SAVEPOINT part")
        try:
            for statement in statements:
                self._execute(statement)
        except (apsw.ConstraintError, ConflictError) as error:
            self.connection.execute("ROLLBACK TO part")
            self.connection.execute("RELEASE part")
            return error if isinstance(error, ConflictError) else ConflictError(str(error))
        self.connection.execute("RELEASE part")
        return None

    def _execute(self, statement: Statement) -> None:
        self.connection.execute(native_sql(statement.sql), statement.parameters)
        changed = self.connection.changes()
        if statement.rows is not None and changed != statement.rows:
            raise ConflictError(f"{changed} rows instead of {statement.rows}")
