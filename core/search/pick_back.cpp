#include "search/pick.hpp"

namespace crowned {

namespace {

template <class Known>
using Small = SearcherFor<Diagonal<Set64, 4>, FlatState<Set64>, Known>;

}  // namespace

std::unique_ptr<Searcher> small_back_searcher(const RuleData& r, const SearchRules& s,
                                              std::size_t mebibytes) {
    if (r.man_captures == diagonals && r.flying)
        return std::make_unique<Small<Known<diagonals, 1, 0>>>(r, s, mebibytes);
    return std::make_unique<Small<Known<0, -1, 0>>>(r, s, mebibytes);
}

}  // namespace crowned
