"""Files of what was found out beforehand: a line that says what they are and by which rules, then packed."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import NamedTuple

from crowned.base import BadInput

LARGEST = 64 << 20
"""Nothing of ours is larger than this when it is unpacked."""


class Kind(NamedTuple):
    """One sort of file."""

    magic: bytes
    """How it begins; the fingerprint of the rules follows."""
    a: str
    """Its name with an article, for who finds something else."""
    the: str

    def write(self, path: Path, fingerprint: str, plain: bytes) -> None:
        """Write a file whole or not at all."""
        part = path.with_suffix(".part")
        part.write_bytes(self.magic + fingerprint.encode() + b"\n" + zlib.compress(plain, 9))
        part.replace(path)

    def read(self, data: bytes, source: str) -> tuple[str, bytes]:
        """The fingerprint and what is packed in a file's bytes."""
        head, _, packed = data.partition(b"\n")
        if not head.startswith(self.magic):
            raise BadInput(f"not {self.a}", source)
        unpacking = zlib.decompressobj()
        try:
            plain = unpacking.decompress(packed, LARGEST)
        except zlib.error as error:
            raise BadInput(f"{self.the} is damaged ({error})", source) from error
        if not unpacking.eof:
            raise BadInput(f"{self.the} is damaged (it does not end where it should)", source)
        return head[len(self.magic) :].decode("ascii", "replace").strip(), plain
