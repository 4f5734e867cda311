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


class ConflictError(CrownedError):
    """Somebody else was first: a unique key exists already, or a row is not in the expected state."""


class Statement(Struct, frozen=True):
    """SQL both databases understand, with parameters ``$1, $2, …``."""

    sql: str
    parameters: tuple[Parameter, ...] = ()
    rows: int | None = None
    """If given, exactly so many rows must be changed, else the whole write is a conflict."""


class Store(ABC):
    """A database. ``write`` returns when the transaction is on disk."""

    kind: Literal["sqlite", "postgresql"]

    @abstractmethod
    async def read(self, sql: str, *parameters: Parameter) -> list[Row]:
        """The rows of a query."""

    @abstractmethod
    async def write(self, statements: Sequence[Statement]) -> None:
        """All statements or none. Raises ConflictError or StoreError."""

    @abstractmethod
    async def close(self) -> None:
        """Finishes pending writes and lets go of the database."""
