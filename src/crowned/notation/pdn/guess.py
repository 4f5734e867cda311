"""Which game a file holds that does not say it, and how sure that is.

Every game of the sample is asked under every ruleset of the list: can its position be set up, can its
moves be played, are its squares and results written as that ruleset writes them, do its tags mention it?
The file is taken as a mixture of rulesets, and its shares are estimated from the answers by a few rounds
of expectation and maximisation; a game is then what its own answers and the shares of its file make most
likely. So a game that many rulesets allow is read like its neighbours, and one that stands out as itself.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from crowned.base import FenError
from crowned.base.words import folded
from crowned.notation.pdn.gametype import listed
from crowned.notation.pdn.tree import PdnGame, SetupItem
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog

Played = Callable[[PdnGame, Ruleset], int]
"""How many moves of the main line can be played by these rules, without looking at more than TRIED; FenError
if its position cannot be set up."""

TRIED = 120
"""Plies of the main line that are asked."""
SAMPLE = 300
"""Games of a file that are asked before the first is answered for."""
ROUNDS = 25
MISFIT = 1e-4
"""How likely a move that the rules forbid is: misprints happen in all games."""
BAD_POSITION = 1e-2
"""How likely a position is that the rules forbid, such as one with a man where he would be crowned."""
OWN_SIGN = 0.8
"""How likely captures are written with the sign of the ruleset."""
TWO_POINTS, ONE_POINT = 0.03, 0.4
"""How likely results are written in two points where one is usual, and the other way round."""
FOREIGN_NAMES = 0.05
"""How likely squares are written in letters where numbers rule, or the other way round."""
TOO_EARLY = 0.02
"""How likely the dates of a file all lie before the game is known."""
MENTION = 20.0
"""How much likelier a mention in the tags makes a ruleset."""
HINTS = ("Variant", "Event", "Site", "Source", "Annotator")
_WORD = re.compile(r"[^\W\d_]{4,}")
_YEAR = re.compile(r"\s*([0-9]{4})\b")
TOLD = 0.01
"""What is less likely than this is not told."""
LONGEST_FEN = 2000
MOST_SQUARES = 144


@dataclass(frozen=True, slots=True)
class Guess:
    """What a game without a word about its rules was taken for."""

    ruleset: str
    sure: float
    """From 0 to 1: how likely that is, given the whole file."""
    others: tuple[str, ...] = ()
    """What else it may be, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    rules: Ruleset
    share: float
    """How much of what is found without a GameType is this game."""
    names: frozenset[str]
    since: int = 0
    """The year from which on files of it are known."""


@cache
def candidates() -> tuple[Candidate, ...]:
    """The listed games that have a ruleset here."""
    found = [game for game in listed() if game.ruleset in catalog.ids()]
    whole = sum(game.share for game in found)
    words = {game.ruleset: _words(ruleset(game.ruleset)) for game in found}
    often = Counter(word for own in words.values() for word in own)
    return tuple(
        Candidate(
            ruleset(game.ruleset),
            game.share / whole,
            frozenset(word for word in words[game.ruleset] if often[word] == 1),
            game.since,
        )
        for game in found
    )


def _words(rules: Ruleset) -> set[str]:
    """The words that name a game; those that name several, such as "draughts", say nothing."""
    spec = rules.spec
    texts = (spec.id, *spec.names, *spec.title.values())
    return {word for text in texts for word in _WORD.findall(folded(text))}


class Census:
    """The shares of a file, and what they make of a game."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self.shares = [candidate.share for candidate in candidates()]
        self._heard: dict[str, tuple[list[float], int]] = {}
        self.telling = 0
        """Games that name their rules or fit some."""

    def learn(self, games: Sequence[PdnGame], named: Sequence[str] = (), file: str = "") -> None:
        """Estimate the shares from a sample; games that name their rules count as what they are."""
        style = Style.of(games, file)
        prior = _scaled([math.log(one.share) + style.fits(one) for one in candidates()])
        known = [named.count(one.rules.id) for one in candidates()]
        answers = [([self._fit(game, one.rules) for one in candidates()], _count(game)) for game in games]
        self._heard = {game.text: answer for game, answer in zip(games, answers, strict=True)}
        self.telling = sum(max(fits) == 0.0 for fits, _ in answers) + len(named)
        self.shares = prior
        for _ in range(ROUNDS):
            counts = [share + count for share, count in zip(prior, known, strict=True)]
            for fits, squares in answers:
                for index, part in enumerate(self._parts(fits, squares)):
                    counts[index] += part
            whole = sum(counts)
            self.shares = [count / whole for count in counts]

    def guess(self, game: PdnGame) -> Guess:
        """What a game is most likely to be."""
        if game.text in self._heard:
            return self._told(self._parts(*self._heard[game.text]))
        return self._asked(game)

    def _asked(self, game: PdnGame) -> Guess:
        """The guess for a game that is not of the sample.

        The candidates are asked in the order of what they could reach at best, so the first that fits is
        the likeliest; those behind it are taken as fitting, which makes the guess look less sure, not more.
        """
        squares, highest = _count(game), _highest(game)
        best = [
            self._best(index, squares) if highest <= len(one.rules.squares.cells) else -math.inf
            for index, one in enumerate(candidates())
        ]
        logs = list(best)
        for index in sorted(range(len(best)), key=lambda index: -best[index]):
            fit = self._fit(game, candidates()[index].rules)
            logs[index] += fit
            if fit == 0.0:
                break
        return self._told(_scaled(logs) if max(logs) > -math.inf else self.shares)

    def _best(self, index: int, squares: int) -> float:
        """The logarithm of the likelihood of a candidate for a game that fits it.

        Every square of its position could have been any of the board: few pieces say little, many much.
        """
        share = self.shares[index]
        cells = len(candidates()[index].rules.squares.cells)
        return (math.log(share) if share else -math.inf) - squares * math.log(cells)

    def usual(self) -> Guess:
        """What a game is that says nothing about itself."""
        return self._told(self.shares)

    def _told(self, parts: Sequence[float]) -> Guess:
        order = sorted(range(len(parts)), key=lambda index: -parts[index])
        ids = [candidates()[index].rules.id for index in order]
        others = tuple(name for name, index in zip(ids, order, strict=True) if parts[index] >= TOLD)
        return Guess(ids[0], parts[order[0]], others[1:])

    def _parts(self, fits: Sequence[float], squares: int) -> list[float]:
        """How likely each candidate is: its share of the file times what the game answered."""
        logs = [self._best(index, squares) + fit for index, fit in enumerate(fits)]
        return _scaled(logs) if max(logs) > -math.inf else list(self.shares)

    def _fit(self, game: PdnGame, rules: Ruleset) -> float:
        """The logarithm of how likely its moves are by these rules: 0 if all of them can be played."""
        wanted = min(TRIED, sum(1 for _ in game.moves()))
        try:
            played = self._played(game, rules)
        except FenError:
            return math.log(BAD_POSITION) if _highest(game) <= len(rules.squares.cells) else -math.inf
        if played >= wanted:
            return 0.0
        return math.log(MISFIT) * (2 - (played + 1) / (wanted + 1))


def _scaled(logs: Sequence[float]) -> list[float]:
    """Logarithms of odds as parts of one."""
    most = max(logs)
    odds = [math.exp(log - most) for log in logs]
    whole = sum(odds)
    return [odd / whole for odd in odds]


@dataclass(frozen=True, slots=True)
class Style:
    """How the games of a file are written. It speaks once for the whole file: one hand wrote them all."""

    numbers: int
    """Games in numbers."""
    letters: int
    results: Mapping[str, int]
    signs: Mapping[str, int]
    words: frozenset[str]
    latest: int = 0
    """The latest year of a game; 0 if none is dated."""

    @classmethod
    def of(cls, games: Sequence[PdnGame], file: str = "") -> Style:
        texts = ["".join(item.text for item in islice(game.moves(), TRIED)) for game in games]
        lettered = [_in_letters(game, text) for game, text in zip(games, texts, strict=True)]
        names = [game.tags.get(name, "") for game in games for name in HINTS]
        return cls(
            numbers=lettered.count(False),
            letters=lettered.count(True),
            results=Counter(_result(game.tags.get("Result") or game.result) for game in games),
            signs={sign: sum(text.count(sign) for text in texts) for sign in "x:"},
            words=frozenset(word for name in (file, *names) for word in _WORD.findall(folded(name))),
            latest=max(map(_year, games), default=0),
        )

    def fits(self, candidate: Candidate) -> float:
        """The logarithm of how likely it is that this ruleset is written like that."""
        spec, squares = candidate.rules.spec, candidate.rules.squares
        found = math.log(MENTION) if self.words & candidate.names else 0.0
        if 0 < self.latest < candidate.since:
            found += math.log(TOO_EARLY)
        if self.numbers != self.letters and (self.letters > self.numbers) == squares.numeric:
            found += math.log(FOREIGN_NAMES)
        if self.signs["x"] != self.signs[":"]:
            usual = max(self.signs, key=lambda sign: self.signs[sign])
            found += math.log(OWN_SIGN if usual == spec.pdn.separator else 1 - OWN_SIGN)
        two, one = self.results.get("two", 0), self.results.get("one", 0)
        if two > one and spec.pdn.results == "default":
            found += math.log(TWO_POINTS)
        elif one > two and spec.pdn.results != "default":
            found += math.log(ONE_POINT)
        return found


def _year(game: PdnGame) -> int:
    found = _YEAR.match(game.tags.get("Date", ""))
    return int(found[1]) if found else 0


def _result(text: str) -> str:
    plain = text.replace(" ", "")
    if plain in ("2-0", "0-2", "1-1"):
        return "two"
    return "one" if plain in ("1-0", "0-1", "1/2-1/2") else ""


def _in_letters(game: PdnGame, moves: str) -> bool | None:
    """Whether a game names its squares by letters; its moves tell it better than its position."""
    entries = [moves] if moves else _entries(game.tags.get("FEN", ""))
    return entries[0][:1].isalpha() if entries and entries[0] else None


def _entries(fen: str) -> list[str]:
    """The squares of a position text as written, without the side and the mark of a king."""
    found = []
    for field in fen.strip(" .")[:LONGEST_FEN].split(":")[1:]:
        listed = field.strip()[1:] if field.strip()[:1] in ("W", "B", "w", "b") else ""
        found += [entry.strip().removeprefix("K") for entry in listed.split(",") if entry.strip()]
    return found


def _highest(game: PdnGame) -> int:
    """The highest number of a square in its position; 0 if it has none in numbers."""
    parts = (part for entry in _entries(game.tags.get("FEN", "")) for part in entry.split("-"))
    return max((int(part) for part in parts if part.isdecimal()), default=0)


def _count(game: PdnGame) -> int:
    """How many pieces the position of a game names; a range stands for all its squares."""
    setup = next((item.fen for item in game.items if isinstance(item, SetupItem)), "")
    total = 0
    for entry in _entries(game.tags.get("FEN") or setup):
        first, _, last = entry.partition("-")
        total += int(last) - int(first) + 1 if first.isdecimal() and last.isdecimal() else 1
    return max(0, min(total, MOST_SQUARES))
