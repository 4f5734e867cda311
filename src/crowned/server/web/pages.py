"""Which addresses of the web app lead somewhere; the others get 404, and a page that leads on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import unquote

from crowned.rules import catalog
from crowned.server.site import Site
from crowned.server.store import StoreError

PLAIN = frozenset({"", "house", "learn", "rules", "analysis", "archive", "account", "settings"})
"""Pages that are there without a name behind them."""


async def is_there(site: Site, path: str) -> bool:
    page, _, rest = path.strip("/").partition("/")
    if not rest:
        return page in PLAIN
    named = NAMED.get(page)
    if named is None:
        return False
    try:
        return await named(site, unquote(rest))
    except StoreError:
        return True  # who cannot look says nothing against it; the page itself tells that the server is away


async def _ruleset(_site: Site, name: str) -> bool:
    return name in catalog.ids()


async def _game(site: Site, game: str) -> bool:
    return bool(await site.services.store.read("SELECT 1 FROM game WHERE id = $1", game))


async def _join(site: Site, token: str) -> bool:
    return site.links.game("join", token) is not None


async def _watch(site: Site, token: str) -> bool:
    return site.links.game("watch", token) is not None


async def _house(site: Site, key: str) -> bool:
    return bool(await site.services.store.read("SELECT 1 FROM house WHERE id = $1", key))


async def _account(site: Site, name: str) -> bool:
    return await site.people.account(name) is not None


NAMED: dict[str, Callable[[Site, str], Awaitable[bool]]] = {
    "learn": _ruleset,
    "rules": _ruleset,
    "g": _game,
    "j": _join,
    "w": _watch,
    "house": _house,
    "account": _account,
}
