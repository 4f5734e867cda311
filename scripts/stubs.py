"""Write src/crowned/_native/__init__.pyi from the built core, so that type checkers see what it holds.

The file is committed: in a development install a generated one would lie in the build folder, where mypy
finds nothing and silently takes everything for Any. A test compares the two.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from nanobind.stubgen import StubGen

NATIVE = Path(__file__).resolve().parents[1] / "src" / "crowned" / "_native"
STUB = NATIVE / "__init__.pyi"
HEADER = '''\
"""The native core. Written by scripts/stubs.py (`make stubs`) from core/bind; do not edit."""

'''
FOOTER = """
isa: str
\"\"\"The build that was loaded: 'base' or 'v3'.\"\"\"
"""


def load_core() -> ModuleType:
    """A build under its bare name, so that its types count as its own and not as imported ones."""
    name, path = next(
        (name, NATIVE / f"{name}{suffix}")
        for name in ("_base", "_v3")
        for suffix in EXTENSION_SUFFIXES
        if (NATIVE / f"{name}{suffix}").exists()
    )
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def generate() -> str:
    core = load_core()
    stub = StubGen(core)
    stub.put(core)
    return f"{HEADER}{stub.get().strip()}\n{FOOTER}"


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.write(generate())
    else:
        STUB.write_text(generate())
