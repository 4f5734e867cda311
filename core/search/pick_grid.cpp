#include "search/pick.hpp"

namespace crowned {

std::unique_ptr<Searcher> grid_searcher(const RuleData& r, const SearchRules& s, std::size_t mebibytes) {
    if (r.files > 8 || r.ranks > 8 || r.doors)
        return std::make_unique<SearcherFor<Grid12, FlatState<Set192>, Known<>>>(r, s, mebibytes);
    return std::make_unique<SearcherFor<Grid8, FlatState<Set64>, Known<0, -1, 0>>>(r, s, mebibytes);
}

}  // namespace crowned
