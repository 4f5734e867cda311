// What a generator knows about its rules when it is compiled. Everything else it asks the rules for.
#pragma once

#include "rules/rules.hpp"

namespace crowned {

// Directions in which men capture. Free: all ways of men and kings are asked for, quiet ones too.
enum class Men { Free, Ask, Forward, Diagonals, AllLines, ForwardAndSideways };
enum class Kings { Ask, Short, Flying };
enum class Doors { Ask, None, Some };

constexpr u32 capture_directions(Men men) {
    switch (men) {
        case Men::Free:
        case Men::Ask:
            return 0;
        case Men::Forward:
            return dir_bit(NE) | dir_bit(NW);
        case Men::Diagonals:
            return diagonals;
        case Men::AllLines:
            return diagonals | orthogonals;
        case Men::ForwardAndSideways:
            return dir_bit(N) | dir_bit(W) | dir_bit(E);
    }
    return 0;
}

template <Men MenT, Kings KingsT, Doors DoorsT>
struct Known {
    static constexpr u32 man_captures = capture_directions(MenT);  // 0: ask the rules
    static constexpr bool free = MenT == Men::Free;
    static constexpr Kings kings = KingsT;
    static constexpr Doors doors = DoorsT;

    static constexpr bool agrees(const RuleData& r) {
        return (free || r.usual_ways()) && (man_captures == 0 || r.man_captures == man_captures) &&
               (kings == Kings::Ask || r.flying == (kings == Kings::Flying)) &&
               (doors == Doors::Ask || r.doors == (doors == Doors::Some));
    }
};

}  // namespace crowned
