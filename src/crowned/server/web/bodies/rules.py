"""Rulesets, rule sheets and house rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from crowned.protocols.entries import Event
from crowned.protocols.views import AxisValue, Lang, OffenceView, Placement, RulesView, Seat, Text, Token
from crowned.server.web.bodies.base import AxisName, Request, Resource, RulesetId, Toml

HouseTitle = Annotated[str, Meta(max_length=60)]
ClauseName = Annotated[str, Meta(min_length=1, max_length=40)]


class RulesChoice(Request, frozen=True):
    """Which rules: a ruleset ``id`` with ``options``, the text of a ruleset file, or saved house rules."""

    id: RulesetId | None = None
    options: dict[AxisName, AxisValue] = field(default_factory=dict)
    toml: Toml | None = None
    house: Token | None = None
    title: HouseTitle | None = None
    """What these house rules are called; empty: as the game they come from, with house rules."""


class RulesetBrief(Resource, frozen=True):
    id: str
    title: Text
    about: Text
    files: int
    ranks: int
    towers: bool
    doors: bool
    huffing: Literal["strict", "huff", "auto_huff"]
    king_name: Literal["dame", "king"]
    huff_name: Literal["blow", "huff"]
    flying: bool
    """Whether kings go as far as they like."""
    book: bool
    """True for the rulebooks the project is about, false for the standard games."""
    extends: str | None = None
    """The ruleset this one varies."""
    shelf: str = ""
    """With which games a list shows it: those of federations, of a region, on all squares …"""
    shelf_title: Text = field(default_factory=dict)


class AxisView(Resource, frozen=True):
    """One rule dimension, for the builder."""

    name: str
    group: str
    kind: Literal["bool", "int", "word", "words", "ints", "doors", "counts", "squares"]
    default: AxisValue
    title: Text
    help: Text
    group_title: Text
    choices: list[str] = field(default_factory=list)
    choice_titles: dict[str, Text] = field(default_factory=dict)
    low: int = 0
    high: int = 0


class AxisSetting(Resource, frozen=True):
    name: str
    value: AxisValue
    clauses: list[str] = field(default_factory=list)
    house: bool = False
    applies: bool = True
    """False where the other rules leave it without effect."""


class RulesetPage(Resource, frozen=True):
    rules: RulesView
    axes: list[AxisSetting]
    toml: str
    """The ruleset as a file of its own."""


class SheetLine(Resource, frozen=True):
    text: str
    axes: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    house: bool = False
    """The book is silent; the ruleset adds this rule."""
    chosen: bool = False
    """The players chose this."""
    note: str = ""
    instead: list[str] = field(default_factory=list)
    """For what the players chose: the clauses that say otherwise."""


class SheetSection(Resource, frozen=True):
    key: str
    title: str
    lines: list[SheetLine]


class Sheet(Resource, frozen=True):
    title: str
    lang: Lang
    sections: list[SheetSection]
    source: str = ""
    """Where these rules come from, as the ruleset tells it."""


class SheetFigure(Resource, frozen=True):
    """A picture for a part of the rule sheet."""

    section: str
    title: str
    text: str
    """The referee's word on the attempt that is drawn."""
    svg: str


class DemoStep(Resource, frozen=True):
    """One action of a demonstration: what it did, and where everything stands then."""

    text: str
    by: Seat
    at: Placement
    events: list[Event] = field(default_factory=list)
    offence: OffenceView | None = None
    """What the action punishes."""


class Demo(Resource, frozen=True):
    """A short moment of a game, and what is needed to draw it."""

    rules: RulesView
    start: Placement
    steps: list[DemoStep]


class ClauseAxis(Resource, frozen=True):
    """A rule that the clause sets, as it stands under the rules asked about."""

    axis: str
    label: str
    value: AxisValue
    says: str
    house: bool = False
    chosen: bool = False


class ClauseElsewhere(Resource, frozen=True):
    """A rule that the clause sets only in other games of its book."""

    axis: str
    label: str
    value: AxisValue
    says: str
    rulesets: list[str]
    titles: list[str]
    variant: bool = False
    """Whether they are variants, not the book's own game."""


class ClausePosition(Resource, frozen=True):
    """A position that shows the clause, by the ruleset of the book or of its variant."""

    ruleset: str
    fen: str
    attempt: str = ""
    """A move or other action to try; empty where the position speaks for itself."""
    verdict: str = ""
    says: str = ""
    """The referee's sentence on the attempt."""


class ClauseView(Resource, frozen=True):
    """One clause of a rulebook in our own words."""

    ruleset: str
    clause: str
    article: str
    """The number the book prints itself, such as § 17."""
    source: str
    text: str
    reading: str
    """How what is unclear is read here, and which option reads it otherwise."""
    axes: list[ClauseAxis]
    elsewhere: list[ClauseElsewhere]
    sheet: list[str]
    """The sentences of the rule sheet that rest on it."""
    position: ClausePosition


class ClauseRequest(Request, frozen=True):
    rules: RulesChoice
    name: ClauseName
    lang: Lang


class SheetRequest(Request, frozen=True):
    rules: RulesChoice
    lang: Lang


class DifferencesRequest(Request, frozen=True):
    a: RulesChoice
    b: RulesChoice
    lang: Lang


class DifferenceView(Resource, frozen=True):
    axes: list[str]
    a: SheetLine
    b: SheetLine


class Differences(Resource, frozen=True):
    differences: list[DifferenceView]


class CheckRequest(Request, frozen=True):
    rules: RulesChoice
    lang: Lang


class RuleFault(Resource, frozen=True):
    """What is wrong with rules; ``axis`` is the rule to look at first, empty if it is none in particular."""

    text: str
    axis: str = ""


class Checked(Resource, frozen=True):
    """A house ruleset looked over: ``faults`` say what contradicts what; empty means playable."""

    faults: list[RuleFault]
    page: RulesetPage | None = None
    sheet: Sheet | None = None


class SaveHouse(Request, frozen=True):
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    rules: RulesChoice


class HouseView(Resource, frozen=True):
    key: str
    title: str
    by: str
    created: int
    base: str
    link: str
    mine: bool = False


class HousePage(Resource, frozen=True):
    house: HouseView
    page: RulesetPage


class Houses(Resource, frozen=True):
    houses: list[HouseView]
