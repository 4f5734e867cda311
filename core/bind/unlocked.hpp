// Work beside Python: while one of these lives, other threads may hold the interpreter.
#pragma once

#include <Python.h>

#include <chrono>
#include <thread>

namespace crowned {

class Unlocked {
  public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // A daemon thread that comes back while the interpreter ends is unwound by it, which no function
    // below a `noexcept` survives: the whole program would abort. It sleeps until the process is gone.
    ~Unlocked() noexcept(false) {
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }

  private:
    PyThreadState* state_;
};

}  // namespace crowned
