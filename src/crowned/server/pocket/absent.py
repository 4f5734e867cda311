"""Packages that a browser does not have and that nothing in it calls: they can be imported all the same."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

NAMES = ("asyncpg", "argon2", "argon2.exceptions", "concurrent.interpreters")


class _Named(type):
    def __getattr__(cls, name: str) -> type:
        return Absent


class Absent(Exception, metaclass=_Named):  # noqa: N818  it stands for any name
    """Whatever was imported. It can be caught, named and made, which is all that importing needs."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__("this package is not there")

    def __getattr__(self, name: str) -> type:
        return Absent


class _Module(ModuleType):
    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent


def stand_in(names: tuple[str, ...] = NAMES) -> None:
    """Puts an empty shelf where a package is missing."""
    for name in names:
        try:
            import_module(name)
        except ImportError:
            sys.modules[name] = _Module(name)
