#include "search/searcher.hpp"

#include <algorithm>

#include "base/thread.hpp"
#include "position/combinations.hpp"
#include "tables/material.hpp"

namespace crowned {

std::unique_ptr<Searcher> make_searcher(const RuleData& rules, const Law& search, std::size_t mebibytes) {
    return with_row(rules, [&]<class Row>(Row) {
        return SearcherMaker<typename Row::State>::make(rules, search, mebibytes);
    });
}

Limits Limits::kept() const {
    Limits limits = *this;
    limits.depth = std::clamp(depth, 1, max_depth);
    limits.lines = std::max(1, lines), limits.threads = possible_threads(std::clamp(threads, 1, max_threads));
    limits.table_pieces = std::clamp(table_pieces, 0, Material::most);
    return limits;
}

}  // namespace crowned
