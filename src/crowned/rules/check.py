"""From a parsed TOML document to a Spec: everything is looked at, all faults are collected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from crowned.base.sentence import Sentence
from crowned.base.types import LANGS, Side
from crowned.base.words import did_you_mean, quoted
from crowned.rules import contradictions
from crowned.rules import values as axis_values
from crowned.rules.axes import AXES, BY_NAME, DEFAULTS, Axes, Reading
from crowned.rules.faults import Faults
from crowned.rules.options import ALIASES, Preset, Presets, concerned, values_of
from crowned.rules.reasons import AXES_OF
from crowned.rules.setting import Remark, Setting, Texts
from crowned.rules.spec import SHELVES, Look, Pdn, Spec

TOP = (
    *("id", "extends", "names", "source", "title", "about", "sides", "pdn", "hub", "rules"),
    *("verdicts", "remarks", "otherwise", "presets", "shelf"),
)
SETTING = ("is", "clause", "house", "note", "chosen", "instead", "also")
SECTIONS = (
    *("game", "board", "setup", "men", "kings", "capture", "towers", "doors", "obligation"),
    *("ending", "draws"),
)
"""The parts of a rule sheet, in order."""
MOST_REMARKS = 24
LONGEST_TEXT = 400
LONGEST_NAME = 40
MOST_CLAUSES = 16
MOST_NAMES = 40

Table = Mapping[str, Any]

LOOKS: Mapping[Side, Look] = {
    Side.WHITE: Look({"de": "Weiß", "nl": "Wit", "en": "White"}, "#f4ecd8", "#f4ecd8"),
    Side.BLACK: Look({"de": "Schwarz", "nl": "Zwart", "en": "Black"}, "#2b2724", "#2b2724"),
}
"""The sides of a ruleset that does not name its own."""


def build(doc: Table, stem: str, parent: Spec | None, faults: Faults) -> Spec:
    """The Spec of the document, fit for use only if no fault was added."""
    reader = _Reader(faults)
    reader.known(doc, TOP, "")
    spec = reader.spec(doc, stem, parent)
    if parent is None and "extends" in doc:  # what it would have said is not known either
        rules = doc.get("rules")
        faults.unread |= BY_NAME.keys() - (rules.keys() if isinstance(rules, dict) else set())
    contradictions.check(spec, "rules.", faults)
    return spec


class _Reader:
    """Reads the parts of one file; a wrong part is reported and replaced by something harmless."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def spec(self, doc: Table, stem: str, parent: Spec | None) -> Spec:
        return Spec(
            id=self.identity(doc.get("id", stem)),
            title=self.title(doc),
            about=self.about(doc, parent),
            sides=self.sides(self.table(doc, "sides"), parent.sides if parent else LOOKS),
            settings=self.settings(self.table(doc, "rules"), parent),
            extends=parent.id if parent else None,
            source=self.source(doc["source"]) if "source" in doc else {},
            names=self.names(doc.get("names", [])),
            shelf=self.shelf(doc, parent),
            pdn=self.pdn(self.table(doc, "pdn"), parent.pdn if parent else Pdn()),
            hub=self.hub(self.table(doc, "hub")),
            verdicts=self.verdicts(doc, parent),
            otherwise=self.otherwise(doc, parent),
            remarks=self.remarks(doc["remarks"]) if "remarks" in doc else parent.remarks if parent else (),
            presets=self.presets(self.table(doc, "presets"), parent),
        )

    def source(self, raw: object) -> Texts:
        """One text for all languages, or one for each."""
        if isinstance(raw, dict):
            return self.texts(raw, "source")
        return dict.fromkeys(LANGS, self.text(raw, "source"))

    def shelf(self, doc: Table, parent: Spec | None) -> str:
        """A game that says nothing stands beside the one it extends, else among the home-made ones."""
        word = doc.get("shelf", parent.shelf if parent else SHELVES[-1])
        if word not in SHELVES:
            accepted = ", ".join(SHELVES)
            self.faults.add(
                "shelf",
                "{found} is not a value; accepted: {accepted}{hint}",
                found=quoted(word),
                accepted=accepted,
                hint=did_you_mean(str(word), SHELVES),
            )
            return SHELVES[-1]
        return str(word)

    def names(self, raw: object) -> tuple[str, ...]:
        """What else the game is called."""
        if not isinstance(raw, list) or len(raw) > MOST_NAMES:
            self.faults.add("names", "a list of at most {most} names is wanted", most=MOST_NAMES)
            return ()
        return tuple(self.text(name, f"names[{at}]", LONGEST_NAME) for at, name in enumerate(raw))

    def about(self, doc: Table, parent: Spec | None) -> Texts:
        """What the parent says of itself need not be true of a child with rules of its own."""
        own = self.texts(doc.get("about", {}), "about")
        return own or (parent.about if parent and "rules" not in doc else dict.fromkeys(LANGS, ""))

    def known(self, table: Table, names: tuple[str, ...], path: str) -> None:
        for key in table:
            if key not in names and not self.faults.full:
                where = f"{path}.{_shown(key)}" if path else _shown(key)
                self.faults.add(where, "no such key{hint}", hint=did_you_mean(key, names))

    def table(self, doc: Table, key: str, path: str = "") -> Table:
        value = doc.get(key, {})
        if isinstance(value, dict):
            return value
        self.faults.add(f"{path}{key}", "a table is wanted, not {found}", found=quoted(value))
        return {}

    def text(self, raw: object, path: str, longest: int = LONGEST_TEXT) -> str:
        if not isinstance(raw, str):
            self.faults.add(path, "a text is wanted, not {found}", found=quoted(raw))
            return ""
        if len(raw) > longest:
            self.faults.add(path, "the text is longer than {longest} characters", longest=longest)
        if not all(c.isprintable() for c in raw[:longest]):
            self.faults.add(path, "the text holds unprintable characters")
        return raw

    def identity(self, raw: object) -> str:
        name = self.text(raw, "id", LONGEST_NAME)
        fits = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name[:LONGEST_NAME], re.ASCII)
        if isinstance(raw, str) and not fits:
            self.faults.add(
                "id", "{name} is not a name of small letters, digits and hyphens", name=quoted(name)
            )
        return name

    def texts(self, raw: object, path: str, longest: int = LONGEST_TEXT) -> Texts:
        """A text per language; a missing language borrows another one's text."""
        if not isinstance(raw, dict):
            pattern = "a table of texts in {langs} is wanted, not {found}"
            self.faults.add(path, pattern, langs=", ".join(LANGS), found=quoted(raw))
            return {}
        self.known(raw, LANGS, path)
        given = {lang: self.text(raw[lang], f"{path}.{lang}", longest) for lang in LANGS if lang in raw}
        if not given:
            return {}
        spare = next(given[lang] for lang in ("en", "de", "nl") if lang in given)
        return {lang: given.get(lang, spare) for lang in LANGS}

    def title(self, doc: Table) -> Texts:
        titles = self.texts(doc.get("title", {}), "title", 2 * LONGEST_NAME)
        if isinstance(doc.get("title", {}), dict) and not any(text.strip() for text in titles.values()):
            self.faults.add("title", "missing; give at least one of {langs}", langs=", ".join(LANGS))
        return titles

    def sides(self, table: Table, inherited: Mapping[Side, Look]) -> Mapping[Side, Look]:
        self.known(table, tuple(side.name_key for side in Side), "sides")
        tables = {side: self.table(table, side.name_key, "sides.") for side in Side}
        return {side: self.look(tables[side], inherited[side], f"sides.{side.name_key}") for side in Side}

    def look(self, table: Table, inherited: Look, path: str) -> Look:
        self.known(table, ("name", "colour", "king_colour"), path)
        name = self.texts(table["name"], f"{path}.name", LONGEST_NAME) if "name" in table else {}
        colour = self.colour(table.get("colour", inherited.colour), f"{path}.colour")
        spare = colour if "colour" in table else inherited.king_colour
        king_colour = self.colour(table.get("king_colour", spare), f"{path}.king_colour")
        return Look(name or inherited.name, colour, king_colour)

    def colour(self, raw: object, path: str) -> str:
        if isinstance(raw, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", raw, re.ASCII):
            return raw.lower()
        self.faults.add(path, "{found} is not a colour like #f4ecd8", found=quoted(raw))
        return "#000000"

    def pdn(self, table: Table, inherited: Pdn) -> Pdn:
        self.known(table, ("game_type", "results", "separator"), "pdn")
        kind = table.get("game_type", inherited.game_type)
        if kind is not None and (not isinstance(kind, int) or isinstance(kind, bool) or not 0 <= kind <= 999):
            self.faults.add("pdn.game_type", "{found} is not a number from 0 to 999", found=quoted(kind))
            kind = None
        results = self.choice(table, "results", inherited.results, ("default", "international"))
        return Pdn(kind, results, self.choice(table, "separator", inherited.separator, ("x", ":", "-")))

    def choice(
        self, table: Table, key: str, inherited: str, accepted: tuple[str, ...], prefix: str = "pdn."
    ) -> str:
        raw = table.get(key, inherited)
        if isinstance(raw, str) and raw in accepted:
            return raw
        pattern = "{found} is not a value; accepted: {accepted}"
        self.faults.add(f"{prefix}{key}", pattern, found=quoted(raw), accepted=", ".join(accepted))
        return inherited

    def hub(self, table: Table) -> str:
        """Not inherited: a ruleset that changes its parent's rules is another game to other engines."""
        self.known(table, ("variant",), "hub")
        name = self.text(table.get("variant", ""), "hub.variant", LONGEST_NAME)
        if name and not re.fullmatch(r"[A-Za-z0-9_.!-]+", name[:LONGEST_NAME], re.ASCII):
            self.faults.add(
                "hub.variant", "{name} is not one word of letters, digits and hyphens", name=quoted(name)
            )
        return name

    def settings(self, table: Table, parent: Spec | None) -> Mapping[str, Setting]:
        inherited = parent.settings if parent else {name: Setting(value) for name, value in DEFAULTS.items()}
        given = self.given(table, "rules.")
        values = {axis.name: given.get(axis.name, inherited[axis.name]) for axis in AXES}
        self.unread(table, Reading(values_of(values)))
        return values

    def unread(self, table: Table, values: Axes) -> None:
        """Axes that were given a value, but none that could be read."""
        for key in table:
            if not self.faults.full and f"rules.{_shown(key)}" in self.faults.places:
                self.faults.unread |= concerned(key, values, {})

    def otherwise(self, doc: Table, parent: Spec | None) -> str:
        if "otherwise" not in doc:
            return parent.otherwise if parent else ""
        return self.text(doc["otherwise"], "otherwise", LONGEST_NAME)

    def given(self, table: Table, prefix: str) -> Preset:
        for key in table:
            if key not in BY_NAME and not self.faults.full:
                self.unknown_axis(key, prefix)
        return {key: self.setting(key, raw, f"{prefix}{key}") for key, raw in table.items() if key in BY_NAME}

    def unknown_axis(self, key: str, prefix: str) -> None:
        hint = did_you_mean(key, BY_NAME)
        if key in ALIASES:
            hint = Sentence("; it is an option's name, a file sets the axis itself")
        self.faults.add(f"{prefix}{_shown(key)}", "no such axis{hint}", hint=hint)

    def setting(self, axis: str, raw: object, path: str) -> Setting:
        if not isinstance(raw, dict):
            return Setting(axis_values.read(BY_NAME[axis], raw, self.faults.at(path)))
        self.known(raw, SETTING, path)
        if "is" not in raw:
            self.faults.add(path, "the value is missing; write {{ is = … }}")
            return Setting(BY_NAME[axis].default)
        value = axis_values.read(BY_NAME[axis], raw["is"], self.faults.at(path))
        return Setting(
            value,
            clauses=self.clauses(raw.get("clause", []), f"{path}.clause"),
            house=self.flag(raw, "house", path),
            note=self.texts(raw["note"], f"{path}.note") if "note" in raw else {},
            chosen=self.flag(raw, "chosen", path),
            instead=self.clauses(raw.get("instead", []), f"{path}.instead"),
            also=self.texts(raw["also"], f"{path}.also") if "also" in raw else {},
        )

    def flag(self, raw: Table, key: str, path: str) -> bool:
        value = raw.get(key, False)
        if not isinstance(value, bool):
            self.faults.add(f"{path}.{key}", "true or false is wanted, not {found}", found=quoted(value))
        return value is True

    def remarks(self, raw: object) -> tuple[Remark, ...]:
        if not isinstance(raw, list) or len(raw) > MOST_REMARKS:
            self.faults.add("remarks", "a list of up to {most} tables is wanted", most=MOST_REMARKS)
            return ()
        return tuple(self.remark(item, f"remarks.{number}") for number, item in enumerate(raw, 1))

    def remark(self, raw: object, path: str) -> Remark:
        if not isinstance(raw, dict):
            self.faults.add(path, "a table is wanted, not {found}", found=quoted(raw))
            return Remark("game", {})
        texts = {key: text for key, text in raw.items() if key not in ("section", "clause")}
        section = self.choice(raw, "section", "game", SECTIONS, f"{path}.")
        clauses = self.clauses(raw.get("clause", []), f"{path}.clause")
        return Remark(section, self.texts(texts, path), clauses)

    def clauses(self, raw: object, path: str) -> tuple[str, ...]:
        items = [raw] if isinstance(raw, str) else raw
        if not isinstance(items, list) or len(items) > MOST_CLAUSES:
            self.faults.add(path, "one clause or a list of up to {most} is wanted", most=MOST_CLAUSES)
            return ()
        return tuple(self.text(item, path, LONGEST_NAME) for item in items)

    def verdicts(self, doc: Table, parent: Spec | None) -> Mapping[str, tuple[str, ...]]:
        """A reason that rests on an axis the child sets itself is no longer the parent's to cite."""
        table, rules = self.table(doc, "verdicts"), doc.get("rules")
        changed = set(rules) if isinstance(rules, dict) else set()
        self.known(table, tuple(AXES_OF), "verdicts")
        own = {key: self.clauses(raw, f"verdicts.{_shown(key)}") for key, raw in table.items()}
        inherited = parent.verdicts.items() if parent else ()
        return {key: cited for key, cited in inherited if not changed.intersection(AXES_OF[key])} | own

    def presets(self, table: Table, parent: Spec | None) -> Presets:
        """Those of the file and of the one it extends; one without choices is none."""
        own = {name: self.preset_group(name, self.table(table, name, "presets.")) for name in table}
        every = {**(parent.presets if parent else {}), **own}
        return {name: choices for name, choices in every.items() if choices}

    def preset_group(self, name: str, table: Table) -> Mapping[str, Preset]:
        prefix = f"presets.{_shown(name)}."
        if name in BY_NAME or name in ALIASES:
            self.faults.add(prefix[:-1], "an axis or option has this name already")
        for word in (name, *table):
            if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", word, re.ASCII):
                pattern = "{name} is not a name of small letters and underscores"
                self.faults.add(prefix[:-1], pattern, name=quoted(word))
        return {key: self.given(self.table(table, key, prefix), f"{prefix}{_shown(key)}.") for key in table}


def _shown(key: str) -> str:
    """A key as part of a path: shortened and printable."""
    return quoted(key)[1:-1]
