"""Teach a small network to judge positions, and let it play: python examples/learn_to_judge.py [RULESET]

The engine plays against itself with 1500 nodes a move and some random moves; the network (one hidden layer,
in NumPy) learns what its quiet positions are worth: the teacher's judgement, mixed with the game's result. It
then plays with a search of a few plies and judges the positions where nobody can capture. Where it may huff,
it does.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import numpy.typing as npt

import crowned

Array = npt.NDArray[np.float32]
TEACHER, OPENING, PLIES, STRAY, RESULT = 1500, 6, 160, 0.1, 0.2
"""Nodes of the teacher; random moves at the start; most moves; random ones later; weight of the result."""
HIDDEN, RATE, BATCH = 64, 1e-3, 512
DEPTH, FURTHER = 4, 6
"""Plies that are searched, and captures followed beyond them."""
PLAYING = 0.6
"""The share of the time in which games are played; the rest is for learning from them."""


def features(position: crowned.Position) -> Array:
    """Own and other men and kings by square, as the side to move sees the board."""
    squares = position.rules.squares
    cells = squares.files * squares.ranks
    seen = np.zeros(4 * cells, np.float32)
    own = str(position.side)[0]
    for name, column in position.pieces().items():
        cell = squares.cell(name)
        kind = 2 * (column[0].lower() != own) + column[0].isupper()
        seen[kind * cells + (cell if own == "w" else cells - 1 - cell)] = 1
    return seen


class Network:
    """Features in, the expected result between -1 and 1 out."""

    def __init__(self, inputs: int, seed: int = 1) -> None:
        dice = np.random.default_rng(seed)
        self.inside = (dice.standard_normal((inputs, HIDDEN)) * (2 / inputs) ** 0.5).astype(np.float32)
        self.shift = np.zeros(HIDDEN, np.float32)
        self.outside = (dice.standard_normal(HIDDEN) * 0.1).astype(np.float32)
        self.direct = np.zeros(inputs, np.float32)
        self.parts = (self.inside, self.shift, self.outside, self.direct)
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.updates = 0

    def judge(self, seen: Array) -> Array:
        hidden = np.maximum(seen @ self.inside + self.shift, 0)
        return np.asarray(np.tanh(hidden @ self.outside + seen @ self.direct), np.float32)

    def learn(self, seen: Array, results: Array) -> None:
        """One step of Adam towards these results."""
        hidden = np.maximum(seen @ self.inside + self.shift, 0)
        value = np.tanh(hidden @ self.outside + seen @ self.direct)
        slope = (value - results) * (1 - value * value) / len(seen)
        back = np.outer(slope, self.outside) * (hidden > 0)
        downs = (seen.T @ back, back.sum(axis=0), hidden.T @ slope, seen.T @ slope)
        self.updates += 1
        scale = RATE * (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
        for part, moments, down in zip(self.parts, self.moments, downs, strict=True):
            mean, square = moments
            mean += 0.1 * (down - mean)
            square += 0.001 * (down * down - square)
            np.subtract(part, scale * mean / (np.sqrt(square) + 1e-8), out=part)


# ---- games to learn from


def lesson(name: str, seed: int) -> tuple[Array, Array]:
    """The quiet positions of one game, and what they are worth to the side to move."""
    rules, dice = crowned.ruleset(name), np.random.default_rng(seed)
    game, engine = crowned.Game(rules), crowned.Engine(rules, hash_mb=1, seed=seed)
    seen, worth, sides = [], [], []
    while game.outcome is None and game.ply < PLIES:
        moves = game.moves()
        if game.ply < OPENING or dice.random() < STRAY:
            game.play(moves[dice.integers(len(moves))])
            continue
        found = engine.search(game, crowned.Limits(nodes=TEACHER))
        if not moves[0].captures:
            seen.append(features(game.position))
            worth.append(2 * found.score.expected - 1)
            sides.append(game.position.side)
        game.play(found.best or moves[0])
    winner = game.outcome.winner if game.outcome else None
    ended = [0.0 if winner is None else 1.0 if winner is side else -1.0 for side in sides]
    mixed = (1 - RESULT) * np.array(worth) + RESULT * np.array(ended)
    return np.array(seen, np.float32), mixed.astype(np.float32)


def lessons(name: str, seconds: float) -> tuple[Array, Array]:
    """As many games as there is time for, on all cores."""
    end, cores = time.monotonic() + seconds, os.cpu_count() or 1
    found: list[tuple[Array, Array]] = []
    with ProcessPoolExecutor(cores) as pool:
        while time.monotonic() < end:
            seeds = range(len(found), len(found) + 4 * cores)
            found += [game for game in pool.map(lesson, [name] * len(seeds), seeds) if len(game[0])]
    print(f"{len(found)} games to learn from", flush=True)
    return np.concatenate([seen for seen, _ in found]), np.concatenate([result for _, result in found])


def train(name: str, minutes: float, seed: int = 1) -> Network:
    begun = time.monotonic()
    seen, results = lessons(name, 60 * minutes * PLAYING)
    net, dice = Network(seen.shape[1], seed), np.random.default_rng(seed)
    while time.monotonic() - begun < 60 * minutes:
        rows = dice.integers(len(seen), size=BATCH)
        net.learn(seen[rows], results[rows])
    print(f"{len(seen):,} positions, {net.updates:,} steps", flush=True)
    return net


# ---- play


class Player:
    """Searches a few plies and lets the network judge quiet positions."""

    def __init__(self, net: Network, depth: int = DEPTH) -> None:
        self.net = net
        self.depth = depth

    def choose(self, game: crowned.Game) -> str:
        huffs = [action.text for action in game.actions() if action.kind == "huff"]
        return huffs[0] if huffs else self.best(game.position)

    def best(self, position: crowned.Position) -> str:
        found, best = "", -2.0
        for move in position.moves():
            value = -self.value(position.play(move), self.depth - 1, -2.0, -best)
            if value > best:
                found, best = move.text, value
        return found

    def value(self, position: crowned.Position, depth: int, low: float, high: float) -> float:
        """Alpha-beta, seen by the side to move."""
        moves = position.moves()
        if not moves:
            return -1.0 - 0.01 * depth
        if depth <= 0 and (depth <= -FURTHER or not moves[0].captures):
            return float(self.net.judge(features(position)))
        for move in moves:
            low = max(low, -self.value(position.play(move), depth - 1, -high, -low))
            if low >= high:
                break
        return low


def results(net: Network, name: str, level: int, games: int) -> Iterator[float]:
    """The points of the network against a level, from both sides and many openings."""
    rules, player, dice = crowned.ruleset(name), Player(net), np.random.default_rng(7)
    engine = crowned.Engine(rules, hash_mb=1, seed=7)
    for number in range(games):
        game, own = crowned.Game(rules), crowned.Side(number % 2)
        if number % 2 == 0:
            first = [int(dice.integers(1 << 30)) for _ in range(4)]
        while game.outcome is None and game.ply < 2 * PLIES:
            if game.ply < len(first):
                game.play(game.moves()[first[game.ply] % len(game.moves())])
            else:
                game.play(player.choose(game) if game.actor is own else engine.choose(game, level))
        winner = game.outcome.winner if game.outcome else None
        yield 0.5 if winner is None else float(winner is own)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset", nargs="?", default="koenig")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--short", action="store_true", help="a few seconds, to see that it runs")
    args = parser.parse_args(words)
    net = train(args.ruleset, 0.02 if args.short else args.minutes)
    for level in (1,) if args.short else (1, 2, 3, 4):
        points = list(results(net, args.ruleset, level, 1 if args.short else args.games))
        print(f"{100 * sum(points) / len(points):.0f} % against level {level}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
