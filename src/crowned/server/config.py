"""How the server was asked to run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from crowned.server.logs import Form
from crowned.server.web.limits import Limits

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Config:
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "crowned-data/crowned.sqlite"
    origins: tuple[str, ...] = ()
    """Addresses under which browsers see the site; empty: this machine only."""
    proxies: str = ""
    """Addresses of reverse proxies whose forwarded headers are believed."""
    limits: Limits = field(default_factory=Limits)
    static: Path | None = None
    engine_threads: int = 1
    pace: float = 1.0
    """How long the computer seems to think, as a multiple of a natural pause; 0: it answers at once."""

    tables: bool = True
    """Whether small endgame tables of the games played here are built in the background."""
    workers: int = 1
    """Processes on this machine."""
    monitor: int = 0
    """A port of this machine for figures and health; 0: none. Further processes take the ports after it."""
    drain: float = 0.0
    """Seconds to go on serving after being told to end, while not ready any more."""
    log_form: Form = "text"
    own_device: bool = False
    """Whether the server runs on its only player's device, who may then see all that is stored."""
    leaked: Path | None = None
    """Sorted SHA-1 hashes of leaked passwords, which nobody may choose."""

    @property
    def allowed(self) -> frozenset[str]:
        """Exact origins of our own pages."""
        return frozenset(self.origins) or frozenset(f"http://{host}:{self.port}" for host in self._own_hosts)

    @property
    def _own_hosts(self) -> tuple[str, ...]:
        wide = self.host in ("0.0.0.0", "::", *LOOPBACK)  # noqa: S104 - compared, not bound
        return LOOPBACK if wide else (*LOOPBACK, self.host)

    @property
    def secure(self) -> bool:
        """Whether browsers come by https, so that cookies can be bound to it."""
        return any(origin.startswith("https://") for origin in self.origins)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        if self.origins:
            return self.origins[0]
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host  # noqa: S104
        return f"http://{host}:{self.port}"


def origin_fault(text: str) -> str | None:
    """Why a text is no origin, or None."""
    parts = urlsplit(text)
    plain = not (parts.path or parts.query or parts.fragment or parts.username)
    if parts.scheme in ("http", "https") and parts.hostname and plain:
        return None
    return f"'{text}' is not an origin such as https://draughts.example"
