"""Files that do not say which game they hold: what is guessed from the whole file, and how sure that is."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from random import Random

import pytest

from crowned.base import Side
from crowned.notation import pdn
from crowned.notation.pdn.guess import candidates
from crowned.notation.pdn.source import text_source
from crowned.notation.pdn.stream import Fault, stream
from crowned.notation.pdn.writer import dumps, from_game
from crowned.position import ruleset
from crowned.rules import catalog
from tests.notation.play import random_game

RULE_TAGS = ("GameType", "Ruleset", "RulesetOptions", "RulesetFingerprint", "RulesetTitle")


def untagged(name: str, games: int, seed: int = 0) -> str:
    """Random games of a ruleset, without a word about it."""
    random = Random(seed)
    texts = []
    for _ in range(games):
        written = from_game(random_game(ruleset(name), random.getrandbits(32)))
        for tag in (*RULE_TAGS, "SpinnerSeed"):
            written.tags.pop(tag, None)
        texts.append(dumps(written))
    return "\n".join(texts)


def read(text: str) -> list[pdn.Loaded]:
    return list(pdn.read_text(text))


@pytest.mark.parametrize(
    "name",
    [
        "international",
        "english",
        "russian",
        "brazilian",
        "italian",
        "czech",
        "frisian",
        "canadian",
        "turkish",
    ],
)
def test_a_file_of_games_is_recognised(name: str) -> None:
    found = read(untagged(name, 25))
    assert {game.rules.id for game in found} == {name}
    assert all(game.guess and game.guess.sure > 0.5 for game in found)


def test_the_file_decides_not_its_first_game() -> None:
    """The first game could be of many rulesets; those behind it tell."""
    first = '[Event "?"]\n\n1. c3-d4 f6-g5 *\n\n'
    found = read(first + untagged("czech", 25))
    assert found[0].rules.id == "czech"
    alone = read(first)[0]
    assert alone.guess is not None
    assert alone.rules.id == "russian"
    assert "czech" in alone.guess.others


def test_positions_on_the_small_board_are_not_read_as_ten_by_ten() -> None:
    fens = ["B:W21,K5:BK17,K14.", "B:WK32,13,12:BK6,4,3.", "B:WK22,K14:BK21,K13,5.", "W:W31,27,19:B17,12,5."]
    found = read("\n\n".join(f'[FEN "{fen}"]\n1-0' for fen in fens))
    assert [game.rules.id for game in found] == ["english"] * 4
    assert all(game.guess and 0.5 < game.guess.sure < 1 for game in found)


def test_a_square_of_the_large_board_settles_it() -> None:
    (game,) = read('[FEN "W:W48,K5:BK17,14"]\n2-0')
    assert game.rules.id == "international"


def test_a_mixed_file_holds_both() -> None:
    found = read(untagged("international", 10) + "\n" + untagged("english", 10))
    assert [game.rules.id for game in found] == ["international"] * 10 + ["english"] * 10


def test_games_with_a_tag_speak_for_those_without() -> None:
    tagged = "".join(f'[GameType "40"]\n[Event "{n}"]\n\n1. 32-28 18-22 *\n\n' for n in range(5))
    found = read('[Event "?"]\n\n1. 32-28 *\n\n' + tagged)
    assert found[0].rules.id == "frisian"
    assert found[1].guess is None


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        ("Frisian", "frisian"),
        ("Standard", "international"),
        ("american", "english"),
        ("Breakthrough", "breakthrough"),
        ("Russian", "russian"),
        ("From Position", "international"),
    ],
)
def test_the_names_of_sites_are_known(variant: str, name: str) -> None:
    (game,) = read(f'[Variant "{variant}"]\n\n*')
    assert (game.rules.id, game.guess) == (name, None)


def test_a_tag_may_use_another_name() -> None:
    (game,) = read('[Ruleset "American checkers"]\n\n1. 11-15 *')
    assert game.rules.id == "english"


def test_the_name_of_a_file_is_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "dama italiana 2005.pdn"
    path.write_text('[FEN "W:W32,31:B1,2"]\n*\n', encoding="utf-8")
    (game,) = pdn.read_file(path)
    assert game.rules.id == "italian"


def test_a_bad_position_does_not_change_the_game_of_its_file() -> None:
    """A man on his crowning row is a misprint, no sign of a larger board."""
    good = "\n\n".join(f'[FEN "W:W{n},K{n + 1}:B{n - 12},5"]\n1-0' for n in range(18, 30))
    found = list(stream(text_source(good + '\n\n[FEN "W:W3,20:B12"]\n1-0')))
    assert isinstance(found[-1], Fault)
    assert "crown" in found[-1].error.faults[0]


def test_every_candidate_has_a_share() -> None:
    assert all(one.share > 0 for one in candidates())
    assert sum(one.share for one in candidates()) == pytest.approx(1)


def test_no_name_means_two_rulesets() -> None:
    names = [name for id_ in catalog.ids() for name in (id_, *catalog.load(id_).names)]
    folded = [name.casefold() for name in names]
    assert len(folded) == len(set(folded))
    assert not set(catalog.names()) & set(catalog.ids())


# ---- what one text leaves open

FORK = '[GameType "20"]\n[FEN "W:WK48,50:B9,19,21,34,1"]\n\n1. 48x26 '


@pytest.mark.parametrize(("reply", "taken"), [("9-14", "48x30x8x26"), ("19-23", "48x25x3x26")])
def test_the_next_moves_settle_a_short_capture(reply: str, taken: str) -> None:
    (game,) = read(f"{FORK} {reply} *")
    assert game.game.history[0].text == taken
    assert game.warnings == ()


def test_a_last_move_may_stay_open_and_is_told() -> None:
    (game,) = read(f"{FORK} *")
    assert len(game.warnings) == 1
    assert "48x30x8x26" in game.warnings[0]
    assert "48x25x3x26" in game.warnings[0]


def test_a_short_capture_is_settled_later_than_by_the_next_move() -> None:
    (game,) = read(f"{FORK} 1-6 2. 50-44 9-13 *")
    assert game.game.history[0].text == "48x30x8x26"


@pytest.mark.parametrize(
    "moves",
    ["1. 32x23 23x14 1-7", "1. 32x23 2. 23x14! {both} 1-7", "1. 3223 2314 0107"],
)
def test_a_capture_written_jump_by_jump_is_joined(moves: str) -> None:
    (game,) = read(f'[GameType "20"]\n[FEN "W:W32,50:B28,19,1"]\n\n{moves} *')
    assert [record.text for record in game.game.history] == ["32x23x14", "1-7"]


def test_what_is_said_between_two_jumps_is_kept() -> None:
    (game,) = read('[GameType "20"]\n[FEN "W:W32,50:B28,19,1"]\n\n1. 32x23 {half} 23x14 $1 {whole} 1-7 *')
    node = game.game.tree.root.children[0]
    assert node.comment == "half whole"
    assert node.nags == (1,)


# ---- a path is opened once


def test_a_fifo_is_read_byte_by_byte(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    text = b'[GameType "20"]\r\n\r\n1. 32-28 19-23 2-0\r\n'

    def write() -> None:
        with path.open("wb", buffering=0) as file:
            for at in range(len(text)):
                file.write(text[at : at + 1])

    writer = threading.Thread(target=write)
    writer.start()
    (game,) = pdn.read_file(path)
    writer.join()
    assert game.plies == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encodings_are_seen(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pdn"
    path.write_bytes('[White "José"]\n[GameType "20"]\n\n1. 32-28 *\n'.encode(encoding))
    (game,) = pdn.read_file(path)
    assert game.tags["White"] == "José"


def test_dates_before_a_game_was_known_speak_against_it() -> None:
    def guess(date: str) -> pdn.Guess:
        (game,) = read(f'[Event "Breakthrough cup"]\n[Date "{date}"]\n\n1. 32-28 19-23 *\n')
        assert game.guess is not None
        return game.guess

    assert "breakthrough" in guess("2021.05.01").others
    assert "breakthrough" in guess("????.??.??").others
    assert "breakthrough" not in guess("1950.05.01").others
    assert guess("1950.05.01").sure > guess("2021.05.01").sure


# ---- letters as the player who begins sees the board

TURNED = '[P1 "Anna"]\n[P2 "Bert"]\n[Result "1-0"]\n[Variant "American/English"]\n\n'


def test_letters_may_be_those_of_black_who_begins() -> None:
    """As PlayStrategy writes English draughts: a1 is the corner of the first player, and jumps are plies."""
    text = TURNED + "1. c3-d4 b6-c5 2. d4xb6 a7xc5 3. b2-c3 f6-g5 1-0"
    loaded = next(pdn.read_text(text))
    assert (loaded.rules.id, loaded.plies) == ("english", 6)
    assert [record.action.text for record in loaded.game.history][:4] == ["11-15", "24-19", "15x24", "28x19"]
    assert (loaded.player(Side.BLACK), loaded.player(Side.WHITE)) == ("Anna", "Bert")


def test_letters_are_those_of_the_ruleset_where_they_fit() -> None:
    text = TURNED + "1. f6-e5 c3-d4 2. e5xc3 1-0"
    assert next(pdn.read_text(text)).game.history[0].action.text == "11-15"
