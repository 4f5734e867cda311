"""The engines of py-draughts as Hub programs, run in that peer's own environment.

    python hub_py_draughts.py turbo|simple

Only what a match needs is spoken: the handshake, pos with moves, level, go, quit.
"""

from __future__ import annotations

import re
import sys

import draughts
from draughts.engines import SimpleEngine, TurboEngine

BOARDS = {
    "normal": draughts.StandardBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "frisian": draughts.FrisianBoard,
}
KIND = sys.argv[1]
VARIANTS = ["normal"] if KIND == "turbo" else list(BOARDS)


def say(text: str) -> None:
    print(text, flush=True)


def arguments(line: str) -> dict[str, str]:
    return {
        name: quoted or plain for name, quoted, plain in re.findall(r'([\w-]+)=(?:"([^"]*)"|(\S+))', line)
    }


def board_of(variant: str, text: str) -> draughts.BaseBoard:
    lists = {"w": [], "b": []}
    for number, piece in enumerate(text[1:], 1):
        if piece != "e":
            lists[piece.lower()].append(f"{'K' if piece.isupper() else ''}{number}")
    return BOARDS[variant].from_fen(f"{text[0]}:W{','.join(lists['w'])}:B{','.join(lists['b'])}")


def hub_text(move: draughts.Move) -> str:
    squares = [move.square_list[0], move.square_list[-1], *move.captured_list]
    return ("x" if move.captured_list else "-").join(str(square + 1) for square in squares)


def named(board: draughts.BaseBoard, text: str) -> draughts.Move:
    start, end, *taken = (int(number) - 1 for number in re.split("[-x]", text))
    for move in board.legal_moves:
        ends = (move.square_list[0], move.square_list[-1])
        if ends == (start, end) and set(move.captured_list) == set(taken):
            return move
    raise ValueError(f"{text} is no move here")


def seconds_of(level: dict[str, str]) -> float:
    if "move-time" in level:
        return float(level["move-time"])
    return (float(level.get("time", 5)) + float(level.get("inc", 0))) / 25


class Talk:
    """One method a command."""

    def __init__(self) -> None:
        self.variant = VARIANTS[0]
        self.board: draughts.BaseBoard | None = None
        self.engine = TurboEngine(depth_limit=None) if KIND == "turbo" else SimpleEngine(depth_limit=60)

    def hub(self, _given: dict[str, str]) -> None:
        say(f"id name={type(self.engine).__name__} version={draughts.__version__}")
        say(f'param name=variant value={self.variant} type=enum values="{" ".join(VARIANTS)}"')
        say("wait")

    def set_param(self, given: dict[str, str]) -> None:
        self.variant = given["value"]

    def init(self, _given: dict[str, str]) -> None:
        say("ready")

    def pos(self, given: dict[str, str]) -> None:
        self.board = board_of(self.variant, given["pos"])
        for text in given.get("moves", "").split():
            self.board.push(named(self.board, text))

    def level(self, given: dict[str, str]) -> None:
        self.engine.time_limit = seconds_of(given)

    def go(self, _given: dict[str, str]) -> None:
        say(f"done move={hub_text(self.engine.get_best_move(self.board))}")

    def quit(self, _given: dict[str, str]) -> None:
        sys.exit()


def main() -> None:
    talk = Talk()
    for line in sys.stdin:
        command = line.split(maxsplit=1)[0].replace("-", "_") if line.strip() else ""
        if method := getattr(talk, command, None):
            method(arguments(line))


main()
