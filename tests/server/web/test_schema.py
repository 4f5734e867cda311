"""The browser's types are those of the server."""

from __future__ import annotations

from pathlib import Path

from crowned.server.schema import render

WIRE = Path(__file__).parents[3] / "ui" / "src" / "lib" / "wire.ts"


def test_every_message_has_its_type() -> None:
    text = render()
    assert 'export interface Move {\n  t: "move";' in text
    assert "export type ServerMessage = Welcome | Snapshot |" in text
    assert "  touch_move?: boolean | null;" in text
    assert "  board: Record<string, string>;" in text


def test_the_browsers_file_is_current() -> None:
    assert WIRE.read_text("utf-8") == render(), "run: python -m crowned.server.schema > ui/src/lib/wire.ts"
