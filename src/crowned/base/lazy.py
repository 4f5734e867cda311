"""Values that are worked out once, when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801  # used as a decorator, like property
    """A property that is kept in the object's `__dict__` once it is known.

    As `functools.cached_property`, without the lock that Python 3.11 takes at each first look: a game
    looks at some ten of them for every move. Two threads may work one out twice; the values are equal.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, owner: None, kind: type | None = None) -> lazy[T]: ...
    @overload
    def __get__(self, owner: object, kind: type | None = None) -> T: ...
    def __get__(self, owner: object | None, kind: type | None = None) -> T | lazy[T]:
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.function(owner)
        return value
