// Wrong moves as part of the tree: where nobody can have them taken back, they may be worth their price.
#pragma once

#include "search/worker.hpp"

namespace crowned {

template <class Game>
Score Worker<Game>::offend(const State& s, const Step& step, Set owed, Depth depth, Score alpha, Score beta,
                           Ply ply, Quiet quiet) {
    Set at_risk = g.offences.removable(s, step, owed);
    State child = s;
    g.correct.play(child, step);
    bool automatic = g.law.enforcement == Enforcement::Automatic;
    Score worst = infinite;
    if (automatic || g.law.may_huff)
        for (Set rest = at_risk; any(rest) && worst > alpha;) {
            State huffed = child;
            lift_piece(huffed, pop(rest));
            bool again = !automatic && g.law.huff_is_move;
            if (again) huffed.turn = s.turn;
            worst =
                std::min(worst, answer(huffed, depth, alpha, std::min(beta, worst), ply, Quiet(0), again));
        }
    bool stands = worst == infinite || (!automatic && g.law.may_accept);
    if (stands && worst > alpha)
        worst = std::min(worst, answer(child, depth, alpha, std::min(beta, worst), ply,
                                       counted_on(quiet, is_progress(step, s, child)), false));
    length_[ply + 1] = 0;
    return worst;
}

// The position after an answer, seen by who offended.
template <class Game>
Score Worker<Game>::answer(const State& s, Depth depth, Score alpha, Score beta, Ply ply, Quiet quiet,
                           bool same_side) {
    Score low = g.undiscounted(alpha), high = g.undiscounted(beta);
    Score v = same_side ? search(s, depth, low, high, ply + 1, quiet, 0)
                        : -search(s, depth, -high, -low, ply + 1, quiet, 0);
    return g.discounted(v);
}

}  // namespace crowned
