"""Small frozen records, made in a moment.

They look like frozen dataclasses to readers and type checkers. A dataclass compiles its methods when its
module is imported; with some thirty kinds of actions and events that alone would be felt at start-up.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """Fields are the annotated names of the class, in order; equal fields make equal values."""

    fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar")]
        cls.fields = (*cls.fields, *(name for name in own if name not in cls.fields))

    def __init__(self, *values: Any, **named: Any) -> None:
        if not named and len(values) == len(self.fields):  # the usual case, many times for every move
            self.__dict__.update(zip(self.fields, values, strict=True))
            return
        given = dict(zip(self.fields, values, strict=False), **named)
        if len(values) > len(self.fields) or not given.keys() <= set(self.fields):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self.fields)}")
        missing = [name for name in self.fields if name not in given and not hasattr(type(self), name)]
        if missing:
            raise TypeError(f"{type(self).__name__} needs {', '.join(missing)}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"
