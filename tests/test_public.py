"""What the outside sees: the names, what importing them costs, and the lines the guides show."""

from __future__ import annotations

import doctest
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import crowned

ROOT = Path(__file__).resolve().parents[1]

# Adding a name is a promise; this list makes it a decision.
NAMES = """
    Accepted AmbiguousMove BadInput Board Claims Clock CrownedError Dice Engine EngineBusy EngineError
    FenError Game GameOver HubEngine IllegalMove Info LANGS LEVELS Lang Level Limits Line Move
    MoveTextError Node NothingToChoose Offence Outcome PdnError Position Record Ruleset RulesetError
    Score Setup Side TooManyMoves Tree Verdict __version__ actions annotate claims engine events fen
    find_move judge legal_elsewhere match pdn png ruleset ruleset_ids svg tables write_move
"""


def test_the_public_names_are_these() -> None:
    assert sorted(crowned.__all__) == sorted(NAMES.split())
    assert all(hasattr(crowned, name) for name in NAMES.split())


def test_the_version_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert crowned.__version__ == project["version"]


def test_rules_may_be_named_wherever_they_are_asked_for(tmp_path: Path) -> None:
    fen, own = "W:Wc3:Bd4,f6", crowned.ruleset("russian")
    file = tmp_path / "house.toml"
    file.write_text('extends = "russian"\n[title]\nen = "House"\n[rules]\nking = "short"\n', "utf-8")
    assert crowned.ruleset(own) is own
    assert crowned.ruleset(own, king="short") == crowned.ruleset("russian", king="short")
    for rules in ("russian", own):
        assert crowned.Game(rules, fen).position == crowned.Position.from_fen(rules, fen)
        assert crowned.fen.read(rules, fen) == own.read(fen)
        assert crowned.Engine(rules, hash_mb=1).rules == own
        (loaded,) = crowned.pdn.read_text("1. c3-d4 *", rules)
        assert loaded.game.rules == own
    assert crowned.Game(file).rules.spec.king == "short"
    with pytest.raises(crowned.RulesetError):
        crowned.Game("rusian")
    with pytest.raises(crowned.FenError):
        crowned.Game("russian", "W:Wc9:B")


def test_a_refusal_is_explained_to_who_never_asked_for_the_referee() -> None:
    code = "import crowned; crowned.Game(crowned.ruleset('russian')).play('a1-h8')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("IllegalMove: h8 is occupied.\n"), done.stderr


def imported_by(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after the statement and not before."""
    code = f"import sys; before = {{*sys.modules}}; {statement}; print(*{{*sys.modules}} - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_import_needs_the_standard_library_only() -> None:
    foreign = imported_by("import crowned") - sys.stdlib_module_names - {"crowned"}
    # nanobind's own types announce themselves under names of its own
    assert {name for name in foreign if not name.startswith("nanobind")} == set()


def test_import_leaves_network_and_processes_alone() -> None:
    heavy = {"asyncio", "http", "socket", "ssl", "multiprocessing", "concurrent", "sqlite3", "subprocess"}
    assert imported_by("import crowned") & heavy == set()


def test_import_leaves_for_later_what_not_every_program_needs() -> None:
    """Each of these costs milliseconds: OpenSSL, readers of files, guesses at misspelt words."""
    later = {"hashlib", "_hashlib", "hmac", "json", "tomllib", "difflib", "numpy", "unittest", "logging"}
    assert imported_by("import crowned") & later == set()


def test_the_readme_does_what_it_says() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0
