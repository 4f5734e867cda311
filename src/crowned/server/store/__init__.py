"""Where games, people and ratings are kept: SQLite in a file, or PostgreSQL, chosen by a URL."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from crowned.server.store.base import (
    ConflictError,
    DamagedStoreError,
    Row,
    Statement,
    Store,
    StoreError,
    Together,
    UnusableStoreError,
)
from crowned.server.store.postgres import PostgresStore
from crowned.server.store.sqlite import SqliteStore

__all__ = [
    "ConflictError",
    "DamagedStoreError",
    "Row",
    "Statement",
    "Store",
    "StoreError",
    "Together",
    "UnusableStoreError",
    "open_store",
]


async def open_store(url: str) -> Store:
    """Opens and migrates the database: ``sqlite:///path``, a plain path, or ``postgresql://…``."""
    scheme = urlsplit(url).scheme
    if scheme in ("postgresql", "postgres"):
        return await PostgresStore.open(url)
    if scheme in ("", "sqlite") or len(scheme) == 1:
        return await SqliteStore.open(sqlite_path(url))
    raise UnusableStoreError(
        f"unknown kind of database '{scheme}': use sqlite:///PATH or postgresql://USER@HOST/NAME"
    )


def sqlite_path(url: str) -> Path:
    """``sqlite:///relative``, ``sqlite:////absolute`` or just a path."""
    return Path(url.removeprefix("sqlite:///") if url.startswith("sqlite:") else url)
