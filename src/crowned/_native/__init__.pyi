"""The native core. Written by scripts/stubs.py (`make stubs`) from core/bind; do not edit."""

def answer() -> int: ...

isa: str
"""The build that was loaded: 'base' or 'v3'."""
