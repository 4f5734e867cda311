"""The Hub protocol's texts: lines, positions, moves, levels. No I/O.

They lie in this layer because both ends need them: `crowned.engine.external` drives other engines,
`crowned.protocols.hub` is one.
"""

from crowned.engine.hub.level import Level, read_level, write_level
from crowned.engine.hub.line import HubError, HubLine, read_line, write_line
from crowned.engine.hub.text import find_move, follow, read_position, write_move, write_position
from crowned.engine.hub.variants import fits, shipped_variants, variant_of

__all__ = [
    "HubError",
    "HubLine",
    "Level",
    "find_move",
    "fits",
    "follow",
    "read_level",
    "read_line",
    "read_position",
    "shipped_variants",
    "variant_of",
    "write_level",
    "write_line",
    "write_move",
    "write_position",
]
