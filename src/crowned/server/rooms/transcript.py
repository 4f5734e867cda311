"""The transcript of a game: one file that proves every spin, checked without any server."""

from __future__ import annotations

from crowned.protocols.pictures import seat_of
from crowned.server.rooms.table import Table
from crowned.server.web.bodies import Transcript, TranscriptAction


def of(table: Table, result: str) -> Transcript:
    actions = [TranscriptAction(seat_of(record.by), record.text) for record in table.game.history]
    return Transcript(
        format="crowned-transcript/1",
        game=table.id,
        rules=table.settings.rules,
        fingerprint=table.rules.fingerprint,
        fen=table.settings.fen,
        actions=actions,
        commit=table.settings.commit,
        white_seed=table.seeds.get("white", ""),
        black_seed=table.seeds.get("black", ""),
        server_seed=table.server_seed,
        white_commit=table.commits.get("white", ""),
        black_commit=table.commits.get("black", ""),
        result=result,
    )
