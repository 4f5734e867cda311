"""Pictures of a table for one reader: what he may know, in his language."""

from __future__ import annotations

from msgspec.structs import replace

from crowned.game.endings import countdowns, decided
from crowned.game.state import State as GameState
from crowned.protocols.entries import Entry, JoinedEntry, MissedEntry, PlayedEntry, SaidEntry
from crowned.protocols.pictures import SEATS, placement, rules_view, seat_of
from crowned.protocols.views import (
    CountdownView,
    GameView,
    Lang,
    OffenceView,
    OutcomeView,
    PlayerView,
    Role,
    Seat,
    SpinnerView,
    State,
)
from crowned.rules import prose
from crowned.server.rooms import options as opt
from crowned.server.rooms.table import Table
from crowned.server.rooms.verdicts import offence_view
from crowned.server.rulesets import Seen
from crowned.server.texts import say

Players = dict[Seat, PlayerView]
_rules_views = Seen(rules_view)


def seats_of(role: Role) -> tuple[Seat, ...]:
    if role == "both":
        return SEATS
    return () if role == "watcher" else (role,)


def game_view(table: Table, players: Players) -> GameView:
    settings = table.settings
    return GameView(
        id=table.id,
        kind=settings.kind,
        rules=_rules_views.get(table.rules),
        policy=settings.policy,
        touch_move=settings.touch_move,
        clock=settings.clock,
        rated=settings.rated,
        chat=settings.chat,
        public=settings.public,
        created=table.created,
        players=players,
        start=placement(table.game.start),
        spinner=spinner_view(table),
    )


def spinner_view(table: Table) -> SpinnerView | None:
    if not table.spins:
        return None
    seeds, commits = table.seeds, table.commits
    return SpinnerView(
        commit=table.settings.commit,
        white_seed=seeds.get("white", ""),
        black_seed=seeds.get("black", ""),
        server_seed=table.server_seed,
        white_commit=commits.get("white", ""),
        black_commit=commits.get("black", ""),
    )


def state_view(table: Table, role: Role, lang: Lang, now: int) -> State:
    return as_seen(shared_state(table, lang, now), table, role)


def as_seen(shared: State, table: Table, role: Role) -> State:
    """With what one reader may do."""
    seats = seats_of(role)
    return replace(shared, choices=opt.choices(table, seats), options=opt.options(table, seats))


def shared_state(table: Table, lang: Lang, now: int) -> State:
    """What all readers of a language see alike, worked out once for all of them."""
    game = table.game
    playing = table.phase == "playing"
    return State(
        ply=game.ply,
        pos=table.pos,
        phase=table.phase,
        at=table.placement,
        fen=game.position.fen,
        actor=table.actor,
        choices=[],
        options=[],
        must_spin=playing and game.must_spin,
        pending=_pending(table, lang) if playing else None,
        touched=game.touched or "",
        clocks=table.clock.view(now) if table.clock else None,
        draw_offer=None if game.draw_offer is None else seat_of(game.draw_offer),
        undo_offer=table.undo_offer,
        rematch_offer=table.rematch_offer,
        rematch=table.rematch,
        outcome=outcome_view(table, lang),
        stake=decided(game.state, game.actor, "resignation").points if playing else None,
        countdown=countdown_view(game.state, lang) if playing else None,
    )


def countdown_view(state: GameState, lang: Lang) -> CountdownView | None:
    """Material that is counted at once; moves without progress when half of them have been made."""
    spec, running = state.rules.spec, countdowns(state)
    quiet = max(0, spec.no_progress_plies - state.quiet)
    half = 0 < spec.no_progress_plies <= 2 * state.quiet
    if running and not (half and quiet < running[0].plies):
        one, text = running[0], prose.count_sentence(running[0].count, spec, lang)
        moves = (one.left + 1) // 2 if one.count.both else one.left
        return CountdownView(moves, text, spec.is_claimed(one.count))
    if not half:
        return None
    return CountdownView(
        (quiet + 1) // 2, prose.sentence(spec, "draw_no_progress", lang), not spec.draws_by_itself
    )


def _pending(table: Table, lang: Lang) -> OffenceView | None:
    if table.game.pending is None or opt.silent(table):
        return None
    return offence_view(table.game.pending, lang)


def outcome_view(table: Table, lang: Lang) -> OutcomeView | None:
    ended = table.ended
    if ended is None:
        return None
    told = table.game.outcome
    if told is None:
        return OutcomeView(ended.winner, ended.reason, say(_aborted(table), lang), ended.points)
    return OutcomeView(ended.winner, ended.reason, told.text(lang), ended.points, list(told.clauses))


def _aborted(table: Table) -> str:
    return "not_begun" if table.not_begun else "aborted"


def entries_in(table: Table, role: Role, lang: Lang, part: slice, players: Players) -> list[Entry]:
    """A part of the log, as far as the reader may see it. Versions count from 1 without gaps."""
    shown = [entry for entry in table.entries[part] if _visible(entry, role)]
    return [_filled(entry, table, lang, players) for entry in shown]


def _visible(entry: Entry, role: Role) -> bool:
    return not isinstance(entry, SaidEntry) or role != "watcher"


def _filled(entry: Entry, table: Table, lang: Lang, players: Players) -> Entry:
    """With what the log itself does not have: names, and the referee's words in the reader's language."""
    if isinstance(entry, JoinedEntry):
        return replace(entry, name=players[entry.by].name)
    offence = table.offences.get(entry.v)
    if offence is not None and isinstance(entry, PlayedEntry | MissedEntry):
        return replace(entry, offence=offence_view(offence, lang))
    return entry
