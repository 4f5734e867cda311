"""Rewrites the list of commonest passwords, src/crowned/server/people/common.bin.

    pip install zxcvbn && python scripts/common_passwords.py

The facts are the ranks of passwords in published leaks as counted by the authors of zxcvbn (MIT licence). Of
the 30,000 commonest those are taken that are long enough to be a password here. What is kept is no list of
words: five bytes of each one's SHA-256 hash, sorted, in which the server looks a new password up.
"""

from __future__ import annotations

import sys
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS

from crowned.server.people.guesses import piece
from crowned.server.people.passwords import SHORTEST

TARGET = Path(__file__).parents[1] / "src" / "crowned" / "server" / "people" / "common.bin"


def main() -> None:
    words = {word.casefold() for word in FREQUENCY_LISTS["passwords"] if len(word) >= SHORTEST}
    TARGET.write_bytes(b"".join(sorted({piece(word) for word in words})))
    sys.stdout.write(f"{len(words)} passwords, {TARGET.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
