"""Text that arrives in blocks: a window that moves over a file of any size, and knows lines and columns."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TextIO

BLOCK = 1 << 17
LONGEST_TOKEN = 1 << 20
"""A comment that is not closed within this many characters never will be; memory stays bounded."""


class Source:
    """A window on a text. `text` and `pos` may be used directly; `more` and `drop` move the window."""

    def __init__(self, read: Callable[[int], str], name: str = "") -> None:
        self._read = read
        self.name = name
        self.stem = ""
        """What the file is called, without folder and ending; standard input has no name."""
        self.text = ""
        self.pos = 0
        self.ended = False
        self._base = self._mark = (0, 1, 1)
        self._dropped = 0
        self._braces = (0, 0)
        self.more()

    @property
    def offset(self) -> int:
        """How much of the text has been read, in characters."""
        return self._dropped + self.pos

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
            self._dropped += self.pos
            self.pos = 0

    def closes(self) -> bool:
        """Whether a comment that begins at `pos` is closed in time.

        What was looked through in vain is not looked through again, so that a file full of open comments
        takes linear time too. Offsets kept here are those of the file.
        """
        start = self._dropped + self.pos
        since, upto = self._braces
        looked = upto if since <= start < upto else start
        while True:
            end = start + LONGEST_TOKEN - self._dropped
            found = self.text.find("}", looked - self._dropped, end)
            looked = max(looked, min(self._dropped + len(self.text), start + LONGEST_TOKEN))
            if found >= 0 or looked >= start + LONGEST_TOKEN or not self.more():
                break
        if found < 0:
            self._braces = (start, looked)
        return found >= 0

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
    """A source that reads the file block by block. It is opened once: pipes and FIFOs will do."""
    with Path(where).open("rb") as file:
        source = byte_source(file, str(where))
        source.stem = Path(where).stem
        yield source


def byte_source(file: BinaryIO, name: str = "") -> Source:
    """UTF-8, with or without mark; UTF-16 with mark; bytes that are neither are guessed."""
    mark = file.read(2)
    encoding = "utf-16" if mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    decoder = codecs.getincrementaldecoder(encoding)("crowned.latin")
    return Source(_Decoded(file, io.IncrementalNewlineDecoder(decoder, translate=True), mark).read, name)


class _Decoded:
    """The text of a file of bytes whose first bytes were looked at already."""

    def __init__(self, file: BinaryIO, decoder: io.IncrementalNewlineDecoder, ahead: bytes) -> None:
        self._file = file
        self._decoder = decoder
        self._ahead = ahead

    def read(self, size: int) -> str:
        """At least one character, or nothing at the end."""
        while True:
            data = self._ahead + self._file.read(size)
            self._ahead = b""
            text = self._decoder.decode(data, final=not data)
            if text or not data:
                return text


def text_source(text: str | TextIO, name: str = "") -> Source:
    stream = io.StringIO(text, newline=None) if isinstance(text, str) else text
    return Source(stream.read, name)
