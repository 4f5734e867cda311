#include "bind/values.hpp"

NB_MODULE(CROWNED_MODULE_NAME, m) {
    nanobind::set_leak_warnings(false);  // rulesets are kept for the life of the program
    crowned::bind::bind_rules(m);
    crowned::bind::bind_move(m);
    crowned::bind::bind_position(m);
    crowned::bind::bind_search(m);
    crowned::bind::bind_follow(m);
    crowned::bind::bind_rl(m);
}
