// The moves of positions, seen without what their generator knows when it is compiled: what kernels, search
// and tables ask.
#pragma once

#include "board/layout.hpp"
#include "movegen/book.hpp"
#include "movegen/budget.hpp"
#include "movegen/step.hpp"

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
    // The captures alone, with their ways.
    virtual void captures(const State& s, StepList<State>& out, Scratch<State>& scratch,
                          WayBook& book) const = 0;
    // Leaves of the move tree; worth nothing if the effort was exceeded.
    virtual u64 perft(State& s, int depth, Scratch<State>& scratch) const = 0;
    virtual const Ground<typename State::Set>& ground() const = 0;
};

}  // namespace crowned
