"""Run by suites.mjs inside Pyodide: unpacks what browsers get, if it is packed, and lets pytest loose."""

import asyncio
import io
import lzma
import os
import subprocess
import sys
import tarfile
import threading
import zipfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

SITE, DEPS = "/site", "/deps"
QUIET = ("cacheprovider", "faulthandler", "doctest", "unittest")
"""Plugins that need what is not here, or look for what is not there."""


def unpack() -> None:
    packed = Path("/pocket/site.bin")
    if packed.exists():
        content = packed.read_bytes()
        # The older liblzma of Pyodide believes either a told size or a mark at the end, not both.
        whole = lzma.decompress(content[:5] + bytes([255] * 8) + content[13:])
        with tarfile.open(fileobj=io.BytesIO(whole)) as held:
            held.extractall(SITE, filter="data")
    for wheel in Path("/wheels").glob("hypothesis-*.whl"):
        with zipfile.ZipFile(wheel) as zipped:
            zipped.extractall(DEPS)
    sys.modules["resource"] = ModuleType("resource")  # a test that measures with it is left out
    os.chdir("/repo")
    sys.path[:0] = [SITE, DEPS, "/repo"]


def leave_out() -> None:
    """Who needs a loop of events, a thread or a process of his own has none here, and is passed over."""

    def none(what: str) -> None:
        import_module("pytest").skip(f"{what} is not to be had in a browser's Python")

    def no_loop(main, **_) -> None:
        main.close()
        none("a loop of events")

    asyncio.run = no_loop
    threading.Thread.start = lambda _: none("a thread")
    subprocess.Popen.__init__ = lambda *_, **__: none("a process")


class Sample:
    """Of every function's cases each so many-th. "1/3": one case of every third function."""

    def __init__(self, every: str) -> None:
        one, _, third = every.partition("/")
        self._functions = int(third or 1)
        self._cases = int(one) if not third else sys.maxsize

    def pytest_collection_modifyitems(self, config, items) -> None:
        seen: dict[str, int] = {}
        kept, left = [], []
        for item in items:
            name = item.nodeid.partition("[")[0]
            seen[name] = seen.get(name, -1) + 1
            wanted = seen[name] % self._cases == 0 and (len(seen) - 1) % self._functions == 0
            (kept if wanted else left).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=left)


def run(report: str, every: str, *given: str) -> int:
    """Pytest's exit status."""
    unpack()
    leave_out()
    plugins = [part for name in QUIET for part in ("-p", f"no:{name}")]
    options = [*plugins, "--capture=sys", f"--junitxml={report}", *given]
    return int(import_module("pytest").main(options, plugins=[Sample(every)]))
