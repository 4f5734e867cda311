#include "bind/values.hpp"

namespace {

// The error lives in Python, below this module, so that it can be caught with all the others.
void raise_too_many_moves(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const crowned::bind::TooManyMoves&) {
        auto error = nanobind::module_::import_("crowned.base.errors").attr("TooManyMoves")();
        PyErr_SetObject(error.type().ptr(), error.ptr());
    }
}

void bind_all(nanobind::module_& m) {
    nanobind::set_leak_warnings(false);  // rulesets are kept for the life of the program
    nanobind::register_exception_translator(raise_too_many_moves);
    crowned::bind::bind_rules(m);
    crowned::bind::bind_move(m);
    crowned::bind::bind_position(m);
    crowned::bind::bind_search(m);
    crowned::bind::bind_follow(m);
    crowned::bind::bind_rl(m);
    crowned::bind::bind_tables(m);
}

}  // namespace

NB_MODULE(CROWNED_MODULE_NAME, m) { bind_all(m); }

#ifdef CROWNED_ALSO_NAMED  // linked into a second module of the same binding (cmake/modules.cmake)
NB_MODULE(CROWNED_ALSO_NAMED, m) { bind_all(m); }
#endif
