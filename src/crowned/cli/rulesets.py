"""`crowned rulesets`: which games there are."""

from __future__ import annotations

import argparse

from crowned.cli.common import add_json, add_lang, lang_of, print_json
from crowned.rules import catalog

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
    width = max(len(spec.id) for spec in specs)
    for spec in specs:
        print(f"{spec.id:{width}}  {spec.title[lang]}")
        print(f"{'':{width}}  {spec.about[lang]}")
    return 0
