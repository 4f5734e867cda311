"""Weight files: what self-play has taught, by the fingerprint of the rules it was played under.

A file is the line "crowned-weights 2 FINGERPRINT", then the weights of the core, 16-bit numbers: the lower
bytes of all, then the upper ones, which pack better apart, compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from crowned import _native
from crowned.base import BadInput
from crowned.engine.packed import Kind
from crowned.rules import catalog
from crowned.rules.axes import AXES
from crowned.rules.spec import Spec

FILE = Kind(b"crowned-weights 2 ", "a weights file", "the weights file")
HAND = "hand"
SUFFIX = ".weights"
SHAPING = ("files", "ranks", "squares", "dark_corner", "captured", "goal", "king")
"""Axes that decide which features there are and what pieces are worth; weights fit only where these agree."""


def write(path: Path, fingerprint: str, weights: bytes) -> None:
    """Write a file whole or not at all."""
    FILE.write(path, fingerprint, weights[::2] + weights[1::2])


def read(data: bytes, source: str) -> tuple[str, bytes]:
    """The fingerprint and the weights in a file's bytes."""
    fingerprint, apart = FILE.read(data, source)
    return fingerprint, _together(apart)


def _together(apart: bytes) -> bytes:
    """Lower and upper bytes as the numbers they make; an odd one out is left for the core to refuse."""
    half = len(apart) // 2
    out = bytearray(len(apart))
    out[: 2 * half : 2], out[1 : 2 * half : 2] = apart[:half], apart[half : 2 * half]
    return bytes(out)


def furnish(searcher: _native.Searcher, spec: Spec, file: str | None) -> str:
    """Give a searcher its weights: those of a file, the shipped ones of its rules, or the nearest.

    Returns where they come from: a path, a ruleset's id, or "hand".
    """
    if file == HAND:
        return HAND
    if file is not None:
        _load(searcher, read(Path(file).read_bytes(), file)[1], file)
        return file
    found = nearest(spec)
    if found is None:
        return HAND
    _load(searcher, read((_shipped() / f"{found}{SUFFIX}").read_bytes(), found)[1], found)
    return found


def _load(searcher: _native.Searcher, weights: bytes, source: str) -> None:
    try:
        searcher.load(weights)
    except ValueError as error:
        raise BadInput(str(error), source) from error


def _shipped() -> Path:
    return Path(str(files("crowned.engine"))) / "weights"


def shipped_ids() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _shipped().glob(f"*{SUFFIX}")))


def nearest(spec: Spec) -> str | None:
    """The ruleset with shipped weights whose rules differ least from these; None if no board fits."""
    fitting = [(distance(spec, other), id_) for id_, other in _specs() if _fits(spec, other)]
    return min(fitting)[1] if fitting else None


@cache
def _known_specs() -> tuple[tuple[str, Spec], ...]:
    return tuple((id_, catalog.load(id_)) for id_ in shipped_ids())


def _specs() -> Iterator[tuple[str, Spec]]:
    yield from _known_specs()


def _fits(a: Spec, b: Spec) -> bool:
    """The same board with as many sliders, whatever squares their doors are on."""
    return len(a.doors) == len(b.doors) and all(a[axis] == b[axis] for axis in SHAPING)


HEAVY = {"men_back": 4, "lines": 10, "enforcement": 1, "priority": 1}
"""How much a difference in an axis changes what pieces are worth; 1 where nothing is said."""


OTHER_WAYS = 20
"""Both list the ways of their men, and not the same ones: patterns of the one mislead the other."""


def distance(a: Spec, b: Spec) -> int:
    """How far apart two rulesets are, in axes that change play."""
    if a.fingerprint == b.fingerprint:
        return 0
    differing = [axis.name for axis in AXES if not axis.cosmetic and a[axis.name] != b[axis.name]]
    apart = "man_steps" in differing and bool(a.man_steps and b.man_steps)
    return 1 + sum(HEAVY.get(name, 1) for name in differing) + (OTHER_WAYS if apart else 0)
