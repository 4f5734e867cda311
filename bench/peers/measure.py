"""Times one library, inside that library's own virtual environment; standard library only.

Called as `python measure.py PEER` with the work as JSON on standard input; answers with JSON. Rates are per
second of this process's CPU time and the best of several rounds: on a shared machine both are steadier than
the clock. The boards of a round are made before the clock starts, so that nothing cached is measured.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, Protocol


class Peer(Protocol):
    """What a library must offer to be compared; each module beside this one is a Peer."""

    GAMES: dict[str, Any]

    def version(self) -> str: ...
    def perft(self, game: str, depth: int) -> int: ...
    def boards(self, fens: list[str]) -> list[Any]: ...
    def list_moves(self, boards: list[Any]) -> int: ...
    def pairs(self, boards: list[Any]) -> list[tuple[Any, Any]]: ...
    def play(self, pairs: list[tuple[Any, Any]]) -> None: ...
    def read_games(self, text: str) -> int: ...


def deepen(peer: Peer, game: str, seconds: float) -> dict[str, Any]:
    """Perft, one ply deeper each time until a count takes as long as asked; the last count is the figure."""
    counts: list[int] = []
    spent = 0.0
    while spent < seconds and len(counts) < 30:
        start = process_time()
        counts.append(peer.perft(game, len(counts) + 1))
        spent = process_time() - start
        if len(counts) > 1 and spent * counts[-1] / max(counts[-2], 1) > 12 * seconds:
            break  # the next ply would take too long
    return {"counts": counts, "rate": counts[-1] / max(spent, 1e-9)}


def best_rate(prepare: Callable[[], Any], work: Callable[[Any], Any], units: int, seconds: float) -> float:
    """Units per CPU second in the best round, over at least three rounds and the time asked for.

    The time asked for includes the making of boards, which in some libraries takes longer than the work.
    """
    best = 0.0
    rounds = 0
    began = process_time()
    while rounds < 3 or process_time() - began < 10 * seconds:
        prepared = prepare()
        start = process_time()
        work(prepared)
        best = max(best, units / max(process_time() - start, 1e-9))
        rounds += 1
    return best


def api_rates(peer: Peer, fens: list[str], repeat: int, seconds: float) -> dict[str, float]:
    """Moves listed and moves played per second, through the library's Python interface."""
    many = fens * repeat
    played = peer.pairs(peer.boards(fens))
    return {
        "positions": best_rate(lambda: peer.boards(many), peer.list_moves, len(many), seconds),
        "plays": best_rate(lambda: played * repeat, peer.play, len(played) * repeat, seconds),
        "moves_per_position": len(played) / len(fens),
    }


def pdn_rate(peer: Peer, text: str, games: int, seconds: float) -> float:
    if (read := peer.read_games(text)) != games:
        raise ValueError(f"read {read} of {games} games")
    return best_rate(lambda: text, peer.read_games, games, seconds)


def attempt(measure: Callable[[], Any]) -> Any:
    """A figure, or the library's own error in its place: one failing peer must not end the comparison."""
    try:
        return measure()
    except Exception as error:  # whatever a peer raises
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def measure(peer: Peer, work: dict[str, Any]) -> dict[str, Any]:
    seconds, repeat = work["seconds"], work["repeat"]
    games = [game for game in work["games"] if game in peer.GAMES]
    answer: dict[str, Any] = {"version": peer.version()}
    answer["perft"] = {game: attempt(lambda game=game: deepen(peer, game, seconds)) for game in games}
    if work["api"]:
        answer["api"] = attempt(lambda: api_rates(peer, work["fens"], repeat, seconds))
        answer["pdn"] = attempt(lambda: pdn_rate(peer, work["pdn"], work["pdn_games"], seconds))
    return answer


if __name__ == "__main__":
    json.dump(measure(importlib.import_module(sys.argv[1]), json.load(sys.stdin)), sys.stdout)
