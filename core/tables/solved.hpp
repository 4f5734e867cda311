// A solved slice as it goes to a file, and how many of its positions are won, drawn and lost.
#pragma once

#include <algorithm>
#include <string>

#include "tables/finding.hpp"
#include "tables/material.hpp"

namespace crowned {

struct Totals {
    u64 positions = 0, won = 0, drawn = 0, lost = 0;
    int longest = 0;  // plies to a conversion

    void add(const Finding& f) {
        ++positions;
        ++(f.result == Result::Win ? won : f.result == Result::Loss ? lost : drawn);
        if (f.result != Result::Draw) longest = std::max(longest, f.plies);
    }
    Totals& operator+=(const Totals& other) {
        positions += other.positions, won += other.won, drawn += other.drawn, lost += other.lost;
        longest = std::max(longest, other.longest);
        return *this;
    }
    friend bool operator==(const Totals&, const Totals&) = default;
};

// Bytes a distance takes in a file.
constexpr int width_of(int longest) { return longest > 255 ? 2 : 1; }

struct Solved {
    Material material;
    u64 size = 0;  // numbers, including those that are no position
    Totals totals;
    std::string packed;
    std::string distances;  // of each number, one byte or two (if the longest needs it), low byte first
};

}  // namespace crowned
