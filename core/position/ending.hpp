// How a position ends the game, and what must happen before a move.
#pragma once

#include "mechanics/ending.hpp"
#include "position/ruleset.hpp"

namespace crowned {

Ending ending(const Ruleset& rules, const Board& board);

// Whether the wheel has to be spun first.
bool must_spin(const Ruleset& rules, const Board& board);

// Whether a move has brought the game further, so that counts begin anew and nothing before it comes back.
bool is_progress(const Ruleset& rules, const Board& before, const Way& way, const Board& after);

}  // namespace crowned
