"""Ballots: every line of every table can be played, and the decks are what their sources say they are."""

from __future__ import annotations

from itertools import islice, product

import pytest

from crowned.base import BadInput
from crowned.engine import Engine, Limits
from crowned.engine.match import Ballot, Ballots, ballot_tables, ballots, drawn
from crowned.engine.match.openings import begin
from crowned.engine.match.plan import Opening
from crowned.game import Game
from crowned.position import Position, Ruleset, ruleset
from crowned.rules import catalog

TABLES = [(name, table) for name in catalog.ids() for table in ballot_tables(ruleset(name))]
NAMES = [f"{name} {table.id}" for name, table in TABLES]
THREE_MOVE, ELEVEN_MAN = (
    next((ruleset(name), table) for name, table in TABLES if table.id == id_)
    for id_ in ("three-move", "eleven-man")
)


def after(rules: Ruleset, ballot: Ballot) -> Position:
    return begin(rules, Opening(0, 0, ballot.moves, ballot.start(rules))).position


def three_moves(position: Position, depth: int = 3) -> set[Position]:
    if depth == 0:
        return {position}
    return set[Position]().union(*(three_moves(position.play(move), depth - 1) for move in position.moves()))


def test_there_are_tables_for_three_games() -> None:
    assert len({name for name, _ in TABLES}) == 3
    assert len({table.id for _, table in TABLES}) == 5


@pytest.mark.parametrize(("name", "table"), TABLES, ids=NAMES)
def test_every_ballot_can_be_played(name: str, table: Ballots) -> None:
    rules = ruleset(name)
    games = [begin(rules, Opening(0, 0, one.moves, one.start(rules))) for one in table.of(rules)]
    assert all(game.outcome is None and game.moves() for game in games)
    assert len({ballot.code for ballot in (*table.played, *table.barred)}) == len(table.played + table.barred)
    assert table.source
    assert set(table.title) == {"de", "nl", "en"}


def test_codes_left_out_exist() -> None:
    for name, table in TABLES:
        left_out = table.without.get(name, ())
        assert set(left_out) <= {ballot.code for ballot in table.played}
        assert len(table.of(ruleset(name))) == len(table.played) - len(left_out)


def test_three_moves_are_all_that_neither_lose_a_man_nor_are_barred() -> None:
    rules, table = THREE_MOVE
    played = {after(rules, ballot) for ballot in table.played}
    barred = {after(rules, ballot) for ballot in table.barred}
    possible = three_moves(rules.start())
    assert (len(possible), len(played), len(barred)) == (216, 156, 18)
    assert played.isdisjoint(barred)
    assert played | barred < possible
    losing = possible - played - barred
    engine = Engine(rules, hash_mb=16, seed=0)

    def bias(position: Position) -> float:
        return abs(engine.search(Game(rules, position), Limits(depth=11)).score.expected - 0.5)

    assert min(map(bias, losing)) > max(map(bias, played)), "those that are left out lose a man at once"


def test_eleven_man_ballots_are_all_that_the_drawing_gives() -> None:
    """One of 5-12 and one of 21-28 are taken off; for a man that is gone the one behind him moves on."""
    rules, table = ELEVEN_MAN
    found = {after(rules, ballot).fen for ballot in (*table.played, *table.barred)}
    assert len(found) == len(table.played) + len(table.barred) == 2500
    first = [tuple(map(int, move.text.split("-"))) for move in rules.start().moves()]
    blacks = {_drawn_men(taken, move) for taken, move in product(range(5, 13), first)}
    blacks.discard(frozenset())
    whites = {frozenset(33 - number for number in men) for men in blacks}
    assert {_fen(white, black) for white, black in product(whites, blacks)} == found


def _drawn_men(taken: int, move: tuple[int, ...]) -> frozenset[int]:
    """Black's eleven men with the first move made; none where nobody can make it."""
    men = set(range(1, 13)) - {taken}
    source, target = move
    if source not in men:
        source, target = _behind(source, target), source
    return frozenset(men - {source} | {target}) if source in men else frozenset()


def _behind(number: int, ahead: int) -> int:
    """The square from which the same step leads to this number; 0 if there is none."""
    (row, file), (row_ahead, file_ahead) = map(_place, (number, ahead))
    row, file = 2 * row - row_ahead, 2 * file - file_ahead
    return row * 4 + file // 2 + 1 if row >= 0 and 0 <= file < 8 else 0


def _place(number: int) -> tuple[int, int]:
    row, index = divmod(number - 1, 4)
    return row, 2 * index + (row % 2 == 0)


def _fen(white: frozenset[int], black: frozenset[int]) -> str:
    return f"B:W{','.join(map(str, sorted(white)))}:B{','.join(map(str, sorted(black)))}"


def test_ballots_are_drawn_each_once_before_any_comes_again() -> None:
    rules, table = THREE_MOVE
    one = [opening.moves for opening in islice(drawn(rules, table, 1), 312)]
    assert len(set(one[:156])) == len(set(one[156:])) == 156
    assert one == [opening.moves for opening in islice(drawn(rules, table, 1), 312)]
    assert one != [opening.moves for opening in islice(drawn(rules, table, 2), 312)]


def test_what_does_not_exist_is_told_with_what_does() -> None:
    rules, _ = THREE_MOVE
    with pytest.raises(BadInput, match=r'"nine" for .*, but three-move, eleven-man'):
        ballots(rules, "nine")
    other = next(ruleset(name) for name in catalog.ids() if not ballot_tables(ruleset(name)))
    with pytest.raises(BadInput, match="there are no ballots for"):
        ballots(other)
