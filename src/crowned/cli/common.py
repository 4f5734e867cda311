"""What the commands share: the ruleset with its options, the position, the language, JSON."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from typing import Any

from crowned.base import LANGS, BadInput, Lang
from crowned.base.words import quoted
from crowned.position import Position, Ruleset, ruleset


def add_ruleset(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    parser.add_argument(
        "ruleset",
        metavar="RULESET",
        nargs="?" if optional else None,
        help="an id from `crowned rulesets`, or the path of a ruleset file",
    )
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        "-o",
        metavar="AXIS=VALUE",
        action="append",
        default=[],
        help="change a rule, such as king=short; may be given several times",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", metavar="FEN", help="the position (default: the start of the game)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer with JSON")


def add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGS, help="the language (default: that of your system, or English)"
    )


def rules_of(args: argparse.Namespace) -> Ruleset:
    """The ruleset an invocation names; RulesetError says everything that is wrong with it."""
    return ruleset(args.ruleset, **options_of(args.option))


def options_of(given: list[str]) -> dict[str, str]:
    options = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise BadInput(f"{quoted(text)} is not an option; an option looks like king=short")
        options[name.strip()] = value.strip()
    return options


def position_of(args: argparse.Namespace, rules: Ruleset) -> Position:
    return rules.start() if args.fen is None else rules.read(args.fen)


def lang_of(args: argparse.Namespace) -> Lang:
    """The language asked for, else that of the environment, else English."""
    if args.lang:
        wanted: Lang = args.lang
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return next((lang for lang in LANGS if value.lower().startswith(lang)), "en")
    return "en"


def print_json(data: Any) -> None:
    print(as_json(data))


def as_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=None)


def width(most: int = 100) -> int:
    """How wide text may be: the terminal's width, but no wider than is good to read."""
    return max(20, min(most, shutil.get_terminal_size((most, 24)).columns))


def room() -> int:
    """The width of the terminal; 0 where there is none, and lines may be as long as they are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() or "COLUMNS" in os.environ else 0


def side_key(turn: int) -> str:
    return ("white", "black")[turn]
