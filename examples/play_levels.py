"""Two levels play a game, and the game is printed as PDN: python examples/play_levels.py [RULESET]"""

from __future__ import annotations

import sys

import crowned


def main(words: list[str]) -> int:
    names = [word for word in words if not word.startswith("--")]
    rules = crowned.ruleset(names[0] if names else "russian")
    engine = crowned.Engine(rules, hash_mb=8, seed=1)
    game = crowned.Game(rules, seed=1)
    longest = 20 if "--short" in words else 300
    while game.outcome is None and game.ply < longest:
        engine.play(game, 2 if game.actor is crowned.Side.WHITE else 4)
    print(crowned.pdn.write(game, {"White": "Level 2", "Black": "Level 4"}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
