#include "position/factory.hpp"
#include "position/kernel_for.hpp"

namespace crowned {

namespace {

template <class Known>
std::unique_ptr<Kernel> make(const RuleData& rules) {
    return std::make_unique<KernelFor<Diagonal<Set64, 4>, FlatState<Set64>, Known>>(rules);
}

}  // namespace

std::unique_ptr<Kernel> small_flat_kernel(const RuleData& r) {
    if (r.doors) return make<Known<0, -1, 1>>(r);
    if (r.man_captures == forward_pair)
        return r.flying ? make<Known<forward_pair, 1, 0>>(r) : make<Known<forward_pair, 0, 0>>(r);
    if (r.man_captures == diagonals)
        return r.flying ? make<Known<diagonals, 1, 0>>(r) : make<Known<diagonals, 0, 0>>(r);
    return make<Known<0, -1, 0>>(r);
}

}  // namespace crowned
