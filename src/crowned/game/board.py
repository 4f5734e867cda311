"""Board: a game under the names that users of other libraries have in their fingers."""

from __future__ import annotations

from crowned._native import Move
from crowned.base import CrownedError, Side
from crowned.base.words import quoted
from crowned.game.game import Accepted, Game, Playable
from crowned.game.outcome import Outcome
from crowned.position import Position, Ruleset, RulesetLike, ruleset
from crowned.position.action import Action, MoveAction

Done = Move | Action
"""What was done on a board: a move, or what else there is to do in a game."""


class Board:
    """A board that changes: `push` and `pop`, `legal_moves`, `result()`.

    It is a thin coat over `Game`, which `board.game` hands out; whatever the game refuses, the board
    refuses, and leaves everything as it was.

        board = Board("…")                      # a ruleset by id, file or object
        board = Board("…", "W:W31:B20", king="short")
    """

    def __init__(
        self,
        rules: RulesetLike,
        fen: str | None = None,
        *,
        seed: int | None = None,
        **options: object,
    ) -> None:
        own = ruleset(rules, **options)
        self.game = Game(own, None if fen is None else own.read(fen), seed)

    # ---- what is

    @property
    def rules(self) -> Ruleset:
        return self.game.rules

    @property
    def position(self) -> Position:
        """What stands where now, as an immutable value."""
        return self.game.position

    @property
    def fen(self) -> str:
        return self.game.position.fen

    @property
    def turn(self) -> Side:
        """Whose turn it is."""
        return self.game.actor

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The correct moves; none while a spin or an answer to an offence is due."""
        return self.game.moves()

    @property
    def move_stack(self) -> tuple[Done, ...]:
        """Everything done so far, the latest last."""
        return tuple(_done(record.action) for record in self.game.history)

    def pieces(self) -> dict[str, str]:
        """Square -> stones from top to bottom: w b men, W B kings."""
        return self.game.position.pieces()

    def __getitem__(self, square: str | int) -> str | None:
        """What stands on a square, named or numbered: w b men, W B kings, a whole tower; None if nothing."""
        name = self.rules.square(str(square).lower())
        if name is None:
            raise KeyError(f"{quoted(str(square))} is {self.rules.why_no_square(str(square))}")
        return self.game.position.pieces().get(name)

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended; with `claim_draw` also where a draw could be claimed now.

        Where the rules leave draws to the players, a loop that plays on until the end needs `claim_draw`.
        """
        return self.game.outcome is not None or (claim_draw and self.can_claim_draw())

    @property
    def outcome(self) -> Outcome | None:
        """Who has won and why; None while the game goes on."""
        return self.game.outcome

    def result(self, *, claim_draw: bool = False) -> str:
        """1-0, 0-1, 1/2-1/2, or * while it goes on; `claim_draw` counts a draw that may be claimed."""
        outcome = self.game.outcome
        if outcome is None:
            return "1/2-1/2" if claim_draw and self.can_claim_draw() else "*"
        return {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}[outcome.winner]

    def can_claim_draw(self) -> bool:
        """Whether `push("claim draw")` ends the game."""
        return self.game.draw_claim is not None

    def is_legal(self, move: Playable) -> bool:
        """Whether the move may be made and fulfils every obligation."""
        trial = self.copy()
        try:
            return trial.push(move).offence is None
        except CrownedError:
            return False

    # ---- doing it

    def push(self, move: Playable) -> Accepted:
        """Make a move or do another action; IllegalMove says why not, and nothing has changed."""
        return self.game.play(move)

    def pop(self) -> Done:
        """Take the last move or other action back; IndexError if there is none."""
        last = self.peek()
        self.game.undo()
        return last

    def peek(self) -> Done:
        """The last move or other action; IndexError if there is none."""
        record = self.game.tree.here.record
        if record is None:
            raise IndexError("nothing has been played on this board")
        return _done(record.action)

    def reset(self) -> None:
        """Back to the beginning of a new game from the ruleset's start."""
        self.game = Game(self.rules)

    # ---- others of its kind

    def copy(self) -> Board:
        """A board of its own with the same history."""
        return self._over(self.game.copy())

    def mirror(self) -> Board:
        """The same position seen by the other player, colours exchanged, as a new board without history."""
        return self._over(Game(self.rules, self.position.mirrored()))

    @staticmethod
    def _over(game: Game) -> Board:
        board = Board.__new__(Board)
        board.game = game
        return board

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Equal boards show the same position; how it came about does not matter."""
        return isinstance(other, Board) and self.position == other.position

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return str(self.game.position)

    def __repr__(self) -> str:
        return f"<Board {self.rules.id} {self.fen}>"

    def _repr_html_(self) -> str | None:
        return self.game._repr_html_()


def _done(action: Action) -> Done:
    """A move is handed out as what `legal_moves` lists and `push` takes."""
    return action.move if isinstance(action, MoveAction) else action
