// What positions were judged to be worth. Judging is dear, and positions come again: by other orders of
// moves, and at every next depth.
#pragma once

#include <vector>

#include "search/values.hpp"

namespace crowned {

class Judgements {
  public:
    void forget() { places_.assign(count, 0); }

    // What `judge` said of this position the last time, or says now.
    template <class Judge>
    Score operator()(u64 key, Judge&& judge) {
        u64& place = places_[std::size_t(key % count)];
        if (place >> score_bits == key >> score_bits) return Score(int(std::int16_t(place & score_mask)));
        Score score = judge();
        place = (key & ~score_mask) | u16(std::int16_t(int(score)));
        return score;
    }

  private:
    // The place and the upper bits that it keeps are the whole key between them.
    static constexpr u64 count = 1 << 17;
    static constexpr int score_bits = 16;
    static constexpr u64 score_mask = (1 << score_bits) - 1;
    static_assert(count > score_mask);

    std::vector<u64> places_ = std::vector<u64>(count);
};

}  // namespace crowned
