"""Help texts that fit the terminal: paragraphs and remarks are broken, what is to be typed never is."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap

from crowned.cli.common import width

_REMARKED = re.compile(r"( +\S.*?) {2,}(\S.*)")
DEEP = 6
"""Where a remark stands that has no room beside what it is about."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002  # theirs leaves the edge free
        return fitted(text)


def fitted(text: str) -> str:
    """The text in lines of the terminal's width; lines that fit stay as they are."""
    most = width()
    found = groupby(text.split("\n"), key=lambda line: bool(line) and not line.startswith(" "))
    return "\n".join(line for is_prose, lines in found for line in _lines(list(lines), is_prose, most))


def _lines(lines: list[str], is_prose: bool, most: int) -> Iterator[str]:
    if all(len(line) <= most for line in lines):
        yield from lines
    elif is_prose:
        yield from wrap(" ".join(lines), most)
    else:
        for line in lines:
            yield from _remarked(line, most)


def _remarked(line: str, most: int) -> Iterator[str]:
    """`  what to type   what it does`: the remark goes on below itself, or stands in lines of its own."""
    found = _REMARKED.fullmatch(line) if len(line) > most else None
    if found is None:
        yield line
        return
    column = found.start(2)
    if column <= most // 2:
        head = line[:column]
        yield from wrap(found[2], most, initial_indent=head, subsequent_indent=" " * column)
    else:
        yield found[1]
        yield from wrap(found[2], most, initial_indent=" " * DEEP, subsequent_indent=" " * DEEP)
