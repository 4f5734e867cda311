"""Text that arrives in blocks: a window that moves over a file of any size, and knows lines and columns."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TextIO

BLOCK = 1 << 17
LONGEST_TOKEN = 1 << 24
"""A comment that is not closed within this many characters never will be; memory stays bounded."""


class Source:
    """A window on a text. `text` and `pos` may be used directly; `more` and `drop` move the window."""

    def __init__(self, read: Callable[[int], str], name: str = "") -> None:
        self._read = read
        self.name = name
        self.text = ""
        self.pos = 0
        self.ended = False
        self._base = self._mark = (0, 1, 1)
        self.more()

    def more(self) -> bool:
        """Widen the window: at least doubled, so that repeated looks at one long token cost linear time."""
        if self.ended:
            return False
        block = self._read(max(BLOCK, len(self.text)))
        self.ended = not block
        self.text += block
        return bool(block)

    def drop(self) -> None:
        """Forget what lies before `pos`, once it is enough to be worth the copying."""
        if self.pos >= BLOCK:
            self._base = self._mark = (0, *self.where(self.pos))
            self.text = self.text[self.pos :]
            self.pos = 0

    def where(self, offset: int) -> tuple[int, int]:
        """Line and column, counted from 1, of a place in the window."""
        start, line, column = self._mark if offset >= self._mark[0] else self._base
        found = place(self.text, offset, line, column, start)
        self._mark = (offset, *found)
        return found


def place(text: str, offset: int, line: int = 1, column: int = 1, start: int = 0) -> tuple[int, int]:
    """Line and column of an offset in a text, counted from a start whose place is known."""
    breaks = text.count("\n", start, offset)
    if not breaks:
        return line, column + offset - start
    return line + breaks, offset - text.rfind("\n", start, offset)


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are no UTF-8 are read as the Western code page most old files are written in."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("crowned.latin", _as_latin)


@contextmanager
def open_source(where: str | PathLike[str]) -> Iterator[Source]:
    """A source that reads the file block by block: UTF-8, with or without mark; older files are guessed."""
    path = Path(where)
    with path.open(encoding=_encoding(path), errors="crowned.latin", newline=None) as file:
        yield Source(file.read, str(where))


def _encoding(path: Path) -> str:
    with path.open("rb") as file:
        mark = file.read(2)
    return "utf-16" if mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"


def text_source(text: str | TextIO, name: str = "") -> Source:
    stream = io.StringIO(text, newline=None) if isinstance(text, str) else text
    return Source(stream.read, name)
