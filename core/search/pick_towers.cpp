#include "search/pick.hpp"

namespace crowned {

std::unique_ptr<Searcher> wide_tower_searcher(const RuleData& r, const SearchRules& s,
                                              std::size_t mebibytes) {
    if (r.all_squares)
        return std::make_unique<SearcherFor<Grid12, TowerState<Set192, u64, 156>, Known<0, -1, 0>>>(
            r, s, mebibytes);
    return std::make_unique<SearcherFor<Diagonal<Set128, 7>, TowerState<Set128, u64, 112>, Known<0, -1, 0>>>(
        r, s, mebibytes);
}

}  // namespace crowned
