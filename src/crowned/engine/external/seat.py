"""The far side of `build:FOLDER`: an engine of another build of this program, asked line by line.

    python seat.py FOLDER

It runs with the modules of that build, however old, and so it uses only names that have always been there.
A line is {"rules": …, "hash": …, "seed": …} for a new game or {"start": FEN, "actions": […], "limits": {…}}
for a question; the answer is {"action": TEXT}.
"""

from __future__ import annotations

import json
import sys


class Seat:
    """One engine at a time, for one game at a time."""

    def begin(self, rules: str, toml: bool, hash_mb: int, seed: int) -> None:
        # The other build's modules, whose folder has only now been put in front.
        from crowned.engine import Engine  # noqa: PLC0415
        from crowned.position import Ruleset, ruleset  # noqa: PLC0415
        from crowned.rules import catalog  # noqa: PLC0415

        self.rules = Ruleset(catalog.load_text(rules)) if toml else ruleset(rules)
        self.engine = Engine(self.rules, hash_mb=hash_mb, threads=1, seed=seed)

    def choose(self, start: str, actions: list[str], limits: dict[str, float]) -> str:
        from crowned.engine import Limits  # noqa: PLC0415
        from crowned.game import Game  # noqa: PLC0415
        from crowned.position import Position  # noqa: PLC0415

        game = Game(self.rules, position=Position.from_fen(self.rules, start))
        for action in actions:
            game.play(action)
        asked = Limits(time=limits["time"], nodes=int(limits["nodes"]), depth=int(limits["depth"]))
        return self.engine.choose(game, asked).text


def main() -> None:
    sys.path[0] = sys.argv[1]
    seat = Seat()
    for line in sys.stdin:
        asked = json.loads(line)
        if "rules" in asked:
            seat.begin(asked["rules"], asked["toml"], asked["hash"], asked["seed"])
            answer = {}
        else:
            answer = {"action": seat.choose(asked["start"], asked["actions"], asked["limits"])}
        print(json.dumps(answer), flush=True)  # noqa: T201  whoever asked listens there


if __name__ == "__main__":
    main()
