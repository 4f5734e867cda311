"""What of a player's time was the network's: not charged to him, as long as his reserve lasts.

How long a line takes is known from the browser's answers alone, and these can be held back. So every move
brings a little reserve, more of it on a long clock, and nobody has more of it than three moves bring.
"""

from __future__ import annotations

from crowned.protocols.views import ClockRule

MOST_CREDIT = 500
"""Milliseconds of a round trip that are taken off at most."""
LEAST_GAIN = 100
"""Milliseconds that a move brings on the shortest clock."""
MOVES = 40
"""So many moves a game is thought to have, to know how long it is."""
SHARE = 150
"""One part in so many of a player's whole time comes on top of the least."""
KEPT = 3
"""Moves whose gain can be saved up."""


class Lag:
    def __init__(self, rule: ClockRule) -> None:
        whole = rule.base * (MOVES if rule.kind == "per_move" else 1) + rule.step * MOVES
        self._gain = min(MOST_CREDIT, LEAST_GAIN + whole // SHARE)
        self._left: dict[str, int] = {}

    def of(self, person: str, trip: int) -> int:
        """What of a round trip is not charged."""
        return min(trip, self._left.get(person, KEPT * self._gain))

    def moved(self, person: str, credit: int) -> None:
        """He has made a move, and so much of its time was not charged."""
        left = self._left.get(person, KEPT * self._gain) - credit
        self._left[person] = min(KEPT * self._gain, left + self._gain)
