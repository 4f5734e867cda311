// The kernels there are, one function per source file so that they compile side by side.
#pragma once

#include "position/kernel.hpp"

namespace crowned {

std::unique_ptr<Kernel> small_flat_kernel(const RuleData& rules);   // up to 8 files
std::unique_ptr<Kernel> medium_flat_kernel(const RuleData& rules);  // up to 10 files
std::unique_ptr<Kernel> wide_flat_kernel(const RuleData& rules);    // up to 12 files
std::unique_ptr<Kernel> grid_kernel(const RuleData& rules);         // every square played on
std::unique_ptr<Kernel> tower_kernel(const RuleData& rules);

// Squares a row needs, with the ghost that straight captures ask for.
constexpr int row_needs(const RuleData& r) { return (r.files + 1) / 2 + (r.straight_captures ? 1 : 0); }

// Bits a board of dark squares needs when a row step is `stride`.
constexpr int bits_needed(const RuleData& r, int stride) {
    int last = r.ranks + r.odd - 1;
    return (last / 2) * (2 * stride + 1) + (last % 2) * (stride + 1) + (r.files + 1) / 2;
}

constexpr u32 forward_pair = dir_bit(NE) | dir_bit(NW);

}  // namespace crowned
