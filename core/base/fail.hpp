// What to do when something is asked that cannot be: an exception, or the end where there are none.
#pragma once

#include <cstdlib>
#include <stdexcept>

namespace crowned {

template <class Error = std::invalid_argument>
[[noreturn]] inline void fail([[maybe_unused]] const char* why) {
#if defined(__cpp_exceptions)
    throw Error(why);
#else
    std::abort();
#endif
}

}  // namespace crowned
