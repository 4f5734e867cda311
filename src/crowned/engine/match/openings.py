"""Openings: random play from the start that ends in a position fair to both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random

from crowned.base import BadInput
from crowned.engine.api import Limits
from crowned.engine.match.plan import OPENING_PLIES, Opening
from crowned.engine.search import Engine
from crowned.game import Game
from crowned.position import Position
from crowned.position.action import MoveAction
from crowned.position.ruleset import Ruleset

FAIR = 0.12
"""How far from one half the expected result may be; half a man is about that."""
LOOK = Limits(nodes=4000)
TRIES = 200
"""Openings looked at for one; if none is fair, the fairest is taken."""
MOST_PLIES = 60


def openings(rules: Ruleset, seed: int, plies: int = OPENING_PLIES) -> Iterator[Opening]:
    """Endless openings, no two with the same position as long as there are others."""
    if not 0 <= plies <= MOST_PLIES:
        raise BadInput(f"an opening of {plies} moves; it may have 0 to {MOST_PLIES}")
    search = _Search(rules, plies)
    number = 0
    while True:
        yield search.found(number, Random(f"{seed} {number}"))
        number += 1


def given(games: Sequence[Game], seed: int) -> Iterator[Opening]:
    """Endlessly the openings of these games, in their order: where they start, and their main lines."""
    if not games:
        raise BadInput("there is no opening to begin with")
    for number in count():
        game = games[number % len(games)]
        start = "" if game.start == game.rules.start() else game.start.fen
        yield Opening(number, Random(f"{seed} {number}").getrandbits(63), _main_line(game), start)


def _main_line(game: Game) -> tuple[str, ...]:
    if game.outcome is not None:
        raise BadInput("an opening must not end the game")
    actions = [record.action for record in game.history]
    if not all(isinstance(action, MoveAction) for action in actions):
        raise BadInput("an opening is made of moves alone")
    return tuple(action.text for action in actions)


class _Search:
    def __init__(self, rules: Ruleset, plies: int) -> None:
        self._rules = rules
        self._plies = plies
        self._engine = Engine(rules, hash_mb=4, seed=0)
        self._seen: set[int] = set()

    def found(self, number: int, random: Random) -> Opening:
        """A fair opening that was not used before, or the best there is."""
        best: tuple[float, Opening, int] | None = None
        for _ in range(TRIES if self._plies else 1):
            opening, game = self._random(number, random)
            used = game.position.key in self._seen
            if game.outcome is not None or (used and best is not None):
                continue
            bias = self._bias(game) + used
            if best is None or bias < best[0]:
                best = bias, opening, game.position.key
            if bias <= FAIR:
                break
        if best is None:
            raise BadInput(
                f"every game of {self._plies} random moves is over already; ask for shorter openings"
            )
        self._seen.add(best[2])
        return best[1]

    def _bias(self, game: Game) -> float:
        return abs(self._engine.search(game, LOOK).score.expected - 0.5)

    def _random(self, number: int, random: Random) -> tuple[Opening, Game]:
        seed = random.getrandbits(63)
        game = Game(self._rules, seed=seed)
        moves: list[str] = []
        while len(moves) < self._plies and game.outcome is None:
            if game.must_spin:
                game.spin()
                continue
            move = random.choice(game.moves())
            game.play(move)
            moves.append(move.text)
        return Opening(number, seed, tuple(moves)), game


def begin(rules: Ruleset, opening: Opening) -> Game:
    """A game with its opening played; the dice fall as they fell when it was found."""
    position = Position.from_fen(rules, opening.start) if opening.start else None
    game = Game(rules, position, seed=opening.seed)
    for text in opening.moves:
        while game.must_spin:
            game.spin()
        game.play(text)
    return game
