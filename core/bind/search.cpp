#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

#include "bind/values.hpp"
#include "position/ways.hpp"
#include "search/samples.hpp"
#include "search/train.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

// A searcher with a thread of its own: Python starts a search and picks up reports when it likes.
class Engine {
  public:
    Engine(nb::handle rules, const SearchRules& search, std::size_t hash)
        : rules_(rules, &nb::cast<const Rules&>(rules)),
          doors_(rules_.rules->data.doors),
          searcher(make_searcher(rules_.rules->data, search, hash)) {}
    ~Engine() {
        nb::gil_scoped_release free;
        finish();
    }

    void start(Request request, Limits limits) {
        finish();
        {
            std::lock_guard hold(mutex_);
            reports_.clear();
            running_ = true;
        }
        thread_ = std::thread([this, request = std::move(request), limits] {
            searcher->run(request, limits, [this](const Report& report) { hand_over(report); });
            std::lock_guard hold(mutex_);
            running_ = false;
            news_.notify_all();
        });
    }

    // Reports since the last call; waits for one, or for the end, as long as allowed.
    std::deque<Report> wait(double seconds) {
        nb::gil_scoped_release free;
        std::unique_lock hold(mutex_);
        news_.wait_for(hold, std::chrono::duration<double>(seconds),
                       [this] { return !reports_.empty() || !running_; });
        return std::exchange(reports_, {});
    }

    bool running() {
        std::lock_guard hold(mutex_);
        return running_;
    }

    // The flag is raised until the search has seen it: one that has hardly begun must not miss it.
    void stop() {
        nb::gil_scoped_release free;
        std::unique_lock hold(mutex_);
        while (running_) {
            searcher->stop();
            news_.wait_for(hold, std::chrono::milliseconds(1), [this] { return !running_; });
        }
    }

    void finish() {
        if (!thread_.joinable()) return;
        while (running()) searcher->stop(), std::this_thread::yield();
        thread_.join();
    }

    void consult(nb::handle tables) {
        stop();
        searcher->consult(tables.is_none() ? nullptr : &tables_of(tables));
        tables_ = nb::borrow(tables);
    }

    const RulesRef rules_;
    const bool doors_;
    std::unique_ptr<Searcher> searcher;

  private:
    void hand_over(const Report& report) {
        std::lock_guard hold(mutex_);
        reports_.push_back(report);
        news_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable news_;
    std::deque<Report> reports_;
    std::thread thread_;
    bool running_ = false;
    nb::object tables_;  // kept while they are asked
};

// Finds the move that leads from one board to the other.
class Leading final : public Receiver {
  public:
    Leading(const RulesRef& rules, const LineItem& item)
        : position_(rules, item.before), item_(item), found_(position_) {}

    void take(const Way& way) override {
        if (done || !(position_.rules.rules->correct->play(item_.before, way) == item_.after)) return;
        done = true;
        found_.take(way);
    }
    nb::object move() {
        // Where the moves are too many to be listed, the line ends.
        if (position_.rules.rules->correct->moves(item_.before, *this) && !done)
            done = position_.rules.rules->relaxed->moves(item_.before, *this) && done;
        return done ? nb::object(found_.finish()[0]) : nb::none();
    }

    bool done = false;

  private:
    Position position_;
    const LineItem& item_;
    MoveTuple found_;
};

nb::tuple moves_of(const RulesRef& rules, const std::vector<LineItem>& items) {
    nb::list out;
    for (const LineItem& item : items) {
        nb::object move = Leading(rules, item).move();
        if (move.is_none()) break;
        out.append(move);
    }
    return nb::tuple(out);
}

nb::tuple report_tuple(const RulesRef& rules, const Report& r) {
    nb::list lines;
    for (const LineReport& line : r.lines) {
        nb::object spin = line.spin == NoSpin ? nb::none() : nb::object(nb::str(spin_names[line.spin]));
        lines.append(nb::make_tuple(spin, line.score, moves_of(rules, line.items)));
    }
    return nb::make_tuple(r.depth, r.deepest, r.score, r.nodes, r.seconds, r.fill, !r.bound,
                          nb::tuple(lines));
}

nb::list wait(Engine& e, double seconds) {
    nb::list out;
    for (const Report& report : e.wait(seconds)) out.append(report_tuple(e.rules_, report));
    return out;
}

void start(Engine& e, const Position& p, nb::sequence past, int quiet, nb::sequence only, int depth,
           u64 nodes, double soft, double hard, int lines, int threads, bool fresh, bool exact, bool obvious,
           int table_pieces) {
    Ways unused;
    if (!p.rules.rules->correct->moves(p.board, unused)) throw TooManyMoves();
    Request request;
    request.board = p.board, request.quiet = quiet;
    for (nb::handle position : past) request.past.push_back(nb::cast<const Position&>(position).board);
    for (nb::handle move : only)
        request.only.push_back(p.rules.rules->correct->play(p.board, nb::cast<const Move&>(move).way()));
    Limits limits;
    limits.depth = std::clamp(depth, 1, max_depth), limits.nodes = nodes;
    limits.soft_time = soft, limits.hard_time = hard;
    limits.lines = std::max(1, lines), limits.threads = std::clamp(threads, 1, 256);
    limits.fresh = fresh, limits.exact = exact, limits.obvious = obvious;
    limits.table_pieces = std::clamp(table_pieces, 0, Material::most);
    nb::gil_scoped_release free;
    e.start(std::move(request), limits);
}

nb::bytes weights(const Engine& e) {
    const auto& w = e.searcher->weights();
    return nb::bytes(reinterpret_cast<const char*>(w.data()), w.size() * sizeof(Weight));
}

std::vector<Weight> weights_from(const Engine& e, const nb::bytes& bytes) {
    std::vector<Weight> w(std::size_t(e.searcher->shape().size()));
    if (bytes.size() != w.size() * sizeof(Weight))
        throw nb::value_error("these weights belong to another board");
    std::memcpy(static_cast<void*>(w.data()), bytes.c_str(), bytes.size());
    return w;
}

void load(Engine& e, const nb::bytes& bytes) {
    e.stop();
    e.searcher->load(weights_from(e, bytes));
}

nb::bytes self_play(Engine& e, const Position& start_position, int games, u64 nodes, int random_plies,
                    u64 seed) {
    std::string out;
    {
        SelfPlay plan;
        plan.start = start_position.board, plan.games = games, plan.nodes = nodes;
        plan.random_plies = random_plies, plan.seed = seed;
        nb::gil_scoped_release free;
        for (const Sample& sample : e.searcher->self_play(plan)) append_sample(out, sample);
    }
    return nb::bytes(out.data(), out.size());
}

nb::tuple train(Engine& e, const std::vector<nb::bytes>& samples, int epochs, double rate, double caution,
                double trust, u64 seed) {
    Trainer trainer(*e.searcher, e.doors_);
    TrainPlan plan;
    plan.epochs = epochs, plan.rate = rate, plan.caution = caution, plan.trust = trust, plan.seed = seed;
    std::vector<std::pair<const char*, std::size_t>> blocks;
    for (const nb::bytes& block : samples) blocks.emplace_back(block.c_str(), block.size());
    double loss[2] = {0, 0};
    {
        nb::gil_scoped_release free;
        Sample sample;
        for (auto [bytes, size] : blocks)
            for (std::size_t at = 0; read_sample(bytes, size, at, sample);) trainer.add(sample, trust);
        e.searcher->load(trainer.fit(plan, loss));
    }
    return nb::make_tuple(trainer.size(), loss[0], loss[1]);
}

SearchRules search_rules(int enforcement, bool may_take_back, bool may_accept, bool may_huff,
                         bool huff_moved_piece, bool huff_is_move, bool kings_score, bool last_fall_draws,
                         int no_progress, const std::vector<int>& spinner) {
    SearchRules r;
    r.enforcement = Enforcement(enforcement);
    r.may_take_back = may_take_back, r.may_accept = may_accept, r.may_huff = may_huff;
    r.huff_moved_piece = huff_moved_piece, r.huff_is_move = huff_is_move;
    r.kings_score = kings_score, r.last_fall_draws = last_fall_draws, r.no_progress = no_progress;
    for (std::size_t i = 0; i < 3 && i < spinner.size(); ++i) r.spinner[i] = spinner[i];
    return r;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Engine>(m, "Searcher", nb::is_final(),
                       "The search of one ruleset, with its table and weights.")
        .def(
            "__init__",
            [](Engine* self, nb::handle rules, std::size_t hash, int enforcement, bool may_take_back,
               bool may_accept, bool may_huff, bool huff_moved_piece, bool huff_is_move, bool kings_score,
               bool last_fall_draws, int no_progress, const std::vector<int>& spinner) {
                new (self)
                    Engine(rules,
                           search_rules(enforcement, may_take_back, may_accept, may_huff, huff_moved_piece,
                                        huff_is_move, kings_score, last_fall_draws, no_progress, spinner),
                           hash);
            },
            "rules"_a, "hash"_a, nb::kw_only(), "enforcement"_a, "may_take_back"_a, "may_accept"_a,
            "may_huff"_a, "huff_moved_piece"_a, "huff_is_move"_a, "kings_score"_a, "last_fall_draws"_a,
            "no_progress"_a, "spinner"_a,
            nb::sig("def __init__(self, rules: Rules, hash: int, *, enforcement: int, may_take_back: bool, "
                    "may_accept: bool, "
                    "may_huff: bool, huff_moved_piece: bool, huff_is_move: bool, kings_score: bool, "
                    "last_fall_draws: bool, "
                    "no_progress: int, spinner: Sequence[int]) -> None"))
        .def("start", &start, "position"_a, "past"_a, "quiet"_a, "only"_a, nb::kw_only(), "depth"_a,
             "nodes"_a, "soft"_a, "hard"_a, "lines"_a, "threads"_a, "fresh"_a, "exact"_a, "obvious"_a,
             "table_pieces"_a = 0,
             nb::sig(
                 "def start(self, position: Position, past: Sequence[Position], quiet: int, only: "
                 "Sequence[Move], *, "
                 "depth: int, nodes: int, soft: float, hard: float, lines: int, threads: int, fresh: bool, "
                 "exact: bool, obvious: bool, table_pieces: int = 0) -> None"),
             "Begin a search in the background; one that still runs is stopped first.")
        .def("wait", &wait, "seconds"_a,
             nb::sig("def wait(self, seconds: float) -> list[tuple[int, int, int, int, float, int, bool, "
                     "tuple[tuple[str | None, int, tuple[Move, ...]], ...]]]"),
             "Reports since the last call: depth, deepest ply, score, nodes, seconds, table fill, whether "
             "the depth was "
             "finished, and lines of spin, score and moves.")
        .def_prop_ro("running", &Engine::running)
        .def("consult", &Engine::consult, "tables"_a.none(),
             nb::sig("def consult(self, tables: Tables | None) -> None"),
             "Endgame tables for searches that are told to look up positions with few pieces.")
        .def("stop", &Engine::stop, "Break off the search and wait until it has ended.")
        .def(
            "resize", [](Engine& e, std::size_t hash) { e.stop(), e.searcher->resize(hash); }, "hash"_a)
        .def(
            "forget", [](Engine& e) { e.stop(), e.searcher->forget(); }, "Forget what was found so far.")
        .def("weights", &weights, nb::sig("def weights(self) -> bytes"))
        .def("load", &load, "weights"_a, nb::sig("def load(self, weights: bytes) -> None"))
        .def(
            "estimate", [](const Engine& e, const Position& p) { return e.searcher->estimate(p.board); },
            "position"_a, "The evaluation alone, seen by the side to move.")
        .def(
            "plain",
            [](Engine& e, const Position& p, int depth) {
                nb::gil_scoped_release free;
                return e.searcher->plain(p.board, depth);
            },
            "position"_a, "depth"_a, "Minimax without cuts: the slow twin of an exact search.")
        .def("self_play", &self_play, "start"_a, "games"_a, "nodes"_a, "random_plies"_a, "seed"_a,
             nb::sig("def self_play(self, start: Position, games: int, nodes: int, random_plies: int, seed: "
                     "int) -> bytes"),
             "Positions of games against itself, with scores and results.")
        .def("train", &train, "samples"_a, "epochs"_a, "rate"_a, "caution"_a, "trust"_a, "seed"_a,
             nb::sig("def train(self, samples: Sequence[bytes], epochs: int, rate: float, caution: float, "
                     "trust: float, "
                     "seed: int) -> tuple[int, float, float]"),
             "Fit the weights to samples; how many there were, and the loss before and after on those held "
             "out.");
}

}  // namespace crowned::bind
