"""Getting into an account: devices that are logged in, codes for a forgotten password, passkeys."""

from __future__ import annotations

import secrets

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.player import Player
from tests.server.client import Server

PASSWORD = "a horse of another colour"
SECOND = "a colour of another horse"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_account(player: Player) -> str:
    name = f"safe{secrets.token_hex(4)}"
    player.post("/api/session", {})
    player.post("/api/account", {"name": name, "password": PASSWORD})
    return name


def open_part(player: Player, title: str) -> None:
    player.page.locator("summary", has_text=title).click()


def test_other_devices_are_seen_and_logged_out(sit: Sit) -> None:
    player, elsewhere = sit(), sit()
    name = with_account(player)
    elsewhere.post("/api/login", {"name": name, "password": PASSWORD})
    player.go("/account")
    open_part(player, "Where you are logged in")
    expect(player.page.locator(".sessions li")).to_have_count(2)
    player.button("Log out everywhere else").click()
    expect(player.page.locator(".sessions li")).to_have_count(1)
    assert elsewhere.context.request.get("/api/session").status == 401


def test_a_code_lets_somebody_back_in(sit: Sit) -> None:
    player, later = sit(), sit()
    name = with_account(player)
    player.go("/account")
    open_part(player, "Codes for a forgotten password")
    player.page.locator("details[open]").get_by_label("Password").fill(PASSWORD)
    player.button("Make eight codes").click()
    shown = player.page.locator(".codes code")
    expect(shown).to_have_count(8)
    code = shown.first.inner_text()
    later.go("/account")
    later.button("Forgot your password?").click()
    form = later.page.locator("form.card")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Code").fill(code)
    form.get_by_label("New password").fill(SECOND)
    later.button("Set a new password").click()
    expect(later.page.get_by_role("heading", name=f"Logged in as {name}")).to_be_visible()


def test_a_passkey(sit: Sit, server: Server) -> None:
    """Chromium's own virtual device; a passkey belongs to a name, so the page is opened by one."""
    player = sit(f"http://localhost:{server.port}")
    name = with_account(player)
    player.go("/account")
    line = player.context.new_cdp_session(player.page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    open_part(player, "Passkeys")
    form = player.page.locator("details[open] form")
    form.get_by_label("Name of the device").fill("my phone")
    form.get_by_label("Password").fill(PASSWORD)
    player.button("Add a passkey").click()
    expect(player.page.locator(".passkeys li", has_text="my phone")).to_be_visible()
    player.page.get_by_role("button", name="Log out", exact=True).first.click()
    player.button("Log in with a passkey").click()
    expect(player.page.get_by_role("heading", name=f"Logged in as {name}")).to_be_visible()
    open_part(player, "Passkeys")
    player.button("Remove").click()
    expect(player.page.locator(".passkeys li")).to_have_count(0)
