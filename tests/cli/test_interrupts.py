"""Ctrl-C at any moment: while modules are loaded, while the core works, between two games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crowned.rules import catalog
from crowned.tables.build import _Task

# A shell may have switched the signal off for its children.
BEGIN = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
WHILE_LOADING = (
    BEGIN
    + """
import os, importlib.abc
class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from crowned_command import main
sys.exit(main())
"""
)


COMMAND = BEGIN + "from crowned.cli import main; sys.exit(main())"


def started(code: str, *words: str) -> subprocess.Popen[str]:
    """In a group of its own, as a shell starts it: Ctrl-C goes to all its processes."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


@pytest.mark.parametrize("module", ["crowned", "crowned.game", "crowned.cli.app"])
def test_while_modules_are_loaded(module: str) -> None:
    out, err = (child := started(WHILE_LOADING.format(module=module), "rulesets")).communicate(timeout=60)
    assert (out, err) == ("", "")
    assert child.returncode == -signal.SIGINT, "as the shell expects it of an interrupted program"


def test_a_match_ends_with_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    name = catalog.ids()[0]
    words = ("match", "level:1", "level:1", "--ruleset", name, "--games", "100000", "--jobs", "1", "--pdn")
    child = started(COMMAND, *words, str(file))
    while child.poll() is None and not (file.exists() and file.stat().st_size):
        threading.Event().wait(0.05)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, "")
    assert "games: +" in out


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are seen in /proc alone")
def test_processes_of_a_match_that_still_load_say_nothing() -> None:
    words = ("match", "level:1", "level:1", "--ruleset", catalog.ids()[0], "--games", "100000", "--jobs", "2")
    child = started(COMMAND, *words)
    begun = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    while child.poll() is None and len(begun.read_text().split()) < 3:  # two players and a tracker
        threading.Event().wait(0.01)
    threading.Event().wait(0.1)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, "", "")


def test_self_play_ends_with_the_games_that_are_running(tmp_path: Path) -> None:
    words = ("tune", catalog.ids()[0], "--games", "40000", "--nodes", "60", "--workers", "1", "--out")
    child = started(COMMAND, *words, str(tmp_path))
    assert child.stderr is not None
    said = ""
    while "games 40/40000" not in said and child.poll() is None:
        said += child.stderr.read(1)
    os.killpg(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Traceback" not in err


def test_nothing_is_kept_of_a_fit_so_that_it_may_end_at_once() -> None:
    code = "import os; from crowned.base.interrupts import ending_at_once\nwith ending_at_once(): "
    out, err = (child := started(BEGIN + code + "os.kill(os.getpid(), signal.SIGINT)")).communicate(
        timeout=60
    )
    assert (child.returncode, out, err) == (-signal.SIGINT, "", "")


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_core_has_ended_before_an_interrupted_build_does() -> None:
    go_on = threading.Event()

    def work() -> list[object]:
        go_on.wait(30)
        return []

    task = _Task(work)  # type: ignore[arg-type]
    with interrupted_after(0.2), pytest.raises(KeyboardInterrupt):
        task.wait(30)
    assert not task.wait(0), "it still works, whatever was interrupted"
    go_on.set()
    task.join()
    assert task.wait(0)
    assert task.result() == []
