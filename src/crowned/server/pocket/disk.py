"""SQLite's files in drawers: what a browser gives to a worker for keeping bytes, and a stand-in in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

import apsw

SECTOR = 4096


class Drawer(Protocol):
    """A file that is open for reading and writing; ``flush`` returns when everything written is kept."""

    def read(self, size: int, at: int) -> bytes: ...

    def write(self, content: bytes, at: int) -> None: ...

    def truncate(self, size: int) -> None: ...

    def reserve(self, size: int) -> None:
        """Makes it so long at least, by zeros: writing over them is quicker to flush than growing.

        It is written to in any case, because the first time takes longer: nobody waits for it yet.
        """

    def flush(self) -> None: ...

    def size(self) -> int: ...


class MemoryDrawer:
    """Where the browser keeps nothing for us: good until the tab is closed."""

    def __init__(self) -> None:
        self.content = bytearray()

    def read(self, size: int, at: int) -> bytes:
        return bytes(self.content[at : at + size])

    def write(self, content: bytes, at: int) -> None:
        self.truncate(max(len(self.content), at + len(content)))
        self.content[at : at + len(content)] = content

    def truncate(self, size: int) -> None:
        del self.content[size:]
        self.content.extend(bytes(size - len(self.content)))

    def reserve(self, size: int) -> None:
        self.truncate(max(size, len(self.content)))

    def flush(self) -> None:
        """It is as safe as it will ever be."""

    def size(self) -> int:
        return len(self.content)


class JoinedDrawer:
    """Writes that follow each other on the drawer are done as one, at the latest when they must be kept.

    A change is a dozen small pieces to SQLite, and each may be a message to another process of the browser.
    """

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._held = bytearray()
        self._at = 0
        self._failure: Exception | None = None

    def read(self, size: int, at: int) -> bytes:
        self._put_for_a_reader()
        return self._drawer.read(size, at)

    def write(self, content: bytes, at: int) -> None:
        if at != self._at + len(self._held):
            self._put()
        if not self._held:
            self._at = at
        self._held += content

    def truncate(self, size: int) -> None:
        self._put()
        self._drawer.truncate(size)

    def reserve(self, size: int) -> None:
        self._put()
        self._drawer.reserve(size)

    def flush(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        self._put()
        self._drawer.flush()

    def size(self) -> int:
        self._put_for_a_reader()
        return self._drawer.size()

    def _put(self) -> None:
        held, self._held = bytes(self._held), bytearray()
        if held:
            self._drawer.write(held, self._at)

    def _put_for_a_reader(self) -> None:
        """Where it fails the reader hears of it; who wrote must hear of it, too, before he is content."""
        try:
            self._put()
        except Exception as error:
            self._failure = error
            raise


CHUNK = 1 << 16
MOST_CHUNKS = 64
"""Four megabytes: as much as a thousand games take."""


class AheadDrawer:
    """Reads more than is asked for, and holds it: nobody else writes.

    Every start looks the database through, page by page, and each read may be a message to another process.
    """

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._held: dict[int, bytes] = {}

    def read(self, size: int, at: int) -> bytes:
        number, inside = divmod(at, CHUNK)
        if inside + size > CHUNK:
            return self._drawer.read(size, at)
        if number not in self._held:
            if len(self._held) == MOST_CHUNKS:
                self._held.clear()
            self._held[number] = bytes(self._drawer.read(CHUNK, number * CHUNK))
        return self._held[number][inside : inside + size]

    def write(self, content: bytes, at: int) -> None:
        self._forget(at, at + len(content))
        self._drawer.write(content, at)

    def truncate(self, size: int) -> None:
        self._held.clear()
        self._drawer.truncate(size)

    def reserve(self, size: int) -> None:
        self._held.clear()
        self._drawer.reserve(size)

    def flush(self) -> None:
        self._drawer.flush()

    def size(self) -> int:
        return self._drawer.size()

    def _forget(self, start: int, end: int) -> None:
        """What is written over, and where the file ended: it may have grown."""
        touched = range(start // CHUNK, end // CHUNK + 1)
        stale = [n for n, held in self._held.items() if n in touched or len(held) < CHUNK]
        for number in stale:
            del self._held[number]


class Spilling:
    """Drawers until one of them has no room left; from then on all of them in memory, where play goes on.

    All at once: what is kept stays as it was at one moment, and can be opened again as such.
    """

    def __init__(self, drawers: Sequence[Drawer], onfull: Callable[[], None]) -> None:
        self._inner = list(drawers)
        self._onfull = onfull
        self._full = False
        self.drawers = [SpillingDrawer(self, place) for place in range(len(drawers))]

    def at(self, place: int) -> Drawer:
        return self._inner[place]

    def spill(self) -> None:
        self._inner = [_copied(drawer) for drawer in self._inner]
        self._full = True
        self._onfull()

    @property
    def full(self) -> bool:
        return self._full


def _copied(drawer: Drawer) -> MemoryDrawer:
    copy = MemoryDrawer()
    copy.write(drawer.read(drawer.size(), 0), 0)
    return copy


class SpillingDrawer:
    def __init__(self, whole: Spilling, place: int) -> None:
        self._whole = whole
        self._place = place

    def _do(self, what: str, *arguments: Any) -> None:
        try:
            getattr(self._whole.at(self._place), what)(*arguments)
        except Exception:
            if self._whole.full:
                raise
            self._whole.spill()
            getattr(self._whole.at(self._place), what)(*arguments)

    def read(self, size: int, at: int) -> bytes:
        return self._whole.at(self._place).read(size, at)

    def write(self, content: bytes, at: int) -> None:
        self._do("write", content, at)

    def truncate(self, size: int) -> None:
        self._do("truncate", size)

    def reserve(self, size: int) -> None:
        """Where there is no room for so much, there may be some for a move."""
        with suppress(Exception):
            self._whole.at(self._place).reserve(size)

    def flush(self) -> None:
        self._do("flush")

    def size(self) -> int:
        return self._whole.at(self._place).size()


class OpenFile:
    """What SQLite asks of a file. Nobody shares it, so nobody needs to be locked out."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802  SQLite's names
        try:
            return self._drawer.read(amount, offset)
        except apsw.Error:
            raise
        except Exception as error:  # in the browser's own words
            raise apsw.IOError(str(error)) from error

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        _kept(self._drawer.write, data, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        _kept(self._drawer.truncate, size)

    def xSync(self, _flags: int) -> None:  # noqa: N802
        _kept(self._drawer.flush)

    def xFileSize(self) -> int:  # noqa: N802
        return self._drawer.size()

    def xLock(self, level: int) -> None:  # noqa: N802
        """Nobody else is there."""

    def xUnlock(self, level: int) -> None:  # noqa: N802
        """Nobody was waiting."""

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, _op: int, _pointer: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        """As SQLite takes it for granted of all files: a write that is cut off spoils nothing beside it."""
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self) -> None:  # noqa: N802
        """Drawers stay open as long as the worker lives."""


def _kept(act: object, *arguments: object) -> None:
    """A browser that has no room left says so in its own way; SQLite knows it as a full disk."""
    try:
        act(*arguments)  # type: ignore[operator]
    except apsw.Error:
        raise
    except Exception as error:
        raise apsw.FullError(str(error)) from error


class Disk(apsw.VFS):
    """Files by the end of their name: the database itself and its log."""

    def __init__(self, database: Drawer, log: Drawer) -> None:
        self.name = f"drawers-{id(self)}"
        self._drawers: dict[str, Drawer] = {"-wal": JoinedDrawer(AheadDrawer(log))}
        self._database: Drawer = JoinedDrawer(AheadDrawer(database))
        super().__init__(self.name, "", iVersion=1)

    def _drawer(self, name: str) -> Drawer:
        return next((found for end, found in self._drawers.items() if name.endswith(end)), self._database)

    def reserve(self, size: int) -> None:
        """Of the log: zeros are no entries."""
        self._drawers["-wal"].reserve(size)

    def xOpen(self, name: object, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        """What has no name is needed for a moment only."""
        text = name.filename() if isinstance(name, apsw.URIFilename) else name
        flags[1] = flags[0]
        opened = OpenFile(self._drawer(str(text)) if text else MemoryDrawer())
        return cast("apsw.VFSFile", opened)  # apsw asks for its methods only

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xAccess(self, name: str, _flags: int) -> bool:  # noqa: N802
        return self._drawer(name).size() > 0 if not name.endswith("-journal") else False

    def xDelete(self, name: str, _sync: bool) -> None:  # noqa: N802
        if not name.endswith("-journal"):
            _kept(self._drawer(name).truncate, 0)
            _kept(self._drawer(name).flush)
