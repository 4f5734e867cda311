"""The native core. Written by scripts/stubs.py (`make stubs`) from core/bind; do not edit."""

from collections.abc import Sequence
from typing import Literal, Self


class Rules:
    """The rules of one game, lowered from its axes."""

    def __init__(self, *, files: int, ranks: int, odd: bool, all_squares: bool, straight_captures: bool, man_steps: Sequence[str], man_captures: Sequence[str], king_steps: Sequence[str], king_captures: Sequence[str], leap: str, one_line: bool, flying: bool, must_capture: bool, must_continue: bool, landing_must_continue: bool, reversal: bool, nearest_first: bool, man_takes_king: bool, removal_at_end: bool, landing: str, crown: str, crown_cells: Sequence[int], bare_loses: bool, binds_piece: bool, priority: Sequence[str], towers: bool, same_tower: str, captive_rank_lost: bool, goal: str, door_cells: Sequence[int], sliders: Sequence[int], snap: bool, blocked_on_black_spin: bool, open_door: str, enforcement: str, may_take_back: bool, may_accept: bool, may_huff: bool, huff_moved_piece: bool, huff_is_move: bool, offender_chooses: bool, kings_score: bool, last_fall_draws: bool, no_progress: int, reset: str, repetition: int, claims: bool, king_run: int, counts: Sequence[int], road_cells: Sequence[int], spinner: Sequence[int], names: Sequence[str], listing: Sequence[int]) -> None:
        """
        Words are those of the axes; directions are seen by White: ne nw sw se n w s e. `names` has a name per cell ('' where nobody stands), `listing` the cells in the order in which position texts name them.
        """

    @property
    def tower_limit(self) -> int:
        """How many stones a tower may hold."""

    @property
    def offences_gain(self) -> bool:
        """
        Whether a wrong move can be worth its price: nobody may have it taken back.
        """

class Move:
    """One move: the way a piece goes and what it captures, or a slide."""

    @property
    def kind(self) -> str:
        """'step', 'capture' or 'slide'."""

    @property
    def path(self) -> tuple[str, ...]:
        """Every square the piece stands on, its start included."""

    @property
    def captures(self) -> tuple[str, ...]:
        """The squares jumped over, in order."""

    @property
    def text(self) -> str:
        """The move as written: c3-d4, c3xe5xg7, G1>L."""

    @property
    def falls(self) -> bool:
        """Whether the piece is lost through an open door."""

    @property
    def crowns(self) -> bool:
        """Whether a man becomes a king."""

    @property
    def by_king(self) -> bool:
        """Whether a king moves."""

    @property
    def spin(self) -> str | None:
        """The spin it needs, if any."""

    @property
    def source(self) -> str | None: ...

    @property
    def target(self) -> str | None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[Rules, int, int, int, bytes]: ...

    def __setstate__(self, state: tuple[Rules, int, int, int, bytes], /) -> None: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def allow(jumps: int, captures: int) -> tuple[int, int]:
    """
    What the moves of one position may cost in this thread from now on; what they might so far.
    """

class Position:
    """A position under its rules: an immutable value."""

    @property
    def rules(self) -> Rules: ...

    @property
    def turn(self) -> int:
        """0 White, 1 Black."""

    @property
    def fen(self) -> str:
        """The position as text."""

    @property
    def key(self) -> int:
        """A 64-bit hash of the position."""

    @property
    def knobs(self) -> str:
        """The sliders in their order as L, M or R; '' without trapdoors."""

    @property
    def spin(self) -> str | None:
        """A spin already made."""

    @property
    def must_spin(self) -> bool:
        """Whether the wheel has to be spun first."""

    @property
    def can_capture(self) -> bool: ...

    @property
    def outcome(self) -> tuple[int, str] | None:
        """
        Winner and reason if the position ends the game: no_pieces, blocked or breakthrough.
        """

    def moves(self) -> tuple[Move, ...]:
        """
        The correct moves; TooManyMoves, here and elsewhere, if captures branch beyond all measure.
        """

    @property
    def effort(self) -> int:
        """
        What listing the captures costs, in jumps: the measure of the core's budget.
        """

    def playable(self) -> tuple[Move, ...]:
        """
        The correct moves, then what else could be played if nothing were compulsory.
        """

    def is_progress(self, move: Move, after: Position) -> bool:
        """Whether a move, which led to `after`, has brought the game further."""

    def stops_early(self, move: Move) -> bool:
        """
        Whether a playable capture of this position ends where it had to go on.
        """

    def play(self, move: Move | str) -> Self:
        """
        The position after a correct or playable move, which a text may name; ValueError for any other.
        """

    def pieces(self) -> dict[str, str]:
        """Square -> stones from top to bottom: w b men, W B kings."""

    def with_spin(self, spin: str | None) -> Self: ...

    def with_turn(self, turn: int) -> Self: ...

    def without(self, square: str) -> Self: ...

    def perft(self, depth: int, *, listed: bool = False) -> int:
        """
        Leaves of the move tree at this depth; listed, if the last moves shall be written down too.
        """

    def divide(self, depth: int) -> list[tuple[Move, int]]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def set_up(rules: Rules, stones: Sequence[tuple[int, str]], turn: int, knobs: str = '', spin: str | None = None) -> Position:
    """
    A position from stones per cell, unchecked but for what the core cannot hold.
    """

def use_position_class(cls: type[Position]) -> None:
    """Make every position an instance of this subclass of Position."""

class Searcher:
    """The search of one ruleset, with its table and weights."""

    def __init__(self, rules: Rules, hash: int) -> None: ...

    def start(self, position: Position, past: Sequence[Position], quiet: int, tallies: Sequence[int], only: Sequence[Move], *, depth: int, nodes: int, soft: float, hard: float, lines: int, threads: int, fresh: bool, exact: bool, obvious: bool, table_pieces: int = 0) -> None:
        """
        Begin a search in the background; one that still runs is stopped first.
        """

    def wait(self, seconds: float) -> list[tuple[int, int, int, int, float, int, bool, tuple[tuple[str | None, int, tuple[Move, ...]], ...]]]:
        """
        Reports since the last call: depth, deepest ply, score, nodes, seconds, table fill, whether the depth was finished, and lines of spin, score and moves.
        """

    @property
    def running(self) -> bool: ...

    def consult(self, tables: Tables | None) -> None:
        """
        Endgame tables for searches that are told to look up positions with few pieces.
        """

    def stop(self) -> None:
        """Break off the search and wait until it has ended."""

    def resize(self, hash: int) -> None: ...

    def forget(self) -> None:
        """Forget what was found so far."""

    def weights(self) -> bytes: ...

    def load(self, weights: bytes) -> None: ...

    def estimate(self, position: Position) -> int:
        """The evaluation alone, seen by the side to move."""

    def plain(self, position: Position, depth: int, quiet: int = 0, tallies: Sequence[int] = ()) -> int:
        """Minimax without cuts: the slow twin of an exact search."""

    def self_play(self, start: Position, games: int, nodes: int, random_plies: int, seed: int, table_pieces: int = 0) -> bytes:
        """
        Positions of games against itself, with scores and results; with so few pieces the tables consulted decide.
        """

    @property
    def has_network(self) -> bool:
        """Whether a network is among the weights."""

    def train(self, samples: Sequence[bytes], epochs: int, rate: float, caution: float, trust: float, seed: int) -> tuple[int, float, float]:
        """
        Fit the weights to samples; how many there were, and the loss before and after on those held out. A network stays as it is, and what it says is taken into account.
        """

    def train_net(self, samples: Sequence[bytes], epochs: int, rate: float, trust: float, seed: int, onward: bool = False) -> tuple[int, float, float]:
        """
        Fit a network to what the other weights leave unsaid, a new one or `onward` from the one that is there; the numbers are those of `train`.
        """

def follow(position: Position, text: str, start: int = 0) -> tuple[Position, int, int]:
    """
    The position behind as many moves of a text as are plain and legal, how many, and where it stops.
    """

class Batch:
    """Many games side by side, for learning programs."""

    def __init__(self, start: Position, boards: int, threads: int, *, longest: int, roll: bool, reset: bool, steps: bool, width: int) -> None: ...

    @property
    def actions(self) -> int:
        """How many numbers for actions there are."""

    @property
    def planes(self) -> int:
        """How many planes an observation has."""

    def attach(self, observations: object, mask: object, rewards: object, results: object, dones: object, truncations: object, players: object) -> None:
        """The arrays to be written to."""

    def restart(self, seed: int) -> None: ...

    def step(self, actions: object) -> int:
        """
        Act on every board; the first board whose action is not open, or -1 if all have acted.
        """

    def sample(self, actions: object) -> None:
        """A random open action for every board."""

    def position(self, board: int) -> Position: ...

class Tables:
    """The endgame tables of one ruleset."""

    def __init__(self, rules: Rules) -> None: ...

    def size(self, slice: tuple[int, int, int, int]) -> int:
        """
        How many numbers a slice has; a slice is the kings and men of the side to move, then the other's.
        """

    def has(self, slice: tuple[int, int, int, int]) -> bool: ...

    def add(self, slice: tuple[int, int, int, int], packed: bytes | memoryview) -> None:
        """
        Read the results of a slice from these bytes; ValueError if they are damaged.
        """

    def build(self, slice: tuple[int, int, int, int], threads: int, keep: bool = True) -> list[tuple[tuple[int, int, int, int], tuple[int, int, int, int, int], bytes, bytes]]:
        """
        Solve a slice and its twin with the other side to move: for each the slice, its totals (positions, won, drawn, lost, longest), packed results, and distances. Expected results come more slowly where moves are not kept from sweep to sweep.
        """

    def shrink(self) -> None:
        """Forget what was kept for the next build."""

    def verify(self, slice: tuple[int, int, int, int], distances: bytes | memoryview, turned: bytes | memoryview, threads: int) -> tuple[int, tuple[int, int, int, int, int]]:
        """
        How many positions do not follow from those after them, and the totals counted again.
        """

    @property
    def chance(self) -> bool:
        """Whether the slices hold expected results."""

    def odds_size(self, slice: tuple[int, int, int, int]) -> int:
        """
        How many expected results a slice has: for each number and setting of the sliders.
        """

    def add_odds(self, slice: tuple[int, int, int, int], values: bytes | memoryview) -> None:
        """Read the expected results of a slice from these bytes."""

    def verify_odds(self, slice: tuple[int, int, int, int], threads: int) -> tuple[int, int]:
        """
        How many expected results do not follow from the next ones, and how many there are.
        """

    def expected(self, position: Position) -> float | None:
        """
        The expected result for the side to move, before the spin unless one is made.
        """

    @property
    def done(self) -> int:
        """Numbers looked at so far."""

    def stop(self) -> None:
        """End the task under way: it raises RuntimeError."""

    def slice_of(self, position: Position) -> tuple[int, int, int, int]: ...

    def number(self, position: Position) -> int | None:
        """
        The number of a position in its slice; None if a man stands on its last row.
        """

    def stored(self, position: Position) -> bool:
        """
        Whether its slice holds the position, or only what its captures lead to.
        """

    def position(self, slice: tuple[int, int, int, int], number: int) -> Position | None:
        """The position of a number, White to move; None if there is none."""

    def look_up(self, position: Position) -> Literal['win', 'draw', 'loss'] | None:
        """The result for the side to move, if the slices added tell it."""

    def trust(self, slice: tuple[int, int, int, int], quiet: int) -> None:
        """
        A search believes wins of a slice up to so many plies without progress: -1 only its draws, -2 nothing.
        """

    def time_of_asking(self, slice: tuple[int, int, int, int], times: int) -> float:
        """Seconds that a search waits for the result of a position of a slice."""

isa: str
"""The build that was loaded: 'base' or 'v3'."""
