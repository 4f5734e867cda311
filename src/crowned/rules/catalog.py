"""The shipped rulesets by id, and any other by its file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from crowned.base.errors import RulesetError
from crowned.base.sentence import Sentence
from crowned.base.words import did_you_mean, folded, quoted
from crowned.rules import load as reading
from crowned.rules.spec import Spec

FOLDER = Path(__file__).resolve().parent.parent / "rulesets"


@cache
def ids() -> tuple[str, ...]:
    """The ids of the shipped rulesets, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load(id_or_path: str | Path) -> Spec:
    """The ruleset with this id, or of this file; RulesetError says what is wrong with it."""
    if isinstance(id_or_path, Path) or reading.looks_like_path(id_or_path):
        return reading.load_file(Path(id_or_path), find)
    return _shipped(known(id_or_path))


def load_text(text: str | bytes, name: str = "ruleset") -> Spec:
    """The ruleset of a TOML text, such as one made in the rule builder; it may extend shipped ids only."""
    return reading.load_text(text, find, name)


def known(name: str) -> str:
    """The id that a user's spelling means; RulesetError, with the nearest id, if there is none."""
    plain = folded(name)
    if plain in ids():
        return plain
    if plain in names():
        return names()[plain]
    hint = did_you_mean(plain, (*ids(), *names()))
    raise RulesetError(Sentence("no ruleset {name}{hint}", name=quoted(name), hint=hint))


@cache
def names() -> Mapping[str, str]:
    """Every other name of the shipped rulesets, their titles among them, folded, with the id it means."""
    shipped = [_shipped(id_) for id_ in ids()]
    called = {folded(name): one.id for one in shipped for name in (*one.title.values(), *one.names)}
    return {name: id_ for name, id_ in called.items() if name not in ids()}


def find(name: str) -> Path:
    """The file of a shipped ruleset."""
    return FOLDER / f"{known(name)}.toml"


@cache
def _shipped(name: str) -> Spec:
    return reading.load_file(find(name), find)
