"""Every text a player reads keeps to the words of `docs/glossary.md`; what was given up stays away."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src/crowned"
LANGS = ("de", "nl", "en")

BANNED: dict[str, tuple[str, ...]] = {
    "de": (
        r"\bbesprungen",
        r"\bRechner\b",
        r"\bRechenmaschine\b",
        r"\bEinlesen\b",
        r"\bAusgeben\b",
        r"\bKlappe\b",
        r"\bVergehen\b",
        r"\bLernende\b",
        r"\bnach Los\b",
        r"\bSitzung\b",
        r"\bDas spielen\b",
        r"Seite Daten",
        r"sehen, warum nicht",
        r"\b[0-9]+ Figuren\b",
        r"zwischen [a-h][1-8] oder",
        r"versäumter Schlag wird geblasen",
        r"\bUnterhaltung\b",
        r"\b[Uu]nentschieden",
        r"\bRad\b",
        r"\bKnöpfe|\b(?:ihr|jeder) Knopf\b|\bKnopf dieser\b",
        r"\bausgelassen",
        r"\borangen\b",
        r"\bfür Sie\b|[a-zß]en Sie\b",
        r"\bVerstoß\b",
        r"\b[Ww]er [^.,]+, darf „?ge(?:hufft|blasen)",
        r"hätte ge(?:hufft|blasen) werden können",
        r"\birgendeinem Regelbuch\b",
        r"\bvon selbst anmelden\b",
        r"\bjedes Crowned\b",
        r"\bSchläger\b",
        r"\bdurch Los\b",
        r"\bWelche Dame soll\b",
        r"\bWie gezählt wird\b",
        r"\büberg(?:ehen|angen)\b",
        r"\bcrown = never\b|\bfirst_player (?:nennt|noemt)\b",
        r"nichts zu blasen",
        r"^'Abbrechen'",
    ),
    "nl": (
        r"\bbesprongen\b",
        r"\bwiel\b",
        r"\bRekenaar\b|\brekenmachine\b",
        r"\bUitvoeren\b",
        r"\bMeer spelen\b|\bbekende spelen\b",
        r"\bUitgaand van\b",
        r"\bper link\b",
        r"schijf moet zetten",
        r"Hoofdvariant maken(?<!Tot hoofdvariant maken)",
        r"\bVoorgenomen zet\b",
        r"pagina gegevens",
        r"\bhelemaal onder\b",
        r"\bDe zet staat\b",
        r"verzuimde slag",
        r"tussen [a-h][1-8] of",
        r"\bGesprek\b",
        r"\bSpelen van\b",
        r"\b(?:dezelfde|de) stand\b",
        r"\b(?:groene|oranje|elke|de|vier) (?:knop|knoppen|schuif|schuiven)\b",
        r"\bovertreding\b",
        r"slag liggen|overgeslagen slag",
        r"\b[Uu]w?\b",
        r"\bzet voornemen\b",
        r"\b[Ww]ie [^.,]+, (?:kan|mag) worden geblazen",
        r"\b(?:stuk|schijf)(?:,| dat) kan zetten\b",
        r"\bAan het wieltje draaien\b",
        r"\b(?:linker|rechter) valluik\b",
        r"\bSchrijf je tegenstander\b",
        r"\belke Crowned\b",
        r"\bslaander\b",
        r"\bzoveel mogelijk\b",
        r"\bstelling nemen\b",
        r"\bOmbouwen\b",
        r"\belders uitloggen\b",
        r"\b[Ll]aten gaan\b",
        r"\bvooruitgang\b",
        r"\bcrown = never\b|\bfirst_player (?:nennt|noemt)\b",
        r"\bdoor de vingers\b",
        r"\bkon dit net niet\b",
        r"^'Huisregels van\b",
    ),
    "en": (
        r"\bMove a orange\b",
        r"\bThe column on\b",
        r"\bpage of data\b",
        r"\bonly who\b",
        r"binds to nothing",
        r"\bno ifs and buts\b",
        r"the game was left",
        r"knows no draw",
        r"\bthe own machine\b",
        r"between [a-h][1-8] or",
        r"\bby lot\b",
        r"\b[Bb]lown\b|\b[Bb]lowing\b",
        r"\bDame on the board\b",
        r"(?<!{)\b[Kk]nobs?\b",
        r"\bplies\b(?!})",
        r"\bpassword is changed\b|\bPresent password\b",
        r"\bat one device\b",
        r"\b[Ww]hoever [^.,]+ may be huffed",
        r"\bOne on\b",
        r"\bsee why not\b",
        r"has no chance to:",
        r"\b[Gg]one on elsewhere\b",
        r"\bany Crowned\b",
        r"\bMade from the rulebook\b",
        r"\bBehind each rule stands\b",
        r"\bOf captures of equal number\b",
        r"\bThis is no position\b",
        r"^'To the\b|\bOne (?:back|forward)\b",
        r"\bClock of\b",
        r"\bfree seat\b",
        r"\bMake the link\b",
        r"\bas it had to be\b",
        r"\bfit together\b",
        r"\blying on each other\b",
        r"\bWhat is played then\b",
        r"\bGames of the federations\b",
        r"no offence: nothing",
    ),
}


def texts(value: Any, lang: str, said: str = "") -> Iterator[str]:
    """The strings of a tree; below the name of a language those of that language only."""
    if isinstance(value, str):
        if said in ("", lang):
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, lang, said)
    elif isinstance(value, dict):
        for name, item in value.items():
            spoken = name.rpartition(".")[2]
            yield from texts(item, lang, spoken if spoken in LANGS else said)


def of_one_language(lang: str) -> Iterator[tuple[Path, list[str]]]:
    """Files that speak one language: sentences of the layers, and the catalogue of the app."""
    for path in sorted(SOURCES.rglob(f"{lang}.toml")):
        yield path, list(texts(tomllib.loads(path.read_text("utf-8")), lang))
    catalogue = ROOT / f"ui/src/i18n/{lang}.ts"
    yield catalogue, re.findall(r"'(?:[^'\\]|\\.)*'|`[^`]*`", catalogue.read_text("utf-8"))


def of_all_languages(lang: str) -> Iterator[tuple[Path, list[str]]]:
    """Files that say everything three times: lessons, rulesets, the books."""
    for path in sorted((ROOT / "ui/src/lessons").glob("*.json")):
        yield path, list(_marked(json.loads(path.read_text("utf-8")), lang))
    for folder in ("rulesets", "rules/books"):
        for path in sorted((SOURCES / folder).glob("*.toml")):
            yield path, list(_marked(tomllib.loads(path.read_text("utf-8")), lang))


def _marked(value: Any, lang: str) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _marked(item, lang)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name == lang and isinstance(item, str):
                yield item
            else:
                yield from _marked(item, lang)


@pytest.mark.parametrize("lang", LANGS)
def test_words_that_were_given_up_do_not_come_back(lang: str) -> None:
    banned = re.compile("|".join(BANNED[lang]))
    read = 0
    found = []
    for path, sentences in [*of_one_language(lang), *of_all_languages(lang)]:
        read += len(sentences)
        found += [f"{path.name}: {text}" for text in sentences if banned.search(text)]
    assert read > 1000, "the texts are somewhere else now"
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", LANGS)
def test_the_test_would_find_them(lang: str) -> None:
    """Each pattern finds at least what it is about."""
    for pattern in BANNED[lang]:
        assert re.compile(pattern)
    samples = {"de": "Dafür braucht es eine Sitzung.", "nl": "Een vriend per link", "en": "The column on f8"}
    assert re.search("|".join(BANNED[lang]), samples[lang])


def test_the_glossary_has_every_language_in_every_row() -> None:
    rows = [
        line for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines() if line.startswith("| ")
    ]
    assert len(rows) > 20
    assert all(len([cell for cell in row.split("|") if cell.strip()]) == 4 for row in rows)
