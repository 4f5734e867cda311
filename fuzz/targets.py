"""What is fuzzed: for each parser its seeds, its words, and the property that every input must fulfil."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from zlib import crc32

import crowned
from crowned.base import BadInput, FenError, MoveTextError, PdnError, RulesetError
from crowned.notation import movetext, pdn
from crowned.rules import catalog, prose

CORPUS = Path(__file__).resolve().parent / "corpus"
WORDS = CORPUS.with_name("words")
ROUND_TRIP = 100_000
"""Bytes of the longest file that is written and read again; a giant of sound games is only read."""
SHIPPED = Path(catalog.FOLDER)


@dataclass(frozen=True)
class Target:
    name: str
    check: Callable[[bytes], None]
    """Returns if all is well; any exception is a failure."""
    more: Callable[[], list[bytes]] = field(default=list)
    """Seeds beside those of the corpus folder."""

    @property
    def words(self) -> list[bytes]:
        """The vocabulary, one word a line; escapes stand for bytes that no editor shows."""
        lines = (WORDS / f"{self.name}.txt").read_text().splitlines()
        return [line.encode().decode("unicode_escape").encode("latin-1") for line in lines]

    def corpus(self) -> list[bytes]:
        files = sorted(path for path in (CORPUS / self.name).iterdir() if path.is_file())
        return [*(path.read_bytes() for path in files), *self.more()]


@cache
def rulesets() -> list[crowned.Ruleset]:
    return [crowned.ruleset(name) for name in catalog.ids()]


def some_ruleset(data: bytes) -> crowned.Ruleset:
    """A ruleset that depends on the input alone, so that a failure can be repeated."""
    return rulesets()[crc32(data) % len(rulesets())]


def check_ruleset(data: bytes) -> None:
    """A ruleset that is accepted can be described and played; all others are refused with their faults."""
    try:
        spec = catalog.load_text(data)
    except RulesetError as error:
        assert error.faults
        assert "\n" not in str(error)
        return
    for lang in ("de", "nl", "en"):
        assert prose.rule_sheet(spec, lang)
    position = crowned.Ruleset(spec).start()
    assert crowned.Position.from_fen(position.rules, position.fen) == position
    assert position.perft(2) >= 0


def check_fen(data: bytes) -> None:
    """What is accepted says the same when written and read again."""
    rules = some_ruleset(data)
    try:
        position = crowned.Position.from_fen(rules, data.decode("utf-8", "replace"))
    except FenError as error:
        assert error.faults
        return
    assert crowned.Position.from_fen(rules, position.fen) == position
    for move in position.moves():
        position.play(move)


def check_pdn(data: bytes) -> None:
    """What is read survives being written and read."""
    try:
        games = list(pdn_games(data))
    except BadInput as error:
        assert error.faults
        assert not isinstance(error, PdnError) or (error.line >= 1 and error.column >= 1)
        return
    if len(data) > ROUND_TRIP:
        return
    texts = [pdn.write(loaded.game, loaded.tags) for loaded in games]
    again = list(pdn.read_text("\n".join(texts)))
    assert [loaded.game.position for loaded in again] == [loaded.game.position for loaded in games]
    assert [pdn.write(loaded.game, loaded.tags) for loaded in again] == texts


def pdn_games(data: bytes) -> Iterator[pdn.Loaded]:
    """From a file where the bytes are no UTF-8, so that the guessing of encodings is tried too."""
    try:
        yield from pdn.read_text(data.decode())
    except UnicodeDecodeError:
        with NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            yield from pdn.read_file(file.name)


def check_movetext(data: bytes) -> None:
    """A text is read or refused, played or refused; a refusal changes nothing."""
    text = data.decode("utf-8", "replace")
    try:
        attempt = movetext.parse(text)
        assert movetext.parse(attempt.text) == attempt
    except MoveTextError as error:
        assert error.faults
    game = crowned.Game(some_ruleset(data))
    before = game.position
    try:
        game.play(text)
    except (BadInput, crowned.IllegalMove):
        assert game.position == before
        assert not game.events


def ruleset_seeds() -> list[bytes]:
    return [path.read_bytes() for path in sorted(SHIPPED.glob("*.toml"))]


def fen_seeds() -> list[bytes]:
    return [rules.start().fen.encode() for rules in rulesets()]


TARGETS = {
    target.name: target
    for target in (
        Target("ruleset", check_ruleset, ruleset_seeds),
        Target("fen", check_fen, fen_seeds),
        Target("pdn", check_pdn),
        Target("movetext", check_movetext),
    )
}
