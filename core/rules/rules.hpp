// Rules as the core sees them: numbers lowered from a ruleset's axes. No names of games here.
#pragma once

#include <array>

#include "state/state.hpp"

namespace crowned {

enum class Landing : u8 { Free, Adjacent, AdjacentAtEnd, AdjacentAfterKing };
enum class Crown : u8 { Stop, ContinueAsKing, Pass };
enum class SameTower : u8 { Never, Loop, Any };
enum class Goal : u8 { Win, Lose, Breakthrough };
enum class OpenDoor : u8 { Allowed, Forbidden, LastResort };

// What makes one capture rank before another; earlier in the list weighs more.
enum class Criterion : u8 { Most, WithKing, MostKings, KingEarliest, Value };

struct RuleData {
    int files = 8;
    int ranks = 8;
    int odd = 0;  // 1: the bottom-left corner is not a playing square
    bool all_squares = false;
    bool straight_captures = false;  // captures along files and rows too, on a dark-square board

    // Seen by White; Black's are the same turned round.
    u32 man_steps = dir_bit(NE) | dir_bit(NW);
    u32 man_captures = dir_bit(NE) | dir_bit(NW);
    u32 king_steps = diagonals;
    u32 king_captures = diagonals;

    bool flying = false;
    bool must_capture = true;
    bool must_continue = true;
    bool landing_must_continue = true;
    bool reversal = true;
    bool nearest_first = false;
    bool man_takes_king = true;
    bool removal_at_end = false;
    Landing landing = Landing::Free;
    Crown crown = Crown::Stop;

    bool towers = false;
    SameTower same_tower = SameTower::Never;
    bool captive_rank_lost = false;

    Goal goal = Goal::Win;

    std::array<Criterion, 5> priority{};
    int priority_count = 0;

    bool doors = false;
    bool snap = false;
    bool blocked_on_black_spin = false;
    OpenDoor open_door = OpenDoor::Allowed;
    u8 door[knob_count][3]{};  // square of the door that a slider's position opens; [Middle] unused
    u8 knob_spin[knob_count] = {GreenSpin, OrangeSpin, OrangeSpin, GreenSpin};

    bool has(Criterion c) const {
        for (int i = 0; i < priority_count; ++i)
            if (priority[i] == c) return true;
        return false;
    }

    // Everything that could be played if nothing were compulsory.
    RuleData relaxed() const {
        RuleData r = *this;
        r.must_capture = r.must_continue = r.landing_must_continue = false;
        r.priority_count = 0;
        return r;
    }
};

}  // namespace crowned
