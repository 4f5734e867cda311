// The searcher of one kind of states: threads around workers, reports, self-play.
#pragma once

#include "base/fail.hpp"
#include "position/convert.hpp"
#include "search/patience.hpp"
#include "search/plain.hpp"
#include "search/root.hpp"
#include "search/selfplay.hpp"

// WebAssembly has threads only where it is built for them.
#if defined(__wasm__) && !defined(__wasm_atomics__)
#define CROWNED_THREADS 0
#else
#define CROWNED_THREADS 1
#include <thread>
#endif

namespace crowned {

template <class StateT>
class SearcherFor final : public Searcher {
  public:
    using State = StateT;
    using Game = GameOf<State>;

    SearcherFor(const RuleData& rules, const Law& search, std::size_t mebibytes)
        : game_(rules, search), table_(std::make_unique<Table>(mebibytes)) {}

    Report run(const Request& request, const Limits& asked, const Listener& listener) override {
        const Limits limits = asked.kept();
        table_->age(limits.fresh);
        // Whoever wants this search stopped asks until it has ended; a flag left over is not meant for it.
        signal_.stop = false, signal_.nodes = 0;
        if (limits.threads > 1) signal_.busy.clear();
        while (int(workers_.size()) < limits.threads)
            workers_.push_back(std::make_unique<Worker<Game>>(game_, *table_));
        return with_helpers(request, limits, listener);
    }

    void stop() override { signal_.stop = true; }
    void resize(std::size_t mebibytes) override {
        workers_.clear();
        table_.reset();
        table_ = std::make_unique<Table>(mebibytes);
    }
    void forget() override {
        table_->age(true);
        for (auto& worker : workers_) worker->memory.forget(), worker->judgements.forget();
    }

    void consult(const Tables* tables) override {
        if (tables && !tables->fits(game_.data)) fail("the tables belong to another board");
        game_.oracle = dynamic_cast<const Oracle<State>*>(tables);
    }

    const Shape& shape() const override { return game_.evaluator.shape; }
    const std::vector<Weight>& weights() const override { return game_.evaluator.weights(); }
    void load(std::vector<Weight> weights) override {
        game_.evaluator.load(std::move(weights));
        forget();
    }

    Score estimate(const Board& board) const override { return game_.estimate(to_state<State>(board)); }
    Score plain(const Request& request, int depth) override {
        State s = to_state<State>(request.board);
        return Plain<Game>(game_, *table_).root(s, depth, {request.quiet, tally_of(request, s)});
    }
    std::vector<Sample> self_play(const SelfPlay& plan) override {
        return SelfPlayer<Game>(game_, *table_).play(plan);
    }
    int features(const Board& board, const std::function<void(int, int)>& f) const override {
        State s = to_state<State>(board);
        game_.evaluator.features(s, f);
        return game_.evaluator.phase(s);
    }
    int net_inputs(const Board& board, const std::function<void(int)>& f) const override {
        State s = to_state<State>(board);
        game_.evaluator.net().each_input(s, f);
        return game_.evaluator.net().stage(s);
    }
    int net_size() const override { return game_.evaluator.net().size(); }
    Score log_odds(const Board& board) const override { return game_.evaluator(to_state<State>(board)); }
    Score net_says(const Board& board) const override {
        const auto& net = game_.evaluator.net();
        return net.ready() ? net(to_state<State>(board)) : even;
    }

  private:
    Report with_helpers(const Request& request, const Limits& limits, const Listener& listener) {
#if CROWNED_THREADS
        std::vector<std::thread> helpers;
        for (int i = 1; i < limits.threads; ++i)
            helpers.emplace_back(
                [this, i, &request, &limits] { help(*workers_[std::size_t(i)], request, limits); });
        Report last = lead(*workers_[0], request, limits, listener);
        signal_.stop = true;
        for (std::thread& helper : helpers) helper.join();
        return last;
#else
        return lead(*workers_[0], request, limits, listener);
#endif
    }

    void begin(Worker<Game>& worker, Root<Game>& root, const Request& request, const Limits& limits,
               bool leads) {
        std::vector<u64> past;
        for (const Board& board : request.past) past.push_back(place_key(to_state<State>(board)));
        State s = to_state<State>(request.board);
        worker.begin(limits, signal_, past, place_key(s), tally_of(request, s), leads);
        root.set_up(s, request.only, request.quiet);
    }

    Tally tally_of(const Request& request, const State& s) const {
        if (request.tallies.empty()) return game_.counts.begun(s);
        Tally tally;
        for (int i = 0; i < std::min(most_counts, int(request.tallies.size())); ++i)
            if (int done = request.tallies[std::size_t(i)]; done >= 0 && game_.counts.tallies(i))
                tally.running |= u16(1 << i), tally.done[i] = u16(done);
        return tally;
    }

    Report lead(Worker<Game>& worker, const Request& request, const Limits& limits,
                const Listener& listener) {
        Root<Game> root(game_, *table_, worker);
        begin(worker, root, request, limits, true);
        Report report;
        Patience patience;
        if (!root.has_moves()) return report;
        root.deepen(limits, 1, [&](int depth, bool whole) {
            report = describe(worker, root, depth, whole, limits);
            if (listener) listener(report);
            if (signal_.stop) return false;  // perhaps by who has listened
            if (limits.obvious && root.single_move()) return false;
            bool proven = !limits.exact && !game_.law.kings_score &&
                          std::abs(report.score) > game_.near_win &&
                          depth > 2 * (game_.win - std::abs(report.score)) + 8;
            const double enough = limits.soft_time * patience.share(root.best_tag(), report.score);
            return !proven && !(enough > 0 && worker.seconds() >= enough);
        });
        return report;
    }

    // Helpers search the same root, take the moves that nobody is at, and fill the table for the leader.
    void help(Worker<Game>& worker, const Request& request, const Limits& limits) {
        Root<Game> root(game_, *table_, worker);
        begin(worker, root, request, limits, false);
        if (root.has_moves()) root.deepen(limits, 1, [](int, bool) { return true; });
    }

    Report describe(Worker<Game>& worker, Root<Game>& root, int depth, bool whole, const Limits& limits) {
        Report report;
        report.depth = depth, report.deepest = worker.deepest(), report.bound = !whole;
        report.score = root.score();
        report.nodes = limits.threads > 1 ? std::max(signal_.nodes.load(), worker.nodes()) : worker.nodes();
        report.seconds = worker.seconds();
        report.fill = table_->fill();
        report.lines = root.lines(limits.lines);
        return report;
    }

    Game game_;
    std::unique_ptr<Table> table_;
    Signal signal_;
    std::vector<std::unique_ptr<Worker<Game>>> workers_;
};

template <class State>
std::unique_ptr<Searcher> SearcherMaker<State>::make(const RuleData& rules, const Law& search,
                                                     std::size_t mebibytes) {
    return std::make_unique<SearcherFor<State>>(rules, search, mebibytes);
}

}  // namespace crowned
