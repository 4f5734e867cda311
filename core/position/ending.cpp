#include "position/ending.hpp"

namespace crowned {

Ending ending(const Ruleset& rules, const Board& board) {
    if (Ending early = early_ending(rules.data, board); early != Ending::None) return early;
    return rules.correct->has_moves(board) ? Ending::None : Ending::Blocked;
}

bool must_spin(const Ruleset& rules, const Board& board) {
    if (!rules.data.doors || board.spin != NoSpin || rules.correct->can_capture(board)) return false;
    return ending(rules, board) == Ending::None;
}

}  // namespace crowned
