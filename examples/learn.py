"""Teach a small network a game by playing against itself: python examples/learn.py [RULESET] [--minutes 10]

An actor-critic in plain NumPy: one hidden layer, a policy over the step encoding, a value for who acts. After
every step of all boards the value of the next position, seen from the same side, corrects both.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
import numpy.typing as npt

import crowned.rl
from crowned.rl.levels import level

Array = npt.NDArray[np.float32]
BOARDS, HIDDEN, RATE, ENTROPY = 256, 160, 7e-4, 0.01


class Network:
    """Planes in; logits of all actions and a value between -1 and 1 out."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.inside = (dice.standard_normal((inputs, HIDDEN)) * (2 / inputs) ** 0.5).astype(np.float32)
        self.outside = (dice.standard_normal((HIDDEN, actions + 1)) * 0.01).astype(np.float32)
        self.moments = [np.zeros_like(part) for part in (self.inside, self.outside) for _ in range(2)]
        self.updates = 0

    def forward(self, planes: Array) -> tuple[Array, Array, Array]:
        hidden = np.maximum(planes @ self.inside, 0)
        out = hidden @ self.outside
        return hidden, out[:, :-1], np.tanh(out[:, -1])

    def learn(self, planes: Array, hidden: Array, slope: Array) -> None:
        """One step of Adam down the slope of the outputs."""
        back = (slope @ self.outside.T) * (hidden > 0)
        self.updates += 1
        for i, (part, down) in enumerate(((self.inside, planes.T @ back), (self.outside, hidden.T @ slope))):
            mean, square = self.moments[2 * i], self.moments[2 * i + 1]
            mean += 0.1 * (down - mean)
            square += 0.001 * (down * down - square)
            scale = RATE * (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
            np.subtract(part, scale * mean / (np.sqrt(square) + 1e-8), out=part)


def seen(observations: npt.NDArray[np.uint8]) -> Array:
    flat = observations.reshape(len(observations), -1).astype(np.float32)
    return np.minimum(flat, 1.0)


def chances(logits: Array, mask: npt.NDArray[np.uint8]) -> Array:
    open_only = np.where(mask == 1, logits, -1e9)
    weights = np.exp(open_only - open_only.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


def drawn(share: Array, dice: np.random.Generator) -> npt.NDArray[np.int32]:
    chosen = (share.cumsum(axis=1) > dice.random((len(share), 1))).argmax(axis=1)
    return np.asarray(chosen, np.int32)


def train(name: str, minutes: float, seed: int = 1) -> Network:
    env = crowned.rl.VecEnv(name, BOARDS, seed=seed, encoding="step", chance="rolled", max_plies=200)
    dice, rows = np.random.default_rng(seed), np.arange(BOARDS)
    net = Network(int(np.prod(env.observations.shape[1:])), env.actions, seed)
    end, planes = time.monotonic() + 60 * minutes, seen(env.observations)
    while time.monotonic() < end:
        hidden, logits, value = net.forward(planes)
        share, players = chances(logits, env.mask), env.players.copy()
        actions = drawn(share, dice)
        env.step(actions)
        behind = seen(env.observations)
        after = net.forward(behind)[2] * np.where(env.players == players, 1, -1)
        target = np.clip(env.rewards, -1, 1) + np.where(env.dones == 1, 0, after)
        gain = target - value
        slope = np.zeros((BOARDS, env.actions + 1), np.float32)
        surprise = np.log(share + 1e-9)
        slope[:, :-1] = share * gain[:, None] + ENTROPY * share * (
            surprise - (share * surprise).sum(axis=1, keepdims=True)
        )
        slope[rows, actions] -= gain
        slope[:, -1] = -gain * (1 - value * value)
        net.learn(planes, hidden, np.asarray(slope / BOARDS, np.float32))
        planes = behind
    print(f"{net.updates * BOARDS:,} actions learned from")
    return net


def against_chance(net: Network, name: str, games: int) -> float:
    """The share of points against random moves, from both sides."""
    env = crowned.rl.VecEnv(name, 128, seed=99, encoding="step", chance="rolled", max_plies=300)
    sides, points, played = np.arange(128) % 2, 0.0, 0
    while played < games:
        share = chances(net.forward(seen(env.observations))[1], env.mask)
        actions = np.where(env.players == sides, share.argmax(axis=1), env.sample()).astype(np.int32)
        env.step(actions)
        for board in np.flatnonzero(env.dones):
            own = np.sign(env.results[board]) * (1 if sides[board] == 0 else -1)
            points, played = points + (1 + float(own)) / 2, played + 1
    return points / played


def against_level(net: Network, name: str, number: int, games: int) -> float:
    """The share of points against a level of the engine, from both sides."""
    rules, dice = crowned.ruleset(name), np.random.default_rng(5)
    opponent, points = level(rules, number, seed=5), 0.0
    for game in range(games):
        env = crowned.rl.SlowEnv(rules, encoding="step", max_plies=200, seed=game)
        while not env.over:
            if env.chance:
                env.step(crowned.rl.ROLL)
            elif env.player == game % 2:
                share = chances(net.forward(seen(env.observation()[None]))[1], env.mask()[None])
                env.step(int(drawn(share**2 / (share**2).sum(), dice)[0]))
            else:
                env.step(opponent(env, dice))
        points += (1 + float(np.sign(env.result)) * (1 if game % 2 == 0 else -1)) / 2
    return points / games


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset", nargs="?", default="koenig")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--short", action="store_true", help="a few seconds, to see that it runs")
    args = parser.parse_args(words)
    games = 20 if args.short else 400
    net = train(args.ruleset, 0.02 if args.short else args.minutes)
    print(f"{100 * against_chance(net, args.ruleset, games):.0f} % against random moves")
    for number in (1,) if args.short else (1, 2, 3):
        share = against_level(net, args.ruleset, number, 2 if args.short else 40)
        print(f"{100 * share:.0f} % against level {number}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
