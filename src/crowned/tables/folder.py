"""Where tables lie: the user's cache, and what the package brings along."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from crowned.position.ruleset import Ruleset
from crowned.tables.file import SUFFIX

SHIPPED = Path(__file__).parent / "data"
"""Built by `make tables`, in wheels only."""


def home() -> Path:
    """The folder for tables that are built here: $CROWNED_TABLES, or one in the user's cache."""
    named = os.environ.get("CROWNED_TABLES")
    return Path(named) if named else _cache() / "crowned" / "tables"


def _cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def folder_of(rules: Ruleset, root: Path) -> Path:
    """The folder of one ruleset, named after the fingerprint of its rules; the files hold all of it."""
    return root / rules.fingerprint[:20]


def roots(given: Path | None = None) -> tuple[Path, ...]:
    """Where to look: only in the folder that was named, or in the usual ones.

    CROWNED_SHIPPED_TABLES=off in the environment leaves out what the package brings along.
    """
    if given is not None:
        return (given,)
    without = os.environ.get("CROWNED_SHIPPED_TABLES", "on").lower() in ("off", "0", "no")
    return (home(),) if without else (home(), SHIPPED)


def files_in(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else iter(())
