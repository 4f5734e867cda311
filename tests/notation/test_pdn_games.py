"""Games to PDN and back: every ruleset, every kind of action, and what standard readers make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.base import PdnError, Side
from crowned.game import Game
from crowned.notation import pdn
from crowned.notation.pdn.tree import MoveItem, SetupItem
from crowned.position import Position, Ruleset, ruleset
from crowned.position.action import Adjudicate
from crowned.rules import catalog
from tests.notation.play import random_game, told

SEEDS = st.integers(0, 2**32)


def again(game: Game, **tags: str) -> Game:
    (loaded,) = pdn.read_text(pdn.write(game, tags))
    return loaded.game


def load(text: str) -> pdn.Loaded:
    (loaded,) = pdn.read_text(text)
    return loaded


@given(st.sampled_from(catalog.ids()), SEEDS)
def test_a_game_survives(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed)
    assert told(again(game)) == told(game)


@given(st.sampled_from(catalog.ids()), SEEDS)
def test_writing_is_stable(name: str, seed: int) -> None:
    text = pdn.write(random_game(ruleset(name), seed))
    loaded = load(text)
    assert pdn.write(loaded.game, loaded.tags) == text


def test_a_capture_is_not_mistaken_for_one_stopped_early() -> None:
    """Taking e3 and then b6 ends on a7, and so does taking b6 alone where captures may be broken off."""
    found = 0
    for rules in map(ruleset, catalog.ids()):
        if rules.spec.is_strict or rules.spec.king != "flying" or rules.spec.files != 8 or rules.towers:
            continue
        start = Position.from_fen(rules, "W:Wb2,Kc5:Be3,h4,Kb6,b8")
        for move in start.moves():
            game = Game(rules, position=start)
            game.play(move)
            assert again(game).position == game.position
            found += len(move.captures) == 2
    assert found


@given(st.sampled_from(catalog.ids()), SEEDS)
def test_a_game_from_any_position_survives(name: str, seed: int) -> None:
    rules = ruleset(name)
    start = random_game(rules, seed, actions=25, notes=False).position.with_spin(None)
    game = Game(rules, position=start)
    for move in game.moves()[:1]:
        game.play(move)
    assert told(again(game)) == told(game)


STRICT_WORD = re.compile(
    r"""\[[A-Z]\w*\ "(?:[^"\\]|\\.)*"\]
      | \{[^}]*\} | \( | \) | \* | \$[0-9]+ | /FEN\ "[^"/]*"/
      | (?:[1-9][0-9]*\.(?:\.\.)?\ )?[a-l]?[1-9][0-9]?(?:[-x:][a-l]?[1-9][0-9]?)+[!?]{0,2}
      | \s+""",
    re.VERBOSE,
)


@given(st.sampled_from(catalog.ids()), SEEDS)
def test_only_the_strict_grammar_is_written(name: str, seed: int) -> None:
    text = pdn.write(random_game(ruleset(name), seed))
    pos = 0
    while pos < len(text):
        found = STRICT_WORD.match(text, pos)
        assert found, text[pos : pos + 60]
        pos = found.end()
    assert text.endswith("*\n")


def standard_position(game: pdn.PdnGame, rules: Ruleset) -> Position:
    """Where a reader arrives that knows moves and setups only, and skips comments and variations."""
    position = rules.read(game.tags["FEN"]) if "FEN" in game.tags else rules.start()
    for item in game.items:
        if isinstance(item, SetupItem):
            position = rules.read(item.fen)
        elif isinstance(item, MoveItem):
            ends = re.split("[-x:]", item.text)
            alike = [m for m in position.moves() if m.path and (m.source, m.target) == (ends[0], ends[-1])]
            position = position.play(next((m for m in alike if m.path == tuple(ends)), alike[0]))
    return position


@given(st.sampled_from([n for n in catalog.ids() if not ruleset(n).sliders]), SEEDS)
def test_a_standard_reader_arrives_at_the_same_position(name: str, seed: int) -> None:
    """Huffs and take-backs are setups to him; he needs none of our commands."""
    game = random_game(ruleset(name), seed, notes=False)
    (parsed,) = pdn.parse_text(pdn.write(game))
    assert standard_position(parsed, game.rules) == game.position


# ---- rules


HOUSE = """
id = "haus"
extends = "{parent}"
[title]
de = "Haus"
nl = "Huis"
en = "House"
[rules]
men_back = true
draw_no_progress = 17
"""


@pytest.mark.parametrize("parent", catalog.ids())
def test_a_house_ruleset_is_found_again(parent: str, tmp_path: Path) -> None:
    path = tmp_path / "haus.toml"
    path.write_text(HOUSE.format(parent=parent))
    game = random_game(ruleset(path), 7, actions=20)
    before, after = told(game), told(again(game))
    assert after["fingerprint"] == before["fingerprint"]
    assert after["moves"] == before["moves"]


@pytest.mark.parametrize("name", catalog.ids())
def test_rules_are_found_again(name: str) -> None:
    rules = ruleset(name)
    assert again(Game(rules)).rules is rules


def test_a_ruleset_that_has_changed_is_mentioned() -> None:
    text = pdn.write(Game(ruleset("blasen")))
    changed = re.sub(r'(Fingerprint ")[0-9a-f]{4}', r"\g<1>0000", text)
    assert load(text).warnings == ()
    assert "changed" in load(changed).warnings[0]


def test_an_unknown_ruleset_falls_back_to_the_game_type() -> None:
    loaded = load('[Ruleset "sumpfdame"]\n[GameType "20"]\n1. 32-28 *')
    assert loaded.game.rules.id == "international"
    assert "sumpfdame" in loaded.warnings[0]
    with pytest.raises(PdnError, match=r"line 2, column 1.*sumpfdame"):
        load('[Event "x"]\n[Ruleset "sumpfdame"]\n1. 32-28 *')


@pytest.mark.parametrize(
    ("tag", "says"),
    [
        ("99", "GameType 99"),
        ("41", "Spantsiretti"),
        ("twenty", "not a GameType"),
        ("20,W,10,10,Q9", "not a GameType"),
    ],
)
def test_game_types_without_rules(tag: str, says: str) -> None:
    with pytest.raises(PdnError, match=says) as caught:
        load(f'[Event "x"]\n[GameType "{tag}"]\n1. 32-28 *')
    assert (caught.value.line, caught.value.column) == (2, 1)


GUESSED = {
    "1. 32-28 19-23 2. 28x19 14x23 *": "international",
    "1. 11-15 23-18 2. 8-11 27-23 *": "english",
    "1. c3-d4 d6-e5 2. b2-c3 e7-d6 3. e3-f4 b6-a5 4. f2-e3 c7-b6 5. c1-b2 b6-c5 6. d4:b6 a5:c7 *": "russian",
    "1. g3-f4 f6-g5 2. c3-d4 d6-c5 3. b2-c3 g7-f6 4. c3-b4 e7-d6 5. b4-a5 f8-e7 6. a1-b2 c5-b4 7. a3xc5 "
    "d6xb4 8. b2-a3 b6-c5 *": "czech",
    '[FEN "W:W60:B5"]\n1. 60-54 *': "canadian",
}


@pytest.mark.parametrize(("text", "name"), GUESSED.items(), ids=GUESSED.values())
def test_a_game_without_game_type_is_recognised(text: str, name: str) -> None:
    assert load(text).game.rules.id == name


def test_the_callers_rules_overrule_the_tags() -> None:
    (loaded,) = pdn.read_text('[GameType "20"]\n1. c3-d4 *', ruleset("russian"))
    assert loaded.game.rules.id == "russian"


# ---- counting


def test_the_corner_of_the_tag_is_honoured() -> None:
    """N1: the first square lies at White's right hand, so 50 - n + 1 is what we call n."""
    loaded = load('[GameType "20,W,10,10,N1,0"]\n1. 19-23 33-29 2. 14-19 *')
    assert [record.text for record in loaded.game.history] == ["32-28", "18-22", "37-32"]
    fen = load('[GameType "20,W,10,10,N1,0"]\n[FEN "W:W1-3:BK50"]\n*')
    assert fen.game.position.fen == "W:W48,49,50:BK1"


def test_a_bare_number_counts_as_the_standard_does() -> None:
    """Spanish draughts has square 1 at White's right hand."""
    loaded = load('[GameType "24"]\n1. 10-14 23-20 *')
    assert [record.by for record in loaded.game.history] == [Side.WHITE, Side.BLACK]
    assert [record.text for record in loaded.game.history] == ["23-19", "10-13"]


def test_a_wrong_corner_in_the_tag_is_forgiven() -> None:
    loaded = load('[GameType "20,W,10,10,N1,0"]\n1. 32-28 19-23 *')
    assert [record.text for record in loaded.game.history] == ["32-28", "19-23"]


def test_the_side_that_begins_is_taken_from_the_tag() -> None:
    loaded = load('[GameType "23,W,8,8,A0,0"]\n1. c3-d4 b6-c5 *')
    assert loaded.game.history[0].by is Side.WHITE
    assert loaded.game.rules.spec.first is Side.WHITE


@pytest.mark.parametrize(
    "text", ["1. 3228 1923", "1. 32x28 19x23", "1. 32 - 28  19 -23", "1. 032-28 19-23"][:3]
)
def test_sloppy_moves_are_understood(text: str) -> None:
    assert [r.text for r in load(f'[GameType "20"]\n{text} *').game.history] == ["32-28", "19-23"]


def test_captures_written_with_a_hyphen() -> None:
    assert load('[GameType "20"] 1. 32-28 19-23 2. 28-19 14-23 *').game.position.turn == 0


# ---- setups


def test_a_setup_at_the_beginning_is_the_start() -> None:
    loaded = load('[GameType "20"]\n/FEN "B:W31-50:B1-20"/ 1... 19-23 *')
    assert loaded.game.history[0].by is Side.BLACK
    assert len(loaded.game.history) == 1


def test_a_move_nobody_may_make_stands_as_a_setup() -> None:
    """The standard's own example: White overlooks a capture."""
    text = (
        '[GameType "20"]\n1. 31-26 17-21 /FEN "B:B1-16,18-21:W26,28,31,33-50"/ '
        "{White forgot to capture} 2... 21-27 *"
    )
    loaded = load(text)
    assert [record.text for record in loaded.game.history][-1] == "21-27"
    assert loaded.game.history[2].text.startswith("setup B:")
    assert load(pdn.write(loaded.game)).game.position == loaded.game.position


def test_a_null_move() -> None:
    loaded = load('[GameType "20"]\n1. 32-28 /FEN "W::"/ 2. 37-32 *')
    assert loaded.game.position.side is Side.BLACK
    assert {"28", "32"} <= loaded.game.position.pieces().keys()


def test_a_null_move_at_the_start() -> None:
    loaded = load('[GameType "20"]\n{Black begins} /FEN "B::"/ 1... 19-23 *')
    assert loaded.game.history[0].by is Side.BLACK
    assert load(pdn.write(loaded.game)).game.position == loaded.game.position


def test_the_standards_example_of_two_setups() -> None:
    """The first sets up the start, so that the second is something that happened."""
    text = '/FEN "W:W31-50:B1-20"/ /FEN "B:W28,31-36,38-50:B1-20"/ 01... 20-25 *'
    loaded = load(f'[GameType "20"]\n{text}')
    assert loaded.game.start == loaded.rules.start()
    assert len(loaded.game.history) == 2
    assert told(load(pdn.write(loaded.game)).game) == told(loaded.game)


def test_a_side_step_in_a_variation() -> None:
    loaded = load('[GameType "20"]\n1. 32-28 (/FEN "W:WK46:BK5"/ 1. 46-41) 19-23 *')
    root = loaded.game.tree.root
    assert [node.record.text for node in root.children if node.record] == ["32-28", "setup W:WK46:BK5"]


# ---- what is refused


REFUSED = {
    "illegal move": ('[GameType "20"]\n1. 32-28 19-23\n2. 37-32 *', 3, 4, "2. 37-32"),
    "illegal move of Black": ('[GameType "20"]\n1. 32-28 19-24 2. 28-23 20-25 *', 2, 25, "2... 20-25"),
    "no such square": ('[GameType "20"]\n1. 32-78 *', 2, 4, '"78" is not a playing square'),
    "illegal move in a variation": ('[GameType "20"]\n1. 32-28 (31-28) *', 2, 11, "1. 31-28"),
    "bad FEN tag": ('[GameType "20"]\n[FEN "W:W31,31:B99"]\n1. 32-28 *', 2, 1, "two pieces"),
    "bad setup": ('[GameType "20"]\n1. 32-28 /FEN "W:W99:B1"/ *', 2, 10, "99"),
    "variation before a move": ('[GameType "20"]\n(1. 32-28) *', 2, 1, "variation"),
    "a move behind an unknown one": ('[GameType "20"]\n1. 32-28 - 2. 37-32 *', 2, 15, "not known"),
    "moves that fit no game": ("1. a1-b7 *", 1, 1, "GameType"),
    "an impossible act": ('[Ruleset "blasen"]\n{[%act huff c3]} *', 2, 1, ""),
    "an act that is none": ('[Ruleset "blasen"]\n{[%act dance]} *', 2, 1, "dance"),
}


@pytest.mark.parametrize(("text", "line", "column", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_faults_have_a_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(PdnError) as caught:
        load(text)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_moves_at_the_end_are_fine() -> None:
    assert len(load('[GameType "20"]\n1. 32-28 19-23 2. ... *').game.history) == 2


# ---- results


RESULTS = [
    ("international", Side.WHITE, "2-0"),
    ("international", None, "1-1"),
    ("russian", Side.BLACK, "0-1"),
    ("russian", None, "1/2-1/2"),
]


@pytest.mark.parametrize(("name", "winner", "result"), RESULTS)
def test_results_are_written_in_the_games_own_style(name: str, winner: Side | None, result: str) -> None:
    game = Game(ruleset(name))
    game.play(Adjudicate(winner, "adjudicated"))
    assert load(pdn.write(game)).tags["Result"] == result
    assert again(game).outcome == game.outcome


def test_the_result_of_the_file_is_kept() -> None:
    loaded = load('[GameType "20"]\n[Result "1-0"]\n1. 32-28 *')
    assert loaded.result == "1-0"
    assert '[Result "1-0"]' in pdn.write(loaded.game, loaded.tags)


def test_points_are_told() -> None:
    game = Game(ruleset("turm"), ruleset("turm").read("W:Wc3,Kh8:Bd4[Bw]"))
    while game.outcome is None:
        game.play(game.moves()[0])
    assert f'[Points "{game.outcome.points}"]' in pdn.write(game)


def test_moves_behind_a_draw_nobody_claimed_are_read() -> None:
    """An automatic draw of the house is no reason to refuse a record in which play went on."""
    rules = ruleset("international", draw_by="automatic", draw_repetition=2)
    there_and_back = "46-41 50-45 41-46 45-50 " * 3
    (loaded,) = pdn.read_text(f'[FEN "W:WK46:BK50"]\n{there_and_back} *', rules)
    assert len(loaded.game.history) == 12


def test_a_setup_among_the_moves_can_be_kept() -> None:
    """A game read from PDN is a game like any other: it can be saved with what no player could do."""
    line = '1. 32-28 /FEN "B:W28,31:B18,19"/ 1... 19-23 (1... 18-22 /FEN "W:WK1:B20"/ 2. 1-6) *'
    game = load(f'[GameType "20"]\n{line}').game
    saved = game.to_dict()
    kept = Game.from_dict(saved)
    assert told(kept) == told(game)
    assert kept.to_dict() == saved
    assert kept.position.fen == "W:W28,31:B18,23"


def test_play_after_a_draw_nobody_saw_can_be_kept() -> None:
    rules = ruleset("international", draw_by="automatic", draw_no_progress=1)
    moves = "1. 50-45 1-6 2. 45-50 6-1 3. 50-45 1-6"
    (loaded,) = pdn.read_text(f'[FEN "W:WK50:BK1"]\n{moves} *', rules)
    saved = loaded.game.to_dict()
    assert len(saved["moves"]) == 6
    assert Game.from_dict(saved).to_dict() == saved
