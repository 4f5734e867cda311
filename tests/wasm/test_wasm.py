"""The core for browsers gives the answers of the native one. Needs `make pocket`, which takes minutes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from crowned.rules.catalog import ids
from tests.wasm import signatures

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
pytestmark = pytest.mark.skipif(
    not (ROOT / "build/pocket/pocket.json").exists(), reason="`make pocket` has not been run"
)

MOST_BYTES = 8_000_000
SPARE = 50_000
"""Left for what changes from one version of a package to the next."""


def far(expression: str) -> str:
    command = ["node", str(HERE / "run.mjs"), str(HERE / "signatures.py"), expression]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=1200).stdout


def test_leaves_and_searches_are_those_of_the_native_core() -> None:
    there = json.loads(far("signatures()"))
    here = json.loads(signatures.signatures())
    assert set(there["leaves"]) == set(ids())
    assert any(there["opened"].values())
    assert there == here


def test_the_download_is_bounded() -> None:
    told = json.loads((ROOT / "build/pocket/pocket.json").read_text("utf-8"))
    assert told["total"] == sum(part["bytes"] for part in told["files"])
    assert told["total"] <= MOST_BYTES - SPARE
