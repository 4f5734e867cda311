"""DXP, the protocol by which draughts programs play each other: both ends, without I/O; see docs/dxp.md."""

from crowned.protocols.dxp.messages import PORT, DxpError, Framer, Message, decode, encode
from crowned.protocols.dxp.session import (
    Close,
    Effect,
    Offer,
    Result,
    Send,
    Session,
    StopThinking,
    Tell,
    Think,
)

__all__ = [
    "PORT",
    "Close",
    "DxpError",
    "Effect",
    "Framer",
    "Message",
    "Offer",
    "Result",
    "Send",
    "Session",
    "StopThinking",
    "Tell",
    "Think",
    "decode",
    "encode",
]
