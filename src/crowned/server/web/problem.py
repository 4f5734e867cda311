"""A refusal of the HTTP API: a status, a code, and a sentence made at the edge."""

from __future__ import annotations

from collections.abc import Sequence

from crowned.base import CrownedError


class ProblemError(CrownedError):
    """``code`` is a key of the server's sentences; ``faults`` are details in the reader's or no language."""

    def __init__(self, status: int, code: str, faults: Sequence[str] = (), retry: float = 0) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.faults = list(faults)
        self.retry = retry
