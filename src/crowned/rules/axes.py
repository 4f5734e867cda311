"""The axes: every dimension in which draughts rulebooks differ, in one table.

A ruleset file gives values to axes and nothing else; move generator, referee, notation,
rule sheet and rule builder all follow from these values. An axis that is not mentioned
keeps its default.

The table is a class, so that an axis is read as an attribute and a type checker knows what it may be:
`spec.king == "flyng"` is an error before anything runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, Literal, get_args, get_type_hints

Value = bool | int | str | tuple[str, ...] | tuple[int, ...]
Values = Mapping[str, Value]
Way = Literal["forward", "forward_left", "forward_right", "left", "right", "back", "back_left", "back_right"]
"""A direction, seen by the player who moves."""
Group = Literal["board", "men", "kings", "capture", "crowning", "towers", "doors", "obligation", "ending"]


OWN_KINDS: Mapping[str, Literal["doors", "counts", "squares"]] = {
    "doors": "doors",
    "draw_counts": "counts",
    "setup": "squares",
    "crown_squares": "squares",
}
"""Axes whose texts have a grammar of their own."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One rule dimension: its name, what it may be, and whether it changes how the game is played."""

    name: str
    group: Group
    default: Value
    choices: tuple[str, ...] = ()
    """Accepted words; for a list axis, the words its items may be."""
    low: int = 0
    high: int = 0
    """Bounds of a number axis."""
    cosmetic: bool = False
    """True if it changes only what players read and who sits where; it stays out of the fingerprint then."""

    @property
    def kind(self) -> Literal["bool", "int", "word", "words", "ints", "doors", "counts", "squares"]:
        if own := OWN_KINDS.get(self.name):
            return own
        if isinstance(self.default, bool):
            return "bool"
        if isinstance(self.default, int):
            return "int"
        if isinstance(self.default, str):
            return "word"
        return "words" if self.choices else "ints"

    @property
    def possible(self) -> tuple[Value, ...]:
        """Every value it may have; none of a list, whose values nobody can count."""
        if self.kind == "bool":
            return (False, True)
        if self.kind == "int":
            return tuple(range(self.low, self.high + 1))
        return self.choices if self.kind == "word" else ()


def axis(group: Group, default: Value, *, low: int = 0, high: int = 0, cosmetic: bool = False) -> Any:
    """An axis of the table below; its name and the words it accepts come from the line it stands on."""
    return group, default, low, high, cosmetic


class Axes:
    """What every ruleset has a value for. Read through a Spec, or through a `Reading` of plain values."""

    # board
    files: int = axis("board", 8, low=4, high=12)
    ranks: int = axis("board", 8, low=4, high=12)
    squares: Literal["dark", "all"] = axis("board", "dark")
    dark_corner: Literal["left", "right"] = axis("board", "left")
    setup_rows: int = axis("board", 3, low=1, high=5)
    setup_gap: int = axis("board", 0, low=0, high=2)
    setup: tuple[str, ...] = axis("board", ())  # squares instead of rows; see rules/places.py
    first_player: Literal["white", "black"] = axis("board", "white")
    first_by: Literal["colour", "lot", "turns"] = axis("board", "colour", cosmetic=True)
    notation: Literal["algebraic", "numeric"] = axis("board", "algebraic", cosmetic=True)
    numbers_from: Literal["top_left", "top_right", "bottom_left", "bottom_right"] = axis(
        "board", "top_left", cosmetic=True
    )
    # men
    lines: Literal["diagonal", "orthogonal"] = axis("men", "diagonal")
    men_sideways: bool = axis("men", False)
    men_back: bool = axis("men", False)
    man_steps: tuple[Way, ...] = axis("men", ())  # directions that the axes above cannot say
    leap_own: Literal["none", "one", "line"] = axis("men", "none")
    # kings
    king: Literal["short", "flying"] = axis("kings", "short")
    landing: Literal["free", "adjacent", "adjacent_at_end", "adjacent_after_king"] = axis("kings", "free")
    landing_must_continue: bool = axis("kings", True)
    reversal: bool = axis("kings", True)
    nearest: Literal["per_diagonal", "global"] = axis("kings", "per_diagonal")
    king_steps: tuple[Way, ...] = axis("kings", ())
    king_one_line: bool = axis("kings", False)
    king_run_limit: int = axis("kings", 0, low=0, high=9)
    king_name: Literal["dame", "king"] = axis("kings", "dame", cosmetic=True)
    king_mark: Literal["doubled", "turned"] = axis("kings", "doubled", cosmetic=True)
    # capture
    capture_lines: Literal["same", "all"] = axis("capture", "same")
    man_captures: tuple[Way, ...] = axis("capture", ())
    king_captures: tuple[Way, ...] = axis("capture", ())
    must_capture: bool = axis("capture", True)
    must_continue: bool = axis("capture", True)
    priority: tuple[Literal["most", "with_king", "most_kings", "king_earliest", "value"], ...] = axis(
        "capture", ()
    )
    priority_binds: Literal["way", "piece"] = axis("capture", "way")
    man_takes_king: bool = axis("capture", True)
    removal: Literal["immediate", "end"] = axis("capture", "immediate")
    # crowning
    crown: Literal["stop", "continue_as_king", "pass", "never"] = axis("crowning", "stop")
    crown_squares: tuple[str, ...] = axis("crowning", ())  # instead of the last row; see rules/places.py
    # towers
    captured: Literal["removed", "under"] = axis("towers", "removed")
    same_tower: Literal["never", "loop", "any"] = axis("towers", "never")
    captive_rank: Literal["kept", "lost"] = axis("towers", "kept")
    # trapdoors: each slider is "NAME left right", in the order of the knob letters
    doors: tuple[str, ...] = axis("doors", ())
    spinner: tuple[int, ...] = axis("doors", (2, 1, 1), low=0, high=99)
    door_mode: Literal["stay", "snap"] = axis("doors", "stay")
    enter_open_door: Literal["allowed", "forbidden", "last_resort"] = axis("doors", "allowed")
    blocked_check: Literal["before_spin", "on_black_spin"] = axis("doors", "before_spin")
    last_fall: Literal["win", "draw"] = axis("doors", "win")
    # obligation: what happens when a capture is missed
    enforcement: Literal["strict", "huff", "auto_huff"] = axis("obligation", "strict")
    remedies: tuple[Literal["huff", "takeback", "accept"], ...] = axis(
        "obligation", ("huff", "takeback", "accept")
    )
    huff_target: Literal["piece_that_should_capture", "moved_piece"] = axis(
        "obligation", "piece_that_should_capture"
    )
    huff_choice: Literal["claimant", "offender"] = axis("obligation", "claimant")
    huff_is_move: bool = axis("obligation", False)
    huff_name: Literal["blow", "huff"] = axis("obligation", "blow", cosmetic=True)
    touch_move: bool = axis("obligation", False)
    touch_binds: Literal["correct", "any"] = axis("obligation", "correct")
    # ending
    goal: Literal["win", "lose", "breakthrough"] = axis("ending", "win")
    bare_loses: bool = axis("ending", False)
    scoring: Literal["none", "kings"] = axis("ending", "none")
    draw_agreement: bool = axis("ending", True)
    draw_repetition: int = axis("ending", 0, low=0, high=9)
    draw_no_progress: int = axis("ending", 0, low=0, high=200)
    draw_counter_unit: Literal["move", "ply"] = axis("ending", "move")
    draw_reset: Literal["man", "crown", "capture"] = axis("ending", "man")
    draw_counts: tuple[str, ...] = axis("ending", ())  # endings by material; see rules/counts.py
    draw_by: Literal["claim", "automatic"] = axis("ending", "claim")
    rematch: Literal["free", "swap"] = axis("ending", "free", cosmetic=True)

    def __getitem__(self, axis: str, /) -> Value:
        raise NotImplementedError


class Reading(Axes):
    """Plain values, read as a Spec is."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def __getitem__(self, axis: str, /) -> Value:
        return self._values[axis]


def _declared() -> Iterator[Axis]:
    """The table as data; its lines become properties that ask for the value by name, once."""
    for name, accepted in get_type_hints(Axes).items():
        group, default, low, high, cosmetic = vars(Axes)[name]
        yield Axis(name, group, default, _words(accepted), low, high, cosmetic)
        reader = cached_property(itemgetter(name))
        reader.__set_name__(Axes, name)
        setattr(Axes, name, reader)


def _words(accepted: Any) -> tuple[str, ...]:
    """The words of Literal[…] or of tuple[Literal[…], …]; none of a number or a plain list."""
    inner = get_args(accepted)
    return _words(inner[0]) if inner[1:] == (...,) else tuple(word for word in inner if isinstance(word, str))


AXES: tuple[Axis, ...] = tuple(_declared())
BY_NAME: dict[str, Axis] = {axis.name: axis for axis in AXES}
DEFAULTS: Values = {axis.name: axis.default for axis in AXES}
