"""What a link looks like before it is opened: title, a sentence and a picture of the position.

Whoever shows such a preview has no session; it is told no more than a stranger with the link may see.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from crowned.base import Lang
from crowned.notation import png
from crowned.position import Position
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog
from crowned.server import shelf
from crowned.server.rooms.table import Table
from crowned.server.site import Site
from crowned.server.texts import say
from crowned.server.web.sockets import admitted

KINDS = ("g", "j", "w", "rules", "learn")
"""Pages that have a picture of their own, by the first part of their address."""
SIZE = 400
"""Pixels of the picture: enough for a preview, and quickly drawn."""


@dataclass(frozen=True)
class Preview:
    title: str
    text: str
    picture: str
    """Path of the picture on this server."""
    rules: Ruleset
    fen: str


async def preview(site: Site, kind: str, key: str, lang: Lang) -> Preview | None:
    """The preview of a page of the app, named as its address names it; None: nothing to show."""
    if kind in ("g", "j", "w"):
        return await _game(site, kind, key, lang)
    name = key if key in catalog.ids() else shelf.in_order()[0]
    rules = ruleset(name)
    game = shelf.demo(rules)
    about = rules.spec.about.get(lang, "")
    title = "Crowned" if kind == "start" and not key else f"{rules.spec.title.get(lang, name)} – Crowned"
    return Preview(title, about, f"/preview/{kind}/{name}.png", rules, game.start.fen)


async def _game(site: Site, kind: str, key: str, lang: Lang) -> Preview | None:
    game = key if kind == "g" else site.links.game("join" if kind == "j" else "watch", key)
    keeper = await site.rooms.get(game) if game else None
    if keeper is None:
        return None
    return await keeper.room.look(lambda table: _shown(site, table, kind, key, lang))


def _shown(site: Site, table: Table, kind: str, key: str, lang: Lang) -> Preview | None:
    if kind == "g" and admitted(site, table, "", None) is None:
        return None
    title = table.rules.spec.title.get(lang, table.rules.id)
    text = say(f"preview_{kind}", lang)
    return Preview(
        f"{title} – Crowned", text, f"/preview/{kind}/{key}.png", table.rules, table.game.position.fen
    )


async def picture(shown: Preview) -> bytes:
    return await asyncio.to_thread(_drawn, shown.rules, shown.fen)


@lru_cache(maxsize=128)
def _drawn(rules: Ruleset, fen: str) -> bytes:
    return png.board(Position.from_fen(rules, fen), size=SIZE)


def tags(shown: Preview, address: str, path: str) -> str:
    """The lines for the head of the page. Pictures are fetched from elsewhere, so addresses are whole."""
    named = {
        "og:type": "website",
        "og:site_name": "Crowned",
        "og:title": shown.title,
        "og:description": shown.text,
        "og:url": address + path,
        "og:image": address + shown.picture,
        "og:image:width": str(SIZE),
        "og:image:alt": shown.title,
        "twitter:card": "summary",
    }
    return "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in named.items())
