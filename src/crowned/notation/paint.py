"""Colour sequences of terminals around pieces of text."""

from __future__ import annotations

from dataclasses import dataclass

RESET = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Paint:
    """Wraps text in colour sequences, or leaves it as it is."""

    on: bool
    deep: bool = False
    """True where the terminal knows 16 million colours; else the nearest of 256 is taken."""

    def on_ground(self, text: str, ground: str, ink: str = "#000000") -> str:
        if not self.on:
            return text
        return f"\x1b[{self._code(48, ground)};{self._code(38, ink)}m{text}{RESET}"

    def fore(self, text: str, ink: str) -> str:
        return f"\x1b[{self._code(38, ink)}m{text}{RESET}" if self.on else text

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}{RESET}" if self.on else text

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}{RESET}" if self.on else text

    def _code(self, plane: int, colour: str) -> str:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        if self.deep:
            return f"{plane};2;{red};{green};{blue}"
        steps = [
            min(5, max(0, (part - 35) // 40)) if part > 75 else int(part > 47) for part in (red, green, blue)
        ]
        return f"{plane};5;{16 + 36 * steps[0] + 6 * steps[1] + steps[2]}"
