"""Run by suites.mjs inside Pyodide: unpacks what browsers get, and lets pytest loose on it."""

import io
import os
import sys
import tarfile
import zipfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

from compression import zstd

SITE, DEPS = "/site", "/deps"
QUIET = ("cacheprovider", "faulthandler", "doctest", "unittest")
"""Plugins that need what is not here, or look for what is not there."""


def unpack() -> None:
    whole = io.BytesIO(zstd.decompress(Path("/pocket/site.bin").read_bytes()))
    with tarfile.open(fileobj=whole) as packed:
        packed.extractall(SITE, filter="data")
    for wheel in Path("/wheels").glob("hypothesis-*.whl"):
        with zipfile.ZipFile(wheel) as held:
            held.extractall(DEPS)
    sys.modules["resource"] = ModuleType("resource")  # a test that measures with it is left out
    os.chdir("/repo")
    sys.path[:0] = [SITE, DEPS, "/repo"]


class Sample:
    """Of every function's cases each so many-th: all functions are run."""

    def __init__(self, every: int) -> None:
        self._every = every

    def pytest_collection_modifyitems(self, config, items) -> None:
        seen: dict[str, int] = {}
        kept, left = [], []
        for item in items:
            name = item.nodeid.partition("[")[0]
            seen[name] = seen.get(name, -1) + 1
            (left if seen[name] % self._every else kept).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=left)


def run(report: str, every: int, *given: str) -> int:
    """Pytest's exit status."""
    unpack()
    plugins = [part for name in QUIET for part in ("-p", f"no:{name}")]
    options = [*plugins, "--capture=sys", f"--junitxml={report}", *given]
    return int(import_module("pytest").main(options, plugins=[Sample(every)]))
