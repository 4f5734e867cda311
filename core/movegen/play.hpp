// Playing a move, and telling whether a position leaves anything to play for.
#pragma once

#include "mechanics/doors.hpp"
#include "movegen/step.hpp"

namespace crowned {

// Whether the game is over whatever could still be moved: a side is gone, or a king has broken through.
template <class State>
bool is_over(const RuleData& rules, const State& s) {
    if (rules.goal == Goal::Breakthrough && any(s.kings)) return true;
    return !any(s.side[White]) || !any(s.side[Black]);
}

template <Colour C, class Set>
void play_flat(FlatState<Set>& s, const FlatStep<Set>& step) {
    Set from = bit<Set>(step.from), to = bit<Set>(step.to);
    if (step.jumps) {
        s.side[1 - C] &= ~step.captured;
        s.kings &= ~step.captured;
    }
    s.side[C] = (s.side[C] & ~from) | to;
    if (step.flags & ByKing) s.kings = (s.kings & ~from) | to;
    if (step.flags & Crowns) s.kings |= to;
    if (step.flags & Falls) s.side[C] &= ~to, s.kings &= ~to;
}

template <Colour C, class State>
void play_tower(const RuleData& rules, State& s, const StepOf<State>& step) {
    auto hand = s.column[step.from];
    s.column[step.from] = {};
    refresh_square(s, step.from);
    for (int i = 0; i < step.jumps; ++i) {
        auto& victim = s.column[step.victims[i]];
        hand.add_below(Colour(1 - C), victim.top_king() && !rules.captive_rank_lost);
        victim.drop_top();
        refresh_square(s, step.victims[i]);
    }
    if (step.flags & Crowns) hand.crown_top();
    s.column[step.to] = hand;
    refresh_square(s, step.to);
}

template <Colour C, class State>
void play_for(const RuleData& rules, State& s, const StepOf<State>& step) {
    s.turn = u8(1 - C), s.spin = NoSpin;
    if constexpr (State::tower) {
        if (!(step.flags & IsSlide)) play_tower<C>(rules, s, step);
    } else {
        if (step.flags & IsSlide) slide(rules, s, step.from, step.to);
        else play_flat<C>(s, step);
    }
}

template <class State>
void play(const RuleData& rules, State& s, const StepOf<State>& step) {
    s.turn == White ? play_for<White>(rules, s, step) : play_for<Black>(rules, s, step);
}

}  // namespace crowned
