"""A match: pairs are played until all are played, or until the test has its answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from crowned.engine.match.plan import Opening, Pair, Plan
from crowned.engine.match.run import Runner, play_here
from crowned.engine.match.stats import Estimate, Sprt, Tally, estimate


@dataclass(frozen=True, slots=True)
class Standing:
    """The match after one more pair."""

    pair: Pair
    tally: Tally
    sprt: Sprt | None = None

    @property
    def estimate(self) -> Estimate:
        return estimate(self.tally)

    @property
    def verdict(self) -> float | None:
        """The hypothesis the test accepts; None without a test, or while it is open."""
        return self.sprt.verdict(self.tally) if self.sprt else None


def play_match(
    plan: Plan,
    openings: Iterable[Opening],
    pairs: int,
    *,
    runner: Runner = play_here,
    sprt: Sprt | None = None,
) -> Iterator[Standing]:
    """The standings, one per pair; the last one is the result."""
    tally = Tally()
    playing = runner(plan, islice(openings, pairs))
    try:
        for pair in playing:
            if not pair.games:
                continue  # broken off
            scores = [game.score for game in pair.games]
            tally = tally.with_pair(scores, sum(game.points for game in pair.games))
            standing = Standing(pair, tally, sprt)
            yield standing
            if standing.verdict is not None:
                return
    finally:
        playing.close()  # type: ignore[attr-defined]  # runners are generators
