// Wrong moves as part of the tree: where nobody can have them taken back, they may be worth their price.
#pragma once

#include "search/worker.hpp"

namespace crowned {

template <class Game>
typename Worker<Game>::Set Worker<Game>::sources(const StepList<State>& moves) {
    Set from{};
    for (const Step& step : moves)
        if (step.jumps) from |= bit<Set>(step.from);
    return from;
}

// Appends everything playable that is not correct.
template <class Game>
void Worker<Game>::add_offences(const State& s, StepList<State>& moves) const {
    int correct = moves.size();
    StepList<State> all;
    Scratch<State> own;
    g.playable.list(s, all, own);
    for (const Step& step : all) {
        bool known = false;
        for (int i = 0; i < correct && !known; ++i) known = same_step(moves[i], step);
        if (!known) moves.add() = step;
    }
}

template <class Game>
Score Worker<Game>::offend(const State& s, const Step& step, Set owed, int depth, Score alpha, Score beta,
                           int ply, int quiet) {
    bool own_fault = g.law.huff_moved_piece || (step.jumps && has(owed, step.from));
    Set at_risk = own_fault ? bit<Set>(step.from) : owed;
    if (has(at_risk, step.from)) {
        at_risk &= ~bit<Set>(step.from);
        if (!(step.flags & Falls)) at_risk |= bit<Set>(step.to);
    }
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
            worst = std::min(worst, answer(huffed, depth, alpha, std::min(beta, worst), ply, 0, again));
        }
    bool stands = worst == infinite || (!automatic && g.law.may_accept);
    if (stands && worst > alpha)
        worst = std::min(worst, answer(child, depth, alpha, std::min(beta, worst), ply,
                                       progress(s, step) ? 0 : quiet + 1, false));
    length_[ply + 1] = 0;
    return worst;
}

// The position after an answer, seen by who offended.
template <class Game>
Score Worker<Game>::answer(const State& s, int depth, Score alpha, Score beta, int ply, int quiet,
                           bool same_side) {
    Score low = g.undiscounted(alpha), high = g.undiscounted(beta);
    Score v = same_side ? search(s, depth, low, high, ply + 1, quiet, 0)
                        : -search(s, depth, -high, -low, ply + 1, quiet, 0);
    return g.discounted(v);
}

}  // namespace crowned
