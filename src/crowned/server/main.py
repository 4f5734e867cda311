"""``crowned serve``: the web app and its server on one port."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType

import uvicorn

if sys.platform != "win32":
    import resource

from crowned.server.collector import Collector, Pauses
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.opponent import Opponent
from crowned.server.computer.processes import EngineProcesses
from crowned.server.config import Config, origin_fault
from crowned.server.logs import set_up
from crowned.server.monitor import Monitor
from crowned.server.rooms.indexing import name_positions
from crowned.server.site import Site
from crowned.server.store import StoreError, sqlite_path
from crowned.server.store.backup import copy
from crowned.server.web.app import create_app
from crowned.server.web.crowd import Crowd
from crowned.server.web.door import Door
from crowned.server.web.limits import Limits
from crowned.server.web.protocol import BoundedProtocol
from crowned.server.workers import Supervisor
from crowned.tables.background import Background

DESCRIPTION = """\
Starts the web app on one port: play the computer, a person beside you, or a friend by link.
Without options it serves this machine only, with everything in one SQLite file.
"""

CLUB = """\
Running it for a club
  Database     createuser crowned && createdb -O crowned crowned
               crowned serve --database postgresql://crowned:PASSWORD@localhost/crowned
               The tables are made and brought up to date on every start. SQLite is fine for hundreds of
               players; take PostgreSQL if you have one running, or if the disk is a network disk.
               The URL may stand in the environment variable CROWNED_DATABASE, so that no password shows in
               the list of processes.
  Proxy        Let a web server in front do https, and name the public address:
               crowned serve --origin https://draughts.example --proxy 127.0.0.1
               nginx:  location / { proxy_pass http://127.0.0.1:8000; proxy_http_version 1.1;
                         proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";
                         proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
                         proxy_set_header X-Forwarded-Proto $scheme; proxy_read_timeout 1h; }
               Caddy:  draughts.example { reverse_proxy 127.0.0.1:8000 }
  Backup       crowned serve --backup FILE copies a SQLite database while the server runs; pg_dump does the
               same for PostgreSQL. To restore, stop the server and put the copy in the database's place.
  Restart      Stop it with Ctrl-C or SIGTERM at any time: clocks freeze, games go on after the start.
More: docs/hosting.md
"""


logger = logging.getLogger(__name__)

DATA = Path("crowned-data")
MONITOR_RETRY_SECONDS = 1.0
LEVELS = ("debug", "info", "warning", "error")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``crowned serve``."""
    parser.description = DESCRIPTION
    parser.epilog = CLUB
    if parser.formatter_class is argparse.HelpFormatter:  # a parser of no command line that fits texts itself
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    add("--port", type=int, default=8000, help="port to listen on (default: %(default)s; 0: any free one)")
    add("--data", type=Path, default=DATA, help="folder of the SQLite file (default: %(default)s)")
    add("--database", help="sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME")
    add("--origin", action="append", default=[], help="public address, as https://draughts.example")
    add("--proxy", default="", help="addresses of reverse proxies to believe, as 127.0.0.1")
    add("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL (default: 1)")
    add("--engine-threads", type=int, default=1, help="games the computer thinks about at once")
    add("--pace", type=float, default=1.0, help="pause before the computer's answer, 0 for none (default 1)")
    add("--no-tables", action="store_true", help="build no endgame tables for the games played here")
    add("--limits", type=float, default=1.0, help="multiplies every rate limit")
    add("--backup", type=Path, metavar="FILE", help="copy the SQLite database to FILE and end")
    add("--monitor", type=int, metavar="PORT", help="figures and health on this port of this machine")
    add("--leaked", type=Path, metavar="FILE", help="sorted SHA-1 hashes of passwords to refuse")
    add(
        "--drain",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="told to stop, serve on so long, not ready",
    )
    add("--log-format", default="text", choices=("text", "json"), help="lines for people or for programs")
    add("--log-level", default="info", choices=LEVELS, help="how much is logged")


def run(args: argparse.Namespace) -> int:
    """Serves until it is told to stop. 0: stopped in order; 1: could not start, one line says why."""
    config = _config(args)
    if isinstance(config, str):
        return _fail(config, 2)
    set_up(args.log_level, config.log_form)
    if args.backup is not None:
        return _backup(config, args.backup)
    return _serve(config, args.log_level)


def _fail(line: str, status: int = 1) -> int:
    sys.stderr.write(f"crowned serve: {line}\n")
    return status


def _config(args: argparse.Namespace) -> Config | str:
    """The configuration, or what is wrong with the options."""
    faults = [fault for fault in map(origin_fault, args.origin) if fault]
    if faults:
        return faults[0]
    if not 0 <= args.port <= 65535:
        return f"there is no port {args.port}"
    if args.limits <= 0 or args.engine_threads < 1 or args.workers < 1:
        return "--limits, --engine-threads and --workers must be above 0"
    database = args.database or os.environ.get("CROWNED_DATABASE") or str(args.data / "crowned.sqlite")
    if args.leaked is not None and not args.leaked.is_file():
        return f"there is no file {args.leaked}"
    if args.workers > 1 and not database.startswith("postgres"):
        return "several processes need PostgreSQL: give its address with --database, or leave out --workers"
    return Config(
        host=args.host,
        port=args.port,
        database=database,
        origins=tuple(args.origin),
        proxies=args.proxy,
        limits=Limits().scaled(args.limits) if args.limits != 1.0 else Limits(),
        engine_threads=args.engine_threads,
        pace=max(0.0, args.pace),
        tables=not args.no_tables,
        workers=args.workers,
        monitor=args.monitor or 0,
        drain=max(0.0, args.drain),
        log_form=args.log_format,
        leaked=args.leaked,
    )


# ---------------------------------------------------------------- serving


def _serve(config: Config, log_level: str) -> int:
    try:
        listener = _listen(config)
    except OSError as error:
        return _fail(_port_text(config, error))
    with listener:
        config = _with_port(config, listener)
        announce = partial(_announce, config)
        if config.workers > 1:
            return Supervisor(serve_on, config, log_level, listener).run(announce)
        return serve_on(config, log_level, listener, announce)


def _want_files() -> None:
    """As many open connections as the system allows: what a shell starts with is often a thousand."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve_on(config: Config, log_level: str, listener: socket.socket, ready: Callable[[], None]) -> int:
    """One process: serves on a socket until it is told to stop."""
    _want_files()
    server = PoliteServer(config, log_level, ready)
    server.run([listener])
    return 0 if server.started else 1


class PoliteServer(uvicorn.Server):
    """Says goodbye to every socket before it closes them, and ends with 0 when it was asked to end."""

    def __init__(self, own: Config, log_level: str, ready: Callable[[], None]) -> None:
        self._own = own
        self._ready = ready
        self._opponent = EngineProcesses(EngineOpponent, Background() if own.tables else None)
        super().__init__(_uvicorn(own, self._opponent, log_level))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """What is wrong with the database is one line and not a trace."""
        try:
            self.config.app.state.site = await Site.open(self._own, self._opponent)  # type: ignore[union-attr]
        except StoreError as error:
            _fail(str(error))
            self.should_exit = True
            return
        await super().startup(sockets)
        if self.started:
            self._opponent.warm_up()
            await self._open_monitor()
            self._ready()

    async def _open_monitor(self) -> None:
        """A port that another program holds is tried again and again; nobody plays the worse for it."""
        try:
            await self._try_monitor()
        except OSError as error:
            logger.error("no figures yet: port %d cannot be had (%s)", self._own.monitor, error.strerror)
            self._opening_monitor = asyncio.create_task(self._keep_trying())

    async def _try_monitor(self) -> None:
        if self._own.monitor and self._site is not None:
            monitor = self._site.monitor()
            await monitor.start(self._own.monitor)
            self._monitor = monitor

    async def _keep_trying(self) -> None:
        while self._monitor is None:
            await asyncio.sleep(MONITOR_RETRY_SECONDS)
            with suppress(OSError):
                await self._try_monitor()

    _monitor: Monitor | None = None
    _opening_monitor: asyncio.Task[None] | None = None
    _told_at = 0
    """When the signal came: clocks stand still from that millisecond on."""

    @property
    def _site(self) -> Site | None:
        return getattr(self.config.app.state, "site", None)  # type: ignore[union-attr]

    async def main_loop(self) -> None:
        site = self._site
        collector = Collector(lambda: site.sockets.handled if site else 0)
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(collector.run())]
        if site is not None:
            gc.callbacks.append(Pauses(site.services.metrics.durations("crowned_collection_seconds").add))
            tasks.append(asyncio.create_task(name_positions(site.services)))
        await super().main_loop()
        for task in tasks:
            task.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._site is not None:
            await self._drain(self._site)
            await self._site.freeze(self._told_at or self._site.services.now())
            await self._site.sockets.say_goodbye()
        await super().shutdown(sockets)
        if self._opening_monitor is not None:
            self._opening_monitor.cancel()
        if self._monitor is not None:
            self._monitor.stop()

    async def _drain(self, site: Site) -> None:
        """Whoever shares visitors out has time to notice that no more are wanted."""
        if self._own.drain:
            site.draining = True
            await asyncio.sleep(self._own.drain)
            self._told_at = site.services.now()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._site is not None and not self._told_at:
            self._told_at = self._site.services.now()
        super().handle_exit(sig, frame)
        self._captured_signals.clear()


def _listen(config: Config) -> socket.socket:
    """The port is taken before anything else, so that two servers cannot both think they have it."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((config.host, config.port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def _port_text(config: Config, error: OSError) -> str:
    place = f"{config.host} port {config.port}"
    if isinstance(error, PermissionError):
        return f"not allowed to listen on {place}; ports below 1024 need root, take a higher one with --port"
    return f"cannot listen on {place} ({error.strerror or error}); is a server running there? try --port"


def _with_port(config: Config, listener: socket.socket) -> Config:
    return replace(config, port=int(listener.getsockname()[1]))


def _announce(config: Config) -> None:
    place = f"{config.host}:{config.port}"
    sys.stderr.write(f"Crowned is at {config.address}  (listening on {place}, stop with Ctrl-C)\n")
    sys.stderr.flush()


def _uvicorn(config: Config, opponent: Opponent, log_level: str) -> uvicorn.Config:
    crowd = Crowd(config.limits.connections_per_address, config.proxies)
    return uvicorn.Config(
        create_app(config, opponent),
        log_level="warning" if log_level == "info" else log_level,
        access_log=False,
        http=partial(BoundedProtocol, crowd=crowd),  # type: ignore[arg-type]
        ws=Door,
        ws_max_size=4096,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or "",
        server_header=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=30,
        limit_concurrency=20_000,
    )


# ---------------------------------------------------------------- backup


def _backup(config: Config, target: Path) -> int:
    if config.database.startswith("postgres"):
        return _fail("use pg_dump to copy a PostgreSQL database", 2)
    try:
        copy(sqlite_path(config.database), target)
    except StoreError as error:
        return _fail(str(error))
    sys.stderr.write(f"copied to {target}\n")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="crowned serve", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
