// A range cut into pieces that threads take in turn.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <vector>

#include "base/thread.hpp"
#include "base/types.hpp"

namespace crowned {

// What a long task shows to the outside, and how it is told to end.
struct Watch {
    std::atomic<u64> done{0};
    std::atomic<bool> stop{false};
};

struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

constexpr u64 parallel_chunk = 1 << 13;  // a multiple of every word of flags and of a packed block

// f(begin, end) for all chunks of [0, size); `make` gives each thread an f of its own.
template <class Make>
void in_parallel(u64 size, int threads, Watch& watch, Make&& make) {
    std::atomic<u64> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    auto work = [&] {
        try {
            auto f = make();
            for (u64 begin; (begin = next.fetch_add(parallel_chunk)) < size;) {
                if (watch.stop.load(std::memory_order_relaxed)) throw Interrupted();
                f(begin, std::min(size, begin + parallel_chunk));
            }
        } catch (...) {
            std::lock_guard hold(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<Thread> helpers;
    u64 useful = std::min<u64>(u64(std::max(1, possible_threads(threads))), size / (4 * parallel_chunk) + 1);
    for (u64 i = 1; i < useful; ++i) helpers.emplace_back(work);
    work();
    for (Thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace crowned
