// The threads that play the boards of a batch.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "base/thread.hpp"

namespace crowned::rl {

// Threads that wait for work; each takes its own part of it.
class Crew {
  public:
    explicit Crew(int hands) {
        for (int i = 1; i < possible_threads(hands); ++i) threads_.emplace_back([this, i] { serve(i); });
    }
    ~Crew() {
        {
            std::lock_guard hold(mutex_);
            done_ = true;
        }
        news_.notify_all();
        for (Thread& thread : threads_) thread.join();
    }

    // work(first, last) over [0, count), one stretch for each hand.
    void share(int count, const std::function<void(int, int)>& work) {
        if (threads_.empty()) return work(0, count);
        {
            std::lock_guard hold(mutex_);
            work_ = &work, count_ = count, waiting_ = int(threads_.size()), ++round_;
        }
        news_.notify_all();
        part(0);
        std::unique_lock hold(mutex_);
        ended_.wait(hold, [this] { return waiting_ == 0; });
    }

  private:
    void part(int hand) const {
        long hands = long(threads_.size()) + 1;
        (*work_)(int(count_ * long(hand) / hands), int(count_ * long(hand + 1) / hands));
    }
    void serve(int hand) {
        for (int seen = 0;;) {
            {
                std::unique_lock hold(mutex_);
                news_.wait(hold, [&] { return done_ || round_ != seen; });
                if (done_) return;
                seen = round_;
            }
            part(hand);
            std::lock_guard hold(mutex_);
            if (--waiting_ == 0) ended_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable news_, ended_;
    const std::function<void(int, int)>* work_ = nullptr;
    int count_ = 0, waiting_ = 0, round_ = 0;
    bool done_ = false;
    std::vector<Thread> threads_;
};

}  // namespace crowned::rl
