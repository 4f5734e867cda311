"""Protocols: codecs between a game and the outside world. None of them does any input or output."""
