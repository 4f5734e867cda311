#include "search/pick.hpp"

namespace crowned {

namespace {

template <int Stride, class Known>
using Medium = SearcherFor<Diagonal<Set64, Stride>, FlatState<Set64>, Known>;

}  // namespace

std::unique_ptr<Searcher> medium_flat_searcher(const RuleData& r, const SearchRules& s,
                                               std::size_t mebibytes) {
    if (row_needs(r) != 5) return std::make_unique<Medium<6, Known<0, -1, 0>>>(r, s, mebibytes);
    if (r.man_captures == diagonals && r.flying)
        return std::make_unique<Medium<5, Known<diagonals, 1, 0>>>(r, s, mebibytes);
    return std::make_unique<Medium<5, Known<0, -1, 0>>>(r, s, mebibytes);
}

}  // namespace crowned
