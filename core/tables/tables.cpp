#include "tables/tables.hpp"

#include "position/combinations.hpp"

namespace crowned {

std::unique_ptr<Tables> make_tables(const RuleData& rules, const Law& law) {
    // One mover is kept for both: the board must look the same after a half turn.
    if (!rules.all_squares && (rules.files + rules.ranks) % 2)
        throw std::invalid_argument("the two sides see different boards: there are no tables for such");
    // Crownings lead to slices with fewer men, and nothing may lead back.
    if (rules.towers && rules.captive_rank_lost)
        throw std::invalid_argument("captured kings become men again: there are no tables for such towers");
    return with_row(rules, [&]<class Row>(Row) -> std::unique_ptr<Tables> {
        using State = typename Row::State;
        if constexpr (State::tower && !std::is_same_v<State, states::Tower>)
            throw std::invalid_argument("there are no tables for towers on so large a board");
        else return TablesMaker<State>::make(rules, law);
    });
}

}  // namespace crowned
