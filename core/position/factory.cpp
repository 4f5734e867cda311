#include "position/factory.hpp"

namespace crowned {

std::unique_ptr<Kernel> make_kernel(const RuleData& rules) {
    if (rules.towers) return tower_kernel(rules);
    if (rules.all_squares) return grid_kernel(rules);
    if (row_needs(rules) <= 4) return small_flat_kernel(rules);
    if (row_needs(rules) <= 6 && bits_needed(rules, row_needs(rules)) <= 64 && !rules.doors)
        return medium_flat_kernel(rules);
    return wide_flat_kernel(rules);
}

}  // namespace crowned
