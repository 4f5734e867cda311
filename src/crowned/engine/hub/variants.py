"""Which rulesets Hub can carry, and what its variants are called.

The names come from the rulesets' own files (`[hub] variant`); a ruleset without one goes by its id.
"""

from __future__ import annotations

from crowned.rules import catalog
from crowned.rules.spec import Spec


def fits(spec: Spec) -> bool:
    """Hub knows men and kings on squares and correct moves: no towers, no doors, no huffing."""
    return spec.captured == "removed" and not spec.sliders and spec.enforcement == "strict"


def variant_of(spec: Spec) -> str:
    return spec.hub or spec.id


def shipped_variants() -> dict[str, str]:
    """Variant -> shipped ruleset. One that shares its parent's variant is only another start of it."""
    specs = [spec for spec in map(catalog.load, catalog.ids()) if fits(spec)]
    return {variant_of(spec): spec.id for spec in specs if not _is_parents(spec)}


def _is_parents(spec: Spec) -> bool:
    return spec.extends in catalog.ids() and variant_of(catalog.load(str(spec.extends))) == variant_of(spec)
