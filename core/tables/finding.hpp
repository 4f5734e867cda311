// What is known about a position for its side to move: a result, and how many plies it takes to convert it.
//
// A conversion changes the material (a capture, a crowning, a fall) or ends the game. Who wins hurries, who
// loses delays.
#pragma once

#include "tables/codec.hpp"

namespace crowned {

struct Finding {
    Result result = Result::Draw;  // Draw also stands for what is not decided yet
    int plies = 0;

    static constexpr Finding after_conversion(Result for_mover) { return {for_mover, 1}; }

    // Seen by who made the quiet move that led here.
    constexpr Finding before_move() const { return {turned(result), plies + 1}; }

    friend bool operator==(const Finding&, const Finding&) = default;
};

// Whether the side to move likes a better than b.
constexpr bool better(const Finding& a, const Finding& b) {
    auto worth = [](Result r) { return r == Result::Win ? 2 : r == Result::Draw ? 1 : 0; };
    if (a.result != b.result) return worth(a.result) > worth(b.result);
    if (a.result == Result::Win) return a.plies < b.plies;
    return a.result == Result::Loss && a.plies > b.plies;
}

}  // namespace crowned
