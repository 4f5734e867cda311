"""What rooms need of the rest of the server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from crowned.server.cluster.base import Cluster
from crowned.server.computer.opponent import Computer
from crowned.server.metrics import Metrics
from crowned.server.people.accounts import People
from crowned.server.rooms.pulse import Pulse
from crowned.server.rooms.stalls import Stalls
from crowned.server.rulesets import Lowered
from crowned.server.store import Store
from crowned.server.times import Now


@dataclass
class Services:
    store: Store
    people: People
    computer: Computer
    now: Now
    cluster: Cluster
    pace: float = 0.0
    """How long the computer seems to think, as a multiple of a natural pause."""
    lowered: Lowered = field(default_factory=Lowered)
    metrics: Metrics = field(default_factory=Metrics)
    pulse: Pulse = field(init=False)
    stalls: Stalls = field(init=False)
    rating_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Two rated games of one player may end at the same moment; one is counted after the other."""

    def __post_init__(self) -> None:
        self.pulse = Pulse(self.now)
        self.stalls = Stalls(self.now)
