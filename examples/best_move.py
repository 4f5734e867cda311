"""The three best moves of a position: python examples/best_move.py [RULESET FEN]"""

from __future__ import annotations

import sys

import crowned


def main(words: list[str]) -> int:
    names = [word for word in words if not word.startswith("--")]
    board = crowned.Board(*names) if names else crowned.Board("international")
    limits = crowned.Limits(depth=7 if "--short" in words else 15)
    info = crowned.Engine(board.rules, hash_mb=16).search(board.game, limits, multipv=3)
    print(board)
    for line in info.lines:
        print(f"{line.score.text:>7}  {line.text}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
