// Pyodide's clock() answers in 32 bits and the one of these headers in 64, so the module has its own: a worker has
// a processor for itself, and wall time will do.
#include <chrono>
#include <ctime>

extern "C" __attribute__((visibility("hidden"))) clock_t clock() {
    using namespace std::chrono;
    return clock_t(duration<double>(steady_clock::now().time_since_epoch()).count() * double(CLOCKS_PER_SEC));
}
