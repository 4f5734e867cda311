#include "position/factory.hpp"
#include "position/kernel_for.hpp"

namespace crowned {

namespace {

template <int Stride, class Known>
std::unique_ptr<Kernel> make(const RuleData& rules) {
    return std::make_unique<KernelFor<Diagonal<Set64, Stride>, FlatState<Set64>, Known>>(rules);
}

}  // namespace

std::unique_ptr<Kernel> medium_flat_kernel(const RuleData& r) {
    if (row_needs(r) == 5 && r.man_captures == diagonals && r.flying)
        return make<5, Known<diagonals, 1, 0>>(r);
    if (row_needs(r) == 5) return make<5, Known<0, -1, 0>>(r);
    if (r.man_captures == (diagonals | orthogonals) && r.flying)
        return make<6, Known<diagonals | orthogonals, 1, 0>>(r);
    return make<6, Known<0, -1, 0>>(r);
}

}  // namespace crowned
