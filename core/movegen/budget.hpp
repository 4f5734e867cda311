// How much the captures of one position may cost, counted in jumps and moves and never in time: what is
// refused on one machine is refused on every other. docs/speed.md says how the numbers were chosen.
#pragma once

#include "base/types.hpp"

namespace crowned {

struct Budget {
    int jumps = 400'000;  // walked from all starting squares together; over towers, which take longer, half
    int moves = 10'000;
};

// What has been spent on the position at hand. `exceeded` stays until somebody has looked.
struct Effort {
    Budget budget{};
    int jumps = 0;
    bool exceeded = false;

    void begin() { jumps = 0; }
    // A jump more; false once the budget is used up, and then for ever until `begin`.
    bool spend(int cost) {
        if ((jumps += cost) <= budget.jumps && !exceeded) [[likely]]
            return true;
        exceeded = true;
        return false;
    }
    void found(int moves) { exceeded |= moves > budget.moves; }
    bool take_exceeded() {
        bool was = exceeded;
        exceeded = false;
        return was;
    }
};

}  // namespace crowned
