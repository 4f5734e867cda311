"""Reading ruleset files: bytes to TOML to Spec, with `extends` followed and every fault named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crowned.base.errors import RulesetError
from crowned.base.sentence import Sentence
from crowned.base.words import quoted
from crowned.rules.check import build
from crowned.rules.faults import Faults
from crowned.rules.spec import Spec

LARGEST = 64 * 1024
"""Bytes of the longest ruleset file; the shipped ones have a few thousand."""
LONG_KEY = re.compile(r"(?<![^\s.=\[\]{},#])(?:[^\s.=\[\]{},#]++[ \t]*+\.[ \t]*+){12}")
"""A key of many parts: reading one takes time that grows with the square of their number."""
LONGEST_LINE = 4000
"""The TOML reader needs time in the square of a dotted key's length; no key is longer than its line."""
DEEPEST = 16
"""Longest chain of `extends`."""

Finder = Callable[[str], Path]
"""Finds the file of a parent that is named by id; raises RulesetError if there is none."""


def load_file(path: Path, find: Finder) -> Spec:
    """The Spec of a file; parents are ids or paths relative to the file that names them."""
    return _file(path, find, ())


def load_text(text: str | bytes, find: Finder, name: str = "ruleset") -> Spec:
    """The Spec of a text that came from elsewhere: its parent may be an id, never a path of this machine."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _data(data, _Origin(name, "custom", None, ()), find)


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where a document comes from, and through which children it was reached."""

    name: str
    stem: str
    folder: Path | None
    chain: tuple[Path, ...]


def _file(path: Path, find: Finder, children: tuple[Path, ...]) -> Spec:
    data = _read(path)
    name = quoted(path.name)[1:-1]
    return _data(data, _Origin(name, path.stem, path.parent, (*children, _real(path))), find)


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links that lead to each other
        raise RulesetError(Sentence("{path} is not a readable path", path=quoted(str(path)))) from None


def _read(path: Path) -> bytes:
    """The bytes of a plain file. Devices and pipes are refused: reading them might never end."""
    try:
        if path.is_file():
            with path.open("rb") as file:
                return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a readable path"
        raise RulesetError(
            Sentence("cannot read {path}: {reason}", path=quoted(str(path)), reason=reason)
        ) from None
    raise RulesetError(Sentence("no such ruleset file: {path}", path=quoted(str(path))))


def _data(data: bytes, origin: _Origin, find: Finder) -> Spec:
    doc = _parse(data, origin.name)
    faults = Faults(origin.name)
    parent = _parent(doc, origin, find, faults)
    spec = build(doc, origin.stem, parent, faults)
    faults.raise_any()
    return spec


def _parse(data: bytes, name: str) -> dict[str, Any]:
    if len(data) > LARGEST:
        fault = Sentence("larger than {size} KiB; this is no ruleset file", size=LARGEST // 1024)
        raise RulesetError(fault, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = Sentence("not UTF-8 text at byte {place}", place=error.start + 1)
        raise RulesetError(fault, name) from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            fault = Sentence("line {number}: longer than {most} characters", number=number, most=LONGEST_LINE)
            raise RulesetError(fault, name)
    if LONG_KEY.search(text):
        raise RulesetError(Sentence("not a ruleset: nested too deeply"), name)
    return _toml(text, name)


def _toml(text: str, name: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  # `import crowned` need not wait for what the first ruleset needs

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesetError(Sentence("not a ruleset: nested too deeply"), name) from None
    except ValueError as error:
        raise RulesetError(Sentence("not TOML: {reason}", reason=_one_line(error)), name) from None


def _one_line(error: ValueError) -> str:
    """The reader's own message; it names line and column."""
    return "".join(c if c.isprintable() else "?" for c in str(error)[:200])


def _parent(doc: dict[str, Any], origin: _Origin, find: Finder, faults: Faults) -> Spec | None:
    wanted = doc.get("extends")
    if wanted is None:
        return None
    if not isinstance(wanted, str):
        faults.add("extends", "an id or a path is wanted, not {found}", found=quoted(wanted))
        return None
    try:
        return _file(_locate(wanted, origin, find), find, origin.chain)
    except RulesetError as error:
        for line in error.faults:
            pattern = "{path}: {fault}" if error.source else "{fault}"
            faults.add("extends", pattern, path=error.source, fault=line)
        return None


def _locate(wanted: str, origin: _Origin, find: Finder) -> Path:
    path = _place(wanted, origin.folder, find)
    if _real(path) in origin.chain:
        raise RulesetError(Sentence("{name} extends itself in a circle", name=quoted(wanted)))
    if len(origin.chain) >= DEEPEST:
        raise RulesetError(Sentence("more than {most} files extend each other", most=DEEPEST))
    return path


def _place(wanted: str, folder: Path | None, find: Finder) -> Path:
    if not looks_like_path(wanted):
        return find(wanted)
    if folder is None:
        raise RulesetError(Sentence("{name} is a path; only an id may be extended here", name=quoted(wanted)))
    return folder / wanted


def looks_like_path(text: str) -> bool:
    """Whether a text names a file rather than a shipped ruleset."""
    return "/" in text or "\\" in text or text.endswith(".toml")
