// Where generated captures go: into a list, or only into a number. Both keep the best by precedence.
#pragma once

#include "movegen/alike.hpp"

namespace crowned {

// Keeps only captures of the highest precedence seen so far.
class BestOnly {
  public:
    explicit BestOnly(const Precedence& precedence) : precedence_(precedence) {}

    enum class Rank { Worse, Equal, Better };

    Rank judge(int jumps, bool by_king, u64 ranks) {
        if (precedence_.trivial()) return Rank::Equal;
        u64 key = precedence_.only_most() ? u64(jumps) : precedence_.key(jumps, by_king, ranks);
        if (key == best_) return Rank::Equal;
        if (key < best_) return Rank::Worse;
        best_ = key;
        return Rank::Better;
    }

  private:
    const Precedence& precedence_;
    u64 best_ = 0;
};

template <class State>
class ListSink {
  public:
    using Set = typename State::Set;
    using Step = StepOf<State>;

    ListSink(const Precedence& precedence, StepList<State>& list) : best_(precedence), list_(list) {}

    int restarts = 0;  // how often a better capture has emptied the list
    int size() const { return list_.size(); }

    void single(int from, int over, int to, u8 flags, bool king_taken) {
        if (!wanted(1, flags & ByKing, king_taken)) return;
        Step& step = list_.add();
        fill(step, from, to, flags, 1, bit<Set>(over));
        if constexpr (State::tower) step.victims[0] = u8(over), step.ranks = king_taken;
    }

    template <class Walker>
    void walked(const Walker& way, int to, Set captured, u8 flags) {
        if (!wanted(way.jumps, flags & ByKing, way.ranks)) return;
        Step& step = list_.add();
        fill(step, way.path[0], to, flags, way.jumps, captured);
        if constexpr (State::tower) {
            std::memcpy(step.victims, way.victims, std::size_t(way.jumps));
            step.ranks = way.ranks_kept();
            if (alike_.repeats_last(list_)) list_.drop_last();
        }
    }

  private:
    bool wanted(int jumps, bool by_king, u64 ranks) {
        switch (best_.judge(jumps, by_king, ranks)) {
            case BestOnly::Rank::Worse:
                return false;
            case BestOnly::Rank::Better:
                list_.clear(), alike_.clear(), ++restarts;
                return true;
            case BestOnly::Rank::Equal:
                return true;
        }
        return true;
    }

    static void fill(Step& step, int from, int to, u8 flags, int jumps, Set captured) {
        step.captured = captured;
        step.from = u8(from), step.to = u8(to), step.flags = flags, step.jumps = u8(jumps);
    }

    BestOnly best_;
    StepList<State>& list_;
    [[no_unique_address]] Alike<State> alike_;
};

// Counts captures of flat pieces; ways are already told apart by the walker.
template <class State>
class CountSink {
  public:
    using Set = typename State::Set;

    explicit CountSink(const Precedence& precedence) : best_(precedence) {}

    void singles(int n) {
        if (n == 0) return;
        auto rank = best_.judge(1, false, 0);
        if (rank == BestOnly::Rank::Better) count = 0;
        if (rank != BestOnly::Rank::Worse) count += u64(n);
    }

    template <class Walker>
    void walked(const Walker& way, int, Set, u8 flags) {
        auto rank = best_.judge(way.jumps, flags & ByKing, way.ranks);
        if (rank == BestOnly::Rank::Better) count = 0;
        if (rank != BestOnly::Rank::Worse) ++count;
    }

    u64 count = 0;
    int size() const { return int(count); }

  private:
    BestOnly best_;
};

}  // namespace crowned
