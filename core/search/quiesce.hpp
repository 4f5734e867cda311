// Where the depth ends: captures are followed until none is left, then the position is judged.
#pragma once

#include "search/worker.hpp"

namespace crowned {

template <class Game>
Score Worker<Game>::quiet_leaf(const State& s) {
    if (g.evaluator.men_moves(s, Colour(s.turn)) == 0 && !g.can_move(s, scratch)) return g.blocked(s);
    if (Score score; g.settled(s, scratch, score)) return score;
    return judged(s);
}

template <class Game>
Score Worker<Game>::quiesce(const State& s, Score alpha, Score beta, Ply ply, Rest left, Quiet quiet) {
    length_[ply] = 0;
    count_node();
    if (stopped_) return even;
    if (g.ends_early && g.correct.over(s)) return g.ended(s);
    if (ply > deepest_) deepest_ = ply;
    if (Score score; ply > 0 && told(s, quiet, score)) return score;
    if (!g.correct.can_capture(s)) return quiet_leaf(s);
    if (left <= 0 || ply >= max_ply) return judged(s);
    StepList<State> moves;
    if (!list(s, moves)) return judged(s);
    Score best = -infinite;
    if (!g.data.must_capture) {
        best = judged(s);
        if (best >= beta) return best;
    }
    for (const Step& step : moves) {
        if (!step.jumps) continue;
        Score low = std::max(alpha, best);
        State child = s;
        g.correct.play(child, step);
        Score v = g.discounted(
            -quiesce(child, -g.undiscounted(beta), -g.undiscounted(low), ply + 1, left - 1, Quiet(0)));
        if (v <= best) continue;
        best = v;
        if (best >= beta) return best;
        if (best > alpha && beta - alpha > 1) lengthen_line(ply, tag_of(step));
    }
    if (!g.law.offences_gain() || stopped_) return best;
    return std::max(best, decline(s, g.offences.owed(moves), std::max(alpha, best), beta, ply, left));
}

// Not to capture, and to pay for it: as if the quiet move that goes with it had changed nothing.
template <class Game>
Score Worker<Game>::decline(const State& s, Set owed, Score alpha, Score beta, Ply ply, Rest left) {
    bool mild = g.law.offender_chooses;
    Score found = mild ? -infinite : infinite;
    for (Set rest = owed; any(rest) && (mild ? found < beta : found > alpha);) {
        State child = s;
        lift_piece(child, pop(rest));
        child.turn = u8(1 - child.turn);
        Score low = mild ? std::max(alpha, found) : alpha, high = mild ? beta : std::min(beta, found);
        Score v = g.discounted(
            -quiesce(child, -g.undiscounted(high), -g.undiscounted(low), ply + 1, left - 1, Quiet(0)));
        found = mild ? std::max(found, v) : std::min(found, v);
    }
    length_[ply] = 0;
    return found;
}

}  // namespace crowned
