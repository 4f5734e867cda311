"""How random games of a ruleset end, a thousand at a time: python examples/random_games.py [RULESET]"""

from __future__ import annotations

import sys

import crowned.rl


def main(words: list[str]) -> int:
    names = [word for word in words if not word.startswith("--")]
    env = crowned.rl.VecEnv(names[0] if names else "koenig", 256, seed=1, chance="rolled")
    wanted, plies = 300 if "--short" in words else 20_000, 0
    white = black = drawn = 0
    while white + black + drawn < wanted:
        env.step(env.sample())
        plies += env.n
        ended = env.results[env.dones == 1]
        white, black = white + int((ended > 0).sum()), black + int((ended < 0).sum())
        drawn += int((ended == 0).sum())
    games = white + black + drawn
    print(f"{games} games: White {white}, Black {black}, drawn {drawn}; {plies / games:.0f} actions a game")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
