"""What tables say: published totals, the slow twin, the proof, and how moves are valued."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import crowned
from crowned.position import Position
from crowned.tables.build import Build, verify
from crowned.tables.probe import ORDER, Answer, rank, values
from crowned.tables.slices import Slice, exists, pairs
from crowned.tables.tableset import TableSet, Value
from tests.tables import twin
from tests.tables.built import folder_with, is_small, pieces_of, plain_rulesets, tables_of

# J. Trice's count of one king against one, one side to move; Chinook's count of all positions of two pieces
# less those with one colour alone, halved.
KING_AGAINST_KING = (992, 230, 654, 108)
TWO_PIECES = 3488


def test_the_published_totals() -> None:
    tables = tables_of("english", 3)
    found = tables.files[Slice.named("K-K")].header.totals
    assert (found.positions, found.won, found.drawn, found.lost) == KING_AGAINST_KING
    two = [file.header.totals.positions for s, file in tables.files.items() if s.pieces == 2]
    assert sum(two) == TWO_PIECES


LARGE_BOARDS = ("breakthrough", "turkish")
"""On the others of their kind the proof below must do: the slow twin takes seconds for each."""


@pytest.mark.parametrize("name", [*filter(is_small, plain_rulesets()), *LARGE_BOARDS])
def test_every_position_of_two_pieces_as_the_slow_twin_says(name: str) -> None:
    rules = crowned.ruleset(name)
    count, faults = twin.compare(rules, tables_of(name, pieces_of(name)), 2)
    assert count > 1000
    assert faults == []


LITTLE = {"files": 6, "ranks": 4, "setup_rows": 1}
HOUSE_RULES: tuple[tuple[str, dict[str, object]], ...] = (
    ("english", {"must_capture": False}),
    ("english", {"goal": "lose", "men_back": True}),
    ("italian", {"king": "flying"}),
    ("pinzgau", {}),
    ("pinzgau-kurz", {"men_back": True}),
    ("blasen", {"remedies": ("huff",)}),
    ("blasen", {"remedies": ("huff", "accept"), "huff_is_move": True}),
    ("blasen", {"remedies": ("huff", "accept"), "huff_choice": "offender"}),
    ("koenig", {"remedies": ("accept",)}),
    ("koenig", {"remedies": ("huff",), "huff_target": "moved_piece"}),
    ("turm", {}),
    ("turm", {"must_capture": False}),
    ("bashni", {"king": "short"}),
    ("lasca", {"goal": "lose"}),
)


@pytest.mark.parametrize(("name", "options"), HOUSE_RULES)
def test_every_position_of_three_pieces_on_a_little_board(
    name: str, options: dict[str, object], tmp_path: Path
) -> None:
    rules = crowned.ruleset(name, **LITTLE, **options)
    Build(rules, 3, tmp_path).run()
    tables = TableSet(rules)
    tables.load(tmp_path)
    assert twin.compare(rules, tables, 3)[1] == []


@pytest.mark.parametrize("name", plain_rulesets())
def test_every_position_follows_from_the_next(name: str) -> None:
    tables = tables_of(name, pieces_of(name))
    wanted = list(pairs(pieces_of(name), tables.rules.spec))
    assert {s for pair in wanted for s in pair.pair} == set(tables.files)
    assert [fault for pair in wanted for fault in verify(tables, pair)] == []


@pytest.mark.parametrize("name", plain_rulesets())
def test_numbers_lead_back_to_their_positions(name: str) -> None:
    tables = tables_of(name, pieces_of(name))
    dice = random.Random(name)
    for found in tables.files:
        for _ in range(20):
            number = dice.randrange(tables.native.size(found))
            position = tables.native.position(found, number)
            if position is not None:
                assert tables.native.number(position) == number
                assert tables.native.slice_of(position) == found


@pytest.mark.parametrize("name", plain_rulesets())
def test_a_position_is_worth_what_its_best_move_is(name: str) -> None:
    tables = tables_of(name, pieces_of(name))
    for position in _sample(tables, 40):
        answer = values(tables, position)
        assert answer is not None
        if position.outcome is None and tables.rules.spec.enforcement != "auto_huff":
            assert answer.moves[0].value == answer.value
            assert [rank(m.value) for m in answer.moves] == sorted(rank(m.value) for m in answer.moves)


def _sample(tables: TableSet, count: int) -> list[Position]:
    dice = random.Random(tables.rules.id)
    slices = sorted(tables.files)
    found = []
    while len(found) < count:
        one = dice.choice(slices)
        position = tables.native.position(one, dice.randrange(tables.native.size(one)))
        if position is not None:
            found.append(position)
    return [p for p in found if isinstance(p, Position)]


def test_black_is_whites_half_turn() -> None:
    rules = crowned.ruleset("english")
    white, black = rules.read("W:WK29,K25:BK4"), rules.read("B:WK29:BK4,K8")
    tables = tables_of("english", 3)
    assert tables.value(white) == tables.value(black)


def test_a_won_game_is_over_in_no_plies() -> None:
    rules = crowned.ruleset("english")
    assert tables_of("english", 3).value(rules.read("B:WK29:B")) == Value("loss", 0)
    assert tables_of("english", 3).value(rules.read("W:WK29:B")) == Value("win", 0)


def test_probe_answers_from_a_folder() -> None:
    rules = crowned.ruleset("english")
    answer = crowned.tables.probe(rules.read("W:WK1,K6:BK32"), folder_with("english", 3))
    assert isinstance(answer, Answer)
    assert answer.result == "win"
    assert answer.to_dict()["moves"][0] == {"move": "6-10", "result": "win", "plies": answer.plies}
    assert crowned.tables.probe(rules.start(), folder_with("english", 3)) is None


def test_a_man_on_its_last_row_is_in_no_table() -> None:
    rules = crowned.ruleset("english")
    position = rules.place({"32": "b", "1": "W"}, crowned.Side.WHITE)
    assert tables_of("english", 3).native.number(position) is None
    assert tables_of("english", 3).native.look_up(position) is None


def test_where_the_past_decides_there_are_no_tables() -> None:
    """A king that must rest while its side has men: such positions are left out, all others are exact."""
    spec = crowned.ruleset("frisian").spec
    assert exists(Slice.named("KK-K"), spec)
    assert exists(Slice.named("M-KK"), spec)
    assert not exists(Slice.named("KM-K"), spec)
    assert not exists(Slice.named("MM-K"), spec)


def test_capturing_everything_wins_where_a_breakthrough_does_too() -> None:
    rules = crowned.ruleset("breakthrough")
    assert tables_of("breakthrough", 2).value(rules.read("W:W46:B41")) == Value("win", 1)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("english", {"files": 9, "ranks": 8}, "different boards"),
        ("turm", {"captive_rank": "lost"}, "become men again"),
        ("stapeldammen", {}, "so large a board"),
    ],
)
def test_rules_without_tables_say_why(name: str, options: dict[str, object], reason: str) -> None:
    with pytest.raises(crowned.BadInput, match=reason):
        TableSet(crowned.ruleset(name, **options))


def test_towers_of_more_stones_than_a_table_can_have_are_no_entry() -> None:
    """The start of a game has more stones than the core can number: it is told, not computed."""
    tables = tables_of("turm", 3)
    start = tables.rules.start()
    assert tables.native.number(start) is None
    assert tables.value(start) is None
    with pytest.raises(ValueError, match="eight stones"):
        tables.native.size((8, 0, 1, 0))


@pytest.mark.parametrize("options", [{}, {"goal": "lose"}])
def test_wrong_moves_have_values_where_they_may_gain(options: dict[str, object], tmp_path: Path) -> None:
    """The best of correct and wrong moves is what the position is worth; to lose pieces, wrong ones help."""
    rules = crowned.ruleset("blasen", **LITTLE, **options, remedies=("huff",))
    Build(rules, 3, tmp_path).run()
    tables = TableSet(rules)
    tables.load(tmp_path)
    decided = 0
    for position in [p for p in _sample(tables, 600) if p.can_capture and not p.outcome]:
        answer = values(tables, position)
        assert answer is not None
        results = [m.value.result for m in (*answer.moves, *answer.offences)]
        assert min(results, key=ORDER.index) == answer.result
        decided += answer.moves[0].value.result != answer.result
    assert bool(decided) is bool(options)


def test_where_a_wrong_move_never_gains_none_is_listed() -> None:
    tables = tables_of("koenig", 3)
    assert all(not a.offences for a in (values(tables, p) for p in _sample(tables, 40)) if a)


def test_where_a_single_piece_has_lost_the_others_fight_on(tmp_path: Path) -> None:
    """Slices of a single piece are over; those of two against two are as the slow twin says."""
    rules = crowned.ruleset("english", files=4, ranks=4, setup_rows=1, bare_loses=True)
    Build(rules, 4, tmp_path).run()
    tables = TableSet(rules)
    tables.load(tmp_path)
    assert {s.own_kings + s.own_men for s in tables.files} == {2}
    assert tables.refused == []
    count, faults = twin.compare(rules, tables, 4)
    assert count > 1000
    assert faults == []
