"""Another build as an opponent: the same answers as in this process, under every kind of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import crowned
from crowned.base import BadInput
from crowned.engine import Engine, Limits, hub
from crowned.engine.external import EngineCrashed, IllegalAnswer, OtherBuild
from crowned.engine.match import read_entry
from crowned.rules import catalog

SOURCE = Path(crowned.__file__).parents[1]
FEW = Limits(nodes=200)
PLIES = 6
PLAIN = hub.shipped_variants()["normal"]
OTHERS = {
    "__init__": "",
    "game": "class Game:\n    def __init__(self, *_, **__): pass\n",
    "position": "class Ruleset: pass\nclass Position:\n    from_fen = staticmethod(lambda rules, fen: fen)\n"
    "def ruleset(name): return name\n",
    "rules": "catalog = None\n",
}
STRANGE = """
class Engine:
    text = "a1-h8"
    def __init__(self, *_, **__): pass
    def choose(self, *_): return self
"""


def kinds() -> list[str]:
    """A ruleset with dice, one with towers, one where a missed capture has an answer, and one without."""
    seen: dict[tuple[bool, ...], str] = {}
    for name in catalog.ids():
        spec = catalog.load(name)
        seen.setdefault((bool(spec.sliders), bool(spec.remedies), crowned.ruleset(name).towers), name)
    return list(seen.values())


@pytest.mark.parametrize("name", kinds())
def test_a_build_answers_as_it_does_in_this_process(name: str) -> None:
    rules = crowned.ruleset(name)
    here = Engine(rules, hash_mb=1, threads=1, seed=3)
    there = OtherBuild(str(SOURCE), rules, hash_mb=1)
    there.new_game(3)
    game = crowned.Game(rules, seed=7)
    for _ in range(PLIES):
        while game.must_spin:
            game.spin()
        chosen = there.choose(game.copy(), FEW, None)
        assert chosen == here.choose(game, FEW)
        game.play(chosen)
    there.close()


def test_house_rules_travel_along() -> None:
    rules = crowned.ruleset(PLAIN, majority=False)
    there = OtherBuild(str(SOURCE), rules, hash_mb=1)
    there.new_game(1)
    game = crowned.Game(rules)
    assert game.play(there.choose(game.copy(), FEW, None))
    there.close()


def test_a_folder_without_a_build_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no build"):
        read_entry(f"build:{tmp_path}").sit_down(crowned.ruleset(catalog.ids()[0]))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("raise SystemExit('no engine')", EngineCrashed),
        (STRANGE, IllegalAnswer),
        ("print('hello')", IllegalAnswer),
    ],
)
def test_a_build_that_fails_is_told(tmp_path: Path, body: str, fault: type[Exception]) -> None:
    """A package of the same name whose engine is something else."""
    package = tmp_path / "crowned"
    package.mkdir()
    for module, text in OTHERS.items():
        (package / f"{module}.py").write_text(text)
    (package / "engine.py").write_text(body + "\nclass Limits:\n  def __init__(self, **k): pass\n")
    rules = crowned.ruleset(catalog.ids()[0])
    there = OtherBuild(str(tmp_path), rules, hash_mb=1)
    for _ in range(2):
        there.new_game(1)
        with pytest.raises(fault):
            there.choose(crowned.Game(rules), FEW, None)
    there.close()


def test_a_build_that_has_died_is_started_anew() -> None:
    rules = crowned.ruleset(PLAIN)
    there = OtherBuild(str(SOURCE), rules, hash_mb=1)
    there.new_game(1)
    game = crowned.Game(rules)
    first = there.choose(game.copy(), FEW, None)
    assert there._pipe is not None
    there._pipe._process.kill()
    with pytest.raises(EngineCrashed):
        there.choose(game.copy(), FEW, None)
    assert there.choose(game.copy(), FEW, None) == first
    there._pipe._process.kill()
    there.new_game(1)
    assert there.choose(game.copy(), FEW, None) == first
    there.close()
