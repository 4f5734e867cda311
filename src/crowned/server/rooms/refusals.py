"""Refusals of a message, as exceptions that know the answer to send."""

from __future__ import annotations

from crowned.base import CrownedError
from crowned.protocols import wire
from crowned.protocols.views import Lang, VerdictView
from crowned.server.texts import say


class Refusal(CrownedError):  # noqa: N818 - it is an answer, not a failure
    """Ends the handling of a message."""


class StaleError(Refusal):
    """Made for another position."""


class LateError(Refusal):
    """The time was up."""


class DeniedError(Refusal):
    def __init__(self, code: wire.DeniedCode) -> None:
        super().__init__(code)
        self.code = code


class MovedError(DeniedError):
    """Another process leads the game, or this one anew: ask for the room again."""

    def __init__(self) -> None:
        super().__init__("try_again")


class VerdictError(Refusal):
    """The referee refuses."""

    def __init__(self, verdict: VerdictView) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


def denied(code: wire.DeniedCode, lang: Lang, g: str = "", message_id: str = "", v: int = 0) -> wire.Denied:
    return wire.Denied(code, say(code, lang), g, message_id, v)
