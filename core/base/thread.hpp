// Threads, also where there are none.
#pragma once

#include <thread>
#include <utility>

namespace crowned {

#ifdef __EMSCRIPTEN__
// In the browser there are no threads: the work is done before the constructor returns.
constexpr bool has_threads = false;

class Thread {
  public:
    Thread() = default;
    template <class Work>
    explicit Thread(Work&& work) {
        std::forward<Work>(work)();
    }
    bool joinable() const { return false; }
    void join() {}
};
#else
constexpr bool has_threads = true;

using Thread = std::thread;
#endif

// How many of the threads asked for there can be.
constexpr int possible_threads(int wanted) { return has_threads ? wanted : 1; }

}  // namespace crowned
