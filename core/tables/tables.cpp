#include "tables/tables.hpp"

#include "position/combinations.hpp"

namespace crowned {

std::unique_ptr<Tables> make_tables(const RuleData& rules, const Law& law) {
    // One mover is kept for both: the board must look the same after a half turn.
    if (!rules.all_squares && (rules.files + rules.ranks) % 2)
        throw std::invalid_argument("the two sides see different boards: there are no tables for such");
    return with_row(rules, [&]<class Row>(Row) -> std::unique_ptr<Tables> {
        if constexpr (Row::State::tower)
            throw std::invalid_argument("towers keep their stones: there are no tables for them");
        else return TablesMaker<typename Row::State>::make(rules, law);
    });
}

}  // namespace crowned
