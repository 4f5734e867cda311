"""The documented API is the served one, and no request makes it fail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from crowned.server.web.api import ENDPOINTS
from crowned.server.web.openapi import document
from tests.server.client import Browser, Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PAGE = document(ENDPOINTS, "test")
OPERATIONS = sorted((method.upper(), path) for path, item in PAGE["paths"].items() for method in item)


def test_the_page_is_served(server: Server) -> None:
    served = server.browser(session=False).get("/api/openapi.json")
    assert served["openapi"] == "3.1.0"
    assert served["paths"].keys() == PAGE["paths"].keys()


def test_every_endpoint_is_documented_in_words() -> None:
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    for method, path in OPERATIONS:
        short = re.sub(r"/api/games/\{id\}(/\w+)", r"\1", path)
        assert path in text or f"`{short}`" in text, (method, path)


def test_references_lead_somewhere() -> None:
    names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(PAGE)))
    assert names <= set(PAGE["components"]["schemas"])


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    return schemathesis.openapi.from_dict(PAGE)


@pytest.fixture(scope="module")
def person(server: Server) -> Browser:
    return server.browser()


FITTING, UNFITTING = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE


def requests() -> list[tuple[str, str, Any]]:
    """Every operation with what fits; with what does not where there is anything to get wrong."""
    takes = {(e.method, e.path) for e in ENDPOINTS if e.body or e.query}
    fitting = [(*operation, FITTING) for operation in OPERATIONS]
    return fitting + [(*operation, UNFITTING) for operation in OPERATIONS if operation in takes]


@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")  # schemathesis does
@pytest.mark.parametrize("request_", requests(), ids=lambda r: f"{r[0]} {r[1]} {r[2].value}")
def test_no_request_makes_it_fail(server: Server, schema: Any, person: Browser, request_: Any) -> None:
    """Every answer is one of the page's."""
    method, path, mode = request_
    operation = schema[path][method]
    cookie = dict([person.cookie.split("=", 1)])

    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def fuzz(case: Any) -> None:
        response = case.call(base_url=server.origin, cookies=cookie, headers={"Origin": server.origin})
        case.validate_response(response, checks=CHECKS)
        if not person.get_quietly("/api/session"):
            person.post("/api/session", {})
            cookie.update([person.cookie.split("=", 1)])

    fuzz()
