"""`crowned rules`: the rule sheet made from the data, and how two rulesets differ."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from crowned.base import BadInput, Lang
from crowned.cli.clause import clause_lines
from crowned.cli.colour import paint_for
from crowned.cli.common import (
    add_json,
    add_lang,
    add_ruleset,
    lang_of,
    options_of,
    print_json,
    rules_of,
    width,
)
from crowned.cli.parting import Parting, find_parting, same_board
from crowned.cli.texts import text
from crowned.notation import diagram, letters
from crowned.notation.paint import Paint
from crowned.position import Ruleset, ruleset
from crowned.print import leaflet
from crowned.referee.clauses import clause_data
from crowned.rules.axes import BY_NAME
from crowned.rules.prose import Difference, SheetLine, clause_label, differences, rule_sheet

MOST_EFFORT = 1000
EXAMPLES = """\
examples:
  crowned rules {huff} --lang de
  crowned rules {towers} --clause R4.26         one clause, with a position that shows it
  crowned rules {towers} --pdf sheet.pdf        one or two pages, and pieces to cut out
  crowned rules {letters} --option king=short
  crowned rules {letters} --diff {huff}         with a small position for each difference

Each rule names the clause it comes from. "House rule" marks what the book does not say.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Print the rule sheet of a game, or how two games differ."
    parser.epilog = EXAMPLES
    add_ruleset(parser)
    parser.add_argument("--clause", metavar="CLAUSE", help="one clause of the book, such as R4.26")
    parser.add_argument("--pdf", metavar="FILE", help="write the sheet as a PDF, with things to cut out")
    parser.add_argument("--diff", metavar="RULESET", help="say how this other ruleset differs")
    parser.add_argument(
        "--diff-option",
        metavar="AXIS=VALUE",
        action="append",
        default=[],
        help="change a rule of the other ruleset",
    )
    parser.add_argument("--effort", type=_effort, default=1.0, help="how long to search for positions (1.0)")
    add_lang(parser)
    add_json(parser)


def _effort(text: str) -> float:
    effort = float(text)
    if not 0 <= effort <= MOST_EFFORT:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and {MOST_EFFORT}")
    return effort


def run(args: argparse.Namespace) -> int:
    rules, lang = rules_of(args), lang_of(args)
    if args.diff is not None:
        return _diff(args, rules, ruleset(args.diff, **options_of(args.diff_option)), lang)
    if args.pdf is not None:
        return _pdf(args, rules, lang)
    if args.clause is not None:
        return _clause(args, rules, lang)
    if args.json:
        print_json(sheet_data(rules, lang))
    else:
        print("\n".join(sheet_lines(rules, lang, paint_for())))
    return 0


def _pdf(args: argparse.Namespace, rules: Ruleset, lang: Lang) -> int:
    try:
        Path(args.pdf).write_bytes(leaflet(rules, lang))
    except OSError as error:
        raise BadInput(f"{args.pdf}: {error.strerror or error}") from None
    if args.json:
        print_json({"ruleset": rules.id, "lang": lang, "file": args.pdf})
    return 0


def _clause(args: argparse.Namespace, rules: Ruleset, lang: Lang) -> int:
    if args.json:
        print_json(clause_data(rules, args.clause, lang))
    else:
        print("\n".join(clause_lines(rules, args.clause, lang, paint_for())))
    return 0


# ---- the sheet


def sheet_data(rules: Ruleset, lang: Lang) -> dict[str, Any]:
    return {
        "ruleset": rules.id,
        "title": rules.title(lang),
        "about": rules.spec.about[lang],
        "source": rules.spec.source.get(lang, ""),
        "fingerprint": rules.fingerprint,
        "sections": [
            {"title": section.title, "rules": [line_data(line) for line in section.lines]}
            for section in rule_sheet(rules.spec, lang)
        ],
    }


def line_data(line: SheetLine) -> dict[str, Any]:
    return {
        "text": line.text,
        "clauses": list(line.clauses),
        "axes": list(line.axes),
        "house": line.house,
        "chosen": line.chosen,
        "instead": list(line.instead),
        "note": line.note,
    }


def sheet_lines(rules: Ruleset, lang: Lang, paint: Paint) -> Iterator[str]:
    yield paint.bold(rules.title(lang))
    yield from wrap(rules.spec.about[lang], width())
    if source := rules.spec.source.get(lang):
        yield from map(paint.dim, wrap(source, width()))
    for section in rule_sheet(rules.spec, lang):
        yield ""
        yield paint.bold(section.title)
        for line in section.lines:
            yield from _rule(line, lang, paint)


def _rule(line: SheetLine, lang: Lang, paint: Paint) -> Iterator[str]:
    marks = [clause_label(name, lang) for name in line.clauses]
    if line.house:
        marks.append(text(lang, "rules", "house"))
    if line.chosen:
        departed = ", ".join(clause_label(name, lang) for name in line.instead)
        instead = f"{text(lang, 'rules', 'instead')} {departed}" if departed else ""
        marks.append(f"{text(lang, 'rules', 'chosen')} {instead}".strip())
    rule = line.text + (f" [{', '.join(marks)}]" if marks else "")
    yield from wrap(rule, width(), initial_indent="  ", subsequent_indent="    ")
    for note in wrap(line.note, width(), initial_indent="      ", subsequent_indent="      "):
        yield paint.dim(note)


# ---- the difference


def _diff(args: argparse.Namespace, first: Ruleset, second: Ruleset, lang: Lang) -> int:
    found = [
        (d, find_parting(first, second, d.axes, args.effort))
        for d in differences(first.spec, second.spec, lang)
    ]
    if args.json:
        entries = [difference_data(difference, parting) for difference, parting in found]
        print_json({"first": first.id, "second": second.id, "differences": entries})
        return 0
    if not found:
        print(text(lang, "rules", "same"))
    elif not same_board(first, second):
        print(text(lang, "rules", "boards"))
    for difference, parting in found:
        print("\n".join(difference_lines(difference, parting, (first, second), lang)))
    return 0


def _unshown(difference: Difference) -> str:
    """Why no position shows it: it is only a matter of words and looks, or one of the whole game."""
    return "looks" if all(BY_NAME[axis].cosmetic for axis in difference.axes) else "none"


def difference_data(difference: Difference, parting: Parting | None) -> dict[str, Any]:
    return {
        "axes": list(difference.axes),
        "first": line_data(difference.first),
        "second": line_data(difference.second),
        "position": None
        if parting is None
        else {
            "fen": parting.first.fen,
            "fen_second": parting.second.fen,
            "shows": parting.shows,
            "only_first": list(parting.only_first),
            "only_second": list(parting.only_second),
        },
    }


def difference_lines(
    difference: Difference, parting: Parting | None, rules: tuple[Ruleset, Ruleset], lang: Lang
) -> Iterator[str]:
    paint = paint_for()
    yield ""
    for one, line in zip(rules, (difference.first, difference.second), strict=True):
        cited = f" [{', '.join(clause_label(name, lang) for name in line.clauses)}]" if line.clauses else ""
        yield from wrap(f"{one.id}: {line.text}{cited}", width(), subsequent_indent="    ")
    if parting is None:
        if same_board(*rules):
            why = text(lang, "rules", _unshown(difference))
            yield from map(paint.dim, wrap(why, width(), initial_indent="  ", subsequent_indent="  "))
        return
    yield from ("  " + line.rstrip() for line in letters.draw(diagram.of(parting.first), paint).splitlines())
    yield f"  {parting.first.fen}"
    for one, texts in zip(rules, (parting.only_first, parting.only_second), strict=True):
        only, shows = text(lang, "rules", "only"), text(lang, "rules", parting.shows)
        told = f"{only} {one.id}: {', '.join(texts) or '–'} ({shows})"
        yield from wrap(told, width(), initial_indent="  ", subsequent_indent="    ")
