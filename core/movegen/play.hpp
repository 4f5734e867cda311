// Playing a move.
#pragma once

#include "mechanics/counts.hpp"
#include "mechanics/doors.hpp"
#include "mechanics/ending.hpp"
#include "movegen/step.hpp"
#include "rules/law.hpp"

namespace crowned {

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

// Whether a move has brought the game further: a piece has gone, and as the law has it, one was crowned or a
// man has gone where he cannot step back from.
inline bool is_progress(const RuleData& r, Reset reset, bool fewer, int flags, int from, int to) {
    if (fewer || (flags & Falls)) return true;
    if ((flags & IsSlide) || reset == Reset::Capture) return false;
    return (flags & Crowns) || (reset == Reset::Man && !(flags & ByKing) && !r.can_step_back(from, to));
}

template <class State>
bool is_progress(const RuleData& r, const Law& law, const StepOf<State>& step, const State& before,
                 const State& after) {
    bool fewer = step.flags & IsSlide ? count(occupied(after)) < count(occupied(before)) : step.jumps > 0;
    return is_progress(r, law.reset, fewer, step.flags, step.from, step.to);
}

template <class Step>
Change change_by(const RuleData& r, const Step& step) {
    bool material = step.jumps || (step.flags & Crowns);
    bool man = !(step.flags & (ByKing | IsSlide)) && (material || !r.can_step_back(step.from, step.to));
    return {material, man};
}

// Takes off whatever stands on a square.
template <class State>
void lift_piece(State& s, int square) {
    auto kept = ~bit<typename State::Set>(square);
    s.side[White] &= kept, s.side[Black] &= kept, s.kings &= kept;
    if constexpr (State::tower) s.column[square] = {};
}

}  // namespace crowned
