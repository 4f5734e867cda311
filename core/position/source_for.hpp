// The moves of one row of the table of combinations.
#pragma once

#include "movegen/perft.hpp"
#include "position/combinations.hpp"
#include "position/kernel.hpp"
#include "rules/geometry.hpp"

namespace crowned {

template <class Row>
class SourceFor final : public MoveSource<typename Row::State> {
  public:
    using State = typename Row::State;

    explicit SourceFor(const RuleData& rules)
        : rules_(rules), geometry_(geometry_of<typename Row::Layout>(rules)), generator_(rules_, geometry_) {}

    void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const override {
        generator_.list(s, out, scratch);
    }
    bool can_capture(const State& s) const override { return generator_.can_capture(s); }
    void captures(const State& s, StepList<State>& out, Scratch<State>& scratch,
                  WayBook& book) const override {
        generator_.captures(s, out, scratch, book);
    }
    u64 perft(State& s, int depth, Scratch<State>& scratch) const override {
        return generator_.perft(s, depth, scratch);
    }
    const Ground<typename State::Set>& ground() const override { return geometry_; }

  private:
    RuleData rules_;
    Geometry<typename Row::Layout> geometry_;
    Perft<typename Row::Layout, State, typename Row::Known> generator_;
};

template <class Row>
std::unique_ptr<MoveSource<typename Row::State>> SourceMaker<Row>::make(const RuleData& rules) {
    return std::make_unique<SourceFor<Row>>(rules);
}

}  // namespace crowned
