// What search and tables do with the moves of a board: list them, whatever row made the list, and play them.
#pragma once

#include "movegen/play.hpp"
#include "position/combinations.hpp"
#include "position/kernel.hpp"

namespace crowned {

template <class Board>
class MovesOn {
  public:
    using State = typename Board::State;

    explicit MovesOn(const RuleData& rules) : rules_(rules), source_(source(rules)) {}

    void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const {
        source_->list(s, out, scratch);
    }
    bool can_capture(const State& s) const { return source_->can_capture(s); }
    bool way_of(const State& s, const StepOf<State>& step, Receiver& receiver) const {
        return source_->way_of(s, step, receiver);
    }
    bool over(const State& s) const { return is_over(rules_, s); }
    void play(State& s, const StepOf<State>& step) const { crowned::play(rules_, s, step); }

  private:
    using Source = std::unique_ptr<MoveSource<State>>;

    static Source source(const RuleData& rules) {
        return with_row(rules, [&]<class Row>(Row) -> Source {
            if constexpr (std::is_same_v<typename Row::Board, Board>) return KernelMaker<Row>::source(rules);
            else fail("these rules belong on another board");
        });
    }

    const RuleData rules_;
    const Source source_;
};

}  // namespace crowned
