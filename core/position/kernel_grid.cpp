#include "position/factory.hpp"
#include "position/kernel_for.hpp"

namespace crowned {

std::unique_ptr<Kernel> grid_kernel(const RuleData& r) {
    constexpr u32 forward_and_sideways = dir_bit(N) | dir_bit(W) | dir_bit(E);
    if (r.files > 8 || r.ranks > 8 || r.doors)
        return std::make_unique<KernelFor<Grid12, FlatState<Set192>, Known<>>>(r);
    if (r.files == 8 && r.man_captures == forward_and_sideways && r.flying)
        return std::make_unique<KernelFor<Grid8, FlatState<Set64>, Known<forward_and_sideways, 1, 0>>>(r);
    return std::make_unique<KernelFor<Grid8, FlatState<Set64>, Known<0, -1, 0>>>(r);
}

}  // namespace crowned
