"""A page for every clause.

The five rulebooks have texts of their own, one file each; what other games cite is told by the sentences of
the rule sheet that cite it, with a position from `standard.toml`. Games without a book have examples for the
parts of their sheets, in `examples.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from crowned.base import LANGS, BadInput, Lang
from crowned.base.words import did_you_mean, quoted
from crowned.rules import catalog, prose
from crowned.rules.axes import Value
from crowned.rules.setting import Texts
from crowned.rules.spec import Spec

FOLDER = Path(__file__).resolve().parent
NUMBERED = re.compile(r"(R\d)\.(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class ClausePage:
    """What one clause says and sets."""

    name: str
    text: Texts
    axes: tuple[str, ...]
    """The axes that the clause sets in this ruleset."""
    article: str = ""
    """The number that the book itself prints, where it prints one."""
    reading: Texts = field(default_factory=dict)
    """How we read what is unclear, and which option gives another reading."""
    ruleset: str = ""
    """By which the position is played: the book's own ruleset, or the variant that the clause describes."""
    fen: str = ""
    """A position that shows it; empty for the start of a game."""
    play: tuple[str, ...] = ()
    """What is done from there before the attempt."""
    attempt: str = ""
    verdict: str = "accepted"
    """What the referee says to the attempt."""


def clause_names(spec: Spec) -> tuple[str, ...]:
    """Every clause that has a page: all of the books the ruleset cites, and whatever else it cites."""
    cited = _cited(spec)
    books = sorted({found[1] for found in map(NUMBERED.fullmatch, cited) if found})
    own = [f"{book}.{number}" for book in books for number in _book(book) if number.isdigit()]
    return tuple(dict.fromkeys((*own, *(name for name in cited if name not in own))))


def clause_page(spec: Spec, name: str) -> ClausePage:
    """The page of a clause; BadInput if the ruleset has none of this name."""
    names = clause_names(spec)
    known = {one.casefold(): one for one in names}
    found = known.get(" ".join(name.split()).casefold())
    if found is None:
        hint = did_you_mean(name, names)
        raise BadInput(f"{spec.id} has no clause {quoted(name)}{hint}")
    numbered = NUMBERED.fullmatch(found)
    return _written(spec, found, numbered[1], numbered[2]) if numbered else _told(spec, found)


def _cited(spec: Spec) -> tuple[str, ...]:
    """All clauses in the file, in the order of the axes."""
    settings = [*spec.settings.values(), *_preset_settings(spec)]
    by_axes = (name for setting in settings for name in (*setting.clauses, *setting.instead))
    by_remarks = (name for remark in spec.remarks for name in remark.clauses)
    by_verdicts = (name for names in spec.verdicts.values() for name in names)
    whole = (spec.otherwise,) if spec.otherwise else ()
    return tuple(dict.fromkeys((*by_axes, *by_remarks, *by_verdicts, *whole)))


def _preset_settings(spec: Spec) -> list[Any]:
    return [
        setting for choices in spec.presets.values() for one in choices.values() for setting in one.values()
    ]


@cache
def _book(name: str) -> Mapping[str, Any]:
    path = FOLDER / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def examples(name: str) -> Mapping[str, Mapping[str, str]]:
    """For parts of a ruleset's sheet a position and an attempt that shows what is special there."""
    found: Mapping[str, Mapping[str, str]] = _book("examples").get(name, {})
    return found


def _axes(spec: Spec, name: str) -> tuple[str, ...]:
    return tuple(axis for axis in spec if name in spec.clauses(axis) or name in spec.settings[axis].instead)


def set_elsewhere(spec: Spec, page: ClausePage) -> dict[tuple[str, Value], list[Spec]]:
    """What a clause of a book sets only in others of its printed games, with the games that bring it in."""
    found: dict[tuple[str, Value], list[Spec]] = {}
    if not NUMBERED.fullmatch(page.name):
        return found  # articles and custom are shared by games that have nothing to do with each other
    for other in map(catalog.load, catalog.ids()):
        for axis in _axes(other, page.name) if other.id != spec.id else ():
            if axis not in page.axes and not _inherits(other, axis):
                found.setdefault((axis, other[axis]), []).append(other)
    return found


def _inherits(spec: Spec, axis: str) -> bool:
    return spec.extends is not None and catalog.load(spec.extends).settings[axis] == spec.settings[axis]


def _written(spec: Spec, name: str, book: str, number: str) -> ClausePage:
    pages = _book(book)
    page = pages.get(number)
    if page is None:
        return _told(spec, name)
    return ClausePage(
        name=name,
        text={lang: page[lang] for lang in LANGS},
        axes=_axes(spec, name),
        article=page.get("article", ""),
        reading=page.get("reading", {}),
        ruleset=page.get("ruleset", pages["ruleset"]),
        fen=page.get("fen", ""),
        play=tuple(page.get("play", ())),
        attempt=page.get("attempt", ""),
        verdict=page.get("verdict", "accepted"),
    )


def _told(spec: Spec, name: str) -> ClausePage:
    """A clause without a text of ours: the rule sheet says what it sets."""
    shown = _book("standard").get(spec.id, {}).get(name, {})
    return ClausePage(
        name=name,
        text={lang: _words(spec, name, lang) for lang in LANGS},
        axes=_axes(spec, name),
        ruleset=spec.id,
        fen=shown.get("fen", ""),
        attempt=shown.get("attempt", ""),
    )


def _words(spec: Spec, name: str, lang: Lang) -> str:
    """Custom is no clause, and says more than a page holds: the sheet lists it."""
    if name == prose.CUSTOM:
        return prose.custom_text(lang)
    return " ".join(_sentences(spec, name, lang))


def _sentences(spec: Spec, name: str, lang: Lang) -> list[str]:
    """What the sheet says on it; for a clause that only an option follows, what it would say then."""
    chosen = ((option, choice) for option, choices in spec.presets.items() for choice in choices)
    return _cited_by(spec, name, lang) or next(
        (found for one in chosen if (found := _cited_by(spec.with_options(dict([one])), name, lang))), []
    )


def _cited_by(spec: Spec, name: str, lang: Lang) -> list[str]:
    sections = prose.rule_sheet(spec, lang)
    return [line.text for section in sections for line in section.lines if name in line.clauses]
