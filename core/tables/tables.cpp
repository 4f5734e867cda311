#include "tables/tables.hpp"

#include <stdexcept>

#include "position/factory.hpp"
#include "tables/tables_for.hpp"

namespace crowned {

namespace {

template <class Layout, class State, class KnownT>
std::unique_ptr<Tables> make(const RuleData& r, const SearchRules& s) {
    return std::make_unique<TablesFor<Layout, State, KnownT>>(r, s);
}

// One mover is kept for both: the board must look the same after a half turn.
void check(const RuleData& r) {
    if (r.towers) throw std::invalid_argument("towers keep their stones: there are no tables for them");
    if (!r.all_squares && (r.files + r.ranks) % 2)
        throw std::invalid_argument("the two sides see different boards: there are no tables for such");
}

}  // namespace

std::unique_ptr<Tables> make_tables(const RuleData& r, const SearchRules& s) {
    check(r);
    if (r.all_squares && r.files <= 8 && r.ranks <= 8)
        return make<Grid8, FlatState<Set64>, Known<0, -1, 0>>(r, s);
    if (r.all_squares) return make<Grid12, FlatState<Set192>, Known<>>(r, s);
    if (row_needs(r) <= 4) return make<Diagonal<Set64, 4>, FlatState<Set64>, Known<>>(r, s);
    if (row_needs(r) == 5 && bits_needed(r, 5) <= 64)
        return make<Diagonal<Set64, 5>, FlatState<Set64>, Known<>>(r, s);
    if (row_needs(r) == 6 && bits_needed(r, 6) <= 64)
        return make<Diagonal<Set64, 6>, FlatState<Set64>, Known<>>(r, s);
    return make<Diagonal<Set128, 7>, FlatState<Set128>, Known<>>(r, s);
}

}  // namespace crowned
