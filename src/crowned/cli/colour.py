"""Colour in the terminal: off where the output is no terminal, or where NO_COLOR asks for none."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from crowned.notation.paint import Paint


def paint_for(stream: TextIO | None = None, wanted: str = "auto") -> Paint:
    """How to paint on a stream. `wanted` is always, never or auto."""
    out = sys.stdout if stream is None else stream
    on = wanted == "always" or (wanted == "auto" and _suits(out))
    return Paint(on, os.environ.get("COLORTERM", "") in ("truecolor", "24bit"))


def _suits(stream: TextIO) -> bool:
    """See no-color.org: any value of NO_COLOR but an empty one means no colour."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()
