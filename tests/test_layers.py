"""The architecture, checked: imports go downwards only, and no code knows a ruleset by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "crowned"
CORE = ROOT / "core"

# From the ground up. Neighbours on one level know nothing of each other. "" is the package itself, which
# shows the layers below it to the outside; programs built on top may use it as any other user does.
PYTHON_LEVELS = (
    {"base"},
    {"rules", "_native"},
    {"position"},
    {"game"},
    {"tables"},
    {"notation", "referee", "engine"},
    {"protocols", "print", "rl", ""},
    {"server", "cli", "notebook"},
)
CPP_LEVELS = (
    {"base"},
    {"board"},
    {"state"},
    {"rules"},
    {"mechanics"},
    {"movegen"},
    {"position"},
    {"tables"},
    {"search", "rl"},
    {"bind", "c"},
)
DATA_FOLDERS = {"rulesets"}


def level_of(levels: tuple[set[str], ...]) -> dict[str, int]:
    return {name: height for height, names in enumerate(levels) for name in names}


PYTHON_LEVEL = level_of(PYTHON_LEVELS)
CPP_LEVEL = level_of(CPP_LEVELS)


def may_use(level: dict[str, int], user: str, used: str) -> bool:
    return user == used or level[used] < level[user]


def python_files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def cpp_files() -> list[Path]:
    return sorted(p for p in CORE.rglob("*") if p.suffix in {".hpp", ".cpp", ".h", ".c", ".inc"})


def imported_layers(tree: ast.AST, package: list[str]) -> Iterator[tuple[int, str]]:
    """Line and layer of everything of ours that a module imports; the layer "" is `crowned` itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = absolute_names(node, package)
        else:
            continue
        for name in names:
            head, _, rest = name.partition(".")
            if head == "crowned":
                yield node.lineno, rest.partition(".")[0]


def absolute_names(node: ast.ImportFrom, package: list[str]) -> list[str]:
    """The modules that `from … import …` may name; `from crowned import x` means the layer x."""
    start = package[: len(package) - node.level + 1] if node.level else []
    module = ".".join([*start, *([node.module] if node.module else [])])
    if module == "crowned":
        layers = (alias.name for alias in node.names)
        return [f"crowned.{name}" if name in PYTHON_LEVEL else "crowned" for name in layers]
    return [module]


def test_every_folder_has_a_level() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders - DATA_FOLDERS <= PYTHON_LEVEL.keys(), "a new layer needs a level in this test"
    cores = {p.name for p in CORE.iterdir() if p.is_dir()}
    assert cores - {"tests", "cpu"} <= CPP_LEVEL.keys(), "a new C++ layer needs a level in this test"


def test_python_imports_go_down() -> None:
    faults = []
    for path in python_files():
        parts = path.relative_to(PACKAGE).parts
        if len(parts) == 1:
            continue  # crowned/__init__.py shows everything to the outside
        package = ["crowned", *parts[:-1]]
        for line, used in imported_layers(ast.parse(path.read_bytes()), package):
            if used not in PYTHON_LEVEL or not may_use(PYTHON_LEVEL, parts[0], used):
                faults.append(
                    f"{path.relative_to(ROOT)}:{line}: {parts[0]} may not import {used or 'crowned'}"
                )
    assert not faults, "\n".join(faults)


def included_layers(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := re.match(r'\s*#\s*include\s+"([^"]+)"', line):
            head, slash, _ = found[1].partition("/")
            yield number, head if slash else path.parent.name


def test_cpp_includes_go_down() -> None:
    faults = []
    for path in cpp_files():
        layer = path.relative_to(CORE).parts[0]
        if layer == "tests":
            continue
        for line, used in included_layers(path):
            if used not in CPP_LEVEL or not may_use(CPP_LEVEL, layer, used):
                faults.append(f"{path.relative_to(ROOT)}:{line}: {layer} may not include {used}")
    assert not faults, "\n".join(faults)


def ruleset_ids() -> list[str]:
    return sorted(p.stem for p in (PACKAGE / "rulesets").glob("*.toml"))


# Ids that are also words of a language or of programming: the spelling that is meant, and why it may stand.
ORDINARY_WORDS = {
    "diagonal": (r"(?i)diagonal", "a kind of line"),
    "armenian": (r"Armenian", "a script, whose letters look like others"),
    "breakthrough": (
        r"(?i)breakthrough",
        "a goal that a game can have",
    ),
    "english": (r"\bEnglish\b", "the language"),
    "international": (
        r"results.*\binternational\b|international: 2-0",
        "how PDN calls the results 2-0, 1-1, 0-2",
    ),
    "italian": (r"\bItalian\b", "the language"),
    "pool": (
        r"(?<![\"'])\bpools?\b(?![\"'])|[a-z.]Pool\b|POOL\b|_pool\b",
        "a pool of workers or connections",
    ),
    "killer": (r"\b[Kk]illers?\b(?![\"'])", "a killer move of the search"),
    "turm": (r"\bTurm\b", "the German word for a tower"),
    "blasen": (r"(?<=[a-zäöüß,] )blasen\b", "the German verb for huffing, in a sentence"),
}


def sources_without_names() -> list[Path]:
    web = [
        p for p in (ROOT / "ui" / "src").rglob("*") if p.suffix in {".ts", ".js", ".svelte", ".css", ".html"}
    ]
    return [*python_files(), *cpp_files(), *sorted(web)]


def named_rulesets(text: str, ids: list[str]) -> Iterator[tuple[int, str]]:
    """Line and id of each ruleset that a source names, also inside an identifier such as is_x or X_RULES."""
    lowered = text.lower()
    for ruleset in (name for name in ids if name in lowered):
        if ruleset in ORDINARY_WORDS:
            searched = re.sub(ORDINARY_WORDS[ruleset][0], lambda found: "·" * len(found[0]), text)
        else:
            searched = text
        for found in re.finditer(rf"(?<![a-z0-9]){re.escape(ruleset)}(?![a-z0-9])", searched.lower()):
            yield text.count("\n", 0, found.start()) + 1, ruleset


def without_prose(path: Path) -> str:
    """A source; of the translations only the code around the texts.

    To players games may be called by name, and "valluik" or "blasen" are words of the language.
    """
    text = path.read_text()
    if path.parent.name != "i18n":
        return text
    return re.sub(r"(['\"`])(?:\\.|(?!\1).)*\1", lambda found: "·" * len(found[0]), text)


def test_no_source_names_a_ruleset() -> None:
    ids = ruleset_ids()
    if not ids:
        pytest.skip("no rulesets yet")
    faults = [
        f"{path.relative_to(ROOT)}:{line}: names the ruleset {ruleset}"
        for path in sources_without_names()
        for line, ruleset in named_rulesets(without_prose(path), ids)
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        ('if rules.id == "harzer":', True),
        ("def is_harzer() -> bool:", True),
        ("HARZER_RULES = 1", True),
        ("harzerisch", False),
        ("the English text", False),
        ('"english"', True),
        ("ThreadPool(2)", False),
        ('load("pool")', True),
    ],
)
def test_the_name_finder_finds(text: str, caught: bool) -> None:
    assert bool(list(named_rulesets(text, ["harzer", "english", "pool"]))) is caught


def test_the_import_finder_finds() -> None:
    lines = [
        "import crowned.game.tree",
        "from ..rules import axes",
        "from . import x",
        "from crowned import cli",
    ]
    found = imported_layers(ast.parse("\n".join(lines)), ["crowned", "position"])
    assert list(found) == [(1, "game"), (2, "rules"), (3, "position"), (4, "cli")]
