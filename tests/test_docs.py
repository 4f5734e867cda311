"""Every link and every path that the documents name leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOPS = ("src", "core", "ui", "tests", "docs", "bench", "scripts", "cmake", "fuzz")
BUILT = ("ui/node_modules", "ui/dist", "src/crowned/server/static", "docs/reference")
"""What a build makes may be named, too."""


def pages() -> list[Path]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(page for page in found if page.is_file())


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings(page: Path) -> set[str]:
    return {slug(line.lstrip("#")) for line in page.read_text().splitlines() if line.startswith("#")}


def dead_links(page: Path) -> list[str]:
    faults = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and slug(anchor) not in headings(file)):
            faults.append(target)
    return faults


def dead_paths(page: Path) -> list[str]:
    tops = "|".join(TOPS)
    named = re.findall(rf"`((?:{tops})/[\w./-]*)`", page.read_text())
    return [
        path
        for path in named
        if not path.startswith(BUILT) and not (ROOT / path).exists() and not (page.parent / path).exists()
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_dead_link_or_path(page: Path) -> None:
    assert not dead_links(page) + dead_paths(page)


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    missing = [page.name for page in (ROOT / "docs").glob("*.md") if page.name not in index]
    assert not missing
