"""A disk that forgets: after a cut a file holds what was synced, and of the rest whatever chance has kept."""

from __future__ import annotations

import math
import random
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SECTOR = 512


@dataclass
class Note:
    kind: str
    name: str
    offset: int
    data: bytes


def build(folder: Path) -> Path:
    """Compiles the shim."""
    target = folder / "shim.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(target), str(HERE / "shim.c"), "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    return target


def notes(path: Path) -> Iterator[Note]:
    raw, place = path.read_bytes() if path.exists() else b"", 0
    while place + 5 <= len(raw):
        kind, length = chr(raw[place]), struct.unpack_from("<I", raw, place + 1)[0]
        place += 5
        name = raw[place : place + length].decode()
        offset, size = struct.unpack_from("<QQ", raw, place + length)
        place += length + 16
        written = size if kind == "w" else 0
        if place + written > len(raw):
            return  # killed in the middle of a note: the write itself was not answered
        yield Note(kind, name, offset, raw[place : place + written])
        place += written


class Disk:
    """The watched files as they were before the server started, and what it did to them."""

    def __init__(self, folder: Path, log: Path) -> None:
        self._folder = folder
        self._log = log
        self._honest = math.inf
        """Up to which note syncs count; for the control they are lies from some moment on."""
        self._before: dict[str, bytes] = {}
        self.start()

    def start(self) -> None:
        self._log.unlink(missing_ok=True)
        self._honest = math.inf
        self._before = {str(path): path.read_bytes() for path in self._watched()}

    def lie(self) -> None:
        """From now on until the next cut nothing is synced, whatever the server is told."""
        self._honest = sum(1 for _ in notes(self._log))

    def _watched(self) -> list[Path]:
        names = [path for path in self._folder.glob("crowned.sqlite*") if path.is_file()]
        return [path for path in names if not path.name.endswith(("-shm", ".lock"))]

    def cut(self, pick: random.Random) -> int:
        """Puts on the disk what a power cut leaves; how many writes are gone."""
        found = list(notes(self._log))
        lost = 0
        for name in {*self._before, *(note.name for note in found)}:
            mine = [note for note in found if note.name == name]
            kept = [note for note in found[: int(min(self._honest, len(found)))] if note.name == name]
            lost += self._remake(Path(name), mine, len(kept), pick)
        for left in self._folder.glob("*-shm"):
            left.unlink()
        return lost

    def _remake(self, path: Path, mine: list[Note], honest: int, pick: random.Random) -> int:
        """A file: what was written before the last sync of the ``honest`` first notes, of the rest a part."""
        syncs = [place for place, note in enumerate(mine[:honest]) if note.kind in "su"]
        safe = syncs[-1] + 1 if syncs else 0
        image: bytearray | None = bytearray(self._before.get(str(path), b""))
        lost = 0
        for place, note in enumerate(mine):
            if place >= safe and note.kind != "u" and pick.random() < 0.5:
                lost += 1
                continue
            image = apply(image, note, torn=place >= safe and pick.random() < 0.2)
        if image is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(image)
        return lost


def apply(image: bytearray | None, note: Note, *, torn: bool = False) -> bytearray | None:
    if note.kind == "u":
        return None
    image = bytearray() if image is None else image
    if note.kind == "t":
        del image[note.offset :]
        image.extend(bytes(note.offset - len(image)))
    if note.kind == "w":
        data = note.data[: len(note.data) // 2 // SECTOR * SECTOR] if torn else note.data
        image.extend(bytes(max(0, note.offset + len(data) - len(image))))
        image[note.offset : note.offset + len(data)] = data
    return image
