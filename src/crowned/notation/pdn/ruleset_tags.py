"""Which rules a PDN game was played by: from its tags when reading, into tags when writing.

The standard's GameType numbers name a few games. A ruleset of ours is named beside the nearest number:
`Ruleset` is the id of a shipped ruleset, `RulesetOptions` what is changed in it, and `RulesetFingerprint`
tells whether the rules are still the same when the game is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from crowned.base import BadInput, Lang
from crowned.base.sentence import Sentence
from crowned.notation.pdn import gametype
from crowned.notation.pdn.tree import PdnGame
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog
from crowned.rules.axes import AXES, Value
from crowned.rules.spec import Spec

ID, OPTIONS, FINGERPRINT, TITLE = "Ruleset", "RulesetOptions", "RulesetFingerprint", "RulesetTitle"
RULE_TAGS = ("GameType", ID, OPTIONS, FINGERPRINT, TITLE)
"""The tags that say by which rules a game was played."""
VARIANT = "Variant"
"""What servers write in the place of a GameType."""
TITLE_LANG: Lang = "en"


# ---- writing


def rule_tags(spec: Spec) -> Mapping[str, str]:
    """GameType, and what else is needed to find these very rules again, with their name."""
    tags = _found_by(spec)
    base = _base(spec)
    if base.title == spec.title:
        return tags
    return {**tags, ID: base.id, TITLE: spec.title.get(TITLE_LANG, spec.id)}


@lru_cache(maxsize=64)
def _found_by(spec: Spec) -> Mapping[str, str]:
    """Names do not count here: specs of the same rules are equal."""
    tags = {"GameType": gametype.full_form(spec)}
    if _is_listed(spec):
        return tags
    base = _base(spec)
    tags[ID] = base.id
    if changes := _changes(base, spec):
        tags[OPTIONS] = changes
    return {**tags, FINGERPRINT: spec.fingerprint}


def _is_listed(spec: Spec) -> bool:
    """Whether the number alone already means these rules."""
    known = gametype.by_number(spec.pdn.game_type) if spec.pdn.game_type is not None else None
    if known is None or known.ruleset not in catalog.ids():
        return False
    return _same(catalog.load(known.ruleset), spec)


def _same(one: Spec, other: Spec) -> bool:
    return all(one[axis.name] == other[axis.name] for axis in AXES)


def _base(spec: Spec) -> Spec:
    """The shipped ruleset that is named: the spec itself, its parent, or the most similar one."""
    for name in (spec.id, spec.extends):
        if name in catalog.ids():
            return catalog.load(str(name))
    every = (catalog.load(name) for name in catalog.ids())
    return min(every, key=lambda base: sum(base[axis.name] != spec[axis.name] for axis in AXES))


def _changes(base: Spec, spec: Spec) -> str:
    """The options that lead from one ruleset to the other; all of them where the differing ones do not do."""
    differing = {axis.name: spec[axis.name] for axis in AXES if base[axis.name] != spec[axis.name]}
    if not differing:
        return ""
    every = {axis.name: spec[axis.name] for axis in AXES}
    for chosen in (differing, every):
        text = "; ".join(f"{name}={_text(value)}" for name, value in chosen.items())
        if _leads_to(base, text, spec):
            return text
    return text


def _leads_to(base: Spec, text: str, spec: Spec) -> bool:
    """An option may set more than its axis, so the way there is tried before it is written."""
    try:
        return _same(base.with_options(read_options(text)), spec)
    except BadInput:
        return False


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


# ---- reading


def read_options(text: str) -> dict[str, str]:
    """The options of a RulesetOptions value; ValueError if it is none."""
    options = {}
    for part in text.split(";"):
        name, sign, value = part.partition("=")
        if not sign:
            raise BadInput(f"{part.strip()!r} is not an option; an option looks like king=short")
        options[name.strip()] = value.strip()
    return options


def names_rules(tags: Mapping[str, str]) -> bool:
    """Whether a game says, rightly or wrongly, which rules it was played by."""
    if ID in tags or tags.get("GameType", "").strip():
        return True
    return VARIANT in tags and gametype.by_site(tags[VARIANT]) is not None


def tagged_rules(game: PdnGame) -> tuple[Ruleset | None, list[str]]:
    """The rules that the tags name, None if they name none; and what a reader should be told about them."""
    if ID in game.tags:
        rules = _own_rules(game)
        if rules is not None:
            return rules, _warnings(game, rules)
        if "GameType" not in game.tags:
            raise game.tag_error(Sentence("no ruleset {name} is known", name=repr(game.tags[ID])), ID)
        pattern = "no ruleset {name} is known; the GameType is believed"
        return _by_game_type(game), [Sentence(pattern, name=repr(game.tags[ID]))]
    if game.tags.get("GameType", "").strip():
        return _by_game_type(game), []
    site = gametype.by_site(game.tags[VARIANT]) if VARIANT in game.tags else None
    return (ruleset(site) if site else None), []


def _own_rules(game: PdnGame) -> Ruleset | None:
    try:
        name = catalog.known(game.tags[ID])
    except BadInput:
        return None
    try:
        options = read_options(game.tags[OPTIONS]) if game.tags.get(OPTIONS) else {}
        return _named(ruleset(name, **options), game.tags.get(TITLE, ""))
    except BadInput as error:
        raise game.tag_error(error.fault, OPTIONS) from None


def _named(rules: Ruleset, title: str) -> Ruleset:
    """House rules keep the name they were given."""
    if not title or title == rules.spec.title.get(TITLE_LANG):
        return rules
    return Ruleset(rules.spec.called(dict.fromkeys(rules.spec.title, title)))


def _warnings(game: PdnGame, rules: Ruleset) -> list[str]:
    if game.tags.get(FINGERPRINT, rules.fingerprint) == rules.fingerprint:
        return []
    return [Sentence("the rules of {name} have changed since this game was written down", name=rules.id)]


def _by_game_type(game: PdnGame) -> Ruleset:
    text = game.tags["GameType"]
    parts = gametype.parse(text)
    if parts is None:
        pattern = '{found} is not a GameType; one looks like "20,W,10,10,N2,0"'
        raise game.tag_error(Sentence(pattern, found=repr(text)), "GameType")
    known = gametype.by_number(parts.number)
    if known is None or not known.ruleset:
        name = f"{parts.number} ({known.name})" if known else parts.number
        fault = Sentence("GameType {name} is a game without a ruleset here", name=name)
        raise game.tag_error(fault, "GameType")
    return ruleset(known.ruleset)
