"""The OpenAPI page, made from the table of endpoints and the message classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from crowned.server.web.bodies import Fault
from crowned.server.web.http import Endpoint

REF = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """The whole page."""
    kinds = [e.body for e in endpoints if e.body] + [e.answer for e in endpoints if _is_json(e)] + [Fault]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    schema_of = dict(zip(map(str, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, schema_of)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Crowned", "version": version, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"session": _cookie()}},
    }


def _cookie() -> dict[str, str]:
    return {
        "type": "http",
        "scheme": "bearer",
        "description": "The session's token; browsers use a cookie.",
    }


def _is_json(endpoint: Endpoint) -> bool:
    return endpoint.answer is not None and endpoint.media == "application/json"


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "responses": _responses(endpoint, schema_of),
    }
    parameters = [*_path_parameters(endpoint.path), *_query_parameters(endpoint.query)]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body:
        content = {"application/json": {"schema": schema_of[str(endpoint.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.needs_session:
        operation["security"] = [{"session": []}]
    return operation


def _responses(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    fault = {"application/json": {"schema": {"$ref": REF.format(name="Fault")}}}
    refused = {"description": "Refused; the body says why.", "content": fault}
    if endpoint.answer is None:
        good: dict[str, Any] = {"204": {"description": "Done."}}
    else:
        schema = schema_of[str(endpoint.answer)] if _is_json(endpoint) else {"type": "string"}
        good = {"200": {"description": "Done.", "content": {endpoint.media: {"schema": schema}}}}
    return good | {"4XX": refused, "503": refused}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", path)
    return [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names]


def _query_parameters(kind: Any) -> list[dict[str, Any]]:
    if kind is None:
        return []
    _, components = msgspec.json.schema_components([kind], ref_template=REF)
    properties = components[kind.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in properties.items()]
