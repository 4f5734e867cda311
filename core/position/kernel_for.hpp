// The kernel of one row of the table of combinations.
#pragma once

#include "movegen/perft.hpp"
#include "position/combinations.hpp"
#include "position/convert.hpp"
#include "position/kernel.hpp"
#include "rules/geometry.hpp"

namespace crowned {

template <class Row>
class SourceFor final : public MoveSource<typename Row::State> {
  public:
    using State = typename Row::State;

    explicit SourceFor(const RuleData& rules)
        : rules_(rules), geometry_(geometry_of<typename Row::Layout>(rules)), lister_(rules_, geometry_) {}

    void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const override {
        lister_.list(s, out, scratch);
    }
    bool can_capture(const State& s) const override { return lister_.can_capture(s); }
    bool way_of(const State& s, const StepOf<State>& step, Receiver& receiver) const override;

  private:
    RuleData rules_;
    Geometry<typename Row::Layout> geometry_;
    Perft<typename Row::Layout, State, typename Row::Known> lister_;
};

// Collects moves with their ways, best precedence only, equal results once.
template <class State>
class WaySink {
  public:
    using Set = typename State::Set;

    explicit WaySink(const Precedence& precedence) : steps_(precedence, list_) {}

    void single(int from, int over, int to, u8 flags, bool king_taken) {
        steps_.single(from, over, to, flags, king_taken);
        u8 path[2] = {u8(from), u8(to)}, victim = u8(over);
        keep(path, &victim, 1);
    }

    template <class Walker>
    void walked(const Walker& way, int to, Set captured, u8 flags) {
        steps_.walked(way, to, captured, flags);
        keep(way.path, way.victims, way.jumps);
    }

    int size() const { return list_.size(); }

    void hand_over(Receiver& receiver) const {
        for (int i = 0; i < list_.size(); ++i) hand_over(i, receiver);
    }

    // The way of one move; false if it is not among them.
    bool hand_over(const StepOf<State>& step, Receiver& receiver) const {
        for (int i = 0; i < list_.size(); ++i)
            if (same_move(list_[i], step)) return hand_over(i, receiver), true;
        return false;
    }

  private:
    void hand_over(int i, Receiver& receiver) const {
        receiver.take({bytes_.data() + starts_[std::size_t(i)], list_[i].jumps, list_[i].flags});
    }

    // Follows what the list did with the last capture: taken, refused, or taken in place of all before.
    void keep(const u8* path, const u8* victims, int jumps) {
        if (restarts_ != steps_.restarts) bytes_.clear(), starts_.clear();
        restarts_ = steps_.restarts;
        if (list_.size() == int(starts_.size())) return;
        starts_.push_back(u32(bytes_.size()));
        bytes_.insert(bytes_.end(), path, path + jumps + 1);
        bytes_.insert(bytes_.end(), victims, victims + jumps);
    }

    StepList<State> list_;
    ListSink<State> steps_;
    std::vector<u8> bytes_;
    std::vector<u32> starts_;
    int restarts_ = 0;
};

// Short ways are in the move itself, the others are walked again.
template <class Row>
bool SourceFor<Row>::way_of(const State& s, const StepOf<State>& step, Receiver& receiver) const {
    if (step.jumps < 2) {
        u8 squares[3] = {step.from, step.to, step.jumps ? u8(lowest(step.captured)) : u8(0)};
        return receiver.take({squares, step.jumps, step.flags}), true;
    }
    Scratch<State> scratch;
    WaySink<State> sink(lister_.order());
    lister_.captures_into(s, sink, scratch);
    return !scratch.effort.exceeded && sink.hand_over(step, receiver);
}

template <class Row>
class KernelFor final : public Kernel {
  public:
    using Layout = typename Row::Layout;
    using State = typename Row::State;

    explicit KernelFor(const RuleData& rules)
        : rules_(rules), geometry_(geometry_of<Layout>(rules)), generator_(rules_, geometry_) {}

    int bit_of(int file, int rank) const override { return Layout::bit_of(file, rank, rules_.odd); }

    int tower_limit() const override {
        if constexpr (State::tower) return State::Stones::capacity;
        return 1;
    }

    bool moves(const Board& board, Receiver& receiver, Budget budget) const override {
        State s = to_state<State>(board);
        if (generator_.over(s)) return true;
        bool captures = generator_.can_capture(s);
        if (captures && !hand_captures(s, receiver, budget)) return false;
        if (!captures || !rules_.must_capture) hand_quiet(s, receiver);
        return true;
    }

    Effort effort(const Board& board) const override {
        State s = to_state<State>(board);
        Scratch<State> scratch;
        WaySink<State> sink(generator_.order());
        if (!generator_.over(s)) generator_.captures_into(s, sink, scratch);
        return scratch.effort;
    }

    bool has_moves(const Board& board) const override {
        State s = to_state<State>(board);
        if (generator_.over(s)) return false;
        return generator_.can_capture(s) || has_quiet(s);
    }

    bool can_capture(const Board& board) const override {
        State s = to_state<State>(board);
        return !generator_.over(s) && generator_.can_capture(s);
    }

    Board play(const Board& board, const Way& way) const override {
        State s = to_state<State>(board);
        crowned::play(rules_, s, to_step(way));
        return to_board(s);
    }

    std::optional<u64> perft(const Board& board, int depth) const override {
        State s = to_state<State>(board);
        Scratch<State> scratch;
        u64 leaves = generator_.perft(s, depth, scratch);
        return scratch.effort.exceeded ? std::nullopt : std::optional(leaves);
    }

    Board normal(const Board& board) const override { return to_board(to_state<State>(board)); }

  private:
    using Set = typename State::Set;
    using Step = StepOf<State>;

    bool hand_captures(const State& s, Receiver& receiver, Budget budget) const {
        Scratch<State> scratch;
        scratch.effort.budget = budget;
        WaySink<State> sink(generator_.order());
        generator_.captures_into(s, sink, scratch);
        if (scratch.effort.exceeded) return false;
        sink.hand_over(receiver);
        return true;
    }

    bool has_quiet(const State& s) const {
        Scratch<State> scratch;
        StepList<State> steps;
        generator_.list(s, steps, scratch);
        return steps.size() > 0;
    }

    void hand_quiet(const State& s, Receiver& receiver) const {
        Scratch<State> scratch;
        StepList<State> steps;
        generator_.list(s, steps, scratch);
        for (const Step& step : steps)
            if (!step.jumps) {
                u8 squares[2] = {step.from, step.to};
                receiver.take({squares, 0, step.flags});
            }
    }

    static Step to_step(const Way& way) {
        Step step{};
        step.from = way.squares[0], step.flags = way.flags, step.jumps = u8(way.jumps);
        step.to = way.squares[way.jumps ? way.jumps : 1];
        const u8* victims = way.squares + way.jumps + 1;
        for (int i = 0; i < way.jumps; ++i) {
            step.captured |= bit<Set>(victims[i]);
            if constexpr (State::tower) step.victims[i] = victims[i];
        }
        return step;
    }

    RuleData rules_;
    Geometry<Layout> geometry_;
    Perft<Layout, State, typename Row::Known> generator_;
};

template <class Row>
std::unique_ptr<Kernel> KernelMaker<Row>::make(const RuleData& rules) {
    return std::make_unique<KernelFor<Row>>(rules);
}

template <class Row>
std::unique_ptr<MoveSource<typename Row::State>> KernelMaker<Row>::source(const RuleData& rules) {
    return std::make_unique<SourceFor<Row>>(rules);
}

}  // namespace crowned
