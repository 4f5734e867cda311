// What need not be searched: positions that a table knows, and near the leaves quiet ones whose evaluation
// lies far outside the window.
#pragma once

#include "search/worker.hpp"

namespace crowned {

// Margins in hundredths of log-odds; found in matches at equal time (docs/engine.md).
constexpr int high_depth = 4, high_margin = 20, high_margin_a_ply = 25;
constexpr int low_depth = 2, low_margin = 60, low_margin_a_ply = 40;

// Whether the opponent could capture if it were his turn: then the evaluation has not seen the worst.
template <class Game>
bool threatened(const Game& g, typename Game::State s) {
    s.turn = u8(1 - s.turn);
    return g.correct.can_capture(s);
}

template <class Game>
bool Worker<Game>::far_outside(const Node& n, bool quiet, Score& score) {
    if (limits_.exact || g.data.doors || n.pv() || !quiet || n.correct < 2) return false;
    if (n.depth > high_depth || std::abs(n.beta) > g.near_win / 2) return false;
    score = judged(n.s);
    if (score >= n.beta + high_margin + high_margin_a_ply * n.depth) return !threatened(g, n.s);
    return n.depth <= low_depth && score <= n.alpha - low_margin - low_margin_a_ply * n.depth;
}

// Where few pieces are left a table may know the result; it is asked only if the search was told to.
template <class Game>
bool Worker<Game>::told(const State& s, Quiet quiet, Score& score) const {
    if (!limits_.table_pieces || count(occupied(s)) > limits_.table_pieces) return false;
    auto [result, certain] = g.oracle->ask(s, quiet);
    if (result == Result::Any) return false;
    Score size = certain ? won_by_table : likely_by_table;
    score = result == Result::Draw ? even : result == Result::Win ? size : -size;
    return true;
}

}  // namespace crowned
