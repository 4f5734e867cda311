"""Export: PDN, SVG, TOML and the transcript that proves the spins."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

import crowned
from crowned.game import Game
from crowned.notation import pdn, svg
from crowned.notation.pdn.reader import SEED
from crowned.position.action import MoveAction
from crowned.position.ruleset import Ruleset
from crowned.protocols.views import PlayerView, Seat
from crowned.rules.write import to_toml
from crowned.server.rooms import transcript
from crowned.server.rooms.storage import result
from crowned.server.rooms.table import Table
from crowned.server.web.api.analysis import set_up
from crowned.server.web.api.games import TokenQuery, seen
from crowned.server.web.api.rules import chosen
from crowned.server.web.api.trees import grown
from crowned.server.web.bodies import (
    ExportRequest,
    Health,
    PictureRequest,
    SheetRequest,
    TextFile,
    Transcript,
)
from crowned.server.web.http import Answer, Call, Endpoint

PLIES_A_SECOND = 2000
"""That a game is written down with, at the worst."""


class PictureQuery(msgspec.Struct, frozen=True):
    token: str | None = None
    ply: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    flip: bool = False


# ---------------------------------------------------------------- a game of the server


async def game_pdn(call: Call) -> TextFile:
    keeper, _ = await seen(call)
    players = (await keeper.room.news()).players
    names = {seat: _pdn_name(player) for seat, player in players.items()}
    game, tags = await keeper.room.look(lambda table: (table.game, _tags(table, names)))
    # What was done is never changed: the game may go on while its record is copied.
    text = await call.worked(lambda: pdn.write(game.copy(), tags), size=game.ply / PLIES_A_SECOND)
    return TextFile(f"crowned-{call.path['id']}.pdn", text)


def _pdn_name(player: PlayerView) -> str:
    return f"Crowned, level {player.level}" if player.kind == "computer" else player.name or "?"


def _tags(table: Table, names: dict[Seat, str]) -> dict[str, str]:
    day = datetime.fromtimestamp(table.created / 1000, UTC).strftime("%Y.%m.%d")
    players = {"White": names["white"], "Black": names["black"]}
    return {"Event": "Crowned", "Date": day, **players, "GameId": table.id}


async def game_svg(call: Call) -> Answer:
    keeper, _ = await seen(call)
    query: PictureQuery = call.query
    picture = await keeper.room.look(lambda table: _picture(table.game, query.ply, query.flip))
    return Answer(picture, media="image/svg+xml")


def _picture(game: Game, ply: int | None, flip: bool) -> str:
    past = [record for record in game.history if ply is None or record.after.ply <= ply]
    if not past:
        return svg.board(game.start, flipped=flip)
    action = past[-1].action
    last = action.move if isinstance(action, MoveAction) else None
    return svg.board(past[-1].after.position, last, flipped=flip)


async def game_transcript(call: Call) -> Transcript:
    keeper, _ = await seen(call)
    return await keeper.room.look(lambda table: transcript.of(table, result(table)))


# ---------------------------------------------------------------- anything else


async def export_svg(call: Call) -> TextFile:
    body: PictureRequest = call.body
    rules = await chosen(call, body.rules)
    game = await call.worked(set_up, rules, body.fen, ())
    return TextFile("position.svg", await call.worked(lambda: svg.board(game.position, flipped=body.flip)))


async def export_pdn(call: Call) -> TextFile:
    body: ExportRequest = call.body
    rules = await chosen(call, body.rules)
    return TextFile(
        "game.pdn", await call.worked(_written, rules, body, size=len(body.moves) / PLIES_A_SECOND)
    )


def _written(rules: Ruleset, body: ExportRequest) -> str:
    return pdn.write(grown(rules, body.fen, body.moves, body.tags.get(SEED, ""), body.comment), body.tags)


async def export_toml(call: Call) -> TextFile:
    body: SheetRequest = call.body
    spec = (await chosen(call, body.rules)).spec
    name = re.sub(r"[^a-z0-9-]", "", spec.id) or "ruleset"
    return TextFile(f"{name}.toml", to_toml(spec))


async def health(call: Call) -> Health:
    store = call.site.services.store
    await call.site.writable.check()
    return Health(True, crowned.__version__, len(call.site.rooms), store.kind)


ENDPOINTS = (
    Endpoint("GET", "/api/games/{id}/pdn", game_pdn, TextFile, "The game as PDN", query=TokenQuery),
    Endpoint(
        "GET",
        "/api/games/{id}/svg",
        game_svg,
        str,
        "A picture of the game",
        query=PictureQuery,
        media="image/svg+xml",
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/transcript",
        game_transcript,
        Transcript,
        "Everything `crowned verify` needs",
        query=TokenQuery,
    ),
    Endpoint(
        "POST",
        "/api/export/svg",
        export_svg,
        TextFile,
        "A picture of a position",
        PictureRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/export/pdn",
        export_pdn,
        TextFile,
        "A game with its branches as PDN",
        ExportRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/export/toml",
        export_toml,
        TextFile,
        "Rules as a file",
        SheetRequest,
        limit="analysis",
    ),
    Endpoint("GET", "/api/health", health, Health, "Whether the server works"),
)
