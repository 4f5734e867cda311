"""Links and README of the package: they lead to the repository that it is built from.

An address that does not exist would mislead, so none stands in the code: a workflow on GitHub names its own,
CROWNED_REPOSITORY any other, and a source package remembers the one it came from. Without any, the package
has no links, and its README no pictures and plain words instead of links to files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PICTURE = re.compile(r'(?<=src=")(?!https?:)([^"#]+)')
_WHOLE_PICTURE = re.compile(r'<img src="(?!https?:)[^>]*>\n?')
_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)\s]+)")
_WHOLE_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)[^)\s]+\)")
_REMEMBERED = re.compile(r"^Project-URL: Source, (\S+)$", re.MULTILINE)


def dynamic_metadata(field: str, settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, str]:
    """What scikit-build-core asks for."""
    del project
    if field not in {"readme", "urls"} or settings:
        raise ValueError("only the README and the links can be asked for, without settings")
    source = repository()
    if field == "urls":
        return links(source)
    text = Path("README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": absolute(text, source) if source else plain(text)}


def repository() -> str:
    """The address of the repository on the web; empty if nobody names one."""
    named = os.environ.get("CROWNED_REPOSITORY", "")
    on_github = os.environ.get("GITHUB_REPOSITORY", "")
    if not named and on_github:
        named = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{on_github}"
    return (named or _remembered()).rstrip("/")


def _remembered() -> str:
    info = Path("PKG-INFO")
    found = _REMEMBERED.search(info.read_text(encoding="utf-8")) if info.is_file() else None
    return found[1] if found else ""


def links(source: str) -> dict[str, str]:
    if not source:
        return {}
    return {
        "Homepage": source,
        "Documentation": f"{source}/tree/main/docs",
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/main/CHANGELOG.md",
    }


def absolute(text: str, source: str) -> str:
    """The text with all its relative links made absolute; pictures lead to the files themselves."""
    raw = source.replace("https://github.com/", "https://raw.githubusercontent.com/") + "/main/"
    text = _PICTURE.sub(lambda found: raw + found[1], text)
    return _LINK.sub(lambda found: f"{source}/blob/main/{found[1]}", text)


def plain(text: str) -> str:
    """The text without what only the repository has."""
    return _WHOLE_LINK.sub(r"\1", _WHOLE_PICTURE.sub("", text))
