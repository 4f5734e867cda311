// Moves as the core keeps them: a list of small records, and the sinks that collect them.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "rules/rules.hpp"

namespace crowned {

enum StepFlag : u8 { Crowns = 1, Falls = 2, ByKing = 4, IsSlide = 8 };

constexpr int max_jumps = 192;

// A slide uses `from` for the slider and `to` for its new position.
template <class Set>
struct FlatStep {
    Set captured;
    u8 from;
    u8 to;
    u8 flags;
    u8 jumps;
};

// The order of captures decides how a tower looks, so it is part of the move.
template <class Set, int MaxJumps>
struct TowerStep {
    Set captured;
    u64 ranks;  // that prisoners keep, in the order taken, first in bit 0
    u8 from;
    u8 to;
    u8 flags;
    u8 jumps;
    u8 victims[MaxJumps];
};

template <class State>
struct StepFor {
    using type = FlatStep<typename State::Set>;
};
template <class Set, class Word, int Squares>
struct StepFor<TowerState<Set, Word, Squares>> {
    using type = TowerStep<Set, Column<Word>::capacity>;
};
template <class State>
using StepOf = typename StepFor<State>::type;

// Whether two moves of a position are one: the same piece goes to the same square and does the same. The
// order of jumps counts only where it shows, in the ranks of the stones of a tower; of a quiet move nobody
// has written any.
template <class Step>
bool same_move(const Step& a, const Step& b) {
    if (a.from != b.from || a.to != b.to || a.flags != b.flags || a.jumps != b.jumps ||
        !(a.captured == b.captured))
        return false;
    if constexpr (requires { a.victims; })
        return a.jumps == 0 ||
               (a.ranks == b.ranks && std::is_permutation(a.victims, a.victims + a.jumps, b.victims));
    else return true;
}

// A list that lives on the stack until it outgrows it. Elements are plain data and stay uninitialised.
template <class T, int Inline>
class ShortList {
  public:
    ShortList() {}
    ShortList(const ShortList&) = delete;
    ShortList& operator=(const ShortList&) = delete;

    T& add() {
        if (size_ == capacity_) grow();
        return data_[size_++];
    }
    // Room for so many more, to be filled by the caller.
    T* extend(int count) {
        while (size_ + count > capacity_) grow();
        size_ += count;
        return data_ + size_ - count;
    }
    void clear() { size_ = 0; }
    void drop_last() { --size_; }
    int size() const { return size_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](int i) { return data_[i]; }
    const T& operator[](int i) const { return data_[i]; }

  private:
    void grow() {
        std::unique_ptr<T[]> wider(new T[std::size_t(capacity_) * 2]);
        std::memcpy(static_cast<void*>(wider.get()), data_, sizeof(T) * std::size_t(size_));
        heap_ = std::move(wider);
        data_ = heap_.get();
        capacity_ *= 2;
    }

    union {
        T inline_[Inline];
    };
    std::unique_ptr<T[]> heap_;
    T* data_ = inline_;
    int size_ = 0;
    int capacity_ = Inline;
};

template <class State>
using StepList = ShortList<StepOf<State>, 64>;

// Packs what a ruleset compares captures by into one number; larger ranks before smaller.
class Precedence {
  public:
    explicit Precedence(const RuleData& rules) {
        for (Criterion c : rules.priority) add(c);
    }

    bool trivial() const { return count_ == 0; }
    bool only_most() const { return count_ == 1 && order_[0] == Criterion::Most; }

    // For captures by men of men alone, "most" is all that can tell them apart.
    bool ranks_by_most() const {
        for (int i = 0; i < count_; ++i)
            if (order_[i] == Criterion::Most || order_[i] == Criterion::Value) return true;
        return false;
    }

    // Two orders of the same victims may differ in rank.
    bool looks_at_order() const {
        return std::find(order_.begin(), order_.begin() + count_, Criterion::KingEarliest) !=
               order_.begin() + count_;
    }

    // Criteria that tell captures apart by the kings among the victims.
    bool looks_at_victims() const { return looks_at_victims_; }

    // `ranks` holds the rank of each victim in the order taken, first in bit 0.
    u64 key(int jumps, bool by_king, u64 ranks) const {
        u64 key = 0;
        for (int i = 0; i < count_; ++i)
            key = (key << width(order_[i])) | part(order_[i], jumps, by_king, ranks);
        return key;
    }

  private:
    void add(Criterion c) {
        order_[count_++] = c;
        looks_at_victims_ |=
            c == Criterion::MostKings || c == Criterion::KingEarliest || c == Criterion::Value;
    }

    static int width(Criterion c) {
        switch (c) {
            case Criterion::Most:
                return 8;
            case Criterion::WithKing:
                return 1;
            case Criterion::MostKings:
                return 8;
            case Criterion::Value:
                return 15;
            case Criterion::KingEarliest:
                return 32;
        }
        return 0;
    }

    static u64 part(Criterion c, int jumps, bool by_king, u64 ranks) {
        int kings = std::popcount(ranks);
        switch (c) {
            case Criterion::Most:
                return u64(jumps);
            case Criterion::WithKing:
                return by_king;
            case Criterion::MostKings:
                return u64(kings);
            // n kings are worth more than 2n - 1 men and less than 2n, for every n a board can hold
            case Criterion::Value:
                return u64(100 * (jumps - kings) + 199 * kings);
            case Criterion::KingEarliest:
                return first_highest(ranks);
        }
        return 0;
    }

    static u64 first_highest(u64 ranks) {
        u64 key = 0;
        for (int i = 0; i < 32; ++i) key = (key << 1) | ((ranks >> i) & 1);
        return key;
    }

    std::array<Criterion, 5> order_{};
    int count_ = 0;
    bool looks_at_victims_ = false;
};

// Capture states already seen from the same start, so that equal ways are walked once.
template <class Set>
class Visited {
  public:
    void clear() { ++epoch_, size_ = 0; }

    // False if the same has been added since the last clear.
    bool add(Set captured, u32 tag, u64 order) {
        if (2 * size_ >= capacity_) grow();
        Entry& e = find(captured, tag, order);
        if (e.epoch == epoch_) return false;
        e = {captured, order, tag, epoch_};
        ++size_;
        return true;
    }

  private:
    struct Entry {
        Set captured;
        u64 order;
        u32 tag;
        u32 epoch;
    };

    static u64 hash(Set captured, u32 tag) {
        return mix(word_of(captured, 0) ^ mix(word_of(captured, 1) ^ mix(word_of(captured, 2) + tag)));
    }
    Entry& find(Set captured, u32 tag, u64 order) {
        for (u32 i = u32(hash(captured, tag)) & (capacity_ - 1);; i = (i + 1) & (capacity_ - 1)) {
            Entry& e = entries_[i];
            if (e.epoch != epoch_ || (e.tag == tag && e.order == order && e.captured == captured)) return e;
        }
    }
    void grow() {
        auto old = std::move(entries_);
        u32 old_capacity = capacity_;
        capacity_ = capacity_ ? 2 * capacity_ : 64;
        entries_.reset(new Entry[capacity_]());
        for (u32 i = 0; i < old_capacity; ++i)
            if (old[i].epoch == epoch_) find(old[i].captured, old[i].tag, old[i].order) = old[i];
    }

    std::unique_ptr<Entry[]> entries_;
    u32 capacity_ = 0;
    u32 size_ = 0;
    u32 epoch_ = 1;
};

}  // namespace crowned
