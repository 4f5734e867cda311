// Rules as the core sees them: numbers lowered from a ruleset's axes. No names of games here.
#pragma once

#include "rules/few.hpp"
#include "state/state.hpp"

namespace crowned {

enum class Landing : u8 { Free, Adjacent, AdjacentAtEnd, AdjacentAfterKing };
CROWNED_WORDS(Landing, "free", "adjacent", "adjacent_at_end", "adjacent_after_king")

enum class Crown : u8 { Stop, ContinueAsKing, Pass, Never };
CROWNED_WORDS(Crown, "stop", "continue_as_king", "pass", "never")

enum class SameTower : u8 { Never, Loop, Any };
CROWNED_WORDS(SameTower, "never", "loop", "any")

enum class Goal : u8 { Win, Lose, Breakthrough };
CROWNED_WORDS(Goal, "win", "lose", "breakthrough")

enum class Leap : u8 { None, One, Line };
CROWNED_WORDS(Leap, "none", "one", "line")

enum class OpenDoor : u8 { Allowed, Forbidden, LastResort };
CROWNED_WORDS(OpenDoor, "allowed", "forbidden", "last_resort")

// What makes one capture rank before another; earlier in the list weighs more.
enum class Criterion : u8 { Most, WithKing, MostKings, KingEarliest, Value };
CROWNED_WORDS(Criterion, "most", "with_king", "most_kings", "king_earliest", "value")
using Priority = Few<Criterion, 5>;

using Sliders = Few<int, most_knobs>;
using DoorCells = Few<Cell, 2 * most_knobs>;
using CrownCells = Few<Cell, 144>;

struct RuleData {
#define CROWNED_FIELD(TYPE, NAME, DEFAULT) TYPE NAME = DEFAULT;
#include "rules/rules.def"
#undef CROWNED_FIELD

    // Worked out when a ruleset is opened: the doors as squares of its board.
    bool doors = false;
    u8 door[most_knobs][3]{};  // square of the door that a slider's position opens; [Middle] unused

    int knob_spin(int i) const { return sliders[i] > 0 ? GreenSpin : OrangeSpin; }

    // A man may step back along his row, or any way: then his step is no progress. Rows are told only if so.
    bool men_sidle = false, men_return = false;
    u8 row[max_bits]{};

    bool can_step_back(int from, int to) const { return men_return || (men_sidle && row[from] == row[to]); }

    bool has(Criterion c) const { return priority.has(c); }

    Cells cells() const { return {files * ranks}; }
    int file_of(Cell c) const { return int(c) % files; }
    int rank_of(Cell c) const { return int(c) / files; }
    bool plays_on(Cell c) const { return all_squares || (file_of(c) + rank_of(c) + odd) % 2 == 0; }

    // The same without an order among captures: what is begun must be ended, but any piece may begin.
    RuleData unranked() const {
        RuleData r = *this;
        r.priority = {}, r.binds_piece = false;
        return r;
    }

    // All lines that some piece uses.
    constexpr u32 lines() const {
        u32 used = man_steps | man_captures | king_steps | king_captures;
        return used | turned(used);
    }

    // What most kernels take for granted: men step forward and perhaps to both sides, kings every way along
    // one kind of line.
    constexpr bool usual_ways() const {
        constexpr u32 aside = dir_bit(E) | dir_bit(W);
        u32 own = all_squares ? orthogonals : diagonals, steps = man_steps;
        u32 ahead = all_squares ? dir_bit(N) : dir_bit(NE) | dir_bit(NW);
        if (all_squares && (steps & aside) == aside) steps &= ~aside;
        u32 captures = straight_captures ? diagonals | orthogonals : own;
        return leap == Leap::None && steps == ahead && king_steps == own && king_captures == captures;
    }

    // Everything that could be played if nothing were compulsory.
    RuleData relaxed() const {
        RuleData r = *this;
        r.must_capture = r.must_continue = r.landing_must_continue = false;
        r.priority = {}, r.binds_piece = false;
        return r;
    }
};

}  // namespace crowned
