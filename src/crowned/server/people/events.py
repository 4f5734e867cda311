"""The log of what concerns security: who did what, when, from which place, and whether it worked.

A place is told by a keyed hash, so that the same one can be recognised without an address being kept.
"""

from __future__ import annotations

import hmac
import logging

logger = logging.getLogger("crowned.security")


class Events:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def note(self, what: str, address: str, person: str = "", *, good: bool = True) -> None:
        place = hmac.digest(self._key, f"place:{address}".encode(), "sha256").hex()[:12]
        facts = {"event": what, "ok": good, "person": person, "place": place}
        level = logging.INFO if good else logging.WARNING
        logger.log(
            level, "%s %s person=%s place=%s", what, "ok" if good else "refused", person or "-", place,
            extra={"facts": facts},
        )  # fmt: skip
