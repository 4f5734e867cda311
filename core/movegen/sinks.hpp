// Where generated captures go: into a list, the best by precedence only.
#pragma once

#include "movegen/alike.hpp"
#include "movegen/book.hpp"

namespace crowned {

// Keeps only captures of the highest precedence seen so far.
class BestOnly {
  public:
    explicit BestOnly(const Precedence& precedence) : precedence_(precedence) {}

    bool looks_at_order() const { return precedence_.looks_at_order(); }

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

    // Who wants to know the ways of captures too brings a book.
    ListSink(const Precedence& precedence, StepList<State>& list, WayBook* book = nullptr)
        : best_(precedence), list_(list), book_(book) {}

    int size() const { return list_.size(); }
    bool looks_at_order() const { return best_.looks_at_order(); }

    void single(int from, int over, int to, u8 flags, bool king_taken) {
        if (!wanted(1, flags & ByKing, king_taken)) return;
        Step& step = list_.add();
        fill(step, from, to, flags, 1, bit<Set>(over));
        if constexpr (State::tower) step.victims[0] = u8(over), step.ranks = king_taken;
        if (book_) [[unlikely]]
            write_down(from, over, to);
    }

    template <class Walker>
    void walked(const Walker& way, int to, Set captured, u8 flags) {
        if (!wanted(way.jumps, flags & ByKing, way.ranks)) return;
        Step& step = list_.add();
        fill(step, way.path[0], to, flags, way.jumps, captured);
        if constexpr (State::tower) {
            std::memcpy(step.victims, way.victims, std::size_t(way.jumps));
            step.ranks = way.ranks_kept();
            if (alike_.repeats_last(list_)) {
                list_.drop_last();
                return;
            }
        }
        if (book_) [[unlikely]]
            book_->add(way.path, way.victims, way.jumps);
    }

  private:
    bool wanted(int jumps, bool by_king, u64 ranks) {
        switch (best_.judge(jumps, by_king, ranks)) {
            case BestOnly::Rank::Worse:
                return false;
            case BestOnly::Rank::Better:
                list_.clear(), alike_.clear();
                if (book_) book_->clear();
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

    void write_down(int from, int over, int to) {
        u8 path[2] = {u8(from), u8(to)}, victim = u8(over);
        book_->add(path, &victim, 1);
    }

    BestOnly best_;
    StepList<State>& list_;
    WayBook* book_;
    [[no_unique_address]] Alike<State> alike_;
};

}  // namespace crowned
