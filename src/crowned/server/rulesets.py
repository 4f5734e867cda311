"""Rulesets as the server needs them: chosen by a request, stored whole with a game, drawn by a browser."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from crowned.base import Lang, RulesetError
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog
from crowned.rules.setting import Texts
from crowned.rules.spec import Spec
from crowned.server.texts import LANGS, say
from crowned.server.web.bodies import RulesChoice

T = TypeVar("T")

KEPT = 64
# ---------------------------------------------------------------- choosing


def choose(choice: RulesChoice, extra: Mapping[str, object] | None = None) -> Ruleset:
    """The rules a request asks for; RulesetError lists every fault."""
    found = _chosen(choice, extra)
    return (
        found if choice.title is None else Ruleset(found.spec.called(house_title(found.spec, choice.title)))
    )


def house_title(spec: Spec, title: str) -> Texts:
    """The name of house rules: their own, or that of the game they come from."""
    own = " ".join(title.split())
    if own:
        return dict.fromkeys(LANGS, own)
    return {lang: say("house_title", lang).format(title=_base_title(spec, lang)) for lang in LANGS}


def _base_title(spec: Spec, lang: Lang) -> str:
    shipped = catalog.load(spec.id) if spec.id in catalog.ids() else spec
    return shipped.title.get(lang, spec.id)


def _chosen(choice: RulesChoice, extra: Mapping[str, object] | None) -> Ruleset:
    wanted = {**choice.options, **(extra or {})}
    if choice.toml is not None:
        spec = catalog.load_text(choice.toml)
        return Ruleset(spec.with_options(_tuples(wanted)))
    if choice.id is None:
        raise RulesetError("name a ruleset by id, or give its text")
    return ruleset(catalog.known(choice.id), **_tuples(wanted))


def _tuples(options: Mapping[str, object]) -> dict[str, object]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


# ---------------------------------------------------------------- storing


class Lowered:
    """The last used rulesets of stored games: hundreds of games share a handful of them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Ruleset] = OrderedDict()

    def get(self, toml: str) -> Ruleset:
        found = self._kept.pop(toml, None) or Ruleset(catalog.load_text(toml))
        self._kept[toml] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


class Seen(Generic[T]):
    """What was made of the last used rulesets, by which they are: equal rules may have different names."""

    def __init__(self, make: Callable[[Ruleset], T]) -> None:
        self._make = make
        self._kept: OrderedDict[int, tuple[Ruleset, T]] = OrderedDict()

    def get(self, rules: Ruleset) -> T:
        found = self._kept.pop(id(rules), None) or (rules, self._make(rules))
        self._kept[id(rules)] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found[1]
