"""The engine as opponent and analyst; without one, any correct move is played."""

from __future__ import annotations

import logging

from crowned.server.computer import Opponent, PlainOpponent

logger = logging.getLogger(__name__)


def best_opponent() -> Opponent:
    return PlainOpponent()
