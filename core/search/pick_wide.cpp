#include "search/pick.hpp"

namespace crowned {

std::unique_ptr<Searcher> wide_flat_searcher(const RuleData& r, const SearchRules& s, std::size_t mebibytes) {
    return std::make_unique<SearcherFor<Diagonal<Set128, 7>, FlatState<Set128>, Known<>>>(r, s, mebibytes);
}

}  // namespace crowned
