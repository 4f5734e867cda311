// Reinforcement learning stays at home: its Python is not among what browsers get, so neither is its part of the core.
#include "bind/values.hpp"

namespace crowned::bind {

void bind_rl(nb::module_&) {}

}  // namespace crowned::bind
