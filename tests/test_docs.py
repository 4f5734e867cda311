"""Every link and every path that the documents name leads somewhere."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import crowned
import crowned.rl

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


def misplaced_names(page: Path) -> list[str]:
    """What a page says is "`name` in `file`" and is not there."""
    named = re.findall(r"`(\w+)` in\s+`([\w./-]+\.(?:py|hpp|cpp|ts|def))`", page.read_text())
    return [
        f"{name} in {path}"
        for name, path in named
        if (ROOT / path).exists() and not re.search(rf"\b{name}\b", (ROOT / path).read_text())
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_names_stand_where_a_page_says(page: Path) -> None:
    assert not misplaced_names(page)


def test_the_finder_of_names_finds(tmp_path: Path) -> None:
    (page := tmp_path / "page.md").write_text(
        "`Precedence` in `core/movegen/list.hpp`, `Walker` in `core/movegen/walk.hpp`"
    )
    assert misplaced_names(page) == ["Precedence in core/movegen/list.hpp"]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_dead_link_or_path(page: Path) -> None:
    assert not dead_links(page) + dead_paths(page)


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    missing = [page.name for page in (ROOT / "docs").glob("*.md") if page.name not in index]
    assert not missing


# ---- the reference of the Python API


def told(path: str) -> list[object]:
    """What a directive of the reference tells about: an object, or a module with what it holds."""
    name, rest = path, ""
    while True:
        try:
            found: object = import_module(name)
            break
        except ModuleNotFoundError:
            name, _, last = name.rpartition(".")
            rest = f"{last}.{rest}" if rest else last
    for part in rest.split(".") if rest else ():
        found = getattr(found, part)
    return [found, *vars(found).values()] if isinstance(found, ModuleType) else [found]


def test_everything_public_is_in_the_reference() -> None:
    text = "".join(page.read_text() for page in (ROOT / "docs/python").glob("*.md"))
    directives = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    there = [found for path in directives for found in told(path)]
    names = {f"crowned.{name}": getattr(crowned, name) for name in crowned.__all__ if name != "__version__"}
    names |= {f"crowned.rl.{name}": getattr(crowned.rl, name) for name in crowned.rl.__all__}
    missing = [
        name
        for name, thing in names.items()
        if not any(thing is one for one in there)
        and not (isinstance(thing, ModuleType) and _tells_parts(thing, there))
    ]
    assert missing == []


def _tells_parts(module: ModuleType, there: list[object]) -> bool:
    """A module need not be told as a whole where its parts are."""
    own = [
        value
        for value in vars(module).values()
        if getattr(value, "__module__", "").startswith(module.__name__)
    ]
    return any(value is one for value in own for one in there)


def test_the_table_of_the_reference_names_what_is_public() -> None:
    text = (ROOT / "docs/python/README.md").read_text()
    assert [name for name in crowned.__all__ if name != "__version__" and f"`{name}`" not in text] == []
