// Nodes where the spinner decides: the mean over its results, with Star1 and Star2 bounds.
#pragma once

#include "search/worker.hpp"

namespace crowned {

// Rounds towards minus infinity, for negative numbers too.
constexpr int floor_div(int a, int b) { return a / b - (a % b < 0); }
constexpr int ceil_div(int a, int b) { return -floor_div(-a, b); }
constexpr Score mean(int sum, int weights) { return Score(floor_div(sum, weights)); }

template <class Game>
Score Worker<Game>::chance(Node n) {
    Found found;
    if (Score score; probe(n, found, score)) return score;
    if (!g.data.blocked_on_black_spin && g.evaluator.men_moves(n.s, Colour(n.s.turn)) == 0 &&
        !g.can_move(n.s, scratch))
        return g.blocked(n.s);
    const Spinner& weight = g.law.spinner;
    int whole = weight[0] + weight[1] + weight[2];
    State spun[3] = {n.s, n.s, n.s};
    Score low[3];
    int lows = 0;
    for (int i = 0; i < 3; ++i) spun[i].spin = u8(BlackSpin + i), low[i] = -g.win, lows += weight[i] * low[i];

    // Star2: one good move for each result may already be enough.
    if (n.depth >= 2 && n.beta <= g.win)
        for (int i = 0; i < 3; ++i) {
            if (!weight[i]) continue;
            Score enough(ceil_div(n.beta * whole - (lows - weight[i] * low[i]), weight[i]));
            Score v = probe_spin(n, spun[i], std::min(enough, g.win));
            if (stopped_) return even;
            lows += weight[i] * (v - low[i]), low[i] = v;
            if (lows >= n.beta * whole) return mean(lows, whole);
        }

    // Star1: what the results still to come can change bounds what this one must reach.
    int sum = 0, rest_low = lows, rest_high = whole * g.win;
    for (int i = 0; i < 3; ++i) {
        if (!weight[i]) continue;
        rest_low -= weight[i] * low[i], rest_high -= weight[i] * g.win;
        Score a(ceil_div((n.alpha + 1) * whole - sum - rest_high, weight[i]) - 1);
        Score b(ceil_div(n.beta * whole - sum - rest_low, weight[i]));
        Node child{spun[i], n.depth, std::max(a, -g.win - 1), std::min(b, g.win + 1), n.ply, n.quiet, n.last};
        child.salt = n.salt, child.key = key_of(spun[i]) ^ n.salt;
        Score v = decide(child, false);
        if (stopped_) return even;
        sum += weight[i] * v;
        if (v <= a) return kept_mean(n, sum + rest_high, whole);
        if (v >= b) return kept_mean(n, sum + rest_low, whole);
    }
    length_[n.ply] = 0;
    return kept_mean(n, sum, whole);
}

template <class Game>
Score Worker<Game>::kept_mean(const Node& n, int sum, int weights) {
    Score score = mean(sum, weights);
    keep(n, score, 0);
    return score;
}

// A lower bound on what a spin result is worth, from the first move alone; the worst case if it is not
// enough.
template <class Game>
Score Worker<Game>::probe_spin(const Node& n, const State& spun, Score enough) {
    Node child{spun, n.depth, enough - 1, enough, n.ply, n.quiet, n.last};
    child.salt = n.salt, child.key = key_of(spun) ^ n.salt;
    Score v = decide(child, true);
    return v >= enough ? v : -g.win;
}

}  // namespace crowned
