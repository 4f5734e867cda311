"""What the processes of one site tell each other. A message that is lost costs time, never a move."""

from __future__ import annotations

from msgspec import Raw, Struct, json

from crowned.protocols.views import Lang, Seat
from crowned.protocols.wire import DeniedCode


class Note(Struct, frozen=True, omit_defaults=True, tag_field="n"):
    """A message between two processes."""


class Crowd(Struct, frozen=True, omit_defaults=True):
    """Who follows a game in one process."""

    white: bool = False
    black: bool = False
    watchers: int = 0
    white_seen: int = 0
    black_seen: int = 0
    white_credit: int = 0
    black_credit: int = 0


class Question(Note, frozen=True):
    """To the leader: somebody wants something in a game."""

    id: str
    g: str
    sender: str
    person: str


class Ask(Question, frozen=True, tag="ask"):
    """A player's message. Asked twice it is done once, because the message has an id."""

    lang: Lang
    credit: int
    now: int
    message: Raw


class AskSeat(Question, frozen=True, tag="seat"):
    """Somebody came by the join link."""


class Answer(Note, frozen=True, tag="answer"):
    """From the leader: the seat that was given, or why nothing was done."""

    id: str
    seat: Seat | None = None
    stale: bool = False
    denied: DeniedCode | None = None
    moved: bool = False
    """The game is led by somebody else."""


class Done(Note, frozen=True, tag="done"):
    """From the leader: his answer to a player's message."""

    id: str
    message: Raw


class Report(Note, frozen=True, tag="report"):
    """To the leader: who is here. Who follows a game says so again and again."""

    g: str
    sender: str
    crowd: Crowd
    gone: bool = False


class Told(Note, frozen=True, tag="told"):
    """From the leader to those who follow: the log has come to version ``v``."""

    g: str
    v: int
    people: bool = False


class Here(Note, frozen=True, tag="here"):
    """From the leader to those who follow: everybody who is there, in all processes."""

    g: str
    v: int
    crowd: Crowd


class Led(Note, frozen=True, tag="led"):
    """To everybody: these games have another leader now, or none."""

    games: list[str]
    leader: str


class Renamed(Note, frozen=True, tag="renamed"):
    person: str


class LoggedOut(Note, frozen=True, tag="logout"):
    session: str | None
    person: str | None
    but: str


class Counted(Note, frozen=True, tag="counted"):
    """Somebody has used up a piece of a rate limit."""

    name: str
    key: str
    sender: str


class Mail(Note, frozen=True, tag="mail"):
    """The message itself lies in the database."""

    id: str


AnyNote = Ask | AskSeat | Answer | Done | Report | Told | Here | Led | Renamed | LoggedOut | Counted | Mail

read = json.Decoder(AnyNote).decode
write = json.Encoder().encode
