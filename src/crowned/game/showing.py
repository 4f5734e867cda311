"""Games in notebooks: this layer knows that they are shown, one above it knows how."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crowned.game.game import Game

_pages: list[Callable[[Game], str]] = []


def register_page(page: Callable[[Game], str]) -> None:
    """Let this function show games in notebooks from now on."""
    _pages[:] = [page]


def html(game: Game) -> str | None:
    return _pages[0](game) if _pages else None
