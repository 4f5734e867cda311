"""Inputs whose reading takes more than linear time, looked for by chance.

    python bench/growth.py [--seconds 60] [--seed 1]

Small pieces of PDN, FEN, move text and Hub are repeated some thousand times, alone and in random
combinations; a text four times as long may take four times as long, plus noise. What takes more than
eight times is measured again and told. A machine that does other work makes the ratios noisy.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
from collections.abc import Callable
from time import process_time

from crowned import _native
from crowned.base import CrownedError
from crowned.engine import hub
from crowned.notation import fen
from crowned.notation.movetext import find_move
from crowned.notation.pdn import commands, stream
from crowned.notation.pdn.source import text_source
from crowned.position import ruleset

PDN = [
    *(
        "$1 ",
        "!",
        "! ",
        "{a} ",
        "{",
        "}",
        "(",
        ")",
        "(1. 32-28) ",
        "(32-28!) ",
        "[",
        "]",
        '[A "b"]',
        '[A "',
        '"]',
    ),
    *(
        "\n",
        "\n\n",
        " ",
        "\t",
        ";",
        ";a\n",
        "%\n",
        "%",
        "1.",
        "1. ",
        "...",
        "-",
        "- ",
        "*",
        " * ",
        "1-0 ",
        "1/2-1/2 ",
    ),
    *(
        "32-28 ",
        "19-23 ",
        "28x19x23 ",
        "3228 ",
        "a",
        "a1",
        "x",
        ":",
        "x ",
        "1",
        "12",
        "\\",
        '\\"',
        "<",
        ">",
        "<12,",
    ),
    *('/FEN "W::"/ ', "/", "/FEN", '[Event "?"]\n\n1. 32-28 *\n\n', "\n\n[Event ", '[FEN "W:W32:B1"]\n*\n\n'),
    *("{[%a", "[%a ", "[%act ", "{[%time 1]}", "{[%act resign]}", "é", "\ufeff", "46-41 4-9 41-46 9-4 "),
]
FEN = [
    "W",
    "B",
    ":",
    ",",
    "K",
    "1",
    "1-50,",
    "32,",
    "K46,",
    "[",
    "]",
    "[wb],",
    "H0:",
    "+0",
    ".",
    " ",
    '"',
    "G1,",
]
MOVES = ["32", "28", "-", "x", ":", " ", "a1", "a", "3", ">", "huff ", "spin ", "!", "*"]
HUB = ["w", "b", "e", "W", "pos ", "moves=", '"', "=", " ", "32-28 ", "level "]
STARTS = [
    "",
    '[GameType "20"]\n',
    '[FEN "W:WK46:BK4"]\n',
    '[Result "1"]\n',
    '[GameType "20"]\n\n1. 32-28 ',
    "{",
]
LENGTH = 12_000
SUSPICIOUS = 8.0


def read_pdn(text: str) -> None:
    for _ in stream(text_source(text)):
        pass


def read_fen(text: str) -> None:
    fen.read(ruleset("international"), text)


def read_move(text: str) -> None:
    find_move(ruleset("international").start(), text)


def read_hub(text: str) -> None:
    hub.read_line(text)


def read_comment(text: str) -> None:
    commands.split(text)
    commands.inert(text)


def follow(text: str) -> None:
    _native.follow(ruleset("international").start(), text)


READERS: dict[Callable[[str], None], list[str]] = {
    read_pdn: PDN,
    read_fen: FEN,
    read_move: MOVES,
    read_hub: HUB,
    read_comment: PDN,
    follow: MOVES,
}


def seconds(read: Callable[[str], None], text: str) -> float:
    began = process_time()
    with contextlib.suppress(CrownedError):
        read(text)
    return process_time() - began


def ratio(read: Callable[[str], None], start: str, unit: str, length: int) -> tuple[float, float]:
    """How much longer four times the text takes, and how long that is."""
    short, long = (start + unit * (size // max(1, len(unit))) for size in (length, 4 * length))
    times = [(seconds(read, short), seconds(read, long)) for _ in range(2)]
    one, four = (min(column) for column in zip(*times, strict=True))
    return four / max(one, 2e-3), four


def search(limit: float, chance: random.Random) -> list[dict[str, object]]:
    found = []
    began = process_time()
    singles = [(read, start, unit) for read, units in READERS.items() for unit in units for start in STARTS]
    while process_time() - began < limit:
        read, start, unit = singles.pop() if singles else _combined(chance)
        grew, _took = ratio(read, start, unit, LENGTH)
        if grew > SUSPICIOUS:
            again, longer = ratio(read, start, unit, 2 * LENGTH)
            if again > SUSPICIOUS:
                found.append(_told(read, start, unit, again, longer))
                print(json.dumps(found[-1], ensure_ascii=False), flush=True)
    return found


def _combined(chance: random.Random) -> tuple[Callable[[str], None], str, str]:
    read = chance.choice(list(READERS))
    unit = "".join(chance.choices(READERS[read], k=chance.randint(2, 4)))
    return read, chance.choice(STARTS), unit


def _told(read: Callable[[str], None], start: str, unit: str, grew: float, took: float) -> dict[str, object]:
    return {
        "reader": read.__name__,
        "start": start,
        "unit": unit,
        "ratio": round(grew, 1),
        "seconds": round(took, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = search(args.seconds, random.Random(args.seed))
    print(f"{len(found)} inputs take more than {SUSPICIOUS:g} times as long for four times the length")


if __name__ == "__main__":
    main()
