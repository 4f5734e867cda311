"""What all tests share: the repository's place and how hard hypothesis works."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

# Nobody's own tables decide a test: an engine here knows endings only where a test gives it tables.
_no_tables = TemporaryDirectory(prefix="crowned-no-tables-")
os.environ["CROWNED_TABLES"] = _no_tables.name
os.environ["CROWNED_BUILD_TABLES"] = "off"
os.environ["CROWNED_SHIPPED_TABLES"] = "off"

ROOT = Path(__file__).resolve().parents[1]

# No deadlines: a test that fails because the machine is busy proves nothing.
_SLOW_IS_FINE = [HealthCheck.too_slow]
settings.register_profile("normal", deadline=None, max_examples=60, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("deep", deadline=None, max_examples=3000, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("CROWNED_HYPOTHESIS", "normal"))


REAL_TIME = ("tests/server/", "tests/browser/", "tests/wasm/")
"""Where tests race real clocks over real sockets, on machines that are busy with other things too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Such a test may be tried twice; that is counted in the summary, and failing twice is failing."""
    for item in items:
        if item.path.relative_to(ROOT).as_posix().startswith(REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the repository."""
    return ROOT
