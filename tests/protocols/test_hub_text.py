"""Hub's lines, positions, moves and levels: what is written is read, nonsense is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crowned
from crowned.base import BadInput
from crowned.engine import hub
from tests.protocols.play import PLAIN, random_game, rules_of

CASES = tomllib.loads((Path(__file__).with_suffix(".toml")).read_text())
words = st.text(st.characters(codec="ascii", exclude_characters=' ="\n\r\t\v\f\x1c\x1d\x1e\x1f'), min_size=1)


# ---- lines


@pytest.mark.parametrize("case", CASES["line"], ids=lambda case: case["text"])
def test_a_line_is_taken_apart(case: dict[str, object]) -> None:
    line = hub.read_line(str(case["text"]))
    assert line is not None
    assert (line.command, dict(line.arguments)) == (case["command"], case["arguments"])


@pytest.mark.parametrize("text", CASES["bad"]["lines"])
def test_a_bad_line_is_refused(text: str) -> None:
    with pytest.raises(hub.HubError):
        hub.read_line(text)


@pytest.mark.parametrize("text", ["", "   ", "\t"])
def test_an_empty_line_is_none(text: str) -> None:
    assert hub.read_line(text) is None


def test_a_line_has_an_end() -> None:
    with pytest.raises(hub.HubError, match="65536"):
        hub.read_line("x" * 65_537)


@given(words, st.dictionaries(words, st.text(st.characters(exclude_categories=["C", "Z"]))))
def test_what_is_written_is_read(command: str, arguments: dict[str, str]) -> None:
    line = hub.HubLine(command, arguments)
    text = " ".join([command, *(hub.write_line("", **{k: v})[1:] for k, v in arguments.items())])
    again = hub.read_line(text)
    assert again is not None
    assert again.command == command
    # A quote cannot be written, so that it comes back as another sign; hyphens stand for underscores.
    wanted = {k.replace("_", "-"): v.replace('"', "'") for k, v in line.arguments.items()}
    assert dict(again.arguments) == wanted


# ---- positions and moves


@pytest.mark.parametrize("name", PLAIN)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 120))
def test_positions_and_moves_come_back(name: str, seed: int, plies: int) -> None:
    game = random_game(rules_of(name), Random(seed), plies)
    position = game.position
    text = hub.write_position(position)
    assert len(text) == len(game.rules.squares.cells) + 1
    assert hub.read_position(game.rules, text) == position
    for move in game.moves():
        found = hub.find_move(game, hub.write_move(game.rules, move))
        assert found == move or _same_but_for_the_crown(game, found, move)


def _same_but_for_the_crown(game: crowned.Game, found: crowned.Move, move: crowned.Move) -> bool:
    """Hub does not tell whether a man passed the last row; the better reading is taken."""
    alike = (found.source, found.target, {*found.captures}) == (move.source, move.target, {*move.captures})
    after, other = game.position.play(found), game.position.play(move)
    return alike and (after == other or (found.crowns and not move.crowns))


@pytest.mark.parametrize("name", PLAIN)
@given(seed=st.integers(0, 2**32))
def test_a_game_can_be_followed(name: str, seed: int) -> None:
    game = random_game(rules_of(name), Random(seed), 40)
    texts = [hub.write_move(game.rules, record.action.move) for record in game.history]  # type: ignore[union-attr]
    followed = hub.follow(game.rules, game.start, texts)
    assert followed.position == game.position


@pytest.mark.parametrize("case", CASES["position"], ids=lambda case: case["text"])
def test_known_positions(case: dict[str, str]) -> None:
    rules = crowned.ruleset(case["ruleset"])
    assert hub.read_position(rules, case["text"]) == rules.read(case["fen"])


@pytest.mark.parametrize("case", CASES["move"], ids=lambda case: case["text"])
def test_known_moves(case: dict[str, str]) -> None:
    rules = crowned.ruleset(case["ruleset"])
    game = crowned.Game(rules, position=rules.read(case["fen"]))
    found = hub.find_move(game, case["text"])
    assert game.position.play(found) == game.play(case["is"]).position


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["text"])
def test_moves_that_are_none(case: dict[str, str]) -> None:
    rules = crowned.ruleset(case["ruleset"])
    game = crowned.Game(rules, position=rules.read(case["fen"]))
    with pytest.raises(hub.HubError, match=case["says"]):
        hub.find_move(game, case["text"])


@pytest.mark.parametrize("text", CASES["bad"]["positions"])
def test_positions_that_are_none(text: str) -> None:
    with pytest.raises(BadInput):
        hub.read_position(crowned.ruleset(CASES["bad"]["ruleset"]), text)


def test_a_draw_does_not_end_a_game_that_is_sent() -> None:
    case = CASES["drawn"]
    rules = crowned.ruleset(case["ruleset"])
    game = hub.follow(rules, rules.read(case["fen"]), case["moves"] * case["times"])
    assert game.outcome is None
    assert game.moves()
    assert len(game.history) == len(case["moves"]) * case["times"]


# ---- levels


@pytest.mark.parametrize("case", CASES["level"], ids=lambda case: case["text"])
def test_a_level_is_read_and_written(case: dict[str, object]) -> None:
    line = hub.read_line(str(case["text"]))
    assert line is not None
    level = hub.read_level(line)
    given = {name: getattr(level, name) for name in ("depth", "nodes", "move_time", "clock", "moves")}
    assert {name: value for name, value in given.items() if value is not None} == case["is"]
    assert hub.write_level(level) == case.get("written", case["text"])


@pytest.mark.parametrize("text", CASES["bad"]["levels"])
def test_a_bad_level_is_refused(text: str) -> None:
    line = hub.read_line(text)
    assert line is not None
    with pytest.raises(hub.HubError):
        hub.read_level(line)


# ---- variants


def test_only_plain_rulesets_have_a_variant() -> None:
    assert hub.shipped_variants() == CASES["variants"]


def test_a_changed_rule_is_another_variant() -> None:
    rules = crowned.ruleset(CASES["bad"]["ruleset"])
    changed = rules.with_options(king="short")
    assert hub.variant_of(rules.spec) == "normal"
    assert hub.variant_of(changed.spec) == rules.id
    assert hub.variant_of(rules.with_options(notation="algebraic").spec) == "normal"
