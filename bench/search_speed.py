"""Speed of the search, one ruleset a line: python bench/search_speed.py [RULESET...]"""

from __future__ import annotations

import sys

import crowned
from crowned.engine.bench import measure


def main() -> None:
    for id_ in sys.argv[1:] or crowned.ruleset_ids():
        print(measure(crowned.ruleset(id_)).text, flush=True)


if __name__ == "__main__":
    main()
