"""Every command: what it answers, in text and as JSON."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from crowned.position import ruleset
from crowned.rules import catalog
from tests.cli.tools import crowned, process


def test_rulesets() -> None:
    assert [entry["id"] for entry in crowned("rulesets", "--json").json] == list(catalog.ids())
    text = crowned("rulesets", "--lang", "de").out
    assert all(catalog.load(name).title["de"] in text for name in catalog.ids())


# ---- perft


def test_perft() -> None:
    answer = crowned("perft", "english", "5", "--json").json
    assert answer.keys() == {"ruleset", "fen", "depth", "nodes", "seconds"}
    assert (answer["ruleset"], answer["depth"], answer["nodes"]) == ("english", 5, 7361)
    assert answer["fen"] == ruleset("english").start().fen
    assert "7361 nodes" in crowned("perft", "english", "5").out


def test_perft_of_a_position_divided() -> None:
    answer = crowned("perft", "russian", "2", "--fen", "W:Wc3:Bh8", "--divide", "--json").json
    assert sum(answer["divide"].values()) == answer["nodes"]
    assert answer["divide"].keys() == {"c3-b4", "c3-d4"}
    text = crowned("perft", "russian", "2", "--fen", "W:Wc3:Bh8", "--divide").out
    assert "c3-b4" in text


def test_perft_of_depth_zero() -> None:
    assert crowned("perft", "russian", "0", "--json").json["nodes"] == 1


# ---- moves


def test_moves() -> None:
    answer = crowned("moves", "russian", "--fen", "W:Wc3:Bd4,f6", "--json").json
    assert answer == {
        "to_move": "white",
        "outcome": None,
        "must_spin": False,
        "moves": [
            {
                "move": "c3xe5xg7",
                "path": ["c3", "e5", "g7"],
                "captures": ["d4", "f6"],
                "falls": False,
                "after": "B:Wg7:B",
            }
        ],
    }
    assert crowned("moves", "russian", "--fen", "W:Wc3:Bd4,f6").out == "c3xe5xg7\n"


def test_moves_of_all_spins() -> None:
    answer = crowned("moves", "valluik", "--fen", "W:Wa1:Bh8:SMLMM", "--json").json
    assert answer["must_spin"] is True
    assert {m["move"]: m["spin"] for m in answer["moves"]} == {
        "a1-b2": "black",
        "G1>L": "green",
        "G1>R": "green",
        "G2>L": "green",
        "G2>R": "green",
        "O1>M": "orange",
        "O2>L": "orange",
        "O2>R": "orange",
    }
    slide = next(m for m in answer["moves"] if m["move"] == "G1>L")
    assert "path" not in slide
    assert slide["after"] == "B:Wa1:Bh8:SLLMM"


def test_moves_of_one_spin() -> None:
    answer = crowned("moves", "valluik", "--fen", "W:Wa1:Bh8:SMMMM:Xblack", "--json").json
    assert answer["must_spin"] is False
    assert [m["move"] for m in answer["moves"]] == ["a1-b2"]
    assert "spin" not in answer["moves"][0]


def test_a_piece_that_falls() -> None:
    (move,) = crowned("moves", "valluik", "--fen", "W:Wb2:Bc3,h8:SMMLM", "--json").json["moves"] or [None]
    assert move["falls"] is False
    fall = crowned("moves", "valluik", "--fen", "W:Wa1:Bb2,h8:SLMMM", "--json").json["moves"]
    assert [(m["move"], m["falls"]) for m in fall] == [("a1xc3", True)]
    assert crowned("moves", "valluik", "--fen", "W:Wa1:Bb2,h8:SLMMM").out == "a1xc3 (falls)\n"


def test_moves_of_a_game_that_is_over() -> None:
    answer = crowned("moves", "russian", "--fen", "W:W:Bh8", "--json").json
    assert answer["moves"] == []
    assert answer["outcome"] == {"winner": "black", "reason": "no_pieces", "points": None}
    assert "Schwarz gewinnt" in crowned("moves", "russian", "--fen", "W:W:Bh8", "--lang", "de").out


def test_options_and_files(tmp_path: Path) -> None:
    fen = ("--fen", "W:WKa1:Bh8")
    flying = crowned("moves", "russian", *fen, "--json").json["moves"]
    short = crowned("moves", "russian", "--option", "king=short", *fen, "--json").json["moves"]
    assert len(flying) > len(short) == 1
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\nextends = "russian"\n[title]\nen = "House"\n[rules]\nking = "short"\n')
    assert crowned("moves", str(path), *fen, "--json").json["moves"] == short


# ---- judge


def test_judge() -> None:
    answer = crowned("judge", "blasen", "g3-h4", "--fen", "W:Wc3,g3:Bd4", "--json")
    assert answer.status == 0
    data = answer.json
    assert data.keys() == {"verdict", "reason", "clauses", "evidence", "removable", "remedies", "text"}
    assert data["verdict"] == "offence"
    assert data["removable"] == ["c3"]
    assert data["remedies"] == ["huff", "takeback", "accept"]
    assert "c3xe5" in data["evidence"]
    assert data["clauses"]


@pytest.mark.parametrize(
    ("words", "status", "verdict"),
    [
        (("russian", "c3-d4"), 0, "accepted"),
        (("russian", "c3-c4"), 1, "refused"),
        (("russian", "c3xe5", "--fen", "W:Wc3:Bd4,f6"), 1, "incomplete"),
        (("international", "48x26", "--fen", "W:WK48:B9,19,21,34"), 1, "ambiguous"),
        (("blasen", "huff", "c3", "--fen", "W:Wc3,e3:Bd4", "--after", "e3-f4"), 0, "accepted"),
        (("blasen", "huff c3", "--fen", "W:Wc3,e3:Bd4", "--after", "e3-f4"), 0, "accepted"),
        (("blasen", "huff e3", "--fen", "W:Wc3,e3:Bd4", "--after", "e3-f4"), 1, "refused"),
    ],
)
def test_the_exit_status_of_a_verdict(words: tuple[str, ...], status: int, verdict: str) -> None:
    answer = crowned("judge", *words, "--json")
    assert (answer.status, answer.json["verdict"]) == (status, verdict)
    assert crowned("judge", *words).status == status
    assert crowned("judge", *words).out.startswith(verdict)


def test_the_referee_speaks_three_languages() -> None:
    texts = {crowned("judge", "russian", "c3-c4", "--lang", lang).out for lang in ("de", "nl", "en")}
    assert len(texts) == 3


def test_where_else_a_move_would_be_correct() -> None:
    words = ("judge", "russian", "c3-b4", "--fen", "W:Wc3,e3:Bd4", "--elsewhere", "--json")
    answer = crowned(*words).json
    assert answer["verdict"] == "refused"
    assert isinstance(answer["elsewhere"], list)
    assert "russian" not in answer["elsewhere"]


# ---- rules


@pytest.mark.parametrize("lang", ["de", "nl", "en"])
def test_the_rule_sheet(lang: str) -> None:
    answer = crowned("rules", "turm", "--lang", lang, "--json").json
    cited = {
        clause for section in answer["sections"] for rule in section["rules"] for clause in rule["clauses"]
    }
    assert {"R4.7", "R4.26", "R4.28"} <= cited
    text = crowned("rules", "turm", "--lang", lang).out
    assert answer["title"] in text
    assert "R4.26" in text


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "Setzt Reichweite der Dame: kurz (in der Spielart „Pinzgauer Dame mit kurzer Dame“)"),
        ("nl", "Bepaalt Bereik van de dam: kort (in de variant ‘Pinzgauer dammen met korte dam’)"),
        ("en", "Sets Range of the king: short (in the variation “Pinzgau draughts with a short king”)"),
    ],
)
def test_a_clause_that_only_a_variant_follows(lang: str, said: str) -> None:
    assert said in " ".join(crowned("rules", "pinzgau", "--clause", "R1.21", "--lang", lang).out.split())


def test_a_clause_names_every_game_in_which_it_sets_a_rule() -> None:
    doors = " ".join(crowned("rules", "valluik", "--clause", "R2.38", "--lang", "en").out.split())
    assert "(in the variations “Trapdoor draughts with snapping doors” and “Trapdoor draughts, Amer" in doors
    kings = crowned("rules", "pinzgau-kurz", "--clause", "R1.18", "--lang", "en").out
    assert "flying (in the game “Pinzgau draughts”)" in kings


def test_how_rulesets_differ() -> None:
    answer = crowned("rules", "koenig", "--diff", "blasen", "--json").json
    by_axis = {axis: entry for entry in answer["differences"] for axis in entry["axes"]}
    assert by_axis["king"]["position"] is not None
    assert by_axis["touch_move"]["position"] is None


def test_a_ruleset_does_not_differ_from_itself() -> None:
    assert crowned("rules", "koenig", "--diff", "koenig", "--json").json["differences"] == []
    assert "the same game is played" in crowned("rules", "koenig", "--diff", "koenig", "--lang", "en").out


def test_boards_that_cannot_be_compared() -> None:
    text = crowned("rules", "russian", "--diff", "international", "--lang", "en").out
    assert "boards differ" in text


def test_difference_in_words() -> None:
    text = crowned("rules", "koenig", "--diff", "blasen", "--lang", "de").out
    assert "nur blasen:" in text


# ---- show


def test_show() -> None:
    assert crowned("show", "russian").out.rstrip().endswith(ruleset("russian").start().fen)
    data = crowned("show", "valluik", "--fen", "W:Wa1:Bh8:SLMMM", "--json").json
    assert data["pieces"] == {"a1": "w", "h8": "b"}
    assert data["open_doors"] == ["c3"]


def test_show_towers_and_doors_in_letters() -> None:
    text = crowned("show", "turm", "--fen", "W:Wc3[wbB]:Bh8[Bw]").out
    assert "wbB" in text
    assert "1+2" in text
    doors = crowned("show", "valluik", "--fen", "W:Wa1:Bh8:SLMMM").out
    assert "G1 (L)" in doors
    assert "(O)" in doors


def test_show_in_colour() -> None:
    assert "\x1b[" not in crowned("show", "russian").out
    assert "\x1b[" in crowned("show", "russian", "--colour", "always").out


def test_show_as_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert crowned("show", "russian", "--move", "c3-d4", "--svg", str(path)).status == 0
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert crowned("show", "russian", "--svg", "-").out.startswith("<svg")


# ---- pdn


GOOD = '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n'
ILLEGAL = '[GameType "20"]\n1. 32-28 19-23\n2. 37-32 *\n'
BROKEN = '[GameType "20"]\n1. 32-28 {never closed\n'


def test_pdn_check(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GOOD + GOOD)
    answer = crowned("pdn", "check", str(path))
    assert (answer.status, answer.out, answer.err) == (0, "2 games, 8 plies: all sound\n", "")


def test_pdn_check_tells_of_every_game(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GOOD + "\n" + ILLEGAL + "\n" + GOOD)
    answer = crowned("pdn", "check", str(path))
    assert answer.status == 1
    assert "game 2: line 6, column 4: 2. 37-32" in answer.out
    assert "3 games: 2 sound, 1 illegal, 0 unreadable" in answer.out
    lines = crowned("pdn", "check", str(path), "--json").out.splitlines()
    assert len(lines) == 3
    assert '"line": 6, "column": 4' in lines[1]


def test_pdn_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GOOD + "\n" + BROKEN)
    answer = crowned("pdn", "check", str(path))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "line 5, column 10" in answer.err


def test_pdn_from_the_standard_input() -> None:
    assert process("pdn", "check", "-", stdin=GOOD).status == 0


def test_pdn_of_a_game_the_file_does_not_name(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. c3-d4 d6-e5 *\n")
    assert crowned("pdn", "check", str(path), "--ruleset", "russian").status == 0
    assert crowned("pdn", "check", str(path), "--ruleset", "international").status == 1


# ---- bench, verify


def test_bench() -> None:
    answer = crowned("bench", "perft", "--seconds", "0", "turm", "--json").json
    assert answer["results"][0]["ruleset"] == "turm"
    assert answer["results"][0]["nodes"] > 0
    assert "turm" in crowned("bench", "perft", "turm", "--seconds", "0").out


def test_bench_list_finds_the_leaves_of_perft() -> None:
    listed, counted = (
        crowned("bench", what, "--seconds", "0", "russian", "--json").json["results"][0]
        for what in ("list", "perft")
    )
    assert (listed["depth"], listed["nodes"]) == (counted["depth"], counted["nodes"])
    assert "moves listed" in crowned("bench", "list", "russian", "--seconds", "0").out


def test_bench_search_proves_the_tree_by_its_signature() -> None:
    first, second = (crowned("bench", "search", "turm", "--nodes", "2000", "--json").json for _ in range(2))
    assert first["results"][0]["signature"] == second["results"][0]["signature"] > 0
    assert first["results"][0]["nodes"] >= 2000


def test_verify_refuses_what_is_no_transcript(tmp_path: Path) -> None:
    path = tmp_path / "transcript.json"
    path.write_text("{}")
    answer = crowned("verify", str(path))
    assert answer.status in (1, 2)
    assert "Traceback" not in answer.err


def test_a_difference_in_looks_is_not_searched_for() -> None:
    shown = crowned("rules", "blasen", "--diff", "pinzgau", "--lang", "en").out
    assert shown.count("This changes names and looks") == 1
    assert "takeback" in shown


@pytest.mark.parametrize("lang", ["de", "nl", "en"])
def test_a_file_that_says_little_has_a_sheet(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[title]\nen = "House"\n[rules]\nfiles = 10\nking = "flying"\n')
    answer = crowned("rules", str(path), "--lang", lang)
    assert answer.status == 0
    assert answer.out.startswith("House\n")
    assert crowned("rules", str(path), "--json").json["about"] == ""


@pytest.mark.parametrize("name", catalog.ids())
@pytest.mark.parametrize("columns", [28, 40, 200])
def test_boards_fit_the_terminal(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    *board, fen = crowned("show", name).out.rstrip("\n").split("\n")
    assert max(map(len, board)) <= columns
    pieces = "".join(line[3:] for line in board)
    assert pieces.count("w") >= len(fen.split(":")[1].split(",")) > 0


def test_texts_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (30, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert max(map(len, crowned("rulesets").out.split("\n"))) <= columns
