"""How a game ended, as data and as a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from crowned.base import Lang, Side
from crowned.game.words import sentence
from crowned.rules.spec import Spec


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (None: a draw), why, and the points where the ruleset counts them."""

    winner: Side | None
    reason: str
    """no_pieces, blocked, breakthrough, resignation, agreement, no_progress, repetition, time, …"""
    points: int | None = None
    spec: Spec | None = field(default=None, repr=False, compare=False)

    def text(self, lang: Lang) -> str:
        """One sentence: who won and why."""
        won = sentence(lang, "outcome", "draw" if self.winner is None else "win")
        why = sentence(lang, "reason", self._reason_key)
        names = {"winner": self._name(self.winner, lang), "loser": self._name(self._loser, lang)}
        return won.format(why=why.format(**names), **names) + self._worth(lang)

    def _worth(self, lang: Lang) -> str:
        """What the win counts, and what for."""
        if self.points is None:
            return ""
        if self.winner is None:
            return sentence(lang, "outcome", "no_winner")
        key = {0: "no_points", 1: "point"}.get(self.points, "points")
        return sentence(lang, "outcome", key).format(points=self.points)

    @property
    def _reason_key(self) -> str:
        """Where losing is the aim, the winner is the one who has no pieces or no move."""
        if self.spec is None or self.spec.goal != "lose":
            return self.reason
        return {"no_pieces": "gave_all", "blocked": "stuck"}.get(self.reason, self.reason)

    @property
    def _loser(self) -> Side | None:
        return None if self.winner is None else self.winner.other

    def _name(self, side: Side | None, lang: Lang) -> str:
        if side is None:
            return ""
        if self.spec is None:
            return sentence(lang, "side", side.name_key)
        return self.spec.sides[side].name[lang]

    def to_dict(self) -> dict[str, Any]:
        winner = None if self.winner is None else self.winner.name_key
        return {"winner": winner, "reason": self.reason, "points": self.points}
