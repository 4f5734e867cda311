"""The engine's end of Hub: the whole conversation, by script."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crowned
from crowned.engine import hub
from crowned.engine.api import WON, Clock, Limits, Score
from crowned.protocols.hub.search import men
from tests.protocols.play import PLAIN, random_game, rules_of
from tests.protocols.talk import Talk

DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
START = DATA["start"]


def test_the_greeting_declares_every_parameter() -> None:
    talk = Talk()
    talk.say("hub")
    lines = talk.until("wait")
    assert lines[0]["name"] == "Crowned"
    assert lines[0]["version"] == "1.2"
    declared = {line["name"]: line for line in lines if line.command == "param"}
    assert set(declared) == {"variant", "threads", "tt-size", "ponder", "strength"}
    assert declared["variant"]["value"] == "normal"
    assert set(declared["variant"]["values"].split()) == set(hub.shipped_variants())
    assert all(line["type"] in ("enum", "int", "bool") for line in declared.values())


def test_parameters_reach_the_engine() -> None:
    talk = Talk()
    talk.say(
        "hub",
        "set-param name=variant value=frisian",
        "set-param name=threads value=2",
        "set-param name=tt-size value=18",
        "init",
    )
    talk.until("ready")
    (thinker,) = talk.thinkers
    assert hub.variant_of(thinker.rules.spec) == "frisian"
    assert (thinker.params.threads, thinker.params.hash_mb) == (2, 4)
    talk.say("init")
    talk.until("ready")
    assert len(talk.thinkers) == 1, "nothing has changed, so nothing is made anew"


@pytest.mark.parametrize("text", DATA["bad_params"])
def test_a_bad_parameter_is_an_error(text: str) -> None:
    talk = Talk()
    assert talk.say(text)
    assert talk.until("error")[-1]["message"]


@pytest.mark.parametrize("text", DATA["ignored"])
def test_what_is_unknown_is_ignored(text: str) -> None:
    talk = Talk()
    assert talk.say(text, "ping")
    assert [line.command for line in talk.until("pong")] == ["pong"]


@pytest.mark.parametrize("text", DATA["errors"])
def test_what_cannot_be_is_an_error(text: str) -> None:
    talk = Talk()
    assert talk.say(text, "ping")
    assert [line.command for line in talk.until("pong")] == ["error", "pong"]


def test_a_search_tells_and_answers_once() -> None:
    talk = Talk()
    talk.say("hub", "init", f"pos pos={START}", "level depth=7", "go think")
    talk.until("ready")
    info, done = talk.until("done")
    assert (info["depth"], info["score"], info["nodes"], info["time"]) == ("7", "0.35", "1234", "0.500")
    assert info["pv"].split() == [done["move"], done["ponder"]]
    assert talk.rest() == []


def test_the_answer_is_a_move_of_the_position_with_its_moves() -> None:
    talk = Talk()
    talk.say(f'pos pos={START} moves="{DATA["moves"]}"', "go think")
    talk.say("stop")
    done = talk.until("done")[-1]
    assert done["move"] == DATA["answer"]


@pytest.mark.parametrize("name", PLAIN)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 80))
def test_every_plain_ruleset_is_played(name: str, seed: int, plies: int) -> None:
    game = random_game(rules_of(name), Random(seed), plies)
    if not game.moves():
        return
    talk = Talk()
    variant = hub.variant_of(game.rules.spec)
    position = hub.write_position(game.position)
    talk.say(f"set-param name=variant value={variant}", f"pos pos={position}", "level depth=1", "go think")
    hub.find_move(game, talk.until("done")[-1]["move"])


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("level depth=7", Limits(depth=7)),
        ("level depth=0", Limits(depth=1)),
        ("level nodes=1000", Limits(nodes=1000)),
        ("level move-time=0.5", Limits(time=0.5)),
        ("level time=8 inc=2", Limits(clock=Clock(10, 2))),
        ("level time=60", Limits(clock=Clock(60))),
        ("level moves=9 time=30", Limits(clock=Clock(30, 0, 9))),
        ("level time=0", Limits(clock=Clock(0.001))),
        ("level depth=3 nodes=9", Limits(depth=3, nodes=9)),
    ],
)
def test_the_level_becomes_limits(text: str, limits: Limits) -> None:
    talk = Talk()
    talk.say(f"pos pos={START}", text, "go think")
    talk.until("done")
    assert talk.thinkers[0].asked == [limits]


def test_a_level_counts_for_one_search() -> None:
    talk = Talk()
    talk.say(f"pos pos={START}", "level depth=3", "go think")
    talk.until("done")
    talk.say("go think")
    talk.until("info")
    talk.say("stop")
    talk.until("done")
    assert talk.thinkers[0].asked == [Limits(depth=3), Limits()]


def test_an_endless_search_answers_when_stopped_and_pings_meanwhile() -> None:
    talk = Talk()
    talk.say(f"pos pos={START}", "level infinite", "go analyze")
    talk.until("info")
    talk.say("ping")
    assert [line.command for line in talk.until("pong")] == ["pong"]
    talk.say("stop")
    assert [line.command for line in talk.until("done")] == ["done"]


@pytest.mark.parametrize("text", [f"pos pos={START}", "go think", "level depth=1", "new-game", "init", "hub"])
def test_a_running_search_is_not_disturbed(text: str) -> None:
    talk = Talk()
    talk.say(f"pos pos={START}", "go think")
    talk.until("info")
    talk.say(text, "stop")
    assert [line.command for line in talk.until("done")] == ["error", "done"]


def test_pondering_ends_with_a_search_on_the_clock() -> None:
    talk = Talk()
    talk.say(f"pos pos={START}", "level time=10", "go ponder")
    talk.until("info")
    talk.say("ponder-hit")
    assert [line.command for line in talk.until("done")] == ["info", "done"]
    assert talk.thinkers[0].asked == [Limits(infinite=True), Limits(clock=Clock(10))]


def test_a_deeper_line_of_the_pondering_counts() -> None:
    """The search on the clock comes only to depth 3 here; the pondering was at 7 with the last move."""
    talk = Talk()
    talk.say("init")
    talk.thinkers[0].moods = [(7, -1), (3, 0)]
    talk.say(f"pos pos={START}", "level time=10", "go ponder")
    pondered = talk.until("info")[-1]
    talk.say("ponder-hit")
    *_, thought, done = talk.until("done")
    assert done["move"] == pondered["pv"].split()[0] != thought["pv"].split()[0]


def test_pondering_in_vain_ends_with_stop() -> None:
    talk = Talk()
    talk.say(f"pos pos={START}", "level time=10", "go ponder")
    talk.until("info")
    talk.say("stop")
    assert [line.command for line in talk.until("done")] == ["done"]
    assert talk.thinkers[0].asked == [Limits(infinite=True)]


@pytest.mark.parametrize("last", ["stop", "ponder-hit"])
def test_stop_and_hit_without_a_search_do_nothing(last: str) -> None:
    talk = Talk()
    talk.say(last, f"pos pos={START}", "level depth=1", "go think")
    talk.until("done")
    talk.say(last, "ping")
    assert [line.command for line in talk.until("pong")] == ["pong"]


def test_quit_ends_the_conversation_and_a_search_with_it() -> None:
    talk = Talk()
    assert talk.say(f"pos pos={START}", "go think")
    assert talk.session.receive("quit") is False
    assert talk.rest()[-1].startswith("done move=")


def test_a_failing_search_still_answers() -> None:
    talk = Talk()
    talk.say("init")
    talk.thinkers[0].fails = True
    talk.say(f"pos pos={START}", "go think")
    error, done = talk.until("done")[1:]
    assert "out of order" in error["message"]
    assert done["move"]


def test_the_end_of_a_game_is_no_position_to_think_about() -> None:
    talk = Talk()
    talk.say(f"pos pos={DATA['over']}", "go think")
    error, done = talk.until("done")
    assert error.command == "error"
    assert dict(done.arguments) == {}


def test_new_game_forgets() -> None:
    talk = Talk()
    talk.say("init", "new-game")
    assert talk.thinkers[0].forgotten == 1


def test_a_bad_position_leaves_none_behind() -> None:
    talk = Talk()
    talk.say(f'pos pos={START} moves="{DATA["moves"]}"', "pos pos=nonsense", "level depth=1", "go think")
    done = talk.until("done")[-1]
    assert hub.find_move(crowned.Game(rules_of(DATA["house"])), done["move"])


def test_a_level_of_strength_restrains_the_search() -> None:
    talk = Talk()
    talk.say("set-param name=strength value=3", f"pos pos={START}", "level time=60", "go think")
    talk.until("done")
    (limits,) = talk.thinkers[0].asked
    assert limits.clock == Clock(60)
    assert 0 < limits.nodes < 10_000
    talk.say(f"pos pos={START}", "level depth=9", "go analyze")
    talk.until("done")
    assert talk.thinkers[0].asked[-1] == Limits(depth=9)


def test_a_house_ruleset_is_a_variant_of_its_own() -> None:
    house = crowned.ruleset(DATA["house"], king="short")
    talk = Talk(house)
    talk.say("hub", "init")
    variant = next(line for line in talk.until("ready") if line.get("name") == "variant")
    assert variant["value"] == DATA["house"]
    assert talk.thinkers[0].rules is house


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(0), "0.00"),
        (Score(-135), "-1.35"),
        (Score(WON - 5), "99.95"),
        (Score(-(WON - 12)), "-99.88"),
        (Score(20_001), "90.00"),  # likely: counting may end it
        (Score(22_001), "90.01"),
    ],
)
def test_scores_are_in_men_and_wins_near_a_hundred(score: Score, text: str) -> None:
    assert men(score) == text


commands = st.sampled_from(DATA["commands"])
noise = st.text(max_size=40)


@given(st.lists(st.one_of(commands, noise), max_size=30))
def test_whatever_is_said_every_go_is_answered_once(lines: list[str]) -> None:
    talk = Talk()
    going = sum(_is_accepted_go(talk, line) for line in lines if line.strip() != "quit")
    heard = [hub.read_line(text) for text in talk.rest()]
    assert sum(line is not None and line.command == "done" for line in heard) == going


def _is_accepted_go(talk: Talk, text: str) -> bool:
    before = talk.session._search
    assert talk.session.receive(text)
    return talk.session._search is not before
