"""The computer always plays something correct in time, whatever happens to its engine."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from crowned.engine import weightfile
from crowned.game import Game
from crowned.position.action import Action, MoveAction, Resign
from crowned.position.ruleset import ruleset
from crowned.protocols import wire
from crowned.protocols.entries import DrawDeclinedEntry, HintedEntry
from crowned.protocols.views import ClockRule
from crowned.rules import catalog
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.opponent import Computer, PlainOpponent, plain_choice
from crowned.server.rooms import log
from crowned.server.rooms.keeper import Keeper
from tests.server.conftest import Catalogue
from tests.server.house import House, Listener, Scripted, house, run, settle

RULES = Catalogue()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "computer.sqlite")


def crash(_game: Game, _level: int, _stop: threading.Event) -> Action:
    raise RuntimeError("the engine's file is missing")


def nonsense(_game: Game, _level: int, _stop: threading.Event) -> Action:
    return Resign()


def other_game(_game: Game, _level: int, _stop: threading.Event) -> Action:
    far = Game(ruleset(RULES.first(files=10).id))
    return MoveAction(far.moves()[0])


def patient(game: Game, _level: int, stop: threading.Event) -> Action:
    stop.wait(60)
    return MoveAction(game.moves()[-1])


def deaf(game: Game, _level: int, _stop: threading.Event) -> Action:
    threading.Event().wait(3)
    return MoveAction(game.moves()[-1])


@pytest.mark.parametrize("opponent", [crash, nonsense, other_game, patient, deaf])
def test_a_move_comes_in_time(opponent: object) -> None:
    async def work() -> None:
        game = Game(ruleset(RULES.strict))
        computer = Computer(Scripted(opponent), grace=0.05)  # type: ignore[arg-type]
        text = await computer.choose(game, 1, 0.05)
        played = game.play(text)
        assert played.action.kind == "move"
        if opponent is patient:
            assert text == Game(ruleset(RULES.strict)).moves()[-1].text, "told to stop, it gave its best"

    run(work)


def test_one_thought_at_a_time() -> None:
    """As many searches at once as there are places, and never one in the event loop."""
    busy: list[int] = []
    most: list[int] = []
    loop_thread = threading.get_ident()

    def choose(game: Game, _level: int, _stop: threading.Event) -> Action:
        assert threading.get_ident() != loop_thread
        busy.append(1)
        most.append(len(busy))
        threading.Event().wait(0.01)
        busy.pop()
        return plain_choice(game)

    async def work() -> None:
        computer = Computer(Scripted(choose), threads=2)
        game = Game(ruleset(RULES.strict))
        await asyncio.gather(*(computer.choose(game, 10, 5) for _ in range(10)))
        assert max(most) == 2
        await asyncio.gather(*(computer.choose(game, 1, 5) for _ in range(10)))
        assert max(most) == 3, "one more for small thoughts"

    run(work)


async def against(own: House, rules: str, clock: ClockRule | None = None) -> tuple[Keeper, Listener]:
    person = await own.person()
    first = "white" if ruleset(rules).spec.first == 0 else "black"
    seats = {first: person.id, "black" if first == "white" else "white": log.COMPUTER}
    keeper = await own.game(rules, seats["white"], seats["black"], clock)
    reader = await own.join(keeper, person.id)
    for seat in keeper.room.table.unseeded:
        await keeper.room.message(
            reader, wire.SendSeed(g=keeper.room.table.id, id="s", seed="7" * 64, seat=seat), own.time()
        )
    return keeper, reader


@pytest.mark.parametrize("rules", [RULES.strict, RULES.huffing, RULES.automatic, RULES.spinning])
def test_a_game_against_the_computer(database: str, rules: str) -> None:
    """Spins, remedies and answers included, until somebody has won or many turns are played."""

    async def work() -> None:
        async with house(database, PlainOpponent()) as own:
            keeper, reader = await against(own, rules)
            pick = random.Random(4)
            mine = keeper.room.table.role(reader.person)
            for _ in range(40):
                await settle(lambda: reader.state.actor in (mine, None))
                state = reader.state
                if state.phase == "over":
                    return
                if state.must_spin:
                    answer = await own.act(keeper, reader, "spin")
                elif state.choices:
                    answer = await own.move(keeper, reader, pick.randrange(len(state.choices)))
                else:
                    option = state.options[0]
                    answer = await own.act(keeper, reader, option.do, square=option.square or None)
                assert isinstance(answer, wire.Ok)
            assert keeper.room.table.ply > 40

    run(work)


def test_undo_against_the_computer(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, reader = await against(own, RULES.strict)
            before = reader.state.fen
            await own.move(keeper, reader)
            await settle(lambda: keeper.room.table.ply == 2)
            await settle(lambda: reader.state.ply == 2)
            assert isinstance(await own.act(keeper, reader, "undo"), wire.Ok)
            assert reader.state.fen == before
            assert reader.state.choices
            assert keeper.room.table.ply == 0

    run(work)


def test_a_thought_for_a_position_that_is_gone_is_dropped(database: str) -> None:
    release = threading.Event()

    def slow(game: Game, _level: int, stop: threading.Event) -> Action:
        while not (release.is_set() or stop.wait(0.005)):
            pass
        return MoveAction(game.moves()[0])

    async def work() -> None:
        async with house(database, Scripted(slow)) as own:
            keeper, reader = await against(own, RULES.strict)
            await own.move(keeper, reader)
            assert isinstance(await own.act(keeper, reader, "undo"), wire.Ok)
            release.set()
            await own.move(keeper, reader, 1)
            await settle(lambda: keeper.room.table.ply == 2)
            texts = [record.text for record in keeper.room.table.game.history]
            assert len(texts) == 2
            assert keeper.room.table.game.history[0].text == reader.last(wire.Snapshot).state.choices[1].text

    run(work)


def test_draw_offers_are_answered(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            rules = RULES.first(enforcement="strict", draw_agreement=True, doors=(), files=8).id
            keeper, reader = await against(own, rules)
            assert isinstance(await own.act(keeper, reader, "offer_draw"), wire.Ok)
            await settle(lambda: isinstance(keeper.room.table.entries[-1], DrawDeclinedEntry))
            assert keeper.room.table.game.draw_offer is None

    run(work)


async def ask_hint(own: House, keeper: Keeper, reader: Listener) -> wire.AskHint:
    message = wire.AskHint(g=keeper.room.table.id, id="h")
    assert isinstance(await keeper.room.message(reader, message, own.time()), wire.Ok)
    return message


def test_hints(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, reader = await against(own, RULES.strict)
            await keeper.hint(reader, await ask_hint(own, keeper, reader))
            hint = reader.last(wire.Hint)
            assert hint.choice in reader.state.choices
            assert hint.pos == reader.state.pos
            assert isinstance(keeper.room.table.entries[-1], HintedEntry)

    run(work)


def test_a_hint_is_the_only_answer(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, reader = await against(own, RULES.strict)
            message = await ask_hint(own, keeper, reader)
            await keeper.hint(reader, message)
            answers = [told for told in reader.heard if getattr(told, "id", "") == message.id]
            assert [type(answer) for answer in answers] == [wire.Hint]

    run(work)


def test_a_hint_that_comes_too_late_is_refused(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, reader = await against(own, RULES.strict)
            message = await ask_hint(own, keeper, reader)
            thinking = asyncio.create_task(keeper.hint(reader, message))
            await asyncio.sleep(0)
            await own.move(keeper, reader)
            await thinking
            assert reader.last(wire.Denied).code == "not_now"

    run(work)


def test_on_the_clock_the_computer_hurries(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, reader = await against(own, RULES.strict, ClockRule("fischer", 30_000, 0))
            await own.move(keeper, reader)
            assert keeper._seconds() <= 1.0
            await settle(lambda: keeper.room.table.ply == 2)

    run(work)


@pytest.mark.parametrize("name", catalog.ids())
def test_the_plain_choice_is_always_open(name: str) -> None:
    game = Game(ruleset(name), seed=1)
    for _ in range(60):
        if game.outcome is not None:
            return
        if game.must_spin:
            game.spin()
        else:
            action = plain_choice(game)
            assert action in game.actions()
            game.play(action)


# ---------------------------------------------------------------- the real engine


@pytest.mark.parametrize("rules", [RULES.strict, RULES.huffing, RULES.spinning])
def test_the_engine_plays_analyses_and_stops(rules: str) -> None:
    async def work() -> None:
        computer = Computer(EngineOpponent(hash_mb=1))
        game = Game(ruleset(rules), seed=3)
        for level in (1, 4, 6):
            if game.must_spin:
                game.spin()
            game.play(await computer.choose(game, level, 10))
        lines = await computer.lines(game, 20, 3)
        assert lines is not None
        assert lines.fen == game.position.fen
        assert all(0 <= line.win <= 1 for line in lines.lines)
        if not game.must_spin:
            assert game.copy().play(lines.lines[0].moves[0])
        review = await computer.review(game, 5)
        assert review is not None
        assert [item.move for item in review] == [r.text for r in game.history if r.action.kind == "move"]
        hurried = await computer.choose(game, 10, 0.05) if not game.must_spin else ""
        assert hurried or game.must_spin

    run(work)


def test_engines_are_kept_and_never_shared() -> None:
    opponent = EngineOpponent(hash_mb=1)
    rules = ruleset(RULES.strict)
    with opponent.engine(rules) as first, opponent.engine(rules) as second:
        assert first is not second
    with opponent.engine(rules) as again:
        assert again in (first, second)
    with opponent.engine(rules.with_options(king="short")) as other:
        assert other not in (first, second)


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in the place of the shipped weights."""
    weightfile._known_specs.cache_clear()
    monkeypatch.setattr(weightfile, "_shipped", lambda: tmp_path)
    yield tmp_path
    weightfile._known_specs.cache_clear()


async def plays_and_analyses() -> None:
    computer = Computer(EngineOpponent(hash_mb=1))
    game = Game(ruleset(RULES.strict))
    for _ in range(3):
        assert game.play(await computer.choose(game, 3, 10)).action.kind == "move"
    assert await computer.lines(game, 20, 1) is not None


@pytest.mark.parametrize("content", [b"", b"crowned-weights 2 x\nnot compressed"])
def test_damaged_engine_files_cost_strength_and_nothing_else(
    content: bytes, weights: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in catalog.ids():
        (weights / f"{name}{weightfile.SUFFIX}").write_bytes(content)
    run(plays_and_analyses)
    assert "the engine plays without learned weights" in caplog.text


def test_engine_files_that_vanish_cost_strength_and_nothing_else(
    weights: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in catalog.ids():
        (weights / f"{name}{weightfile.SUFFIX}").touch()
    assert weightfile.nearest(ruleset(RULES.strict).spec) is not None
    for file in weights.iterdir():
        file.unlink()
    run(plays_and_analyses)
    assert "No such file" in caplog.text
