"""Migrations: numbered SQL files, applied in order, each once, never edited after a release."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from crowned.server.store.base import UnusableStoreError

LEDGER = """
CREATE TABLE IF NOT EXISTS migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str


def migrations() -> list[Migration]:
    """All migrations of this version, in order."""
    found = [entry for entry in files(f"{__package__}.migrations").iterdir() if entry.name.endswith(".sql")]
    steps = [Migration(int(entry.name[:4]), entry.name[5:-4], entry.read_text("utf-8")) for entry in found]
    return sorted(steps, key=lambda step: step.number)


def missing(applied: list[int]) -> list[Migration]:
    """What an existing database still needs."""
    known = migrations()
    newest = known[-1].number
    if any(number > newest for number in applied):
        raise UnusableStoreError(
            f"the database is of a newer version (migration {max(applied)}) than this program ({newest})"
        )
    return [step for step in known if step.number not in applied]
