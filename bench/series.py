"""What long series have found so far. Every run adds a line, so that a series can be made in parts."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.killing import Audit  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "server_series.json"
Json = dict[str, Any]


def program() -> str:
    """Which server it was: what ``git rev-parse --short COMMIT:src/crowned/server`` says of its commit."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD:src/crowned/server"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def note(what: str, times: int, facts: Json, report: Audit | None = None) -> Json:
    """Adds a run to the results."""
    row = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "server": PROGRAM,
        "what": what,
        "times": times,
    }
    row |= facts
    if report is not None:
        row |= {"games": report.games, "acknowledged_moves": report.acked}
        row |= {name: getattr(report, name)[:20] for name in ("lost", "doubled", "broken", "wronged")}
    rows = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps([*rows, row], indent=1) + "\n")
    print(json.dumps(row, indent=1))
    return row


PROGRAM = program()
"""As it was when the run began."""
