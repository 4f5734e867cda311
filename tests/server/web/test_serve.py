"""``crowned serve``: its options, its one-line complaints, its files."""

from __future__ import annotations

import argparse
import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from starlette.requests import Request

from crowned.server.main import add_arguments
from crowned.server.store.sqlite import connect
from crowned.server.web.static import FOREVER, FRESH, MISSING, StaticFiles
from tests.server.client import Server, serving
from tests.server.conftest import Catalogue


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "crowned.server.main", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def complaint(*options: str) -> tuple[int, str]:
    """Exit status and the one line on stderr."""
    done = serve(*options)
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return done.returncode, lines[0]


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, line = complaint("--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    assert status == 1
    assert "cannot listen" in line
    assert "--port" in line


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--port", "70000"), "there is no port 70000"),
        (("--origin", "draughts.example"), "not an origin"),
        (("--limits", "0"), "must be above 0"),
    ],
)
def test_bad_options(options: tuple[str, ...], words: str) -> None:
    status, line = complaint(*options)
    assert status == 2
    assert words in line


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("postgresql://nobody:secret@127.0.0.1:1/none", "does not answer"),
        ("mysql://x", "unknown kind of database"),
        ("sqlite:////proc/nowhere/x.sqlite", "cannot be used"),
    ],
)
def test_an_unusable_database(database: str, words: str) -> None:
    status, line = complaint("--port", "0", "--database", database)
    assert status == 1
    assert words in line
    assert "secret" not in line


def test_a_damaged_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "crowned.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"garbage" * 1000)
    status, line = complaint("--port", "0", "--data", str(tmp_path))
    assert status == 1
    assert "damaged" in line
    assert path.read_bytes().endswith(b"garbage")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a server that has been used."""
    folder = tmp_path_factory.mktemp("used")
    with serving(folder) as running:
        browser = running.browser()
        browser.play(browser.new_game(Catalogue().strict)["id"]).choose(0)
    return folder / "crowned.sqlite"


@pytest.mark.parametrize("table", ["migration", "meta", "session", "game"])
def test_damage_is_told_with_what_to_do(tmp_path: Path, used: Path, table: str) -> None:
    """A page of the file is garbage; nobody reads a trace."""
    with connect(used, read_only=True) as database:
        (page,) = next(database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)))
        (size,) = next(database.execute("PRAGMA page_size"))
    database.close()
    raw = bytearray(used.read_bytes())
    raw[(page - 1) * size : page * size] = bytes(random.Random(page).randbytes(size))
    (tmp_path / "crowned.sqlite").write_bytes(raw)
    status, line = complaint("--port", "0", "--data", str(tmp_path))
    assert status == 1
    assert "damaged" in line
    assert "backup" in line


def test_an_empty_file_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "crowned.sqlite").touch()
    with serving(tmp_path) as running:
        assert [line for line in running.log if "is empty" in line]


def test_health_means_that_it_can_be_written_to(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        browser = running.browser()
        assert browser.get("/api/health")["ok"]
        time.sleep(1.1)
        rude = connect(tmp_path / "crowned.sqlite")
        rude.execute("BEGIN IMMEDIATE")
        reply = browser.request("GET", "/api/health")
        rude.execute("ROLLBACK")
        rude.close()
        assert (reply.status, reply.json["code"]) == (503, "try_again")
        assert browser.get("/api/health")["ok"]


def test_help_tells_how_to_run_a_club() -> None:
    parser = argparse.ArgumentParser(prog="crowned serve")
    add_arguments(parser)
    text = parser.format_help()
    for word in (
        "--database postgresql://",
        "proxy_pass",
        "--origin https://",
        "--backup",
        "pg_dump",
        "SIGTERM",
    ):
        assert word in text


def test_backup_while_it_runs(server: Server, rules: Catalogue, tmp_path: Path) -> None:
    browser = server.browser()
    game = browser.new_game(rules.strict)["id"]
    browser.play(game).choose(0)
    done = serve("--data", str(server.data), "--backup", str(tmp_path / "copy.sqlite"))
    assert done.returncode == 0, done.stderr
    with connect(tmp_path / "copy.sqlite", read_only=True) as copied:
        assert list(copied.execute("SELECT plies FROM game WHERE id = ?", (game,))) == [(1,)]
    assert serve("--data", str(tmp_path / "none"), "--backup", str(tmp_path / "x")).returncode == 1


# ---------------------------------------------------------------- the web app's files


def ask(files: StaticFiles, path: str, encoding: str = "") -> tuple[int, bytes, dict[str, str]]:
    headers = [(b"accept-encoding", encoding.encode())] if encoding else []
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
    scope |= {"server": ("x", 80), "scheme": "http"}
    response = files.answer(Request(scope))
    return response.status_code, bytes(response.body), dict(response.headers)


@pytest.fixture
def site(tmp_path: Path) -> StaticFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>app")
    (tmp_path / "assets" / "app-abc.js").write_text("let x")
    (tmp_path / "assets" / "app-abc.js.gz").write_bytes(b"packed")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return StaticFiles(tmp_path)


def test_pages_of_the_app_are_one_file(site: StaticFiles) -> None:
    for path in ("/", "/index.html", "/g/abcdef", "/rules/some/where"):
        status, body, headers = ask(site, path)
        assert (status, body) == (200, b"<!doctype html>app")
        assert headers["cache-control"] == FRESH
        assert headers["content-type"].startswith("text/html")


def test_assets_are_kept_for_ever_and_packed(site: StaticFiles) -> None:
    status, body, headers = ask(site, "/assets/app-abc.js")
    assert (status, body) == (200, b"let x")
    assert headers["cache-control"] == FOREVER
    assert headers["content-type"].startswith("text/javascript")
    status, body, headers = ask(site, "/assets/app-abc.js", "br, gzip")
    assert (body, headers["content-encoding"]) == (b"packed", "gzip")


@pytest.mark.parametrize("path", ["/assets/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/favicon.ico"])
def test_missing_files_are_missing(site: StaticFiles, path: str) -> None:
    status, body, _ = ask(site, path)
    assert status == 404
    assert b"secret" not in body


def test_without_a_build_the_page_says_so(tmp_path: Path) -> None:
    assert ask(StaticFiles(tmp_path / "none"), "/")[1] == MISSING


def test_unknown_addresses_of_the_api(server: Server) -> None:
    browser = server.browser()
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("POST", "/api/nothing", 404),
        ("POST", "/api/health", 405),
        ("DELETE", "/api/rulesets", 405),
        ("POST", "/", 405),
    ):
        assert browser.request(method, path).status == status, (method, path)
