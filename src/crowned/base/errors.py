"""Every error of Crowned. Bad input is data to report; a traceback is never part of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from crowned.base.sentence import Sentence
from crowned.base.types import Lang

SHOWN = 20
"""How many faults one message lists; a megabyte of nonsense must not become a megabyte of message."""


class Judgement(Protocol):
    """What an illegal move carries: the referee's verdict, of which this layer knows only this much."""

    @property
    def is_legal(self) -> bool: ...

    def text(self, lang: Lang) -> str: ...


class CrownedError(Exception):
    """The root: whatever Crowned raises on purpose."""


class BadInput(CrownedError, ValueError):  # noqa: N818  the name says more than an ending
    """Input that cannot be read. All faults are collected, not only the first."""

    def __init__(self, faults: str | Iterable[str], source: str = "") -> None:
        listed = (faults,) if isinstance(faults, str) else tuple(faults)
        self.faults: tuple[str, ...] = listed or ("unreadable",)
        self.source = source
        super().__init__(self._line())

    def __reduce__(self) -> tuple[Callable[..., BadInput], tuple[object, ...]]:
        """Errors come back from other processes; each kind is made from other arguments."""
        return _again, (type(self), self.__dict__)

    @property
    def fault(self) -> str:
        """All faults in one line; a single one as it is, so that it can still be said in other languages."""
        return str(self) if self.source or len(self.faults) > 1 else self.faults[0]

    def _line(self) -> str:
        shown = "; ".join(self.faults[:SHOWN])
        hidden = len(self.faults) - SHOWN
        tail = f"; and {hidden} more" if hidden > 0 else ""
        return (f"{self.source}: " if self.source else "") + shown + tail


def _again(kind: type[BadInput], parts: Mapping[str, object]) -> BadInput:
    """An error out of a pickle."""
    error = kind.__new__(kind)
    error.__dict__.update(parts)
    error.args = (error._line(),)
    return error


class RulesetError(BadInput):
    """A ruleset that is unknown, unreadable or contradicts itself; each fault names its path in the file."""


class FenError(BadInput):
    """A position text that describes no position of the ruleset."""


class TooManyMoves(BadInput):
    """A position whose captures branch beyond all measure; no game leads to one, and the core lists none."""

    def __init__(self) -> None:
        super().__init__(Sentence("the captures of this position branch too often to be listed"))


class MoveTextError(BadInput):
    """A text that is no move of any kind."""


class AmbiguousMove(MoveTextError):  # noqa: N818
    """A short move text that fits more than one move; `candidates` holds the full texts."""

    def __init__(self, faults: str | Iterable[str], candidates: Iterable[str] = ()) -> None:
        super().__init__(faults)
        self.candidates: tuple[str, ...] = tuple(candidates)


class PdnError(BadInput):
    """A fault in a PDN file, with the place where reading stopped (both counted from 1)."""

    def __init__(self, fault: str, line: int, column: int, source: str = "") -> None:
        self.line = line
        self.column = column
        pattern = "line {line}, column {column}: {fault}"
        super().__init__(Sentence(pattern, line=line, column=column, fault=fault), source)


class IllegalMove(CrownedError):  # noqa: N818
    """A readable move that the referee refuses; `verdict` says why, with clause and evidence."""

    def __init__(self, message: str = "", verdict: Judgement | None = None) -> None:
        super().__init__(message)
        self.verdict = verdict

    def __str__(self) -> str:
        """The message, or what the referee says; he finds his words when they are read."""
        return super().__str__() or (self.verdict.text("en") if self.verdict else "")


class GameOver(IllegalMove):
    """An action after the game has ended."""
