"""What can be wrong with tables, said in one sentence."""

from __future__ import annotations

from crowned.base import BadInput, CrownedError


class TableError(BadInput):
    """A table file that is damaged, cut off, or of other rules."""


class NoTables(BadInput):
    """A ruleset that can have no tables."""


class BuildError(CrownedError):
    """A build that cannot go on."""
