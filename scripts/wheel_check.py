"""Install a wheel into an empty environment, without network and compiler, and play with it.

python scripts/wheel_check.py dist/crowned-….whl
python scripts/wheel_check.py --installed       try the crowned that is installed here
python scripts/wheel_check.py --newest dist     name the wheel of this Python
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

TRIAL = """
import sys, pickle, crowned
from pathlib import Path
assert {root!r} not in crowned.__file__, crowned.__file__
rules = crowned.ruleset("russian")
assert rules.start().perft(6) == 37986
game = crowned.Game(crowned.ruleset("blasen"))
for text in ("b6-c5", "c3-d4", "f6-g5", "g3-f4", "huff d4"):
    game.play(text)
assert pickle.loads(pickle.dumps(game)).position == game.position
engine = crowned.Engine(rules, hash_mb=1)
assert engine.search(rules.start(), crowned.Limits(depth=6)).best is not None
assert crowned.png.board(rules.start(), size=64).startswith(b"\\x89PNG")
assert (Path(crowned.__file__).parent / "server" / "static" / "index.html").is_file(), "no web app"
assert (Path(crowned.__file__).parent / "notebook" / "static" / "widget.js").is_file(), "no widget"
print("crowned", crowned.__version__, "works with Python", sys.version.split()[0])
"""
ROOT = Path(__file__).resolve().parents[1]
TABLES = ROOT / "src/crowned/tables/data"
NO_TABLES = "without endgame tables: `make tables wheel` builds them first, which takes minutes"


def main(words: list[str]) -> int:
    if words[:1] == ["--installed"]:
        return try_out(Path(sys.executable))
    if words[:1] == ["--newest"]:
        print(newest(Path(words[1])))
        return 0
    wheel = Path(words[0]).resolve()
    check_contents(wheel)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        install = [str(python), "-m", "pip", "install", "-q", "--no-index", "--no-deps", str(wheel)]
        subprocess.run(install, check=True, env=bare(python))
        return try_out(python)


def newest(folder: Path) -> Path:
    """The latest wheel that this Python can use."""
    tag = "cp311-cp311" if sys.version_info < (3, 12) else "cp312-abi3"
    wheels = sorted(folder.glob(f"crowned-*-{tag}-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        raise SystemExit(f"no wheel crowned-*-{tag}-*.whl in {folder}")
    return wheels[-1]


def check_contents(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    wanted = [
        "crowned/server/static/index.html",
        "crowned/notebook/static/widget.js",
        "crowned/py.typed",
        "crowned/_native/__init__.pyi",
    ]
    for part in wanted:
        if part not in names:
            raise SystemExit(f"{wheel.name} lacks {part}")
    if not any(name.startswith("crowned/_native/_base") for name in names):
        raise SystemExit(f"{wheel.name} lacks the native core")
    tables = [path.relative_to(ROOT / "src").as_posix() for path in sorted(TABLES.glob("*/*.table"))]
    if lacking := set(tables) - set(names):
        raise SystemExit(f"{wheel.name} lacks {len(lacking)} endgame tables")
    print(f"{wheel.name} brings {len(tables)} endgame tables" if tables else NO_TABLES, file=sys.stderr)


def bare(python: Path) -> dict[str, str]:
    """An environment in which no compiler can be found and nothing points to this folder."""
    kept = {name: os.environ[name] for name in ("HOME", "TMPDIR", "SYSTEMROOT", "LANG") if name in os.environ}
    return {**kept, "PATH": str(python.parent)}


def try_out(python: Path) -> int:
    code = TRIAL.format(root=str(ROOT / "src"))
    with tempfile.TemporaryDirectory() as elsewhere:
        done = subprocess.run([str(python), "-c", code], cwd=elsewhere, env=bare(python), check=False)
        if done.returncode == 0:
            words = [str(python), "-m", "crowned", "moves", "koenig", "--json"]
            done = subprocess.run(
                words, cwd=elsewhere, env=bare(python), check=False, stdout=subprocess.DEVNULL
            )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
