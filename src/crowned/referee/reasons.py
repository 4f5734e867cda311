"""Where it is written: the clauses behind a reason, under one ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from crowned.rules.reasons import AXES_OF, KINGS_AXES
from crowned.rules.spec import Spec


def axes_of(spec: Spec, reason: str, king: bool = False) -> tuple[str, ...]:
    """The axes that forbid this to a man or a king, as far as they matter under this ruleset."""
    own = tuple(axis for axis in KINGS_AXES.get(reason, ()) if king and spec.applies(axis))
    axes = own or AXES_OF[reason]
    if reason == "man_backward" and not spec.men_back:
        axes = (*axes, "men_back")  # where men never go back at all, the books say so in one breath
    return tuple(axis for axis in axes if spec.applies(axis))


def clauses_of(spec: Spec, reason: str, king: bool = False) -> tuple[str, ...]:
    """The clauses that the ruleset cites for this; none for what the players chose otherwise."""
    axes = axes_of(spec, reason, king)
    own = set(axes) & set(KINGS_AXES.get(reason, ())) if king else ()
    if not own and reason in spec.verdicts and not chosen(spec, axes):
        return spec.verdicts[reason]
    return cited(spec, axes)


def chosen(spec: Spec, axes: Iterable[str]) -> tuple[str, ...]:
    """Those of the axes that the players set by an option."""
    return tuple(axis for axis in axes if spec.settings[axis].chosen)


def cited(spec: Spec, axes: Iterable[str]) -> tuple[str, ...]:
    """The clauses of some axes, each once, without those that cannot matter under this ruleset."""
    relevant = [axis for axis in axes if spec.applies(axis)]
    return tuple(dict.fromkeys(clause for axis in relevant for clause in spec.clauses(axis)))
