"""Games that travel as one file: into another browser, to a server, and back."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from crowned.server.pocket.main import Pocket
from tests.server.client import Server
from tests.server.conftest import Catalogue
from tests.server.pocket.page import Page, fetch, send, visited

Json = dict[str, Any]


async def begun(pocket: Pocket, rules: str, moves: int, **more: Any) -> str:
    made = await fetch(pocket, "POST", "/api/games", {"rules": {"id": rules}, "kind": "hotseat", **more})
    await gone_on(pocket, made["id"], moves)
    return str(made["id"])


async def gone_on(pocket: Pocket, game: str, moves: int, choice: int = 0) -> Json:
    page = Page(pocket)
    state = await page.join(game)
    for _ in range(moves):
        state = await page.play(game, state, choice)
    page.socket.close()
    return state


async def packed(pocket: Pocket) -> Json:
    found: Json = await fetch(pocket, "GET", "/api/luggage")
    return found


async def brought(pocket: Pocket, game: Json) -> str:
    arrived = await fetch(pocket, "POST", "/api/luggage/game", {"game": game})
    return str(arrived["what"])


async def refused(pocket: Pocket, game: Json) -> Json:
    reply = await send(pocket, "POST", "/api/luggage/game", {"game": game})
    told: Json = json.loads(reply.body)
    assert (reply.status, told["code"]) == (400, "bad_file"), told
    return told


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), 60))  # type: ignore[arg-type]


def test_a_game_goes_on_elsewhere_and_comes_back(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        game = await begun(here, rules.huffing, 3)
        (luggage,) = (await packed(here))["games"]
        assert await brought(there, luggage) == "new"
        state = await gone_on(there, game, 2)
        assert state["ply"] == 5
        (luggage,) = (await packed(there))["games"]
        assert await brought(here, luggage) == "longer"
        assert await brought(here, luggage) == "known"
        assert (await gone_on(here, game, 0))["pos"] == state["pos"]

    run(work)


def test_who_follows_the_game_sees_it_go_on(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        game = await begun(here, rules.strict, 1)
        await brought(there, (await packed(here))["games"][0])
        await gone_on(there, game, 1)
        page = Page(here)
        assert (await page.join(game))["ply"] == 1
        await brought(here, (await packed(there))["games"][0])
        assert (await page.next("update"))["state"]["ply"] == 2

    run(work)


def test_two_ways_of_going_on_are_not_mixed(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        game = await begun(here, rules.strict, 1)
        await brought(there, (await packed(here))["games"][0])
        state = await gone_on(here, game, 1, choice=0)
        await gone_on(there, game, 1, choice=1)
        told = await refused(here, (await packed(there))["games"][0])
        assert "another way" in json.dumps(told)
        assert (await gone_on(here, game, 0))["pos"] == state["pos"]

    run(work)


def test_a_clock_stands_still_on_the_way(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        clock = {"kind": "fischer", "base": 60_000, "step": 0}
        await begun(here, rules.strict, 2, clock=clock)
        (luggage,) = (await packed(here))["games"]
        for line in luggage["lines"]:
            line["at"] -= 3_600_000
        assert await brought(there, luggage) == "new"
        arrived = (await packed(there))["games"][0]["lines"]
        assert arrived[-1]["body"]["kind"] == "paused"

    run(work)


def test_the_spinner_goes_along_and_is_the_promised_one(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        await begun(here, rules.spinning, 0)
        (luggage,) = (await packed(here))["games"]
        await refused(there, luggage | {"seed": "00" * 32})
        await refused(there, {name: value for name, value in luggage.items() if name != "seed"})
        assert await brought(there, luggage) == "new"
        assert (await packed(there))["games"][0]["seed"] == luggage["seed"]

    run(work)


def _move(game: Json) -> Json:
    return next(line["body"] for line in game["lines"] if line["body"]["kind"] == "played")


def _illegal(game: Json) -> None:
    _move(game)["text"] = "a1-b2"


def _rated(game: Json) -> None:
    game["lines"][0]["body"]["settings"]["rated"] = True


def _by_somebody(game: Json) -> None:
    game["lines"][0]["body"]["settings"]["white"] = "somebody"


def _unknown(game: Json) -> None:
    _move(game)["kind"] = "levitated"


def _headless(game: Json) -> None:
    del game["lines"][0]


@pytest.mark.parametrize("spoil", [_illegal, _rated, _by_somebody, _unknown, _headless])
def test_what_was_never_played_is_not_taken(rules: Catalogue, spoil: Callable[[Json], None]) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        await begun(here, rules.strict, 2)
        luggage = copy.deepcopy((await packed(here))["games"][0])
        spoil(luggage)
        await refused(there, luggage)
        assert (await packed(there))["games"] == []

    run(work)


def test_an_id_is_an_id(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        await begun(here, rules.strict, 1)
        luggage = (await packed(here))["games"][0] | {"id": "../../../etc"}
        assert (await send(there, "POST", "/api/luggage/game", {"game": luggage})).status == 400

    run(work)


def test_house_rules_travel_once(rules: Catalogue) -> None:
    async def work() -> None:
        here, there = await visited(), await visited()
        await fetch(here, "POST", "/api/houses", {"title": "Ours", "rules": {"id": rules.strict}})
        (house,) = (await packed(here))["houses"]
        said = [await fetch(there, "POST", "/api/luggage/house", {"house": house}) for _ in range(2)]
        assert [told["what"] for told in said] == ["new", "known"]
        listed = (await fetch(there, "GET", "/api/houses"))["houses"]
        assert [item["title"] for item in listed] == ["Ours"]

    run(work)


def test_from_a_browser_to_a_server_and_back(server: Server, rules: Catalogue) -> None:
    ann = server.browser()

    async def out() -> tuple[Pocket, str]:
        pocket = await visited()
        return pocket, await begun(pocket, rules.huffing, 2)

    async def work() -> None:
        pocket, game = await out()
        (luggage,) = (await packed(pocket))["games"]
        assert ann.post("/api/luggage/game", {"game": luggage})["what"] == "new"
        player = ann.play(game)
        assert player.choose(0)["t"] == "ok"
        (luggage,) = ann.get("/api/luggage")["games"]
        assert await brought(pocket, luggage) == "longer"
        assert (await gone_on(pocket, game, 0))["ply"] == 3

    run(work)


def test_a_server_keeps_its_secrets_and_other_peoples_games(server: Server, rules: Catalogue) -> None:
    ann, bob = server.browser(), server.browser()
    ann.new_game(rules.spinning)
    ann.new_game(rules.strict, kind="friend", side="white")
    game = ann.new_game(rules.strict)["id"]
    luggage = ann.get("/api/luggage")
    assert (luggage["left"], [packed["id"] for packed in luggage["games"]]) == (1, [game])
    taken = bob.request("POST", "/api/luggage/game", {"game": luggage["games"][0]})
    assert (taken.status, taken.json["code"]) == (400, "bad_file")
    assert server.browser(session=False).request("GET", "/api/luggage").status == 401
