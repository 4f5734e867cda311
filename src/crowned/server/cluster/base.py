"""Leading games, whether one process serves the database or many."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crowned.server.cluster.messages import Note
from crowned.server.metrics import Labels


@dataclass(frozen=True, slots=True)
class Lease:
    """Who leads a game. ``fence`` is to be shown at every write; ``away``: since when nobody has led it."""

    leader: str
    mine: bool
    fence: int = 0
    away: int = 0


@dataclass(frozen=True, slots=True)
class Beat:
    """What a process learns when it says that it lives."""

    dead: frozenset[str] = frozenset()
    """Processes that have not said so for too long."""
    followed: bool = False
    """This one counted as dead itself: others may lead its games."""


class Cluster(ABC):
    node: str = ""
    """The name of this process; a process that was given up gets a new one."""
    period = 1.0
    """Seconds between two heartbeats."""
    patience = 0
    """Milliseconds of silence, at most, after which another process counts as dead."""

    def __init__(self) -> None:
        self.take: Callable[[Note], None] = lambda _: None
        """Called with everything another process says."""
        self.deaf: Callable[[], None] = lambda: None
        """Called when something may have been missed."""

    @abstractmethod
    async def start(self, now: int) -> None:
        """Joins the others."""

    @abstractmethod
    async def beat(self, now: int, busy: bool) -> Beat:
        """Says that this process lives; ``busy``: clocks run here."""

    @abstractmethod
    async def claim(self, game: str) -> Lease | None:
        """Leads a game unless another living process does; None: there is no such game."""

    @abstractmethod
    async def orphans(self, dead: frozenset[str]) -> list[str]:
        """Games on the clock that nobody leads; they are this process's from now on."""

    @abstractmethod
    async def release(self, games: Sequence[str]) -> None:
        """Lets go of games that rest; whoever needs one next may lead it."""

    @abstractmethod
    async def standing(self, games: Sequence[str]) -> dict[str, tuple[int, str]]:
        """Version and leader of games that others lead."""

    @abstractmethod
    async def stop(self) -> None:
        """Leaves the others."""

    def figures(self) -> dict[Labels, float]:
        """How much is said."""
        return {}

    @abstractmethod
    def send(self, node: str, note: Note) -> None:
        """To one process. Nobody knows whether it arrives."""

    @abstractmethod
    def broadcast(self, note: Note) -> None:
        """To all other processes."""
