"""What both databases can do: read rows, and write a list of statements as one durable transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from crowned.base.errors import CrownedError

Row = tuple[Any, ...]
Parameter = str | int | float | None


class StoreError(CrownedError):
    """The database did not take it (full disk, lock, lost connection). Nothing of the write happened."""


class UnusableStoreError(StoreError):
    """The database cannot be used at all; says why in one line."""


class DamagedStoreError(UnusableStoreError):
    """What is there cannot be read. It is left as it is."""


class ConflictError(CrownedError):
    """Somebody else was first: a unique key exists already, or a row is not in the expected state."""


class Statement(Struct, frozen=True):
    """SQL both databases understand, with parameters ``$1, $2, …``."""

    sql: str
    parameters: tuple[Parameter, ...] = ()
    rows: int | None = None
    """If given, exactly so many rows must be changed, else the whole write is a conflict."""


class Together(Struct, frozen=True):
    """A write that PostgreSQL makes in one go with others of its kind: a row that changes, and lines to add.

    ``sql`` takes an array for every column of the rows, then one for every column of the lines, and gives the
    keys of the rows that were as expected; a key comes first in a row and in a line.
    """

    sql: str
    row: tuple[Parameter, ...]
    lines: tuple[tuple[Parameter, ...], ...]
    apart: tuple[Statement, ...]
    """The same as statements."""


class Store(ABC):
    """A database. ``write`` returns when the transaction is on disk."""

    kind: Literal["sqlite", "postgresql"]

    @abstractmethod
    async def read(self, sql: str, *parameters: Parameter) -> list[Row]:
        """The rows of a query."""

    @abstractmethod
    async def write(self, statements: Sequence[Statement]) -> None:
        """All statements or none. Raises ConflictError or StoreError."""

    async def write_together(self, part: Together) -> None:
        """As ``write``, at the same time as others if the database can."""
        await self.write(part.apart)

    @abstractmethod
    async def close(self) -> None:
        """Finishes pending writes and lets go of the database."""
