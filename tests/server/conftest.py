"""Real parts: a server process, real sockets, and PostgreSQL where the machine has it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from crowned.rules import catalog
from crowned.rules.spec import Spec
from tests.server.client import Browser, Server, Wire, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it; its limits are far away."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert not [line for line in running.log if "Traceback" in line], "".join(running.log)


@pytest.fixture(autouse=True)
def _no_open_sockets() -> Iterator[None]:
    yield
    Wire.close_all()


@pytest.fixture
def alice(server: Server) -> Browser:
    return server.browser()


@pytest.fixture
def bob(server: Server) -> Browser:
    return server.browser()


@pytest.fixture
def eve(server: Server) -> Browser:
    return server.browser()


class Catalogue:
    """Rulesets by what they are like; tests know none by name."""

    def __init__(self) -> None:
        self.specs = [catalog.load(name) for name in catalog.ids()]

    def first(self, **values: object) -> Spec:
        for spec in self.specs:
            if all(spec[axis] == value for axis, value in values.items()):
                return spec
        raise LookupError(values)

    @property
    def huffing(self) -> str:
        return self.first(enforcement="huff", files=8, touch_move=False).id

    @property
    def touching(self) -> str:
        return self.first(enforcement="huff", touch_move=True).id

    @property
    def automatic(self) -> str:
        return self.first(enforcement="auto_huff").id

    @property
    def strict(self) -> str:
        plain = {"enforcement": "strict", "files": 8, "king": "flying", "captured": "removed", "doors": ()}
        return self.first(**plain, squares="dark").id

    @property
    def spinning(self) -> str:
        return next(spec.id for spec in self.specs if spec.sliders)


@pytest.fixture(scope="session")
def rules() -> Catalogue:
    return Catalogue()


# ---------------------------------------------------------------- PostgreSQL


def _programs() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    programs = _programs()
    if programs is None:
        pytest.fail("PostgreSQL is missing: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="crowned-pg-", dir="/tmp"))  # short: a socket's path is limited
    if os.getuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
    try:
        cluster = Postgres(programs, folder)
        cluster.start()
        yield cluster
        cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_numbers = iter(range(1_000_000))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite'}"
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.database(f"test{next(_numbers)}")
