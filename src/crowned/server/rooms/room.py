"""A room: the one place where a game is changed.

Messages are taken one after another. Each becomes log lines, the lines go to disk, and only then anybody
hears of them: first the sender's ``ok``, then everybody's ``update``.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from crowned.game import Dice
from crowned.position.action import SPIN_RESULTS
from crowned.protocols import wire
from crowned.protocols.pictures import SEATS
from crowned.protocols.views import Role, Seat
from crowned.server.cluster.messages import Crowd, Here, Note, Told
from crowned.server.people.accounts import Person
from crowned.server.rooms import colours, log, storage
from crowned.server.rooms.audience import Audience, FarReader, Reader
from crowned.server.rooms.commands import Commands, Sender, no_offence
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.hall import Hall
from crowned.server.rooms.journal import Journal
from crowned.server.rooms.refusals import (
    DeniedError,
    LateError,
    MovedError,
    StaleError,
    VerdictError,
    denied,
)
from crowned.server.rooms.spinner import dice_key
from crowned.server.rooms.table import Ack, Table
from crowned.server.store import Statement, StoreError

logger = logging.getLogger(__name__)
T = TypeVar("T")

Changing = wire.Move | wire.Act | wire.SendCommit | wire.SendSeed | wire.Say | wire.AskHint
NewGame = Callable[[log.Settings, int, dict[str, Person]], tuple[str, list[Statement]]]
"""Makes a game and the statements that store it."""


class Room(Hall):
    """A hall whose game is changed here, and nowhere else."""

    def __init__(self, journal: Journal, new_game: NewGame, audience: Audience | None = None) -> None:
        super().__init__(journal, audience)
        self._new_game = new_game
        self._dice: Dice | None = None
        self._gaps = len(self._services.pulse.gaps)
        """How many absences of the server this game has been compensated for."""
        self._told = self.table.version
        """The version that other processes have heard of."""
        self._rated_now = False
        """The last change ended a rated game: everybody is told the new ratings with it."""
        self._failed_at: int | None = None
        """When a message came in time that the database did not take."""

    async def change(self, work: Callable[[], Awaitable[T]], stays: bool = False) -> T:
        """As ``alone``; first nobody's clock has run while the server was away."""

        async def fair() -> T:
            await self._bridge()
            return await work()

        return await self.alone(fair, stays)

    async def _bridge(self) -> None:
        """Gives the side whose clock runs the time back in which the server could not take its move."""
        pulse, clock = self._services.pulse, self.table.clock
        starts = [at for at in (pulse.away_since(self._gaps), self._failed_at) if at is not None]
        known = len(pulse.gaps)
        if starts and clock is not None and clock.running is not None:
            draft = Draft(self.table, self._services.now())
            draft.add(log.Paused(self._paused_since(min(starts))))
            draft.add(log.Resumed())
            await self.commit(draft)
        self._gaps, self._failed_at = known, None

    def _paused_since(self, since: int) -> int:
        """A pause begins earlier by what the server had of the turn before."""
        clock, now = self.table.clock, self._services.now()
        begun = self.table.at if clock is None else clock.since
        return max(min(max(since, self.table.at), now - self.share.of(clock, now)), begun)

    # ------------------------------------------------------------ clocks

    async def arrived(self, role: Role) -> None:
        """After a restart the clock waits for the player whose turn it is."""
        if self.table.paused and role in ("both", self.table.actor):
            await self.resume()

    async def resume(self) -> None:
        """Inside the lock: the clock goes on after a restart."""
        if self.table.paused and self.table.phase == "playing":
            draft = Draft(self.table, self._services.now())
            draft.add(log.Resumed())
            await self.commit(draft)

    async def pause(self, since: int) -> None:
        """Inside the lock: no clock runs from ``since`` on, until its player is back."""
        table = self.table
        if table.clock is not None and table.clock.running is not None and not table.paused:
            draft = Draft(table, self._services.now())
            draft.add(log.Paused(self._paused_since(since)))
            await self.commit(draft)

    async def close(self, since: int) -> None:
        """The server stops: the clock stands still, and whoever wants something is to come again."""

        async def work() -> None:
            try:
                await self.pause(since)
            finally:
                self.closed = True

        await self.alone(work)

    async def take_seat(self, person: str) -> Seat:
        """Somebody comes by the join link."""

        async def work() -> Seat:
            table = self.table
            held = table.seats_of(person)
            if held:
                return held[0]
            free = [seat for seat in SEATS if not table.seats[seat]]
            if not free or table.phase != "waiting":
                raise DeniedError("not_now")
            self.journal.people |= await self._services.people.names({person})
            draft = Draft(table, self._services.now())
            draft.add(log.Joined(free[0], person), person)
            await self.commit(draft, people_changed=True)
            return free[0]

        return await self.alone(work)

    # ------------------------------------------------------------ messages

    async def message(
        self, reader: Reader, message: Changing, now: int, stays: bool = False
    ) -> wire.ServerMessage:
        """Handles a message that may change the game; the answer goes to the reader, too.

        A hint that is granted is answered by whoever finds it; a message has one answer.
        """

        async def work() -> wire.ServerMessage:
            try:
                answer = await self._answer(reader, message, now)
            except StaleError:
                answer = await self._stale(reader, message.id)
            if not (isinstance(message, wire.AskHint) and isinstance(answer, wire.Ok | wire.Dup)):
                reader.send(wire.write(answer))
            await self._tell_the_rest()
            return answer

        return await self.change(work, stays)

    async def far_message(self, reader: Reader, message: Changing, now: int) -> wire.ServerMessage:
        """As ``message`` for who follows in another process: he is answered there. Raises StaleError."""

        async def work() -> wire.ServerMessage:
            try:
                return await self._answer(reader, message, now)
            finally:
                await self._tell_the_rest()

        return await self.change(work)

    async def _tell_the_rest(self) -> None:
        if self.audience.behind(self.table.version) or self._told < self.table.version:
            await self._tell(self._rated_now)

    async def _tell(self, people_changed: bool = False) -> None:
        await super()._tell(people_changed)
        if self.journal.sound:
            self._told = self.table.version
            self._tell_others(Told(self.table.id, self.table.version, people_changed))

    def show_presence(self) -> None:
        super().show_presence()
        self._tell_others(Here(self.table.id, self.table.version, self.audience.everywhere()))

    def _tell_others(self, note: Note) -> None:
        for node in self.audience.elsewhere:
            self._services.cluster.send(node, note)

    async def reported(self, node: str, crowd: Crowd | None) -> None:
        """Another process says who follows the game there; None: nobody any more."""
        others = self.audience.elsewhere
        known = others.get(node)
        if crowd is None:
            others.pop(node, None)
        else:
            others[node] = crowd
        if known != crowd:
            self._services.cluster.send(node, Told(self.table.id, self.table.version))
            await self.alone(self._greet)

    async def lost(self, node: str, silent: int) -> None:
        """Another process has been silent so long: whoever is to move and was there only is waited for."""
        gone, last = self.audience.elsewhere.get(node, Crowd()), self._services.now() - silent
        await self.reported(node, None)

        async def wait_for_him() -> None:
            actor, left = self.table.actor, self.audience.everywhere()
            if actor is not None and getattr(gone, actor) and not getattr(left, actor):
                await self.pause(last)

        await self.change(wait_for_him)

    async def _greet(self) -> None:
        """Inside the lock: somebody came or went; the clock may wait for him."""
        self._presence()
        actor = self.table.actor
        crowd = self.audience.everywhere()
        if actor is not None and (crowd.white if actor == "white" else crowd.black):
            await self.resume()

    async def take_over(self, away: int) -> None:
        """The first thing a new leader does: nobody's clock has run while nobody led the game."""

        async def work() -> None:
            if away:
                await self.pause(away)
            await self._tell_the_rest()
            await self._greet()

        await self.alone(work)

    async def _answer(self, reader: Reader, message: Changing, now: int) -> wire.ServerMessage:
        table, v = self.table, self.table.version
        try:
            return await self._attempt(reader, message, now)
        except VerdictError as refusal:
            return wire.Illegal(table.id, message.id, v, refusal.verdict)
        except MovedError:
            raise
        except DeniedError as refusal:
            if refusal.code == "try_again" and (done := await self._done_after_all(reader, message)):
                return done
            if refusal.code == "try_again":
                self._failed_at = min(now, self._failed_at or now)
            return denied(refusal.code, reader.lang, table.id, message.id, v)

    async def _done_after_all(self, reader: Reader, message: Changing) -> wire.Ok | None:
        """The answer to a change that the database made without being able to say so."""
        try:
            await self.refresh()
        except StoreError:
            return None
        ack = self.table.acks.get((reader.person, message.id))
        return None if ack is None or ack.wrong else self._ok(message, ack)

    def _ok(self, message: Changing, ack: Ack) -> wire.Ok:
        return wire.Ok(self.table.id, message.id, ack.v, ack.ply, ack.at, ack.clocks)

    async def _attempt(self, reader: Reader, message: Changing, now: int) -> wire.ServerMessage:
        ack = self.table.acks.get((reader.person, message.id))
        if ack is not None:
            return self._again(message, ack, reader)
        await self.arrived(self.table.role(reader.person))
        try:
            return await self._do(reader, message, now)
        except LateError:
            await self.flag(now)
            return wire.Late(self.table.id, message.id, self.table.version)

    def _again(self, message: Changing, ack: Ack, reader: Reader) -> wire.ServerMessage:
        if ack.wrong:
            raise no_offence(reader.lang)
        return wire.Dup(self.table.id, message.id, ack.v, ack.ply, ack.at, ack.clocks)

    async def _do(self, reader: Reader, message: Changing, now: int) -> wire.ServerMessage:
        dice = await self._loaded_dice()
        sender = Sender(reader.person, reader.lang, now, self._credit(reader, now))
        commands = Commands(self.table, sender, lambda: spin_text(dice, self.table))
        try:
            COMMANDS[type(message)](commands, message)
        finally:
            if commands.draft.spoilt:
                self.journal.distrust()
        extra = self._rematch(commands, message.id, reader.person) if commands.rematch else []
        await self._store(commands.draft, extra)
        if commands.refusal is not None:
            raise commands.refusal
        if isinstance(message, wire.Move) and not isinstance(reader, FarReader):
            self.lag.moved(reader.person, self.lag.of(reader.person, reader.credit))
        return self._ok(message, self.table.acks[reader.person, message.id])

    def _credit(self, reader: Reader, now: int) -> int:
        """What of his time is not charged to who sends a message: the network's and the server's."""
        clock = self.table.clock
        far = isinstance(reader, FarReader)  # his own process knows how late it was itself
        if far:
            return reader.credit + self.share.late(clock)
        return self.lag.of(reader.person, reader.credit) + self.share.of(clock, now)

    def _rematch(self, commands: Commands, message_id: str, person: str) -> list[Statement]:
        """The next game, in the same transaction."""
        table = self.table
        again = log.again(table.settings, table.seats, colours.swaps(table.rules.spec))
        game, statements = self._new_game(again, commands.draft.at, self.journal.people)
        commands.draft.add(log.Rematched(game), person, message_id)
        return statements

    # ------------------------------------------------------------ changing

    async def commit(self, draft: Draft, people_changed: bool = False) -> None:
        """Inside the lock: to disk, then to everybody."""
        await self._store(draft)
        if people_changed:
            self._players = None
        await self._tell(people_changed or self._rated_now)

    async def _store(self, draft: Draft, extra: Sequence[Statement] = ()) -> None:
        await self.journal.commit(draft, extra)
        over = any(isinstance(line.body, log.Ended) for line in draft.lines)
        self._rated_now = over and self.table.settings.rated
        self.share.told(self.table.clock, self._services.now())
        if self._rated_now:
            self._players = None
        self.after_commit()

    async def flag(self, now: int) -> None:
        """Inside the lock: the time of the side to act is up; who has not begun to play has not lost."""
        table = self.table
        actor = table.actor
        if actor is None or table.clock is None:
            return
        draft = Draft(table, now)
        if table.clock.opening:
            draft.add(log.Ended(None, "aborted"))
        else:
            winner = "black" if actor == "white" else "white"
            draft.play(f"adjudicate {winner} time", actor, log.SERVER)
        await self.commit(draft)

    # ------------------------------------------------------------ chance

    async def _loaded_dice(self) -> Dice | None:
        """The dice of this game; the secret seed is read once it is needed and shown to nobody."""
        table = self.table
        if self._dice is None and table.spins and table.started:
            secret = await storage.load_secret(self._services.store, table.id)
            seeds = (table.seeds.get("white", ""), table.seeds.get("black", ""))
            self._dice = Dice(dice_key(table.id, table.rules.fingerprint, secret, *seeds))
        return self._dice

    async def next_spin(self) -> str:
        return spin_text(await self._loaded_dice(), self.table)


COMMANDS: dict[type[Changing], Callable[[Commands, Changing], None]] = {
    wire.Move: Commands.move,  # type: ignore[dict-item]
    wire.Act: Commands.act,  # type: ignore[dict-item]
    wire.SendCommit: Commands.commit,  # type: ignore[dict-item]
    wire.SendSeed: Commands.seed,  # type: ignore[dict-item]
    wire.Say: Commands.say,  # type: ignore[dict-item]
    wire.AskHint: Commands.hint,  # type: ignore[dict-item]
}


def spin_text(dice: Dice | None, table: Table) -> str:
    if dice is None:
        raise DeniedError("not_now")
    weights = table.rules.spec.spinner
    return f"spin {SPIN_RESULTS[dice.roll(table.ply, table.game.state.spins, weights)]}"
