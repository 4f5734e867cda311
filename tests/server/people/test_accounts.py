"""Guests become accounts and keep what is theirs; ratings follow rated games and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from crowned.server.people import passwords
from crowned.server.people.accounts import DAY, LONGEST_DAYS, fold
from crowned.server.people.events import Events
from crowned.server.people.guesses import Leaked, guessed
from crowned.server.people.names import misleading
from crowned.server.people.passwords import Passwords
from crowned.server.web.api import accounts
from crowned.server.web.http import Call
from crowned.server.web.limits import Limiter, Limits, Rate
from crowned.server.web.problem import ProblemError
from tests.server.client import Browser, Server, serving
from tests.server.conftest import Catalogue
from tests.server.house import Time, house, run

PASSWORD = "correct horse battery"
LOOK_ALIKE = "сосо Аnn ОКО οnο ꓐꓳꓐ ᎪᎡᎢ ᴀnn ɑnn B०b Bob٥ ǀan"
WELCOME = "Анна Ольга Δημητρης Zoë 日本ひらカナ Li.2 Łukasz Işıl Đorđe Ærø Nguyễn Þór Straße"


def unique(prefix: str = "Ann") -> str:
    return f"{prefix}{secrets.token_hex(5)}"


def register(browser: Browser, name: str | None = None) -> str:
    name = name or unique()
    browser.post("/api/account", {"name": name, "password": PASSWORD})
    return name


def test_a_guest_keeps_his_games(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    guest_cookie = browser.cookie
    game = browser.new_game(rules.strict)["id"]
    name = register(browser)
    assert browser.cookie != guest_cookie, "a new token with new rights"
    assert browser.get("/api/session") == {"name": name, "account": True, "lang": "en"}
    assert [found["id"] for found in browser.get("/api/games")["games"]] == [game]
    assert browser.get(f"/api/games/{game}")["game"]["players"]["white"]["name"] == name
    elsewhere = server.browser()
    elsewhere.post("/api/login", {"name": name.upper(), "password": PASSWORD})
    assert elsewhere.play(game).you == "both"
    old = Browser(server.origin)
    old.cookie = guest_cookie
    assert old.request("GET", "/api/session").status == 401


def test_names_are_taken_once(server: Server) -> None:
    name = register(server.browser())
    for again in (name, name.upper(), name.lower()):
        reply = server.browser().request("POST", "/api/account", {"name": again, "password": PASSWORD})
        assert (reply.status, reply.json["code"]) == (409, "name_taken")
    assert fold("Straße") == fold("STRASSE")


def test_one_account_per_session(server: Server) -> None:
    browser = server.browser()
    register(browser)
    reply = browser.request("POST", "/api/account", {"name": unique(), "password": PASSWORD})
    assert (reply.status, reply.json["code"]) == (409, "already_account")


def test_login(server: Server) -> None:
    name = register(server.browser())
    for wrong in ({"name": name, "password": "wrong horse"}, {"name": unique(), "password": PASSWORD}):
        reply = server.browser().request("POST", "/api/login", wrong)
        assert (reply.status, reply.json["code"]) == (403, "bad_login")
    browser = server.browser(session=False)
    assert browser.post("/api/login", {"name": name, "password": PASSWORD})["name"] == name


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("passwort123", "password_common"),
        ("aaaaaaaaaa", "password_common"),
        ("QWERTZUIOP", "password_common"),
        ("bulldog1", "password_common"),
        ("Jennifer1", "password_common"),
        ("someone.else", "password_is_name"),
    ],
)
def test_bad_passwords_are_refused_with_their_reason(server: Server, password: str, code: str) -> None:
    reply = server.browser().request("POST", "/api/account", {"name": "Someone.Else", "password": password})
    assert (reply.status, reply.json["code"]) == (400, code)
    assert passwords.faults(password, "Someone.Else") == [code]


def test_refusals_speak_three_languages(server: Server) -> None:
    body = {"name": unique(), "password": "passwort123"}
    texts = {
        server.browser().request("POST", "/api/account", body, **{"Accept-Language": lang}).json["text"]
        for lang in ("de", "nl-BE, en;q=0.5", "fr, en")
    }
    assert len(texts) == 3


def test_passwords_are_hashed_well() -> None:
    async def run() -> None:
        keeper = Passwords()
        stored = await keeper.hash("pässword ﬁne")
        assert stored.startswith("$argon2id$v=19$m=47104,t=1,p=1$")
        assert await keeper.verify(stored, "pässword fine"), "the same to every keyboard"
        assert not await keeper.verify(stored, "passwort fine")
        assert not await keeper.verify(None, "anything at all")
        assert not await keeper.verify("garbage", "anything at all")
        assert not keeper.outdated(stored)
        assert keeper.outdated(PasswordHasher(memory_cost=8192).hash("x"))

    asyncio.run(run())


def test_deleting_an_account(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    name = register(browser)
    game = browser.new_game(rules.strict)["id"]
    browser.post("/api/houses", {"title": "mine", "rules": {"id": rules.strict}})
    wrong = browser.request("DELETE", "/api/account", {"name": name, "password": "wrong horse"})
    assert wrong.status == 403
    watch = browser.get(f"/api/games/{game}/links")["watch"].removeprefix("/w/")
    browser.delete("/api/account", {"name": name, "password": PASSWORD})
    stranger = server.browser()
    assert stranger.request("GET", f"/api/players/{name}").status == 404
    assert stranger.request("POST", "/api/login", {"name": name, "password": PASSWORD}).status == 403
    snapshot = stranger.get(f"/api/games/{game}", token=watch)
    assert name not in str(snapshot)
    register(server.browser(), name)


def test_ratings_follow_rated_games(server: Server, rules: Catalogue) -> None:
    ann, bert = server.browser(), server.browser()
    names = [register(ann), register(bert, unique("Bert"))]
    for _ in range(2):
        made = ann.new_game(rules.strict, "friend", rated=True, side="white")
        guest = server.browser()
        token = made["links"]["join"].removeprefix("/j/")
        refused = guest.request("POST", "/api/join", {"token": token})
        assert (refused.status, refused.json["code"]) == (403, "rated_needs_accounts")
        bert.post("/api/join", {"token": token})
        white, black = ann.play(made["id"]), bert.play(made["id"])
        assert not white.can("undo")
        first = white if white.state["actor"] == "white" else black
        first.choose(0)
        black.act("resign")
    pages = [ann.get(f"/api/players/{name}") for name in names]
    (won,), (lost,) = (page["ratings"] for page in pages)
    assert won["games"] == lost["games"] == 2
    assert won["rating"] > 1500 > lost["rating"]
    assert won["rating"] - 1500 == pytest.approx(1500 - lost["rating"], abs=2)
    assert won["provisional"]
    again = ann.play(ann.new_game(rules.strict, "friend")["id"])
    assert again.view["players"]["white"]["rating"] == won["rating"]


def test_what_cannot_be_rated(server: Server, rules: Catalogue) -> None:
    ann = server.browser()
    body = {"rules": {"id": rules.strict}, "kind": "friend", "rated": True}
    assert ann.request("POST", "/api/games", body).status == 400, "a guest"
    register(ann)
    for change in (
        {"kind": "computer"},
        {"kind": "hotseat"},
        {"fen": "W:Wa1:Bh8"},
        {"rules": {"id": rules.strict, "options": {"king": "short"}}},
    ):
        reply = ann.request("POST", "/api/games", {**body, **change})
        assert (reply.status, reply.json["code"]) == (400, "rated_needs_accounts"), change
    assert ann.request("POST", "/api/games", body).status == 200


def test_an_aborted_game_rates_nobody(server: Server, rules: Catalogue) -> None:
    ann, bert = server.browser(), server.browser()
    name = register(ann)
    register(bert)
    made = ann.new_game(rules.strict, "friend", rated=True)
    bert.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
    ann.play(made["id"]).act("abort")
    assert ann.get(f"/api/players/{name}")["ratings"] == []


# ---------------------------------------------------------------- sessions and recovery


def test_sessions_are_listed_and_ended(server: Server) -> None:
    here, there = server.browser(), server.browser()
    name = register(here)
    there.post("/api/login", {"name": name, "password": PASSWORD})
    wire = there.socket()
    listed = here.get("/api/sessions")
    assert [item["current"] for item in listed].count(True) == 1
    (other,) = [item for item in listed if not item["current"]]
    stranger = server.browser()
    stranger.delete(f"/api/sessions/{other['id']}")
    assert there.get_quietly("/api/session"), "nobody ends what is not his"
    here.delete(f"/api/sessions/{other['id']}")
    assert wire.read("bye")["reason"] == "logout"
    assert not there.get_quietly("/api/session")
    there.post("/api/login", {"name": name, "password": PASSWORD})
    here.delete("/api/sessions")
    assert not there.get_quietly("/api/session")
    assert len(here.get("/api/sessions")) == 1


def test_a_session_ends_after_a_year_however_it_is_used(tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with house(str(tmp_path / "x.sqlite"), time=time) as own:
            token, _ = await own.site.people.new_guest("en")
            for _ in range(LONGEST_DAYS // 100):
                time.pass_ms(100 * DAY)
                assert await own.site.people.session(token) is not None
            time.pass_ms(100 * DAY)
            assert await own.site.people.session(token) is None
            await own.site.people.forget_old_sessions()
            assert await own.site.services.store.read("SELECT count(*) FROM session") == [(0,)]

    run(work)


def test_a_code_replaces_a_forgotten_password_once(server: Server) -> None:
    browser = server.browser()
    name = register(browser)
    codes = browser.post("/api/account/codes", {"name": name, "password": PASSWORD})["codes"]
    assert len(set(codes)) == 8
    forgetful = server.browser()
    new = {"name": name, "password": "another good phrase"}
    assert forgetful.request("POST", "/api/recover", {**new, "code": "0" * 24}).json["code"] == "bad_code"
    assert forgetful.post("/api/recover", {**new, "code": codes[0]})["name"] == name
    assert forgetful.get("/api/session")["account"]
    assert not browser.get_quietly("/api/session"), "all other sessions end"
    again = server.browser().request("POST", "/api/recover", {**new, "code": codes[0]})
    assert (again.status, again.json["code"]) == (403, "bad_code")
    assert server.browser().request("POST", "/api/login", {"name": name, "password": PASSWORD}).status == 403
    assert server.browser().post("/api/login", new)["name"] == name


# ---------------------------------------------------------------- guessing


def test_wrong_logins_from_elsewhere_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    """Guessers at many places are stopped together; the owner's own place is none of theirs."""

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            owner = Call(own.site, "10.0.0.1", "en", None)
            own.site.known.add(accounts._place(owner, "Ann"))
            guessers = [Call(own.site, f"10.1.0.{number}", "en", None) for number in range(30)]
            burst = int(Limits().login_everywhere.burst)
            for guesser in (guessers * 4)[:burst]:
                accounts._check_guesses(guesser, "ANN")
            with pytest.raises(ProblemError, match="too_fast"):
                accounts._check_guesses(guessers[-1], "Ann")
            accounts._check_guesses(owner, "ann")
            accounts._check_guesses(guessers[0], "Bob")

    run(work)


def test_what_concerns_security_is_logged_without_addresses(caplog: pytest.LogCaptureFixture) -> None:
    events = Events(b"key", Limiter(Rate(1, 1)))
    with caplog.at_level(logging.INFO, "crowned.security"):
        events.note("login", "10.1.0.7", "ann")
        events.note("login", "10.1.0.7", "ann", good=False)
        Events(b"other key", Limiter(Rate(1, 1))).note("login", "10.1.0.7")
    first, second, other = caplog.records
    assert (first.levelname, second.levelname) == ("INFO", "WARNING")
    assert first.facts["place"] == second.facts["place"] != other.facts["place"]  # type: ignore[attr-defined]
    assert "10.1.0.7" not in caplog.text


def test_refusals_are_logged_and_fill_no_log(tmp_path: Path, rules: Catalogue) -> None:
    with serving(tmp_path, limits=1.0) as server:
        owner, other = server.browser(), server.browser()
        game = owner.new_game(rules.strict)["id"]
        wire = other.socket()
        wire.send("join", g=game)
        assert wire.read("denied")["code"] == "not_found"
        wire.raw("{")
        assert wire.read("denied")["code"] == "bad_message"
        assert other.request("GET", f"/api/games/{game}").status == 404
        assert other.request("POST", "/api/games", {"rules": 1}).status == 400
        for _ in range(20):
            server.browser(session=False).request("GET", "/api/houses")
        wire.close()
    lines = [line.partition("crowned.security")[2] for line in server.log if "refused person=" in line]
    for what in ("join of somebody else's game", "unreadable message", "GET /api/games/{id} 404"):
        assert sum(what in line for line in lines) == 1
    assert "POST /api/games 400" in lines[3]
    assert "GET /api/houses 401" in lines[4]
    assert len(lines) <= 7, "a few lines, and then one in twelve seconds"


@pytest.mark.parametrize(
    "name", ["сосо", "Аnn", "ОКО", "οnο", "ꓐꓳꓐ", "ᎪᎡᎢ", "ᴀnn", "ɑnn", "B०b", "Bob٥", "ǀan"]
)
def test_names_that_look_like_others_are_refused(server: Server, name: str) -> None:
    reply = server.browser().request("POST", "/api/account", {"name": name, "password": PASSWORD})
    assert (reply.status, reply.json["code"]) == (400, "misleading_name")


@pytest.mark.parametrize(
    "name",
    [
        "Анна",
        "Ольга",
        "Δημητρης",
        "Zoë",
        "日本ひらカナ",
        "Li.2",
        "Łukasz",
        "Işıl",
        "Đorđe",
        "Ærø",
        "Nguyễn",
        "Þór",
        "Straße",
        "Ann ７",
    ],
)
def test_names_of_every_script_are_welcome(name: str) -> None:
    assert not misleading(name)


@pytest.mark.parametrize("password", ["P@ssw0rd2024!", "drowssap1", "qwertzuio", "abcabcabc", "hgfedcba"])
def test_what_guessers_make_of_common_passwords_is_refused(password: str) -> None:
    assert guessed(password)


def test_leaked_passwords_are_found_in_a_file_of_hashes(tmp_path: Path) -> None:
    words = [f"word {number}" for number in range(300)]
    hashes = sorted(hashlib.sha1(word.encode(), usedforsecurity=False).hexdigest().upper() for word in words)
    path = tmp_path / "leaked.txt"
    path.write_text("".join(f"{line}:{number}\r\n" for number, line in enumerate(hashes)))
    leaked = Leaked(path)
    assert all(leaked.holds(word) for word in words)
    assert not any(leaked.holds(f"{word}!") for word in words)
    assert passwords.faults("word 7 word", "", leaked) == []
    assert passwords.faults(words[110], "", leaked) == ["password_common"]


@pytest.mark.parametrize("name", ["Аnn", "ɑnn", "B०b"])
def test_a_guest_may_not_look_like_an_account_either(server: Server, name: str) -> None:
    browser = server.browser()
    browser.post("/api/session", {})
    reply = browser.request("POST", "/api/session/name", {"name": name})
    assert (reply.status, reply.json["code"]) == (400, "misleading_name")


@pytest.mark.parametrize("route", ["/api/account", "/api/session/name"])
def test_a_line_break_makes_no_other_name(server: Server, route: str) -> None:
    """To look at, the two names would be one."""
    browser = server.browser()
    browser.post("/api/session", {})
    body = {"name": "Cassandra\n"} | ({"password": PASSWORD} if route == "/api/account" else {})
    assert browser.request("POST", route, body).status == 400
