"""Values travel: pickled, copied, into other processes; and equal ones stay equal."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

import crowned
from crowned.rules.spec import Spec

HOUSE = """
id = "kitchen-table"
extends = "blasen"
[title]
en = "As we play it"
[rules]
king = { is = "short", clause = "custom" }
"""


def again(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def fen_after(position: crowned.Position, move: crowned.Move) -> str:
    return position.play(move).fen


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> crowned.Ruleset:
    path = tmp_path_factory.mktemp("rules") / "kitchen-table.toml"
    path.write_text(HOUSE)
    return crowned.ruleset(path)


@pytest.mark.parametrize("name", crowned.ruleset_ids())
def test_rulesets_positions_and_moves_survive_a_pickle(name: str) -> None:
    rules = crowned.ruleset(name)
    start = rules.start()
    move = start.moves()[0]
    assert again(rules) is rules
    assert again(start) == start
    assert again(move) == move
    assert again(move).text == move.text
    after = start.play(move)
    assert again(after) == after
    assert start.play(again(move)) == after


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("turm", "W:Wc3[wbB],e5[Wb]:Bf6,h8[Bw]"),
        ("valluik", "W:Wa1,Kd4:Bh8:SLMMR:Xgreen"),
        ("lasca", "W:W22[wb]:B1[Bww]"),
    ],
)
def test_towers_doors_and_spins_survive_a_pickle(name: str, fen: str) -> None:
    position = crowned.Position.from_fen(crowned.ruleset(name), fen)
    assert again(position) == position
    assert again(position).fen == position.fen
    for move in position.moves():
        assert again(move) == move
        assert position.play(again(move)) == position.play(move)


def test_house_rules_need_no_file_to_be_unpickled(house: crowned.Ruleset) -> None:
    rules, position = again((house, house.start()))
    assert rules == house
    assert rules.title("en") == "As we play it"
    assert position == house.start()
    assert position.rules is rules


def test_options_survive_a_pickle() -> None:
    rules = crowned.ruleset("blasen", men_back=True)
    assert again(rules) == rules
    assert again(rules).fingerprint == rules.fingerprint
    assert again(rules.start()) == rules.start()


class Nosy(dict[str, str]):
    """Looks at the rules that it belongs to while they are pickled, as another thread might."""

    spec: Spec

    def __reduce__(self) -> tuple[type[dict[str, str]], tuple[()]]:
        assert not self.spec.is_strict
        return dict, ()


def test_rules_may_be_looked_at_while_they_are_pickled() -> None:
    nosy = Nosy()
    nosy.spec = replace(crowned.ruleset("koenig").spec, source=nosy)
    assert again(nosy.spec) == nosy.spec


def test_a_position_is_its_own_copy(house: crowned.Ruleset) -> None:
    start = house.start()
    assert copy.copy(start) is start
    assert copy.deepcopy(start) is start
    assert copy.deepcopy(house) is house
    assert copy.deepcopy(start.moves()[0]) == start.moves()[0]


def test_another_process_can_be_asked(house: crowned.Ruleset) -> None:
    start = house.start()
    moves = start.moves()[:3]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        answers = list(pool.map(fen_after, [start] * 3, moves))
    assert answers == [start.play(move).fen for move in moves]


def test_letters_and_numbers_name_equal_positions() -> None:
    letters = crowned.ruleset("russian", notation="algebraic")
    numbers = crowned.ruleset("russian", notation="numeric")
    one, other = letters.read("W:Wc3,Kd4:Bf6"), numbers.read("W:W22,K18:B11")
    assert one.fen != other.fen
    assert one == other
    assert hash(one) == hash(other)
    assert one == letters.read("W:W22,K18:B11")
    assert [m.text for m in one.moves()] != [m.text for m in other.moves()]
    assert set(one.moves()) == set(other.moves())
    assert one.play(other.moves()[0]) == other.play(other.moves()[0])


def test_positions_of_other_rules_are_others() -> None:
    assert crowned.ruleset("russian").start() != crowned.ruleset("pool").start()
    assert crowned.ruleset("blasen") != crowned.ruleset("blasen", men_back=True)
    with pytest.raises(ValueError, match="cannot be played"):
        crowned.ruleset("russian").start().play(crowned.ruleset("pool").start().moves()[0])


@pytest.mark.parametrize("state", [(0, 0, 1, b"\x00"), (0, 0, 0, b"\xff\xff"), (0, 8, 0, b"\x09\x00")])
def test_a_spoilt_pickle_makes_no_move(state: tuple[object, ...]) -> None:
    move = crowned.Move.__new__(crowned.Move)
    with pytest.raises(ValueError, match="not a move"):
        move.__setstate__((crowned.ruleset("valluik"), *state))
