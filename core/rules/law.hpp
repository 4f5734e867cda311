// The law of a game besides its moves: what becomes of wrong moves, what the wheel shows, when nobody wins.
#pragma once

#include "base/types.hpp"

namespace crowned {

enum class Enforcement : u8 { Strict, Huff, Automatic };

// What search and endgame tables must know about a ruleset beyond how pieces move.
struct SearchRules {
    Enforcement enforcement = Enforcement::Strict;
    bool may_take_back = true;  // after an offence the opponent may demand a correct move
    bool may_accept = true;
    bool may_huff = true;
    bool huff_moved_piece = false;
    bool huff_is_move = false;
    bool kings_score = false;      // a win is worth as many points as there are kings
    bool last_fall_draws = false;  // nobody left: a draw instead of a win for who moved last
    int no_progress = 0;           // plies without progress that make a draw; 0: never
    int spinner[3] = {2, 1, 1};

    // An offence can gain only if the opponent cannot have it taken back.
    bool offences_gain() const { return enforcement != Enforcement::Strict && !take_back_open(); }

  private:
    bool take_back_open() const { return enforcement == Enforcement::Huff && may_take_back; }
};

}  // namespace crowned
