"""`crowned tables`: endgame tables, from building to asking."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from crowned.base import BadInput, Lang
from crowned.cli.app import complain
from crowned.cli.common import add_json, add_lang, add_options, lang_of, position_of, print_json, rules_of
from crowned.cli.progress import Progress
from crowned.engine.match.cluster import connected
from crowned.position import Ruleset
from crowned.tables import words
from crowned.tables.build import Build, Built, verify
from crowned.tables.errors import TableError
from crowned.tables.file import TableFile
from crowned.tables.folder import files_in, folder_of, home, roots
from crowned.tables.probe import Answer, Odds, ask
from crowned.tables.proof import NODES, check, prove
from crowned.tables.slices import Slice, pairs
from crowned.tables.tableset import TableSet, Value

EXAMPLES = """\
examples:
  crowned tables build {letters} --pieces 4      every ending with up to four pieces
  crowned tables stats {letters}                 how many of them are won, drawn and lost
  crowned tables probe {letters} --fen "W:WKa1,Kc1:BKh8"
  crowned tables verify {letters}                does every position follow from the next?
  crowned tables list
  crowned tables remove {letters}
  crowned tables prove {towers} --fen FEN --proof FILE   a forced win, where no tables can be built
  crowned tables check {towers} --proof FILE             does the proof hold?

Tables lie in $CROWNED_TABLES or in your cache; --dir names another folder. Distances are plies until the
material changes or the game ends. Draws by counting moves or repetitions are left aside.
"""
WHAT = ("build", "list", "verify", "stats", "probe", "remove", "prove", "check")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Build endgame tables, look into them, check them."
    parser.epilog = EXAMPLES
    parser.add_argument("what", metavar="|".join(WHAT), choices=WHAT, help="what to do")
    parser.add_argument(
        "ruleset", metavar="RULESET", nargs="?", help="an id from `crowned rulesets`, or a ruleset file"
    )
    add_options(parser)
    parser.add_argument("--pieces", metavar="N", type=int, help="build: up to so many pieces on the board")
    parser.add_argument("--fen", metavar="FEN", help="probe, prove: the position")
    parser.add_argument(
        "--proof", metavar="FILE", type=Path, help="prove: where it is written; check: the proof"
    )
    parser.add_argument("--nodes", metavar="N", type=int, default=NODES, help="prove: when to give up")
    parser.add_argument("--dir", metavar="DIR", type=Path, help="the folder of the tables")
    parser.add_argument("--threads", metavar="N", type=int, default=os.cpu_count() or 1, help="threads")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="build: slices as tasks of a Ray cluster; `local` starts one here",
    )
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.threads < 1:
        raise BadInput("--threads is 1 or more")
    if args.what == "list":
        return _list(args)
    if args.ruleset is None:
        raise BadInput(f"crowned tables {args.what} needs a RULESET")
    commands = {"build": _build, "verify": _verify, "stats": _stats, "probe": _probe, "remove": _remove}
    commands |= {"prove": _prove, "check": _check}
    return commands[args.what](args, rules_of(args))


def _build(args: argparse.Namespace, rules: Ruleset) -> int:
    if args.pieces is None:
        raise BadInput("crowned tables build needs --pieces N")
    ray = connected(args.ray) if args.ray else None
    build = Build(rules, args.pieces, args.dir or home(), args.threads, ray)
    with Progress(100, "%") as bar:
        built = build.run(
            lambda done, total, note: bar.show(100 * done // max(total, 1), note),
            lambda: complain("another build is under way in this folder; waiting for it"),
        )
    _tell_built(args, rules, build, built)
    return 0


def _tell_built(args: argparse.Namespace, rules: Ruleset, build: Build, built: Built) -> None:
    if args.json:
        print_json({"ruleset": rules.id, "dir": str(build.folder), "pieces": args.pieces, **asdict(built)})
    else:
        print(
            f"{rules.id}: {built.built} slices built, {built.kept} were there, {_size(built.bytes)} written"
        )


def _tables(args: argparse.Namespace, rules: Ruleset) -> TableSet:
    """The tables of a ruleset; files that cannot be used are told on standard error."""
    tables = TableSet(rules)
    tables.load(*roots(args.dir))
    for sentence in tables.refused:
        complain(sentence)
    return tables


def _some_tables(args: argparse.Namespace, rules: Ruleset) -> TableSet:
    tables = _tables(args, rules)
    if not tables.files:
        raise BadInput(f"no tables of {rules.id} yet; crowned tables build {rules.id} --pieces 4 makes them")
    return tables


def _list(args: argparse.Namespace) -> int:
    found = [_summary(folder) for root in roots(args.dir) for folder in _folders(root)]
    listed = [entry for entry in found if entry["slices"]]
    if args.json:
        print_json(listed)
    for entry in [] if args.json else listed:
        inside = f"up to {entry['pieces']} pieces, {entry['slices']} slices, {_size(entry['bytes'])}"
        print(f"{entry['dir']}  {inside}")
    return 0


def _folders(root: Path) -> Iterator[Path]:
    return (p for p in sorted(root.iterdir()) if p.is_dir()) if root.is_dir() else iter(())


def _summary(folder: Path) -> dict[str, Any]:
    """What a folder holds; files that are no tables do not count."""
    slices: list[TableFile] = []
    for path in files_in(folder):
        try:
            slices.append(TableFile(path))
        except (TableError, OSError) as error:
            complain(str(error))
    return {
        "dir": str(folder),
        "fingerprint": slices[0].header.fingerprint if slices else "",
        "pieces": max((f.slice.pieces for f in slices), default=0),
        "slices": len(slices),
        "bytes": sum(f.file_size for f in slices),
    }


def _stats(args: argparse.Namespace, rules: Ruleset) -> int:
    tables = _some_tables(args, rules)
    rows = [_row(tables.files[found]) for found in sorted(tables.files, key=_by_size)]
    if args.json:
        print_json([{key: row[key] for key in row if key != "longest"} for row in rows])
        return 0
    print(f"{'pieces':12} {'positions':>14} {'won':>14} {'drawn':>14} {'lost':>14} {'plies':>6}")
    for row in rows:
        numbers = " ".join(f"{row[key]:>14,}" for key in ("positions", "won", "drawn", "lost"))
        print(f"{row['pieces']:12} {numbers} {row['longest']:>6}")
    return 0


def _by_size(found: Slice) -> tuple[int, str]:
    return found.pieces, found.name


def _row(file: TableFile) -> dict[str, Any]:
    return {"pieces": file.slice.name, **asdict(file.header.totals)}


def _verify(args: argparse.Namespace, rules: Ruleset) -> int:
    tables = _some_tables(args, rules)
    present = [p for p in pairs(tables.pieces, rules.spec) if not tables.files.keys().isdisjoint(p.pair)]
    faults = list(tables.refused)
    total = sum(tables.size(s) for p in present for s in p.pair)
    with Progress(100, "%") as bar:
        for pair in present:
            bar.show(100 * tables.native.done // max(total, 1), pair.name)
            faults += verify(tables, pair, args.threads)
    positions = sum(file.header.totals.positions for file in tables.files.values())
    if args.json:
        print_json({"slices": len(tables.files), "positions": positions, "faults": faults})
    else:
        print(*faults, sep="\n", end="\n" if faults else "")
        print(f"{len(tables.files)} slices, {positions:,} positions: {_verdict(tables, faults)}")
    return 1 if faults else 0


def _verdict(tables: TableSet, faults: list[str]) -> str:
    if faults:
        return f"{len(faults)} faults"
    lean = sum(not file.measured for file in tables.files.values())
    return f"all follow from each other{f'; {lean} without distances are undamaged' if lean else ''}"


def _probe(args: argparse.Namespace, rules: Ruleset) -> int:
    if args.fen is None:
        raise BadInput("crowned tables probe needs --fen FEN")
    position = position_of(args, rules)
    tables = _tables(args, rules)
    answer = ask(tables, position)
    if answer is None:
        name = Slice(*tables.native.slice_of(position)).name
        complain(f"no table tells the result of {name} in {rules.id}")
        return 1
    if args.json:
        print_json(answer.to_dict())
    else:
        _tell(answer, lang_of(args))
    return 0


def _tell(answer: Answer | Odds, lang: Lang) -> None:
    print(words.said(answer, lang))
    if isinstance(answer, Odds):
        for chance in answer.moves:
            print(f"  {chance.expected:.4f}  {f'{chance.spin}: ' if chance.spin else ''}{chance.move.text}")
        return
    width = max((len(m.move.text) for m in answer.moves), default=0)
    for found in answer.moves:
        print(f"  {found.move.text:{width}}  {words.value(found.value, lang)}")


def _prove(args: argparse.Namespace, rules: Ruleset) -> int:
    if args.fen is None:
        raise BadInput("crowned tables prove needs --fen FEN")
    proof = prove(position_of(args, rules), args.nodes)
    if proof is None:
        complain("no forced win was found")
        return 1
    data = proof.to_dict()
    if args.proof is not None:
        args.proof.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if args.json:
        print_json(data)
    else:
        print(words.value(Value(proof.result, proof.plies), lang_of(args)))
    return 0


def _check(args: argparse.Namespace, rules: Ruleset) -> int:
    if args.proof is None:
        raise BadInput("crowned tables check needs --proof FILE")
    try:
        said = json.loads(args.proof.read_text(encoding="utf-8"))
    except ValueError:
        raise BadInput("this is no proof", str(args.proof)) from None
    faults = check(rules, said)
    if args.json:
        print_json({"faults": faults})
    else:
        print(*(faults or ["the proof holds"]), sep="\n")
    return 1 if faults else 0


def _remove(args: argparse.Namespace, rules: Ruleset) -> int:
    removed: Counter[str] = Counter()
    for path in files_in(folder_of(rules, args.dir or home())):
        removed["bytes"] += path.stat().st_size
        removed["slices"] += 1
        path.unlink()
    if args.json:
        print_json({"slices": removed["slices"], "bytes": removed["bytes"]})
    else:
        print(f"{removed['slices']} slices removed, {_size(removed['bytes'])}")
    return 0


def _size(size: int) -> str:
    return f"{size / 1000:,.0f} kB" if size < 10_000_000 else f"{size / 1_000_000:,.0f} MB"
