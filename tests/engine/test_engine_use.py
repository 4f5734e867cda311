"""How an engine is used: by whom, one at a time, and what it says where there is nothing to search."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time

import pytest

import crowned
from crowned import Engine, Limits
from crowned.engine.external import HubEngine

RULES = crowned.ruleset("russian")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(RULES, hash_mb=4, seed=1)


def test_other_rules_are_refused(engine: Engine) -> None:
    other = crowned.ruleset("pool")
    for ask in (engine.search, engine.estimate):
        with pytest.raises(crowned.BadInput, match=r"belongs to <Ruleset pool>, the engine plays"):
            ask(other.start())
    with pytest.raises(crowned.BadInput, match="belongs to"):
        engine.choose(crowned.Game(other), 3)


def test_the_same_rules_in_numbers_are_not_others(engine: Engine) -> None:
    numbers = crowned.ruleset("russian", notation="numeric")
    game = crowned.Game(numbers)
    game.play(engine.choose(game, 2))
    assert game.ply == 1


@pytest.mark.parametrize("level", [0, 11, -1])
def test_there_are_ten_levels(engine: Engine, level: int) -> None:
    with pytest.raises(crowned.BadInput, match="levels go from 1 to 10"):
        engine.choose(crowned.Game(RULES), level)


@pytest.mark.parametrize("threads", [0, -4])
def test_nobody_searches_with_no_threads(threads: int) -> None:
    with pytest.raises(crowned.BadInput, match="one thread at least"):
        Engine(RULES, threads=threads)


def test_a_table_that_does_not_fit_is_told() -> None:
    with pytest.raises(MemoryError, match="a table of 1000000000 MiB"):
        Engine(RULES, hash_mb=10**9)


def test_an_analysis_has_a_line(engine: Engine) -> None:
    with pytest.raises(crowned.BadInput, match="one line at least"):
        engine.search(RULES.start(), Limits(depth=1), multipv=0)


# ---- finished games


@pytest.mark.parametrize(("fen", "expected"), [("B:Wc3:B", 0.0), ("W:W:Bd4", 0.0), ("W:Wc3:B", 1.0)])
def test_a_decided_position_is_scored_as_such(engine: Engine, fen: str, expected: float) -> None:
    position = RULES.read(fen)
    for what in (position, crowned.Game(RULES, position)):
        info = engine.search(what, Limits(depth=4))
        assert info.score.expected == expected
        assert info.score.decided
        assert info.lines == ()


def test_a_resigned_and_a_drawn_game_are_scored_as_such(engine: Engine) -> None:
    game = crowned.Game(RULES)
    game.play("resign")
    assert engine.search(game).score.loses
    game.undo()
    game.play("offer draw")
    game.play("agree draw")
    assert engine.search(game).score.expected == 0.5


def test_a_lost_game_of_chance_is_scored_as_such() -> None:
    rules = crowned.ruleset("valluik")
    info = Engine(rules, hash_mb=1).search(rules.read("W:W:Bd4"))
    assert (info.score.expected, info.score.chance) == (0.0, True)


# ---- one search at a time


def test_a_second_search_waits_for_the_first(engine: Engine) -> None:
    ended: list[str] = []

    def long() -> None:
        info = engine.search(RULES.start(), Limits(time=0.4))
        ended.append(f"long {info.seconds > 0.35}")

    thread = threading.Thread(target=long)
    thread.start()
    time.sleep(0.05)
    engine.search(RULES.start(), Limits(depth=2))
    ended.append("short")
    thread.join()
    assert ended == ["long True", "short"]


def test_who_searches_already_is_told_so(engine: Engine) -> None:
    infos = engine.analyse(RULES.start(), Limits(infinite=True))
    next(infos)
    with pytest.raises(crowned.EngineBusy, match="still searching"):
        engine.search(RULES.start(), Limits(depth=1))
    with pytest.raises(crowned.EngineBusy):
        engine.forget()
    assert next(infos).depth >= 1  # the first was not cut off
    infos.close()
    assert engine.search(RULES.start(), Limits(depth=1)).best is not None


def test_who_waits_may_give_up(engine: Engine) -> None:
    stop, infos = threading.Event(), engine.analyse(RULES.start(), Limits(infinite=True))
    next(infos)
    answers: list[int] = []
    thread = threading.Thread(
        target=lambda: answers.append(engine.search(RULES.start(), Limits(depth=1), stop_event=stop).depth)
    )
    thread.start()
    stop.set()
    thread.join(5)
    assert answers == [0]
    infos.close()


# ---- asynchronous


def test_an_awaited_search_answers(engine: Engine) -> None:
    async def ask() -> tuple[crowned.Info, str, list[int]]:
        info, action = await asyncio.gather(
            engine.search_async(RULES.start(), Limits(depth=5)),
            engine.choose_async(crowned.Game(RULES), 1),
        )
        depths = [found.depth async for found in engine.analyse_async(RULES.start(), Limits(depth=3))]
        return info, action.text, depths

    info, text, depths = asyncio.run(ask())
    assert info.depth == 5
    assert text in {move.text for move in RULES.start().moves()}
    assert depths[-1] == 3


def test_cancelling_stops_the_search(engine: Engine) -> None:
    async def ask() -> float:
        task = asyncio.create_task(engine.search_async(RULES.start(), Limits(infinite=True)))
        await asyncio.sleep(0.05)
        task.cancel()
        begun = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await task
        await engine.search_async(RULES.start(), Limits(depth=1))  # the engine is free again
        return time.monotonic() - begun

    assert asyncio.run(ask()) < 5


def test_leaving_the_loop_stops_the_search(engine: Engine) -> None:
    async def ask() -> None:
        infos = engine.analyse_async(RULES.start(), Limits(infinite=True))
        async for info in infos:
            if info.depth >= 2:
                break
        await infos.aclose()

    asyncio.run(ask())
    assert engine.search(RULES.start(), Limits(depth=1)).best is not None


def test_breaking_out_of_the_loop_stops_the_search(engine: Engine) -> None:
    """The event loop closes the iterator later; an engine asked at once does not wait for that."""

    async def ask() -> crowned.Info:
        async for info in engine.analyse_async(RULES.start(), Limits(infinite=True)):
            if info.depth >= 2:
                break
        return engine.search(RULES.start(), Limits(depth=1))

    assert asyncio.run(ask()).depth == 1


def test_who_holds_an_analysis_is_told_instead_of_waiting_for_ever(engine: Engine) -> None:
    async def ask() -> int:
        infos = engine.analyse_async(RULES.start(), Limits(infinite=True))
        await anext(infos)
        with pytest.raises(crowned.EngineBusy):
            engine.search(RULES.start(), Limits(depth=1))
        await infos.aclose()
        return engine.search(RULES.start(), Limits(depth=1)).depth

    assert asyncio.run(ask()) == 1


def test_a_fault_reaches_who_awaits(engine: Engine) -> None:
    with pytest.raises(crowned.BadInput):
        asyncio.run(engine.search_async(crowned.ruleset("pool").start()))


# ---- several lines of other engines


@pytest.fixture(scope="module")
def guest() -> HubEngine:
    return HubEngine.start([sys.executable, "-m", "crowned", "hub"], RULES)


def test_a_guest_tells_its_line(guest: HubEngine) -> None:
    info = guest.search(crowned.Game(RULES), Limits(depth=5))
    assert info.depth >= 5
    assert len(info.lines) == 1
    assert len(info.lines[0].moves) >= 2


def test_a_guest_tells_several_lines(guest: HubEngine) -> None:
    game = crowned.Game(RULES, RULES.read("W:Wc3,e3,Ka1:Bf6,h6"))
    info = guest.search(game, Limits(depth=5), multipv=3)
    assert len(info.lines) == 3
    assert [line.moves[0] for line in info.lines] == list(dict.fromkeys(line.moves[0] for line in info.lines))
    values = [line.score.value for line in info.lines]
    assert values == sorted(values, reverse=True)
    assert {line.moves[0] for line in info.lines} <= set(game.moves())


def test_a_guest_refuses_other_rules_too(guest: HubEngine) -> None:
    pool = crowned.Game("pool")
    for ask in (guest.search, guest.choose):
        with pytest.raises(crowned.EngineError, match=r"plays <Ruleset russian>; the game belongs to .*pool"):
            ask(pool, Limits(depth=1))
    assert guest.choose(crowned.Board(RULES, "W:Wc3:Bd4,h8"), Limits(depth=1)).text == "c3xe5"
    assert guest.search(RULES.read("W:Wc3:Bd4,h8"), Limits(depth=1)).best is not None


def test_a_guest_sees_the_winning_move_first(guest: HubEngine) -> None:
    game = crowned.Game(RULES, RULES.read("W:Wf6,a1:Bg7"))
    info = guest.search(game, Limits(depth=3), multipv=2)
    assert info.score.wins
    assert guest.search(crowned.Game(RULES, RULES.read("B:Wc3:B")), multipv=2).score.loses
    guest.close()


LEAVE = """
import threading, time, crowned
position = crowned.ruleset("russian").start()
engine = crowned.Engine(position.rules)
threading.Thread(target=engine.search, args=(position, crowned.Limits(time=60)), daemon=True).start()
time.sleep(0.5)
"""


def test_a_program_may_end_while_its_engine_thinks() -> None:
    """The interpreter unwinds daemon threads that come back from the core; none takes the program along."""
    done = subprocess.run([sys.executable, "-c", LEAVE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_position_is_enough_to_choose_in() -> None:
    """As for `search`: a position is a game that begins there."""
    rules = crowned.ruleset("russian")
    position = rules.read("W:Wc3:Bd4,h8")
    engine = crowned.Engine(rules, hash_mb=1)
    assert engine.choose(position, 5).text == "c3xe5"
    assert asyncio.run(engine.choose_async(position, 1)).text == "c3xe5"
