#include "search/searcher.hpp"

#include "position/combinations.hpp"

namespace crowned {

std::unique_ptr<Searcher> make_searcher(const RuleData& rules, const Law& search, std::size_t mebibytes) {
    return with_row(rules, [&]<class Row>(Row) {
        return SearcherMaker<typename Row::Board>::make(rules, search, mebibytes);
    });
}

}  // namespace crowned
