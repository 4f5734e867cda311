"""Ratings per ruleset: read, changed with the end of a rated game, never without it."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from crowned.protocols.views import Seat
from crowned.server.people.glicko import Rating, after_game, aged
from crowned.server.store import Statement, Store

DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating as it is stored; ``games`` guards against two ends at the same moment."""

    rating: Rating
    games: int
    at: int

    def now(self, now: int) -> Rating:
        return aged(self.rating, (now - self.at) / DAY) if self.games else self.rating


async def standing(store: Store, person: str, ruleset: str) -> Standing:
    rows = await store.read(
        "SELECT rating, deviation, volatility, games, at FROM rating WHERE person = $1 AND ruleset = $2",
        person,
        ruleset,
    )
    if not rows:
        return Standing(Rating(), 0, 0)
    return Standing(Rating(*rows[0][:3]), rows[0][3], rows[0][4])


async def standings(store: Store, person: str) -> dict[str, Standing]:
    """All ratings of somebody, by ruleset."""
    rows = await store.read(
        "SELECT ruleset, rating, deviation, volatility, games, at FROM rating"
        " WHERE person = $1 ORDER BY ruleset",
        person,
    )
    return {row[0]: Standing(Rating(*row[1:4]), row[4], row[5]) for row in rows}


async def change_by(store: Store, person: str, game: str) -> tuple[int, int] | None:
    """The rating before a game and after it; None if it did not count."""
    rows = await store.read(
        "SELECT old_rating, new_rating FROM rating_change WHERE person = $1 AND game = $2", person, game
    )
    return (round(rows[0][0]), round(rows[0][1])) if rows else None


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game between two accounts."""

    id: str
    ruleset: str
    white: str
    black: str
    winner: Seat | None
    at: int


async def changes(store: Store, game: RatedGame) -> list[Statement]:
    """The statements that rate a game, for the transaction that ends it."""
    white = await standing(store, game.white, game.ruleset)
    black = await standing(store, game.black, game.ruleset)
    score = 0.5 if game.winner is None else float(game.winner == "white")
    return [
        *_change(game, (game.white, white), (game.black, black), score),
        *_change(game, (game.black, black), (game.white, white), 1 - score),
    ]


def _change(
    game: RatedGame, own: tuple[str, Standing], other: tuple[str, Standing], score: float
) -> list[Statement]:
    (person, standing), (rival, rivals) = own, other
    old = standing.now(game.at)
    new = after_game(old, rivals.now(game.at), score)
    note = Statement(
        "INSERT INTO rating_change (game, person, ruleset, opponent, score, old_rating, old_deviation,"
        " old_volatility, new_rating, new_deviation, new_volatility, at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        (game.id, person, game.ruleset, rival, score, *astuple(old), *astuple(new), game.at),
    )
    return [_new_standing((person, game.ruleset), standing.games, new, game.at), note]


def _new_standing(key: tuple[str, str], games: int, new: Rating, at: int) -> Statement:
    values = (*key, *astuple(new), games + 1, at)
    if games == 0:
        return Statement(
            "INSERT INTO rating (person, ruleset, rating, deviation, volatility, games, at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7)",
            values,
        )
    return Statement(
        "UPDATE rating SET rating = $3, deviation = $4, volatility = $5, games = $6, at = $7"
        " WHERE person = $1 AND ruleset = $2 AND games = $8",
        (*values, games),
        rows=1,
    )
