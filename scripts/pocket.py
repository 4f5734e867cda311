"""Run by pocket.mjs inside Pyodide: packs Python, its library, the packages and Crowned, compiled and small.

Of the standard library goes along what Pyodide needs to start (library.bin) and, with everything else
(site.bin), what the program imports when all of its modules are imported. All of it is packed by LZMA, which
the page unpacks once (ui/src/pocket/lzma.ts).
"""

import sys

BOOT = frozenset(sys.modules)

import compileall  # noqa: E402
import importlib  # noqa: E402
import io  # noqa: E402
import lzma  # noqa: E402
import pkgutil  # noqa: E402
import shutil  # noqa: E402
import tarfile  # noqa: E402
import zipfile  # noqa: E402
import zlib  # noqa: E402
from pathlib import Path  # noqa: E402

OUT = Path("/out")
SITE = Path("/packed/site")
LIBRARY = Path("/packed/library")
ZIP = "/lib/python314.zip/"
LATER = ("_strptime", "decimal", "fractions", "colorsys", "csv", "calendar", "zoneinfo", "queue")
"""What the library imports inside functions."""
PRUNED = {
    "asyncio",
    "concurrent",
    "ctypes",
    "email",
    "encodings",
    "html",
    "http",
    "importlib",
    "json",
    "logging",
}
PRUNED |= {"multiprocessing", "pyodide", "_pyodide", "sysconfig", "unittest", "urllib", "xml", "zipfile"}
"""Packages of which only what is imported goes along; small ones go as a whole."""
ENCODINGS = ("ascii", "latin_1", "utf_8", "utf_8_sig", "idna", "punycode", "cp437", "utf_16")
CROWNED_UNUSED = (
    "cli",
    "notebook",
    "rl",
    "__main__.py",
    "server/static",
    "server/main.py",
    "engine/expand.py",
    "engine/tune.py",
    "engine/match",
    "protocols/dxp",  # programs that talk to each other
    "protocols/hub",
    "server/workers.py",  # processes beside the first
    "server/computer/processes.py",
    "tables/background.py",
    "base/parents.py",
    "server/people/common.bin",  # there are no accounts, so nobody chooses a password
)
OWN = ("compileall", "filecmp", "pkgutil", "tarfile")
"""What only this program imports; who needs it besides imports it again."""
NEEDED = ("crowned.server.pocket.main", "crowned.server.pocket.worker", "crowned.engine")
"""Where one of these cannot be imported, nothing works."""
PACKAGES = ("starlette", "anyio")
"""Of which only what is imported goes along. Their unlike parts are imported by name: nothing comes later."""
WHEEL_FILES = {"msgspec": None, "apsw": ("apsw/__init__.cpython-314-wasm32-emscripten.so",)}


def packages() -> None:
    for wheel in Path("/in/wheels").glob("*.whl"):
        wanted = WHEEL_FILES[wheel.name.partition("-")[0]]
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if (wanted is None and name.endswith((".py", ".so"))) or (wanted and name in wanted):
                    packed.extract(name, SITE)
    for name in PACKAGES:
        copy(Path("/in/site") / name, SITE / name)
    shutil.copyfile("/in/site/typing_extensions.py", SITE / "typing_extensions.py")


def copy(source: Path, target: Path, unused: tuple[str, ...] = ()) -> None:
    for path in source.rglob("*"):
        inside = path.relative_to(source).as_posix()
        ours = not any(inside == name or inside.startswith(f"{name}/") for name in unused)
        if path.is_file() and ours and path.suffix not in (".so", ".pyc", ".pyi", ".new"):
            (target / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / inside)


def crowned() -> None:
    copy(Path("/in/src/crowned"), SITE / "crowned", CROWNED_UNUSED)
    shutil.copyfile("/module.so", SITE / "crowned/_native/_wasm.so")
    engine = SITE / "crowned/engine"
    for path in (*engine.glob("weights/*.weights"), *engine.glob("books/*.book")):
        head, _, packed = path.read_bytes().partition(b"\n")
        # Unpacked: the archive packs them better.
        path.write_bytes(head + b"\n" + zlib.compress(zlib.decompress(packed), 0))


def rehearsed() -> set[str]:
    """The modules that are there when everything of Crowned has been imported."""
    sys.path.insert(0, str(SITE))
    for name in OWN:
        sys.modules.pop(name, None)
    importlib.import_module("crowned.server.pocket.absent").stand_in()
    for found in pkgutil.walk_packages([str(SITE / "crowned")], "crowned."):
        try:
            importlib.import_module(found.name)
        except ImportError as missing:
            print("pocket: left out:", found.name, missing)
            (SITE / found.name.replace(".", "/")).with_suffix(".pyc").unlink(missing_ok=True)
    for name in NEEDED:
        importlib.import_module(name)
    for name in ("anyio._backends._asyncio", *LATER, *(f"encodings.{name}" for name in ENCODINGS)):
        importlib.import_module(name)
    return set(sys.modules)


def pruned(names: set[str]) -> None:
    """Leaves of the packages what somebody imports."""
    used = {getattr(sys.modules[name], "__file__", None) for name in names}
    found = [path for name in PACKAGES for path in (SITE / name).rglob("*.pyc")]
    for path in (SITE / "typing_extensions.pyc", *found):
        if str(path) not in used:
            path.unlink()


def library(names: set[str]) -> None:
    """Packages that the start needs go where the start finds them, each as a whole."""
    first, tops = ({name.partition(".")[0] for name in some} for some in (BOOT, names))
    used = {(getattr(sys.modules.get(name), "__file__", None) or "").removeprefix(ZIP) for name in names}
    with zipfile.ZipFile("/in/pyodide/python_stdlib.zip") as packed:
        for file in packed.namelist():
            top = file.partition("/")[0].removesuffix(".py")
            if top in tops and (file in used or top not in PRUNED):
                packed.extract(file, LIBRARY if top in first else SITE)


def compiled(folder: Path) -> None:
    compileall.compile_dir(folder, quiet=2, legacy=True, optimize=2, stripdir=str(folder))
    for path in folder.rglob("*.py"):
        if path.with_suffix(".pyc").exists():
            path.unlink()


def files(folder: Path) -> list[Path]:
    """Like beside like, which packs better."""
    found = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sorted(found, key=lambda path: (path.suffix, path.as_posix()))


def as_zip(folder: Path, target: Path) -> None:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as packed:
        for path in files(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            packed.writestr(entry, path.read_bytes())
    target.write_bytes(small(memory.getvalue()))


def as_tar(folder: Path, target: Path) -> None:
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w", format=tarfile.USTAR_FORMAT) as packed:
        for path in files(folder):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            packed.addfile(entry, io.BytesIO(path.read_bytes()))
    target.write_bytes(small(memory.getvalue()))


def small(content: bytes) -> bytes:
    """As a file of the old format, which is smallest, but with its size told at the beginning."""
    how = {"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 25}
    packed = lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[how])
    return packed[:5] + len(content).to_bytes(8, "little") + packed[13:]


packages()
crowned()
compiled(SITE)  # some packages import more where their source is not there, as in a browser
imported = rehearsed()
pruned(imported)
library(imported)
compiled(LIBRARY)
compiled(SITE)
as_zip(LIBRARY, OUT / "library.bin")
as_tar(SITE, OUT / "site.bin")
(OUT / "python.bin").write_bytes(small(Path("/in/pyodide/pyodide.asm.wasm").read_bytes()))
