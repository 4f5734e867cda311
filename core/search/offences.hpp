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
    if ((automatic || g.law.may_huff) && any(at_risk))
        worst = huffed(child, at_risk, !automatic && g.law.huff_is_move, depth, alpha, beta, ply);
    bool stands = worst == infinite || (!automatic && g.law.may_accept);
    if (stands && worst > alpha) {
        if (g.counts.tallied())
            g.counts.advance(tally_[ply], tally_[ply + 1], child, change_by(g.data, step));
        worst = std::min(worst, answer(child, depth, alpha, std::min(beta, worst), ply,
                                       counted_on(quiet, is_progress(g.data, g.law, step, s, child)), false));
    }
    length_[ply + 1] = 0;
    return worst;
}

// One of the pieces goes: the one that hurts most, or least where the offender chooses. With `again` to huff
// is a move, and the offender is on turn once more.
template <class Game>
Score Worker<Game>::huffed(const State& s, Set at_risk, bool again, Depth depth, Score alpha, Score beta,
                           Ply ply) {
    bool mild = g.law.offender_chooses;
    Score found = mild ? -infinite : infinite;
    while (any(at_risk) && (mild ? found < beta : found > alpha)) {
        State without = s;
        lift_piece(without, pop(at_risk));
        if (again) without.turn = u8(1 - s.turn);
        if (g.counts.tallied()) tally_[ply + 1] = g.counts.begun(without);
        Score low = mild ? std::max(alpha, found) : alpha, high = mild ? beta : std::min(beta, found);
        Score v = answer(without, depth, low, high, ply, Quiet(0), again);
        found = mild ? std::max(found, v) : std::min(found, v);
    }
    return found;
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
