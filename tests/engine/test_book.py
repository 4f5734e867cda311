"""Opening books: what they hold, how they grow, how levels use them, and what becomes of damaged ones."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

import crowned
from crowned.base import BadInput
from crowned.engine import book as books
from crowned.engine.api import SURE, WON
from crowned.engine.book import Book
from crowned.engine.expand import Expansion, Node, roots
from crowned.engine.levels import level_of

SMALL = 120


def grown(name: str, positions: int = SMALL, nodes: int = 60, before: Book | None = None) -> Expansion:
    growing = Expansion(crowned.ruleset(name), nodes, before)
    for _ in growing.grow(positions):
        pass
    return growing


def nodes_of(growing: Expansion) -> list[Node]:
    return list(growing._known.values())


@pytest.mark.parametrize("name", ["koenig", "blasen", "turm", "international", "valluik"])
def test_a_book_is_the_minimax_of_its_leaves(name: str) -> None:
    """The slow twin: every value worked out anew from what comes next. What lies on a shorter way, where a
    wheel or a king leads back, reports nothing to those behind it, so these are left out."""
    growing = grown(name)
    weights = crowned.ruleset(name).spec.spinner
    looked_into = [node for node in nodes_of(growing) if node.next and node.ahead == node.next]
    assert len(growing) >= SMALL
    assert len(looked_into) > 3
    for node in looked_into:
        children = [child.value for child in node.next]
        if node.position.must_spin:
            shares = [weight for weight in weights if weight]
            mean = sum(w * v for w, v in zip(shares, children, strict=True)) / sum(shares)
            assert node.value == round(mean)
        else:
            assert len(children) == len(node.position.moves())
            assert node.value == max(-value for value in children)


def test_the_cheapest_leaf_is_looked_into_next() -> None:
    growing = grown("koenig")
    (root,) = growing._roots

    def cheapest(node: Node) -> float:
        if not node.next:
            return node.cost
        return 1 + min(cheapest(child) + node.drop(child) for child in node.next if child.ply > node.ply)

    assert root.cost == pytest.approx(cheapest(root))
    assert root.cost < math.inf


def test_ways_that_lead_in_circles_are_not_walked() -> None:
    """Two kings to and fro: the same positions come again and again."""
    rules = crowned.ruleset("russian")
    growing = Expansion(rules, 30)
    start = rules.read("W:WKa1,Kc1:BKh8,Kf8")
    growing._known.clear()
    growing._roots = [growing._node(start, 0)]
    for _ in growing.grow(300):
        pass
    assert all(parent.ply != node.ply for node in nodes_of(growing) for parent in node.above)
    assert any(child.ply <= node.ply for node in nodes_of(growing) for child in node.next)


def test_a_finished_game_is_worth_its_result() -> None:
    rules = crowned.ruleset("english")
    growing = Expansion(rules, 30)
    lost = rules.read("W:W:BK1")
    assert growing._node(lost, 3).value == -WON
    assert growing._node(lost, 3).cost == math.inf
    dice = crowned.ruleset("valluik")
    assert Expansion(dice, 30)._node(dice.read("B:WKa1:B"), 1).value == -SURE


def test_ballots_are_roots_where_federations_draw_them() -> None:
    assert len(roots(crowned.ruleset("english"))) > 100
    assert roots(crowned.ruleset("koenig")) == [crowned.ruleset("koenig").start()]


def test_what_a_book_knows_is_not_searched_again() -> None:
    first = grown("koenig", 60).book()
    again = Expansion(crowned.ruleset("koenig"), 60, first)
    asked: list[object] = []
    again._engine.search = lambda *args, **_: asked.append(args)  # type: ignore[method-assign, assignment]
    start = crowned.ruleset("koenig").start()
    for move in start.moves():
        assert again._node(start.play(move), 1).value == first.value(start.play(move))
    assert asked == []
    assert again.book().values() == first.values()


# ---- files


def test_a_book_comes_back_as_it_was_written(tmp_path: Path) -> None:
    growing = grown("koenig", 60)
    book = growing.book()
    file = tmp_path / "k.book"
    book.write(file)
    again = Book.read(file.read_bytes(), "k.book")
    assert len(again) == len(book) == len(growing)
    assert again.fingerprint == crowned.ruleset("koenig").fingerprint
    for node in nodes_of(growing):
        assert again.value(node.position) == node.value


def test_random_bytes_are_refused_in_a_sentence() -> None:
    good = books.FILE.magic + b"f" * 16 + b"\n"
    dice = random.Random(4)
    for _ in range(300):
        data = dice.randbytes(dice.randrange(60))
        with pytest.raises(BadInput):
            Book.read(good[: dice.randrange(len(good))] + data, "x")
        with pytest.raises(BadInput):
            Book.read(good + data + b"!", "x")


def test_a_book_cut_short_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "k.book"
    grown("koenig", 60).book().write(file)
    data = file.read_bytes()
    for cut in range(0, len(data), 7):
        with pytest.raises(BadInput, match=r"k\.book: "):
            Book.read(data[:cut], "k.book")


@pytest.mark.parametrize("damage", ["missing", "damaged", "foreign"])
def test_an_engine_plays_on_without_a_book(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "koenig.book"
    if damage == "damaged":
        file.write_bytes(books.FILE.magic + b"nonsense")
    if damage == "foreign":
        grown("blasen", 30).book().write(file)
    monkeypatch.setattr(books, "place_of", lambda _: file)
    books.shipped.cache_clear()
    try:
        engine = crowned.Engine("koenig", hash_mb=1)
        assert engine.book is None
        assert engine.choose(crowned.Game("koenig"), 8).text
    finally:
        books.shipped.cache_clear()


@pytest.mark.parametrize("name", ["../koenig", "koenig\0", "x" * 5000, ""])
def test_an_id_from_elsewhere_opens_no_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was opened"))
    assert books.shipped(name, crowned.ruleset("koenig").fingerprint) is None


# ---- what levels do with it


def _engine(name: str, values: dict[str, int]) -> crowned.Engine:
    """An engine whose book knows the first moves, by what they are worth to who makes them."""
    rules = crowned.ruleset(name)
    after = {rules.start().play(move).key: -values.get(move.text, -300) for move in rules.start().moves()}
    engine = crowned.Engine(rules, hash_mb=1, seed=1)
    engine.book = Book(rules.fingerprint, after)
    return engine


def test_levels_from_8_on_play_openings_by_heart() -> None:
    """A move that no search would choose shows who has looked into the book."""
    game = crowned.Game("koenig")
    worst = game.moves()[-1].text
    engine = _engine("koenig", {worst: 300})
    assert {engine.choose(game, level).text for level in (8, 9, 10)} == {worst}
    moves = crowned.Engine("koenig", hash_mb=1, seed=1).search(game, crowned.Limits(nodes=4000)).lines
    assert moves[0].moves[0].text != worst
    assert engine.choose(game, crowned.Limits(nodes=4000)).text != worst


def test_equally_good_openings_are_played_in_turn_and_worse_ones_not() -> None:
    game = crowned.Game("koenig")
    first, second, third, *_ = (move.text for move in game.moves())
    engine = _engine("koenig", {first: 10, second: 8, third: -20})
    assert {engine.choose(game, 10).text for _ in range(60)} == {first, second}


def test_a_position_half_known_is_not_in_the_book() -> None:
    rules = crowned.ruleset("koenig")
    start = rules.start()
    all_but_one = {start.play(move).key: 0 for move in start.moves()[1:]}
    assert Book(rules.fingerprint, all_but_one).moves(start) == ()


def test_where_the_spinner_comes_first_there_is_nothing_to_play() -> None:
    book = grown("valluik").book()
    start = crowned.ruleset("valluik").start()
    assert start.must_spin
    assert book.moves(start) == ()
    spun = start.with_spin("black")
    assert {known.move for known in book.moves(spun)} == set(spun.moves())


def test_a_touched_piece_is_moved_whatever_the_book_says() -> None:
    game = crowned.Game("blasen")
    best, *_, other = game.moves()
    engine = _engine("blasen", {best.text: 100})
    game.play(f"touch {other.source}")
    assert engine.choose(game, level_of(10, game.rules)).text.startswith(str(other.source))


@pytest.mark.parametrize(
    "file", sorted(books.place_of("x").parent.glob("*.book")), ids=lambda file: file.stem
)
def test_a_shipped_book_belongs_to_its_ruleset_and_knows_how_games_begin(file: Path) -> None:
    rules = crowned.ruleset(file.stem)
    book = books.shipped(rules.id, rules.fingerprint)
    assert book is not None
    assert file.stat().st_size < 300_000
    for root in roots(rules):
        first = root.with_spin("black") if root.must_spin else root
        known = book.moves(first)
        assert [move.score.value for move in known] == sorted((m.score.value for m in known), reverse=True)
        assert known or book.value(root) is not None
    start = rules.start()
    assert book.moves(start.with_spin("black") if start.must_spin else start)
