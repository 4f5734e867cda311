"""A hook of MkDocs: links out of docs/ lead to the repository, whose address stands in pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

_OUT = re.compile(r"(?<=\]\()((?:\.\./)+)([A-Za-z][^)\s]*)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links that leave the folder of the documentation become absolute."""
    depth = page.file.src_uri.count("/")
    source = tomllib.loads(Path("pyproject.toml").read_text())["project"]["urls"]["Source"]

    def absolute(found: re.Match[str]) -> str:
        leaves = found[1].count("../") > depth
        return f"{source}/blob/main/{found[2]}" if leaves else found[0]

    return _OUT.sub(absolute, markdown)
