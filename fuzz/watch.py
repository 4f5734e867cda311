"""A worker tries inputs in its own process; a watchdog sees crashes and hangs and keeps the input.

The worker notes each input in shared memory before it touches it: after a crash inside native code nothing
else is left to ask.
"""

from __future__ import annotations

import mmap
import resource
import struct
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from fuzz.inputs import stream
from fuzz.targets import Target

HEAD = struct.Struct("<QQ")
SIZE = 8 << 20
MEMORY = 4 << 30
"""Bytes a worker may ask for; more than that for a few megabytes of text is a fault too."""
POLL = 0.2


@dataclass(frozen=True)
class Failure:
    target: str
    data: bytes
    story: str

    def __str__(self) -> str:
        return f"{self.target}: {self.story}\ninput ({len(self.data)} bytes): {self.data[:300]!r}"


@dataclass(frozen=True)
class Job:
    target: str
    seed: int
    count: int
    seconds: float
    patience: float
    """Seconds that one input may take."""


def work(target: Target, job: Job, note: mmap.mmap) -> None:
    """Try inputs until the number or the time is used up; an exception ends the worker with a traceback."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end = monotonic() + job.seconds
    for number, data in enumerate(stream(target.corpus(), target.words, job.seed), 1):
        if (job.count and number > job.count) or (job.seconds and monotonic() > end):
            return
        kept = data[: SIZE - HEAD.size]
        note[: HEAD.size + len(kept)] = HEAD.pack(number, len(kept)) + kept
        target.check(data)


def run_worker(target: Target, job: Job, note: Path) -> int:
    with note.open("r+b") as file, mmap.mmap(file.fileno(), SIZE) as memory:
        try:
            work(target, job, memory)
        except BaseException:  # the parent reports it, whatever it is
            traceback.print_exc()
            return 1
    return 0


def watch(job: Job) -> tuple[int, Failure | None]:
    """Run a job in a worker; how many inputs were tried, and what went wrong."""
    with tempfile.TemporaryFile() as log, tempfile.NamedTemporaryFile() as file:
        file.truncate(SIZE)
        command = [sys.executable, "-X", "faulthandler", "-m", "fuzz", "--worker", file.name, job.target]
        command += ["--seed", str(job.seed), "--count", str(job.count), "--seconds", str(job.seconds)]
        process = subprocess.Popen(command, stderr=log, cwd=Path(__file__).resolve().parents[1])
        with mmap.mmap(file.fileno(), SIZE) as note:
            hung = wait(process, note, job.patience)
            number, length = HEAD.unpack(note[: HEAD.size])
            data = note[HEAD.size : HEAD.size + length]
        if hung:
            return number, Failure(job.target, data, f"still not answered after {job.patience:g} s")
        return number, Failure(job.target, data, tale(process, log)) if process.returncode else None


def wait(process: subprocess.Popen[bytes], note: mmap.mmap, patience: float) -> bool:
    """Wait for the worker; True if one input took too long, in which case the worker is ended."""
    seen, since = 0, monotonic()
    while True:
        try:
            process.wait(POLL)
            return False
        except subprocess.TimeoutExpired:
            number = HEAD.unpack(note[: HEAD.size])[0]
            if number != seen:
                seen, since = number, monotonic()
            elif monotonic() - since > patience:
                process.kill()
                process.wait()
                return True


def tale(process: subprocess.Popen[bytes], log: BinaryIO) -> str:
    log.seek(0)
    return f"exit status {process.returncode}\n" + log.read().decode(errors="replace")[-4000:]
