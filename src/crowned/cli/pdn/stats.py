"""`crowned pdn stats`: results, lengths, openings and players, by ruleset."""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from crowned.base import Side
from crowned.cli.common import print_json
from crowned.cli.pdn.reading import Games, told
from crowned.notation.pdn import Loaded

WINNERS: dict[str, Side | None] = {
    "1-0": Side.WHITE,
    "2-0": Side.WHITE,
    "0-1": Side.BLACK,
    "0-2": Side.BLACK,
    "1/2-1/2": None,
    "1-1": None,
}
NOBODY = ("", "?")
LONGEST_START = 4000
"""Characters in which the opening is looked for."""
_TAGS = re.compile(r'(?:\s*\[\w+\s+"(?:[^"\\]|\\.)*+"\s*\])+')
_NOISE = re.compile(r"\[[^\]\n]*\]|\{[^}]*\}|;[^\n]*|\([^()]*\)|[0-9]+\s*\.+")
_MOVE = re.compile(r"(?:[a-l]?[0-9]{1,2})(?:[-x:][a-l]?[0-9]{1,2})+")


@dataclass
class Score:
    """Games of a player, or of a ruleset as White had them."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, winner: Side | str | None, side: Side) -> None:
        self.games += 1
        if not isinstance(winner, str):
            self.won += winner is side
            self.drawn += winner is None
            self.lost += winner is not None and winner is not side

    def join(self, other: Score, turned: bool) -> None:
        """Take over what another one has counted; turned, if it took the winners for the losers."""
        self.games += other.games
        self.won += other.lost if turned else other.won
        self.drawn += other.drawn
        self.lost += other.won if turned else other.lost

    @property
    def percent(self) -> float | None:
        counted = self.won + self.drawn + self.lost
        return 100 * (self.won + self.drawn / 2) / counted if counted else None

    @property
    def data(self) -> dict[str, Any]:
        percent = None if self.percent is None else round(self.percent, 1)
        return {
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "percent": percent,
        }


@dataclass
class Tally:
    """The games of one ruleset. Names and openings grow with what is different, not with the games.

    A result is written for White, says the standard; in games that Black begins, many files write it for the
    player who begins. Which of the two a file does, its games tell: who gives up is mostly the one to move.
    """

    score: Score = field(default_factory=Score)
    for_white: int = 0
    """Decided games that end as if the result were written for White, less the others."""
    for_first: int = 0
    """Games of files whose results are written for the player who begins."""
    plies: int = 0
    shortest: int = 0
    longest: int = 0
    openings: Counter[str] = field(default_factory=Counter)
    players: defaultdict[str, Score] = field(default_factory=lambda: defaultdict(Score))

    def add(self, game: Loaded, opening: int) -> None:
        winner = WINNERS.get(game.result.replace(" ", ""), "unknown")
        self.score.add(winner, Side.WHITE)
        if isinstance(winner, Side):
            self.for_white += 1 if game.position.side is winner.other else -1
        first = self.score.games == 1
        self.plies += game.plies
        self.shortest = game.plies if first else min(self.shortest, game.plies)
        self.longest = max(self.longest, game.plies)
        if "FEN" not in game.tags and game.plies >= opening > 0:
            self.openings[first_moves(game.plain or game.text, opening)] += 1
        for side in Side:
            if (name := game.player(side).strip()) not in NOBODY:
                self.players[name].add(winner, side)

    def join(self, file: Tally, black_begins: bool) -> None:
        """Take over the games of one more file."""
        turned = black_begins and file.for_white < 0
        self.for_first += file.score.games if turned else 0
        self.shortest = min(self.shortest, file.shortest) if self.score.games else file.shortest
        self.longest = max(self.longest, file.longest)
        self.score.join(file.score, turned)
        self.plies += file.plies
        self.openings.update(file.openings)
        for name, score in file.players.items():
            self.players[name].join(score, turned)

    def data(self, top: int) -> dict[str, Any]:
        return {
            "results": self.score.data,
            "written_for_first": self.for_first,
            "plies": {"mean": self.mean, "shortest": self.shortest, "longest": self.longest},
            "openings": [{"moves": m, "games": n} for m, n in self.openings.most_common(top)],
            "players": [{"name": name, **score.data} for name, score in self.best(top)],
        }

    @property
    def mean(self) -> float:
        return round(self.plies / max(1, self.score.games), 1)

    def best(self, top: int) -> list[tuple[str, Score]]:
        """Those with the most games."""
        return sorted(self.players.items(), key=lambda entry: (-entry[1].games, entry[0]))[:top]


def first_moves(text: str, count: int) -> str:
    """The first moves of a game as written, without numbers and remarks."""
    tags = _TAGS.match(text)
    start = tags.end() if tags else 0
    found: list[str] = []
    for length in (20 * count, LONGEST_START):  # remarks may stand between them, but seldom do
        found = _MOVE.findall(_NOISE.sub(" ", text[start : start + length]))[:count]
        if len(found) == count:
            break
    return " ".join(move.replace(":", "x") for move in found)


def run(args: argparse.Namespace) -> int:
    games = Games(args)
    tallies = _counted(games, args.plies)
    ordered = dict(sorted(tallies.items(), key=lambda entry: -entry[1].score.games))
    if args.json:
        print_json({**_whole(games), "rulesets": {name: t.data(args.top) for name, t in ordered.items()}})
    else:
        print("\n".join(_report(args, games, ordered)))
    return games.status


def _counted(games: Games, opening: int) -> dict[str, Tally]:
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for _, of_file in groupby(games.sound(), lambda game: game.file):
        own: defaultdict[str, Tally] = defaultdict(Tally)
        black_begins: dict[str, bool] = {}
        for game in of_file:
            own[game.rules.id].add(game, opening)
            black_begins[game.rules.id] = game.rules.start().side is Side.BLACK
        for name, tally in own.items():
            tallies[name].join(tally, black_begins[name])
    return tallies


def _whole(games: Games) -> dict[str, Any]:
    counts = games.counts
    return {
        "games": counts.total(),
        **{kind: counts[kind] for kind in ("sound", "illegal", "unreadable")},
        "interrupted": games.interrupted,
    }


def _report(args: argparse.Namespace, games: Games, tallies: dict[str, Tally]) -> Iterator[str]:
    so_far = " so far" if games.interrupted else ""
    yield f"{told(games.counts.total(), 'game')}{so_far}, {games.counts['sound']} of them sound"
    for name, tally in tallies.items():
        score = tally.score
        yield ""
        yield f"{name}: {told(score.games, 'game')}, White +{score.won} ={score.drawn} -{score.lost}"
        if tally.for_first:
            yield f"  results of {told(tally.for_first, 'game')} were taken as those of the player who begins"
        yield f"  {tally.mean:g} plies on average, {tally.shortest} to {tally.longest}"
        yield from (f"  {count:6}  {moves}" for moves, count in tally.openings.most_common(args.top))
        yield from (f"  {_line(name, score)}" for name, score in tally.best(args.top))


def _line(name: str, score: Score) -> str:
    percent = "" if score.percent is None else f"  {score.percent:5.1f} %"
    return f"{score.games:6}  +{score.won} ={score.drawn} -{score.lost}{percent}  {name}"
