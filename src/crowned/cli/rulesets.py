"""`crowned rulesets`: which games there are."""

from __future__ import annotations

import argparse
from textwrap import wrap

from crowned.base import Lang
from crowned.cli.common import add_json, add_lang, lang_of, print_json, width
from crowned.rules import catalog, prose
from crowned.rules.spec import SHELVES, Spec

NARROW = 60
"""A terminal in which the sentences stand below the ids, not beside them."""
EXAMPLES = """\
examples:
  crowned rulesets
  crowned rulesets --lang nl
  crowned rules ID            what one of them says
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the games this program knows, shelf by shelf: id, title and one sentence."
    parser.epilog = EXAMPLES
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    specs = [catalog.load(name) for name in catalog.ids()]
    if args.json:
        print_json([_data(spec) for spec in specs])
        return 0
    lang = lang_of(args)
    column = max(len(spec.id) for spec in specs) + 2 if width() > NARROW else 2
    shelves = [(shelf, [spec for spec in specs if spec.shelf == shelf]) for shelf in SHELVES]
    print("\n\n".join(_shelf(shelf, games, lang, column) for shelf, games in shelves if games))
    return 0


def _data(spec: Spec) -> dict[str, object]:
    return {"id": spec.id, "title": dict(spec.title), "about": dict(spec.about), "shelf": spec.shelf}


def _shelf(shelf: str, games: list[Spec], lang: Lang, column: int) -> str:
    """The games that stand together, each with its sentence, under a heading."""
    lines = [line for game in games for line in _game(game, lang, column)]
    return "\n".join([prose.shelf_label(shelf, lang), *lines])


def _game(spec: Spec, lang: Lang, column: int) -> list[str]:
    indent = " " * column
    title = wrap(f"{spec.id:{column - 2}}  {spec.title[lang]}", width(), subsequent_indent=indent)
    return [*title, *wrap(spec.about[lang], width(), initial_indent=indent, subsequent_indent=indent)]
