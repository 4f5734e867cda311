"""Ballots: openings that federations draw by lot, as data beside this file, with their sources.

A ballot is a line of one word a ply: a move; `a1>a5`, a man put elsewhere; `11>`, a man taken off; `--`,
nothing. Moves come last.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import count, takewhile
from random import Random
from typing import Any

from crowned.base import BadInput, Lang
from crowned.base.words import quoted
from crowned.engine.match.plan import Opening
from crowned.position.ruleset import Ruleset
from crowned.position.setup import Setup

NOTHING = "--"


@dataclass(frozen=True, slots=True)
class Ballot:
    """One opening of a table: what is changed on the board of the start, and the moves that follow."""

    code: str
    changes: tuple[str, ...]
    moves: tuple[str, ...]

    def start(self, rules: Ruleset) -> str:
        """The position before the moves as text; empty for the start of the game."""
        if not self.changes:
            return ""
        setup = Setup.of(rules.start())
        turn = setup.turn
        for change in self.changes:
            _change(setup.pieces, change)
            turn = turn.other
        return Setup(rules, setup.pieces, turn, setup.knobs).position().fen


@dataclass(frozen=True, slots=True)
class Ballots:
    """A table of openings for some rulesets."""

    id: str
    order: int
    """The table of a game with the lowest one is its usual one."""
    title: dict[Lang, str]
    rulesets: tuple[str, ...]
    source: str
    played: tuple[Ballot, ...]
    barred: tuple[Ballot, ...]
    """Openings that the drawing can give and the federation leaves out, because one side loses."""
    without: dict[str, tuple[str, ...]]
    """Codes that one of the rulesets leaves out."""

    def of(self, rules: Ruleset) -> tuple[Ballot, ...]:
        """What is played in this game."""
        left_out = self.without.get(rules.id, ())
        return tuple(ballot for ballot in self.played if ballot.code not in left_out)


def ballots(rules: Ruleset, name: str = "") -> Ballots:
    """The table of this name for a game, else its first one."""
    tables = ballot_tables(rules)
    if not tables:
        raise BadInput(f"there are no ballots for {rules.id}; give a file of openings or a number of moves")
    found = [table for table in tables if table.id == (name or tables[0].id)]
    if not found:
        names = ", ".join(table.id for table in tables)
        raise BadInput(f"there are no ballots {quoted(name)} for {rules.id}, but {names}")
    return found[0]


def ballot_tables(rules: Ruleset) -> tuple[Ballots, ...]:
    """All tables for a game, the usual one first."""
    return tuple(table for table in _all_tables() if rules.id in table.rulesets)


def drawn(rules: Ruleset, table: Ballots, seed: int) -> Iterator[Opening]:
    """Endlessly the ballots of a table, each once before any comes again, in an order drawn by lot."""
    deck = list(table.of(rules))
    Random(f"{seed} ballots").shuffle(deck)
    for number in count():
        ballot = deck[number % len(deck)]
        seed_of_dice = Random(f"{seed} {number}").getrandbits(63)
        yield Opening(number, seed_of_dice, ballot.moves, ballot.start(rules))


def _change(pieces: dict[str, str], word: str) -> None:
    if word == NOTHING:
        return
    source, _, target = word.partition(">")
    piece = pieces.pop(source)
    if target:
        pieces[target] = piece


@cache
def _all_tables() -> tuple[Ballots, ...]:
    files = (file for file in resources.files(__name__).iterdir() if file.name.endswith(".toml"))
    tables = [_read(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files]
    return tuple(sorted(tables, key=lambda table: (table.order, table.id)))


def _read(data: dict[str, Any]) -> Ballots:
    openings = data["openings"]
    return Ballots(
        data["id"],
        data["order"],
        data["title"],
        tuple(data["rulesets"]),
        " ".join(data["source"].split()),
        _lines(openings["played"]),
        _lines(openings.get("barred", "")),
        {name: tuple(codes) for name, codes in data.get("without", {}).items()},
    )


def _lines(text: str) -> tuple[Ballot, ...]:
    return tuple(_ballot(line) for line in text.split("\n") if line)


def _ballot(line: str) -> Ballot:
    code, _, rest = line.partition(":")
    words = rest.split()
    changes = tuple(takewhile(lambda word: word == NOTHING or ">" in word, words))
    return Ballot(code, changes, tuple(words[len(changes) :]))
