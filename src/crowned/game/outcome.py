"""How a game ended, as data and as a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from crowned.base import Lang, Side
from crowned.game.words import sentence
from crowned.rules.counts import Count
from crowned.rules.spec import Spec

AXIS_OF = {
    "no_progress": "draw_no_progress",
    "repetition": "draw_repetition",
    "material_count": "draw_counts",
    "material": "draw_counts",
    "agreement": "draw_agreement",
    "bare": "bare_loses",
    "last_fall": "last_fall",
    "no_pieces": "goal",
    "blocked": "goal",
    "breakthrough": "goal",
}
"""The axis behind a reason; what players do of themselves, and the clock, rest on none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (None: a draw), why, and the points where the ruleset counts them."""

    winner: Side | None
    reason: str
    """no_pieces, blocked, breakthrough, resignation, agreement, no_progress, repetition, time, …"""
    points: int | None = None
    spec: Spec | None = field(default=None, repr=False, compare=False)
    count: Count | None = field(default=None, repr=False, compare=False)
    """Which count by material decided it."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """Where the rules say so; of a game that the players or the clock ended, only what it counts."""
        if self.spec is None:
            return ()
        scored = "scoring" if self.points is not None and self.winner is not None else None
        axes = [axis for axis in (AXIS_OF.get(self.reason), scored) if axis]
        return tuple(dict.fromkeys(clause for axis in axes for clause in self.spec.clauses(axis)))

    def text(self, lang: Lang) -> str:
        """Who won and why, with the count where one decided it."""
        won = sentence(lang, "outcome", "draw" if self.winner is None else "win")
        why = sentence(lang, "reason", self._reason_key)
        names = {"winner": self._name(self.winner, lang), "loser": self._name(self._loser, lang)}
        return won.format(why=why.format(**names), **names) + self._counted(lang) + self._worth(lang)

    def _counted(self, lang: Lang) -> str:
        """The count that decided it, in the words of the rule sheet."""
        if self.count is None or self.spec is None:
            return ""
        from crowned.rules.prose import count_sentence  # noqa: PLC0415  # few games end so

        return f" {count_sentence(self.count, self.spec, lang)}."

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
        """Where losing is the aim, who has nothing left has won; towers keep what they take."""
        if self.spec is None:
            return self.reason
        if self.spec.goal != "lose":
            kept = self.reason == "no_pieces" and self.spec.captured == "under"
            return "none_free" if kept else self.reason
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
