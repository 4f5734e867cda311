// What kernels, search and tables do with moves: list them, whatever row made the list, and play them.
#pragma once

#include "movegen/play.hpp"
#include "position/combinations.hpp"
#include "position/kernel.hpp"

namespace crowned {

template <class StateT>
class MovesOn {
  public:
    using State = StateT;

    explicit MovesOn(const RuleData& rules) : rules_(rules), source_(source(rules)) {}

    void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const {
        source_->list(s, out, scratch);
    }
    bool can_capture(const State& s) const { return source_->can_capture(s); }
    void captures(const State& s, StepList<State>& out, Scratch<State>& scratch, WayBook& book) const {
        source_->captures(s, out, scratch, book);
    }
    u64 perft(State& s, int depth, Scratch<State>& scratch) const {
        return source_->perft(s, depth, scratch);
    }

    // Hands the way of a listed move over; false if captures are too many to find it again.
    bool way_of(const State& s, const StepOf<State>& step, Receiver& receiver) const {
        // Short ways are in the move itself, the others are walked again.
        if (step.jumps < 2) {
            u8 squares[3] = {step.from, step.to, step.jumps ? u8(lowest(step.captured)) : u8(0)};
            return receiver.take({squares, step.jumps, step.flags}), true;
        }
        Scratch<State> scratch;
        StepList<State> steps;
        WayBook book;
        source_->captures(s, steps, scratch, book);
        for (int i = 0; i < steps.size() && !scratch.effort.exceeded; ++i)
            if (same_move(steps[i], step))
                return receiver.take({book.squares(i), step.jumps, step.flags}), true;
        return false;
    }
    const Ground<typename State::Set>& ground() const { return source_->ground(); }
    bool over(const State& s) const { return is_over(rules_, s); }
    void play(State& s, const StepOf<State>& step) const { crowned::play(rules_, s, step); }

  private:
    using Source = std::unique_ptr<MoveSource<State>>;

    static Source source(const RuleData& rules) {
        return with_row(rules, [&]<class Row>(Row) -> Source {
            if constexpr (std::is_same_v<typename Row::State, State>) return SourceMaker<Row>::make(rules);
            else fail("these rules belong on another board");
        });
    }

    const RuleData rules_;
    const Source source_;
};

}  // namespace crowned
