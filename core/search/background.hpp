// A searcher with a thread of its own: a search is started, and its reports are picked up when there is time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "base/thread.hpp"
#include "search/searcher.hpp"

namespace crowned {

class Background {
  public:
    explicit Background(std::unique_ptr<Searcher> searcher) : searcher_(std::move(searcher)) {}
    ~Background() { finish(); }

    // Begins a search; one that still runs is stopped first.
    void start(Request request, const Limits& limits) {
        finish();
        {
            std::lock_guard hold(mutex_);
            reports_.clear();
            running_ = true, root_ = request.board;
        }
        thread_ = Thread([this, request = std::move(request), limits] {
            searcher_->run(request, limits, [this](const Report& report) { hand_over(report); });
            std::lock_guard hold(mutex_);
            running_ = false;
            news_.notify_all();
        });
    }

    // Reports since the last call; waits for one, or for the end, as long as allowed.
    std::deque<Report> wait(double seconds) {
        std::unique_lock hold(mutex_);
        news_.wait_for(hold, std::chrono::duration<double>(seconds),
                       [this] { return !reports_.empty() || !running_; });
        return std::exchange(reports_, {});
    }

    // The flag is raised until the search has seen it: one that has hardly begun must not miss it.
    void stop() {
        std::unique_lock hold(mutex_);
        while (running_) {
            searcher_->stop();
            news_.wait_for(hold, std::chrono::milliseconds(1), [this] { return !running_; });
        }
    }

    bool running() {
        std::lock_guard hold(mutex_);
        return running_;
    }

    const Board& root() const { return root_; }  // of the last search
    Searcher& searcher() const { return *searcher_; }

  private:
    void finish() {
        if (!thread_.joinable()) return;
        stop();
        thread_.join();
    }

    void hand_over(const Report& report) {
        std::lock_guard hold(mutex_);
        reports_.push_back(report);
        news_.notify_all();
    }

    std::unique_ptr<Searcher> searcher_;
    std::mutex mutex_;
    std::condition_variable news_;
    std::deque<Report> reports_;
    Thread thread_;
    bool running_ = false;
    Board root_;
};

}  // namespace crowned
