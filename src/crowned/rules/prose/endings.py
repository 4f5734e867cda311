"""Counts by material in words: who against whom, how many moves, and on which road."""

from __future__ import annotations

from crowned.base import Lang
from crowned.rules.counts import Count
from crowned.rules.prose.phrases import Phrases, phrases, sentence_case
from crowned.rules.spec import Spec
from crowned.rules.ways import ways


def counts_text(spec: Spec, texts: Phrases) -> str:
    """All counts of a ruleset, one after another."""
    return texts.get("count", "join").join(count_text(count, spec, texts) for count in spec.counts)


def count_sentence(count: Count, spec: Spec, lang: Lang) -> str:
    """One count as a sentence of its own."""
    return sentence_case(count_text(count, spec, phrases(lang)))


def count_text(count: Count, spec: Spec, texts: Phrases) -> str:
    king: dict[str, object] = {"king": texts.king(spec)}
    who = _who(count, texts, king) + (texts.get("count", f"road_{count.road}") if count.road else "")
    draw = texts.get("count", f"draw_{count.by}" if count.by else "draw")
    return texts.fill("count", _key(count), {"who": who, "n": count.number, "draw": draw}) + _remarks(
        count, spec, texts
    )


def _remarks(count: Count, spec: Spec, texts: Phrases) -> str:
    """What the count takes over, and what begins it anew."""
    keys = ["kept"] if count.kept else []
    if count.man:
        keys.append({"never": "man", "aside": "man_ahead", "always": "man_takes"}[ways(spec).men_step_back])
    said = [texts.get("count", key) for key in keys]
    return texts.fill("count", "remarks", {"said": texts.get("count", "join").join(said)}) if said else ""


def _key(count: Count) -> str:
    if count.unit == "wins":
        return "wins"
    if not count.number:
        return "at_once"
    return count.unit if count.strong else f"{count.unit}_any"


def _who(count: Count, texts: Phrases, king: dict[str, object]) -> str:
    if not count.strong:
        low, high = count.pieces
        return texts.fill("count", "any", {**king, "low": low, "high": high})
    sides = [
        texts.joined([_force(force, texts, king) for force in forces], "or")
        for forces in (count.strong, count.weak)
    ]
    return texts.fill("count", "against", {"strong": sides[0], "weak": sides[1]})


def _force(force: str, texts: Phrases, king: dict[str, object]) -> str:
    kings, men = force.count("K"), force.count("M")
    some = "kings_more" if force.endswith("+") else "kings_one" if kings == 1 else "kings_many"
    parts = [texts.fill("count", some, {**king, "k": kings})] if kings else []
    if men:
        parts.append(texts.fill("count", "men_one" if men == 1 else "men_many", {"m": men}))
    return texts.get("count", "and").join(parts)
