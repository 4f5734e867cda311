"""Plain games are written anew without being built; what comes out is what the long way writes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.game import Game
from crowned.notation import pdn
from crowned.notation.pdn import plain
from crowned.notation.pdn.convert import converted, dialect, in_notation, rewritten, write_in
from crowned.notation.pdn.quick import QuickReader
from crowned.notation.pdn.ruleset_tags import RULE_TAGS, rule_tags
from crowned.notation.pdn.source import text_source
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog

NOTES = ("", "", "", "", " $1", " $3 $7", " {good}", " {[%time 4711]}", " {a} {b $2}", " $9 {[%clk 0:01]\nx}")


def quick(text: str) -> pdn.Loaded | None:
    return QuickReader(text_source(text)).next(1)


def slowly(loaded: pdn.Loaded, rules: Ruleset, how: str) -> str:
    tags = {name: value for name, value in loaded.tags.items() if name not in RULE_TAGS}
    tags.setdefault("Result", loaded.result)
    return write_in(converted(loaded.game, rules), tags, dialect(how))


def random_line(rules: Ruleset, random: Random) -> list[str]:
    """A game to its end, captures written in full; who can go back where he came from often does."""
    game = Game(rules)
    texts: list[str] = []
    while game.outcome is None and len(texts) < 400:
        before = "-".join(reversed(texts[-2].split("-"))) if len(texts) > 1 else ""
        back = [move for move in game.moves() if move.text == before]
        move = random.choice(back if back and random.random() < 0.7 else game.moves())
        texts.append(move.text)
        game.play(move)
    return texts


def by_its_ends(text: str) -> str:
    squares = text.split("x")
    return f"{squares[0]}x{squares[-1]}" if len(squares) > 2 else text


def as_pdn(rules: Ruleset, texts: list[str], random: Random, notes: bool) -> str:
    words = [random.choice(NOTES[6:9]) if notes and random.random() < 0.3 else ""]
    for index, text in enumerate(texts):
        number = f"{index // 2 + 1}. " if index % 2 == 0 else ""
        words.append(f"{number}{text}{random.choice(NOTES) if notes else ''}")
    tags = "".join(f'[{name} "{value}"]\n' for name, value in rule_tags(rules.spec).items())
    return f'[White "A"]\n{tags}\n{" ".join(words)} *\n'


STRICT = [name for name in catalog.ids() if ruleset(name).spec.is_strict and not ruleset(name).sliders]


@given(st.sampled_from(STRICT), st.randoms(use_true_random=False))
def test_it_is_what_the_long_way_writes(name: str, random: Random) -> None:
    rules = ruleset(name)
    texts = random_line(rules, random)
    if random.random() < 0.5:
        texts = [by_its_ends(text) for text in texts]
    found = quick(as_pdn(rules, texts, random, random.random() < 0.5))
    if found is None:
        return  # a capture that its ends do not name
    target = in_notation(rules, random.choice(("letters", "numbers")))
    how = random.choice(("standard", "lidraughts"))
    assert rewritten(found, target, dialect(how)) == slowly(found, target, how)


@pytest.mark.parametrize("name", ["russian", "international", "english", "turkish", "italian", "bashni"])
def test_random_games_are_plain(name: str) -> None:
    """Else the test above would compare the long way with itself."""
    random = Random(7)
    rules = ruleset(name)
    made = 0
    for _ in range(10):
        loaded = quick(as_pdn(rules, random_line(rules, random), random, True))
        made += loaded is not None and plain.retold(loaded, rules, {}) is not None
    assert made >= 5


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"draw_no_progress": 3}, "no_progress"),
        ({"draw_no_progress": 0, "draw_repetition": 2}, "repetition"),
        (
            {"draw_no_progress": 0, "draw_repetition": 0, "draw_counts": ["K+/KK/KM v K/KK 2 each"]},
            "material_count",
        ),
        (
            {"draw_by": "claim", "draw_counts": ["K+/KK/KM v K/KK 4 plies automatic"]},
            "material_count",
        ),
    ],
)
def test_a_draw_that_only_the_history_shows_is_told(options: dict[str, object], reason: str) -> None:
    rules = ruleset("brazilian", **options)
    found = 0
    for seed in range(40):
        random = Random(seed)
        loaded = quick(as_pdn(rules, random_line(rules, random), random, False))
        told = plain.retold(loaded, loaded.rules, {}) if loaded else None
        outcome = loaded.game.outcome if loaded else None
        if told is not None and outcome is not None and outcome.reason == reason:
            found += 1
            assert told.tags["Result"] == "1/2-1/2"
    assert found


def test_a_variant_that_no_longer_holds_is_left_out() -> None:
    loaded = quick('[Variant "Russian"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 *\n')
    assert loaded is not None
    assert "Variant" not in rewritten(loaded, ruleset("brazilian"), dialect("standard"))
    assert '[Variant "Russian"]' in rewritten(loaded, ruleset("russian"), dialect("standard"))
