// Wrong moves on a board, for search, tables and batches: which there are, and which pieces may go for them.
#pragma once

#include "position/moves_on.hpp"
#include "rules/law.hpp"

namespace crowned {

template <class StateT>
class OffencesOn {
  public:
    using State = StateT;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    OffencesOn(const RuleData& rules, const Law& law)
        : law_(law),
          ranked_(rules.must_continue && rules.priority.size() > 0),
          relaxed_(rules.relaxed()),
          unranked_(rules.unranked()) {}

    const MovesOn<State>& relaxed() const { return relaxed_; }

    // Where the correct moves come from, if they are captures.
    static Set owed(const StepList<State>& correct) {
        Set from{};
        for (const Step& step : correct)
            if (step.jumps) from |= bit<Set>(step.from);
        return from;
    }

    // Appends everything playable that is not correct.
    void add_to(StepList<State>& moves, const State& s) const {
        int correct = moves.size();
        StepList<State> all;
        Scratch<State> scratch;
        relaxed_.list(s, all, scratch);
        for (const Step& step : all)
            if (!is_among(moves, correct, step)) moves.add() = step;
    }

    // The pieces of which one may be taken off, on their present squares: who captured too little himself,
    // else all who owed a capture. What has fallen is gone.
    Set removable(const State& s, const Step& step, Set owed) const {
        bool moved = !(step.flags & IsSlide);
        if (law_.huff_moved_piece && !moved) return Set{};
        Set from = moved ? bit<Set>(step.from) : Set{};
        Set to = moved && !(step.flags & Falls) ? bit<Set>(step.to) : Set{};
        if (law_.huff_moved_piece || is_own_fault(s, step, owed)) return to;
        return any(owed & from) ? (owed & ~from) | to : owed;
    }

  private:
    static bool is_among(const StepList<State>& moves, int count, const Step& step) {
        for (int i = 0; i < count; ++i)
            if (same_move(moves[i], step)) return true;
        return false;
    }

    bool is_own_fault(const State& s, const Step& step, Set owed) const {
        return step.jumps && (has(owed, step.from) || (ranked_ && stopped_early(s, step)));
    }

    // Asked of pieces that owed nothing, because another's capture ranks first.
    bool stopped_early(const State& s, const Step& step) const {
        StepList<State> whole;
        Scratch<State> scratch;
        unranked_.list(s, whole, scratch);
        return !is_among(whole, whole.size(), step);
    }

    const Law law_;
    const bool ranked_;  // else every piece that can capture owes a capture
    const MovesOn<State> relaxed_, unranked_;
};

}  // namespace crowned
