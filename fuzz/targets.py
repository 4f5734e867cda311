"""What is fuzzed: for each parser its seeds, its words, and the property that every input must fulfil."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from zlib import crc32

import crowned
from crowned.base import BadInput, FenError, MoveTextError, PdnError, RulesetError
from crowned.notation import movetext, pdn
from crowned.rules import catalog, prose
from fuzz.protocols import check_dxp, check_hub, dxp_seeds, hub_seeds

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
def rulesets() -> dict[str, crowned.Ruleset]:
    return {name: crowned.ruleset(name) for name in catalog.ids()}


def split(data: bytes, lines: int) -> tuple[crowned.Ruleset, list[str]]:
    """An input whose first line names the ruleset; nonsense there means some ruleset, the same each time."""
    name, *rest = data.decode("utf-8", "replace").split("\n", lines)
    rules = rulesets().get(name) or list(rulesets().values())[crc32(data) % len(rulesets())]
    return rules, [*rest, *[""] * (lines - len(rest))]


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
    """What is accepted says the same when written and read again, and can be played."""
    rules, (text,) = split(data, 1)
    try:
        position = crowned.Position.from_fen(rules, text)
    except FenError as error:
        assert error.faults
        return
    assert crowned.Position.from_fen(rules, position.fen) == position
    for move in position.playable():
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
    assert [loaded.game.position.fen for loaded in again] == [loaded.game.position.fen for loaded in games]
    assert [loaded.game.rules.fingerprint for loaded in again] == [
        loaded.game.rules.fingerprint for loaded in games
    ]
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
    """A text is read or refused, played or refused, by sentence; a refusal changes nothing."""
    rules, (fen, text) = split(data, 2)
    try:
        attempt = movetext.parse(text)
        assert movetext.parse(attempt.text) == attempt
    except MoveTextError as error:
        assert error.faults
    try:
        game = crowned.Game(rules, position=crowned.Position.from_fen(rules, fen))
    except FenError:
        return
    before = game.position
    try:
        game.play(text)
    except (BadInput, crowned.IllegalMove) as error:
        assert str(error)
        assert game.position == before
        assert not game.events


def ruleset_seeds() -> list[bytes]:
    return [path.read_bytes() for path in sorted(SHIPPED.glob("*.toml"))]


@cache
def random_positions() -> list[crowned.Position]:
    """Some positions of random play under every ruleset."""
    random, found = Random(7), []
    for rules in rulesets().values():
        position = rules.start()
        for ply in range(60):
            moves = position.moves()
            if not moves or position.outcome:
                break
            if ply % 15 == 0:
                found.append(position)
            position = position.play(random.choice(moves))
    return found


def fen_seeds() -> list[bytes]:
    return [f"{position.rules.id}\n{position.fen}".encode() for position in random_positions()]


def movetext_seeds() -> list[bytes]:
    seeds = fen_seeds()
    moves = [position.playable()[0].text.encode() for position in random_positions()]
    return [seed + b"\n" + move for seed, move in zip(seeds, moves, strict=True)]


def pdn_seeds() -> list[bytes]:
    """A short random game of every ruleset, with whatever it allows: huffs, spins, slides, draw offers."""
    random, texts = Random(11), []
    for rules in rulesets().values():
        game = crowned.Game(rules, seed=3)
        while len(game.history) < 14 and (actions := game.actions()):
            game.play(random.choice(actions))
        texts.append(pdn.write(game).encode())
    return texts


TARGETS = {
    target.name: target
    for target in (
        Target("ruleset", check_ruleset, ruleset_seeds),
        Target("fen", check_fen, fen_seeds),
        Target("pdn", check_pdn, pdn_seeds),
        Target("movetext", check_movetext, movetext_seeds),
        Target("hub", check_hub, hub_seeds),
        Target("dxp", check_dxp, dxp_seeds),
    )
}
