"""The quick way through plain games: tags, moves, notes on them, and a result.

Most games of large files are like that. Such a game is validated move by move without building anything.
Whatever is not plain, or not legal, is left to the full reader, which also knows what to say about it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import cast

from crowned._native import follow
from crowned.base import PdnError
from crowned.game import Game
from crowned.notation.pdn import commands
from crowned.notation.pdn.guess import Guess
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.parser import read_game
from crowned.notation.pdn.reader import build
from crowned.notation.pdn.reading import Reading, choose
from crowned.notation.pdn.ruleset_tags import names_rules
from crowned.notation.pdn.source import Source, text_source
from crowned.notation.pdn.tree import PdnGame
from crowned.position import Position
from crowned.position.ruleset import Ruleset, ruleset

_HEADER = re.compile(r'\s*((?:\[[A-Z]\w*[ \t]+"[^"\\\n]*"\]\s*)+)')
_TAG = re.compile(r'\[(\w+)[ \t]+"([^"]*)"\]')
_END = re.compile(r'(1/2-1/2|[12]-0|0-[012]|1-1|\*)?\s*(?=\[[A-Z]\w*[ \t]+"|\Z)')
_NOTE = re.compile(r"\{[^}]*\}|\$[0-9]{1,6}(?![0-9])")
_PLAIN_RESULTS = {"", "*", "?", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"}
_RULE_TAGS = ("GameType", "Ruleset", "RulesetOptions", "RulesetFingerprint", "RulesetTitle", "Variant")
_AHEAD = 1 << 15
"""The longest game that is tried; it must lie in the window whole."""


class QuickReader:
    """Takes plain games from a source, one by one; remembers what the tags of earlier games meant."""

    def __init__(self, source: Source, rules: Ruleset | None = None) -> None:
        self._source = source
        self._rules = rules
        self._guess: Guess | None = None
        self._readings: dict[tuple[str | None, ...], Reading | None] = {}

    def next(self, number: int) -> Loaded | None:
        """The next game, if it is plain and legal; else None, and the source is where it was."""
        source = self._source
        if len(source.text) - source.pos < _AHEAD:
            source.more()
        header = _HEADER.match(source.text, source.pos)
        if header is None:
            return None
        pairs = _TAG.findall(header[1])
        tags = dict(pairs)
        reading = self._reading(tags) if len(tags) == len(pairs) else None
        return self._followed(header, tags, reading, number) if reading else None

    def expect(self, guess: Guess) -> None:
        """Games that do not name their rules are what most of the file is."""
        self._guess = guess
        self._readings.clear()

    def _followed(
        self, header: re.Match[str], tags: dict[str, str], reading: Reading, number: int
    ) -> Loaded | None:
        source = self._source
        position, plies, stop = _follow_noted(reading.start, source.text, header.end())
        end = _END.match(source.text, stop)
        if end is None or not (plies or end[1]) or (end.end() == len(source.text) and not source.ended):
            return None
        start = header.start(1)
        result = tags.get("Result") or end[1] or "*"
        text = source.text[start : end.end()]
        make = partial(_build, text, reading)
        line, _ = source.where(start)
        source.pos = end.end()
        return Loaded(
            *(tags, result, position, make, number, line, plies),
            text=text,
            file=source.name,
            guess=reading.guess,
            plain=source.text[header.end() : stop],
        )

    def _reading(self, tags: dict[str, str]) -> Reading | None:
        """How to read a game with such tags; None if that takes more than a glance."""
        if "FEN" in tags or tags.get("Result", "") not in _PLAIN_RESULTS:
            return None
        key = tuple(tags.get(name) for name in _RULE_TAGS)
        if key not in self._readings:
            self._readings[key] = self._plain_reading(tags)
        return self._readings[key]

    def _plain_reading(self, tags: dict[str, str]) -> Reading | None:
        """The reading, where squares are counted as usual and the position alone tells the legal moves."""
        rules = self._rules
        guess = None
        if rules is None and not names_rules(tags):
            if self._guess is None:
                return None
            guess, rules = self._guess, ruleset(self._guess.ruleset)
        try:
            reading = choose(PdnGame({name: tags[name] for name in _RULE_TAGS if name in tags}), rules)
        except PdnError:
            return None
        reading.guess = guess
        return None if reading.find or reading.warnings or _needs_history(reading.rules) else reading


def _follow_noted(position: Position, text: str, start: int) -> tuple[Position, int, int]:
    """As `follow`, but past comments and marks. One that does something is left to the full reader."""
    plies = 0
    while True:
        found, made, start = follow(position, text, start)
        position = cast("Position", found)  # the core makes positions of the class it was told to use
        plies += made
        note = _NOTE.match(text, start)
        if note is None or commands.acts(note[0]) or (note[0][0] == "$" and not plies):
            return position, plies, start
        start = note.end()


def _needs_history(rules: Ruleset) -> bool:
    """Whether a legal move depends on more than the position."""
    spec = rules.spec
    strict = spec.enforcement == "strict" and spec.goal != "breakthrough"
    return not strict or bool(spec.king_run_limit) or bool(rules.sliders)


def _build(text: str, reading: Reading) -> Game:
    game = read_game(text_source(text))
    if game is None:
        raise ValueError("a game that was read before has gone")
    return build(game, reading).game
