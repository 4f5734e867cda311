// The moves of positions, seen without what their generator knows when it is compiled: what search and tables
// ask.
#pragma once

#include "movegen/budget.hpp"
#include "movegen/step.hpp"
#include "movegen/way.hpp"

namespace crowned {

// Working memory of one thread.
template <class State>
struct Scratch {
    Visited<typename State::Set> visited;
    Effort effort;
};

template <class State>
class MoveSource {
  public:
    virtual ~MoveSource() = default;

    // Where that exceeds the effort, only some moves are listed, and not always correct ones.
    virtual void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const = 0;
    virtual bool can_capture(const State& s) const = 0;
    // Hands the way of a listed move over; false if captures are too many to find it again.
    virtual bool way_of(const State& s, const StepOf<State>& step, Receiver& receiver) const = 0;
};

}  // namespace crowned
