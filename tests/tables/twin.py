"""The slow twin of the tables: every position by itself, both sides to move, sweeps until nothing changes.

It knows no index, no half turn, no capture search and no predecessors. Moves come from the position's own
list, wrong moves and their remedies from the game.
`python -m tests.tables.twin RULESET PIECES` compares a whole table with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import crowned
from crowned.base import Side
from crowned.game import Game
from crowned.position import Move, Position, Ruleset
from crowned.tables.build import Build
from crowned.tables.probe import rank
from crowned.tables.slices import Slice, pairs
from crowned.tables.tableset import TableSet, Value

Answer = tuple[Position, bool]
"""A position that may follow, and whether the material has changed."""
Children = list[list[Answer]]
"""For each move the positions that the opponent may choose from; one after a correct move."""


def all_positions(rules: Ruleset, pieces: int) -> Iterator[Position]:
    """Every position with up to so many pieces, men not on their last row unless they are captives."""
    for found in pairs(pieces, rules.spec):
        for one in found.pair:
            yield from positions_of(rules, one)


def positions_of(rules: Ruleset, one: Slice) -> Iterator[Position]:
    own = ("W" * one.own_kings, "w" * one.own_men)
    other = ("B" * one.other_kings, "b" * one.other_men)
    names = [rules.squares.name(cell) for cell in rules.squares.cells]
    groups = [own[0], own[1], other[0], other[1]]
    for placed in _piles(names, "".join(groups)) if rules.towers else _placements(names, groups):
        if _men_home(rules, placed):
            for turn, turned in ((Side.WHITE, placed), (Side.BLACK, _turned(rules, placed))):
                yield rules.place(turned, turn)


def _men_home(rules: Ruleset, placed: dict[str, str]) -> bool:
    return all(
        square not in rules.crown_row(0 if column[0] == "w" else 1)
        for square, column in placed.items()
        if column[0] in "wb"
    )


def _piles(names: list[str], stones: str) -> Iterator[dict[str, str]]:
    """Every way to pile up all the stones, captives below, such that both sides have one on top."""
    for order in sorted(set(permutations(stones))):
        for columns in range(2, len(stones) + 1):
            for cuts in combinations(range(1, len(stones)), columns - 1):
                ends = pairwise((0, *cuts, len(stones)))
                piles = ["".join(order[first:last]) for first, last in ends]
                if len({pile[0].lower() for pile in piles}) == 2 and all(map(_can_arise, piles)):
                    for chosen in combinations(names, columns):
                        yield dict(zip(chosen, piles, strict=True))


def _can_arise(pile: str) -> bool:
    return sum(a != b for a, b in pairwise(pile.lower())) <= 1


def _placements(names: list[str], groups: list[str]) -> Iterator[dict[str, str]]:
    if not groups:
        yield {}
        return
    for rest in _placements(names, groups[1:]):
        free = [name for name in names if name not in rest]
        for chosen in combinations(free, len(groups[0])):
            yield {**rest, **dict.fromkeys(chosen, groups[0][:1])}


def _turned(rules: Ruleset, placed: dict[str, str]) -> dict[str, str]:
    """The same position after a half turn, with colours exchanged."""
    squares = rules.squares
    swap = str.maketrans("wbWB", "bwBW")

    def around(name: str) -> str:
        return squares.name(squares.files * squares.ranks - 1 - squares.cell(name))

    return {around(square): letter.translate(swap) for square, letter in placed.items()}


def solve(rules: Ruleset, pieces: int) -> dict[Position, Value]:
    """The value of every position, found by sweeping in rounds of one ply."""
    positions = list(all_positions(rules, pieces))
    values: dict[Position, Value] = {}
    children: dict[Position, Children] = {}
    for position in positions:
        if position.outcome is not None:
            values[position] = ended(position)
        else:
            children[position] = [[_child(position, move)] for move in position.moves()] + _offences(position)
            _note_ends(children[position], values)
    for together in _in_order(positions, rules, pieces):
        _sweep([p for p in together if p in children], children, values)
    return {p: values.get(p, Value("draw", None)) for p in positions}


def ended(position: Position) -> Value:
    assert position.outcome is not None
    return Value("win" if position.outcome[0] == position.turn else "loss", 0)


def _child(position: Position, move: Move) -> Answer:
    taken = bool(move.captures) and not position.rules.towers
    return position.play(move), taken or move.crowns


def _offences(position: Position) -> Children:
    """Wrong moves where nobody can have them taken back, each with what the opponent makes of it."""
    if not position.rules.offences_gain:
        return []
    state = Game(position.rules, position=position).state
    wrong = [move for move in state.playable if move not in state.correct]
    return [answers for move in wrong for answers in _chosen(position, _answers(position, move))]


def _chosen(position: Position, answers: tuple[list[Answer], list[Answer]]) -> Children:
    """Where the offender picks what he loses, each of these pieces is a choice of his own."""
    huffs, stands = answers
    if position.rules.spec.huff_choice == "claimant" or not huffs:
        return [huffs + stands]
    return [[one, *stands] for one in huffs]


def _answers(position: Position, move: Move) -> tuple[list[Answer], list[Answer]]:
    """Every position there can be before the opponent moves himself: after a huff, and without one."""
    game = Game(position.rules, position=position)
    game.play(move.text)
    if game.state.pending is None:
        return [(game.position, True)], []  # the only piece in question has gone by itself
    removed = [(game.position.without(square), True) for square in game.state.pending.removable]
    spec = position.rules.spec
    if spec.huff_is_move and spec.enforcement == "huff":
        removed = [(p.with_turn(position.turn), True) for p, _ in removed]
    huffs = removed if "huff" in game.state.pending.remedies else []
    stands = [_child(position, move)] if "accept" in game.state.pending.remedies else []
    return huffs, stands


def _note_ends(children: Children, values: dict[Position, Value]) -> None:
    """Positions in which the game is over may be of a material that is no slice."""
    for answers in children:
        values.update((after, ended(after)) for after, _ in answers if after.outcome is not None)


def _in_order(positions: list[Position], rules: Ruleset, pieces: int) -> Iterator[list[Position]]:
    """Positions grouped so that conversions lead to groups before."""
    groups: dict[frozenset[tuple[int, ...]], list[Position]] = {}
    for position in positions:
        letters = "".join(position.pieces().values())
        sides = frozenset(
            ((letters.count("W"), letters.count("w")), (letters.count("B"), letters.count("b")))
        )
        groups.setdefault(sides, []).append(position)
    for pair in pairs(pieces, rules.spec):
        yield groups[frozenset(((pair.own_kings, pair.own_men), (pair.other_kings, pair.other_men)))]


def _sweep(
    together: list[Position], children: dict[Position, Children], values: dict[Position, Value]
) -> None:
    """Round n finds what is decided in n plies; what a round finds is seen by the next."""
    still_open = together
    while still_open:
        found = {p: value for p in still_open if (value := _decided(p, children[p], values)) is not None}
        if not found:
            return
        values.update(found)
        still_open = [p for p in still_open if p not in found]


def _decided(position: Position, children: Children, values: dict[Position, Value]) -> Value | None:
    options = [_worst(position, answers, values) for answers in children]
    wins = [v.plies for v in options if v.result == "win" and v.plies is not None]
    if wins:
        return Value("win", min(wins))
    losses = [v.plies for v in options if v.result == "loss" and v.plies is not None]
    return Value("loss", max(losses)) if len(losses) == len(children) else None


def _worst(position: Position, answers: list[Answer], values: dict[Position, Value]) -> Value:
    seen = []
    for after, converted in answers:
        value = values.get(after, Value("draw", None))
        again = after.turn == position.turn
        plies = None if value.plies is None else 1
        seen.append(Value(value.result, plies) if again else value.before(converted))
    return max(seen, key=rank)


def compare(rules: Ruleset, tables: TableSet, pieces: int) -> tuple[int, list[str]]:
    """How many positions were compared, and the faults."""
    truth = solve(rules, pieces)
    faults = [
        f"{position.fen}: {found}, not {value}"
        for position, value in truth.items()
        if (found := tables.value(position)) != value
    ]
    return len(truth), faults


def main(names: list[str], pieces: int) -> None:
    for name in names:
        with TemporaryDirectory() as folder:
            rules = crowned.ruleset(name)
            Build(rules, pieces, Path(folder)).run()
            tables = TableSet(rules)
            tables.load(Path(folder))
            count, faults = compare(rules, tables, pieces)
        print(f"{name}: {count} positions compared, {len(faults)} differ", *faults[:3], flush=True)


if __name__ == "__main__":
    main(sys.argv[1:-1], int(sys.argv[-1]))
