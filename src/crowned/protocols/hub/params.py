"""The parameters of the engine, as Hub declares and sets them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from crowned.base.words import quoted
from crowned.engine.hub import HubError, write_line
from crowned.engine.levels import LEVELS

SMALLEST, LARGEST = 16, 28
"""Bounds of `tt-size`: the table has 2 to that power entries of 16 bytes, as in other engines."""
MEBIBYTE = 20 - 4
FULL = len(LEVELS)
MOST_THREADS = 256


@dataclass(frozen=True, slots=True)
class Params:
    """What can be set. A change takes effect with the next `init` or search."""

    variant: str
    threads: int = 1
    tt_size: int = 22
    ponder: bool = False
    """Only told: whether to ponder is the other side's decision."""
    strength: int = FULL
    """A level; at the highest the limits alone decide."""

    @property
    def hash_mb(self) -> int:
        return 1 << (self.tt_size - MEBIBYTE)

    def lines(self, variants: Mapping[str, str]) -> Iterator[str]:
        """The declarations."""
        most = max(self.threads, os.cpu_count() or 1)
        yield _param("variant", self.variant, "enum", values=" ".join(variants))
        yield _param("threads", self.threads, "int", min=1, max=most)
        yield _param("tt-size", self.tt_size, "int", min=SMALLEST, max=LARGEST)
        yield _param("ponder", str(self.ponder).lower(), "bool")
        yield _param("strength", self.strength, "int", min=1, max=FULL)

    def with_value(self, name: str, value: str, variants: Mapping[str, str]) -> Params:
        """The parameters with one set; an unknown one is ignored, as the protocol asks."""
        match name:
            case "variant":
                return replace(self, variant=_choice(name, value, tuple(variants)))
            case "threads":
                return replace(self, threads=_number(name, value, 1, MOST_THREADS))
            case "tt-size":
                return replace(self, tt_size=_number(name, value, SMALLEST, LARGEST))
            case "ponder":
                return replace(self, ponder=_choice(name, value, ("true", "false")) == "true")
            case "strength":
                return replace(self, strength=_number(name, value, 1, FULL))
        return self


def _param(name: str, value: object, kind: str, **more: object) -> str:
    return write_line("param", name=name, value=value, type=kind, **more)


def _choice(name: str, value: str, accepted: tuple[str, ...]) -> str:
    if value not in accepted:
        raise HubError(f"{name} is one of {', '.join(accepted)}, not {quoted(value)}")
    return value


def _number(name: str, value: str, low: int, high: int) -> int:
    if not (value.isascii() and value.isdigit()) or len(value) > 9 or not low <= int(value) <= high:
        raise HubError(f"{name} is a number from {low} to {high}, not {quoted(value)}")
    return int(value)
