"""Completion: the script a shell gets, and what it answers."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from crowned.cli import app
from crowned.cli.completion import SHELLS
from crowned.rules import catalog
from tests.cli.tools import crowned


def completed(line: str) -> set[str]:
    """What bash offers at the end of a line."""
    script = crowned("completion", "bash").out
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = (
        f"COMP_WORDS=({words}); COMP_CWORD={line.count(' ')}; _crowned; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    found = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True, timeout=30
    )
    return set(found.stdout.split())


def test_bash_completes_commands_options_and_rulesets() -> None:
    assert completed("crowned ") == set(app.COMMANDS)
    assert completed("crowned pd") == {"pdn"}
    assert completed("crowned moves --f") == {"--fen"}
    assert set(catalog.ids()) <= completed("crowned moves ")
    assert {"check", "stats", "merge"} <= completed("crowned pdn ")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_every_command(shell: str) -> None:
    script = crowned("completion", shell).out
    assert all(name in script for name in app.COMMANDS)
    assert "fen" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", script], check=True, timeout=30)


def test_another_shell_is_refused() -> None:
    answer = crowned("completion", "tcsh")
    assert answer.status == 2
    assert "tcsh" in answer.err
