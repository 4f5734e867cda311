"""The rule sheet of one ruleset, and the differences between two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crowned.base.types import Lang
from crowned.rules.axes import BY_NAME
from crowned.rules.prose.clauses import CLAUSES, SECTIONS, Clause
from crowned.rules.prose.facts import facts
from crowned.rules.prose.phrases import phrases, sentence_case
from crowned.rules.setting import Setting
from crowned.rules.spec import Spec


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One rule in words, with where the book says it."""

    text: str
    axes: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    house: bool = False
    """The book is silent; the ruleset adds this rule."""
    chosen: bool = False
    """The players chose this by an option."""
    note: str = ""
    instead: tuple[str, ...] = ()
    """The clauses from which the players' choice departs."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its lines."""

    key: str
    title: str
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What two rulesets say on the same matter."""

    axes: tuple[str, ...]
    """The axes in which they differ."""
    first: SheetLine
    second: SheetLine


def rule_sheet(spec: Spec, lang: Lang) -> tuple[Section, ...]:
    """The whole sheet; sections without anything to say are left out."""
    sections = (Section(key, _title(spec, key, lang), tuple(_lines(spec, key, lang))) for key in SECTIONS)
    return tuple(section for section in sections if section.lines)


def sentence(spec: Spec, axis: str, lang: Lang) -> str:
    """What the ruleset says on one axis."""
    return _line(spec, _clause_of(axis, spec), lang).text


def differences(first: Spec, second: Spec, lang: Lang) -> tuple[Difference, ...]:
    """Every matter on which the two differ, in the order of the sheet."""
    found: dict[tuple[str, ...], Difference] = {}
    for clause in CLAUSES:
        axes = tuple(axis for axis in clause.axes if _differ(first, second, axis))
        difference = Difference(axes, _line(first, clause, lang), _line(second, clause, lang))
        if axes and clause.axes not in found and not _reads_alike(difference):
            found[clause.axes] = difference
    return tuple(found.values())


def _reads_alike(difference: Difference) -> bool:
    """What a piece is called may differ in one language and not in another."""
    cosmetic = all(BY_NAME[axis].cosmetic for axis in difference.axes)
    return cosmetic and difference.first.text == difference.second.text


def _differ(first: Spec, second: Spec, axis: str) -> bool:
    """A value that changes nothing is no difference."""
    return first[axis] != second[axis] and (first.applies(axis) or second.applies(axis))


def _title(spec: Spec, section: str, lang: Lang) -> str:
    texts = phrases(lang)
    return sentence_case(texts.fill("section", section, {"king": texts.king(spec)}))


def _lines(spec: Spec, section: str, lang: Lang) -> Iterator[SheetLine]:
    for clause in CLAUSES:
        if clause.section == section and _is_said(spec, clause):
            yield _line(spec, clause, lang)
    for remark in spec.remarks:
        if remark.section == section:
            yield SheetLine(remark.text[lang], (), remark.clauses)


def _is_said(spec: Spec, clause: Clause) -> bool:
    key = clause.key(spec)
    if key in clause.elsewhere or not spec.applies(clause.axes[0]):
        return False
    return key not in clause.unsaid or any(_matters(setting) for setting in _settings(spec, clause))


def _matters(setting: Setting) -> bool:
    return bool(setting.clauses or setting.house or setting.chosen)


def _settings(spec: Spec, clause: Clause) -> list[Setting]:
    return [spec.settings[axis] for axis in clause.axes]


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Each clause once, in the order of the book: R0.9 stands before R0.10."""
    return tuple(sorted(set(names), key=lambda name: [part.zfill(4) for part in re.split(r"(\d+)", name)]))


def _clauses(spec: Spec, settings: list[Setting]) -> tuple[str, ...]:
    """Where it is written; what nobody cites exactly follows the ruleset's source as a whole."""
    found = _in_order(name for setting in settings for name in setting.clauses)
    own = any(setting.house or setting.chosen for setting in settings)
    return found if found or own or not spec.otherwise else (spec.otherwise,)


def _clause_of(axis: str, spec: Spec) -> Clause:
    found = [clause for clause in CLAUSES if axis in clause.axes]
    return next((clause for clause in found if clause.key(spec) not in clause.elsewhere), found[0])


def _line(spec: Spec, clause: Clause, lang: Lang) -> SheetLine:
    if not spec.applies(clause.axes[0]):
        return SheetLine(phrases(lang).get("word", "not_applicable"), clause.axes)
    settings = _settings(spec, clause)
    clauses = _clauses(spec, settings)
    said = sentence_case(phrases(lang).say(clause.key(spec), facts(spec, lang)))
    return SheetLine(
        text=" ".join((said, *(setting.also[lang] for setting in settings if setting.also))),
        axes=clause.axes,
        clauses=clauses,
        house=any(setting.house for setting in settings),
        chosen=any(setting.chosen for setting in settings),
        note=" ".join(dict.fromkeys(setting.note[lang] for setting in settings if setting.note)),
        instead=_in_order(name for setting in settings for name in setting.instead if name not in clauses),
    )
