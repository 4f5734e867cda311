#include "search/pick.hpp"

namespace crowned {

namespace {

template <class Known>
using Small = SearcherFor<Diagonal<Set64, 4>, FlatState<Set64>, Known>;

}  // namespace

std::unique_ptr<Searcher> small_flat_searcher(const RuleData& r, const SearchRules& s,
                                              std::size_t mebibytes) {
    if (r.man_captures == forward_pair && r.flying)
        return std::make_unique<Small<Known<forward_pair, 1, 0>>>(r, s, mebibytes);
    if (r.man_captures == forward_pair)
        return std::make_unique<Small<Known<forward_pair, 0, 0>>>(r, s, mebibytes);
    return small_back_searcher(r, s, mebibytes);
}

}  // namespace crowned
