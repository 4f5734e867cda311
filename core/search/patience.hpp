// How long to think where a clock runs: less while the best move stays, more after it changed or fell.
#pragma once

#include <algorithm>

#include "search/values.hpp"

namespace crowned {

class Patience {
  public:
    // What share of the time set aside should have passed before no new depth is begun.
    double share(u16 best, Score score) {
        const bool first = best_ == 0;
        steady_ = best == best_ ? steady_ + 1 : 0;
        const int fall = first ? 0 : std::clamp(int(last_) - int(score), 0, most_fall);
        best_ = best, last_ = score;
        const double calm = steady_ >= long_steady ? 0.7 : steady_ > 0 ? 1.0 : 1.25;
        return calm * (1 + double(fall) / most_fall);
    }

  private:
    static constexpr int most_fall = 60;   // about half a man: time is doubled, not more
    static constexpr int long_steady = 5;  // depths that all found the same

    u16 best_ = 0;
    int steady_ = 0;
    Score last_{0};
};

}  // namespace crowned
