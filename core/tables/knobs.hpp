// The settings of trapdoor sliders as numbers, and what they become when the board is turned.
#pragma once

#include <array>
#include <stdexcept>
#include <vector>

#include "mechanics/doors.hpp"

namespace crowned {

// Sliders whose doors close at once keep no setting: there is only one.
template <class Set>
class KnobIndex {
  public:
    // std::invalid_argument if the doors do not look the same after a half turn.
    KnobIndex(const RuleData& rules, const Ground<Set>& ground)
        : sliders_(rules.doors ? rules.sliders.size() : 0) {
        for (int i = 0; i < sliders_ && !rules.snap; ++i) count_ *= 3;
        for (int code = 0; code < count_; ++code) knobs_.push_back(knobs_of(code));
        find_turn(rules, ground);
    }

    int count() const { return count_; }
    Knobs knobs(int code) const { return knobs_[std::size_t(code)]; }
    Knobs turned(Knobs knobs) const {
        Knobs out = 0;
        for (int i = 0; i < sliders_; ++i)
            out = with_knob(out, partner_[i], turn_[i][std::size_t(knob_at(knobs, i))]);
        return out;
    }
    // The number of a setting as the side to move sees it.
    int code(Knobs knobs, int turn) const {
        if (count_ == 1) return 0;
        Knobs seen = turn == White ? knobs : turned(knobs);
        int out = 0;
        for (int i = 0; i < sliders_; ++i) out = 3 * out + knob_at(seen, i);
        return out;
    }

  private:
    Knobs knobs_of(int code) const {
        Knobs out = 0;
        for (int i = sliders_ - 1; i >= 0; --i, code /= 3) out = with_knob(out, i, code % 3);
        return out;
    }

    void find_turn(const RuleData& rules, const Ground<Set>& ground) {
        for (int i = 0; i < sliders_; ++i) {
            bool found = false;
            for (int k = 0; k < sliders_ && !found; ++k) {
                if (rules.knob_spin(i) != rules.knob_spin(k)) continue;
                for (int left : {Left, Right}) {
                    int right = Left + Right - left;
                    if (turned_square(ground, rules.door[i][Left]) != rules.door[k][left] ||
                        turned_square(ground, rules.door[i][Right]) != rules.door[k][right])
                        continue;
                    partner_[i] = k, turn_[i] = {Middle, left, right}, found = true;
                }
            }
            if (!found)
                throw std::invalid_argument(
                    "the two sides see different doors: there are no tables for such");
        }
    }

    static int turned_square(const Ground<Set>& ground, int square) {
        auto low = ground.board, high = ground.board;
        for (int from = pop(low); from != square; from = pop(low)) high ^= bit<decltype(high)>(highest(high));
        return highest(high);
    }

    int sliders_, count_ = 1;
    std::vector<Knobs> knobs_;
    int partner_[most_knobs]{};
    std::array<int, 3> turn_[most_knobs]{};
};

}  // namespace crowned
