"""Completion: the script a shell gets, and what it answers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from crowned.cli import app
from crowned.cli.completion import SHELLS
from crowned.rules import catalog
from tests.cli.tools import crowned


def answered(shell: str, *words: str) -> set[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    found = subprocess.run([shell, *words], capture_output=True, text=True, check=True, timeout=30)
    return {line.partition("\t")[0] for line in found.stdout.splitlines() if line}


def by_bash(line: str, folder: Path) -> set[str]:
    """What bash offers at the end of a line."""
    script = (folder / "bash").read_text()
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = (
        f"COMP_WORDS=({words}); COMP_CWORD={line.count(' ')}; _crowned; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    return answered("bash", "-c", f"{script}\n{ask}")


def by_zsh(line: str, folder: Path) -> set[str]:
    """What zsh is given when it first needs the file; it chooses itself what fits the word begun."""
    (folder / "_crowned").write_text((folder / "zsh").read_text())
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = f"""
        compadd() {{ shift; print -l -- "$@" }}
        _describe() {{ print -l -- "${{(@)${{(P)2}}%%:*}}" }}
        fpath=({folder}); autoload -Uz _crowned
        words=({words}); CURRENT=$#words; _crowned
    """
    last = line.rpartition(" ")[2]
    return {word for word in answered("zsh", "-f", "-c", ask) if word.startswith(last)}


def by_fish(line: str, folder: Path) -> set[str]:
    ask = f"source {folder / 'fish'}; complete -C '{line}'"
    return {word for word in answered("fish", "-N", "-c", ask) if not word.startswith("-") or "--" in line}


ASKING = {"bash": by_bash, "zsh": by_zsh, "fish": by_fish}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scripts")
    for shell in SHELLS:
        (folder / shell).write_text(crowned("completion", shell).out)
    return folder


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_options_values_and_rulesets_are_completed(
    shell: str, scripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # an empty folder: no files are offered

    def offered(line: str) -> set[str]:
        return ASKING[shell](line, scripts)

    assert offered("crowned ") == set(app.COMMANDS)
    assert offered("crowned pd") == {"pdn"}
    assert offered("crowned moves --f") == {"--fen"}
    assert set(catalog.ids()) <= offered("crowned moves ")
    assert {"check", "stats", "merge"} <= offered("crowned pdn ")
    assert catalog.ids()[0] not in offered("crowned pdn ")
    assert offered("crowned rules turm --lang ") == {"de", "nl", "en"}
    assert set(catalog.ids()) == offered("crowned match a b --ruleset ")
    assert offered("crowned match a b --pdn ") == set()


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
