"""What can go wrong with an engine that is not ours."""

from __future__ import annotations

from crowned.base import CrownedError


class EngineError(CrownedError):
    """The root; `engine` is its name or its command."""

    def __init__(self, engine: str, fault: str) -> None:
        super().__init__(f"{engine}: {fault}")
        self.engine = engine
        self.fault = fault

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        """An error may come from another process."""
        return type(self), (self.engine, self.fault)


class EngineCrashed(EngineError):  # noqa: N818  the names say more than an ending
    """The program could not be started, or ended by itself."""


class EngineSilent(EngineError):  # noqa: N818
    """No answer within the time."""


class EngineRefuses(EngineError):  # noqa: N818
    """The engine does not play these rules, or does not take a parameter."""


class IllegalAnswer(EngineError):  # noqa: N818
    """The engine answered with something that is no move here."""
