"""Why the referee may say no: every reason, with the axes whose clauses stand behind it."""

from __future__ import annotations

from collections.abc import Mapping

AXES_OF: Mapping[str, tuple[str, ...]] = {
    # nothing is wrong, or not yet
    "correct": (),
    "unfinished": (),
    "ambiguous": (),
    # before anything else
    "game_over": ("goal",),
    "answer_owed": ("enforcement", "huff_target", "remedies"),
    "not_your_turn": (),
    # squares and pieces
    "no_such_square": (),
    "light_square": ("squares",),
    "empty_square": (),
    "not_your_piece": (),
    "blocked_piece": ("lines",),
    # one step or jump
    "stands_still": ("lines",),
    "target_occupied": ("lines",),
    "not_diagonal": ("lines",),
    "not_straight": ("lines",),
    "man_backward": ("lines",),
    "man_sideways": ("lines", "men_sideways"),
    "man_too_far": ("lines",),
    "king_too_far": ("king",),
    "nothing_to_jump": ("must_capture",),
    "step_before_jump": ("must_capture", "landing"),
    "step_after_jump": ("must_capture", "landing"),
    "own_piece": ("captured",),
    "protected": ("must_capture",),
    "one_at_a_time": ("must_continue",),
    "man_backward_capture": ("men_back",),
    "man_sideways_capture": ("men_sideways", "men_back"),
    "man_takes_king": ("man_takes_king",),
    "not_adjacent": ("must_capture",),
    "land_behind": ("must_capture",),
    "already_jumped": ("removal",),
    "same_tower": ("same_tower",),
    "turn_back": ("reversal",),
    "nearest_first": ("nearest",),
    "crowned_stops": ("crown",),
    "fell": ("enter_open_door",),
    "open_door": ("enter_open_door",),
    "door_last_resort": ("enter_open_door",),
    # obligations
    "must_capture": ("must_capture",),
    "must_continue": ("must_continue",),
    "land_to_continue": ("landing_must_continue", "must_continue"),
    "land_behind_at_end": ("landing",),
    "priority_most": ("priority",),
    "priority_with_king": ("priority",),
    "priority_most_kings": ("priority",),
    "priority_king_earliest": ("priority",),
    "priority_value": ("priority",),
    "correct_move_owed": ("remedies",),
    "touched": ("touch_move",),
    "king_run_limit": ("king_run_limit",),
    # trapdoors
    "no_doors": (),
    "no_such_knob": ("doors",),
    "knob_stuck": ("doors", "door_mode"),
    "must_spin": ("spinner",),
    "spin_wants_door": ("door_mode",),
    "spin_wants_other_door": ("door_mode",),
    "spin_wants_move": ("blocked_check",),
    "no_spinner": (),
    "already_spun": ("spinner",),
    "capture_before_spin": ("must_capture",),
    "no_such_result": ("spinner",),
    # remedies, touching, draws
    "no_huffing": ("enforcement",),
    "no_offence": ("enforcement",),
    "offence_huffed": ("enforcement", "huff_target"),
    "offence_taken_back": ("remedies",),
    "offence_passed": ("remedies",),
    "offence_moved_on": ("enforcement",),
    "no_such_remedy": ("remedies", "enforcement"),
    "not_removable": ("huff_target",),
    "huff_moved_away": ("huff_target",),
    "huff_empty": ("huff_target",),
    "no_touch_move": ("touch_move",),
    "no_agreement": ("draw_agreement",),
    "offer_open": ("draw_agreement",),
    "no_offer": ("draw_agreement",),
    "own_offer": ("draw_agreement",),
    "no_claim": ("draw_no_progress", "draw_repetition", "draw_counts", "draw_by"),
}


KINGS_AXES: Mapping[str, tuple[str, ...]] = {"not_adjacent": ("king",), "land_behind": ("landing",)}
"""Where a king is bound by a rule of its own."""
