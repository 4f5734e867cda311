"""What a terminal shows: help that fits it, and a bar that nothing runs into."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from crowned.cli import main
from crowned.cli.app import COMMANDS
from crowned.cli.helping import fitted
from tests.cli.tools import crowned

SOUND = '[GameType "20"]\n\n1. 32-28 19-23 *\n\n'
BAD = '[GameType "20"]\n\n1. 32-17 *\n\n'


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(text: str) -> list[str]:
    """The lines as they stand there in the end: a return goes back to the first column."""
    return [_overwritten(line).rstrip() for line in text.split("\n")]


def _overwritten(line: str) -> str:
    shown = ""
    for part in line.split("\r"):
        shown = part + shown[len(part) :]
    return shown


def on_a_terminal(*words: str) -> list[str]:
    terminal = Terminal()
    with contextlib.redirect_stdout(terminal), contextlib.redirect_stderr(terminal):
        main(words)
    return screen(terminal.getvalue())


@pytest.mark.parametrize("task", ["check", "stats", "convert", "filter", "merge"])
def test_nothing_is_said_into_the_bar(task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crowned.cli.progress.REFRESH", 0.0)
    path = tmp_path / "games.pdn"
    path.write_text(SOUND + BAD + SOUND + BAD, encoding="utf-8")
    lines = on_a_terminal("pdn", task, str(path))
    assert sum("32-17" in line for line in lines) == 2
    assert not [line for line in lines if line.startswith(("[.", "[#"))]


def test_the_bar_is_drawn_where_the_games_go_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crowned.cli.progress.REFRESH", 0.0)
    path = tmp_path / "games.pdn"
    path.write_text(SOUND, encoding="utf-8")
    terminal = Terminal()
    with contextlib.redirect_stdout(terminal), contextlib.redirect_stderr(terminal):
        main(["pdn", "convert", str(path), "--output", str(tmp_path / "out.pdn")])
    assert "[" in terminal.getvalue()


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_a_narrow_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is to be typed may be longer than a line."""
    monkeypatch.setenv("COLUMNS", "60")
    text = crowned(*([name] if name else []), "--help").out
    long = [line for line in text.split("\n") if len(line) > 60]
    assert [line for line in long if not line.startswith("  ") or "   " in line.strip()] == []


def test_a_remark_without_room_stands_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert fitted("  type this and that here   so that it works in the end\nshort") == (
        "  type this and that here\n      so that it works in the\n      end\nshort"
    )
    assert fitted("a paragraph that goes\non and on in its lines, far beyond thirty").split("\n")[0] == (
        "a paragraph that goes on and"
    )
