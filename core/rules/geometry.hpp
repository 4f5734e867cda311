// The geometry of a ruleset's board, its crowning squares included.
#pragma once

#include "board/layout.hpp"
#include "rules/law.hpp"
#include "rules/rules.hpp"

namespace crowned {

template <class Set>
void crown_on_listed(Ground<Set>& g, const RuleData& r) {
    for (Cell cell : r.crown_cells) {
        g.last_row[White] |= g.at(cell);
        g.last_row[Black] |= g.at(r.cells().turned(cell));
    }
}

template <class Layout>
Geometry<Layout> geometry_of(const RuleData& r) {
    Geometry<Layout> g(r.files, r.ranks, r.odd);
    if (r.crown_cells.size() == 0 && r.crown != Crown::Never) return g;
    g.last_row[White] = g.last_row[Black] = {};
    crown_on_listed(g, r);
    return g;
}

// The main road as squares of the board.
template <class Set>
Set road_of(const Ground<Set>& ground, const Law& law) {
    Set road{};
    for (Cell cell : law.road_cells) road |= ground.at(cell);
    return road;
}

}  // namespace crowned
