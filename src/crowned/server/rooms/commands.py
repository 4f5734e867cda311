"""What a player's message does: a draft of log lines, or a refusal. No input or output, no waiting."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from crowned.base import BadInput, IllegalMove
from crowned.position.attempt import read_attempt
from crowned.protocols import wire
from crowned.protocols.pictures import SEATS, seat_of
from crowned.protocols.views import Do, Lang, Seat, VerdictView
from crowned.server.rooms import log, options
from crowned.server.rooms.draft import HANDS, Draft
from crowned.server.rooms.refusals import DeniedError, LateError, StaleError, VerdictError
from crowned.server.rooms.spinner import commitment
from crowned.server.rooms.table import Table
from crowned.server.rooms.verdicts import refusal_view, unreadable
from crowned.server.texts import say

LONGEST_LOG = 2_000
"""Lines of one game after which nobody may chat, take back or touch any more; moves are never refused for it.

Else who is losing would talk until his opponent cannot move. Moves have their own bound, ``LONGEST_GAME``.
"""


class Sender(Struct, frozen=True):
    """Who sends a message, when it arrived, and how much of that time was the network's."""

    person: str
    lang: Lang
    now: int
    credit: int = 0


class Commands:
    def __init__(self, table: Table, sender: Sender, spin: Callable[[], str]) -> None:
        self.table = table
        self.sender = sender
        self._spin = spin
        self.draft = Draft(table, sender.now)
        self.seats = table.seats_of(sender.person)
        self.rematch = False
        """Whether a new game is to follow this one."""
        self.refusal: VerdictError | None = None
        """An answer to give although something was written down."""

    # ------------------------------------------------------------ checks

    def _seated(self) -> None:
        if not self.seats:
            raise DeniedError("not_yours")

    def _playing(self) -> None:
        if self.table.phase != "playing":
            raise DeniedError("not_now")

    def _current(self, ply: int | None, pos: str | None) -> None:
        """The order of the checks is the promise: stale before turn, turn before time, time before rules.

        A move that comes just after the last one is stale, too: it is told what was missed.
        """
        if ply is None or pos is None:
            raise DeniedError("bad_message")
        if (ply, pos) != (self.table.ply, self.table.pos):
            raise StaleError
        self._playing()
        if self.table.actor not in self.seats:
            raise DeniedError("not_your_turn")

    def _has_room(self) -> None:
        if self.table.version >= LONGEST_LOG:
            raise DeniedError("too_many")

    def _on_time(self) -> None:
        clock = self.table.clock
        if clock is not None and clock.expired(self.sender.now, self.sender.credit):
            raise LateError

    def _open(self, do: Do) -> None:
        if not any(option.do == do for option in options.options(self.table, self.seats)):
            raise DeniedError("not_now")

    def _seat(self, wanted: Seat | None) -> Seat:
        """The seat that speaks: the only one, or the named one, or that of the actor."""
        if wanted is not None:
            if wanted not in self.seats:
                raise DeniedError("not_yours")
            return wanted
        actor = self.table.actor
        return actor if actor in self.seats and actor is not None else self.seats[0]

    # ------------------------------------------------------------ moves

    def move(self, message: wire.Move) -> None:
        self._seated()
        self._current(message.ply, message.pos)
        self._on_time()
        try:
            attempt = asked_move(message)
        except BadInput as error:
            raise VerdictError(unreadable(error, self.sender.lang)) from None
        self._play(attempt, self._seat(None), message.id)

    def _play(self, attempt: str | list[str], seat: Seat, message_id: str) -> None:
        try:
            self.draft.play(attempt, seat, self.sender.person, message_id, self.sender.credit)
        except (IllegalMove, BadInput) as error:
            view = refusal_view(error, self.table.game, attempt, self.sender.lang)
            raise VerdictError(view) from None
        self._listable()

    def _listable(self) -> None:
        """Nobody may lead a game to where its moves cannot be listed: who is to answer would see none."""
        try:
            self.table.game.playable()
        except BadInput as error:
            self.draft.spoilt = True
            raise VerdictError(unreadable(error, self.sender.lang)) from None

    # ------------------------------------------------------------ acts

    def act(self, message: wire.Act) -> None:
        self._seated()
        if message.do in options.ON_BOARD:
            self._on_board(message)
        elif message.do in WORDS:
            self._say_word(message)
        else:
            self._open(message.do)
            ACTS[message.do](self, self._seat(message.seat), message.id)

    def _on_board(self, message: wire.Act) -> None:
        if message.do in HANDS:
            self._has_room()
        self._current(message.ply, message.pos)
        self._on_time()
        if message.do == "spin":
            self._open("spin")
            self._play(self._spin(), self._seat(None), message.id)
        elif options.silent(self.table) and message.do in ("huff", "takeback"):
            self._claim(message)
        else:
            self._play(board_text(message), self._seat(None), message.id)

    def _claim(self, message: wire.Act) -> None:
        """In a silent game a claim without an offence is told to both, and there is one a turn.

        Who has seen the offence but points at the wrong piece is put right, and may name the right one.
        """
        self._open(message.do)
        seat = self._seat(None)
        try:
            self.draft.play(board_text(message), seat, self.sender.person, message.id, self.sender.credit)
        except (IllegalMove, BadInput) as error:
            if self.table.game.pending is not None:
                view = refusal_view(error, self.table.game, board_text(message), self.sender.lang)
                raise VerdictError(view) from None
            self.draft.add(log.FalseClaim(seat), self.sender.person, message.id)
            self.refusal = no_offence(self.sender.lang)

    def _say_word(self, message: wire.Act) -> None:
        self._playing()
        self._on_time()
        self._open(message.do)
        seat = self._word_seat(message)
        self._play(message.do.replace("_", " "), seat, message.id)

    def _word_seat(self, message: wire.Act) -> Seat:
        """Who holds both seats answers his own offers."""
        offer = self.table.game.draw_offer
        if message.do in ("agree_draw", "decline_draw") and offer is not None:
            return seat_of(offer.other)
        return self._seat(message.seat)

    def abort(self, _seat: Seat, message_id: str) -> None:
        self.draft.add(log.Ended(None, "aborted"), self.sender.person, message_id)

    def undo(self, seat: Seat, message_id: str) -> None:
        self._has_room()
        if self.table.settings.kind == "friend":
            if not options.undo_count(self.table, seat):
                raise DeniedError("not_now")
            self.draft.add(log.Offered("undo", seat), self.sender.person, message_id)
            return
        count = min(filter(None, (options.undo_count(self.table, own) for own in self.seats)), default=0)
        self.draft.add(log.Undone(count, seat), self.sender.person, message_id)

    def agree_undo(self, seat: Seat, message_id: str) -> None:
        offerer = other(seat)
        count = options.undo_count(self.table, offerer)
        self.draft.add(log.Undone(count, offerer), self.sender.person, message_id)

    def decline_undo(self, seat: Seat, message_id: str) -> None:
        self.draft.add(log.Declined("undo", seat), self.sender.person, message_id)

    def offer_rematch(self, seat: Seat, message_id: str) -> None:
        agreed = self.table.settings.kind != "friend" or self.table.rematch_offer == other(seat)
        if agreed:
            self.rematch = True
        else:
            self.draft.add(log.Offered("rematch", seat), self.sender.person, message_id)

    def decline_rematch(self, seat: Seat, message_id: str) -> None:
        self.draft.add(log.Declined("rematch", seat), self.sender.person, message_id)

    # ------------------------------------------------------------ beside the board

    def commit(self, message: wire.SendCommit) -> None:
        """May be changed, as by who has lost his seed, until somebody has shown a seed."""
        seat = self._seat_without_seed(message.seat)
        if self.table.settings.kind != "friend":
            raise DeniedError("not_here")
        if self.table.seeds:
            raise DeniedError("not_now")
        self._has_room()
        self.draft.add(log.Committed(seat, message.commit), self.sender.person, message.id)

    def seed(self, message: wire.SendSeed) -> None:
        """Where two people play, after both have promised theirs, and as promised."""
        seat = self._seat_without_seed(message.seat)
        if self.table.uncommitted:
            raise DeniedError("not_now")
        promised = self.table.commits.get(seat)
        if promised is not None and promised != commitment(self.table.id, message.seed, seat):
            raise DeniedError("bad_message")
        self.draft.add(log.Seeded(seat, message.seed), self.sender.person, message.id)

    def _seat_without_seed(self, wanted: Seat | None) -> Seat:
        self._seated()
        if self.table.ended is not None or self.table.started or not self.table.spins:
            raise DeniedError("not_now")
        free = [seat for seat in self.seats if seat not in self.table.seeds]
        seat = wanted or (free[0] if free else self.seats[0])
        if seat not in self.seats:
            raise DeniedError("not_yours")
        if seat not in free:
            raise DeniedError("not_now")
        return seat

    def say(self, message: wire.Say) -> None:
        self._seated()
        if not self.table.settings.chat:
            raise DeniedError("not_here")
        self._has_room()
        text = "".join(c if c.isprintable() else " " for c in message.text).strip()
        if not text:
            raise DeniedError("bad_message")
        self.draft.add(log.Said(self._seat(None), text), self.sender.person, message.id)

    def hint(self, message: wire.AskHint) -> None:
        """Allowed where nobody is hurt by it."""
        self._seated()
        if self.table.settings.kind == "friend":
            raise DeniedError("not_here")
        self._playing()
        self._has_room()
        if self.table.actor not in self.seats or self.table.game.must_spin:
            raise DeniedError("not_now")
        self.draft.add(log.Hinted(self._seat(None)), self.sender.person, message.id)


WORDS: frozenset[Do] = frozenset({"offer_draw", "agree_draw", "decline_draw", "claim_draw", "resign"})

ACTS: dict[Do, Callable[[Commands, Seat, str], None]] = {
    "abort": Commands.abort,
    "undo": Commands.undo,
    "agree_undo": Commands.agree_undo,
    "decline_undo": Commands.decline_undo,
    "rematch": Commands.offer_rematch,
    "decline_rematch": Commands.decline_rematch,
}


def other(seat: Seat) -> Seat:
    return SEATS[1 - SEATS.index(seat)]


def asked_move(message: wire.Move) -> str | list[str]:
    """Path or text of a move. Words have messages of their own: nobody tells the spinner where to stop."""
    if message.path is not None:
        return list(message.path)
    if message.text is None:
        raise DeniedError("bad_message")
    if _is_word(message.text):
        raise DeniedError("bad_message")
    return message.text


@lru_cache(maxsize=4096)
def _is_word(text: str) -> bool:
    """Whether a text is no move; the same few hundred texts are read again and again."""
    attempt = read_attempt(text)
    return attempt.action is not None or attempt.roll


def board_text(message: wire.Act) -> str:
    return f"{message.do} {message.square}" if message.square else message.do


def no_offence(lang: Lang) -> VerdictError:
    return VerdictError(VerdictView("refused", "no_offence", say("no_offence", lang)))
