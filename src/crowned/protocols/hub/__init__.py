"""Crowned as a Hub engine: lines in, lines out; see docs/hub.md. The texts are in crowned.engine.hub."""

from crowned.protocols.hub.params import Params
from crowned.protocols.hub.search import Thinker
from crowned.protocols.hub.session import Session

__all__ = ["Params", "Session", "Thinker"]
