// The search of the C interface: in the calling thread, a report for each depth.
#include <algorithm>
#include <cstring>

#include "c/handles.hpp"
#include "search/searcher.hpp"

struct crowned_searcher {
    const crowned_rules* rules;
    std::unique_ptr<crowned::Searcher> searcher;
};

using namespace crowned;
using namespace crowned::c;

namespace {

Limits limits_of(const crowned_limits& given) {
    Limits limits;
    if (given.depth) limits.depth = given.depth;
    limits.nodes = given.nodes;
    limits.soft_time = given.soft_seconds, limits.hard_time = given.hard_seconds;
    limits.lines = given.lines, limits.threads = given.threads;
    limits.fresh = given.fresh, limits.exact = given.exact, limits.obvious = given.obvious;
    return limits;
}

// A report with its lines, as long as it is shown.
class Shown {
  public:
    Shown(const crowned_rules* rules, const Report& report) {
        moves_.reserve(report.lines.size());
        for (const LineReport& line : report.lines) add(rules, line);
        shown_ = {report.depth, report.deepest, report.score,       report.nodes, report.seconds,
                  report.fill,  !report.bound,  int(lines_.size()), lines_.data()};
    }
    const crowned_report* get() const { return &shown_; }

  private:
    void add(const crowned_rules* rules, const LineReport& line) {
        moves_.push_back({rules, 0, line.moves, {}});
        for (int i = 0; i < line.moves.size(); ++i) append(moves_.back().bytes, line.moves[i]);
        lines_.push_back({line.spin, line.score, &moves_.back()});
    }

    std::vector<crowned_moves> moves_;
    std::vector<crowned_line> lines_;
    crowned_report shown_;
};

Request request_of(const crowned_position& position, const crowned_position* const* past, int past_count,
                   int quiet, const crowned_moves* only) {
    Request request;
    request.board = position.board, request.quiet = quiet;
    for (int i = 0; i < past_count; ++i) request.past.push_back(past[i]->board);
    if (only) request.only = only->ways;
    return request;
}

}  // namespace

crowned_searcher* crowned_searcher_new(const crowned_rules* rules, int mebibytes) {
    return guarded<crowned_searcher*>(nullptr, [&] {
        auto searcher = make_searcher(rules->set.data, rules->set.law, std::size_t(std::max(1, mebibytes)));
        return new crowned_searcher{rules, std::move(searcher)};
    });
}

void crowned_searcher_free(crowned_searcher* searcher) { delete searcher; }

crowned_status crowned_search(crowned_searcher* s, const crowned_position* position,
                              const crowned_position* const* past, int past_count, int quiet,
                              const crowned_moves* only, const crowned_limits* limits,
                              crowned_listener listener, void* user) {
    if (position->rules != s->rules || (only && only->origin != board_key(position->board)))
        return refuse(CROWNED_BAD_ARGUMENT, "position, moves and searcher belong to different games");
    return guarded(CROWNED_FAILED, [&] {
        Ways unused;
        if (!s->rules->set.correct->moves(position->board, unused))
            return refuse(CROWNED_TOO_MANY_MOVES, "captures branch beyond all measure");
        s->searcher->run(request_of(*position, past, past_count, quiet, only),
                         limits_of(limits ? *limits : crowned_limits{}), [&](const Report& report) {
                             if (listener && listener(Shown(s->rules, report).get(), user))
                                 s->searcher->stop();
                         });
        return CROWNED_OK;
    });
}

void crowned_stop(crowned_searcher* s) { s->searcher->stop(); }
void crowned_forget(crowned_searcher* s) { s->searcher->forget(); }

void crowned_resize(crowned_searcher* s, int mebibytes) {
    guarded(0, [&] { return s->searcher->resize(std::size_t(std::max(1, mebibytes))), 0; });
}

int crowned_estimate(const crowned_searcher* s, const crowned_position* p) {
    return s->searcher->estimate(p->board);
}

size_t crowned_weights_size(const crowned_searcher* s) {
    return s->searcher->weights().size() * sizeof(Weight);
}

crowned_status crowned_weights_load(crowned_searcher* s, const uint8_t* bytes, size_t size) {
    if (size % sizeof(Weight) || !s->searcher->fits(size / sizeof(Weight)))
        return refuse(CROWNED_BAD_ARGUMENT, "these weights belong to another board");
    return guarded(CROWNED_FAILED, [&] {
        std::vector<Weight> weights(size / sizeof(Weight));
        std::memcpy(static_cast<void*>(weights.data()), bytes, size);
        s->searcher->load(std::move(weights));
        return CROWNED_OK;
    });
}
