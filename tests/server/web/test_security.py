"""Origins, cookies, headers, limits: exactly as written down."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from crowned.server.config import Config, origin_fault
from crowned.server.site import Limiters
from crowned.server.web.limits import Limiter, Limits
from crowned.server.web.security import HEADERS, cookie, network, own_origin, session_token, socket_origin
from crowned.server.web.sockets import Socket
from tests.server.client import Browser, Server, Wire, serving
from tests.server.conftest import Catalogue

FOREIGN = (
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example:{port}",
    "http://127.0.0.1:{port}/",
    "",
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_sockets_of_other_sites_are_refused(server: Server, alice: Browser, origin: str) -> None:
    url = alice.origin.replace("http", "ws", 1) + "/ws"
    headers = {"Cookie": alice.cookie, "Origin": origin.format(port=server.port)}
    with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers, proxy=None):
        pass
    assert refused.value.response.status_code == 403


def test_a_socket_without_origin_needs_a_token(alice: Browser) -> None:
    url = alice.origin.replace("http", "ws", 1) + "/ws"
    with pytest.raises(InvalidStatus), connect(url, additional_headers={"Cookie": alice.cookie}, proxy=None):
        pass
    token = alice.cookie.partition("=")[2]
    with connect(url, additional_headers={"Authorization": f"Bearer {token}"}, proxy=None) as program:
        assert json.loads(program.recv())["name"] == alice.get("/api/session")["name"]


@pytest.mark.parametrize("origin", [*FOREIGN[:-1], "http://localhost.evil.example"])
def test_changes_from_other_sites_are_refused(server: Server, alice: Browser, origin: str) -> None:
    foreign = origin.format(port=server.port)
    for method, path in (("POST", "/api/session"), ("DELETE", "/api/session"), ("POST", "/api/games")):
        reply = alice.request(method, path, {}, Origin=foreign)
        assert (reply.status, reply.json["code"]) == (403, "bad_origin")
    assert (
        alice.request("POST", "/api/session", {}, Origin="", **{"Sec-Fetch-Site": "cross-site"}).status == 403
    )
    assert alice.get("/api/session")


def test_reading_never_changes_anything(server: Server) -> None:
    stranger = server.browser(session=False)
    for path in ("/api/session", "/api/rulesets", "/api/health", "/"):
        assert stranger.request("GET", path).headers.get("Set-Cookie") is None


def test_headers_exactly(alice: Browser) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/api/session", "/assets/none.js"):
        headers = alice.request("GET", path).headers
        for name, value in HEADERS.items():
            assert headers[name] == value, (path, name)
        assert headers["Strict-Transport-Security"] is None
        assert headers["Server"] is None
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")


def test_only_the_workers_may_compile(alice: Browser) -> None:
    policy = HEADERS["Content-Security-Policy"].replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )
    for name in ("worker-a1B2.js", "engine-a_-2.js"):
        assert alice.request("GET", f"/assets/{name}").headers["Content-Security-Policy"] == policy
    for path in ("/worker-a1B2.js", "/assets/worker-x.html", "/assets/index-a1.js", "/assets/worker-/a.js"):
        assert (
            alice.request("GET", path).headers["Content-Security-Policy"]
            == HEADERS["Content-Security-Policy"]
        )


def test_cookies_exactly(server: Server) -> None:
    reply = server.browser(session=False).request("POST", "/api/session", {})
    name, _, rest = reply.headers["Set-Cookie"].partition("=")
    token, _, flags = rest.partition("; ")
    assert name == "crowned"
    assert len(token) == 43, "256 bits"
    assert flags == "Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"
    public = Config(origins=("https://draughts.example",))
    assert cookie(public, "T") == (
        "__Host-crowned=T; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure"
    )
    assert cookie(public, "") == "__Host-crowned=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"


def test_behind_https_the_plain_cookie_is_worth_nothing() -> None:
    public = Config(origins=("https://draughts.example",))
    assert session_token(public, Headers({"cookie": "crowned=T"})) is None
    assert session_token(public, Headers({"cookie": "a=b; __Host-crowned=T"})) == "T"
    assert session_token(public, Headers({"cookie": "\x00=;;=;crowned"})) is None
    assert own_origin(public, Headers({"origin": "https://draughts.example"}))
    assert not own_origin(public, Headers({"origin": "http://draughts.example"}))
    assert not socket_origin(public, Headers({}))


def test_strict_transport_behind_https(tmp_path: Path) -> None:
    with serving(tmp_path, "--origin", "https://draughts.example") as public:
        browser = Browser(public.origin)
        reply = browser.request("POST", "/api/session", {}, Origin="https://draughts.example")
        assert reply.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
        assert reply.headers["Set-Cookie"].startswith("__Host-crowned=")
        assert browser.request("POST", "/api/session", {}).status == 403, "the inner address is no origin"


def test_tokens_are_kept_as_hashes(server: Server, alice: Browser) -> None:
    token = alice.cookie.partition("=")[2].encode()
    for path in server.data.iterdir():
        assert token not in path.read_bytes()


@pytest.mark.parametrize(
    "text",
    ["draughts.example", "ftp://x.example", "https://x.example/path", "https://", "https://u@x.example"],
)
def test_faulty_origins_are_named(text: str) -> None:
    assert origin_fault(text)
    assert origin_fault("https://draughts.example") is None


def test_one_household_is_one_address() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("") == ""


def closed_by(wire: Wire, heard: list[str] | None = None) -> int:
    """Reads until the server closes; gives the code."""
    with pytest.raises(ConnectionClosed) as closed:
        listen(wire, [] if heard is None else heard)
    received = closed.value.rcvd
    assert received is not None
    return int(received.code)


def listen(wire: Wire, heard: list[str]) -> None:
    while True:
        message = wire.receive()
        heard.append(message.get("code") or message.get("reason") or message["t"])


# ---------------------------------------------------------------- limits


def test_big_frames_close_the_socket(alice: Browser) -> None:
    wire = alice.socket()
    wire.raw(json.dumps({"t": "ping", "id": "x" * 4200}))
    assert closed_by(wire) == 1009


def test_binary_frames_close_the_socket(alice: Browser) -> None:
    wire = alice.socket()
    wire.raw(b'{"t":"ping","id":"x"}')
    assert closed_by(wire) == 1003


def test_big_bodies_are_refused(alice: Browser) -> None:
    body = b'{"rules":{"toml":"' + b"#" * 300_000 + b'"},"lang":"en"}'
    assert alice.request("POST", "/api/rules/check", body).status == 413


def test_bodies_must_be_json(alice: Browser) -> None:
    reply = alice.request("POST", "/api/session", b"{}", **{"Content-Type": "text/plain"})
    assert reply.status == 415
    reply = alice.request("POST", "/api/session", b"{", **{"Content-Type": "application/json"})
    assert (reply.status, reply.json["code"]) == (400, "bad_body")


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits it ships with."""
    with serving(tmp_path_factory.mktemp("limited"), limits=1.0) as running:
        yield running


def test_a_flood_is_slowed_and_then_cut(limited: Server) -> None:
    """Soft refusals first, then the socket goes, however fast or slow this machine sends."""
    wire = limited.browser().socket()
    flood = threading.Thread(target=send_forever, args=(wire,))
    flood.start()
    kinds: list[str] = []
    assert closed_by(wire, kinds) == 1008
    flood.join()
    assert kinds[-1] == "too_fast", "the last word says why"
    assert kinds.count("too_fast") >= Limits().strikes
    assert kinds.count("pong") >= Limits().socket.burst


def send_forever(wire: Wire) -> None:
    with suppress(ConnectionClosed):
        while True:
            wire.send("ping", id="x")


def test_a_reader_who_does_not_read_is_cut_off(server: Server, rules: Catalogue) -> None:
    """What waits for him is bounded, and nobody else waits with him."""
    browser, eve = server.browser(), server.browser()
    made = browser.new_game(rules.strict)
    url = browser.origin.replace("http", "ws", 1) + "/ws"
    headers = {"Cookie": eve.cookie, "Origin": eve.origin}
    join = json.dumps({"t": "join", "g": made["id"], "token": made["links"]["watch"].removeprefix("/w/")})
    player = browser.play(made["id"])
    with connect(url, additional_headers=headers, proxy=None, max_queue=1, compression=None) as deaf:
        deaf.send(join)
        while player.hear("presence")["watchers"] != 1:
            pass  # comings and goings are told together: he has to be seen before he is gone
        with suppress(ConnectionClosed):
            for _ in range(5000):
                deaf.send(join)
        while player.hear("presence")["watchers"]:
            pass
        assert player.choose(0)["t"] == "ok"
        assert resident_megabytes(server) < 400, "snapshots were not piled up"


def resident_megabytes(server: Server) -> float:
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/statm").read_text().split()
    return int(fields[1]) * 4096 / 2**20


def test_others_do_not_feel_a_flood(limited: Server) -> None:
    calm, loud = limited.browser().socket(), limited.browser().socket()
    with suppress(ConnectionClosed):
        for number in range(100):
            loud.send("ping", id=f"n{number}")
    calm.send("ping", id="calm")
    assert calm.read("pong", "denied")["t"] == "pong"


def test_guessing_passwords_is_slow(limited: Server) -> None:
    stranger = limited.browser()
    statuses = [
        stranger.request("POST", "/api/login", {"name": "nobody", "password": f"wrong{n:04}"}).status
        for n in range(8)
    ]
    assert statuses[:5] == [403] * 5
    assert 429 in statuses
    reply = stranger.request("POST", "/api/login", {"name": "nobody", "password": "wrong9999"})
    assert int(reply.headers["Retry-After"]) >= 1


def test_games_are_not_made_by_the_thousand(limited: Server, rules: Catalogue) -> None:
    browser = limited.browser()
    body = {"rules": {"id": rules.strict}, "kind": "hotseat"}
    statuses = [browser.request("POST", "/api/games", body).status for _ in range(25)]
    assert statuses[:20] == [200] * 20
    assert statuses[-1] == 429


def test_a_socket_follows_a_few_games(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    most = Limits().scaled(1000).games_per_socket
    assert most == 8000
    wire = browser.socket()
    games = [browser.new_game(rules.strict)["id"] for _ in range(3)]
    for game in games:
        wire.send("join", g=game)
        assert wire.read("snapshot")["g"] == game
    wire.send("leave", g=games[0])
    wire.send("judge", g=games[0], id="x", text="a1-b2")
    assert wire.read("denied")["code"] == "not_joined"


def test_the_ninth_game_on_a_socket_is_too_many(fresh: Server, rules: Catalogue) -> None:
    browser = fresh.browser()
    wire = browser.socket()
    answers = []
    for _ in range(9):
        made = browser.request("POST", "/api/games", {"rules": {"id": rules.strict}, "kind": "hotseat"})
        wire.send("join", g=made.json["id"])
        answers.append(wire.read("snapshot", "denied"))
    assert [answer["t"] for answer in answers] == ["snapshot"] * 8 + ["denied"]
    assert answers[-1]["code"] == "too_many"


# ---------------------------------------------------------------- leaving


def test_logging_out_closes_the_sockets(server: Server) -> None:
    browser = server.browser()
    wire, other = browser.socket(), server.browser().socket()
    token = browser.cookie
    browser.delete("/api/session")
    assert closed_by(wire) == 4401
    browser.cookie = token
    assert browser.request("GET", "/api/session").status == 401, "the token is dead"
    other.send("ping", id="x")
    assert other.read("pong")


def test_a_new_password_ends_the_other_sessions(server: Server) -> None:
    name, password = f"ann{secrets.token_hex(4)}", secrets.token_hex(8)
    here, there = server.browser(), server.browser()
    here.post("/api/account", {"name": name, "password": password})
    there.post("/api/login", {"name": name, "password": password})
    here_wire, there_wire = here.socket(), there.socket()
    wrong = here.request("POST", "/api/account/password", {"old": "wrong-one", "new": secrets.token_hex(8)})
    assert wrong.status == 403
    here.request("POST", "/api/account/password", {"old": password, "new": secrets.token_hex(8)})
    assert closed_by(there_wire) == 4401
    assert there.request("GET", "/api/session").status == 401
    here_wire.send("ping", id="x")
    assert here_wire.read("pong")


# ---------------------------------------------------------------- limits of a person, an address, a proxy


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """A server with the limits it ships with, used by nobody before."""
    with serving(tmp_path, limits=1.0) as running:
        yield running


def refused(tabs: int, people: int, limiters: Limiters) -> int:
    """How many messages are too many when every tab sends a little less than a socket may."""
    each = int(Limits().socket.burst) - 5
    shared = SimpleNamespace(limiters=limiters)
    sockets = [
        SimpleNamespace(site=shared, person=f"p{n}", address="192.0.2.7", _own=Limiter(Limits().socket))
        for n in range(people)
        for _ in range(tabs)
    ]
    return sum(Socket._over(socket) for socket in sockets for _ in range(each))  # type: ignore[arg-type]


def test_more_tabs_give_a_person_no_more_messages() -> None:
    assert refused(1, 1, Limiters(Limits())) == 0
    assert refused(2, 1, Limiters(Limits())) == 0
    assert refused(4, 1, Limiters(Limits())) >= 4 * 35 - Limits().person.burst - 5


def test_more_people_give_an_address_no_more_messages() -> None:
    assert refused(1, 5, Limiters(Limits())) == 0
    assert refused(1, 10, Limiters(Limits())) >= 10 * 35 - Limits().address.burst - 5


def test_a_person_has_so_many_sockets(fresh: Server) -> None:
    browser = fresh.browser()
    tabs = [browser.socket() for _ in range(Limits().sockets_per_person)]
    with pytest.raises(InvalidStatus) as closed:
        browser.socket()
    assert closed.value.response.status_code == 403
    assert tabs[-1].welcome["t"] == "welcome"


def test_connecting_again_and_again_is_slowed(fresh: Server) -> None:
    stranger = Browser(fresh.origin)
    rate = Limits().connect
    begun = time.monotonic()
    opened = sum(opens(stranger) for _ in range(int(rate.burst) + 20))
    earned = rate.per_second * (time.monotonic() - begun)  # a busy machine gives time to earn more
    assert rate.burst <= opened <= rate.burst + min(earned + 1, 20)


def opens(browser: Browser) -> bool:
    with suppress(InvalidStatus):
        browser.socket().close()
        return True
    return False


@pytest.mark.parametrize(("proxy", "believed"), [("127.0.0.1", True), ("", False)])
def test_only_a_named_proxy_is_believed(tmp_path: Path, proxy: str, believed: bool) -> None:
    """Behind a proxy every visitor has limits of his own; without one a header buys nothing."""
    with serving(tmp_path, *(("--proxy", proxy) if proxy else ()), limits=1.0) as running:
        limit = int(Limits().new_session.burst)
        statuses = [
            Browser(running.origin)
            .request("POST", "/api/session", {}, **{"X-Forwarded-For": f"192.0.2.{n}"})
            .status
            for n in range(limit + 5)
        ]
    assert (429 in statuses) != believed


def test_hints_are_slowed(fresh: Server, rules: Catalogue) -> None:
    browser = fresh.browser()
    game = browser.new_game(rules.strict)["id"]
    wire = browser.play(game).wire
    for number in range(2 * int(Limits().hint.burst)):
        wire.send("hint", g=game, id=f"h{number}")
    assert wire.read("denied")["code"] == "too_fast"
    assert wire.read("hint")["g"] == game
