"""``crowned verify``: replays a transcript and recomputes its commitment and every spin, offline.

Imports nothing of the server's packages, so that anybody can run it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crowned.base import BadInput, CrownedError, Side
from crowned.game import Dice, Game
from crowned.position import Position
from crowned.position.action import SPIN_RESULTS, Spin
from crowned.position.ruleset import Ruleset
from crowned.rules import catalog
from crowned.server.rooms.spinner import commitment, dice_key

FORMAT = "crowned-transcript/1"
LARGEST = 4 * 1024 * 1024
UNDECIDED = ("open", "aborted")


@dataclass
class Report:
    """What the check found; ``problems`` is empty if everything fits."""

    game: str
    actions: int = 0
    spins: int = 0
    promised: bool = False
    """Whether both players had promised their seeds before either was shown."""
    problems: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.problems


def verify_file(path: str | Path) -> Report:
    """Checks a transcript file; BadInput if it is none."""
    try:
        raw = Path(path).read_bytes()[: LARGEST + 1]
        data = json.loads(raw)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path} is not a transcript: no JSON") from None
    return verify(data)


def verify(data: object) -> Report:
    """Checks a transcript; every single deviation is named."""
    checked = _checked(data)
    report = Report(checked["game"])
    rules = _rules(checked, report)
    if rules is not None:
        _check_commit(checked, rules, report)
        _replay(checked, rules, report)
    return report


def _checked(data: object) -> Mapping[str, Any]:
    texts = (
        "game",
        "rules",
        "fingerprint",
        "fen",
        "commit",
        "white_seed",
        "black_seed",
        "server_seed",
        "result",
    )
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"not a transcript of the format {FORMAT}")
    for name in texts:
        if not isinstance(data.get(name), str):
            raise BadInput(f"the transcript has no text '{name}'")
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(item, dict) for item in actions):
        raise BadInput("the transcript has no list of actions")
    return data


def _rules(data: Mapping[str, Any], report: Report) -> Ruleset | None:
    try:
        rules = Ruleset(catalog.load_text(data["rules"]))
    except CrownedError as error:
        report.problems.append(f"the rules cannot be read: {error}")
        return None
    if rules.fingerprint != data["fingerprint"]:
        report.problems.append("the fingerprint is not that of the rules")
    return rules


def _check_commit(data: Mapping[str, Any], rules: Ruleset, report: Report) -> None:
    if not rules.sliders:
        return
    if not data["server_seed"]:
        report.problems.append("the server has not revealed its seed (is the game over?)")
    elif not _is_hex(data["server_seed"]) or commitment(data["game"], data["server_seed"]) != data["commit"]:
        report.problems.append("the server's seed does not fit its commitment")
    for seat in ("white", "black"):
        _check_promise(data, seat, report)
    two = data["white_seed"] and data["black_seed"]
    report.promised = bool(two and data.get("white_commit") and data.get("black_commit"))


def _check_promise(data: Mapping[str, Any], seat: str, report: Report) -> None:
    """Games between two people have promises; a game with one for a single seat is not whole."""
    seed, promise = data[f"{seat}_seed"], data.get(f"{seat}_commit", "")
    both = bool(data.get("white_commit")) == bool(data.get("black_commit"))
    if not isinstance(promise, str) or not both:
        report.problems.append("a promise of a seed is missing")
    elif promise and (not _is_hex(seed) or commitment(data["game"], seed, seat) != promise):
        report.problems.append(f"the seed of {seat} is not the promised one")


def _is_hex(text: str) -> bool:
    try:
        bytes.fromhex(text)
    except ValueError:
        return False
    return True


def _dice(data: Mapping[str, Any]) -> Dice | None:
    seeds = (data["server_seed"], data["white_seed"], data["black_seed"])
    if not data["server_seed"] or not all(map(_is_hex, seeds)):
        return None
    return Dice(dice_key(data["game"], data["fingerprint"], *seeds))


def _replay(data: Mapping[str, Any], rules: Ruleset, report: Report) -> None:
    dice = _dice(data)
    try:
        game = Game(rules, Position.from_fen(rules, data["fen"]) if data["fen"] else None)
        for item in data["actions"]:
            _step(game, item, dice, report)
    except CrownedError as error:
        report.problems.append(f"action {report.actions + 1} cannot be replayed: {error}")
    else:
        _check_result(game, data["result"], report)


def _check_result(game: Game, told: str, report: Report) -> None:
    """Whatever ends a game, time included, is one of its actions; only an abandoned one just stops."""
    if game.outcome is None:
        if told not in UNDECIDED:
            report.problems.append(f"the result is told as {told!r}, but the actions lead to no end")
        return
    due = "draw" if game.outcome.winner is None else game.outcome.winner.name.lower()
    if told != due:
        report.problems.append(f"the result is told as {told!r}, but the actions give {due!r}")


def _step(game: Game, item: Mapping[str, Any], dice: Dice | None, report: Report) -> None:
    by, text = item.get("by"), item.get("text")
    if by not in ("white", "black") or not isinstance(text, str):
        raise BadInput("an action needs 'by' and 'text'")
    ply, index = game.ply, game.state.spins
    action = game.play(text, by=Side[by.upper()]).action
    report.actions += 1
    if isinstance(action, Spin):
        report.spins += 1
        _check_spin(game, (ply, index), action, dice, report)


def _check_spin(game: Game, place: tuple[int, int], spun: Spin, dice: Dice | None, report: Report) -> None:
    if dice is None:
        return
    due = SPIN_RESULTS[dice.roll(*place, game.rules.spec.spinner)]
    if due != spun.result:
        report.problems.append(f"spin {report.spins} came out {spun.result}, but the seeds give {due}")
