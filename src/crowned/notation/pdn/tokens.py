"""The tokens of PDN as the field writes it: wider than the standard's reading grammar, never guessing.

The order of the alternatives matters: `1-0` is a result but `1-07` a move, `1.` a number but `1-1` a
result, `(?)` a mark of strength but `(` the start of a variation.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from crowned.base import PdnError
from crowned.base.sentence import Sentence
from crowned.base.words import quoted
from crowned.notation.pdn.source import LONGEST_TOKEN, Source

_DASH = "-\u2010\u2011\u2012\u2013\u2014"
_SEP = rf"\s*[{_DASH}xX\u00d7:]\s*"
_ON = rf"(?:\s*[xX\u00d7:]\s*|[{_DASH}])"
"""Between further squares of a path; a dash with spaces around it would be a move nobody knows."""
_NUM = r"[0-9]{1,2}"
_ALG = r"[a-lA-L](?:1[0-2]|[1-9])(?![0-9])"

_TOKEN = re.compile(
    rf"""
    (?P<tag>\[\s*(?P<name>[A-Za-z][\w.-]*)\s*"(?P<value>[^"\\]*(?:\\.[^"\\]*)*)"\s*\])
  | (?P<comment>\{{[^}}]*\}}|;[^\n]*)
  | (?P<setup>/[^/\n]*/)
  | (?P<nag>\$[0-9]{{1,6}})
  | (?P<strength>\([!?]+\)|[!?]+)
  | (?P<result>(?:1/2[ ]*-[ ]*1/2|\u00bd-\u00bd|[12][ ]*-[ ]*0|0[ ]*-[ ]*[012]|1[ ]*-[ ]*1)(?![\w/{_DASH}:]))
  | (?P<number>[0-9]+[ ]*[.\u2026](?:[ ]*\.+|[ ]*\u2026)*)
  | (?P<move>{_NUM}{_SEP}{_NUM}(?:{_ON}{_NUM})*(?![0-9])
           | {_ALG}(?:(?:{_SEP})?{_ALG})(?:(?:{_ON})?{_ALG})*
           | [a-lA-L](?:{_SEP})?{_ALG}
           | [0-9]{{4}}(?:[0-9][0-9])*(?![0-9]))
  | (?P<hint><[\s0-9a-lA-L,]*>)
  | (?P<open>\() | (?P<close>\)) | (?P<star>\*)
  | (?P<dots>\.\.+|\u2026) | (?P<dot>\.)
  | (?P<unknown>[{_DASH}]{{1,2}}(?![0-9a-z]))
    """,
    re.VERBOSE | re.DOTALL,
)
_BLANK = re.compile(r"(?:[\s\ufeff]+|%[^\n]*)*")
_LOOSE_TAG = re.compile(r'\[\s*([A-Za-z][\w.-]*)\s+"([^\n]*)"[ \t]*\](?=\s*(?:\[|\n|\Z))')
_ESCAPED = re.compile(r"\\([\"\\])")
_MARGIN = 4096
"""A token that ends this near to the window's end might go on behind it."""


class Token(NamedTuple):
    kind: str
    text: str
    at: int
    """Offset in the window."""
    value: str = ""
    """Of a tag: its value, with escapes undone. Its name is `text`."""


def next_token(source: Source) -> Token:
    """The next token, `pos` moved behind it. At the end of the text the kind is "end"."""
    _skip_blank(source)
    if len(source.text) - source.pos < _MARGIN:
        source.more()
    if source.pos >= len(source.text):
        return Token("end", "", source.pos)
    found = None if source.text[source.pos] == "{" and not source.closes() else _match(source)
    if found is None:
        return _loose_tag(source) or _refuse(source)
    at, source.pos = source.pos, found.end()
    kind = found.lastgroup or ""
    if found["tag"] is not None:
        return Token("tag", found["name"], at, _ESCAPED.sub(r"\1", found["value"]))
    return Token(kind, found[0], at)


def _skip_blank(source: Source) -> None:
    while True:
        found = _BLANK.match(source.text, source.pos)
        source.pos = found.end() if found else source.pos
        if source.pos < len(source.text) or not source.more():
            return


def _match(source: Source) -> re.Match[str] | None:
    """Match at `pos`; a token that is cut off by the end of the window is looked at again in a wider one."""
    while True:
        found = _TOKEN.match(source.text, source.pos)
        if found and found.end() < len(source.text):
            return found
        if source.ended or not _may_go_on(source, found):
            return found
        source.more()


def _may_go_on(source: Source, found: re.Match[str] | None) -> bool:
    if len(source.text) - source.pos > LONGEST_TOKEN:
        return False
    return found is not None or source.text[source.pos] in "{[/<;"


def _loose_tag(source: Source) -> Token | None:
    """A tag whose value holds unescaped quotation marks: the last one of the line ends it."""
    found = _LOOSE_TAG.match(source.text, source.pos)
    if found is None:
        return None
    at, source.pos = source.pos, found.end()
    return Token("tag", found[1], at, _ESCAPED.sub(r"\1", found[2]))


_FAULTS = {
    "{": Sentence("this comment is never closed with }}"),
    "}": Sentence("a }} without a comment before it"),
    "[": Sentence('this is not a tag; a tag looks like [White "name"]'),
    "]": Sentence("a ] without a tag before it"),
    "/": Sentence('this is not a setup; a setup looks like /FEN "W:W31-50:B1-20"/'),
    "<": Sentence("this list of captured squares is not closed with >"),
    ">": Sentence("a > without a list of captured squares before it"),
    "$": Sentence("a $ without a number behind it"),
}


def _refuse(source: Source) -> Token:
    line, column = source.where(source.pos)
    mark = source.text[source.pos]
    word = re.match(r"\S{1,60}", source.text[source.pos : source.pos + 80])
    found = quoted(word[0] if word else mark)
    fault = _FAULTS.get(mark) or Sentence("{found} is not PDN", found=found)
    raise PdnError(fault, line, column, source.name)
