#include "rl/batch.hpp"

#include "position/combinations.hpp"

namespace crowned::rl {

std::unique_ptr<Batch> make_batch(const RuleData& rules, const BatchRules& how, const Board& start,
                                  int boards) {
    return with_row(rules, [&]<class Row>(Row) {
        return BatchMaker<typename Row::State>::make(rules, how, start, boards);
    });
}

}  // namespace crowned::rl
