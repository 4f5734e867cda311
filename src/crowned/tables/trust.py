"""Where moves are counted: which slices hold only wins that are quick enough to be believed unseen.

Tables leave counting aside. A search that looks up a position must not take a win for granted that the rules
end as a draw before it is there; slices whose longest win fits into every count need no such care.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from crowned.base import Side
from crowned.rules.counts import ANY_NUMBER, Count, Forces
from crowned.rules.spec import Spec
from crowned.tables.slices import Slice, exists

NOTHING = -2
"""Not even draws hold: material decides by itself."""
ONLY_DRAWS = -1
ALWAYS = 1 << 14

Longest = Mapping[Slice, int]
"""The most plies to a conversion in each slice."""


def trust(spec: Spec, found: Slice, longest: Longest) -> int:
    """Up to how many plies without progress the wins of a slice hold for certain."""
    parts = [one for one in below(found) if exists(one, spec)]
    if any(count.unit == "wins" and _counts(count, one) for count in spec.counts for one in parts):
        return NOTHING
    if not all(one in longest and _is_quick(spec, one, longest) for one in parts):
        return ONLY_DRAWS
    limit = spec.no_progress_plies
    return limit - longest[found] if limit else ALWAYS


def below(found: Slice) -> Iterable[Slice]:
    """The slice itself and everything it can become: pieces leave, men become kings."""
    for own in _less(found.own_kings, found.own_men):
        for other in _less(found.other_kings, found.other_men):
            yield Slice(*own, *other)
            if (one := Slice(*other, *own)) != Slice(*own, *other):
                yield one


def _less(kings: int, men: int) -> list[tuple[int, int]]:
    pairs = ((k, m) for m in range(men + 1) for k in range(kings + men - m + 1))
    return [(k, m) for k, m in pairs if k + m]


def _is_quick(spec: Spec, found: Slice, longest: Longest) -> bool:
    limit = spec.no_progress_plies
    if limit and (longest[found] > limit or _crowns_go_uncounted(spec, found)):
        return False
    running = (count for count in spec.counts if _counts(count, found))
    kept = [count for count in spec.counts if count.kept]
    return all(_in_all([count, *kept], found, longest) <= plies_of(count) for count in running)


def _crowns_go_uncounted(spec: Spec, found: Slice) -> bool:
    """A slice ends where a man is crowned; a count that only a capture begins anew goes on beyond it."""
    return spec.draw_reset == "capture" and found.own_men + found.other_men > 0


def plies_of(count: Count) -> int:
    """The plies of both sides in which something must have happened."""
    return count.plies if count.both else 2 * count.plies - 1


def _counts(count: Count, found: Slice) -> bool:
    """Whether a count runs in a slice. Those that ask who holds the main road are left out.

    Where a lone king holds it, no win of four pieces takes longer (bench/table_roads.py counts them).
    """
    return not count.road and count.stronger(forces_of(found)) is not None


def _in_all(counts: Sequence[Count], found: Slice, longest: Longest) -> int:
    """A count of all pieces begins anew with each conversion, one by material goes on while it fits.

    The first is meant; the others are those that give no more time than it has left.
    """
    if counts[0].pieces != ANY_NUMBER:
        return longest[found]
    rest = [one for one in below(found) if one not in (found, found.turned)]
    rest = [one for one in rest if one in longest and any(_counts(count, one) for count in counts)]
    return longest[found] + max((_in_all(counts, one, longest) for one in rest), default=0)


def forces_of(found: Slice) -> Forces:
    own, _, other = found.name.partition("-")
    return {Side.WHITE: own, Side.BLACK: other}
