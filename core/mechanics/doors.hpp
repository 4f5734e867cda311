// Trapdoors: which squares are open, and what one step of a slider does.
#pragma once

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

inline int slide_count(const RuleData& rules, Knobs knobs, int spin) {
    int n = 0;
    for (int i = 0; i < rules.sliders.size(); ++i)
        if (spin == NoSpin || spin == rules.knob_spin(i)) n += knob_at(knobs, i) == Middle ? 2 : 1;
    return n;
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
