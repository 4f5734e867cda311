"""A program that speaks some Hub and misbehaves as its argument says; started by the tests."""

from __future__ import annotations

import sys
import time

HOW = sys.argv[1] if len(sys.argv) > 1 else "well"
MOVE = {"illegal": "1-50", "nonsense": "move it!", "empty": "", "drawn": "12-3"}.get(HOW, "32-28")


def say(text: str) -> None:
    print(text, flush=True)


def greet() -> None:
    if HOW == "mute":
        return
    say('id name=Fake version=7 author="nobody"')
    if HOW == "other":
        say('param name=variant value=chess type=enum values="chess go"')
    say("param name=threads value=1 type=int min=1 max=4")
    say("wait")


def go(moves: bool) -> None:
    if HOW == "drawn" and moves:
        say("done")
        return
    if HOW == "crash":
        print("something broke", file=sys.stderr)
        sys.exit(3)
    if HOW == "silent":
        time.sleep(600)
    if HOW == "flood":
        while True:
            say("info depth=1 " + "x" * 500)
    say("hello there, = this is no line")
    say("info depth=3 score=0.25")
    say("info depth=4 score=0.50 pv=32-28")
    say(f'done move="{MOVE}" ponder=19-23')


history = False
for line in sys.stdin:
    command = line.split(" ", 1)[0].strip()
    history = "moves=" in line if command == "pos" else history
    if command == "hub":
        greet()
    elif command == "init":
        say("ready")
    elif command == "go":
        go(history)
    elif command == "quit":
        break
