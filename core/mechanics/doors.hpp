// Trapdoors: which squares are open, and what one step of a slider does.
#pragma once

#include <bit>

#include "rules/rules.hpp"

namespace crowned {

template <class Set>
Set open_doors(const RuleData& rules, Knobs knobs) {
    Set open{};
    for (int i = 0; knobs >> (2 * i); ++i)
        if (int at = knob_at(knobs, i); at != Middle) open |= bit<Set>(rules.door[i][at]);
    return open;
}

// Positions one step away from `at`: both sides from the middle, only the middle from a side.
constexpr int first_step(int at) { return at == Middle ? Left : Middle; }
constexpr int last_step(int at) { return at == Middle ? Right : Middle; }

// All slides there are, whatever is spun: two of a slider in the middle, one of any other.
inline int slide_count(const RuleData& rules, Knobs knobs) {
    return 2 * rules.sliders.size() - std::popcount(knobs);
}

// Opens or closes one door; what stands on an opened door is lost, king or man.
template <class State>
void slide(const RuleData& rules, State& s, int knob, int to) {
    using Set = typename State::Set;
    if (to != Middle) {
        Set hole = bit<Set>(rules.door[knob][to]);
        s.side[White] &= ~hole, s.side[Black] &= ~hole, s.kings &= ~hole;
    }
    if (!rules.snap) s.knobs = with_knob(s.knobs, knob, to);
}

}  // namespace crowned
