"""A hook of MkDocs: links out of docs/ lead to the repository, or are plain words where none is named."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from crowned_readme import repository  # beside this file, which MkDocs does not put on the path

_OUT = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+)([A-Za-z][^)\s]*)\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links that leave the folder of the documentation become absolute."""
    depth = page.file.src_uri.count("/")
    source = repository()

    def absolute(found: re.Match[str]) -> str:
        if found[2].count("../") <= depth:
            return found[0]
        return f"[{found[1]}]({source}/blob/main/{found[3]})" if source else found[1]

    return _OUT.sub(absolute, markdown)
