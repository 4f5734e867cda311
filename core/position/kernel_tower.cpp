#include "position/factory.hpp"
#include "position/kernel_for.hpp"

namespace crowned {

std::unique_ptr<Kernel> tower_kernel(const RuleData& r) {
    using Small = TowerState<Set64, u32, 48>;
    if (r.all_squares)
        return std::make_unique<KernelFor<Grid12, TowerState<Set192, u64, 156>, Known<0, -1, 0>>>(r);
    if (row_needs(r) > 4 || bits_needed(r, 4) > 48)
        return std::make_unique<
            KernelFor<Diagonal<Set128, 7>, TowerState<Set128, u64, 112>, Known<0, -1, 0>>>(r);
    if (r.man_captures == forward_pair)
        return std::make_unique<KernelFor<Diagonal<Set64, 4>, Small, Known<forward_pair, -1, 0>>>(r);
    if (r.man_captures == diagonals)
        return std::make_unique<KernelFor<Diagonal<Set64, 4>, Small, Known<diagonals, -1, 0>>>(r);
    return std::make_unique<KernelFor<Diagonal<Set64, 4>, Small, Known<0, -1, 0>>>(r);
}

}  // namespace crowned
