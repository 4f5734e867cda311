"""Suites of position, game, referee, engine and notation, run inside Pyodide against the core for browsers.

A sample: of the cases of every test function each so many-th. `CROWNED_EVERY=1` runs them all (an hour).
`make test` takes one case of every third function, and a core that is compiled quickly (scripts/sample.sh);
where `make pocket` has been run it is what browsers get.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
WHEELS = ROOT / ".tools/wheels-tests"
POCKET, QUICK = ROOT / "build/pocket", ROOT / "build/wasm-sample"
WHOLE = (POCKET / "pocket.json").exists()
pytestmark = pytest.mark.skipif(
    not (WHOLE or (QUICK / "_wasm.so").exists()) or not list(WHEELS.glob("hypothesis-*.whl")),
    reason="neither `make pocket` nor `make sample` has been run",
)

LEFT_OUT = {
    "processes": [
        "tests/position/test_copies.py",
        "tests/engine/test_engine_use.py::test_a_guest_tells_its_line",
        "tests/engine/test_engine_use.py::test_a_guest_tells_several_lines",
        "tests/engine/test_engine_use.py::test_a_guest_sees_the_winning_move_first",
        "tests/engine/test_engine_use.py::test_a_program_may_end_while_its_engine_thinks",
        "tests/engine/test_search.py::test_memory_does_not_grow",
    ],
    "threads": [
        "tests/position/test_budget.py::test_others_run_while_captures_branch",
        "tests/notation/test_pdn_guess.py::test_a_fifo_is_read_byte_by_byte",
        "tests/engine/test_engine_use.py::test_a_second_search_waits_for_the_first",
        "tests/engine/test_search.py::test_threads_agree_on_forced_wins",
        "tests/engine/test_search.py::test_threads_share_the_work",
        "tests/engine/test_exact_endings.py",
        "tests/engine/test_exact_search.py",
    ],
    "a search that others stop": [
        "tests/engine/test_engine_use.py::test_who_searches_already_is_told_so",
        "tests/engine/test_engine_use.py::test_who_waits_may_give_up",
        "tests/engine/test_search.py::test_a_search_can_be_stopped_from_outside",
        "tests/engine/test_search.py::test_closing_the_iterator_ends_the_search",
    ],
    "an event loop of its own": [
        "tests/engine/test_engine_use.py::test_an_awaited_search_answers",
        "tests/engine/test_engine_use.py::test_cancelling_stops_the_search",
        "tests/engine/test_engine_use.py::test_leaving_the_loop_stops_the_search",
        "tests/engine/test_engine_use.py::test_a_fault_reaches_who_awaits",
        "tests/engine/test_engine_use.py::test_a_position_is_enough_to_choose_in",
    ],
    "matches, tuning and commands, which the pocket leaves at home": [
        "tests/notation/test_png.py",
        "tests/engine/test_ballots.py",
        "tests/engine/test_book.py",
        "tests/engine/test_match.py",
        "tests/engine/test_match_stats.py",
        "tests/engine/test_other_build.py",
        "tests/engine/test_net.py",
        "tests/engine/test_tune.py",
    ],
}
"""What a browser's Python has not, by the reason."""
SAMPLE = {"position": 5, "game": 5, "referee": 10, "notation": 10, "engine": 25}
"""Of the cases of a function each so many-th: about a minute each on a quiet machine."""
LEAST = {"position": 50, "game": 50, "referee": 20, "notation": 50, "engine": 50}
"""So many tests are run at least: a sample of nothing proves nothing."""
THIRD = 3
"""Of the functions each so many-th, and of their cases one, where there is only a sample of the core."""


def left_out(suite: str) -> list[str]:
    named = [name for names in LEFT_OUT.values() for name in names if name.startswith(f"tests/{suite}/")]
    return [f"--deselect={name}" if "::" in name else f"--ignore={name}" for name in named]


@pytest.mark.parametrize("suites", [[suite] for suite in SAMPLE] if WHOLE else [[*SAMPLE]], ids="-".join)
def test_suites_pass_in_the_browsers_python(suites: list[str], tmp_path: Path) -> None:
    """Together, where there is little to do: half of that is starting Python."""
    report = tmp_path / "report.xml"
    every = os.environ.get("CROWNED_EVERY", str(SAMPLE[suites[0]]) if WHOLE else f"1/{THIRD}")
    site = Path(pytest.__file__).parents[1]
    built = POCKET if WHOLE else QUICK
    command = ["node", "tests/wasm/suites.mjs", str(built), str(site), str(WHEELS), str(report), every]
    done = subprocess.run(
        [
            *command,
            *(f"tests/{suite}" for suite in suites),
            *(name for suite in suites for name in left_out(suite)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=3600,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    total = next(iter(ElementTree.parse(report).getroot().iter("testsuite")))
    least = sum(LEAST[suite] for suite in suites)
    assert int(total.attrib["tests"]) >= (least if WHOLE else least // THIRD)


def test_what_is_left_out_is_there() -> None:
    """A name that no longer fits would leave nothing out and go unseen."""
    for name in (name for names in LEFT_OUT.values() for name in names):
        path, _, function = name.partition("::")
        text = (ROOT / path).read_text("utf-8")
        assert not function or f"def {function.partition('[')[0]}(" in text, name
