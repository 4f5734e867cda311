#include "search/pick.hpp"

namespace crowned {

std::unique_ptr<Searcher> tower_searcher(const RuleData& r, const SearchRules& s, std::size_t mebibytes) {
    using Small = TowerState<Set64, u32, 48>;
    if (r.all_squares || row_needs(r) > 4 || bits_needed(r, 4) > 48)
        return wide_tower_searcher(r, s, mebibytes);
    return std::make_unique<SearcherFor<Diagonal<Set64, 4>, Small, Known<0, -1, 0>>>(r, s, mebibytes);
}

}  // namespace crowned
