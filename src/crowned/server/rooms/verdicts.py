"""The referee's words for the wire."""

from __future__ import annotations

from crowned.base import AmbiguousMove, BadInput, IllegalMove
from crowned.game import Game, Offence
from crowned.protocols.pictures import seat_of
from crowned.protocols.views import Lang, OffenceView, VerdictView
from crowned.referee import Verdict, judge
from crowned.server.texts import translated

Attempt = str | list[str]


def verdict_view(verdict: Verdict, lang: Lang) -> VerdictView:
    return VerdictView(
        verdict=verdict.verdict,
        reason=verdict.reason,
        text=verdict.text(lang),
        clauses=list(verdict.clauses),
        evidence=list(verdict.evidence),
        removable=list(verdict.removable),
        remedies=list(verdict.remedies),
    )


def judged(game: Game, attempt: Attempt, lang: Lang) -> VerdictView:
    """The referee's answer to any attempt; a text that is no move at all is refused, too."""
    try:
        return verdict_view(judge(game, attempt), lang)
    except BadInput as error:
        return unreadable(error, lang)


def unreadable(error: BadInput, lang: Lang) -> VerdictView:
    text = translated([error.fault], lang)[0]
    if isinstance(error, AmbiguousMove):
        return VerdictView("ambiguous", "ambiguous", text, evidence=list(error.candidates))
    return VerdictView("refused", "unreadable", text)


def refusal_view(error: IllegalMove | BadInput, game: Game, attempt: Attempt, lang: Lang) -> VerdictView:
    """Why the game did not take an attempt."""
    if isinstance(error, IllegalMove) and isinstance(error.verdict, Verdict):
        return verdict_view(error.verdict, lang)
    return judged(game, attempt, lang)


def offence_view(offence: Offence, lang: Lang) -> OffenceView:
    """What the referee says about a move that was wrong."""
    told = judge(offence.before, offence.move)
    return OffenceView(
        by=seat_of(offence.by),
        removable=list(offence.removable),
        remedies=list(offence.remedies),
        rule=told.rule(lang),
        text=told.text(lang),
        clauses=list(told.clauses),
        evidence=list(told.evidence),
    )
