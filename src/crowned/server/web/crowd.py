"""How many connections each address has open: nobody takes all there are.

Counted where connections are made, so an address is that of the other end of the line. A proxy in front has
as many as it likes; it knows for whom, and should limit them itself.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from crowned.server.web.security import network


class Crowd:
    def __init__(self, most: int, proxies: str = "") -> None:
        self._most = most
        self._proxies = [part.strip() for part in proxies.split(",") if part.strip()]
        self._open: dict[str, int] = {}

    def __len__(self) -> int:
        """Addresses that have a connection."""
        return len(self._open)

    def enter(self, address: str) -> Callable[[], None] | None:
        """What to call, once, when the connection is gone; None: the address has too many already."""
        if self._trusted(address):
            return _nothing
        place = network(address)
        if self._open.get(place, 0) >= self._most:
            return None
        self._open[place] = self._open.get(place, 0) + 1
        return lambda: self._leave(place)

    def _leave(self, place: str) -> None:
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    def _trusted(self, address: str) -> bool:
        return any(part in ("*", address) or _within(address, part) for part in self._proxies)


def _within(address: str, part: str) -> bool:
    if "/" not in part:
        return False
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(part, strict=False)
    except ValueError:
        return False


def _nothing() -> None:
    """Nobody was counted."""
