#include "position/ending.hpp"

#include "movegen/play.hpp"

namespace crowned {

Ending ending(const Ruleset& rules, const Board& board) {
    if (Ending early = early_ending(rules.data, board); early != Ending::None) return early;
    return rules.correct->has_moves(board) ? Ending::None : Ending::Blocked;
}

bool must_spin(const Ruleset& rules, const Board& board) {
    if (!rules.data.doors || board.spin != NoSpin || rules.correct->can_capture(board)) return false;
    return ending(rules, board) == Ending::None;
}

bool is_progress(const Ruleset& rules, const Board& before, const Way& way, const Board& after) {
    bool slid = way.flags & IsSlide, gone = slid && count(occupied(after)) < count(occupied(before));
    int from = way.squares[0], to = slid ? from : way.squares[way.stops() - 1];
    return is_progress(rules.data, rules.law.reset, way.jumps || gone, way.flags, from, to);
}

}  // namespace crowned
