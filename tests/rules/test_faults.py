"""Bad ruleset files: every class of fault is named with its place, and all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from crowned.base import RulesetError
from crowned.rules import catalog
from crowned.rules.load import DEEPEST, LARGEST, LONGEST_LINE

# ruff: noqa: E501 (a table of texts and the faults they give reads best with one pair to a line)

TITLE = '[title]\nen = "Test"\n'
DOORS = 'doors = ["G1 c3 g3", "O1 b4 f4", "O2 c5 g5", "G2 b6 f6"]\n'

AXIS_FAULTS = {
    # text under [rules] -> the fault it must give
    'king = "fly"': 'rules.king: "fly" is not a value; accepted: short, flying; did you mean flying?',
    "king = 3": "rules.king: one word is wanted, not 3; accepted: short, flying",
    'files = "8"': 'rules.files: a whole number is wanted, not "8"',
    "files = 8.5": "rules.files: a whole number is wanted, not 8.5",
    "files = true": "rules.files: a whole number is wanted, not true",
    "files = 99": "rules.files: 99 is out of range; accepted: 4 to 12",
    "men_back = 1": "rules.men_back: true or false is wanted, not 1",
    'men_back = "yes"': 'rules.men_back: true or false is wanted, not "yes"',
    'priority = "most"': 'rules.priority: a list is wanted, not "most"',
    'priority = ["most", "most"]': 'rules.priority: "most" stands there twice',
    'priority = ["biggest"]': 'rules.priority: "biggest" is not a value; accepted: most, with_king, most_kings, king_earliest, value',
    "spinner = [1, 2]": "rules.spinner: 3 numbers are wanted, not 2",
    "spinner = [1, 2, 100]": "rules.spinner: 100 is out of range; accepted: 0 to 99",
    "spinner = 3": "rules.spinner: a list is wanted, not 3",
    "doors = [1]": 'rules.doors: each slider is a text like "G1 c3 g3"',
    "doors = 1": "rules.doors: a list is wanted, not 1",
    "kign = 1": "rules.kign: no such axis; did you mean king?",
    "zzz = 1": "rules.zzz: no such axis",
    "majority = true": "rules.majority: no such axis; it is an option's name, a file sets the axis itself",
    'king = { clause = "R0.1" }': "rules.king: the value is missing; write { is = … }",
    'king = { is = "short", claus = "R0.1" }': "rules.king.claus: no such key; did you mean clause?",
    'king = { is = "short", clause = 3 }': "rules.king.clause: one clause or a list of up to 16 is wanted",
    'king = { is = "short", house = "yes" }': 'rules.king.house: true or false is wanted, not "yes"',
    'king = { is = "short", note = "x" }': 'rules.king.note: a table of texts in de, nl, en is wanted, not "x"',
    'king = { is = "short", note = { fr = "x" } }': "rules.king.note.fr: no such key",
    "remedies = [1979-05-27]": "rules.remedies: one word is wanted, not a date; accepted: huff, takeback, accept",
}
CONTRADICTIONS = {
    "men_sideways = true": "rules.men_sideways: a man on diagonals has no sideways step",
    'lines = "orthogonal"': "rules.lines: orthogonal steps lead to light squares",
    'squares = "all"': "rules.squares: diagonal steps stay on the squares of one colour",
    'squares = "all"\nlines = "orthogonal"\ncapture_lines = "all"': "rules.capture_lines: where pieces step straight",
    'files = 7\nranks = 7\ndark_corner = "right"': "rules.dark_corner: with an odd number of files",
    "setup_rows = 4": "rules.setup_rows: the set-up needs 9 ranks, one of them empty; the board has 8",
    "setup_gap = 1": "rules.setup_rows: the set-up needs 9 ranks",
    'captured = "under"\n' + DOORS: "rules.doors: towers and trapdoors do not go together",
    'captured = "under"\nenforcement = "huff"': "rules.enforcement: where captured = under nothing leaves the board",
    'enforcement = "huff"\n' + DOORS: "rules.enforcement: with doors a capture is tested before the spin",
    "must_capture = false\n" + DOORS: "rules.must_capture: with doors a capture takes the place of the spin",
    'doors = ["G1 c3"]': "rules.doors: one to eight sliders are wanted",
    'doors = ["X1 c3 g3"]': "rules.doors: one to eight sliders are wanted",
    'doors = ["G1 c3 g3"]': "rules.spinner: the wheel can stop on orange, but no slider is orange",
    'doors = ["O1 c3 g3"]': "rules.spinner: the wheel can stop on green, but no slider is green",
    'doors = ["G1 c3 g3", "G1 b4 f4", "O2 c5 g5", "G2 b6 f6"]': "rules.doors: there are two sliders G1",
    "doors = ["
    + ", ".join(f'"G{n} a1 c1"' for n in range(1, 10))
    + "]": "rules.doors: 9 sliders are too many",
    'doors = ["G1 a3 c3", "O1 b4 f4", "G2 e3 g3", "G3 c3 g3"]': "rules.doors: G3: c3 already belongs to G1",
    'files = 12\ndoors = ["G1 a3 c3", "G2 e3 g3", "O1 i3 k3"]': "rules.doors: O1: row 3 has two sliders already",
    DOORS.replace("c3", "c4"): 'rules.doors: G1: "c4" is not a playing square',
    DOORS.replace("c3", "x9"): 'rules.doors: G1: "x9" is not a playing square',
    DOORS.replace("b4", "c3"): "rules.doors: O1: c3 already belongs to G1",
    DOORS.replace("c3 g3", "g3 c3"): "rules.doors: G1: its left door lies to the right of its right door",
    "spinner = [0, 1, 1]": "rules.spinner: black, the first weight, must be at least 1",
    "spinner = [1, 0, 0]\n" + DOORS: "rules.spinner: green and orange are both 0",
    'enforcement = "huff"\nmust_capture = false\nmust_continue = false': "rules.enforcement: huff punishes a missed capture",
    'enforcement = "huff"\nremedies = []': "rules.remedies: huff needs at least one remedy",
    'huff_target = "moved_piece"': "rules.huff_target: moved_piece has no meaning without enforcement huff",
    "huff_is_move = true": "rules.huff_is_move: true has no meaning without enforcement huff",
    'same_tower = "any"': "rules.same_tower: any has no meaning without captured = under",
    'captive_rank = "lost"': "rules.captive_rank: lost has no meaning without captured = under",
    "draw_repetition = 1": "rules.draw_repetition: 1 would end every game at its first position",
    'door_mode = "snap"': "rules.door_mode: snap has no meaning without doors",
    'blocked_check = "on_black_spin"': "rules.blocked_check: on_black_spin has no meaning without doors",
}
FILE_FAULTS = {
    # whole files -> the fault they must give
    "": "title: missing; give at least one of de, nl, en",
    '[title]\nen = "  "': "title: missing",
    'title = "Test"': 'title: a table of texts in de, nl, en is wanted, not "Test"',
    "[title]\nen = 3": "title.en: a text is wanted, not 3",
    TITLE + 'fr = "Essai"': "title.fr: no such key",
    '[title]\nen = "' + "x" * 81 + '"': "title.en: the text is longer than 80 characters",
    '[title]\nen = "a\\u0007b"': "title.en: the text holds unprintable characters",
    'id = "Not An Id"\n' + TITLE: 'id: "Not An Id" is not a name of small letters, digits and hyphens',
    "id = 7\n" + TITLE: "id: a text is wanted, not 7",
    "rulez = 1\n" + TITLE: "rulez: no such key; did you mean rules?",
    "rules = 1\n" + TITLE: "rules: a table is wanted, not 1",
    "extends = 1\n" + TITLE: "extends: an id or a path is wanted, not 1",
    'extends = "nothing-like-it"\n' + TITLE: 'extends: no ruleset "nothing-like-it"',
    'extends = "../other.toml"\n'
    + TITLE: 'extends: "../other.toml" is a path; only an id may be extended here',
    TITLE + "[sides.green]": "sides.green: no such key",
    TITLE + '[verdicts]\nmust_captur = "1"': "verdicts.must_captur: no such key; did you mean must_capture?",
    TITLE + "[verdicts]\nmust_capture = 1": "verdicts.must_capture: one clause or a list of up to 16",
    TITLE + "[sides]\nwhite = 1": "sides.white: a table is wanted, not 1",
    TITLE + '[sides.white]\ncolour = "red"': 'sides.white.colour: "red" is not a colour like #f4ecd8',
    TITLE + "[pdn]\ngame_type = -1": "pdn.game_type: -1 is not a number from 0 to 999",
    TITLE + '[pdn]\nseparator = "+"': 'pdn.separator: "+" is not a value; accepted: x, :, -',
    TITLE + '[presets.king.x]\nking = "short"': "presets.king: an axis or option has this name already",
    TITLE + '[presets.p.x]\nkong = "short"': "presets.p.x.kong: no such axis; did you mean king?",
    TITLE + '[presets.p.x]\nking = "fly"': 'presets.p.x.king: "fly" is not a value',
    TITLE + "[presets.p]\nx = 1": "presets.p.x: a table is wanted, not 1",
    TITLE + '[presets.P.x]\nking = "short"': 'presets.P: "P" is not a name of small letters and underscores',
}
SYNTAX = {
    "\nking = =": "not TOML: Invalid value (at line 2, column 8)",
    "king = ": "not TOML: Invalid value (at end of document)",
    '[title\nen = "x"': "not TOML: Expected ']' at the end of a table declaration (at line 1, column 7)",
    "a = 1\na = 2\n": "not TOML: Cannot overwrite a value (at line 2, column 6)",
    "x = 2000-01-01T99:00:00": "not TOML: ",
    "x = 2000-02-31": "not TOML: ",
    "x = " + "[" * 3000: "not a ruleset: nested too deeply",
    "x = " + "{a=" * 1200: "not a ruleset: nested too deeply",
    "x" * (LONGEST_LINE + 1): f"line 1: longer than {LONGEST_LINE} characters",
    "#\n" * LARGEST: "larger than 64 KiB; this is no ruleset file",
}


def faults_of(text: str | bytes) -> tuple[str, ...]:
    with pytest.raises(RulesetError) as caught:
        catalog.load_text(text)
    assert caught.value.source == "ruleset"
    assert all(line.isprintable() for line in caught.value.faults)
    return caught.value.faults


@pytest.mark.parametrize("text", AXIS_FAULTS)
def test_a_wrong_value_is_named_with_its_place(text: str) -> None:
    assert faults_of(f"{TITLE}[rules]\n{text}") == (AXIS_FAULTS[text],)


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_values_that_contradict_each_other_are_refused(text: str) -> None:
    assert faults_of(f"{TITLE}[rules]\n{text}")[0].startswith(CONTRADICTIONS[text])


@pytest.mark.parametrize("text", FILE_FAULTS)
def test_a_wrong_part_of_the_file_is_named(text: str) -> None:
    assert faults_of(text)[0].startswith(FILE_FAULTS[text])


@pytest.mark.parametrize("text", SYNTAX)
def test_what_is_no_toml_says_where(text: str) -> None:
    assert faults_of(text)[0].startswith(SYNTAX[text])


def test_all_faults_are_collected_in_one_go() -> None:
    found = faults_of('rulez = 1\n[rules]\nking = "fly"\nkign = 2\nfiles = 99\n')
    assert {line.split(":")[0] for line in found} == {
        "rulez",
        "title",
        "rules.king",
        "rules.kign",
        "rules.files",
    }


def test_many_faults_stay_a_readable_message() -> None:
    text = TITLE + "[rules]\n" + "".join(f"axis_{n} = 1\n" for n in range(4000))
    with pytest.raises(RulesetError) as caught:
        catalog.load_text(text)
    assert len(caught.value.faults) == 200
    assert len(str(caught.value)) < 5000


def test_bytes_that_are_no_text_say_where() -> None:
    assert faults_of(b"\xff\xfe") == ("not UTF-8 text at byte 1",)
    assert faults_of("title = '\udcff'")[0].startswith("not UTF-8 text at byte 10")


def test_a_byte_order_mark_does_no_harm() -> None:
    assert catalog.load_text(b"\xef\xbb\xbf" + TITLE.encode()).title["de"] == "Test"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_files_that_extend_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path, "one.toml", f'extends = "two.toml"\n{TITLE}')
    write(tmp_path, "two.toml", f'extends = "./one.toml"\n{TITLE}')
    with pytest.raises(RulesetError, match="extends itself in a circle"):
        catalog.load(one)
    itself = write(tmp_path, "itself.toml", f'extends = "itself.toml"\n{TITLE}')
    with pytest.raises(RulesetError, match="extends itself in a circle"):
        catalog.load(str(itself))


def test_a_very_long_chain_is_refused(tmp_path: Path) -> None:
    for n in range(DEEPEST + 2):
        write(tmp_path, f"r{n}.toml", f'extends = "r{n + 1}.toml"\n{TITLE}')
    with pytest.raises(RulesetError, match="more than 16 files extend each other"):
        catalog.load(tmp_path / "r0.toml")


def test_faults_of_a_parent_are_told_with_its_name(tmp_path: Path) -> None:
    write(tmp_path, "parent.toml", TITLE + '[rules]\nking = "fly"')
    child = write(tmp_path, "child.toml", f'extends = "parent.toml"\n{TITLE}[rules]\nfiles = 1')
    with pytest.raises(RulesetError) as caught:
        catalog.load(child)
    assert caught.value.faults[0].startswith('extends: parent.toml: rules.king: "fly" is not a value')
    assert caught.value.faults[1].startswith("rules.files: 1 is out of range")


def test_places_that_are_no_plain_file_are_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.toml"
    loop.symlink_to(loop)
    child = write(tmp_path, "child.toml", f'extends = "loop.toml"\n{TITLE}')
    nul = write(tmp_path, "nul.toml", f'extends = "a\\u0000/b.toml"\n{TITLE}')
    for place in (
        tmp_path,
        tmp_path / "missing.toml",
        loop,
        child,
        nul,
        Path("/dev/zero"),
        "/x" * 5000,
        "a/\0",
    ):
        with pytest.raises(RulesetError):
            catalog.load(place)


TOGETHER = {
    # text under [rules] -> the axes named, in order: wrong values first, then what contradicts whatever they were
    'files = 40\nbare_loses = true\ngoal = "lose"\ntouch_binds = "any"': [
        "files",
        "bare_loses",
        "touch_binds",
    ],
    'captured = "undr"\nbare_loses = true\ngoal = "lose"': ["captured", "bare_loses"],
    'men_back = 7\nsquares = "all"': ["men_back", "squares"],
    'man_captures = ["up"]\nlines = "orthogonal"': ["man_captures", "lines"],
    'numbers_from = "top"\nsetup = ["x9"]\ncrown_squares = ["a2"]': [
        "numbers_from",
        "setup",
        "crown_squares",
    ],
    'setup = ["z"]\nking_steps = ["back_left"]\nking_captures = ["back_right"]': [
        "setup",
        "king_steps",
        "king_captures",
    ],
    'doors = [1]\nhuff_is_move = true\ntouch_binds = "any"': ["doors", "huff_is_move", "touch_binds"],
    'king = { is = "flying", claus = 1 }\ntouch_binds = "any"': ["king", "touch_binds"],
    # what only a stand-in would contradict
    "files = 40\nsetup_rows = 4\nranks = 10": ["files"],
    "ranks = 40\nsetup_rows = 4": ["ranks"],
    'goal = "loose"\nbare_loses = true': ["goal"],
    'touch_move = "yes"\ntouch_binds = "any"': ["touch_move"],
    'touch_mvoe = true\ntouch_binds = "any"': ["touch_mvoe"],
    'majority = true\npriority_binds = "piece"': ["majority"],
    'doors = [1]\ndoor_mode = "snap"': ["doors"],
}


@pytest.mark.parametrize("text", TOGETHER)
def test_contradictions_are_told_together_with_wrong_values(text: str) -> None:
    found = faults_of(f"{TITLE}[rules]\n{text}")
    assert [line.split(":")[0].split(".")[1] for line in found] == TOGETHER[text]


def test_a_parent_that_cannot_be_read_contradicts_nothing() -> None:
    text = (
        f'extends = "nothing-like-it"\n{TITLE}[rules]\ntouch_binds = "any"\nbare_loses = true\ngoal = "lose"'
    )
    assert [line.split(":")[0] for line in faults_of(text)] == ["extends", "rules.bare_loses"]


def test_faults_of_options_come_together_too() -> None:
    with pytest.raises(RulesetError) as caught:
        catalog.load("koenig").with_options(
            {"files": "40", "bare_loses": "yes", "goal": "lose", "magority": "on"}
        )
    assert [line.split(":")[0] for line in caught.value.faults] == [
        "option files",
        "option magority",
        "bare_loses",
    ]
