"""The text of PDN: what the field writes is read, what is broken is refused at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from crowned.base import PdnError
from crowned.notation.pdn import Fault, PdnGame, parse_file, parse_text, read_text, stream
from crowned.notation.pdn.source import BLOCK, text_source
from crowned.notation.pdn.tree import Comment, MoveItem, Nag, SetupItem, Unknown, Variation


def one(text: str) -> PdnGame:
    games = list(parse_text(text))
    assert len(games) == 1
    return games[0]


def texts(game: PdnGame) -> list[str]:
    return [item.text for item in game.moves()]


READ = {
    "bare moves": ("32-28 19-23", ["32-28", "19-23"]),
    "numbers": ("1. 32-28 19-23 2. 28x19", ["32-28", "19-23", "28x19"]),
    "number glued": ("1.32-28 19-23 2.28x19", ["32-28", "19-23", "28x19"]),
    "three dots": ("1... 19-23", ["19-23"]),
    "dots apart": ("1. ... 7-12 2. 8x17", ["7-12", "8x17"]),
    "leading zeros": ("01. 04-09 06x17", ["04-09", "06x17"]),
    "spaces inside": ("1. 35x 4 1- 7  4 - 15", ["35x4", "1-7", "4-15"]),
    "colon": ("1. d4:b6 a5:c7", ["d4:b6", "a5:c7"]),
    "letters without separator": ("1.a3b4", ["a3b4"]),
    "digits without separator": ("1. 3228 1823", ["3228", "1823"]),
    "full path": ("1. 39x28x17x6 e7xc5xe3xg1", ["39x28x17x6", "e7xc5xe3xg1"]),
    "capital letters": ("1. C3-D4", ["C3-D4"]),
    "dashes of a word processor": ("1. 32–28 19—23", ["32–28", "19—23"]),
    "file and target": ("1. cd4 d6-c5 2. b:d4", ["cd4", "d6-c5", "b:d4"]),
    "twelve by twelve": ("1. 46-40 l10-k11", ["46-40", "l10-k11"]),
    "a move like a draw": ("1. 1-18 1-1", ["1-18"]),
    "lone full stop": ("1. 8-3 . 1-0", ["8-3"]),
    "line comment": ("% board game\n1. 32-28 % more\n19-23", ["32-28", "19-23"]),
    "byte order mark": ("\ufeff1. 32-28", ["32-28"]),
    "carriage returns": ("1. 32-28\r\n19-23\r2. 28x19", ["32-28", "19-23", "28x19"]),
    "number without a move": ("1. 32-28 2.", ["32-28"]),
}


@pytest.mark.parametrize(("text", "moves"), READ.values(), ids=READ.keys())
def test_moves_are_found(text: str, moves: list[str]) -> None:
    assert texts(one(text)) == moves


@pytest.mark.parametrize(
    "result", ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "½-½", "2 - 0", "1/2 - 1/2"]
)
def test_results_end_a_game(result: str) -> None:
    first, second = parse_text(f"1. 32-28 19-23 {result} 1. 31-27")
    assert first.result == result.replace(" ", "")
    assert texts(first) == ["32-28", "19-23"]
    assert texts(second) == ["31-27"]


def test_a_score_of_its_own_is_a_result_where_the_tag_says_so() -> None:
    text = '[Result "12-8"]\n1. 32-28 12-8 2. 8-12 12-8\n\n[Result "*"]\n1. 12-8 *'
    first, second = parse_text(text)
    assert texts(first) == ["32-28", "12-8", "8-12"]
    assert first.result == "12-8"
    assert texts(second) == ["12-8"]


@pytest.mark.parametrize("score", ["1+ - 1-", "1 1/2 - 1/2", "1.01-0.99"])
def test_other_result_formats(score: str) -> None:
    game = one(f'[ResultFormat "x"]\n[Result "{score}"]\n1. 32-28 19-23 {score}\n')
    assert game.result == score.replace(" ", "")


def test_a_game_may_have_a_result_and_no_moves() -> None:
    assert one('[Event "x"]\n1. 0-2').result == "0-2"


def test_tags() -> None:
    game = one('[White   "He said \\"no\\""][Black "C:\\\\"] [Event "x"]{note}\n[Round "1"]\n\n1. 32-28')
    assert game.tags == {"White": 'He said "no"', "Black": "C:\\", "Event": "x", "Round": "1"}


def test_quotation_marks_that_nobody_escaped() -> None:
    game = one('[Event "The "Big" one"]\n[Site "C:\\"]\n1. 32-28')
    assert game.tags == {"Event": 'The "Big" one', "Site": "C:\\"}


def test_a_tag_that_comes_again_begins_the_next_game() -> None:
    games = list(parse_text('[FEN "a"]\n[FEN "b"]\n*\n[FEN "c"]\n1. 32-28\n[FEN "d"]'))
    assert [game.tags["FEN"] for game in games] == ["a", "b", "c", "d"]


def test_separators_between_nothing_are_no_games() -> None:
    assert [texts(game) for game in parse_text("* * 1-0 1. 32-28 2-0 * *")] == [["32-28"]]


def test_comments_nags_strengths_setups_and_variations() -> None:
    game = one('1. 32-28!? {a [%clk 1:00:00]} $14 19-23(?!) (18-23 (17-22)) ; b\n/FEN "B::"/ 2. 28x19 <23>')
    assert game.items == [
        MoveItem("32-28", strength="!?"),
        Comment("a [%clk 1:00:00]"),
        Nag(14),
        MoveItem("19-23", strength="?!"),
        Variation([MoveItem("18-23"), Variation([MoveItem("17-22")])]),
        Comment("b"),
        SetupItem("B::"),
        MoveItem("28x19", taken=("23",)),
    ]


def test_unknown_moves() -> None:
    assert one("41. - - *").items == [Unknown(), Unknown()]
    assert one("1. 32-28 ... *").items == [MoveItem("32-28"), Unknown()]


def test_a_star_glued_to_a_move_is_the_old_mark_for_the_only_move() -> None:
    game = one("1. 32-28* 19-23*")
    assert game.items == [MoveItem("32-28"), Nag(7), MoveItem("19-23")]
    assert game.result == "*"


def test_a_result_inside_a_variation_is_a_remark() -> None:
    assert one("1. 32-28 (31-27 1-0) 19-23").items[1] == Variation([MoveItem("31-27"), Comment("1-0")])


BROKEN = {
    "unclosed comment": ("1. 32-28\n 19-23 {oops", 2, 8, "never closed"),
    "nested comment": ("1. 33-29 { a { b } }", 1, 20, "}"),
    "unclosed tag": ('[White "x"]\n[Black "y\n1. 32-28', 2, 1, "tag"),
    "tag without quotes": ("[White x]\n", 1, 1, "tag"),
    "unclosed variation": ('1. 32-28 (31-27\n[White "x"]', 1, 10, "never closed"),
    "unclosed variation at the end": ("1. 32-28 (31-27 (\n", 1, 17, "never closed"),
    "closing too much": ("1. 32-28)", 1, 9, ")"),
    "prose": ("lorem ipsum", 1, 1, "lorem"),
    "prose after moves": ("1. 32-28\n\n  White resigns", 3, 3, "White"),
    "strength before a move": ("! 32-28", 1, 1, "!"),
    "setup without a position": ("/hello/ 32-28", 1, 1, "setup"),
    "unclosed setup": ('1. 32-28 /FEN "W:W31:B1"', 1, 10, "setup"),
    "unclosed hint": ("1. 32x28 <12,", 1, 10, "captured"),
    "hint before a move": ("<12> 32x28", 1, 1, "captured"),
    "too deep": ("1. 32-28 " + "(31-27 " * 101, 1, 9 + 100 * 7 + 1, "nested"),
    "NUL": ("1. 32-28 \0", 1, 10, "u0000"),
}


@pytest.mark.parametrize(("text", "line", "column", "says"), BROKEN.values(), ids=BROKEN.keys())
def test_faults_have_a_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(PdnError) as caught:
        list(parse_text(text))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_reading_can_go_on_behind_a_fault() -> None:
    moves = {"1": "32-28 *", "2": "nonsense *", "3": "31-17 *", "4": "31-27"}
    text = "\n\n".join(f'[Event "{event}"]\n1. {move}' for event, move in moves.items())
    found = list(stream(text_source(text)))
    told = [(g.kind, g.error.line) if isinstance(g, Fault) else g.tags["Event"] for g in found]
    assert told == ["1", ("unreadable", 5), ("illegal", 8), "4"]
    assert [game.number for game in found] == [1, 2, 3, 4]


def test_games_know_their_number_and_place() -> None:
    first, second = parse_text('1. 32-28 *\n\n  [Event "x"]\n1. 31-27')
    assert (first.number, first.line, first.column) == (1, 1, 1)
    assert (second.number, second.line, second.column) == (2, 3, 3)
    assert second.error("here", next(second.moves()).at).line == 4


# ---- files


def test_old_files_are_read_as_latin(tmp_path: Path) -> None:
    path = tmp_path / "old.pdn"
    path.write_bytes('[White "Müller"]\n1. 32-28'.encode("latin-1"))
    assert next(parse_file(path)).tags["White"] == "Müller"


def test_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "wide.pdn"
    path.write_text('[White "Коган"]\n1. 32-28', encoding="utf-16")
    assert next(parse_file(path)).tags["White"] == "Коган"


def test_a_file_is_read_block_by_block(tmp_path: Path) -> None:
    """Many times the block: every game arrives whole, and the window never holds the file."""
    game = '[Event "{}"]\n[Result "*"]\n\n1. 32-28 {{{}}} 19-23 *\n\n'
    path = tmp_path / "big.pdn"
    path.write_text("".join(game.format(i, "x" * (i % 700)) for i in range(3000)))
    assert path.stat().st_size > 8 * BLOCK
    events = [(game.tags["Event"], texts(game)) for game in parse_file(path)]
    assert events == [(str(i), ["32-28", "19-23"]) for i in range(3000)]


class Stream:
    """A source without end that counts what is asked of it."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int) -> str:
        self.given += size
        return ("1. 32-28 19-23 *\n" * (size // 17 + 1))[:size]


def test_an_endless_source_gives_its_first_games_at_once() -> None:
    stream = Stream()
    games = parse_text(stream)  # type: ignore[arg-type]
    for _ in range(10):
        next(games)
    assert stream.given <= 2 * BLOCK


@pytest.mark.parametrize(
    "text",
    [
        "{" + "a" * 3_000_000,
        "[" * 2_000_000,
        "(" * 2_000_000,
        "1" + " " * 2_000_000,
        "1" * 3_000_000,
        "12" * 1_000_001,
        '"' * 2_000_000,
        '[A "' + "\\" * 2_000_001,
        "/" * 2_000_001,
        '[A "x" ' * 300_000,
        "<" + "1," * 1_000_000,
        "\0" * 2_000_000,
        "a1" * 600_000 + "!",
    ],
    ids=lambda text: text[:6],
)
def test_megabytes_of_nonsense_are_answered(text: str) -> None:
    with pytest.raises(PdnError) as caught:
        list(read_text(text))
    assert len(str(caught.value)) < 300
