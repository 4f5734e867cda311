"""Rulesets, rule sheets and the rule builder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache, lru_cache
from typing import cast

import msgspec

from crowned.base import BadInput, RulesetError
from crowned.game import Record
from crowned.notation import svg
from crowned.position.ruleset import Ruleset, ruleset
from crowned.print import leaflet
from crowned.print.figures import figures
from crowned.protocols.pictures import event_view, placement, plain, rules_view, seat_of, texts
from crowned.protocols.views import Lang, Text
from crowned.referee.clauses import clause_data
from crowned.rules import catalog, prose
from crowned.rules.axes import AXES, Axis
from crowned.rules.faults import axis_fault
from crowned.rules.spec import Spec
from crowned.rules.write import to_toml
from crowned.server import rulesets, shelf
from crowned.server.rooms.happened import punished
from crowned.server.rooms.verdicts import offence_view
from crowned.server.texts import LANGS, translated
from crowned.server.web.bodies import (
    AxisSetting,
    AxisView,
    Checked,
    CheckRequest,
    ClauseName,
    ClauseRequest,
    ClauseView,
    Demo,
    DemoStep,
    Differences,
    DifferencesRequest,
    DifferenceView,
    RuleFault,
    RulesChoice,
    RulesetBrief,
    RulesetPage,
    Sheet,
    SheetFigure,
    SheetLine,
    SheetRequest,
    SheetSection,
)
from crowned.server.web.http import Answer, Call, Endpoint
from crowned.server.web.problem import ProblemError

Labeller = Callable[[Lang], str]


class LangQuery(msgspec.Struct, frozen=True):
    lang: Lang | None = None


class ClauseQuery(msgspec.Struct, frozen=True):
    name: ClauseName
    lang: Lang | None = None


async def chosen(call: Call, choice: RulesChoice, extra: dict[str, object] | None = None) -> Ruleset:
    """The rules of a request, or its refusal with every fault."""
    try:
        return await asyncio.to_thread(rulesets.choose, await with_house(call, choice), extra)
    except RulesetError as error:
        raise ProblemError(400, "bad_rules", error.faults) from None


async def with_house(call: Call, choice: RulesChoice) -> RulesChoice:
    if choice.house is None:
        return choice
    rows = await call.site.services.store.read("SELECT toml, title FROM house WHERE id = $1", choice.house)
    if not rows:
        raise ProblemError(404, "no_such_page")
    toml, title = rows[0]
    return msgspec.structs.replace(choice, toml=toml, house=None, title=choice.title or title)


# ---------------------------------------------------------------- pictures


@cache
def briefs() -> list[RulesetBrief]:
    return [_brief(catalog.load(name)) for name in shelf.in_order()]


def _brief(spec: Spec) -> RulesetBrief:
    return RulesetBrief(
        id=spec.id,
        title=texts(spec.title),
        about=texts(spec.about),
        files=spec.files,
        ranks=spec.ranks,
        towers=spec.captured == "under",
        doors=bool(spec.sliders),
        huffing=cast("str", spec.enforcement),  # type: ignore[arg-type]
        king_name=cast("str", spec.king_name),  # type: ignore[arg-type]
        huff_name=cast("str", spec.huff_name),  # type: ignore[arg-type]
        flying=spec.king == "flying",
        shelf=spec.shelf,
        shelf_title=_texts(lambda lang: prose.shelf_label(spec.shelf, lang)),
        extends=spec.extends,
        book=shelf.book_number(spec) is not None,
    )


def page(rules: Ruleset) -> RulesetPage:
    spec = rules.spec
    settings = [
        AxisSetting(name, plain(setting.value), list(setting.clauses), setting.house, spec.applies(name))
        for name, setting in spec.settings.items()
    ]
    return RulesetPage(rules_view(rules), settings, to_toml(spec))


def sheet(spec: Spec, lang: Lang) -> Sheet:
    sections = [
        SheetSection(section.key, section.title, list(map(_line, section.lines)))
        for section in prose.rule_sheet(spec, lang)
    ]
    return Sheet(spec.title.get(lang, spec.id), lang, sections, spec.source.get(lang, ""))


def _line(line: prose.SheetLine) -> SheetLine:
    marks = (line.house, line.chosen, line.note, list(line.instead))
    return SheetLine(line.text, list(line.axes), list(line.clauses), *marks)


@cache
def axes() -> list[AxisView]:
    return [_axis(axis) for axis in AXES]


def _axis(axis: Axis) -> AxisView:
    return AxisView(
        name=axis.name,
        group=axis.group,
        kind=axis.kind,
        default=plain(axis.default),
        title=_texts(lambda lang: prose.axis_label(axis.name, lang)),
        help=_texts(lambda lang: prose.axis_help(axis.name, lang)),
        group_title=_texts(lambda lang: prose.group_label(axis.group, lang)),
        choices=list(axis.choices),
        choice_titles={word: _texts(_choice(axis, word)) for word in axis.choices},
        low=axis.low,
        high=axis.high,
    )


def _choice(axis: Axis, word: str) -> Labeller:
    value = (word,) if axis.kind == "words" else word
    return lambda lang: prose.value_label(axis.name, value, lang)


def _texts(label: Labeller) -> Text:
    return {lang: label(lang) for lang in LANGS}


# ---------------------------------------------------------------- endpoints


async def list_rulesets(_call: Call) -> list[RulesetBrief]:
    return briefs()


def _shipped(name: str) -> Ruleset:
    if name not in catalog.ids():
        raise ProblemError(404, "no_such_page")
    return ruleset(name)


async def get_ruleset(call: Call) -> RulesetPage:
    return page(_shipped(call.path["id"]))


async def get_sheet(call: Call) -> Sheet:
    return await call.worked(sheet, _shipped(call.path["id"]).spec, call.query.lang or call.lang)


async def get_demo(call: Call) -> Demo:
    return await call.worked(_demo, _shipped(call.path["id"]), call.query.lang or call.lang)


@cache
def _demo(rules: Ruleset, lang: Lang) -> Demo:
    game = shelf.demo(rules)
    return Demo(rules_view(rules), placement(game.start), [_step(record, lang) for record in game.history])


def _step(record: Record, lang: Lang) -> DemoStep:
    offence = punished(record)
    return DemoStep(
        record.text,
        seat_of(record.by),
        placement(record.after.position),
        [event_view(event) for event in record.events],
        None if offence is None else offence_view(offence, lang),
    )


PDF_SECONDS = 1.0


async def get_pdf(call: Call) -> Answer:
    """Made anew each time; a browser keeps it as long as it keeps the page."""
    rules, lang = _shipped(call.path["id"]), call.query.lang or call.lang
    return Answer(await call.worked(leaflet, rules, lang, size=PDF_SECONDS), media="application/pdf")


async def list_axes(_call: Call) -> list[AxisView]:
    return axes()


async def check_rules(call: Call) -> Checked:
    """Faults are the answer here, not a refusal."""
    body: CheckRequest = call.body
    try:
        rules = await asyncio.to_thread(rulesets.choose, await with_house(call, body.rules))
    except RulesetError as error:
        return Checked([_fault(fault, body.lang) for fault in error.faults])
    return await call.worked(lambda: Checked([], page(rules), sheet(rules.spec, body.lang)))


def _fault(fault: str, lang: Lang) -> RuleFault:
    axis, text = axis_fault(fault)
    return RuleFault(translated([text], lang)[0], axis)


async def make_sheet(call: Call) -> Sheet:
    body: SheetRequest = call.body
    return await call.worked(sheet, (await chosen(call, body.rules)).spec, body.lang)


async def make_figures(call: Call) -> list[SheetFigure]:
    body: SheetRequest = call.body
    return await call.worked(_figures, await chosen(call, body.rules), body.lang)


@lru_cache(maxsize=64)
def _figures(rules: Ruleset, lang: Lang) -> list[SheetFigure]:
    return [
        SheetFigure(one.section, one.title, one.text, svg.draw(one.diagram)) for one in figures(rules, lang)
    ]


def _clause(rules: Ruleset, name: str, lang: Lang) -> ClauseView:
    try:
        return msgspec.convert(clause_data(rules, name, lang), ClauseView)
    except BadInput:
        raise ProblemError(404, "no_such_page") from None


async def get_clause(call: Call) -> ClauseView:
    rules, lang = _shipped(call.path["id"]), call.query.lang or call.lang
    return await call.worked(_clause, rules, call.query.name, lang)


async def make_clause(call: Call) -> ClauseView:
    body: ClauseRequest = call.body
    return await call.worked(_clause, await chosen(call, body.rules), body.name, body.lang)


async def compare_rules(call: Call) -> Differences:
    body: DifferencesRequest = call.body
    a, b = await chosen(call, body.a), await chosen(call, body.b)
    found = await call.worked(prose.differences, a.spec, b.spec, body.lang)
    return Differences(
        [DifferenceView(list(item.axes), _line(item.first), _line(item.second)) for item in found]
    )


ENDPOINTS = (
    Endpoint("GET", "/api/rulesets", list_rulesets, list[RulesetBrief], "All shipped rulesets"),
    Endpoint("GET", "/api/rulesets/{id}", get_ruleset, RulesetPage, "A ruleset: board, axes, file"),
    Endpoint("GET", "/api/rulesets/{id}/sheet", get_sheet, Sheet, "The rule sheet", query=LangQuery),
    Endpoint("GET", "/api/rulesets/{id}/demo", get_demo, Demo, "A moment that shows it", query=LangQuery),
    Endpoint(
        "GET",
        "/api/rulesets/{id}/pdf",
        get_pdf,
        bytes,
        "The sheet on paper, with things to cut out",
        query=LangQuery,
        media="application/pdf",
    ),
    Endpoint(
        "GET", "/api/rulesets/{id}/clause", get_clause, ClauseView, "A clause of the book", query=ClauseQuery
    ),
    Endpoint("GET", "/api/axes", list_axes, list[AxisView], "The axes of the rule builder"),
    Endpoint(
        "POST",
        "/api/rules/check",
        check_rules,
        Checked,
        "Look house rules over",
        CheckRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/rules/sheet",
        make_sheet,
        Sheet,
        "The sheet of any rules",
        SheetRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/rules/figures",
        make_figures,
        list[SheetFigure],
        "Pictures for the sheet",
        SheetRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/rules/clause",
        make_clause,
        ClauseView,
        "A clause under any rules",
        ClauseRequest,
        limit="analysis",
    ),
    Endpoint(
        "POST",
        "/api/rules/differences",
        compare_rules,
        Differences,
        "What two rulesets say differently",
        DifferencesRequest,
        limit="analysis",
    ),
)
