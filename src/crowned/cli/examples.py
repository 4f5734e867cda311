"""Examples in help texts. No code knows a ruleset by its name, so they are picked by what they show."""

from __future__ import annotations

import re
from collections.abc import Callable

from crowned.rules import catalog
from crowned.rules.spec import Spec

_REMARK = re.compile(r"(  crowned .*?\S) {2,}(\S.*)")

KINDS: dict[str, Callable[[Spec], bool]] = {
    "letters": lambda spec: spec.notation == "algebraic" and _is_plain(spec),
    "numbers": lambda spec: spec.notation == "numeric" and _is_plain(spec),
    "towers": lambda spec: spec.captured == "under" and spec.scoring != "none",
    "doors": lambda spec: bool(spec.doors),
    "huff": lambda spec: spec.enforcement == "huff" and spec.touch_move,
}


def _is_plain(spec: Spec) -> bool:
    """A well-known game of its own, without towers, doors or huffing."""
    known = spec.extends is None and spec.shelf == "federations"
    return known and spec.captured == "removed" and spec.enforcement == "strict"


def fill(text: str) -> str:
    """The text with {letters}, {towers} … replaced by ids of such rulesets."""
    wanted = set(re.findall(r"\{(\w+)\}", text)) & KINDS.keys()
    for kind in wanted:
        text = text.replace(f"{{{kind}}}", _first(kind))
    return _aligned(text)


def _aligned(text: str) -> str:
    """What is said behind the examples stands in one column, however long the ids are."""
    lines = [_REMARK.fullmatch(line) or line for line in text.split("\n")]
    column = max((len(line[1]) for line in lines if not isinstance(line, str)), default=0)
    return "\n".join(line if isinstance(line, str) else f"{line[1]:{column}}  {line[2]}" for line in lines)


def _first(kind: str) -> str:
    """A numbered game of the standard's list is best known; then by length of the id."""
    fitting = [spec for spec in map(catalog.load, catalog.ids()) if KINDS[kind](spec)]
    best = min(fitting, key=lambda spec: (spec.pdn.game_type or 99, len(spec.id)), default=None)
    return best.id if best else catalog.ids()[0]
