"""Why every move of a beginner's list is right or wrong: python examples/explain_refusals.py"""

from __future__ import annotations

import sys

import crowned

TRIED = ("a3-b4", "c3-c4", "d4xf6", "e5-d4")


def main(_: list[str]) -> int:
    game = crowned.Game(crowned.ruleset("turm"))
    for text in ("c3-d4", "f6-e5"):
        game.play(text)
    print(game.position)
    for text in TRIED:
        verdict = crowned.judge(game, text)
        print(f"{text:7} {verdict.text('en')}  {' '.join(verdict.clauses)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
