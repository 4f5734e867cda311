"""From arguments to a command, and from errors to one line and an exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn, Protocol

import crowned
from crowned.base import BadInput, CrownedError
from crowned.base.words import did_you_mean, quoted
from crowned.cli.examples import fill
from crowned.cli.helping import Formatter, fitted

OK, NO, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class Command(NamedTuple):
    module: str
    says: str


class Module(Protocol):
    """What a command's module holds."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


# A command may live in a layer beside this one; then only its name is known here.
COMMANDS = {
    "play": Command("crowned.cli.play", "play in the terminal, against the computer or a second person"),
    "rulesets": Command("crowned.cli.rulesets", "which games there are"),
    "rules": Command("crowned.cli.rules", "the rule sheet of a game; how two games differ"),
    "moves": Command("crowned.cli.moves", "the correct moves of a position"),
    "judge": Command("crowned.cli.judge", "ask the referee about a move: allowed or not, and why"),
    "show": Command("crowned.cli.show", "draw a position, here or as a picture"),
    "pdn": Command("crowned.cli.pdn", "check, count, convert, filter and merge files of games"),
    "perft": Command("crowned.cli.perft", "count the move tree"),
    "bench": Command("crowned.cli.bench", "measure the speed"),
    "tables": Command("crowned.cli.tables", "endgame tables: exact results with few pieces"),
    "book": Command("crowned.cli.book", "openings: what the first moves are worth"),
    "analyse": Command("crowned.cli.analyse", "annotate games: scores, mistakes, better lines"),
    "match": Command("crowned.cli.match", "let levels, weights and engines play each other"),
    "tune": Command("crowned.engine.tune", "learn by self-play what is good in a game"),
    "hub": Command("crowned.cli.hub", "the engine for programs that speak Hub"),
    "dxp": Command("crowned.cli.dxp", "play other programs over the network"),
    "serve": Command("crowned.server.main", "the web app and its server"),
    "completion": Command("crowned.cli.completion", "let bash, zsh or fish complete all this"),
    "verify": Command("crowned.cli.verify", "check the spins of a game that was played on a server"),
}

TEACHING = """\
examples:
  crowned rulesets                              which games there are
  crowned rules {towers} --lang de                  the rules, with the clauses they come from
  crowned play {huff}                           a game in the terminal
  crowned moves {letters} --fen "W:Wc3:Bd4,f6"  what may White do here?
  crowned judge {huff} e3-f4 --fen "W:Wc3,e3:Bd4"
  crowned pdn check games.pdn                   are all moves legal?
  crowned COMMAND --help                        more about a command

A RULESET is an id from `crowned rulesets` or the path of a file of your own (./house.toml); any rule can
be changed by --option axis=value. Answers come as JSON with --json. The exit status is 0 for yes, 1 for
no or a refused move, 2 for input that cannot be read.
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def format_help(self) -> str:
        self.epilog = fill(self.epilog) if self.epilog else None
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (see {self.prog} --help)", self.prog)
        sys.exit(BAD_INPUT)


def complain(message: str, prog: str = "crowned") -> None:
    print(f"{prog}: {' '.join(message.split())}", file=sys.stderr)


def run(arguments: Sequence[str] | None = None) -> int:
    """Everything a user can do wrong ends here as one line; a traceback is a fault of ours."""
    _prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _guarded(words)
    except SystemExit as leaving:  # argparse has spoken
        return leaving.code if isinstance(leaving.code, int) else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough (`| head`); Python must not complain about it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _prepare_streams() -> None:
    """A stream that was closed (`>&-`) swallows what it is told; a letter it does not know becomes a ?."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _guarded(words: list[str]) -> int:
    try:
        status = _command(words)
        sys.stdout.flush()
    except BadInput as error:
        complain(str(error))
        return BAD_INPUT
    except CrownedError as error:
        complain(str(error))
        return NO
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return BAD_INPUT
    return status


def _command(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return OK
    if words[0] in ("-V", "--version"):
        print(f"crowned {crowned.__version__}")
        return OK
    name = words[0]
    if name not in COMMANDS:
        raise BadInput(f"no command {quoted(name)}{did_you_mean(name, COMMANDS)} (see crowned --help)")
    module = load(name)
    parser = Parser(prog=f"crowned {name}", formatter_class=Formatter)
    module.add_arguments(parser)
    return module.run(parser.parse_intermixed_args(words[1:]))


def load(name: str) -> Module:
    """The module of a command; BadInput if a package that it needs is not installed."""
    try:
        module: Module = import_module(COMMANDS[name].module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "crowned":
            raise
        raise BadInput(f"crowned {name} needs the package {error.name}; install crowned[server]") from None
    return module


def _overview() -> str:
    width = max(map(len, COMMANDS))
    commands = [f"  {name:{width}}  {command.says}" for name, command in COMMANDS.items()]
    head = "Crowned plays, referees, explains and analyses the draughts family."
    taught = fill(TEACHING.rstrip())
    return fitted("\n".join(["usage: crowned COMMAND ...", "", head, "", "commands:", *commands, "", taught]))
