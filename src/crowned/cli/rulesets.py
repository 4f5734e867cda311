"""`crowned rulesets`: which games there are."""

from __future__ import annotations

import argparse
from textwrap import wrap

from crowned.cli.common import add_json, add_lang, lang_of, print_json, width
from crowned.rules import catalog

NARROW = 60
"""A terminal in which the sentences stand below the ids, not beside them."""
EXAMPLES = """\
examples:
  crowned rulesets
  crowned rulesets --lang nl
  crowned rules ID            what one of them says
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the games this program knows: id, title and one sentence."
    parser.epilog = EXAMPLES
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    specs = [catalog.load(name) for name in catalog.ids()]
    if args.json:
        print_json([{"id": s.id, "title": dict(s.title), "about": dict(s.about)} for s in specs])
        return 0
    lang = lang_of(args)
    column = max(len(spec.id) for spec in specs) + 2 if width() > NARROW else 2
    for spec in specs:
        title = f"{spec.id:{column - 2}}  {spec.title[lang]}"
        print("\n".join(wrap(title, width(), subsequent_indent=" " * column)))
        print(
            "\n".join(
                wrap(spec.about[lang], width(), initial_indent=" " * column, subsequent_indent=" " * column)
            )
        )
    return 0
