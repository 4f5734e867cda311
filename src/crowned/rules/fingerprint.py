"""One number for how a game is played: stored beside tables, books and saved games."""

from __future__ import annotations

from crowned.rules.axes import AXES, Reading, Value, Values
from crowned.rules.relevance import applies


def playing_values(values: Values) -> dict[str, Value]:
    """The values that change play. Defaults are left out: a new axis must not change old fingerprints."""
    read = Reading(values)
    return {
        axis.name: values[axis.name]
        for axis in AXES
        if not axis.cosmetic and values[axis.name] != axis.default and applies(axis.name, read)
    }


def fingerprint(values: Values) -> str:
    """Hex SHA-256 over the canonical form."""
    import hashlib  # noqa: PLC0415  # it loads OpenSSL, which few programs need
    import json  # noqa: PLC0415

    canonical = json.dumps(playing_values(values), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
