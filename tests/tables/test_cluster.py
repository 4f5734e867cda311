"""Building on a cluster: tasks in the order of what they need, and the same bytes as here."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import crowned
from crowned.cli.app import run
from crowned.tables.build import Build
from crowned.tables.folder import folder_of

LITTLE = {"files": 6, "ranks": 4, "setup_rows": 1}


class Ref:
    """A promise of the cluster below: kept when it is asked for."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def value(self) -> Any:
        if not hasattr(self, "_kept"):
            self._kept = self._make()
        return self._kept


class Cluster:
    """What this package uses of Ray: tasks that begin as late as they may."""

    def put(self, value: Any) -> Ref:
        return Ref(lambda: value)

    def get(self, ref: Ref) -> Any:
        return ref.value()

    def remote(self, task: Callable[..., tuple[Any, Any]]) -> Cluster:
        cluster = Cluster()
        cluster.__dict__["remote"] = lambda *args: cluster._promise(task, args)
        return cluster

    def options(self, *, num_cpus: int, num_returns: int) -> Cluster:
        assert num_cpus >= 1
        assert num_returns == 2
        return self

    @staticmethod
    def _promise(task: Callable[..., tuple[Any, Any]], args: tuple[Any, ...]) -> tuple[Ref, Ref]:
        whole = Ref(lambda: task(*(a.value() if isinstance(a, Ref) else a for a in args)))
        return Ref(lambda: whole.value()[0]), Ref(lambda: whole.value()[1])


def contents(rules: crowned.Ruleset, root: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder_of(rules, root).glob("*.table")}


@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("name", ["english", "pinzgau"])
def test_the_same_bytes_come_out(name: str, first: int, tmp_path: Path) -> None:
    """Also where part of them was there."""
    rules = crowned.ruleset(name, **LITTLE)
    Build(rules, 3, tmp_path / "here").run()
    if first:
        Build(rules, first, tmp_path / "there").run()
    built = Build(rules, 3, tmp_path / "there", ray=Cluster()).run()
    assert built.built == 16 - (4 if first else 0)
    assert contents(rules, tmp_path / "there") == contents(rules, tmp_path / "here")


def test_without_ray_it_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run(["tables", "build", "english", "--pieces", "2", "--ray"]) == 2
    assert "crowned[ray]" in capsys.readouterr().err
