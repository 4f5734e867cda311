"""Sentences: from a verdict's reason and facts to what a player reads. The words are in texts/*.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crowned.base import Lang, Side
from crowned.game.words import load
from crowned.rules.prose import axis_label

if TYPE_CHECKING:
    from crowned.referee.verdict import Verdict

FOLDER = Path(__file__).resolve().parent / "texts"
SHOWN = 6
"""Moves or squares that a sentence lists before it says "and more"."""


def sentence(verdict: Verdict, lang: Lang) -> str:
    """The reason; then what is to be done about an offence, what is owed besides, and whose rule it is."""
    return " ".join((broken(verdict, lang), *_further(verdict, lang, load(FOLDER, lang))))


def broken(verdict: Verdict, lang: Lang) -> str:
    """The reason alone."""
    words = load(FOLDER, lang)
    return str(words["reason"][verdict.reason]).format(**_facts(verdict, lang, words)).rstrip()


def _further(verdict: Verdict, lang: Lang, words: Mapping[str, Any]) -> Iterator[str]:
    if verdict.verdict == "offence":
        yield _offence(verdict, words)
    if owed := verdict.facts.get("owed"):
        yield str(words["reason"]["must_capture"]).format(moves=_listed(owed, words))
    if verdict.chosen and verdict.verdict != "accepted":
        labels = ", ".join(axis_label(axis, lang) for axis in verdict.chosen)
        yield str(words["offence"]["chosen"]).format(axes=labels)


def _offence(verdict: Verdict, words: Mapping[str, Any]) -> str:
    """What may now be done about an offence."""
    facts = {"squares": _listed(verdict.removable, words)}
    facts["all_squares"] = _listed(verdict.removable, words, "and")
    facts["remedies"] = _remedies(verdict, verdict.remedies, verdict.removable, words)
    return str(words["offence"][_offence_key(verdict)]).format(**facts)


def _offence_key(verdict: Verdict) -> str:
    if verdict.facts.get("automatic"):
        own = verdict.spec is not None and verdict.spec.huff_choice == "offender"
        return ("pick_own" if own else "pick") if len(verdict.removable) > 1 else "automatic"
    if verdict.remedies == ("accept",):
        return "helpless"
    return "may" if "accept" in verdict.remedies else "must"


def _remedies(
    verdict: Verdict, remedies: Sequence[str], removable: Sequence[str], words: Mapping[str, Any]
) -> str:
    """All that is open, in one breath."""
    facts = {"squares": _listed(removable, words), "huff": _huff_words(verdict, words)}
    named = [str(words["remedy"][remedy]).format(**facts) for remedy in remedies]
    last = words["list"]["last_or"] if len(named) > 2 else f" {words['list']['or']} "
    return last.join(part for part in (", ".join(named[:-1]), named[-1]) if part) if named else ""


def _huff_words(verdict: Verdict, words: Mapping[str, Any]) -> Mapping[str, str]:
    """The ruleset's own word for it; where the piece goes by itself nobody blows."""
    spec = verdict.spec
    asked = spec is None or spec.enforcement != "auto_huff"
    forms: Mapping[str, str] = words["huff"][(spec.huff_name if spec else "blow") if asked else "take"]
    return forms


def _facts(verdict: Verdict, lang: Lang, words: Mapping[str, Any]) -> dict[str, Any]:
    """Everything a template may ask for; what a verdict does not know is left empty."""
    facts = verdict.facts
    king = words["king"][verdict.spec.king_name if verdict.spec else "dame"]
    noun = king if facts.get("king") else words["man"]
    remedies = _remedies(verdict, facts.get("remedies", ()), facts.get("removable", ()), words)
    return {
        "king": king,
        "huff": _huff_words(verdict, words),
        "remedies": remedies,
        "Piece": noun["The"],
        "square": facts.get("square", ""),
        "target": facts.get("target", ""),
        "squares": _listed(facts.get("squares", ()), words),
        "all_squares": _listed(facts.get("squares", ()), words, "and"),
        "moves": _listed(facts.get("moves", ()), words),
        "side": _side(verdict, facts.get("side"), lang),
        "knob": facts.get("knob", ""),
        "spin": words["spin"].get(facts.get("spin"), ""),
        "limit": facts.get("limit", ""),
        "outcome": facts["outcome"].text(lang) if "outcome" in facts else "",
    }


def _side(verdict: Verdict, side: Side | None, lang: Lang) -> str:
    if side is None or verdict.spec is None:
        return ""
    return verdict.spec.sides[side].name[lang]


def _listed(items: Iterable[str], words: Mapping[str, Any], joint: str = "or") -> str:
    """`a, b or c`; a long list is cut."""
    shown = list(items)
    if len(shown) > SHOWN:
        shown = [*shown[:SHOWN], str(words["list"]["more"])]
        return ", ".join(shown[:-1]) + " " + shown[-1]
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + f" {words['list'][joint]} {shown[-1]}"
