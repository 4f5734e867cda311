"""A person at a screen: opens pages, presses squares, reads what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
HARMLESS = ("401 (Unauthorized)", "net::ERR_", "WebSocket connection")
"""A visitor without a session asks who he is, and tests that cut the line: both are logged by the browser."""

FRAMEWORK = "svelte.dev/e/"
"""The framework warns of what goes on although its page has been left, for one."""


@dataclass
class Player:
    context: BrowserContext
    origin: str
    page: Page = field(init=False)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('policy', e.violatedDirective))"
        )

    def _console(self, message: ConsoleMessage) -> None:
        bad = message.type == "error" or (message.type == "warning" and FRAMEWORK in message.text)
        if bad and not any(word in message.text for word in HARMLESS):
            self.complaints.append(message.text)

    # ------------------------------------------------------------ asking the server directly

    def post(self, path: str, body: dict[str, Any]) -> Any:
        reply = self.context.request.post(
            path, data=json.dumps(body), headers={"Origin": self.origin, "Content-Type": "application/json"}
        )
        assert reply.ok, reply.text()
        return reply.json()

    def get(self, path: str) -> Any:
        reply = self.context.request.get(path)
        assert reply.ok, reply.text()
        return reply.json()

    def new_game(self, rules: str, **more: Any) -> dict[str, Any]:
        self.post("/api/session", {})
        made: dict[str, Any] = self.post("/api/games", {"rules": {"id": rules}, "kind": "hotseat", **more})
        return made

    def open_game(self, rules: str, **more: Any) -> str:
        made = self.new_game(rules, **more)
        self.go(f"/g/{made['id']}")
        expect(self.board).to_be_visible()
        return str(made["id"])

    def state(self, game: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/api/games/{game}")["state"]
        return found

    # ------------------------------------------------------------ on the screen

    def settings(self, **chosen: Any) -> None:
        text = json.dumps(json.dumps(chosen))
        self.page.add_init_script(f"localStorage.setItem('crowned.settings', {text})")

    def go(self, path: str) -> None:
        self.page.goto(path)

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid")

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')

    def click(self, *squares: str) -> None:
        for name in squares:
            self.square(name).click()

    def tap(self, *squares: str) -> None:
        for name in squares:
            self.square(name).tap()

    def middle(self, name: str) -> tuple[float, float]:
        box = self.square(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, *squares: str) -> None:
        mouse = self.page.mouse
        mouse.move(*self.middle(squares[0]))
        mouse.down()
        for name in squares[1:]:
            mouse.move(*self.middle(name), steps=6)
        mouse.up()

    def keys(self, *squares: str) -> None:
        """Names a square on the keyboard and presses Enter, for each."""
        self.square(squares[0]).focus()
        for name in squares:
            self.page.keyboard.type(name)
            self.page.keyboard.press("Enter")

    def keys_draw(self, start: str, end: str) -> None:
        """Draws an arrow with the keyboard."""
        self.square(start).focus()
        for name in (start, end):
            self.page.keyboard.type(name)
            self.page.keyboard.press("+")

    def write(self, text: str) -> None:
        box = self.page.get_by_label("Type a move")
        box.fill(text)
        box.press("Enter")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def says(self, square: str, text: str) -> None:
        """The square is named so by a screen reader."""
        expect(self.square(square)).to_have_attribute("aria-label", text)

    def empty(self, *squares: str) -> None:
        for name in squares:
            expect(self.square(name)).to_have_attribute("aria-label", _starts(f"{name}, empty"))

    def holds(self, square: str, what: str) -> None:
        expect(self.square(square)).to_have_attribute("aria-label", _starts(f"{square}, {what}"))

    def sees(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text)

    def status(self, text: str) -> None:
        expect(self.page.locator(".status")).to_contain_text(text)

    def moves(self) -> Sequence[str]:
        return self.page.locator(".moves .ply").all_inner_texts()

    def unhurt(self) -> None:
        """Nothing went wrong that a developer would see in the console."""
        assert not self.complaints, self.complaints


def _starts(text: str) -> Any:
    return re.compile(f"^{re.escape(text)}")
