"""Passkeys: made behind the password, good for logging in, and nothing else than the device itself is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from crowned.server.config import Config
from crowned.server.people.passkeys import MOST, relying_party
from tests.server.client import Browser, Json, Server
from tests.server.people.authenticator import Device, raw, text
from tests.server.people.test_accounts import PASSWORD, register


def origin(server: Server) -> str:
    return f"http://localhost:{server.port}"


def with_passkey(server: Server, **kind: Any) -> tuple[Browser, str, Device]:
    browser = server.browser()
    name = register(browser)
    device = Device(origin(server), **kind)
    made = add(browser, name, device)
    assert made.status == 200, made.raw
    return browser, name, device


def add(browser: Browser, name: str, device: Device) -> Any:
    options = browser.post("/api/account/passkeys/options", {"name": name, "password": PASSWORD})["options"]
    body = {"name": "my phone", "credential": device.create(options)}
    return browser.request("POST", "/api/account/passkeys", body)


def challenge(browser: Browser) -> Json:
    options: Json = browser.post("/api/login/passkey/options", {})["options"]
    return options


def log_in(server: Server, credential: Json) -> Any:
    browser = server.browser(session=False)
    return browser.request("POST", "/api/login/passkey", {"credential": credential})


def test_a_passkey_logs_in_and_can_be_removed(server: Server) -> None:
    browser, name, device = with_passkey(server)
    other = server.browser(session=False)
    for _ in range(2):
        body = {"credential": device.sign(challenge(other))}
        assert other.post("/api/login/passkey", body) == {"name": name, "account": True, "lang": "en"}
    assert other.get("/api/session")["name"] == name
    (item,) = browser.get("/api/account/passkeys")
    assert (item["name"], item["id"]) == ("my phone", text(device.id))
    assert browser.get("/api/account/data")["passkeys"][0]["name"] == "my phone"
    browser.delete(f"/api/account/passkeys/{item['id']}")
    assert browser.get("/api/account/passkeys") == []
    assert log_in(server, device.sign(challenge(other))).status == 403


def test_making_one_needs_the_password_and_an_account(server: Server) -> None:
    browser = server.browser()
    refused = browser.request(
        "POST", "/api/account/passkeys/options", {"name": "Nobody", "password": PASSWORD}
    )
    assert refused.status == 403
    name = register(browser)
    wrong = {"name": name, "password": "wrong horse"}
    assert browser.request("POST", "/api/account/passkeys/options", wrong).status == 403
    assert server.browser().request("GET", "/api/account/passkeys").status == 403


def test_an_answer_is_good_once(server: Server) -> None:
    browser, _, device = with_passkey(server)
    answer = device.sign(challenge(browser))
    assert log_in(server, answer).status == 200
    assert log_in(server, answer).status == 403


def test_an_answer_for_another_person_is_refused(server: Server) -> None:
    """A challenge made for one account adds no key to another one."""
    alice, bob = server.browser(), server.browser()
    register(bob)
    options = alice_options(alice)
    body = {"name": "stolen", "credential": Device(origin(server)).create(options)}
    assert bob.request("POST", "/api/account/passkeys", body).status == 403


def alice_options(browser: Browser) -> Json:
    who = {"name": register(browser), "password": PASSWORD}
    options: Json = browser.post("/api/account/passkeys/options", who)["options"]
    return options


def test_a_device_that_does_not_ask_its_owner_is_refused(server: Server) -> None:
    browser = server.browser()
    name = register(browser)
    assert add(browser, name, Device(origin(server), verifies=False)).status == 403


@pytest.mark.parametrize("where", ["http://elsewhere.example", "http://localhost:1"])
def test_another_site_gets_nothing(server: Server, where: str) -> None:
    browser, _, device = with_passkey(server)
    device.origin = where
    assert log_in(server, device.sign(challenge(browser))).status == 403


def test_a_copied_device_is_noticed(server: Server) -> None:
    """Who signs with a count that is not higher than the last one is not the device."""
    browser, _, device = with_passkey(server)
    assert log_in(server, device.sign(challenge(browser))).status == 200
    device.uses = 0
    assert log_in(server, device.sign(challenge(browser))).status == 403


def test_changed_answers_are_refused(server: Server) -> None:
    browser, _, device = with_passkey(server)
    for part in ("signature", "authenticatorData", "clientDataJSON"):
        answer = device.sign(challenge(browser))
        changed = bytearray(raw(answer["response"][part]))
        changed[-3] ^= 1
        answer["response"][part] = text(bytes(changed))
        assert log_in(server, answer).status == 403, part


@pytest.mark.parametrize(
    "junk",
    [{}, {"id": 1}, {"response": None}, {"response": {"clientDataJSON": "e30"}}, {"response": {"x": [[]]}}],
)
def test_junk_is_refused_in_a_sentence(server: Server, junk: Json) -> None:
    reply = log_in(server, copy.deepcopy(junk))
    assert (reply.status, reply.json["code"]) == (403, "bad_passkey")


def test_ten_are_enough(server: Server) -> None:
    browser = server.browser()
    name = register(browser)
    statuses = [add(browser, name, Device(origin(server))).status for _ in range(MOST + 1)]
    assert statuses == [200] * MOST + [403]


@pytest.mark.parametrize(
    ("origins", "host"),
    [((), "localhost"), (("https://draughts.example",), "draughts.example")],
)
def test_a_passkey_belongs_to_the_name_of_the_site(origins: tuple[str, ...], host: str) -> None:
    assert relying_party(Config(origins=origins)) == host
