"""What tables say to players, in three languages."""

from __future__ import annotations

import pytest

import crowned
from crowned.base import LANGS, Lang
from crowned.tables.probe import Answer, Odds, values
from crowned.tables.tableset import Value
from crowned.tables.words import said, said_of, value
from tests.tables.built import tables_of


def answer_to(fen: str) -> Answer:
    tables = tables_of("english", 3)
    answer = values(tables, tables.rules.read(fen))
    assert answer is not None
    return answer


def test_a_win_names_its_plies() -> None:
    answer = answer_to("W:WK1,K6:BK32")
    assert said(answer, "en") == f"won in {answer.plies} single moves"
    assert said(answer, "de") == f"gewonnen in {answer.plies} Halbzügen"
    assert said(answer, "nl") == f"gewonnen in {answer.plies} halve zetten"


def test_an_only_move_is_named() -> None:
    tables = tables_of("english", 3)
    found = {said(a, "en") for a in only_moves()}
    assert found
    assert all(text.startswith("draw: only ") and text.endswith(" holds") for text in found)
    assert tables.rules.id == "english"


def only_moves() -> list[Answer]:
    """Drawn positions of two kings against one where a single move holds."""
    tables = tables_of("english", 3)
    one = next(s for s in tables.files if s.name == "K-KK")
    positions = (tables.native.position(one, n) for n in range(0, tables.native.size(one), 7))
    answers = (values(tables, p) for p in positions if isinstance(p, crowned.Position) and not p.outcome)
    drawn = (a for a in answers if a and a.result == "draw" and len(a.moves) > 1)
    return [a for a in drawn if sum(m.value.result == "draw" for m in a.moves) == 1][:5]


def test_every_move_holds() -> None:
    answer = answer_to("W:WK32:BK1")
    assert answer.result == "draw"
    assert all(m.value.result == "draw" for m in answer.moves)
    assert said(answer, "en") == "draw: every move holds"


def test_the_side_to_move_is_named() -> None:
    rules = crowned.ruleset("english")
    position = rules.read("B:WK32:BK1,K2")
    answer = values(tables_of("english", 3), position)
    assert answer is not None
    assert said_of(position, answer, "de").startswith(f"{rules.spec.sides[1].name['de']} am Zug: ")


@pytest.mark.parametrize("lang", LANGS)
def test_every_value_has_words_in_every_language(lang: Lang) -> None:
    won, lost = Value("win", 12), Value("loss", 12)
    answers = [Answer(v, (), left) for v in (won, lost, Value("draw", None)) for left in (None, 5)]
    texts = [said(a, lang) for a in answers] + [said(Odds(0.625, ()), lang)]
    texts += [value(v, lang) for v in (Value("win", 1), Value("loss", 1), Value("win", 0), Value("loss", 0))]
    assert all(text and "{" not in text for text in texts)
    assert "62.5" in texts[6]
    assert "12" in texts[1]
    assert "5" in texts[1]


def test_a_win_that_counting_ends_is_told_as_such() -> None:
    """The count allows one move of each; more than a capture at once takes longer."""
    rules = crowned.ruleset("english", draw_no_progress=1, draw_counter_unit="move")
    game = crowned.Game(rules, rules.read("W:WK1,K6:BK32"))
    answer = Answer(Value("win", 9), (), None)
    assert not answer.late
    late = Answer(Value("win", 9), (), crowned.game.endings.plies_left(game.state))
    assert late.late
    assert late.to_dict()["late"] is True
    assert said(late, "en") == "won, but a draw by counting: it takes 9 single moves, the rules allow 2"
