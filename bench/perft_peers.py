"""Crowned beside its peers from PyPI, in one run on one machine: perft, moves, play, PDN.

    python bench/perft_peers.py [--games A,B] [--seconds 1] [--peers dame-rs,…] [--no-api] [--output FILE]

Each peer lives in its own virtual environment under bench/.venvs, made on demand: several of them install
the same package name. Figures go to the terminal and, with the versions, to bench/results/perft_peers.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import crowned

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
PEERS = {
    "dame-rs": ("dame_rs", "dame-rs==0.2.0"),
    "py-draughts": ("py_draughts", "py-draughts==1.10.1"),
    "pydraughts": ("pydraughts", "pydraughts==0.6.7"),
}
OURS = "crowned"
# Rounds are sized so that the slowest peer finishes one in a few seconds.
REPEAT = {OURS: 100, "dame-rs": 100, "py-draughts": 5, "pydraughts": 1}
PDN_GAMES = {"pydraughts": 5}


def peer_python(name: str) -> Path:
    """The interpreter of the peer's environment, which is made if it is missing."""
    folder = BENCH / ".venvs" / name
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"bench: installing {name}", file=sys.stderr)
        make_environment(folder, PEERS[name][1])
    return python


def make_environment(folder: Path, requirement: str) -> None:
    uv = ROOT / ".tools" / "bin" / "uv"
    if uv.exists():
        subprocess.run([uv, "venv", "-q", "--python", sys.executable, folder], check=True)
        subprocess.run(
            [uv, "pip", "install", "-q", "--python", folder / "bin" / "python", requirement], check=True
        )
    else:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "-q", requirement], check=True)


def first_games(text: str, number: int) -> str:
    return "".join("[Event " + part for part in text.split("[Event ")[1 : number + 1])


def work_for(name: str, options: argparse.Namespace) -> dict[str, Any]:
    text = (BENCH / "data" / "international.pdn").read_text()
    games = PDN_GAMES.get(name, text.count("[Event "))
    return {
        "games": options.games,
        "seconds": options.seconds,
        "repeat": REPEAT[name],
        "api": options.api,
        "fens": (BENCH / "data" / "international.fen").read_text().split(),
        "pdn": first_games(text, games),
        "pdn_games": games,
    }


def measure(name: str, options: argparse.Namespace) -> dict[str, Any]:
    python, module = (Path(sys.executable), "ours") if name == OURS else (peer_python(name), PEERS[name][0])
    print(f"bench: measuring {name}", file=sys.stderr)
    done = subprocess.run(
        [python, BENCH / "peers" / "measure.py", module],
        input=json.dumps(work_for(name, options)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1:]}
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def short(number: float) -> str:
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.3g}"


def times(ratio: float) -> str:
    return f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"


def cell(figure: Any, truth: list[int] | None = None) -> str:
    """A rate; "wrong at 3" where the counts leave the truth; "-" where the library cannot."""
    if figure is None or "error" in figure:
        return "-" if figure is None else "failed"
    if truth is not None:
        for depth, (got, true) in enumerate(zip(figure["counts"], truth, strict=False), 1):
            if got != true:
                return f"wrong at {depth}"
    return short(figure["rate"])


def perft_rows(results: dict[str, Any]) -> list[list[str]]:
    """One row a game, with ours against the fastest peer that counts right."""
    ours = results[OURS].get("perft", {})
    rows = []
    for game, figure in ours.items():
        truth = figure.get("counts")
        others = {n: results[n].get("perft", {}).get(game) for n in results if n != OURS}
        cells = {name: cell(other, truth) for name, other in others.items()}
        right = [o["rate"] for n, o in others.items() if o and "rate" in o and "wrong" not in cells[n]]
        ratio = times(figure["rate"] / max(right)) if right and "rate" in figure else ""
        rows.append([game, cell(figure), *cells.values(), ratio])
    return rows


def api_figure(result: dict[str, Any], key: str) -> float | None:
    figure = result.get("pdn") if key == "pdn" else result.get("api", {}).get(key)
    return figure if isinstance(figure, float) else None


def api_rows(results: dict[str, Any]) -> list[list[str]]:
    titles = {
        "positions": "legal moves of a position",
        "plays": "play (push + pop)",
        "pdn": "PDN games checked",
    }
    rows = []
    for key, title in titles.items():
        figures = {name: api_figure(result, key) for name, result in results.items()}
        ours, peers = figures[OURS], [f for n, f in figures.items() if f and n != OURS]
        ratio = times(ours / max(peers)) if ours and peers else ""
        rows.append([title, *(short(f) if f else "-" for f in figures.values()), ratio])
    return rows


def print_table(title: str, head: list[str], rows: list[list[str]]) -> None:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    print(f"\n{title}")
    for row in [head, ["-" * width for width in widths], *rows]:
        print(
            "  ".join(
                text.ljust(w) if i == 0 else text.rjust(w)
                for i, (text, w) in enumerate(zip(row, widths, strict=True))
            )
        )


def processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def report(results: dict[str, Any], output: Path) -> None:
    versions = [f"{name} {result.get('version', '')}".strip() for name, result in results.items()]
    head = [*versions, "ours / best"]
    print_table(
        "perft: leaf nodes per CPU second (start position, one thread, bulk)",
        ["game", *head],
        perft_rows(results),
    )
    if "api" in results[OURS]:
        print_table("Python, international, per CPU second", ["", *head], api_rows(results))
    for name, result in results.items():
        if "error" in result:
            print(f"{name}: {result['error']}", file=sys.stderr)
    record = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": processor(),
        "python": platform.python_version(),
        "results": results,
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(record, indent=1) + "\n")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Crowned beside its peers from PyPI.")
    parser.add_argument("--games", help="ruleset ids, separated by commas (all)")
    parser.add_argument("--peers", default=",".join(PEERS), help="peers, separated by commas; empty for none")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds for each figure")
    parser.add_argument("--no-api", dest="api", action="store_false", help="perft only")
    parser.add_argument("--output", type=Path, default=BENCH / "results" / "perft_peers.json")
    options = parser.parse_args(arguments)
    options.games = options.games.split(",") if options.games else list(crowned.ruleset_ids())
    options.peers = [name for name in options.peers.split(",") if name]
    if unknown := set(options.peers) - PEERS.keys():
        parser.error(f"unknown peer {', '.join(sorted(unknown))}; known: {', '.join(PEERS)}")
    return options


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    results = {name: measure(name, options) for name in [OURS, *options.peers]}
    report(results, options.output)


if __name__ == "__main__":
    main()
