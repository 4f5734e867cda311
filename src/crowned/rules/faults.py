"""A list of faults that grows while a file is read, so that its author sees all of them at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from crowned.base.errors import RulesetError
from crowned.base.sentence import Sentence
from crowned.rules.axes import BY_NAME

MOST = 200
"""Faults kept; a file with more than this many is not a ruleset with mistakes but something else."""


class Faults:
    """Collects "path: fault" lines and raises them together. A fault is a pattern and what fills it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: list[str] = []
        self.places: set[str] = set()
        self.unread: set[str] = set()
        """Axes whose value is not known; what stands for it meanwhile contradicts nothing."""

    def add(self, path: str, pattern: str, /, **parts: object) -> None:
        if not self.full:
            self.places.add(path)
            fault = Sentence(pattern, **parts)
            self.lines.append(Sentence("{path}: {fault}", path=path, fault=fault) if path else fault)

    @property
    def full(self) -> bool:
        """Whether looking for more is useless; guessing what thousands of unknown keys mean takes long."""
        return len(self.lines) >= MOST

    def at(self, path: str) -> Spot:
        return Spot(self, path)

    def raise_any(self) -> None:
        if self.lines:
            raise RulesetError(self.lines, self.source)


def axis_fault(fault: str) -> tuple[str, str]:
    """The axis that a fault is about and the fault without its place; no axis if it is about none."""
    if not isinstance(fault, Sentence) or "path" not in fault.parts:
        return "", fault
    place = re.split(r"[ .]", str(fault.parts["path"]))
    axis = next((word for word in place if word in BY_NAME), "")
    return (axis, cast("str", fault.parts["fault"])) if axis else ("", fault)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the file that a reader is looking at."""

    faults: Faults
    path: str

    def fault(self, pattern: str, /, **parts: object) -> None:
        self.faults.add(self.path, pattern, **parts)
