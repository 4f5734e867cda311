"""The HTTP API, a module for each matter. ``ENDPOINTS`` is the whole of it."""

from __future__ import annotations

from crowned.server.web.api import (
    accounts,
    analysis,
    archive,
    belongings,
    files,
    games,
    houses,
    imports,
    luggage,
    passkeys,
    rules,
)
from crowned.server.web.http import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *accounts.ENDPOINTS,
    *passkeys.ENDPOINTS,
    *belongings.ENDPOINTS,
    *luggage.ENDPOINTS,
    *rules.ENDPOINTS,
    *houses.ENDPOINTS,
    *games.ENDPOINTS,
    *archive.ENDPOINTS,
    *analysis.ENDPOINTS,
    *imports.ENDPOINTS,
    *files.ENDPOINTS,
)
