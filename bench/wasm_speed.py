"""Nodes a second of the core for browsers against the native one: python bench/wasm_speed.py [RULESET…]

Needs `make pocket`. The searches run in Node, whose compiler is Chromium's, and here, one after the other,
measured in processor time. `--nodes N` is how much each looks at, `--json FILE` keeps the figures.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import DATA
from tests.wasm.signatures import speed

ROOT = Path(__file__).parents[1]


def far_speed(name: str, nodes: int) -> float:
    command = ["node", "tests/wasm/run.mjs", "tests/wasm/signatures.py", f"str(speed({name!r}, {nodes}))"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout.split()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=DATA["books"]["ids"])
    parser.add_argument("--nodes", type=int, default=1_500_000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = {}
    for name in given.rulesets:
        there, here = far_speed(name, given.nodes), speed(name, given.nodes)
        found[name] = {"wasm": round(there), "native": round(here), "share": round(there / here, 3)}
        print(
            f"{name:14} {there / 1e6:6.2f} M {here / 1e6:6.2f} M nodes/s {100 * there / here:5.1f} %",
            flush=True,
        )
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
