"""Where it is written: the clauses behind a reason, under one ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from crowned.rules.reasons import AXES_OF, KINGS_AXES
from crowned.rules.spec import Spec


def clauses_of(spec: Spec, reason: str, king: bool = False) -> tuple[str, ...]:
    """The clauses that the ruleset cites for what forbids this to a man or a king."""
    own = tuple(axis for axis in KINGS_AXES.get(reason, ()) if king and spec.applies(axis))
    axes = own or AXES_OF[reason]
    if not own and reason in spec.verdicts and not any(spec.settings[axis].chosen for axis in axes):
        return spec.verdicts[reason]
    if reason == "man_backward" and not spec["men_back"]:
        axes = (*axes, "men_back")  # where men never go back at all, the books say so in one breath
    return cited(spec, axes)


def cited(spec: Spec, axes: Iterable[str]) -> tuple[str, ...]:
    """The clauses of some axes, each once, without those that cannot matter under this ruleset."""
    relevant = [axis for axis in axes if spec.applies(axis)]
    return tuple(dict.fromkeys(clause for axis in relevant for clause in spec.clauses(axis)))
