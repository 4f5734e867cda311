"""Annotated games: mistakes are marked, best lines shown, people's own words kept; under every ruleset."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

import crowned
from crowned.base import Side
from crowned.engine import Engine, Limits
from crowned.engine.annotate import BLUNDER, Judgement, annotate
from crowned.notation import pdn
from crowned.rules import catalog

CASES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
QUICK = Limits(nodes=1500)


def random_game(name: str, seed: int, actions: int) -> crowned.Game:
    """Moves, offences, answers and spins as they come."""
    random = Random(seed)
    game = crowned.Game(crowned.ruleset(name), seed=seed)
    while len(game.history) < actions and game.outcome is None:
        if game.must_spin:
            game.spin()
        else:
            game.play(random.choice([a for a in game.actions() if a.kind not in ("touch", "adjust")]))
    return game


def annotated(game: crowned.Game, **options: bool) -> list[Judgement]:
    engine = Engine(game.rules, hash_mb=2, seed=0)
    steps = list(annotate(game, engine, QUICK, **options))
    assert [step.done for step in steps] == list(range(1, len(steps) + 1))
    return [step.judgement for step in steps if step.judgement]


@pytest.mark.parametrize("name", catalog.ids())
def test_every_ruleset_can_be_annotated_written_and_read(name: str) -> None:
    game = random_game(name, 3, 24)
    history = [record.text for record in game.history]
    judgements = annotated(game)
    assert judgements
    assert all(0 <= j.before <= 1 and 0 <= j.after <= 1 for j in judgements)
    assert [record.text for record in game.history] == history
    text = pdn.write(game)
    (loaded,) = pdn.read_text(text)
    assert loaded.game.position == game.position
    assert pdn.write(loaded.game, loaded.tags) == text


@pytest.mark.parametrize("case", CASES["blunder"], ids=lambda case: case["ruleset"])
def test_a_blunder_is_marked_and_the_better_move_shown(case: dict[str, str]) -> None:
    rules = crowned.ruleset(case["ruleset"])
    game = crowned.Game(rules, position=rules.read(case["fen"]))
    game.play(case["played"])
    (judgement,) = annotated(game)
    assert judgement.mark == BLUNDER
    assert judgement.best == case["best"]
    assert judgement.loss > 0.3
    main, better = game.tree.root.children
    assert main.nags == (BLUNDER,)
    assert "[%eval" in main.comment
    assert better.record is not None
    assert better.record.text == case["best"]
    text = pdn.write(game)
    assert "??" in text
    assert "(" in text


def test_the_best_move_is_never_a_mistake() -> None:
    case = CASES["blunder"][0]
    rules = crowned.ruleset(case["ruleset"])
    game = crowned.Game(rules, position=rules.read(case["fen"]))
    game.play(case["best"])
    (judgement,) = annotated(game)
    assert judgement.mark is None
    assert judgement.loss == 0
    assert len(game.tree.root.children) == 1


def test_words_and_marks_of_people_stay() -> None:
    case = CASES["blunder"][0]
    rules = crowned.ruleset(case["ruleset"])
    game = crowned.Game(rules, position=rules.read(case["fen"]))
    game.play(case["played"])
    game.comment = "I was tired"
    game.tree.here.nags = (1,)
    annotated(game)
    assert game.tree.here.nags == (1,)
    assert game.comment.endswith("I was tired")


def test_variations_can_be_left_out() -> None:
    case = CASES["blunder"][0]
    rules = crowned.ruleset(case["ruleset"])
    game = crowned.Game(rules, position=rules.read(case["fen"]))
    game.play(case["played"])
    annotated(game, lines=False)
    assert len(game.tree.root.children) == 1


def test_a_game_without_moves_has_nothing_to_judge() -> None:
    assert annotated(crowned.Game(crowned.ruleset(CASES["blunder"][0]["ruleset"]))) == []


def test_scores_are_seen_by_white() -> None:
    case = CASES["ahead"]
    rules = crowned.ruleset(case["ruleset"])
    for side, sign in ((Side.WHITE, ""), (Side.BLACK, "-")):
        game = crowned.Game(rules, position=rules.read(case[side.name_key]))
        game.play(game.moves()[0])
        annotated(game)
        score = game.comment.split()[1].rstrip("]")
        assert score.lstrip("#").startswith(sign)
        assert float(score.lstrip("#")) * (-1 if sign else 1) > 1
