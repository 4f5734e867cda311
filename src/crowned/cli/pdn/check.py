"""`crowned pdn check`: can the games be read, and are all moves legal?"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from crowned.cli.common import as_json
from crowned.cli.pdn.reading import Games, told
from crowned.notation.pdn import Fault, Loaded


def run(args: argparse.Namespace) -> int:
    games = Games(args)
    plies = 0
    guesses = Guesses()
    for game in games:
        if isinstance(game, Loaded):
            plies += game.plies
            guesses.note(game)
        where = f"{game.file}: " if len(games.files) > 1 else ""
        for line in _lines(args, game, where):
            games.say(line)
    if not args.json:
        for line in (*guesses.lines(), _sum(games.counts, plies, games.interrupted)):
            print(line)
    return games.status


def _lines(args: argparse.Namespace, game: Loaded | Fault, where: str) -> list[str]:
    if args.json:
        return [as_json(data(game))]
    if args.quiet:
        return []
    if isinstance(game, Fault):
        return [f"{where}game {game.number}: {game.error.faults[0]}"]
    return [f"{where}game {game.number}: {warning}" for warning in game.warnings]


class Guesses:
    """What was guessed, summed up for each file."""

    def __init__(self) -> None:
        self._sures: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0])
        self._others: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def note(self, game: Loaded) -> None:
        if game.guess is None:
            return
        key = game.file, game.guess.ruleset
        self._sures[key][0] += 1
        self._sures[key][1] += game.guess.sure
        self._others[key].update(game.guess.others)

    def lines(self) -> Iterator[str]:
        for (file, name), (count, sure) in self._sures.items():
            percent = min(99, round(100 * sure / count))
            others = [other for other, _ in self._others[file, name].most_common(3)]
            else_ = f"; could also be {', '.join(others)}" if others else ""
            games = told(int(count), "game")
            yield f"{file or 'games'}: no GameType; {games} read as {name} ({percent} % sure{else_})"


def data(game: Loaded | Fault) -> dict[str, Any]:
    """One game as JSON, a line each."""
    if isinstance(game, Fault):
        place = {"line": game.error.line, "column": game.error.column, "error": game.error.faults[0]}
        return {"file": game.file, "game": game.number, "ok": False, "kind": game.kind, **place}
    answer: dict[str, Any] = {
        "file": game.file,
        "game": game.number,
        "ok": True,
        "ruleset": game.rules.id,
        "plies": game.plies,
        "result": game.result,
        "line": game.line,
        "warnings": list(game.warnings),
    }
    if game.guess is not None:
        answer["guessed"] = {"sure": round(game.guess.sure, 4), "others": list(game.guess.others)}
    return answer


def _sum(counts: Counter[str], plies: int, interrupted: bool) -> str:
    games = told(counts.total(), "game") + (" so far" if interrupted else "")
    if not counts["illegal"] + counts["unreadable"]:
        return f"{games}, {plies} plies: all sound"
    return f"{games}: {counts['sound']} sound, {counts['illegal']} illegal, {counts['unreadable']} unreadable"
