"""A PostgreSQL of its own in a temporary folder, for tests and benchmarks."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def _programs() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def free_port(count: int = 1) -> int:
    """The first of some free ports in a row.

    Below those that the system gives to outgoing connections: one of them that asks in vain, again and again,
    is connected to itself one day, and then the port is taken.
    """
    while True:
        first = 12_000 + secrets.randbelow(20_000)
        if all(map(_is_free, range(first, first + count))):
            return first


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


class Postgres:
    """A cluster of its own in a temporary folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.port = free_port()
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "postgres", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        """PostgreSQL does not run as root, so root lends it the user it was installed with."""
        user = "postgres" if os.getuid() == 0 else None
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, user=user, cwd="/", env={"LC_ALL": "C"})

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -h 127.0.0.1"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", log, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def database(self, name: str) -> str:
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return self.url(name)

    def url(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"


@contextmanager
def throwaway() -> Iterator[Postgres]:
    programs = _programs()
    if programs is None:
        raise LookupError("PostgreSQL is missing: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="crowned-pg-", dir="/tmp"))  # short: a socket's path is limited
    if os.getuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
    try:
        cluster = Postgres(programs, folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
