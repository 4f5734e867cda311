// The geometry of a ruleset's board, its crowning squares included.
#pragma once

#include "board/layout.hpp"
#include "rules/law.hpp"
#include "rules/rules.hpp"

namespace crowned {

template <class Layout>
void crown_on_listed(Geometry<Layout>& g, const RuleData& r) {
    int cells = r.files * r.ranks;
    for (int cell : r.crown_cells) {
        int turned = cells - 1 - cell;
        g.last_row[White] |= bit<typename Layout::Set>(Layout::bit_of(cell % r.files, cell / r.files, r.odd));
        g.last_row[Black] |=
            bit<typename Layout::Set>(Layout::bit_of(turned % r.files, turned / r.files, r.odd));
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
template <class Layout>
typename Layout::Set road_of(const RuleData& r, const Law& law) {
    typename Layout::Set road{};
    for (int cell : law.road_cells)
        road |= bit<typename Layout::Set>(Layout::bit_of(cell % r.files, cell / r.files, r.odd));
    return road;
}

}  // namespace crowned
