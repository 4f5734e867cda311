"""Bad input: exit status 2, one clear line, no traceback; and what help teaches."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from crowned.cli.app import COMMANDS
from tests.cli.tools import crowned, process

HOUSE = ("files=12", "ranks=12", "setup_rows=5", "captured=under", "same_tower=any")
ENDLESS = "W:WKk1:Bf2,h2,j2,c3,e3,k3,h4,c5,k5,d6,h6,c7,e7,g7,f8,j8,c9,e9,g9,d10,h10,j10,c11,e11"

BAD = {
    "no such command": (("dance",), "dance"),
    "a command misspelt": (("mvoes", "russian"), "did you mean moves?"),
    "no such ruleset": (("moves", "rusian"), "did you mean russian?"),
    "no such file": (("moves", "./nowhere.toml"), "nowhere.toml"),
    "no such axis": (("moves", "russian", "--option", "kings=short"), "did you mean king?"),
    "no such value": (("moves", "russian", "--option", "king=shrot"), "short"),
    "not an option": (("moves", "russian", "--option", "king"), "king=short"),
    "all faults of a position": (
        ("moves", "russian", "--fen", "W:Wa2,c3,c3:B"),
        "a2 is a light square; two pieces",
    ),
    "a man who should be a king": (("moves", "russian", "--fen", "W:Wb8:Bh8"), "crowning row"),
    "too many stones": (("moves", "turm", "--fen", "W:Wc3[" + "w" * 13 + "]:Bh8"), "13 stones"),
    "two knobs": (("moves", "valluik", "--fen", "W:Wc3:Bf6:SMM"), "knobs"),
    "no position": (("moves", "russian", "--fen", "lorem ipsum"), "W or B"),
    "no move": (("judge", "russian", "lorem ipsum"), "is not a move"),
    "no depth": (("perft", "russian", "deep"), "DEPTH"),
    "a negative depth": (("perft", "russian", "-1"), "depth"),
    "no arguments": (("perft",), "RULESET"),
    "an unknown flag": (("moves", "russian", "--colourful"), "--colourful"),
    "an unknown language": (("moves", "russian", "--lang", "fr"), "fr"),
    "no file of games": (("pdn", "check", "nowhere.pdn"), "nowhere.pdn: No such file"),
    "a folder without games": (("pdn", "check", "core"), "no PDN file"),
    "something else than check": (("pdn", "eat", "x.pdn"), "eat"),
    "an unknown ruleset to compare": (("rules", "russian", "--diff", "nope"), "nope"),
    "no measure of effort": (("rules", "russian", "--diff", "pool", "--effort", "nan"), "0 and 1000"),
    "a picture of no size": (("show", "russian", "--svg", "-", "--size", "-5"), "32 to 10000"),
    "a picture nowhere": (("show", "russian", "--svg", "/nowhere/board.svg"), "/nowhere/board.svg"),
    "a move that cannot be shown": (("show", "russian", "--move", "c3-e5"), "c3-e5"),
    "no transcript": (("verify", "nowhere.json"), "nowhere.json"),
    "play what": (("play",), "which game"),
    "more captures than can be listed": (
        ("moves", "russian", "--fen", ENDLESS, *(word for o in HOUSE for word in ("--option", o))),
        "branch too often",
    ),
}


@pytest.mark.parametrize(("words", "says"), BAD.values(), ids=BAD.keys())
def test_bad_input(words: tuple[str, ...], says: str) -> None:
    answer = crowned(*words)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("crowned")
    assert says in answer.err


def test_a_broken_ruleset_file_names_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\n[rules]\nking = "shrot"\nkings = 3\n')
    answer = crowned("moves", str(path))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "king" in answer.err
    assert "kings" in answer.err


def test_bad_input_as_a_process() -> None:
    answer = process("moves", "rusian")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == 'crowned: no ruleset "rusian"; did you mean russian?\n'


def test_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    """`crowned … | head -1` ends quietly, though a pipe full of text is left."""
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "20"]\n1. 32-23 *\n' * 3000)
    command = [sys.executable, "-m", "crowned.cli", "pdn", "check", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith("game 1")
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait() == 0


@pytest.mark.parametrize(("closing", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)])
def test_nobody_listens(closing: str, status: int) -> None:
    """A stream that the shell has closed is no fault; what was meant for it goes nowhere else."""
    command = f'"{sys.executable}" -m crowned rules russian {closing}'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, "")
    assert bool(done.stdout) == (closing == "2>&-")


def test_a_complaint_nobody_hears_is_not_said_elsewhere() -> None:
    command = f'"{sys.executable}" -m crowned moves rusian 2>&-'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
def test_the_overview_teaches(words: tuple[str, ...]) -> None:
    answer = crowned(*words)
    assert answer.status == 0
    assert all(name in answer.out for name in COMMANDS)
    assert "{" not in answer.out


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if ".cli." in command.module])
def test_every_command_teaches(name: str) -> None:
    answer = crowned(name, "--help")
    assert answer.status == 0
    assert f"crowned {name}" in answer.out
    assert "example" in answer.out


RUNNABLE = ("rulesets", "rules", "moves", "judge", "show", "perft")


@pytest.mark.parametrize("name", RUNNABLE)
def test_the_examples_work(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What help shows is run; the depths are lowered and files are written elsewhere."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text('id = "house"\nextends = "english"\n[title]\nen = "House"\n')
    lines = re.findall(rf"^  (crowned {name} .*|crowned {name})$", crowned(name, "--help").out, re.MULTILINE)
    assert lines
    for line in lines:
        words = [w.strip('"') for w in re.findall(r'"[^"]*"|\S+', re.split(" {2,}", line)[0])][1:]
        words = ["3" if word.isdecimal() and name == "perft" else word for word in words]
        if "ID" in words or "--diff" in words:
            continue
        answer = crowned(*words)
        assert answer.status in (0, 1), (line, answer.err)


def test_version() -> None:
    assert re.fullmatch(r"crowned \d+\.\d+\.\d+\n", crowned("--version").out)


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({}, "White"),
        ({"LANG": "de_DE.UTF-8"}, "Weiß"),
        ({"LANG": "nl_NL.UTF-8"}, "Wit"),
        ({"LANG": "fr_FR.UTF-8"}, "White"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "nl_NL.UTF-8"}, "Wit"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "White"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], word: str) -> None:
    answer = process("moves", "russian", "--fen", "W:Wa1:B", **environment)
    assert word in answer.out


def test_a_terminal_that_knows_no_letters_of_ours() -> None:
    answer = process("show", "russian", "--colour", "always", PYTHONIOENCODING="ascii")
    assert answer.status == 0
    assert "Traceback" not in answer.err


def test_start_up_loads_only_what_is_needed() -> None:
    """The quick commands stay quick: no server, no engine, no asyncio."""
    code = "import sys; from crowned.cli import main; main(['perft', 'russian', '1']); print(*sys.modules)"
    answer = process_code(code)
    loaded = {name.partition(".")[0] for name in answer.split()} | set(answer.split())
    assert not loaded & {
        "asyncio",
        "http",
        "ssl",
        "sqlite3",
        "uvicorn",
        "crowned.server",
        "crowned.notation.pdn",
    }


def process_code(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
