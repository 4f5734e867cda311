// Where the moves of a run of positions lead, spin by spin: listed once, walked in every sweep.
#pragma once

#include <algorithm>
#include <vector>

#include "base/types.hpp"
#include "state/state.hpp"

namespace crowned {

using Odd = double;  // 1: the side to move wins, 0: it loses

constexpr int spins = 3;

// One position: what its moves are worth that lead to slices built before, and how many stay in this one.
struct Fork {
    float sure[spins] = {-1, -1, -1};
    u16 count[spins] = {0, 0, 0};

    // Numbers without a position of their own have neither.
    bool exists() const { return count[0] || sure[0] >= 0; }
};

class Roads {
  public:
    void clear() { forks_.clear(), next_.clear(); }
    void skip() { forks_.push_back({}); }

    void meet(int spin, Odd worth) { open_.sure[spin] = std::max(open_.sure[spin], float(worth)); }
    void meet_inside(int spin, u64 number) { inside_[spin].push_back(u32(number)); }

    // The position is done. Without a spin before it, its one list of moves stands for every spin.
    void close(bool spun, Odd blocked) {
        Fork fork;
        for (int spin = 0; spin < spins; ++spin) {
            int from = spun ? spin : 0;
            const std::vector<u32>& inside = inside_[from];
            fork.count[spin] = u16(inside.size());
            fork.sure[spin] = inside.empty() && open_.sure[from] < 0 ? float(blocked) : open_.sure[from];
            next_.insert(next_.end(), inside.begin(), inside.end());
        }
        forks_.push_back(fork);
        open_ = {};
        for (std::vector<u32>& inside : inside_) inside.clear();
    }

    void pack() { next_.shrink_to_fit(), forks_.shrink_to_fit(); }

    // `take(worth of each spin)` for every position in turn, nullptr where there is none.
    template <class Take>
    void walk(const Odd* in, Take&& take) const {
        const u32* next = next_.data();
        for (const Fork& fork : forks_) {
            Odd best[spins];
            for (int spin = 0; spin < spins; ++spin) {
                best[spin] = fork.sure[spin];
                for (int n = fork.count[spin]; n--;) best[spin] = std::max(best[spin], 1 - in[*next++]);
            }
            take(fork.exists() ? best : nullptr);
        }
    }

  private:
    std::vector<Fork> forks_;
    std::vector<u32> next_;
    Fork open_;
    std::vector<u32> inside_[spins];
};

}  // namespace crowned
