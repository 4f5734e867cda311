#include "position/factory.hpp"
#include "position/kernel_for.hpp"

namespace crowned {

namespace {

template <class Known>
std::unique_ptr<Kernel> make(const RuleData& rules) {
    return std::make_unique<KernelFor<Diagonal<Set128, 7>, FlatState<Set128>, Known>>(rules);
}

}  // namespace

std::unique_ptr<Kernel> wide_flat_kernel(const RuleData& r) {
    if (r.man_captures == diagonals && r.flying && !r.doors) return make<Known<diagonals, 1, 0>>(r);
    return make<Known<>>(r);
}

}  // namespace crowned
