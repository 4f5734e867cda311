"""Real parts: a server process, real sockets, and PostgreSQL where the machine has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crowned.rules import catalog
from crowned.rules.spec import Spec
from tests.server.client import Browser, Server, Wire, serving
from tests.server.postgres import Postgres, throwaway


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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with throwaway() as cluster:
        yield cluster


_numbers = iter(range(1_000_000))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite'}"
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.database(f"test{next(_numbers)}")
