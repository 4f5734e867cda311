"""The command line: one small module per command, loaded when it is asked for."""

from crowned.cli.app import run as main

__all__ = ["main"]
