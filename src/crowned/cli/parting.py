"""Where two rulesets part: a smallest position in which they allow different things, found by search.

First every placing of one piece against one is tried, then random placings of more and more, crowded so that
captures are likely. What is found is made smaller piece by piece as long as the rulesets still part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product
from random import Random

from crowned.base import BadInput, Side
from crowned.game import State
from crowned.game.law import actions
from crowned.game.step import advance, opening
from crowned.position import Position, Ruleset, Setup
from crowned.position.action import Accept, Huff, MoveAction, TakeBack
from crowned.position.lower import moving
from crowned.rules.squares import Squares

Pieces = dict[str, str]
Teller = Callable[[Position], tuple[str, ...]]
LARGEST = 8
TRIES = 3000
"""Random placings of each number of pieces."""
COMPARED = 4
"""How many findings are made smaller before the smallest is shown."""
RESULT_KEYS = ("crown", "captive_rank_lost", "towers", "snap")
"""What can make the same way over the board end differently."""
ANSWER_AXES = ("enforcement", "remedies", "huff_target", "huff_choice", "huff_is_move")
"""What decides about the answer to an offence."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A position and what each of the two says in it that the other does not."""

    first: Position
    second: Position
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    shows: str
    """moves, playable (what may be played though it is an offence), answers to offences, or result."""


def bridge(first: Ruleset, second: Ruleset, axes: tuple[str, ...]) -> Ruleset | None:
    """The first ruleset with these axes of the second; None if the two do not go together."""
    try:
        return Ruleset(first.spec.with_options({axis: second.spec[axis] for axis in axes}))
    except BadInput:
        return None


def same_board(first: Ruleset, second: Ruleset) -> bool:
    one, other = first.squares, second.squares
    return (one.files, one.ranks, one.cells) == (other.files, other.ranks, other.cells)


def can_part(first: Ruleset, second: Ruleset) -> bool:
    """Whether any position can show a difference: what the core is told, or what answers an offence."""
    if moving(first.spec) != moving(second.spec):
        return True
    return any(_answered(first, axis) != _answered(second, axis) for axis in ANSWER_AXES)


def _answered(rules: Ruleset, axis: str) -> object:
    return rules.spec[axis] if rules.spec.applies(axis) else None


def find_parting(
    first: Ruleset, second: Ruleset, axes: tuple[str, ...], effort: float = 1.0
) -> Parting | None:
    """A smallest position that parts the two because of these axes; None if the search meets none."""
    if not same_board(first, second):
        return None
    changed = bridge(first, second, axes)
    if changed is not None and not can_part(first, changed):
        return None
    search = _Search(first, second, changed or second)
    placings = search.placings(Random(1), effort)
    parting = (search.smallest(pieces, knobs) for pieces, knobs in placings if search.parts(pieces, knobs))
    found = islice((one for one in parting if one is not None), COMPARED)
    return min(found, key=lambda one: (len(one.first.pieces()), len(one.first.fen)), default=None)


class _Search:
    """All three rulesets name squares alike here: notation is no difference in play."""

    def __init__(self, first: Ruleset, second: Ruleset, changed: Ruleset) -> None:
        alike = {axis: first.spec[axis] for axis in ("notation", "numbers_from")}
        self.first = first
        self.second = Ruleset(second.spec.with_options(alike))
        self.changed = Ruleset(changed.spec.with_options(alike))
        self.squares: Squares = first.squares
        self.towers = first.towers and second.towers
        both_have_doors = bool(first.sliders) and bool(second.sliders)
        self.kinds = _kinds(first, changed, _results if both_have_doors else _results_without_knobs)
        # Where doors close at once, no position shows an open one.
        snaps = any(rules.spec.door_mode == "snap" for rules in (first, second))
        self.knobs = "M" if snaps else "LMMR"
        self.crowning = {"w": first.crown_row(Side.WHITE), "b": first.crown_row(Side.BLACK)}

    # ---- placings

    def placings(self, random: Random, effort: float) -> Iterator[tuple[Pieces, str]]:
        names = [self.squares.name(cell) for cell in self.squares.cells]
        for kinds in product("wW", "bB"):
            for where in permutations(names, 2):
                yield from self._knobbed(dict(zip(where, kinds, strict=True)), random)
        for count in range(3, LARGEST + 1):
            for _ in range(int(TRIES * effort)):
                yield from self._knobbed(self._random(random, count), random)

    def _knobbed(self, pieces: Pieces, random: Random) -> Iterator[tuple[Pieces, str]]:
        if any(column[0] in "wb" and sq in self.crowning[column[0]] for sq, column in pieces.items()):
            return
        count = max(len(self.first.sliders), len(self.second.sliders))
        yield pieces, "".join(random.choice(self.knobs) for _ in range(count))

    def _random(self, random: Random, count: int) -> Pieces:
        """Pieces in a window of the board, mostly White's few against Black's many."""
        span = random.randrange(4, max(self.squares.files, self.squares.ranks) + 1)
        left = random.randrange(max(1, self.squares.files - span + 1))
        low = random.randrange(max(1, self.squares.ranks - span + 1))
        window = [c for c in self.squares.cells if self._within(c, left, low, span)]
        chosen = random.sample(window, min(count, len(window)))
        own = 1 if random.random() < 0.7 else random.randrange(1, count)
        sides = "w" * own + "b" * (len(chosen) - own)
        return {self.squares.name(c): self._column(random, s) for c, s in zip(chosen, sides, strict=False)}

    def _within(self, cell: int, left: int, low: int, span: int) -> bool:
        rank, file = divmod(cell, self.squares.files)
        return left <= file < left + span and low <= rank < low + span

    def _column(self, random: Random, side: str) -> str:
        top = side.upper() if random.random() < (0.5 if side == "w" else 0.2) else side
        if not self.towers or random.random() < 0.5:
            return top
        other = "b" if side == "w" else "w"
        below = "".join(random.choice((other, other.upper())) for _ in range(random.randrange(1, 3)))
        return top + (random.choice((side, "")) + below)

    # ---- comparing

    def parts(self, pieces: Pieces, knobs: str) -> bool:
        """Whether the axes make a difference here, and the two rulesets differ in the same point."""
        one, two = (self._says(rules, pieces, knobs) for rules in (self.first, self.changed))
        if one == two:
            return False
        three = self._says(self.second, pieces, knobs)
        return bool(one - two - three or (two & three) - one)

    def _says(self, rules: Ruleset, pieces: Pieces, knobs: str) -> frozenset[str]:
        position = rules.place(pieces, Side.WHITE, knobs if rules.sliders else "")
        told = {f"{kind} {text}" for kind, tell in self.kinds for text in tell(position)}
        return frozenset(told | {f"ends {position.outcome}"})

    def smallest(self, pieces: Pieces, knobs: str) -> Parting | None:
        """Fewer pieces, lower towers, men for kings, closed doors: as long as the two still part."""
        smaller = True
        while smaller:
            smaller = False
            for fewer, plainer in self._simpler(pieces, knobs):
                if self.parts(fewer, plainer):
                    pieces, knobs, smaller = fewer, plainer, True
                    break
        return self._told(pieces, knobs)

    def _simpler(self, pieces: Pieces, knobs: str) -> Iterator[tuple[Pieces, str]]:
        for square, column in pieces.items():
            yield {sq: c for sq, c in pieces.items() if sq != square}, knobs
            if len(column) > 1:
                yield {**pieces, square: column[:-1]}, knobs
            man = column[0].lower()
            if column[0].isupper() and square not in self.crowning[man]:
                yield {**pieces, square: man + column[1:]}, knobs
        for index, knob in enumerate(knobs):
            if knob != "M":
                yield pieces, knobs[:index] + "M" + knobs[index + 1 :]

    # ---- telling

    def _told(self, pieces: Pieces, knobs: str) -> Parting | None:
        """The parting in full; None if a position is none by the book of either."""
        try:
            first, second = (
                Setup(rules, pieces, Side.WHITE, knobs if rules.sliders else "").position()
                for rules in (self.first, self.second)
            )
        except BadInput:
            return None
        for shows, tell in self.kinds:
            one, other = tell(first), tell(second)
            if one != other:
                return Parting(first, second, _without(one, other), _without(other, one), shows)
        return Parting(first, second, (str(first.outcome),), (str(second.outcome),), "result")


def _kinds(first: Ruleset, changed: Ruleset, results: Teller) -> tuple[tuple[str, Teller], ...]:
    """What to compare: always the moves; the rest costs time and is looked at where it can differ."""
    one, other = dict(moving(first.spec)), dict(moving(changed.spec))
    kinds: list[tuple[str, Teller]] = [("moves", _moves)]
    if any(one[key] != other[key] for key in RESULT_KEYS):
        kinds.append(("result", results))
    if first.spec.enforcement != changed.spec.enforcement:
        kinds.append(("playable", _offences))
    if any(first.spec[axis] != changed.spec[axis] for axis in ANSWER_AXES):
        kinds.append(("answers", _answers))
    return tuple(kinds)


def _moves(position: Position) -> tuple[str, ...]:
    return tuple(move.text for move in position.moves())


def _results(position: Position) -> tuple[str, ...]:
    """Every move with what it leaves; the same way may end differently."""
    played = ((move, position.with_spin(move.spin or position.spin).play(move)) for move in position.moves())
    return tuple(f"{move.text} → {after.fen}" for move, after in played)


def _results_without_knobs(position: Position) -> tuple[str, ...]:
    """Where only one of two games has knobs, they are no difference between what moves leave."""
    return tuple(":".join(text.split(":")[:3]) for text in _results(position))


def _offences(position: Position) -> tuple[str, ...]:
    if position.rules.spec.enforcement == "strict":
        return ()
    correct = set(position.moves())
    return tuple(move.text for move in position.playable() if move not in correct)


def _answers(position: Position) -> tuple[str, ...]:
    """Every offence with what may be done about it, and who moves after a huff; or what is done at once."""
    state = opening(position)
    wrong = [move for move in state.playable if move not in state.correct]
    after = {move.text: advance(state, MoveAction(move), state.actor) for move in wrong}
    return tuple(f"{text}: {', '.join(_remedies(then))}" for text, then in after.items())


def _remedies(state: State) -> Iterator[str]:
    if state.pending is None:
        yield f"→ {state.position.fen}"
        return
    for action in (a for a in actions(state) if isinstance(a, Huff | TakeBack | Accept)):
        huffed = advance(state, action, state.actor).position if isinstance(action, Huff) else None
        yield action.text + (f" → {huffed.fen}" if huffed else "")


def _without(texts: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in texts if text not in others)
