"""Find a position for every clause of the standard games, where its rule makes a difference.

    .venv/bin/python scripts/clause_positions.py

It writes standard.toml. The five rulebooks have positions chosen by hand. Here each axis that a clause sets
is changed to its other values, and the smallest position is kept in which the game as cited allows a move
that the changed one does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from crowned.base import CrownedError
from crowned.cli.parting import Parting, find_parting
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog
from crowned.rules.axes import BY_NAME, Value
from crowned.rules.books.pages import NUMBERED, clause_names, clause_page

FILE = Path(__file__).parents[1] / "src/crowned/rules/books/standard.toml"
HEAD = """\
# Positions for the clauses that the standard games cite: the rule makes a difference, and the move shows it.
# Made by scripts/clause_positions.py. A clause without one (board, set-up, draws) is shown by the start.
"""


def others(axis: str, value: Value) -> Iterator[Value]:
    kind = BY_NAME[axis]
    if kind.group == "board" or kind.cosmetic:
        return
    if kind.kind == "bool":
        yield not value
    elif kind.kind == "word":
        yield from (choice for choice in kind.choices if choice != value)
    elif axis == "priority":
        yield from (one for one in ((), ("most",)) if one != value)


def partings(rules: Ruleset, axes: tuple[str, ...]) -> Iterator[Parting]:
    for axis in axes:
        for value in others(axis, rules.spec[axis]):
            try:
                other = Ruleset(rules.spec.with_options({axis: value}))
            except CrownedError:
                continue
            # What the most pieces decide takes several pieces to show.
            found = find_parting(rules, other, (axis,), 2.0 if axis == "priority" else 0.3)
            if found and found.only_first and found.shows == "moves":
                yield found


def tables(name: str) -> Iterator[str]:
    rules = ruleset(name)
    for clause in clause_names(rules.spec):
        if NUMBERED.fullmatch(clause):
            continue
        found = next(partings(rules, clause_page(rules.spec, clause).axes), None)
        if found is not None:
            yield f"[{name}.{json.dumps(clause, ensure_ascii=False)}]"
            yield f'fen = "{found.first.fen}"'
            yield f'attempt = "{found.only_first[0]}"\n'


def main() -> None:
    lines = [line for name in catalog.ids() for line in tables(name)]
    FILE.write_text(HEAD + "\n" + "\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


main()
