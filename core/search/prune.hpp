// What need not be searched: positions that a table knows, near the leaves quiet ones whose evaluation lies
// far outside the window; and what need not be searched so deep: late moves.
#pragma once

#include "search/worker.hpp"

namespace crowned {

// Margins in hundredths of log-odds; found in matches at equal time (docs/engine.md).
constexpr int high_depth = 4, high_margin = 20, high_margin_a_ply = 25;
constexpr int sure_depth = 5, sure_margin = 15, sure_margin_a_ply = 5;
constexpr int low_depth = 2, low_margin = 60, low_margin_a_ply = 40;

// Whether the opponent could capture if it were his turn: then the evaluation has not seen the worst.
template <class Game>
bool threatened(const Game& g, typename Game::State s) {
    s.turn = u8(1 - s.turn);
    return g.correct.can_capture(s);
}

// Guesses are for quiet positions with a choice, off the principal variation, while nothing is proven.
template <class Game>
bool Worker<Game>::may_guess(const Node& n, bool quiet) const {
    if (limits_.exact || g.data.doors || n.pv() || !quiet || n.correct < 2) return false;
    return std::abs(n.beta) <= g.near_win / 2;
}

template <class Game>
bool Worker<Game>::far_outside(const Node& n, Score& score) {
    if (n.depth > high_depth) return false;
    score = judged(n.s);
    if (score >= n.beta + high_margin + high_margin_a_ply * n.depth) return !threatened(g, n.s);
    return n.depth <= low_depth && score <= n.alpha - low_margin - low_margin_a_ply * n.depth;
}

// ProbCut: what stands above the window, and by a margin still does after a look less than half as deep, will
// hardly fall back into it. Endings are won by plans that no margin shows.
template <class Game>
bool Worker<Game>::stays_above(const Node& n, Score& score) {
    if (n.depth < sure_depth || g.counts.few(n.s) || judged(n.s) < n.beta) return false;
    const Score bound = n.beta + (sure_margin + sure_margin_a_ply * n.depth);
    score = search(n.s, Depth(n.depth * 2 / 5), bound - 1, bound, n.ply, n.quiet, n.last);
    if (stopped_ || score < bound) return false;
    if (score <= g.near_win) score = n.beta;
    return true;
}

// From here on a move's history speaks for it, or against it: a quarter of what it can come to.
constexpr int telling_history = 2000;

// How much less deep a late quiet move is looked at first.
template <class Game>
int Worker<Game>::reduction(const Node& n, const Moves<State>& moves, int i) const {
    if (limits_.exact || n.depth < 3 || i < 1) return 0;
    bool offence = moves.index(i) >= n.correct;
    if (offence) return n.depth >= 5 ? 2 : 1;
    if (moves.step(i).jumps || i < (n.pv() ? 4 : 2)) return 0;
    if (g.data.doors) return i >= 6 ? 1 : 0;
    const int usual = i < 6 || n.depth < 6 ? 1 : 2, history = memory.history(n.s, moves.step(i));
    return usual + (history < -telling_history) - (history > telling_history);
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
