"""The referee's answer to an attempt: typed data first, a sentence at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from crowned.base import Lang
from crowned.position.action import Action
from crowned.referee import explain
from crowned.rules.spec import Spec

Kind = Literal["accepted", "offence", "incomplete", "ambiguous", "refused"]


@dataclass(frozen=True)
class Verdict:
    """The kind of answer, the first specific reason, where it is written and what shows it."""

    verdict: Kind
    reason: str
    """A code of `reasons.AXES_OF`; for an offence, the obligation that was broken."""
    clauses: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    """Texts of moves (what is owed, what could be meant) or names of squares (what stands in the way)."""
    removable: tuple[str, ...] = ()
    """After an offence: squares of the pieces of which one may be taken off."""
    remedies: tuple[str, ...] = ()
    action: Action | None = None
    """What would be done: the resolved action of an accepted attempt or an offence."""
    chosen: tuple[str, ...] = ()
    """Axes behind the reason that the players chose themselves; no clause is cited for those."""
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """What the sentence is made of."""
    spec: Spec | None = field(default=None, repr=False, compare=False)

    @property
    def is_legal(self) -> bool:
        """Whether it can be played, be it as an offence."""
        return self.verdict in ("accepted", "offence")

    def text(self, lang: Lang) -> str:
        """One or two sentences for the player."""
        return explain.sentence(self, lang)

    def rule(self, lang: Lang) -> str:
        """Only what was to be done, without what may be done about it."""
        return explain.broken(self, lang)

    def to_dict(self, lang: Lang) -> dict[str, Any]:
        """The verdict as JSON-able values; `chosen` only where the players chose something."""
        return ({"chosen": list(self.chosen)} if self.chosen else {}) | {
            "verdict": self.verdict,
            "reason": self.reason,
            "clauses": list(self.clauses),
            "evidence": list(self.evidence),
            "removable": list(self.removable),
            "remedies": list(self.remedies),
            "text": self.text(lang),
        }
