"""Tables built behind everybody's back: only small ones, once each, and never where it is forbidden."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import crowned
from crowned.position import Ruleset
from crowned.tables import background
from crowned.tables.background import SWITCH, Background, quietly, worth_building
from crowned.tables.folder import files_in, folder_of
from tests.tables.built import folder_with, is_small

LITTLE = {"files": 6, "ranks": 4, "setup_rows": 1}


def test_small_tables_are_worth_it() -> None:
    sizes = {name: worth_building(crowned.ruleset(name)) for name in ("english", "international", "turm")}
    assert sizes == {"english": 4, "international": 3, "turm": 0}
    assert is_small("english")


def test_what_is_there_is_not_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = crowned.ruleset("english", **LITTLE)
    monkeypatch.setattr(background, "MOST_PIECES", 3)
    assert worth_building(rules) == 3
    rules = crowned.ruleset("english")
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with("english", 3)))
    assert worth_building(rules) == 0


def test_a_game_that_is_played_gets_its_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNED_TABLES", str(tmp_path))
    monkeypatch.setenv(SWITCH, "on")
    done = threading.Event()
    forget = background.forget
    monkeypatch.setattr(background, "forget", lambda: (forget(), done.set()))
    rules = crowned.ruleset("english", **LITTLE)
    assert crowned.tables.probe(rules.read("W:WK1:BK12")) is None
    Background(tmp_path).need(rules)
    assert done.wait(120)
    assert crowned.tables.probe(rules.read("W:WK1:BK12")) is not None


def test_the_switch_forbids_it(tmp_path: Path) -> None:
    """As everywhere in these tests."""
    behind = Background(tmp_path)
    behind.need(crowned.ruleset("english", **LITTLE))
    assert behind._thread is None


def test_each_game_is_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "on")
    asked: list[Ruleset] = []
    both = threading.Event()

    def note(self: Background, rules: Ruleset) -> None:
        asked.append(rules)
        if len(asked) == 2:
            both.set()

    monkeypatch.setattr(Background, "_build", note)
    behind = Background(tmp_path)
    for name in ("english", "english", "russian"):
        behind.need(crowned.ruleset(name))
    assert both.wait(20)
    assert [rules.id for rules in asked] == ["english", "russian"]


def test_a_folder_nobody_may_write_to_ends_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background.os, "nice", lambda _: 0)  # this process shall go on as it is
    monkeypatch.setattr(background.signal, "signal", lambda *_: None)
    place = tmp_path / "file"
    place.write_text("")
    with pytest.raises(SystemExit):
        quietly(crowned.ruleset("english", **LITTLE), 2, place)
    assert not list(files_in(folder_of(crowned.ruleset("english", **LITTLE), tmp_path)))


def test_strangers_fill_neither_memory_nor_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may make up rules; those that wait are few, and so are those with a folder."""
    monkeypatch.setenv(SWITCH, "on")
    monkeypatch.setattr(Background, "_work", lambda _: None)
    behind = Background(tmp_path)
    for number in range(3, 60):
        behind.need(crowned.ruleset("english", draw_no_progress=number))
    assert behind._waiting.qsize() == background.MOST_WAITING == len(behind._asked)
    assert not behind._crammed()
    for number in range(background.MOST_RULESETS):
        (tmp_path / str(number)).mkdir()
    assert behind._crammed()


WITH_CHILD = """
import multiprocessing, sys, time
from crowned.base.parents import outlive_nobody
def child():
    outlive_nobody()
    print("here", flush=True)
    time.sleep(60)
if __name__ == "__main__":
    multiprocessing.get_context("spawn").Process(target=child).start()
    time.sleep(60)
"""


def test_a_build_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(WITH_CHILD)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "here\n"
        parent.kill()
        assert parent.stdout.read() == "", "the child has closed it, too"


def test_no_build_begins_after_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "worth_building", lambda _: 2)
    monkeypatch.setattr(background.multiprocessing, "get_context", lambda _: pytest.fail("too late"))
    behind = Background(tmp_path)
    behind.close()
    behind._build(crowned.ruleset("english"))
