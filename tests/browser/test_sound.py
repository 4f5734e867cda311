"""Sounds come with what is seen: wood when a piece has landed, breath when it is blown away, the end last."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player
from tests.browser.test_honesty import DOORS, DRAMA, MOVING, RECORD, settled

LISTENING = """
window.heard_ = [];
const silent = () => undefined;
const set = (tell) => ({ setValueAtTime: tell, exponentialRampToValueAtTime: silent, value: 0 });
const hear = (pitch) => window.heard_.push({
  pitch: Math.round(pitch), verdict: Boolean(document.querySelector('.verdict')),
  result: Boolean(document.querySelector('.result')), frames: window.frames_.length, ...window.seen_(),
});
const node = () => ({
  gain: set(silent), frequency: set(hear), Q: {}, connect: (to) => to, start: silent, stop: silent,
});
window.AudioContext = class {
  state = 'running';
  currentTime = 0;
  sampleRate = 100;
  destination = node();
  resume = async () => undefined;
  createGain = node;
  createOscillator = node;
  createBiquadFilter = node;
  createBufferSource = node;
  createBuffer = () => ({ getChannelData: () => [] });
};
"""
"""Loudspeakers that write down the pitch of every sound, and what is on the screen while it is heard."""

LANDS, TAKES, HUFFS, OPENS, FALLS, TICKS, WINS = 1008, 798, 2200, 300, 500, 2600, 392
"""By what each sound begins with, as it is made in `lib/sound.ts`."""


def listener(sit: Sit, rules: str, **more: Any) -> Player:
    player = sit(**MOVING)
    player.page.add_init_script(LISTENING)
    player.open_game(rules, **more)
    settled(player)
    player.page.evaluate(RECORD)
    return player


def heard(player: Player, pitch: int) -> list[dict[str, Any]]:
    found = [one for one in player.page.evaluate("window.heard_") if one["pitch"] == pitch]
    assert found, f"nobody heard {pitch}"
    return found


def moved_before(player: Player, sound: dict[str, Any]) -> bool:
    return any(frame["moving"] for frame in player.page.evaluate("window.frames_")[: sound["frames"]])


def test_a_piece_is_heard_when_it_has_landed(sit: Sit) -> None:
    four = DATA["four"]
    player = listener(sit, four["ruleset"], fen=four["fen"], policy="strict")
    player.click(four["path"][0], four["path"][-1])
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    landings = heard(player, LANDS)
    assert len(landings) == 4, "one for every jump"
    assert all(moved_before(player, one) for one in landings)
    taken = heard(player, TAKES)
    assert all(one["listed"] == 0 and one["pieces"] == landings[0]["pieces"] for one in taken)


def test_a_huff_is_heard_when_the_piece_goes(sit: Sit) -> None:
    player = listener(sit, DRAMA["huffing"], policy="pointed_out", fen=DRAMA["missed"])
    player.click(*DRAMA["wrong"])
    player.button("Huff c3").click()
    expect(player.page.locator(".moves .ply.huff")).to_have_count(1)
    (breath,) = heard(player, HUFFS)
    assert breath["verdict"], "the referee has spoken, and is still to be read"
    assert breath["listed"] == 1
    assert breath["pieces"] == "2 pieces,2 pieces"
    frozen = player.page.evaluate("window.frames_")[: breath["frames"]]
    assert len([one for one in frozen if not one["moving"]]) > 10, "everything had stood still"


def test_a_door_is_heard_before_the_fall_and_the_fall_before_it_is_told(sit: Sit) -> None:
    player = listener(sit, DOORS["ruleset"], fen=DOORS["fen"])
    player.click("f6")
    expect(player.page.locator(".moves .ply")).to_have_text(["f6 drops"])
    (creak,), (fall,) = heard(player, OPENS), heard(player, FALLS)
    assert creak["frames"] <= fall["frames"]
    assert (fall["listed"], fall["pieces"]) == (0, "4 pieces,2 pieces")


def test_the_wheel_ticks_only_while_it_turns(sit: Sit) -> None:
    player = listener(sit, DOORS["ruleset"], fen=DOORS["quiet"])
    player.button("Spin the wheel").click()
    expect(player.page.locator(".moves .ply.spin")).to_have_count(1)
    ticks = heard(player, TICKS)
    assert len(ticks) > 5
    assert all(one["moving"] == ["wheel"] and one["listed"] == 0 for one in ticks)


def test_the_end_is_heard_at_the_end(sit: Sit) -> None:
    short = DATA["flow"]["short"]
    player = listener(sit, short["ruleset"], fen=short["fen"], policy="strict")
    player.click(*short["path"])
    expect(player.page.locator(".boardbox .result")).to_be_visible()
    (fanfare,) = heard(player, WINS)
    assert not fanfare["moving"]
    player.page.wait_for_function("frames => window.frames_.length > frames + 1", arg=fanfare["frames"])
    shown = player.page.evaluate("window.frames_")[fanfare["frames"] + 1]
    assert shown["listed"] == 1, "in the very frame in which it is told"
    assert fanfare["frames"] > heard(player, TAKES)[0]["frames"]
