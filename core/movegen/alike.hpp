// Captures of towers that end alike: two orders of the same jumps are one move if they stack the same stones
// in the same order.
#pragma once

#include <vector>

#include "movegen/step.hpp"

namespace crowned {

// Ways of flat pieces that end alike are told apart while walking.
template <class State>
struct Alike {
    void clear() {}
};

// The captures listed so far. A few are compared one by one, many are looked up by their hash.
template <class Set, class Word, int Squares>
class Alike<TowerState<Set, Word, Squares>> {
  public:
    using State = TowerState<Set, Word, Squares>;
    using Step = StepOf<State>;
    using List = StepList<State>;

    void clear() { slots_.clear(); }

    // Whether the last of the list ends as one before it; it is remembered if not.
    bool repeats_last(const List& list) {
        int last = list.size() - 1;
        if (last >= few) return !add(list, last);
        for (int i = 0; i < last; ++i)
            if (same_move(list[i], list[last])) return true;
        return false;
    }

  private:
    static constexpr int few = 24;

    static u64 hash(const Step& s) {
        u64 sum = mix(s.ranks ^ mix(u64(s.from) | u64(s.to) << 8 | u64(s.flags) << 16 | u64(s.jumps) << 24));
        for (int i = 0; i < s.jumps; ++i) sum += mix(0x9e3779b97f4a7c15ull * (s.victims[i] + 1u));
        return mix(sum);
    }

    bool add(const List& list, int index) {
        if (std::size_t(index) * 2 >= slots_.size()) rebuild(list, index);
        int& slot = find(list, list[index]);
        if (slot) return false;
        slot = index + 1;
        return true;
    }
    int& find(const List& list, const Step& step) {
        std::size_t i = hash(step) & (slots_.size() - 1);
        while (slots_[i] && !same_move(list[slots_[i] - 1], step)) i = (i + 1) & (slots_.size() - 1);
        return slots_[i];
    }
    void rebuild(const List& list, int count) {
        slots_.assign(std::max<std::size_t>(slots_.size() * 2, 128), 0);
        for (int i = 0; i < count; ++i) find(list, list[i]) = i + 1;
    }

    std::vector<int> slots_;  // index in the list plus one; a power of two of them
};

}  // namespace crowned
