"""Faults that a player reads exist in every language, each with everything the English one says."""

from __future__ import annotations

import ast
import pickle
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import crowned
from crowned.base import PdnError
from crowned.base.sentence import Sentence
from crowned.notation import pdn
from crowned.protocols.views import Lang
from crowned.rules.faults import axis_fault
from crowned.server.texts import LANGS, PATTERNS, translated
from tests.server.client import Json, Server
from tests.server.conftest import Catalogue

SOURCES = Path(crowned.__file__).parent
LAYERS = ("base", "rules", "position", "notation", "server")
MAKERS = ("Sentence", "add", "fault", "report", "_fault")
"""Functions that take a pattern; in the others it is first given the name ``pattern``."""


def constants(node: ast.expr) -> Iterator[str]:
    """The texts an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def patterns_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).lower().endswith("pattern"):
            yield from constants(node.value)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            at = 1 if name in ("add", "report") else 0
            if name in MAKERS and len(node.args) > at:
                yield from constants(node.args[at])


def all_patterns() -> list[str]:
    files = [path for layer in LAYERS for path in sorted((SOURCES / layer).rglob("*.py"))]
    return sorted({text for path in files for text in patterns_in(ast.parse(path.read_text()))})


@pytest.mark.parametrize("lang", ["de", "nl"])
def test_every_fault_is_translated(lang: Lang) -> None:
    assert sorted(PATTERNS[lang]) == all_patterns()


@pytest.mark.parametrize("lang", LANGS)
def test_a_translation_says_everything(lang: Lang) -> None:
    optional = {"value", "word"}
    for pattern, other in PATTERNS[lang].items():
        assert fields(pattern) - fields(other) <= optional, pattern
        assert fields(other) <= fields(pattern), pattern


def fields(pattern: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name}


def test_faults_within_faults_are_translated() -> None:
    inner = Sentence("{found} is not PDN", found='"?"')
    fault = Sentence("line {line}, column {column}: {fault}", line=3, column=1, fault=inner)
    assert translated([fault, "as it is"], "de") == ['Zeile 3, Spalte 1: "?" ist kein PDN', "as it is"]


def test_sentences_travel_between_processes() -> None:
    fault = Sentence("{path}: {fault}", path="{a}", fault=Sentence("a }} without a comment before it"))
    again = pickle.loads(pickle.dumps(fault))
    assert again == "{a}: a } without a comment before it"
    assert again.said(PATTERNS["de"]) == "{a}: eine } ohne Kommentar davor"


@pytest.mark.parametrize(("lang", "wanted"), [("de", "Blasen"), ("nl", "blazen"), ("en", "huffing")])
def test_the_builder_speaks_the_players_language(server: Server, lang: Lang, wanted: str) -> None:
    strict = Catalogue().strict
    body = {"rules": {"id": strict, "options": {"huff_is_move": True}}, "lang": lang}
    faults = server.browser().post("/api/rules/check", body)["faults"]
    assert len(faults) == 1
    assert faults[0]["axis"] == "huff_is_move"
    assert wanted in faults[0]["text"]
    assert "huff_is_move" not in faults[0]["text"]


@pytest.mark.parametrize(
    ("fault", "axis"),
    [
        (Sentence("{path}: {fault}", path="king", fault="x"), "king"),
        (Sentence("{path}: {fault}", path="option king", fault="x"), "king"),
        (Sentence("{path}: {fault}", path="rules.king.is", fault="x"), "king"),
        (Sentence("{path}: {fault}", path="title", fault="x"), ""),
        (Sentence("{name} extends itself in a circle", name="king"), ""),
        ("king: not ours", ""),
    ],
)
def test_a_fault_knows_the_axis_it_is_about(fault: str, axis: str) -> None:
    assert axis_fault(fault) == ((axis, "x") if axis else ("", fault))


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/account", {"name": "x", "password": "long enough"}, "bad_name"),
        ("/api/account", {"name": "two  spaces", "password": "long enough"}, "bad_name"),
        ("/api/account", {"name": "Anna", "password": "short"}, "password_length"),
        ("/api/houses", {"title": "", "rules": {"id": "x"}}, "bad_title"),
    ],
)
def test_what_people_type_is_refused_in_words(server: Server, path: str, body: Json, code: str) -> None:
    replies = {
        lang: server.browser().request("POST", path, body, **{"Accept-Language": lang}) for lang in LANGS
    }
    assert {reply.json["code"] for reply in replies.values()} == {code}
    assert len({reply.json["text"] for reply in replies.values()}) == len(LANGS)
    assert all(reply.json["faults"] == [] for reply in replies.values())


def test_a_refused_move_is_explained_in_the_players_language(server: Server) -> None:
    strict = Catalogue().strict
    body = {"rules": {"id": strict}, "moves": ["a1-a2"]}
    texts = {
        lang: server.browser().request("POST", "/api/analysis/position", body, **{"Accept-Language": lang})
        for lang in LANGS
    }
    assert len({str(reply.json["faults"]) for reply in texts.values()}) == len(LANGS)


@pytest.mark.parametrize(
    ("lang", "word"), [("de", "Schlagen ist Pflicht"), ("nl", "verplicht"), ("en", "compulsory")]
)
def test_a_refused_move_of_a_file_is_explained_in_the_readers_language(lang: Lang, word: str) -> None:
    game = '[GameType "20"]\n1. 32-28 19-23 2. 37-32 *'
    with pytest.raises(PdnError) as refused:
        list(pdn.read_text(game))
    again = pickle.loads(pickle.dumps(refused.value.faults))
    assert word in translated(again, lang)[0]
