"""The core for browsers in a browser: leaves and searches are those of the native core."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.wasm import signatures

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "build/python"
pytestmark = pytest.mark.skipif(
    not (ROOT / "build/pocket/pocket.json").exists(), reason="`make pocket` has not been run"
)
MINUTES = 20 * 60_000

RUN = """async (program) => {
  const { loadPyodide } = await import('/pyodide/pyodide.mjs');
  const python = await loadPyodide({ indexURL: '/pyodide/' });
  const packed = new Uint8Array(await (await fetch('/pocket/site.bin')).arrayBuffer());
  python.FS.writeFile('/site.bin', packed);
  python.runPython(`
import io, sys, tarfile
import lzma
with open("/site.bin", "rb") as packed:
    content = packed.read()
# The older liblzma of Pyodide believes either a told size or a mark at the end, not both.
whole = lzma.decompress(content[:5] + bytes([255] * 8) + content[13:])
tarfile.open(fileobj=io.BytesIO(whole)).extractall("/site", filter="data")
sys.path.insert(0, "/site")
from crowned.server.pocket.absent import stand_in
stand_in()
`);
  python.runPython(program);
  return python.runPython('signatures()');
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Python for browsers and what `make pocket` has packed, on a web space."""
    (tmp_path / "pyodide").symlink_to(PYODIDE)
    (tmp_path / "pocket").symlink_to(ROOT / "build/pocket")
    (tmp_path / "index.html").write_text("<!doctype html>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_leaves_and_searches_in_chromium_are_those_of_the_native_core(address: str) -> None:
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=FLAGS)
        page = chromium.new_page()
        page.set_default_timeout(MINUTES)
        page.goto(address)
        there = json.loads(page.evaluate(RUN, Path(signatures.__file__).read_text("utf-8")))
        chromium.close()
    assert there == json.loads(signatures.signatures())
