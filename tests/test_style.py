"""The linters and the web app's own tests, as tests: one summary tells everything."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
UI = ROOT / "ui"
LONGEST = 400
"""Lines of a source file; what is longer is about two things."""
LINTERS = {
    "ruff": ["ruff", "check", "--quiet", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy", "--no-error-summary"],
}


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-8000:]}{done.stderr[-2000:]}"


@pytest.mark.parametrize("linter", LINTERS)
def test_python(linter: str) -> None:
    run([sys.executable, "-m", *LINTERS[linter]], ROOT)


def test_core_is_formatted() -> None:
    sources = [str(file) for file in sorted((ROOT / "core").rglob("*.?pp"))]
    run([str(Path(sys.executable).parent / "clang-format"), "--dry-run", "-Werror", *sources], ROOT)


def test_no_source_is_too_long() -> None:
    sources = [*(ROOT / "core").rglob("*.?pp"), *(ROOT / "src" / "crowned").rglob("*.py")]
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in sources}
    assert not {file: length for file, length in lengths.items() if length > LONGEST}


@pytest.mark.parametrize("script", ["check", "test"])
def test_web(script: str) -> None:
    npm = shutil.which("npm")
    if npm is None or not (UI / "node_modules").exists():
        pytest.skip("the web app's packages are not installed: run `make web`")
    run([npm, "run", "--silent", script], UI)
