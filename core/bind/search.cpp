#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bind/unlocked.hpp"
#include "bind/values.hpp"
#include "position/ways.hpp"
#include "search/background.hpp"
#include "search/learn.hpp"
#include "search/samples.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

// A search in the background, with the Python objects it needs alive.
class Engine {
  public:
    Engine(nb::handle rules, std::size_t hash)
        : rules(rules, &nb::cast<const Ruleset&>(rules)),
          search_(std::make_unique<Background>(
              make_searcher(this->rules.rules->data, this->rules.rules->law, hash))) {}
    ~Engine() {
        Unlocked free;
        search_.reset();
    }

    void start(Request request, const Limits& limits) {
        Unlocked free;
        search_->start(std::move(request), limits);
    }
    std::deque<Report> wait(double seconds) {
        Unlocked free;
        return search_->wait(seconds);
    }
    void stop() {
        Unlocked free;
        search_->stop();
    }
    bool running() { return search_->running(); }
    const Board& root() const { return search_->root(); }
    Searcher& searcher() const { return search_->searcher(); }

    void consult(nb::handle tables) {
        stop();
        searcher().consult(tables.is_none() ? nullptr : &tables_of(tables));
        tables_ = nb::borrow(tables);
    }

    const RulesRef rules;

  private:
    std::unique_ptr<Background> search_;
    nb::object tables_;  // kept while they are asked
};

// The moves of a line with the positions they belong to.
nb::tuple moves_of(const RulesRef& rules, Board board, const Ways& line) {
    nb::list out;
    for (int i = 0; i < line.size(); ++i) {
        out.append(make_move(rules, board_key(board), line[i]));
        board = rules.rules->correct->play(board, line[i]);
    }
    return nb::tuple(out);
}

nb::tuple report_tuple(const RulesRef& rules, Board root, const Report& r) {
    nb::list lines;
    const u8 spun = root.spin;
    for (const LineReport& line : r.lines) {
        nb::object spin = line.spin == NoSpin ? nb::none() : nb::object(nb::str(spin_names[line.spin]));
        root.spin = line.spin == NoSpin ? spun : u8(line.spin);
        lines.append(nb::make_tuple(spin, int(line.score), moves_of(rules, root, line.moves)));
    }
    return nb::make_tuple(r.depth, r.deepest, int(r.score), r.nodes, r.seconds, r.fill, !r.bound,
                          nb::tuple(lines));
}

nb::list wait(Engine& e, double seconds) {
    nb::list out;
    for (const Report& report : e.wait(seconds)) out.append(report_tuple(e.rules, e.root(), report));
    return out;
}

void start(Engine& e, const Position& p, nb::sequence past, int quiet, const std::vector<int>& tallies,
           nb::sequence only, int depth, u64 nodes, double soft, double hard, int lines, int threads,
           bool fresh, bool exact, bool obvious, int table_pieces) {
    Ways unused;
    if (!p.rules.rules->correct->moves(p.board, unused)) throw TooManyMoves();
    Request request;
    request.board = p.board, request.quiet = quiet, request.tallies = tallies;
    for (nb::handle position : past) request.past.push_back(nb::cast<const Position&>(position).board);
    for (nb::handle move : only) request.only.take(nb::cast<const Move&>(move).way());
    Limits limits;
    limits.depth = depth, limits.nodes = nodes, limits.soft_time = soft, limits.hard_time = hard;
    limits.lines = lines, limits.threads = threads, limits.table_pieces = table_pieces;
    limits.fresh = fresh, limits.exact = exact, limits.obvious = obvious;
    e.start(std::move(request), limits);
}

nb::bytes weights(const Engine& e) {
    const auto& w = e.searcher().weights();
    return nb::bytes(reinterpret_cast<const char*>(w.data()), w.size() * sizeof(Weight));
}

std::vector<Weight> weights_from(const Engine& e, const nb::bytes& bytes) {
    std::vector<Weight> w(bytes.size() / sizeof(Weight));
    if (bytes.size() % sizeof(Weight) || !e.searcher().fits(w.size()))
        throw nb::value_error("these weights belong to another board");
    std::memcpy(static_cast<void*>(w.data()), bytes.c_str(), bytes.size());
    return w;
}

void load(Engine& e, const nb::bytes& bytes) {
    e.stop();
    e.searcher().load(weights_from(e, bytes));
}

nb::bytes self_play(Engine& e, const Position& start_position, int games, u64 nodes, int random_plies,
                    u64 seed, int table_pieces) {
    std::string out;
    {
        SelfPlay plan;
        plan.start = start_position.board, plan.games = games, plan.nodes = nodes;
        plan.random_plies = random_plies, plan.seed = seed, plan.table_pieces = table_pieces;
        Unlocked free;
        for (const Sample& sample : e.searcher().self_play(plan)) append_sample(out, sample);
    }
    return nb::bytes(out.data(), out.size());
}

template <class Plan>
nb::tuple learned(Engine& e, const std::vector<nb::bytes>& samples, const Plan& plan) {
    std::vector<SampleBytes> blocks;
    for (const nb::bytes& block : samples) blocks.push_back({block.c_str(), block.size()});
    Searcher& searcher = e.searcher();
    Lesson found;
    {
        Unlocked free;
        found = learn(searcher, e.rules.rules->data.doors, blocks, plan);
    }
    return nb::make_tuple(found.samples, found.loss[0], found.loss[1]);
}

nb::tuple train(Engine& e, const std::vector<nb::bytes>& samples, int epochs, double rate, double caution,
                double trust, u64 seed) {
    TrainPlan plan;
    plan.epochs = epochs, plan.rate = rate, plan.caution = caution, plan.trust = trust, plan.seed = seed;
    return learned(e, samples, plan);
}

nb::tuple train_net(Engine& e, const std::vector<nb::bytes>& samples, int epochs, double rate, double trust,
                    u64 seed, bool onward) {
    e.stop();
    NetPlan plan;
    plan.epochs = epochs, plan.rate = rate, plan.trust = trust, plan.seed = seed, plan.onward = onward;
    return learned(e, samples, plan);
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Engine>(m, "Searcher", nb::is_final(),
                       "The search of one ruleset, with its table and weights.")
        .def(
            "__init__",
            [](Engine* self, nb::handle rules, std::size_t hash) { new (self) Engine(rules, hash); },
            "rules"_a, "hash"_a, nb::sig("def __init__(self, rules: Rules, hash: int) -> None"))
        .def("start", &start, "position"_a, "past"_a, "quiet"_a, "tallies"_a, "only"_a, nb::kw_only(),
             "depth"_a, "nodes"_a, "soft"_a, "hard"_a, "lines"_a, "threads"_a, "fresh"_a, "exact"_a,
             "obvious"_a, "table_pieces"_a = 0,
             nb::sig(
                 "def start(self, position: Position, past: Sequence[Position], quiet: int, "
                 "tallies: Sequence[int], only: Sequence[Move], *, "
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
            "resize", [](Engine& e, std::size_t hash) { e.stop(), e.searcher().resize(hash); }, "hash"_a)
        .def(
            "forget", [](Engine& e) { e.stop(), e.searcher().forget(); }, "Forget what was found so far.")
        .def("weights", &weights, nb::sig("def weights(self) -> bytes"))
        .def("load", &load, "weights"_a, nb::sig("def load(self, weights: bytes) -> None"))
        .def(
            "estimate",
            [](const Engine& e, const Position& p) { return int(e.searcher().estimate(p.board)); },
            "position"_a, "The evaluation alone, seen by the side to move.")
        .def(
            "plain",
            [](Engine& e, const Position& p, int depth, int quiet, const std::vector<int>& tallies) {
                Request request;
                request.board = p.board, request.quiet = quiet, request.tallies = tallies;
                Unlocked free;
                return int(e.searcher().plain(request, depth));
            },
            "position"_a, "depth"_a, "quiet"_a = 0, "tallies"_a = std::vector<int>(),
            nb::sig("def plain(self, position: Position, depth: int, quiet: int = 0, "
                    "tallies: Sequence[int] = ()) -> int"),
            "Minimax without cuts: the slow twin of an exact search.")
        .def("self_play", &self_play, "start"_a, "games"_a, "nodes"_a, "random_plies"_a, "seed"_a,
             "table_pieces"_a = 0,
             nb::sig("def self_play(self, start: Position, games: int, nodes: int, random_plies: int, seed: "
                     "int, table_pieces: int = 0) -> bytes"),
             "Positions of games against itself, with scores and results; with so few pieces the tables "
             "consulted decide.")
        .def_prop_ro(
            "has_network",
            [](const Engine& e) {
                return e.searcher().weights().size() > std::size_t(e.searcher().shape().size());
            },
            "Whether a network is among the weights.")
        .def("train", &train, "samples"_a, "epochs"_a, "rate"_a, "caution"_a, "trust"_a, "seed"_a,
             nb::sig("def train(self, samples: Sequence[bytes], epochs: int, rate: float, caution: float, "
                     "trust: float, "
                     "seed: int) -> tuple[int, float, float]"),
             "Fit the weights to samples; how many there were, and the loss before and after on those held "
             "out. A network stays as it is, and what it says is taken into account.")
        .def("train_net", &train_net, "samples"_a, "epochs"_a, "rate"_a, "trust"_a, "seed"_a,
             "onward"_a = false,
             nb::sig("def train_net(self, samples: Sequence[bytes], epochs: int, rate: float, trust: float, "
                     "seed: int, onward: bool = False) -> tuple[int, float, float]"),
             "Fit a network to what the other weights leave unsaid, a new one or `onward` from the one that "
             "is "
             "there; the numbers are those of `train`.");
}

}  // namespace crowned::bind
