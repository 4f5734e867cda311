"""Rulesets, sheets, house rules and the referee over HTTP."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from crowned.engine.book import place_of
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog
from crowned.rules.axes import AXES
from crowned.server import shelf
from crowned.server.rulesets import KEPT, Seen
from tests.server.client import Browser, Server
from tests.server.conftest import Catalogue


@pytest.fixture(scope="module")
def browser(server: Server) -> Browser:
    return server.browser()


def test_the_list(browser: Browser) -> None:
    found = browser.get("/api/rulesets")
    assert sorted(brief["id"] for brief in found) == list(catalog.ids())
    assert all(
        brief["title"][lang] and brief["about"][lang] for brief in found for lang in ("de", "nl", "en")
    )
    books = [brief["id"] for brief in found if brief["book"]]
    cited = [
        spec.id
        for spec in Catalogue().specs
        if any(c.startswith("R") and "." in c for a in spec for c in spec.clauses(a))
    ]
    assert sorted(books) == cited
    assert [brief["book"] for brief in found] == [True] * len(books) + [False] * (len(found) - len(books))


def test_the_shelf_names_only_what_is_there() -> None:
    known = tomllib.loads((Path(shelf.__file__).with_name("shelf.toml")).read_text(encoding="utf-8"))
    assert {*known["popular"], *known["demo"]} <= set(catalog.ids())
    others = [name for name in shelf.in_order() if shelf.book_number(catalog.load(name)) is None]
    assert others[: len(known["popular"])] == known["popular"]


SPECIAL = {"huff": "huffed", "auto_huff": "huffed"}


def test_every_game_shows_what_is_special_about_it(browser: Browser) -> None:
    for brief in browser.get("/api/rulesets"):
        demo = browser.get(f"/api/rulesets/{brief['id']}/demo", lang="de")
        seen = {event["kind"] for step in demo["steps"] for event in step["events"]}
        plain = "stacked" if brief["towers"] else "fell" if brief["doors"] else "lifted"
        assert not demo["steps"] or SPECIAL.get(brief["huffing"], plain) in seen, brief["id"]
        blown = [step for step in demo["steps"] if any(event["kind"] == "huffed" for event in step["events"])]
        assert all(step["offence"]["evidence"] for step in blown)
        assert demo["steps"] or not brief["book"]


@pytest.mark.parametrize("name", catalog.ids())
def test_every_ruleset_has_a_page_and_sheets(browser: Browser, name: str) -> None:
    page = browser.get(f"/api/rulesets/{name}")
    spec = catalog.load(name)
    rules = page["rules"]
    assert rules["fingerprint"] == spec.fingerprint
    assert not rules["house"]
    assert rules["options"] == {}
    assert {axis["name"] for axis in page["axes"]} == {axis.name for axis in AXES}
    assert catalog.load_text(page["toml"]).fingerprint == spec.fingerprint
    names = [square["name"] for square in rules["squares"]]
    assert len(set(names)) == len(names)
    sheets = [browser.get(f"/api/rulesets/{name}/sheet", lang=lang) for lang in ("de", "nl", "en")]
    assert len({str(sheet["sections"]) for sheet in sheets}) == 3
    assert len({sum(len(s["lines"]) for s in sheet["sections"]) for sheet in sheets}) == 1


def test_axes_for_the_builder(browser: Browser) -> None:
    axes = browser.get("/api/axes")
    assert [axis["name"] for axis in axes] == [axis.name for axis in AXES]
    for axis in axes:
        assert all(axis["title"][lang] and axis["help"][lang] for lang in ("de", "nl", "en"))
        assert set(axis["choice_titles"]) == set(axis["choices"])


def test_a_clause_has_a_page(browser: Browser, rules: Catalogue) -> None:
    name = rules.huffing
    page = browser.get(f"/api/rulesets/{name}/clause", name="R0.20", lang="nl")
    assert page["clause"] == "R0.20"
    assert page["text"]
    assert page["reading"]
    assert page["position"]["says"]
    assert {axis["axis"] for axis in page["axes"]} == {"priority", "huff_target"}
    body = {"rules": {"id": name, "options": {"majority": True}}, "name": "R0.20", "lang": "de"}
    changed = browser.post("/api/rules/clause", body)
    assert [axis["chosen"] for axis in changed["axes"]] == [True, False]
    for bad in ("R0.99", "R4.1", "x"):
        assert browser.request("GET", f"/api/rulesets/{name}/clause?name={bad}").status == 404


def test_the_sheet_on_paper(browser: Browser, rules: Catalogue) -> None:
    answer = browser.request("GET", f"/api/rulesets/{rules.huffing}/pdf?lang=nl")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert browser.request("GET", "/api/rulesets/nothing/pdf").status == 404


def test_house_rules_are_checked(browser: Browser, rules: Catalogue) -> None:
    good = browser.post(
        "/api/rules/check", {"rules": {"id": rules.huffing, "options": {"king": "flying"}}, "lang": "nl"}
    )
    assert good["faults"] == []
    assert good["page"]["rules"]["house"]
    assert good["page"]["rules"]["options"] == {"king": "flying"}
    assert good["sheet"]["lang"] == "nl"
    for options in ({"king": "huge"}, {"files": 99}, {"nothing": True}, {"priority": ["most", "most"]}):
        bad = browser.post(
            "/api/rules/check", {"rules": {"id": rules.huffing, "options": options}, "lang": "en"}
        )
        assert bad["faults"], options
        assert bad["page"] is None
    assert browser.post("/api/rules/check", {"rules": {"toml": "x = ["}, "lang": "en"})["faults"]
    assert browser.post("/api/rules/check", {"rules": {}, "lang": "en"})["faults"]
    unknown = browser.post("/api/rules/check", {"rules": {"id": "nothing"}, "lang": "en"})
    assert unknown["faults"]


def test_a_rules_file_cannot_read_this_machine(browser: Browser) -> None:
    for parent in ("/etc/passwd", "../../secret.toml", "x.toml"):
        toml = f'id = "x"\nextends = "{parent}"\n[title]\nen = "X"\n'
        assert browser.post("/api/rules/check", {"rules": {"toml": toml}, "lang": "en"})["faults"]


def test_differences(browser: Browser, rules: Catalogue) -> None:
    a, b = {"id": rules.huffing}, {"id": rules.touching}
    found = browser.post("/api/rules/differences", {"a": a, "b": b, "lang": "de"})["differences"]
    assert any("king" in item["axes"] for item in found)
    assert all(item["a"]["text"] != item["b"]["text"] for item in found)
    assert browser.post("/api/rules/differences", {"a": a, "b": a, "lang": "de"})["differences"] == []


def test_saved_house_rules(server: Server, rules: Catalogue) -> None:
    ann, bert = server.browser(), server.browser()
    choice = {"id": rules.huffing, "options": {"men_back": True}}
    saved = ann.post("/api/houses", {"title": "Bei uns", "rules": choice})
    assert [house["key"] for house in ann.get("/api/houses")["houses"]] == [saved["key"]]
    assert bert.get("/api/houses")["houses"] == []
    shared = bert.get(f"/api/houses/{saved['key']}")
    assert shared["house"]["title"] == "Bei uns"
    assert not shared["house"]["mine"]
    assert shared["page"]["rules"]["options"] == {"men_back": True}
    game = bert.new_game("", rules={"house": saved["key"]})["id"]
    assert bert.play(game).view["rules"]["options"] == {"men_back": True}
    assert bert.request("DELETE", f"/api/houses/{saved['key']}").status == 404
    ann.delete(f"/api/houses/{saved['key']}")
    assert bert.request("GET", f"/api/houses/{saved['key']}").status == 404
    assert bert.play(game).view["rules"]["options"] == {"men_back": True}, "the game has its own copy"


def test_house_rules_are_played_at_once(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    toml = browser.get(f"/api/rulesets/{rules.huffing}")["toml"].replace("setup_rows", "# setup_rows")
    player = browser.play(browser.new_game("", "computer", rules={"toml": toml}, level=1)["id"])
    assert player.state["choices"]
    assert player.choose(0)["t"] == "ok"
    player.until(ply=2)


# ---------------------------------------------------------------- the referee


def test_position_editor(browser: Browser, rules: Catalogue) -> None:
    spec = {"id": rules.strict}
    start = browser.post("/api/analysis/position", {"rules": spec})
    assert start["choices"]
    further = browser.post("/api/analysis/position", {"rules": spec, "moves": [start["choices"][0]["text"]]})
    assert further["at"]["turn"] != start["at"]["turn"]
    over = browser.post("/api/analysis/position", {"rules": spec, "fen": "W:W:Ba3", "lang": "de"})
    assert over["outcome"]["reason"] == "no_pieces"
    bad = browser.request("POST", "/api/analysis/position", {"rules": spec, "fen": "W:Wb1,zz:B"})
    assert (bad.status, bad.json["code"]) == (400, "bad_position")
    assert len(bad.json["faults"]) >= 2
    lost = browser.request("POST", "/api/analysis/position", {"rules": spec, "moves": ["a1-h8"]})
    assert (lost.status, lost.json["code"]) == (400, "bad_moves")


def test_openings_are_told_where_a_book_knows_them(browser: Browser) -> None:
    spun = {bool(ruleset(name).sliders): name for name in _with_books()}
    for name in spun.values():
        begun = {"rules": {"id": name}, "moves": ["spin black"] if ruleset(name).sliders else []}
        known = browser.post("/api/analysis/position", begun)
        told = [found["move"] for found in known["openings"]]
        assert sorted(told) == sorted(choice["text"] for choice in known["choices"])
        wins = [found["win"] for found in known["openings"]]
        assert wins == sorted(wins, reverse=True)
        ours = {**begun, "rules": {"id": name, "options": {"draw_repetition": 7}}}
        assert browser.post("/api/analysis/position", ours)["openings"] == []
        assert browser.post("/api/analysis/position", {**begun, "fen": "W:Wc1:Bh8"})["openings"] == []


def _with_books() -> list[str]:
    return [name for name in catalog.ids() if place_of(name).exists()]


def test_why_not(browser: Browser, rules: Catalogue) -> None:
    attempt = {"rules": {"id": rules.strict}, "fen": "W:Wa3,c3:Bd4", "path": ["a3", "b4"], "lang": "de"}
    verdict = browser.post("/api/analysis/judge", attempt)
    assert verdict["verdict"] == "refused"
    assert verdict["evidence"] == ["c3xe5"]
    texts = {
        browser.post("/api/analysis/judge", {**attempt, "lang": lang})["text"] for lang in ("de", "nl", "en")
    }
    assert len(texts) == 3
    assert (
        browser.request("POST", "/api/analysis/judge", {"rules": {"id": rules.strict}, "lang": "de"}).status
        == 400
    )


def test_legal_in_other_rulesets(browser: Browser, rules: Catalogue) -> None:
    body = {"rules": {"id": rules.huffing}, "fen": "W:Wc5:Bb4", "path": ["c5", "a3"], "lang": "en"}
    found = [item["ruleset"] for item in browser.post("/api/analysis/legal-in", body)["rulesets"]]
    assert rules.huffing not in found
    backwards = [
        spec.id for spec in rules.specs if spec.men_back and spec.files == 8 and spec.lines == "diagonal"
    ]
    assert set(found) & set(backwards)
    nonsense = browser.request("POST", "/api/analysis/legal-in", {**body, "path": None, "text": "!!"})
    assert nonsense.status == 400


def test_what_is_kept_of_rules_is_kept_by_which_they_are() -> None:
    """Equal rules, other names: nobody is shown the name that somebody else has given them."""
    plain = ruleset(catalog.ids()[0])
    houses = [Ruleset(plain.spec.called(dict.fromkeys(("de", "nl", "en"), name))) for name in ("Ann", "Ben")]
    assert houses[0] == houses[1]
    made: list[str] = []

    def title(rules: Ruleset) -> str:
        made.append(rules.spec.title["en"])
        return made[-1]

    seen = Seen(title)
    assert [seen.get(rules) for rules in (*houses, *houses)] == ["Ann", "Ben", "Ann", "Ben"]
    assert made == ["Ann", "Ben"]
    for number in range(KEPT):
        seen.get(Ruleset(plain.spec.called({"en": str(number)})))
    assert seen.get(houses[0]) == "Ann"
    assert made.count("Ann") == 2, "only the last used are kept"
