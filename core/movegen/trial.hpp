// Trying a move out in a search tree, and taking it back.
#pragma once

#include "movegen/step.hpp"

namespace crowned {

// A move tried out: flat states are copied; of a tower state only the touched columns are saved, and put
// back when the trial ends.
template <class StateT>
struct Trial {
    StateT state;
    Trial(const StateT& s, const StepOf<StateT>&) : state(s) {}
};

template <class Set, class Word, int Squares>
struct Trial<TowerState<Set, Word, Squares>> {
    using State = TowerState<Set, Word, Squares>;

    State& state;

    Trial(State& s, const StepOf<State>& step)
        : state(s),
          step_(step),
          white_(s.side[White]),
          black_(s.side[Black]),
          kings_(s.kings),
          from_(s.column[step.from]),
          to_(s.column[step.to]),
          turn_(s.turn) {
        for (int i = 0; i < step.jumps; ++i) victims_[i] = s.column[step.victims[i]];
    }
    ~Trial() {
        for (int i = 0; i < step_.jumps; ++i) state.column[step_.victims[i]] = victims_[i];
        state.column[step_.to] = to_;
        state.column[step_.from] = from_;
        state.side[White] = white_, state.side[Black] = black_, state.kings = kings_, state.turn = turn_;
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

  private:
    const StepOf<State>& step_;
    Set white_, black_, kings_;
    Column<Word> from_, to_;
    u8 turn_;
    union {
        Column<Word> victims_[Column<Word>::capacity];
    };
};

}  // namespace crowned
