"""Run by pocket.mjs inside Pyodide: compiles and packs the library, the packages and Crowned itself."""

import compileall
import io
import shutil
import zipfile
from pathlib import Path

OUT = Path("/out")
WORK = Path("/work")
LIBRARY_UNUSED = frozenset(
    "_aix_support _android_support _apple_support _ios_support _osx_support _pyrepl antigravity bdb cProfile cgi"
    " compileall curses dbm doctest ensurepip ftplib idlelib imaplib lib2to3 mailbox modulefinder"
    " multiprocessing netrc nntplib optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc"
    " pydoc_data smtplib sqlite3 tabnanny test this timeit tkinter trace tty turtle turtledemo unittest venv wave"
    " webbrowser wsgiref xml xmlrpc zipapp".split()
)
ENCODINGS = frozenset("__init__ aliases ascii latin_1 utf_8 utf_8_sig idna punycode cp437 cp1252 utf_16 raw_unicode_escape".split())
CROWNED_UNUSED = ("cli", "rl", "__main__.py", "server/static", "server/main.py", "engine/tune.py", "engine/match")
WHEEL_FILES = {"msgspec": None, "apsw": ("apsw/__init__.cpython-314-wasm32-emscripten.so",)}


def library() -> Path:
    """The standard library without what a page never uses."""
    target = WORK / "library"
    with zipfile.ZipFile("/in/pyodide/python_stdlib.zip") as packed:
        for name in packed.namelist():
            top, _, rest = name.partition("/")
            unused = top.removesuffix(".py") in LIBRARY_UNUSED
            foreign = top == "encodings" and Path(rest).stem not in ENCODINGS
            if not unused and not foreign:
                packed.extract(name, target)
    return target


def packages(target: Path) -> None:
    for wheel in Path("/in/wheels").glob("*.whl"):
        wanted = WHEEL_FILES[wheel.name.partition("-")[0]]
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if (wanted is None and name.endswith((".py", ".so"))) or (wanted and name in wanted):
                    packed.extract(name, target)
    for name in ("starlette", "anyio"):
        copy(Path("/in/site") / name, target / name)
    shutil.copy("/in/site/typing_extensions.py", target / "typing_extensions.py")


def copy(source: Path, target: Path, unused: tuple[str, ...] = ()) -> None:
    for path in source.rglob("*"):
        inside = path.relative_to(source).as_posix()
        ours = not any(inside == name or inside.startswith(f"{name}/") for name in unused)
        if path.is_file() and ours and path.suffix not in (".so", ".pyc", ".pyi", ".new"):
            (target / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / inside)


def compiled(folder: Path) -> None:
    compileall.compile_dir(folder, quiet=2, legacy=True, optimize=2, stripdir=str(folder))
    for path in folder.rglob("*.py"):
        if path.with_suffix(".pyc").exists():
            path.unlink()


def pack(folder: Path, target: Path) -> None:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes(), compresslevel=9)
    target.write_bytes(memory.getvalue())


def main() -> None:
    stdlib = library()
    compiled(stdlib)
    pack(stdlib, OUT / "library.zip")
    site = WORK / "site"
    packages(site)
    copy(Path("/in/src/crowned"), site / "crowned", CROWNED_UNUSED)
    shutil.copyfile("/module.so", site / "crowned/_native/_wasm.so")
    compiled(site)
    pack(site, OUT / "site.zip")


main()
