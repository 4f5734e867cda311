#include "position/factory.hpp"
#include "search/searcher.hpp"

namespace crowned {

using Maker = std::unique_ptr<Searcher>(const RuleData&, const SearchRules&, std::size_t);
Maker small_flat_searcher, small_doors_searcher, medium_flat_searcher, wide_flat_searcher, grid_searcher,
    tower_searcher;

// The same choice as make_kernel's.
std::unique_ptr<Searcher> make_searcher(const RuleData& r, const SearchRules& s, std::size_t mebibytes) {
    if (r.towers) return tower_searcher(r, s, mebibytes);
    if (r.all_squares) return grid_searcher(r, s, mebibytes);
    if (row_needs(r) <= 4)
        return r.doors ? small_doors_searcher(r, s, mebibytes) : small_flat_searcher(r, s, mebibytes);
    if (row_needs(r) <= 6 && bits_needed(r, row_needs(r)) <= 64 && !r.doors)
        return medium_flat_searcher(r, s, mebibytes);
    return wide_flat_searcher(r, s, mebibytes);
}

}  // namespace crowned
