"""What somebody brings along: PDN and FEN. The text says which game it is; the reader's rules come last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from crowned.base import BadInput
from crowned.game import Game
from crowned.notation import fen, pdn
from crowned.notation.pdn.reader import SEED
from crowned.notation.pdn.ruleset_tags import names_rules
from crowned.position.ruleset import Ruleset, ruleset
from crowned.protocols.pictures import rules_view
from crowned.protocols.views import Lang
from crowned.server.texts import translated
from crowned.server.web.api.analysis import picture
from crowned.server.web.api.rules import briefs, chosen
from crowned.server.web.api.trees import flat, grown
from crowned.server.web.bodies import ExportRequest, Imported, ImportedGame, ImportRequest
from crowned.server.web.http import Answer, Call, Endpoint
from crowned.server.web.problem import ProblemError

MOST_GAMES = 200
LETTERS_PER_SECOND, MOVES_PER_SECOND = 100_000, 2_000
"""About how quickly files and games are read at the worst."""
MOST_SEEN = 600
"""Positions that are sent along, so that a game can be walked through without asking again."""


async def import_games(call: Call) -> Answer:
    body: ImportRequest = call.body
    rules = await chosen(call, body.rules) if body.rules is not None else None
    try:
        size = len(body.text) / LETTERS_PER_SECOND
        return Answer(await call.worked(_encoded, body, rules, call.lang, size=size))
    except BadInput as error:
        raise ProblemError(400, "bad_file", error.faults) from None


def _encoded(body: ImportRequest, rules: Ruleset | None, lang: Lang) -> msgspec.Raw:
    """Written where it was read: two megabytes take longer than others should wait."""
    return msgspec.Raw(msgspec.json.encode(Imported(_import(body, rules, lang))))


def _import(body: ImportRequest, rules: Ruleset | None, lang: Lang) -> list[ImportedGame]:
    if body.format == "fen":
        game = _positioned(body.text.strip(), rules)
        return [_imported(game, {}, [], lang, MOST_SEEN)]
    loaded = _loaded(body.text, rules)
    room = MOST_SEEN
    games = []
    for item in loaded:
        games.append(_imported(item.game, item.tags, translated(item.warnings, lang), lang, room))
        room -= len(games[-1].moves)
    return games


def _imported(game: Game, tags: dict[str, str], faults: list[str], lang: Lang, room: int) -> ImportedGame:
    root = game.tree.root
    seen = sum(1 for _ in game.tree.nodes()) <= room + 1
    moves = flat(game, lang, seen=seen)
    game.tree.go(root)
    start = picture(game, lang) if seen else None
    return ImportedGame(rules_view(game.rules), tags, game.start.fen, moves, root.comment, start, faults)


async def look_at_tree(call: Call) -> ImportedGame:
    """A game with branches that the app has kept: every position of it at once."""
    body: ExportRequest = call.body
    rules = await chosen(call, body.rules)

    def work() -> ImportedGame:
        game = grown(rules, body.fen, body.moves, body.tags.get(SEED, ""), body.comment)
        return _imported(game, dict(body.tags), [], body.lang, MOST_SEEN)

    return await call.worked(work, size=len(body.moves) / MOVES_PER_SECOND)


# ---------------------------------------------------------------- which game is it?


def _loaded(text: str, rules: Ruleset | None) -> list[pdn.Loaded]:
    """By the tags; a file that names no game at all is tried by the reader's rules before it is guessed."""
    if rules is not None and not any(names_rules(game.tags) for game in _heads(text)):
        try:
            return _games(text, rules)
        except BadInput:
            pass
    return _games(text, None)


def _heads(text: str) -> Iterator[pdn.PdnGame]:
    return islice(pdn.parse_text(text), MOST_GAMES)


def _games(text: str, rules: Ruleset | None) -> list[pdn.Loaded]:
    return list(islice(pdn.read_text(text, rules), MOST_GAMES))


def _positioned(text: str, rules: Ruleset | None) -> Game:
    """By the reader's rules if the position can be one of theirs, else by the first that it fits."""
    faults: BadInput | None = None
    for attempt in ([rules] if rules is not None else []) + [*_fitting(text)]:
        try:
            return Game(attempt, fen.read(attempt, text))
        except BadInput as error:
            faults = faults or error
    raise faults or BadInput("no position")


def _fitting(text: str) -> Iterable[Ruleset]:
    """What the position may be: as games without a name are guessed, then every other game, books first."""
    with suppress(BadInput):
        yield from (item.rules for item in pdn.read_text(f'[FEN "{text}"]\n*'))
    yield from (ruleset(one.id) for one in sorted(briefs(), key=lambda one: not one.book))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/analysis/tree",
        look_at_tree,
        ImportedGame,
        "A game with branches and all its positions",
        ExportRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST", "/api/import", import_games, Imported, "Read PDN or FEN", ImportRequest, limit="analysis"
    ),
)
