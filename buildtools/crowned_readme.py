"""The README of the package: its links lead to the repository, for a package page has no files beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PICTURE = re.compile(r'(?<=src=")(?!https?:)([^"#]+)')
_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)\s]+)")


def dynamic_metadata(field: str, settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, str]:
    """What scikit-build-core asks for."""
    if field != "readme" or settings:
        raise ValueError("only the README can be asked for, without settings")
    text = Path("README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": absolute(text, project["urls"]["Source"])}


def absolute(text: str, source: str) -> str:
    """The text with all its relative links made absolute; pictures lead to the files themselves."""
    raw = source.replace("https://github.com/", "https://raw.githubusercontent.com/") + "/main/"
    text = _PICTURE.sub(lambda found: raw + found[1], text)
    return _LINK.sub(lambda found: f"{source}/blob/main/{found[1]}", text)
