"""What somebody may do at a table besides moving. The list shown to a player is the list that is enforced."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from crowned.base import BadInput
from crowned.protocols.pictures import move_choices, seat_of
from crowned.protocols.views import Choice, Do, Option, Seat
from crowned.server.rooms.log import Offer
from crowned.server.rooms.table import Table

ON_BOARD: frozenset[Do] = frozenset({"spin", "huff", "takeback", "accept", "touch", "adjust"})
"""Acts of the actor that are made for one position."""
PLIES_BETWEEN_OFFERS = {"draw": 20, "undo": 1}
"""How far the game must have gone on before somebody may offer the same again; nobody is to be pestered."""
MOVES_TO_ABORT = 2
"""A game can be called off until both sides have moved."""


def choices(table: Table, seats: tuple[Seat, ...]) -> list[Choice]:
    """The moves a player may make now; where the book lets wrong moves stand, they are among them."""
    if table.actor not in seats:
        return []
    try:
        return move_choices(table.game)
    except BadInput:
        return []  # more than can be listed; nobody's message leads there, and the words remain


def options(table: Table, seats: tuple[Seat, ...]) -> list[Option]:
    if not seats:
        return []
    if table.phase == "playing":
        return [*_on_board(table, seats), *_words(table, seats), *_leaving(table), *_undoing(table, seats)]
    if table.phase == "over":
        return list(_again(table, seats))
    return list(_leaving(table))


# ---------------------------------------------------------------- on the board


def _on_board(table: Table, seats: tuple[Seat, ...]) -> Iterator[Option]:
    if table.actor not in seats:
        return
    game = table.game
    if game.must_spin:
        yield Option("spin")
    yield from _remedies(table)
    if table.rules.spec.touch_move and any(action.kind == "touch" for action in game.actions()):
        yield Option("touch")
        yield Option("adjust")
    if game.draw_claim:
        yield Option("claim_draw")


def _remedies(table: Table) -> Iterator[Option]:
    if silent(table):
        yield from _claims(table)
        return
    pending = table.game.pending
    if pending is None:
        return
    if "huff" in pending.remedies:
        yield from (Option("huff", square) for square in pending.removable)
    if "takeback" in pending.remedies:
        yield Option("takeback")
    if "accept" in pending.remedies:
        yield Option("accept")


def silent(table: Table) -> bool:
    """Whether offences are for the players to see, not for the referee to tell."""
    return table.settings.policy == "silent" and table.rules.spec.enforcement == "huff"


def _claims(table: Table) -> Iterator[Option]:
    """After every move of the opponent the same list, so that it tells nothing; unless no move is left."""
    if not _answers_a_move(table):
        return
    if table.false_claim != table.ply:
        remedies = table.rules.spec.remedies
        if "huff" in remedies:
            yield Option("huff")
        if "takeback" in remedies:
            yield Option("takeback")
    if table.game.pending is not None and not table.game.playable() and not table.game.must_spin:
        yield Option("accept")


ANSWERS = ("huff", "takeback", "accept")


def _answers_a_move(table: Table) -> bool:
    """Whether the last thing that counted was a move of the opponent."""
    for kind, seat in reversed(table.done):
        if kind == "move":
            return seat != table.actor
        if kind in ANSWERS:
            return False
    return False


# ---------------------------------------------------------------- words


def _words(table: Table, seats: tuple[Seat, ...]) -> Iterator[Option]:
    game = table.game
    if game.draw_offer is None:
        if table.rules.spec.draw_agreement and any(_may_offer(table, "draw", seat) for seat in seats):
            yield Option("offer_draw")
    elif seat_of(game.draw_offer.other) in seats:
        yield Option("agree_draw")
        yield Option("decline_draw")
    yield Option("resign")


def _may_offer(table: Table, what: Offer, seat: Seat) -> bool:
    last = table.offered.get((what, seat))
    if last is None or table.settings.kind == "hotseat":
        return True
    return what in PLIES_BETWEEN_OFFERS and table.ply - last >= PLIES_BETWEEN_OFFERS[what]


def _leaving(table: Table) -> Iterator[Option]:
    """While hardly anything has been done; who has seen the wheel turn plays or resigns."""
    telling = (kind for kind, _ in table.done if kind in ("move", "spin"))
    beginning = list(islice(telling, MOVES_TO_ABORT))
    if len(beginning) < MOVES_TO_ABORT and "spin" not in beginning:
        yield Option("abort")


def _undoing(table: Table, seats: tuple[Seat, ...]) -> Iterator[Option]:
    if table.settings.rated:
        return
    if table.undo_offer is None:
        if any(undo_count(table, seat) and _may_offer(table, "undo", seat) for seat in seats):
            yield Option("undo")
    elif table.undo_offer not in seats:
        yield Option("agree_undo")
        yield Option("decline_undo")


def undo_count(table: Table, seat: Seat) -> int:
    """How many actions go back so that ``seat``'s last move never was; 0 if it has made none.

    Touching a piece goes back with the move; a spin stays, it would come out the same again.
    """
    done = table.done
    count = next((back for back, one in enumerate(reversed(done), 1) if one == ("move", seat)), 0)
    if not count:
        return 0
    while count < len(done) and done[-count - 1][0] in ("touch", "adjust"):
        count += 1
    return count


def _again(table: Table, seats: tuple[Seat, ...]) -> Iterator[Option]:
    if table.rematch:
        return
    if table.rematch_offer is None:
        if any(_may_offer(table, "rematch", seat) for seat in seats):
            yield Option("rematch")
    elif table.rematch_offer not in seats:
        yield Option("rematch")
        yield Option("decline_rematch")
