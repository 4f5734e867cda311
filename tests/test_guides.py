"""The guides do what they say, the documentation lists its pages, and example programs run and are typed."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
GUIDES = sorted((DOCS / "guides").glob("*.md"))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_guide(page: Path) -> None:
    if "crowned.rl" in page.read_text():
        pytest.importorskip("numpy", reason="needs crowned[rl]")
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0
    assert tried or page.stem == "README"


@pytest.mark.parametrize("program", EXAMPLES, ids=lambda program: program.stem)
def test_example(program: Path, tmp_path: Path) -> None:
    if "crowned.rl" in program.read_text():
        pytest.importorskip("numpy", reason="needs crowned[rl]")
    words = [sys.executable, str(program), "--short"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_notebook(tmp_path: Path) -> None:
    """Its cells run one after the other, with less time and fewer games."""
    pytest.importorskip("numpy", reason="needs crowned[rl]")
    cells = json.loads((ROOT / "examples" / "learn.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert ", 10, 100" in code
    words = [sys.executable, "-c", code.replace(", 10, 100", ", 0.02, 2")]
    path = {**os.environ, "PYTHONPATH": str(ROOT / "examples")}
    done = subprocess.run(words, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "against level 3" in done.stdout


def test_examples_are_typed() -> None:
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, EXAMPLES)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_page_is_listed() -> None:
    """From the list of pages every page can be reached."""
    seen, waiting = set(), [DOCS / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        waiting += [(page.parent / link).resolve() for link in LINK.findall(page.read_text())]
    pages = {page for page in DOCS.rglob("*.md") if "decisions" not in page.parts}
    assert sorted(str(page.relative_to(DOCS)) for page in pages - seen) == []


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS)))
def test_links_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert missing == []
