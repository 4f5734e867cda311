"""The terminal game, played by script."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from crowned.base import Side
from crowned.cli.session import Session, Terminal
from crowned.game import Game
from crowned.notation import pdn
from crowned.notation.paint import Paint
from crowned.position import ruleset
from crowned.position.action import Action
from tests.cli.tools import process


class Script:
    """Types lines and keeps what was shown."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.shown: list[str] = []
        self.prompts: list[str] = []

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def play(name: str, *lines: str, fen: str = "", seed: int = 1, lang: str = "en") -> tuple[Game, Script]:
    rules = ruleset(name)
    game = Game(rules, rules.read(fen) if fen else None, seed)
    script = Script(lines)
    session = Session(game, lang, Terminal(script.read, script.shown.append, Paint(False)))  # type: ignore[arg-type]
    assert session.run() == 0
    return game, script


def test_moves_are_played_and_the_board_is_shown() -> None:
    game, script = play("russian", "c3-d4", "b6-a5")
    assert [record.text for record in game.history] == ["c3-d4", "b6-a5"]
    assert script.text.count("    a    b    c") == 3
    assert script.prompts == ["White to move > ", "Black to move > ", "White to move > "]
    assert script.shown[-1] == "Goodbye."


def test_a_refused_move_is_explained_with_its_clause() -> None:
    game, script = play("koenig", "c3-d4", "a7-b6", "nonsense")
    assert game.history == ()
    assert "c3" in script.shown[2]
    assert 'I do not understand "nonsense"' in script.shown[4]


def test_why() -> None:
    _, script = play("blasen", "why e3-f4", "why", fen="W:Wc3,e3:Bd4")
    assert "c3" in script.shown[2]
    assert "[R3." in script.shown[2]
    assert "why c3xe5" in script.shown[3]


def test_moves_and_help_and_rules_and_fen() -> None:
    _, script = play("russian", "moves", "help", "?", "rules", "fen", fen="W:Wc3:Bd4")
    assert "The only correct move: c3xe5" in script.text
    assert "save FILE.pdn" in script.text
    assert "W:Wc3:Bd4" in script.text


def test_an_offence_is_answered() -> None:
    game, script = play("blasen", "g3-h4", "huff c3", fen="W:Wc3,g3:Bd4,h8")
    assert "c3" not in game.position.pieces()
    assert "huff c3, takeback, accept" in script.prompts[1]
    assert "The piece on c3 is taken off" in script.text


def test_a_forced_answer() -> None:
    game, script = play("pinzgau", "a1-b2", "huff c3", fen="W:Wc3,g3,a1:Bd4,f4,h8")
    assert "c3" not in game.position.pieces()
    assert "simply move" not in script.prompts[1]


def test_enter_spins_the_wheel() -> None:
    game, script = play("valluik", "", "moves")
    assert game.history[0].rolled
    assert "The wheel stops on" in script.text
    assert "Enter spins" in script.prompts[0]


def test_undo() -> None:
    game, script = play("russian", "c3-d4", "b6-a5", "undo 2", "undo")
    assert game.history == ()
    assert "Taken back." in script.text
    assert "nothing to take back" in script.text


def test_the_end_of_a_game() -> None:
    game, script = play("russian", "resign", "c3-d4", "undo")
    assert game.outcome is None
    assert "Black wins: White resigns." in script.text
    assert "game over > " in script.prompts


def test_a_draw_is_offered_and_agreed() -> None:
    game, script = play("russian", "offer draw", "agree draw")
    assert game.outcome is not None
    assert game.outcome.winner is None
    assert "White offers a draw" in script.text


def test_ambiguous_moves_name_their_candidates() -> None:
    game, script = play("international", "48x26", fen="W:WK48:B9,19,21,34")
    assert game.history == ()
    assert "48x30x8x26" in script.text


def test_flip() -> None:
    _, script = play("russian", "flip")
    assert script.shown[-2].strip().splitlines()[-1].split()[0] == "h"


@pytest.mark.parametrize(("lang", "word"), [("de", "Weiß am Zug"), ("nl", "Wit aan zet")])
def test_languages(lang: str, word: str) -> None:
    _, script = play("russian", "help", "moves", lang=lang)
    assert script.prompts[0].startswith(word)


# ---- saving


def test_save(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "25"]\n[Event "before"]\n1. c3-b4 *\n')
    game, script = play("russian", f"save {path}", "c3-d4", f"save {path}", "save")
    before, now = pdn.read_file(path)
    assert before.tags["Event"] == "before"
    assert now.game.position == game.position
    assert f"Saved to {path}." in script.text
    assert "Say where" in script.text


def test_save_where_nothing_can_be_saved(tmp_path: Path) -> None:
    _, script = play("russian", f"save {tmp_path}/no/such/folder.pdn", f"save {tmp_path}")
    assert "No such file" in script.text
    assert "Saved" not in script.text


# ---- the computer


class First:
    """Plays the first thing that is open."""

    def choose(self, game: Game, how: int) -> Action:
        assert how == 1
        return game.actions()[0]


@pytest.mark.parametrize("name", ["russian", "valluik", "blasen", "pinzgau"])
def test_the_computer_can_be_plugged_in(name: str) -> None:
    game = Game(ruleset(name), seed=1)
    script = Script(["quit"])
    session = Session(game, "en", Terminal(script.read, script.shown.append, Paint(False)))
    session.players = dict.fromkeys(Side, (First(), 1))
    session.run()
    assert game.outcome is not None
    assert "plays" in script.text


def test_undo_goes_back_behind_the_computer() -> None:
    game = Game(ruleset("russian"))
    script = Script(["c3-d4", "undo", "quit"])
    session = Session(game, "en", Terminal(script.read, script.shown.append, Paint(False)))
    session.players = {Side.BLACK: (First(), 1)}
    session.run()
    assert game.history == ()


@pytest.mark.parametrize("name", ["english", "valluik", "turm", "pinzgau"])
def test_the_computer_plays_itself(name: str) -> None:
    answer = process("play", name, "--computer", "both", "--level", "1", "--seed", "x", stdin="quit\n")
    assert answer.status == 0
    assert "plays" in answer.out
    assert "game over" in answer.out


def test_the_computer_answers_a_person() -> None:
    answer = process("play", "russian", "--computer", "black", "--level", "2", stdin="c3-d4\nundo\nquit\n")
    assert "Black plays" in answer.out
    assert "Taken back." in answer.out


def test_as_a_process() -> None:
    answer = process("play", "russian", "--seed", "any word", stdin="c3-d4\nquit\n")
    assert answer.status == 0
    assert "Black to move" in answer.out
    assert "\x1b[" not in answer.out
    assert process("play", "russian", stdin="").status == 0


LOCAL = [
    ("de", ("hilfe", "quatsch", "züge", "ende"), ("Das verstehe ich nicht", "ein König", "mehreres heißen")),
    ("nl", ("hulp", "onzin", "zetten", "stop"), ("Dat begrijp ik niet", "een koning", "meer dan één zet")),
    ("en", ("help", "bosh", "moves", "end"), ("I do not understand", "a king", "several moves")),
]


@pytest.mark.parametrize(("lang", "words", "says"), LOCAL)
def test_the_terminal_speaks_one_language(lang: str, words: tuple[str, ...], says: tuple[str, ...]) -> None:
    helped, nonsense, listed, left = words
    _, script = play("koenig", helped, nonsense, listed, "c7-d8", left, fen="W:Wc7:Bh2", lang=lang)
    assert says[0] in script.text
    assert says[1] in script.text
    assert len(script.prompts) == 5, "the last word ends the session"
    assert "is not a move" not in script.text
    _, script = play("english", "22x6", fen="W:W22:B17,18,10,9", lang=lang)
    assert says[2] in script.text
    assert "22x15x6, 22x13x6" in script.text
