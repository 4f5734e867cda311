"""The test suites of other libraries, asked of Crowned: games, move counts and positions.

    pip download --no-deps --no-binary :all: py-draughts pydraughts      # and unpack them
    python bench/peer_suites.py py_draughts-1.9.1 pydraughts-main

Their tests are read, not run: games that are played move by move, tables of move counts, and position
texts are found in the source, recorded games in the files beside it, and each is asked of the ruleset of
the same name. What does not agree is listed; whether we or they are wrong is for the reader to decide, by
the rulebook.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import peer_draws

from crowned.base import BadInput, CrownedError, PdnError
from crowned.game import Game
from crowned.notation import fen, pdn
from crowned.notation.movetext import find_move
from crowned.position import Ruleset, ruleset

FEN = re.compile(r"[WB]:[WB][K0-9a-h,\-]*:[WB][K0-9a-h,\-]*\.?(?::[HF+][0-9+]*)*")
SHARED_BOARD = "standard"
"""What a test file that names no variant is about, in these libraries."""


def rules_named(name: str) -> Ruleset | None:
    try:
        return ruleset(name.removesuffix("Board").lower())
    except BadInput:
        return None


class Suite:
    """What one folder of tests says, and how much of it we say too."""

    def __init__(self) -> None:
        self.agreed: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.differences: list[str] = []

    def note(self, kind: str, agrees: bool, what: str) -> None:
        self.asked[kind] += 1
        self.agreed[kind] += agrees
        if not agrees:
            self.differences.append(f"{kind}: {what}")

    def read(self, path: Path) -> None:
        tree = ast.parse(path.read_text("utf-8"))
        for variant, moves in games(tree):
            self._play(path.name, variant, moves)
        for board, depth, count in move_counts(tree):
            self._count(path.name, board, depth, count)
        variant = path.stem.removeprefix("test_").removesuffix("_board")
        rules = rules_named(variant) or ruleset(SHARED_BOARD)
        for text in sorted(positions(tree)):
            self._place(path.name, rules, text)
        for found in peer_draws.findings(tree):
            if found.unasked:
                self.differences.append(f"draws: {path.name}: {found.what}: cannot be asked: {found.unasked}")
            else:
                self.note("draws", found.drawn, f"{path.name}: {found.what}: no draw here")

    def read_records(self, path: Path) -> None:
        """Games as PDN, in lists of a JSON file whose folder names the variant."""
        rules = rules_named(path.parent.name)
        lists = json.loads(path.read_text("utf-8")) if rules else None
        for number, text in enumerate(_records(lists), 1):
            try:
                plies = sum(loaded.plies for loaded in pdn.read_text(text, rules))
            except PdnError as error:
                self.note("records", False, f"{path.parent.name}/{path.name}: {number}: {error}")
            else:
                self.note("records", True, "")
                self.asked["plies"] += plies
                self.agreed["plies"] += plies

    def _play(self, file: str, variant: str, moves: list[str]) -> None:
        rules = rules_named(variant)
        if rules is None:
            return
        game = Game(rules)
        for number, text in enumerate(moves, 1):
            try:
                game.play(find_move(game.state, text))
            except CrownedError as error:
                self.note("games", False, f"{file}: {variant}, ply {number}: {error}")
                return
        self.note("games", True, "")
        self.asked["plies"] += len(moves)
        self.agreed["plies"] += len(moves)

    def _count(self, file: str, board: str, depth: int, count: int) -> None:
        rules = rules_named(board)
        if rules is not None:
            ours = rules.start().perft(depth)
            self.note("move counts", ours == count, f"{file}: {board} depth {depth}: {count}, here {ours}")

    def _place(self, file: str, rules: Ruleset, text: str) -> None:
        try:
            fen.read(rules, text)
        except BadInput as error:
            self.note("positions", False, f"{file}: {text} ({rules.id}): {error}")
        else:
            self.note("positions", True, "")


# ---- what their source says


def _records(lists: object) -> Iterator[str]:
    for texts in lists.values() if isinstance(lists, dict) else ():
        yield from (text for text in texts if "1." in text) if isinstance(texts, list) else ()


def games(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """`name = "32-28 …".split()` or a list, and later `play(name, "variant")`."""
    lists: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            moves = _words(node.value)
            if len(moves) > 2:
                lists[node.targets[0].id] = moves
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[ast.Name(id=name), ast.Constant(value=str(variant))]) if name in lists:
                yield variant, lists[name]


def _words(node: ast.AST) -> list[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split"), args=[]):
            return text.split()
        case ast.List(elts=elements):
            texts = [part.value for part in elements if isinstance(part, ast.Constant)]
            return [text for text in texts if isinstance(text, str)]
    return []


def move_counts(tree: ast.AST) -> Iterator[tuple[str, int, int]]:
    """`{RussianBoard: {1: 7, 2: 49}}`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Dict):
            continue
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Name) and isinstance(value, ast.Dict):
                yield from ((key.id, depth, count) for depth, count in _numbers(value))


def _numbers(node: ast.Dict) -> Iterator[tuple[int, int]]:
    for key, value in zip(node.keys, node.values, strict=True):
        match key, value:
            case ast.Constant(value=int(depth)), ast.Constant(value=int(count)):
                yield depth, count


def positions(tree: ast.AST) -> set[str]:
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {found for text in texts if isinstance(text, str) for found in FEN.findall(text)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, help="unpacked sources of other libraries")
    parser.add_argument("--quiet", "-q", action="store_true", help="only the counts")
    args = parser.parse_args()
    for folder in args.folders:
        suite = Suite()
        for path in sorted(folder.rglob("test_*.py")):
            suite.read(path)
        for path in sorted(folder.rglob("*pdns.json")):
            suite.read_records(path)
        counts = ", ".join(f"{suite.agreed[kind]} of {suite.asked[kind]} {kind}" for kind in suite.asked)
        print(f"{folder.name}: agreement on {counts or 'nothing, no tests found'}")
        for line in () if args.quiet else suite.differences:
            print(f"  {line}")


if __name__ == "__main__":
    main()
