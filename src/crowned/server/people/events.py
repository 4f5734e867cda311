"""The log of what concerns security: who did what, when, from which place, and whether it worked.

A place is told by a keyed hash, so that the same one can be recognised without an address being kept.
"""

from __future__ import annotations

import hmac
import logging

from crowned.server.web.limits import Limiter

logger = logging.getLogger("crowned.security")


class Events:
    def __init__(self, key: bytes, refusals: Limiter) -> None:
        self._key = key
        self._refusals = refusals
        """How many lines a place may cause with what it is refused: nobody fills the log."""

    def refuse(self, what: str, address: str, person: str = "") -> None:
        """Somebody wanted what is not his, or sent what nobody's program sends."""
        if not self._refusals.wait(address):
            self.note(what, address, person, good=False)

    def note(self, what: str, address: str, person: str = "", *, good: bool = True) -> None:
        place = hmac.digest(self._key, f"place:{address}".encode(), "sha256").hex()[:12]
        facts = {"event": what, "ok": good, "person": person, "place": place}
        level = logging.INFO if good else logging.WARNING
        logger.log(
            level, "%s %s person=%s place=%s", what, "ok" if good else "refused", person or "-", place,
            extra={"facts": facts},
        )  # fmt: skip
