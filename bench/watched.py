"""A server whose loop is watched, for ``server_worst.py``: the processor time of its longest piece of work.

Python's own event loop is used, whose every callback can be timed; what it does is the same with uvloop.
The file named by WATCHED has eight bytes: nanoseconds of the longest piece since somebody set them to 0.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import sys
import time
from pathlib import Path
from typing import Any

SIZE = 8
_run = asyncio.Handle._run


def watch(path: Path) -> None:
    with path.open("r+b") as file:
        longest = mmap.mmap(file.fileno(), SIZE)

    def timed(self: Any) -> None:
        begun = time.thread_time_ns()
        _run(self)
        used = time.thread_time_ns() - begun
        if used > struct.unpack("q", longest[:SIZE])[0]:
            longest[:SIZE] = struct.pack("q", used)

    asyncio.Handle._run = timed  # type: ignore[method-assign]


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    watch(Path(os.environ["WATCHED"]))
    from crowned.server.main import main

    sys.exit(main())
