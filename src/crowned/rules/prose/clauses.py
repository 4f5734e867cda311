"""Which sentence speaks of which axes, where it stands, and when it can be left unsaid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crowned.rules.check import SECTIONS
from crowned.rules.spec import Spec

__all__ = ["CLAUSES", "SECTIONS", "Clause"]

Key = Callable[[Spec], str]


@dataclass(frozen=True, slots=True)
class Clause:
    """One place on the rule sheet: the axes it covers, the first being the one that decides relevance."""

    section: str
    axes: tuple[str, ...]
    key: Key
    unsaid: tuple[str, ...] = ()
    """Keys that go without saying, unless the book says them or the players chose them."""
    elsewhere: tuple[str, ...] = ()
    """Keys that are said in another section."""


def _plain(axis: str) -> Key:
    """The key `axis_value`: yes or no, none or some, or the word itself."""

    def key(spec: Spec) -> str:
        value = spec[axis]
        if isinstance(value, bool):
            return f"{axis}_{'yes' if value else 'no'}"
        if isinstance(value, str):
            return f"{axis}_{value}"
        return f"{axis}_{'some' if value else 'none'}"

    return key


def _always(name: str) -> Key:
    return lambda _spec: name


def _corner(spec: Spec) -> str:
    odd = spec.files % 2, spec.ranks % 2
    if odd == (1, 1):
        return "corner_every"
    return f"corner_{'' if odd == (0, 0) else 'mixed_'}{spec['dark_corner']}"


def _setup(spec: Spec) -> str:
    if spec.setup:
        return "setup_listed"
    return "setup_gap" if spec.setup_gap else "setup_flush"


def _crown(spec: Spec) -> str:
    listed = spec.crown_squares and spec.crown != "never"
    return f"crown_{'listed_' if listed else ''}{spec['crown']}"


def _king(spec: Spec) -> str:
    lines = "ways" if spec.king_steps or spec.king_captures else spec.lines
    return f"king_{spec['king']}_{lines}"


def _men(spec: Spec) -> str:
    if spec.man_steps:
        return "men_ways"
    return "men_sideways" if spec.men_sideways and spec.lines == "orthogonal" else f"men_{spec['lines']}"


def _men_capture(spec: Spec) -> str:
    if spec.man_captures:
        return "men_capture_ways"
    back = "yes" if spec.men_back else "no"
    aside = spec.men_sideways or spec.men_back  # who captures backwards captures along all his lines
    if spec.capture_lines == "all":
        return f"men_capture_{'all' if aside else 'onward'}_{back}"
    return f"men_capture_{'sideways' if aside and spec.lines == 'orthogonal' else spec['lines']}_{back}"


def _capture_lines(spec: Spec) -> str:
    return "capture_lines_same" if spec.capture_lines == "same" else f"capture_lines_all_{spec['squares']}"


def _priority(spec: Spec) -> str:
    return ("priority_none", "priority_one", "priority_many")[min(len(spec.priority), 2)]


def _reversal(spec: Spec) -> str:
    """Straight back stands what is left of the tower just jumped: to turn is to jump it a second time."""
    barred = spec.captured == "under" and spec.same_tower != "any"
    turn = "no" if barred or not spec.reversal else "yes"
    return f"reversal_{turn}" if spec.applies("king") else f"reversal_men_{turn}"


def _captured(spec: Spec) -> str:
    """Where men leap over their own, only a capture may not lead over these."""
    leaps = spec.captured == "removed" and spec.leap_own != "none"
    return "captured_removed_leaps" if leaps else _plain("captured")(spec)


def _doors(spec: Spec) -> str:
    return ("doors_none", "doors_one", "doors_some")[min(len(spec.sliders), 2)]


def _spinner(spec: Spec) -> str:
    return "spinner_one" if len({slider.colour for slider in spec.sliders}) == 1 else "spinner_both"


def _goal(spec: Spec) -> str:
    return f"goal_win_{spec['captured']}" if spec.goal == "win" else f"goal_{spec['goal']}"


def _repetition(spec: Spec) -> str:
    """Where a wheel turns it must be said which position is meant."""
    key = _plain("draw_repetition")(spec)
    return "draw_repetition_doors" if key.endswith("some") and spec.sliders else key


def _no_progress(spec: Spec) -> str:
    if not spec.draw_no_progress:
        return "draw_no_progress_none"
    return f"draw_no_progress_{spec['draw_counter_unit']}{'_doors' if spec.sliders else ''}"


def _enforcement(spec: Spec) -> str:
    owed = spec.enforcement == "huff" and "accept" not in spec.remedies
    return _plain("enforcement")(spec) + ("_owed" if owed else "")


def _remedies(spec: Spec) -> str:
    return "remedies" if "accept" in spec.remedies else "remedies_owed"


def _huff_target(spec: Spec) -> str:
    """Where one of several pieces goes it must be said who chooses it."""
    one_of_several = spec.huff_target == "piece_that_should_capture"
    return _plain("huff_target")(spec) + (
        "_offender" if one_of_several and spec.huff_choice == "offender" else ""
    )


def _draw_by(spec: Spec) -> str:
    """A count whose own word says otherwise says so itself."""
    other = {"claim": "automatic", "automatic": "claimed"}[spec.draw_by]
    differs = any(count.by == other for count in spec.counts)
    return f"draw_by_{spec['draw_by']}{'_else' if differs else ''}"


CLAUSES: tuple[Clause, ...] = (
    Clause("board", ("squares", "files", "ranks"), lambda s: f"board_{s['squares']}"),
    Clause("board", ("dark_corner",), _corner),
    Clause("board", ("notation", "numbers_from"), _plain("notation")),
    Clause("setup", ("setup", "setup_rows", "setup_gap"), _setup),
    Clause("setup", ("rematch",), _plain("rematch"), ("rematch_free",), elsewhere=("rematch_swap",)),
    Clause("setup", ("first_player",), _always("first")),
    Clause("setup", ("first_by",), _plain("first_by"), ("first_by_colour",)),
    Clause("men", ("man_steps", "lines", "men_sideways"), _men),
    Clause("men", ("leap_own",), _plain("leap_own"), ("leap_own_none",)),
    Clause("men", ("man_takes_king",), _plain("man_takes_king")),
    Clause("kings", ("crown", "crown_squares"), _crown),
    Clause("kings", ("king_name",), _always("king_name"), ("king_name",)),
    Clause("kings", ("king_mark",), _plain("king_mark"), ("king_mark_doubled",)),
    Clause("kings", ("king", "king_steps", "king_captures"), _king),
    Clause("kings", ("king_one_line",), _plain("king_one_line"), ("king_one_line_no",)),
    Clause("kings", ("landing",), _plain("landing")),
    Clause("kings", ("landing_must_continue",), _plain("landing_must_continue")),
    Clause("kings", ("reversal",), _reversal, ("reversal_yes",), ("reversal_men_yes", "reversal_men_no")),
    Clause("kings", ("nearest",), _plain("nearest"), ("nearest_per_diagonal",)),
    Clause("kings", ("king_run_limit",), _plain("king_run_limit"), ("king_run_limit_none",)),
    Clause("capture", ("man_captures", "men_back"), _men_capture),
    Clause("capture", ("capture_lines",), _capture_lines, ("capture_lines_same",)),
    Clause("capture", ("must_capture",), _plain("must_capture")),
    Clause("capture", ("must_continue",), _plain("must_continue")),
    Clause("capture", ("priority",), _priority),
    Clause("capture", ("priority_binds",), _plain("priority_binds"), ("priority_binds_way",)),
    Clause("capture", ("captured",), _captured, elsewhere=("captured_under",)),
    Clause("capture", ("removal",), _plain("removal")),
    Clause("towers", ("captured",), _captured, elsewhere=("captured_removed", "captured_removed_leaps")),
    Clause("towers", ("reversal",), _reversal, ("reversal_men_yes",), ("reversal_yes", "reversal_no")),
    Clause("towers", ("same_tower",), _plain("same_tower")),
    Clause("towers", ("captive_rank",), _plain("captive_rank")),
    Clause("doors", ("doors",), _doors, ("doors_none",)),
    Clause("doors", ("spinner",), _spinner),
    Clause("doors", ("door_mode",), _plain("door_mode")),
    Clause("doors", ("enter_open_door",), _plain("enter_open_door")),
    Clause("doors", ("blocked_check",), _plain("blocked_check")),
    Clause("doors", ("last_fall",), _plain("last_fall")),
    Clause("obligation", ("enforcement",), _enforcement),
    Clause("obligation", ("remedies",), _remedies),
    Clause("obligation", ("huff_target", "huff_choice"), _huff_target),
    Clause("obligation", ("huff_name",), _plain("huff_name"), ("huff_name_blow", "huff_name_huff")),
    Clause("obligation", ("huff_is_move",), _plain("huff_is_move")),
    Clause("obligation", ("touch_move",), _plain("touch_move"), ("touch_move_no",)),
    Clause("obligation", ("touch_binds",), _plain("touch_binds"), ("touch_binds_correct",)),
    Clause("ending", ("goal",), _goal),
    Clause("ending", ("bare_loses",), _plain("bare_loses"), ("bare_loses_no",)),
    Clause("ending", ("scoring",), _plain("scoring"), ("scoring_none",)),
    Clause("ending", ("rematch",), _plain("rematch"), elsewhere=("rematch_free",)),
    Clause("draws", ("draw_agreement",), _plain("draw_agreement")),
    Clause("draws", ("draw_repetition",), _repetition, ("draw_repetition_none",)),
    Clause(
        "draws",
        ("draw_no_progress", "draw_counter_unit", "draw_reset"),
        _no_progress,
        ("draw_no_progress_none",),
    ),
    Clause("draws", ("draw_counts",), _plain("draw_counts"), ("draw_counts_none",)),
    Clause("draws", ("draw_by",), _draw_by),
)
