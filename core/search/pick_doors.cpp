#include "search/pick.hpp"

namespace crowned {

std::unique_ptr<Searcher> small_doors_searcher(const RuleData& r, const SearchRules& s,
                                               std::size_t mebibytes) {
    return std::make_unique<SearcherFor<Diagonal<Set64, 4>, FlatState<Set64>, Known<0, -1, 1>>>(r, s,
                                                                                                mebibytes);
}

}  // namespace crowned
