// The kernel of one kind of states, whichever row of the table of combinations makes its moves.
#pragma once

#include "movegen/trial.hpp"
#include "position/convert.hpp"
#include "position/kernel.hpp"
#include "position/moves_on.hpp"

namespace crowned {

template <class StateT>
class KernelFor final : public Kernel {
  public:
    using State = StateT;

    explicit KernelFor(const RuleData& rules) : rules_(rules), moves_(rules) {}

    int square_of(Cell cell) const override { return moves_.ground().square_of(cell); }

    int tower_limit() const override {
        if constexpr (State::tower) return State::Stones::capacity;
        return 1;
    }

    bool moves(const Board& board, Receiver& receiver, Budget budget) const override {
        State s = to_state<State>(board);
        if (moves_.over(s)) return true;
        Scratch<State> scratch;
        scratch.effort.budget = budget;
        StepList<State> steps;
        moves_.list(s, steps, scratch);
        if (scratch.effort.exceeded) return false;
        if (!all_are_told(s, steps)) return hand_captures(s, steps, receiver, budget);
        for (const Step& step : steps) hand_over(step, receiver);
        return true;
    }

    Effort effort(const Board& board) const override {
        State s = to_state<State>(board);
        Scratch<State> scratch;
        StepList<State> steps;
        WayBook book;
        if (!moves_.over(s)) moves_.captures(s, steps, scratch, book);
        return scratch.effort;
    }

    bool has_moves(const Board& board) const override {
        State s = to_state<State>(board);
        if (moves_.over(s)) return false;
        return moves_.can_capture(s) || has_quiet(s);
    }

    bool can_capture(const Board& board) const override {
        State s = to_state<State>(board);
        return !moves_.over(s) && moves_.can_capture(s);
    }

    Board play(const Board& board, const Way& way) const override {
        State s = to_state<State>(board);
        moves_.play(s, to_step(way));
        return to_board(s);
    }

    std::optional<u64> perft(const Board& board, int depth) const override {
        State s = to_state<State>(board);
        Scratch<State> scratch;
        u64 leaves = moves_.perft(s, depth, scratch);
        return scratch.effort.exceeded ? std::nullopt : std::optional(leaves);
    }

    std::optional<u64> listed(const Board& board, int depth) const override {
        State s = to_state<State>(board);
        Scratch<State> scratch;
        if (depth == 0 || moves_.over(s)) return depth == 0;
        u64 moves = listed_below(s, depth, scratch);
        return scratch.effort.exceeded ? std::nullopt : std::optional(moves);
    }

    Board normal(const Board& board) const override { return to_board(to_state<State>(board)); }

  private:
    using Set = typename State::Set;
    using Step = StepOf<State>;

    u64 listed_below(State& s, int depth, Scratch<State>& scratch) const {
        StepList<State> steps;
        moves_.list(s, steps, scratch);
        if (depth == 1 || scratch.effort.exceeded) return u64(steps.size());
        u64 n = 0;
        for (const Step& step : steps) {
            Trial<State> child(s, step);
            moves_.play(child.state, step);
            n += listed_below(child.state, depth - 1, scratch);
        }
        return n;
    }

    // Whether the list itself says everything. It does not say which way longer captures go; and who may
    // capture but need not, may do so whatever the wheel has brought.
    bool all_are_told(const State& s, const StepList<State>& steps) const {
        if (rules_.doors && !rules_.must_capture && moves_.can_capture(s)) return false;
        return std::none_of(steps.begin(), steps.end(), [](const Step& step) { return step.jumps > 1; });
    }

    static void hand_over(const Step& step, Receiver& receiver) {
        u8 squares[3] = {step.from, step.to, step.jumps ? u8(lowest(step.captured)) : u8(0)};
        receiver.take({squares, step.jumps, step.flags});
    }

    bool hand_captures(const State& s, const StepList<State>& listed, Receiver& receiver,
                       Budget budget) const {
        Scratch<State> scratch;
        scratch.effort.budget = budget;
        StepList<State> steps;
        WayBook book;
        moves_.captures(s, steps, scratch, book);
        if (scratch.effort.exceeded) return false;
        for (int i = 0; i < steps.size(); ++i)
            receiver.take({book.squares(i), steps[i].jumps, steps[i].flags});
        for (const Step& step : listed)
            if (!step.jumps) hand_over(step, receiver);
        return true;
    }

    bool has_quiet(const State& s) const {
        Scratch<State> scratch;
        StepList<State> steps;
        moves_.list(s, steps, scratch);
        return steps.size() > 0;
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

    const RuleData rules_;
    const MovesOn<State> moves_;
};

template <class State>
std::unique_ptr<Kernel> KernelMaker<State>::make(const RuleData& rules) {
    return std::make_unique<KernelFor<State>>(rules);
}

}  // namespace crowned
