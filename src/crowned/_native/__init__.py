"""The native core, in the build that suits this machine.

The core is compiled twice, as `_base` for every processor of the platform and as `_v3` for x86-64
processors with popcnt, bmi2 and avx2. One of them is loaded, never both: CROWNED_ISA=base|v3 decides,
else the processor. In the browser there is `_wasm` instead (`make wasm`). What it
holds is described in __init__.pyi beside this file.
"""

import os
import sys
from importlib import import_module

if sys.platform != "emscripten":
    from . import _cpu


def _pick() -> str:
    """The name of the build to load."""
    if sys.platform == "emscripten":
        return "wasm"
    wanted = os.environ.get("CROWNED_ISA", "")
    if wanted in ("", "auto"):
        return _cpu.best()
    if wanted not in ("base", "v3"):
        raise ImportError(f"CROWNED_ISA is {wanted!r}; it may be base, v3 or auto")
    return wanted


def _adopt(core: object) -> list[str]:
    """Make the core's public names ours; a pickle or a repr must not depend on the build."""
    names = [name for name in vars(core) if not name.startswith("_")]
    for name in names:
        thing = getattr(core, name)
        if isinstance(thing, type):
            thing.__module__ = __name__
        globals()[name] = thing
    return names


isa = _pick()
_names = _adopt(import_module(f"{__name__}._{isa}"))
__all__ = ["isa", *_names]  # noqa: PLE0604
