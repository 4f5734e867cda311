"""`crowned pdn` on many files: check, stats, convert, filter, merge."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from crowned.cli.pdn.merge import Marks
from crowned.notation import pdn
from tests.cli.tools import crowned, process

ONE = """\
[White "Sijbrands, T."]
[Black "Roozenburg, P."]
[Result "2-0"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 2-0

"""
TWO = '[White "Böhm"]\n[Black "Sijbrands, T."]\n[Result "1-1"]\n[GameType "20"]\n\n1. 33-28 18-23 1-1\n\n'
ENDGAME = '[White "A"]\n[Black "B"]\n[GameType "20"]\n[FEN "W:WK46,40:BK4"]\n\n1. 40-34 4-36 *\n\n'
SILENT = '[Event "checkers"]\n\n1. 11-15 22-18 *\n\n'
BAD = '[GameType "20"]\n\n1. 32-17 *\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.pdn").write_text(ONE + TWO, encoding="utf-8")
    (tmp_path / "deep" / "two.PDN").write_text(ENDGAME + ONE, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no games here", encoding="utf-8")
    return tmp_path


def games(text: str) -> list[pdn.Loaded]:
    return list(pdn.read_text(text))


def test_a_folder_stands_for_its_files(folder: Path) -> None:
    answer = crowned("pdn", "check", str(folder))
    assert (answer.status, answer.out.strip()) == (0, "4 games, 12 plies: all sound")
    assert crowned("pdn", "check", str(folder), str(folder / "one.pdn")).out.startswith("6 games")


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    answer = crowned("pdn", "check", str(tmp_path))
    assert answer.status == 2
    assert "no PDN file" in answer.err


def test_what_was_guessed_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(SILENT, encoding="utf-8")
    answer = crowned("pdn", "check", str(path)).out
    assert "no GameType; 1 game read as english" in answer
    assert "% sure" in answer
    line = json.loads(crowned("pdn", "check", str(path), "--json").out)
    assert line["ruleset"] == "english"
    assert 0 < line["guessed"]["sure"] <= 1


@pytest.mark.parametrize("path", ["-", "/dev/stdin"])
def test_pipes_are_read(path: str) -> None:
    answer = process("pdn", "check", path, stdin=ONE + TWO)
    assert (answer.status, answer.out.strip()) == (0, "2 games, 6 plies: all sound")


def test_standard_input_is_guessed_like_a_file(tmp_path: Path) -> None:
    """Where the games come from is no name of a game ("standard" is one)."""
    text = '[FEN "B:W21,K5:BK17,K14."] 1-0'
    (tmp_path / "games.pdn").write_text(text)
    told = [
        process("pdn", "check", path, "--json", stdin=text).json["guessed"]
        for path in ("-", str(tmp_path / "games.pdn"))
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize(("option", "fault"), [("new.pdn", "is not an option"), ("king=short", "--ruleset")])
def test_an_option_that_changes_nothing_is_told(folder: Path, option: str, fault: str) -> None:
    """-o is no output file, and without a ruleset there is nothing to change."""
    answer = crowned("pdn", "filter", str(folder), "-o", option)
    assert (answer.status, answer.out) == (2, "")
    assert fault in answer.err


def test_stats(folder: Path) -> None:
    answer = crowned("pdn", "stats", str(folder), "--json", "--plies", "2").json
    assert (answer["games"], answer["sound"]) == (4, 4)
    told = answer["rulesets"]["international"]
    assert told["results"] == {"games": 4, "won": 2, "drawn": 1, "lost": 0, "percent": 83.3}
    assert told["plies"] == {"mean": 3.0, "shortest": 2, "longest": 4}
    assert told["openings"][0] == {"moves": "32-28 19-23", "games": 2}
    assert told["players"][0]["name"] == "Sijbrands, T."
    assert told["players"][0]["games"] == 3
    assert "Sijbrands" in crowned("pdn", "stats", str(folder)).out


@pytest.mark.parametrize(("result", "for_first"), [("1-0", True), ("0-1", False)])
def test_results_written_for_the_player_who_begins_are_recognised(
    tmp_path: Path, result: str, for_first: bool
) -> None:
    """Black began and took the last man, so Black has won, however the file writes it."""
    moves = "1. 11-15 23-18 2. 15-19 24x15 3. 10x19"
    path = tmp_path / "games.pdn"
    path.write_text(
        f'[White "Whyte"]\n[Black "Blake"]\n[Result "{result}"]\n[GameType "21"]\n\n{moves} {result}\n'
    )
    told = crowned("pdn", "stats", str(path), "--json").json["rulesets"]["english"]
    assert (told["results"]["won"], told["results"]["lost"]) == (0, 1)
    assert {player["name"]: player["won"] for player in told["players"]} == {"Blake": 1, "Whyte": 0}
    assert told["written_for_first"] == int(for_first)
    assert ("those of the player who begins" in crowned("pdn", "stats", str(path)).out) is for_first


def test_results_of_games_that_white_begins_are_never_turned(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(ONE.replace('"2-0"', '"0-2"').replace("14x23 2-0", "14x23 3. 33-28 23x32 4. 37x28 0-2"))
    told = crowned("pdn", "stats", str(path), "--json").json["rulesets"]["international"]
    assert (told["results"]["lost"], told["written_for_first"]) == (1, 0)


def test_filter_by_player_and_result(folder: Path) -> None:
    found = games(crowned("pdn", "filter", str(folder), "--player", "BOHM").out)
    assert [game.tags["White"] for game in found] == ["Böhm"]
    assert (
        len(games(crowned("pdn", "filter", str(folder), "--white", "sijbrands", "--result", "1-0").out)) == 2
    )
    assert len(games(crowned("pdn", "filter", str(folder), "--black", "sijbrands").out)) == 1


def test_filter_by_position_material_and_length(folder: Path) -> None:
    assert len(games(crowned("pdn", "filter", str(folder), "--material", "K-KM").out)) == 1
    assert len(games(crowned("pdn", "filter", str(folder), "--position", "B:WK46,34:BK4").out)) == 1
    assert len(games(crowned("pdn", "filter", str(folder), "--min-plies", "3").out)) == 2
    assert crowned("pdn", "filter", str(folder), "--material", "X-Y").status == 2


def test_a_kept_game_is_kept_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(ONE.replace("1. 32-28", "{why not} 1. 32-28 $1"), encoding="utf-8")
    assert "{why not} 1. 32-28 $1 19-23" in crowned("pdn", "filter", str(path)).out


def test_merge_keeps_every_game_once(folder: Path) -> None:
    out = folder / "all.pdn"
    answer = crowned("pdn", "merge", str(folder), "--output", str(out))
    assert answer.status == 0
    assert "3 games, 1 double left out" in answer.err
    assert len(games(out.read_text("utf-8"))) == 3


def test_merge_writes_down_what_was_guessed(tmp_path: Path) -> None:
    (tmp_path / "a.pdn").write_text(SILENT, encoding="utf-8")
    (tmp_path / "b.pdn").write_text(ONE, encoding="utf-8")
    merged = games(crowned("pdn", "merge", str(tmp_path)).out)
    assert [(game.rules.id, game.guess) for game in merged] == [("english", None), ("international", None)]


def test_openings_are_found_right_behind_the_tags(tmp_path: Path) -> None:
    """Not every program leaves a line empty there."""
    path = tmp_path / "games.pdn"
    tags = "".join(f'[Tag{n} "{"long " * 20}"]\n' for n in range(8))
    path.write_text(f'[GameType "21"]\n{tags}1. 9-14 (1. 11-15) 22-17 2. 5-9 17-13 *\n', encoding="utf-8")
    found = crowned("pdn", "stats", str(path), "--json").json["rulesets"]["english"]["openings"]
    assert found == [{"moves": "9-14 22-17 5-9 17-13", "games": 1}]


def test_convert_to_other_squares_and_back(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "25"]\n\n1. c3-d4 (1. e3-f4 $2) d6-c5 {why} 2. b2-c3 *\n', encoding="utf-8")
    numbers = crowned("pdn", "convert", str(path), "--notation", "numbers").out
    assert "1. 22-18 (1. 23-19?) 10-14" in " ".join(numbers.split()).replace("1... ", "")
    path.write_text(numbers, encoding="utf-8")
    letters = crowned("pdn", "convert", str(path), "--notation", "letters").out
    (game,) = games(letters)
    assert [record.text for record in game.game.history] == ["c3-d4", "d6-c5", "b2-c3"]


def test_convert_to_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "25"]\n\n1. c3-d4 d6-c5 *\n', encoding="utf-8")
    (game,) = games(crowned("pdn", "convert", str(path), "--to", "brazilian").out)
    assert game.rules.id == "brazilian"
    refused = crowned("pdn", "convert", str(path), "--to", "international")
    assert refused.status == 1
    assert "different sizes" in refused.err


@pytest.mark.parametrize(("dialect", "position"), [("lidraughts", ":H0:F1"), ("checkerboard", "K46.")])
def test_convert_to_a_dialect(tmp_path: Path, dialect: str, position: str) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "20"]\n[Result "0-2"]\n[FEN "W:W32:BK46"]\n\n1. 32-28 *\n', encoding="utf-8")
    text = crowned("pdn", "convert", str(path), "--dialect", dialect).out
    assert position in text
    assert text.rstrip().endswith("0-2")
    assert games(text)[0].plies == 1


def test_a_bad_game_does_not_end_the_others(folder: Path) -> None:
    (folder / "one.pdn").write_text(ONE + BAD + TWO, encoding="utf-8")
    found = list(pdn.scan([folder]))
    assert [isinstance(game, pdn.Fault) for game in found] == [False, False, False, True, False]
    fault = found[3]
    assert isinstance(fault, pdn.Fault)
    assert (fault.number, fault.kind, fault.tags["GameType"], fault.error.line) == (2, "illegal", "20", 10)
    assert crowned("pdn", "stats", str(folder)).status == 1


READY = """\
import signal, sys
from crowned.cli import main
import crowned.cli.pdn.check
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have switched it off for its children
print("ready", file=sys.stderr, flush=True)
sys.exit(main(["pdn", "check", "-"]))
"""


def test_an_interrupt_ends_with_what_was_done() -> None:
    """The pipe stays open; the signal comes while the next game is waited for."""
    command = [sys.executable, "-c", READY]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdin
    assert child.stderr
    assert child.stderr.readline() == b"ready\n"
    child.stdin.write((ONE * 4000).encode())
    child.stdin.flush()
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert out == b"" or b"so far" in out


def test_marks_are_told_apart_in_little_room() -> None:
    """Against a set, with marks that share a drawer, and in much less room."""
    dice, marks, twin = random.Random(3), Marks(), set[int]()
    drawn = [dice.getrandbits(64) & ~0x7FF0 for _ in range(3_000)]
    for mark in drawn + drawn[::7]:
        assert marks.add(mark) == (mark not in twin)
        twin.add(mark)
    assert len(marks) == len(twin)
    tracemalloc.start()
    many = Marks()
    for number in range(200_000):
        many.add(number * 0x9E3779B97F4A7C15 % 2**64)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(many) == 200_000
    assert size < 8_000_000  # a set of bytes: 16.6 million


def test_players_named_by_who_begins_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    tags = '[P1 "Anna"]\n[P2 "Bert"]\n[Result "1-0"]\n[Variant "American/English"]\n\n'
    file.write_text(tags + "1. c3-d4 b6-c5 2. d4xb6 1-0\n")
    told = crowned("pdn", "stats", str(file), "--json").json
    assert {player["name"] for player in told["rulesets"]["english"]["players"]} == {"Anna", "Bert"}
    assert "c3-d4" in crowned("pdn", "filter", "--black", "anna", str(file)).out
    assert "c3-d4" not in crowned("pdn", "filter", "--white", "anna", str(file)).out
