"""Running the command line: in this process for speed, or as a process of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from crowned.cli import main

CLEAN = {k: v for k, v in os.environ.items() if k not in ("LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR")}


@dataclass(frozen=True)
class Answer:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def crowned(*words: str) -> Answer:
    """Run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    return Answer(status, out.getvalue(), err.getvalue())


def process(*words: str, stdin: str = "", **environment: str) -> Answer:
    """Run as users do."""
    done = subprocess.run(
        [sys.executable, "-m", "crowned.cli", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        env={**CLEAN, **environment},
    )
    return Answer(done.returncode, done.stdout, done.stderr)
