"""A table: everything known about one game, folded from its log, line by line.

Nothing here decides or writes; ``commands`` decides, ``room`` writes. The same log always folds to the same
table, in any process and at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from crowned.game import Game, Offence, Record
from crowned.position import Position
from crowned.position.ruleset import Ruleset
from crowned.protocols import entries as told
from crowned.protocols.entries import Entry
from crowned.protocols.pictures import SEATS, SIDES, event_view, placement, seat_of
from crowned.protocols.views import Clocks, Phase, Placement, Role, Seat
from crowned.server.rooms import clocks, log
from crowned.server.rooms.happened import punished
from crowned.server.rulesets import Lowered


class Ack(Struct, frozen=True):
    """What a message became: the answer to give again when it is sent again."""

    v: int
    ply: int
    at: int
    clocks: Clocks | None
    wrong: bool = False
    """The message was a false claim; it is refused again."""


WORDS: dict[str, type[told.DrawOfferedEntry | told.DrawDeclinedEntry]] = {
    "offer_draw": told.DrawOfferedEntry,
    "decline_draw": told.DrawDeclinedEntry,
}
"""Actions of the game that are only words have entries of their own."""


class Table:
    settings: log.Settings
    rules: Ruleset
    game: Game

    def __init__(self, game_id: str, lowered: Lowered) -> None:
        self.id = game_id
        self.version = 0
        self.at = 0
        self.created = 0
        self.started = False
        self.paused = False
        self.clock: clocks.Clock | None = None
        self.seats: dict[Seat, str] = {}
        self.commits: dict[Seat, str] = {}
        self.seeds: dict[Seat, str] = {}
        self.entries: list[Entry] = []
        self.offences: dict[int, Offence] = {}
        """By version: what a line of the log punishes, or lets pass unseen."""
        self.done: list[tuple[str, Seat]] = []
        """Kind and author of every action of the game as it stands, taken-back ones left out."""
        self.acks: dict[tuple[str, str], Ack] = {}
        self.offered: dict[tuple[log.Offer, Seat], int] = {}
        """The ply at which a seat last made an offer of a kind; taking back does not wipe it out."""
        self.undo_offer: Seat | None = None
        self.rematch_offer: Seat | None = None
        self.rematch = ""
        self.ended: log.Ended | None = None
        self.not_begun = False
        """The game was called off because a first move did not come."""
        self.server_seed = ""
        self.false_claim = -1
        """The ply at which somebody claimed an offence that there was not."""
        self.phase: Phase = "waiting"
        self.actor: Seat | None = None
        """Whose turn it is; asked for, as the next two, several times at every message."""
        self._pos = ""
        self._placed: tuple[Position, Placement] | None = None
        self._lowered = lowered

    @classmethod
    def fold(cls, game_id: str, lines: Iterable[log.Logged], lowered: Lowered) -> Table:
        table = cls(game_id, lowered)
        for line in lines:
            table.apply(line)
        return table

    # ------------------------------------------------------------ what is

    def _phase(self) -> Phase:
        if self.ended is not None:
            return "over"
        if not all(self.seats.values()):
            return "waiting"
        return "playing" if self.started else "seeding"

    @property
    def ply(self) -> int:
        return self.game.ply

    @property
    def pos(self) -> str:
        if not self._pos:
            self._pos = position_hash(self.game.position)
        return self._pos

    @property
    def placement(self) -> Placement:
        """What stands on the board."""
        position = self.game.position
        if self._placed is None or self._placed[0] is not position:
            self._placed = (position, placement(position))
        return self._placed[1]

    @property
    def spins(self) -> bool:
        """Whether chance plays along."""
        return bool(self.rules.sliders)

    @property
    def unseeded(self) -> list[Seat]:
        """Seats whose seed the spinner still waits for."""
        if not self.spins:
            return []
        return [seat for seat in SEATS if self.seats[seat] != log.COMPUTER and seat not in self.seeds]

    @property
    def uncommitted(self) -> list[Seat]:
        """Seats that must promise a seed before anybody shows one: where two people have one each."""
        two = self.settings.kind == "friend"
        return [seat for seat in self.unseeded if two and seat not in self.commits]

    def role(self, person: str) -> Role:
        held = [seat for seat in SEATS if person and self.seats[seat] == person]
        if len(held) == 2:
            return "both"
        return held[0] if held else "watcher"

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if person and self.seats[seat] == person)

    @property
    def computer(self) -> Seat | None:
        return next((seat for seat in SEATS if self.seats[seat] == log.COMPUTER), None)

    # ------------------------------------------------------------ one line further

    def apply(self, line: log.Logged) -> None:
        self._keep(line, self._apply(line.body, line))

    def _keep(self, line: log.Logged, entry: Entry) -> None:
        self.version, self.at = line.seq, line.at
        self.phase, self._pos = self._phase(), ""
        self.actor = seat_of(self.game.actor) if self.phase == "playing" else None
        self.entries.append(entry)
        if line.client_id is not None:
            reading = self.clock.view(line.at) if self.clock else None
            wrong = isinstance(line.body, log.FalseClaim)
            self.acks[line.actor, line.client_id] = Ack(line.seq, self.game.ply, line.at, reading, wrong)

    @singledispatchmethod
    def _apply(self, body: log.Body, _line: log.Logged) -> Entry:
        raise TypeError(f"unknown line {body!r}")

    @_apply.register
    def _(self, body: log.Created, line: log.Logged) -> Entry:
        self.settings = body.settings
        self.rules = self._lowered.get(body.settings.rules)
        self.game = Game(self.rules, self._start_position())
        self.seats = {"white": body.settings.white, "black": body.settings.black}
        self.clock = clocks.new(body.settings.clock, body.settings.first_move)
        self.created = line.at
        return told.CreatedEntry(line.seq, line.at, placement(self.game.position))

    def _start_position(self) -> Position | None:
        return Position.from_fen(self.rules, self.settings.fen) if self.settings.fen else None

    @_apply.register
    def _(self, body: log.Joined, line: log.Logged) -> Entry:
        self.seats[body.seat] = body.person
        return told.JoinedEntry(line.seq, line.at, body.seat)

    @_apply.register
    def _(self, body: log.Committed, line: log.Logged) -> Entry:
        self.commits[body.seat] = body.commit
        return told.CommittedEntry(line.seq, line.at, body.seat, body.commit)

    @_apply.register
    def _(self, body: log.Seeded, line: log.Logged) -> Entry:
        self.seeds[body.seat] = body.seed
        return told.SeededEntry(line.seq, line.at, body.seat, body.seed)

    @_apply.register
    def _(self, _body: log.Started, line: log.Logged) -> Entry:
        self.started = True
        self._start_turn(line.at)
        return told.StartedEntry(line.seq, line.at)

    def _start_turn(self, at: int) -> None:
        if self.clock is not None:
            self.clock = self.clock.start(seat_of(self.game.actor), at)

    @_apply.register
    def _(self, body: log.Played, line: log.Logged) -> Entry:
        record = self.game.play(body.text, by=SIDES[body.seat], time=line.at).record
        return self._played(record, body, line)

    def play(self, attempt: str | list[str], seat: Seat, credit: int, line: log.Logged) -> log.Logged:
        """Plays what somebody wants, if the rules let him; gives the line that the log will have of it."""
        record = self.game.play(attempt, by=SIDES[seat], time=line.at).record
        body = log.Played(seat, record.text, credit)
        done = replace(line, body=body)
        self._keep(done, self._played(record, body, done))
        return done

    def _played(self, record: Record, body: log.Played, line: log.Logged) -> Entry:
        self._run_clock(record, line.at, body.credit)
        self.done.append((record.action.kind, body.seat))
        if (words := WORDS.get(record.action.kind)) is not None:
            if record.action.kind == "offer_draw":
                self.offered["draw", body.seat] = self.game.ply
            return words(line.seq, line.at, body.seat)
        if (offence := punished(record)) is not None:
            self.offences[line.seq] = offence
        return told.PlayedEntry(
            line.seq,
            line.at,
            body.seat,
            record.before.ply,
            record.text,
            cast("told.BoardAction", record.action.kind),
            list(map(event_view, record.events)),
            self.placement,
            self.clock.view(line.at) if self.clock else None,
        )

    def _run_clock(self, record: Record, at: int, credit: int) -> None:
        if self.clock is None:
            return
        if record.after.outcome is not None:
            self.clock = self.clock.stopped(at)
        elif record.after.actor is not record.before.actor:
            by_moving = record.action.kind in ("move", "huff")
            self.clock = self.clock.hand_over(seat_of(record.after.actor), at, credit, by_moving)

    @_apply.register
    def _(self, body: log.Offered, line: log.Logged) -> Entry:
        self.offered[body.what, body.seat] = self.game.ply
        if body.what == "undo":
            self.undo_offer = body.seat
            return told.UndoOfferedEntry(line.seq, line.at, body.seat)
        self.rematch_offer = body.seat
        return told.RematchOfferedEntry(line.seq, line.at, body.seat)

    @_apply.register
    def _(self, body: log.Declined, line: log.Logged) -> Entry:
        if body.what == "undo":
            self.undo_offer = None
            return told.UndoDeclinedEntry(line.seq, line.at, body.seat)
        self.rematch_offer = None
        return told.RematchDeclinedEntry(line.seq, line.at, body.seat)

    @_apply.register
    def _(self, body: log.Undone, line: log.Logged) -> Entry:
        self.game.undo(body.count)
        del self.done[len(self.done) - body.count :]
        self.undo_offer = None
        if self.clock is not None:
            self.clock = self.clock.settled(line.at)
            self._start_turn(line.at)
        return told.UndoneEntry(line.seq, line.at, body.seat, self.game.ply, placement(self.game.position))

    @_apply.register
    def _(self, body: log.Missed, line: log.Logged) -> Entry:
        last = self.game.tree.here.record
        if last is not None and last.before.pending is not None:
            self.offences[line.seq] = last.before.pending
        return told.MissedEntry(line.seq, line.at, body.seat, body.squares)

    @_apply.register
    def _(self, body: log.FalseClaim, line: log.Logged) -> Entry:
        self.false_claim = self.game.ply
        return told.FalseClaimEntry(line.seq, line.at, body.seat)

    @_apply.register
    def _(self, body: log.Hinted, line: log.Logged) -> Entry:
        return told.HintedEntry(line.seq, line.at, body.seat)

    @_apply.register
    def _(self, body: log.Paused, line: log.Logged) -> Entry:
        self.paused = True
        if self.clock is not None:
            self.clock = self.clock.stopped(body.since)
        return told.PausedEntry(line.seq, line.at)

    @_apply.register
    def _(self, _body: log.Resumed, line: log.Logged) -> Entry:
        self.paused = False
        if self.clock is not None and self.phase == "playing":
            self.clock = self.clock.resumed(seat_of(self.game.actor), line.at)
        return told.ResumedEntry(line.seq, line.at)

    @_apply.register
    def _(self, body: log.Said, line: log.Logged) -> Entry:
        return told.SaidEntry(line.seq, line.at, body.seat, body.text)

    @_apply.register
    def _(self, body: log.Ended, line: log.Logged) -> Entry:
        self.ended = body
        self.not_begun = body.reason == "aborted" and line.actor == log.SERVER
        self.undo_offer = None
        if self.clock is not None:
            self.clock = self.clock.stopped(line.at)
        return told.EndedEntry(line.seq, line.at, body.winner, body.reason)

    @_apply.register
    def _(self, body: log.Revealed, line: log.Logged) -> Entry:
        self.server_seed = body.seed
        return told.RevealedEntry(line.seq, line.at, body.seed)

    @_apply.register
    def _(self, body: log.Rematched, line: log.Logged) -> Entry:
        self.rematch, self.rematch_offer = body.game, None
        return told.RematchedEntry(line.seq, line.at, body.game)


# ---------------------------------------------------------------- pictures of the core's values


def position_hash(position: Position) -> str:
    return f"{position.key:016x}"
