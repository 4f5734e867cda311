"""Learning weights: generations of self-play, each followed by a fit to all games still kept.

Everything is seeded and written down as it comes, so that a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from crowned import _native
from crowned.base import BadInput
from crowned.base.interrupts import ending_at_once
from crowned.engine import weightfile
from crowned.position.ruleset import Ruleset, ruleset
from crowned.tables.probe import open_tables

HASH_MB = 4
"""Short searches need small tables, and small ones stay in the cache."""
DICE_TRUST = 0.1
"""The share of results where dice decide them."""
CHUNK = 40
"""Games per piece of work: small enough to spread and to lose."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how thoroughly to learn."""

    generations: int = 3
    games: int = 20_000
    """Many short searches teach more than few long ones: patterns are many, and each must be seen."""
    nodes: int = 500
    random_plies: int = 8
    keep: int = 4
    """Generations whose games are still learned from."""
    epochs: int = 5
    rate: float = 0.04
    caution: float = 4.0
    trust: float = 0.3
    """The share of a game's result in what is learned; the rest is the score of the search. Results say
    little about single positions: a larger share learns noise, and more so where dice decide."""
    net_epochs: int = 6
    net_rate: float = 0.002
    onward_rate: float = 0.0007
    """Where a network is there already it goes on learning, in smaller steps."""
    tables: bool = False
    """Whether the endgame tables that are there decide games with few pieces."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Progress:
    """What a run has reached, for whoever shows it."""

    generation: int
    generations: int
    games: int
    of: int
    seconds: float
    samples: int = 0
    loss: float = 0.0

    @property
    def text(self) -> str:
        head = f"generation {self.generation}/{self.generations}  games {self.games}/{self.of}"
        tail = f"  positions {self.samples}  loss {self.loss:.4f}" if self.samples else ""
        return f"{head}{tail}  {self.seconds:.0f} s"


Listener = Callable[[Progress], None]
Spread = Callable[[str, bytes, Plan, int, int], Iterator[bytes]]
"""Plays one generation's games somewhere, from a chunk on, and yields their samples chunk by chunk."""


class Tuner:
    """One run of learning for one ruleset, in one folder."""

    def __init__(
        self, rules: Ruleset, folder: Path, plan: Plan, source: str = "", start: str | None = None
    ) -> None:
        self.rules, self.folder, self.plan = rules, folder, plan
        self.source = source or rules.id
        self.searcher = make_searcher(rules)
        weightfile.furnish(self.searcher, rules.spec, start)
        folder.mkdir(parents=True, exist_ok=True)
        self.generation = self._resume()

    @property
    def weights_path(self) -> Path:
        return self.folder / f"{self.rules.id}{weightfile.SUFFIX}"

    def run(self, spread: Spread, listener: Listener) -> Path:
        """All generations that are left; the path of the weights."""
        while self.generation < self.plan.generations:
            self._play(spread, listener)
            with ending_at_once():  # the games are kept, and fitted again by who goes on
                self._fit(listener)
            self.generation += 1
            self._save()
        return self.weights_path

    def _resume(self) -> int:
        """The generation to go on with; a folder of another plan or other rules is refused."""
        note = self.folder / "run.json"
        mine = {"fingerprint": self.rules.spec.fingerprint, **asdict(self.plan), "generations": 0}
        if not note.exists():
            note.write_text(json.dumps({"plan": mine, "done": 0}))
            return 0
        kept = json.loads(note.read_text())
        if kept["plan"] != mine:
            raise BadInput("the folder holds a run with other rules or settings", str(self.folder))
        if kept["done"]:
            self.searcher.load(weightfile.read(self.weights_path.read_bytes(), str(self.weights_path))[1])
        return int(kept["done"])

    def _save(self) -> None:
        weightfile.write(self.weights_path, self.rules.spec.fingerprint, self.searcher.weights())
        note = self.folder / "run.json"
        kept = json.loads(note.read_text())
        note.write_text(json.dumps({**kept, "done": self.generation}))

    def _samples_path(self, generation: int) -> Path:
        return self.folder / f"games-{generation:03d}.bin"

    def _play(self, spread: Spread, listener: Listener) -> None:
        path = self._samples_path(self.generation)
        if path.exists():
            return
        began, part = time.monotonic(), path.with_suffix(".part")
        sizes = path.with_suffix(".sizes")
        kept = _kept(part, sizes)
        weights = self.searcher.weights()
        with part.open("r+b" if kept else "wb") as out, sizes.open("a") as note:
            out.seek(out.truncate(sum(kept)))
            blocks = spread(self.source, weights, self.plan, self.generation, len(kept))
            for done, block in enumerate(blocks, len(kept) + 1):
                out.write(block)
                out.flush()
                note.write(f"{len(block)}\n")
                note.flush()
                listener(self._progress(min(done * CHUNK, self.plan.games), began))
        part.replace(path)
        sizes.unlink()

    def _fit(self, listener: Listener) -> None:
        began, plan = time.monotonic(), self.plan
        first = max(0, self.generation - plan.keep + 1)
        blocks = [self._samples_path(g).read_bytes() for g in range(first, self.generation + 1)]
        if first:
            self._samples_path(first - 1).unlink(missing_ok=True)
        seed = plan.seed * 1000 + self.generation
        count, _, after = self.searcher.train(blocks, plan.epochs, plan.rate, plan.caution, plan.trust, seed)
        # Patterns first, alone; the network then learns what they leave unsaid.
        onward = self.searcher.has_network
        rate = plan.onward_rate if onward else plan.net_rate
        _, _, with_net = self.searcher.train_net(blocks, plan.net_epochs, rate, plan.trust, seed, onward)
        listener(replace(self._progress(plan.games, began), samples=count, loss=with_net or after))

    def _progress(self, games: int, began: float) -> Progress:
        seconds = time.monotonic() - began
        return Progress(self.generation + 1, self.plan.generations, games, self.plan.games, seconds)


def make_searcher(rules: Ruleset) -> _native.Searcher:
    return _native.Searcher(rules, HASH_MB)


def _kept(part: Path, sizes: Path) -> list[int]:
    """The sizes of the whole chunks of a run that was broken off; a line may be broken off, too."""
    if not (part.exists() and sizes.exists()):
        sizes.unlink(missing_ok=True)
        return []
    found = [int(line) for line in sizes.read_text().splitlines(keepends=True) if line.endswith("\n")]
    whole = found if sum(found) <= part.stat().st_size else []
    sizes.write_text("".join(f"{size}\n" for size in whole))
    return whole


def _chunks(plan: Plan, generation: int, first: int) -> list[tuple[int, int]]:
    """Games and seed of each piece of work from one on."""
    pieces = range(first * CHUNK, plan.games, CHUNK)
    base = (plan.seed * 1009 + generation) * 1_000_003
    return [(min(CHUNK, plan.games - begun), base + begun) for begun in pieces]


def play_chunk(rules: Ruleset, weights: bytes, plan: Plan, games: int, seed: int) -> bytes:
    """One piece of work: self-play with these weights."""
    searcher = make_searcher(rules)
    searcher.load(weights)
    few = consult_tables(searcher, rules) if plan.tables else 0
    return searcher.self_play(rules.start(), games, plan.nodes, plan.random_plies, seed, few)


def consult_tables(searcher: _native.Searcher, rules: Ruleset) -> int:
    """Let a searcher look into the tables of its rules; up to how many pieces they go, 0 without any."""
    tables = open_tables(rules)
    if tables is None or tables.native.chance:
        return 0
    searcher.consult(tables.native)
    return tables.pieces


def on_cores(workers: int) -> Spread:
    """Self-play on this machine; the core lets go of the interpreter, so threads are enough."""

    def spread(source: str, weights: bytes, plan: Plan, generation: int, first: int) -> Iterator[bytes]:
        rules = ruleset(source)
        pool = ThreadPoolExecutor(max(1, workers))
        try:
            work = [
                pool.submit(play_chunk, rules, weights, plan, games, seed)
                for games, seed in _chunks(plan, generation, first)
            ]
            # In the order of submission: equal seeds give equal files.
            yield from (piece.result() for piece in work)
        finally:
            pool.shutdown(cancel_futures=True)

    return spread


def on_ray(address: str) -> Spread:
    """Self-play on a Ray cluster, where the package is installed on every node."""
    from crowned.engine.match.cluster import connected  # noqa: PLC0415  only for who has a cluster

    ray = connected(address)

    def elsewhere(source: str, weights: bytes, plan: Plan, games: int, seed: int) -> bytes:
        return play_chunk(ruleset(source), weights, plan, games, seed)

    remote = ray.remote(elsewhere)

    def spread(source: str, weights: bytes, plan: Plan, generation: int, first: int) -> Iterator[bytes]:
        shared, pieces = ray.put(weights), _chunks(plan, generation, first)
        work = [remote.remote(source, shared, plan, games, seed) for games, seed in pieces]
        yield from (ray.get(piece) for piece in work)

    return spread


# ---- the command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `crowned tune`."""
    plan = Plan()
    parser.add_argument("ruleset", help="a ruleset's id or file")
    parser.add_argument("--out", type=Path, help="folder of the run (default: tune-RULESET)")
    parser.add_argument("--generations", type=int, default=plan.generations)
    parser.add_argument("--games", type=int, default=plan.games, help="games per generation")
    parser.add_argument("--nodes", type=int, default=plan.nodes, help="nodes per move in self-play")
    parser.add_argument(
        "--start", help='weights to begin with: a file, or "hand" (default: the nearest shipped ones)'
    )
    parser.add_argument(
        "--trust",
        type=float,
        help=f"share of results in what is learned (default: {plan.trust}, with dice {DICE_TRUST})",
    )
    parser.add_argument(
        "--tables",
        action="store_true",
        help="let the endgame tables that are there decide games with few pieces",
    )
    parser.add_argument("--seed", type=int, default=plan.seed)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="threads on this machine")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="spread self-play over a Ray cluster; `local` starts one here",
    )


def run(args: argparse.Namespace) -> int:
    """`crowned tune`: learn weights, showing progress on standard error; the path goes to standard output."""
    rules = ruleset(args.ruleset)
    trust = args.trust if args.trust is not None else DICE_TRUST if rules.sliders else Plan().trust
    plan = Plan(args.generations, args.games, args.nodes, trust=trust, tables=args.tables, seed=args.seed)
    folder = args.out or Path(f"tune-{Path(args.ruleset).stem}")
    tuner = Tuner(rules, folder, plan, args.ruleset, args.start)
    spread = on_ray(args.ray) if args.ray else on_cores(args.workers)
    path = tuner.run(spread, _show)
    sys.stderr.write("\n")
    sys.stdout.write(f"{path}\n")
    return 0


def _show(progress: Progress) -> None:
    end = "\n" if progress.samples else ""
    sys.stderr.write(f"\r\x1b[K{progress.text}{end}")
    sys.stderr.flush()
